"""Language: what the words of a language are for a search, whatever database they stand in.

In: text of any language, as it came.
Out: folded text, terms with their places, stems.
May import: ingest.
"""
