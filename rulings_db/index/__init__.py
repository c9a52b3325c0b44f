"""The index of a loaded database: full text, names, word forms, and arrays for facets.

In: a database with its facts.
Out: the same with its search tables filled; their arrays in memory.
May import: language, database.
"""
