"""Saved pages of Gatherer, Wizards' own card database: `old` reads Details.aspx and Languages.aspx
(2008 to 2025), `new` the site of 2025; what both need is in the modules beside them.

A page is one card, or one face of it. Whatever a page should have and has not is a problem with
the name of the part.
"""

from ingest.gatherer import new, old

__all__ = ["new", "old"]
