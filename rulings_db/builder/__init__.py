"""The builder: documents read, loaded, indexed and mined, and the new file put in place.

In: files, folders, or what `update` downloads.
Out: a database in place of the old one, and a report.
May import: ingest, database, index, terminology, builder.load.
"""
