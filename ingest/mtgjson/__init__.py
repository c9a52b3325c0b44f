"""MTGJSON in all its shapes -> records (https://mtgjson.com/data-models/).

- `documents`: the JSON files of version 5, 4 and 3: one set, sets by code (AllPrintings, AllSets),
  cards by name or uuid (AtomicCards, AllCards, AllIdentifiers), the list of sets. Kind `mtgjson`.
- `database`: AllPrintings.sqlite. Kind `mtgjson-sqlite`.
- `tables`: the same tables as csv or parquet files beside each other. Kinds `mtgjson-csv` and
  `mtgjson-parquet`.

What they find is told in the words of `model`, those of version 5, and `convert` makes records of
it. Tokens are not read.
"""

from ingest.mtgjson import database, tables
from ingest.mtgjson.documents import find_version, is_mtgjson, read

__all__ = ["database", "find_version", "is_mtgjson", "read", "tables"]
