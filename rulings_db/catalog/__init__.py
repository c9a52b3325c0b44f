"""The catalog: a card, a ruling, a set, a language, the whole, as people and programs read them.

In: a connection, and a name, code or id.
Out: tuples with names and `as_json()`.
May import: ingest, notices, language, database, index.
"""
