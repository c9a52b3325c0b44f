"""The database kept up to date: what the origins have is fetched, and built from when it is new."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from ingest.cache import open_cache
from ingest.dates import stamp
from ingest.download import Web
from ingest.files import find_documents
from ingest.origins import ORIGINS
from ingest.readers import open_source
from ingest.records import Source
from rulings_db.builder.pipeline import Progress, Report, build
from rulings_db.database import replacing
from rulings_db.database.meta import read_meta
from rulings_db.database.opening import DatabaseFileError, open_or_empty


def update(
    target: Path,
    origins: Sequence[str],
    cache_folder: Path,
    web: Web,
    *,
    others: Sequence[Path] = (),
    force: bool = False,
    progress: Progress = lambda step, done, total: None,
) -> Report:
    """Bring the database `target` up to what `origins` have, with `others`, files and folders that
    are at hand.

    With `force` it is built even then, and in the place of one that has other sources or newer
    ones. Raises InputError or DatabaseFileError; the database is then as it was, and what came is
    in the cache.
    """
    replacing.check_replaceable(target, replacing.FILES, force)
    held = [] if force else _sources(target)
    _check_kept(target, held, origins, _open(others) if others else [])
    with open_cache(cache_folder) as cache:
        paths = [path for origin in origins for path in ORIGINS[origin](web, cache)]
        paths += others
        offered = _newest(_open(paths))
        for kind, newest in _newest(held).items():
            if newest > offered.get(kind, newest):
                raise DatabaseFileError(
                    f"{target}: built from {kind} of {newest}, newer than what is to be had;"
                    " it is left as it was (--force builds from the older)"
                )
        return build(target, paths, force=force, whole=not force, progress=progress)


def _open(paths: Sequence[Path]) -> list[Source]:
    return [open_source(document)[0] for document in find_documents(paths)]


def _check_kept(
    target: Path, held: list[Source], origins: Sequence[str], others: list[Source]
) -> None:
    """Raise DatabaseFileError when a database has sources that it would have no more."""
    fetched = (*origins, "unreadable")
    named = {source.address for source in others}
    lost = [s for s in held if not s.kind.startswith(fetched) and s.address not in named]
    if lost:
        names = ", ".join(source.address for source in lost[:3])
        of_origins = all(source.kind.startswith(tuple(ORIGINS)) for source in lost)
        keep = "`rulings-db update all`" if of_origins else "--with FILE"
        raise DatabaseFileError(
            f"{target}: built from {names}{', ...' if len(lost) > 3 else ''} too, which would be"
            f" lost; {keep} builds from all, --force without"
        )


def _sources(target: Path) -> list[Source]:
    """What a database was built from; nothing for the sample, for one of another schema, and where
    there is none."""
    with closing(open_or_empty(target)) as last:
        if read_meta(last).get("inputs") == replacing.SAMPLE:
            return []
        rows = last.execute("SELECT kind, address, version, checksum FROM sources")
        return [Source(*row) for row in rows]


def _newest(sources: list[Source]) -> dict[str, str]:
    """The newest date of each kind of source."""
    newest: dict[str, str] = {}
    for source in sources:
        date = stamp(source.version or source.address)
        newest[source.kind] = max(newest.get(source.kind, ""), date)
    return newest
