"""Retrieval: what somebody typed is parsed, matched, ranked, and shown as hits with facets.

In: a connection and a query.
Out: ranked hits with snippets, facet counts, warnings.
May import: ingest, notices, language, database, index, terminology, catalog.
"""
