"""Loading: the records of any number of sources made one in the tables of the schema.

In: records (`ingest.records`), source by source.
Out: rows, each fact once, with all its sources and problems.
May import: ingest, language, database.
"""
