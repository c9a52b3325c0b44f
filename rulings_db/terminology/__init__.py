"""Terminology: what the words of one language are in another, learned from aligned wordings.

In: an indexed database.
Out: its glossary and lexicon filled; the English terms for a word of any language.
May import: ingest, language, database.
"""
