"""Every Magic card's text in every language and every dated ruling, in one SQLite file.

`build` makes the database from records, `search`, `compare` and `export` read it; each is a plain
function of a connection, and the command line and the pages are thin layers over them.
"""

from importlib.metadata import version

__version__ = version("rulings-db")
