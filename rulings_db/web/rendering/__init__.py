"""How texts are drawn: as HTML, with symbols and marks, in the language of the interface.

In: texts and numbers.
Out: markup, and sentences in the reader's language.
May import: ingest, notices, catalog.
"""
