"""What MTGJSON's documents of several forms say alike: of themselves, and of one invented set."""

from ingest.records import Set

META = {"date": "2021-08-01", "version": "5.1.0+20210801"}
RIVER_RECORD = Set(
    "RIV",
    "River Bend",
    "2020-01-24",
    "expansion",
    parent="WAT",
    digital=True,
    names={"fr": "Méandre"},
    aliases=("RVR",),
)
