"""The pages: each a function of a request, with its JSON twin, and the addresses of all.

In: a request.
Out: what functions of catalog, retrieval and terminology give, as a page or as JSON.
May import: ingest, notices, catalog, retrieval, terminology, web.rendering, web.serving.
"""
