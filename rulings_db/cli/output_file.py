"""A file to write that takes the place of another when it is whole."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def writing(path: Path) -> Iterator[IO[bytes]]:
    """A file to write, put in place of `path` when the block ends well; a link's target is
    replaced, and what is no regular file (a device, a pipe) is written to as it is. Raises
    OSError."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:
            yield stream
        return
    handle, name = tempfile.mkstemp(".part", f".{path.name}.", path.parent)
    part = Path(name)
    try:
        with open(handle, "wb") as stream:
            yield stream
        part.chmod(0o644)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
