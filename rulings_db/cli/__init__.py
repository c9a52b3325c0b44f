"""The command line, and what sqlite-utils gets from us.

In: arguments.
Out: what functions of the other packages give, as lines for people or as JSON.
May import: ingest, rulings_db, notices, database, terminology, catalog, retrieval, builder.
"""
