"""The database file: its schema, the ids of what is in it, opened, replaced in one step.

In: a path.
Out: a connection to a database of ours, read-only, or new and empty.
May import: language.
"""
