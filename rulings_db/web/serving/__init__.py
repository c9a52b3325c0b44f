"""Between Datasette and our pages: requests read, databases read within limits, answers made safe.

In: requests.
Out: the criteria of a search, connections, responses with their headers.
May import: ingest, notices, database, index, terminology, catalog, retrieval,
web.rendering.
"""
