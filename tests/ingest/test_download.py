"""One address: manners, faults that pass and faults that stay, files that go on where they were."""

import json
import random
import socket
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path

import pytest
from msgspec import Struct

from ingest.download import LOCKOUT, PAUSE, Begun, DownloadError, Web
from tests.server import META, Loopback, Sites, body, cut, stall, status

pytestmark = pytest.mark.slow

ADDRESS = f"https://{META}"
FILE = "data.scryfall.io/rulings/rulings-20260701090000.gz"
CONTENT = random.Random(4).randbytes(3 << 20)
ETAG = '"of another day"'


class Answer(Struct):
    value: int


@pytest.fixture
def web(sites: Sites) -> Web:
    sites.files[META] = b'{"value": 7}'
    sites.files[FILE] = CONTENT
    return sites.web()()


def fault(web: Web, address: str = ADDRESS) -> str:
    with pytest.raises(DownloadError) as caught:
        web.read(address, Answer)
    return str(caught.value)


def test_it_says_who_it_is_and_what_it_takes(web: Web, sites: Sites) -> None:
    sites.files["api.scryfall.com/sets"] = b'{"value": 1}'
    assert web.read("https://api.scryfall.com/sets", Answer) == Answer(1)
    (headers,) = sites.asked("api.scryfall.com/sets")
    assert headers["user-agent"] == f"rulings-db/{version('rulings-db')}"
    assert headers["accept"] == "application/json;q=0.9,*/*;q=0.8"


def test_requests_lie_100_ms_apart(sites: Sites) -> None:
    sites.files[META] = b"{}"
    web = sites.web(sleep=time.sleep)()
    began = time.monotonic()
    for _ in range(3):
        web.get(ADDRESS)
    assert time.monotonic() - began >= 2 * PAUSE


@pytest.mark.parametrize("number", [408, 500, 502, 503, 504])
def test_a_passing_fault_is_tried_again_after_a_growing_while(
    web: Web, sites: Sites, number: int
) -> None:
    sites.faults[META] = [status(number)] * 3
    assert web.read(ADDRESS, Answer) == Answer(7)
    waits = [seconds for seconds in sites.slept if seconds > PAUSE]
    assert [0.5 <= waits[0] <= 1.5, 1 <= waits[1] <= 3, 2 <= waits[2] <= 6] == [True] * 3


def test_a_fault_that_does_not_pass_ends_it(web: Web, sites: Sites) -> None:
    sites.faults[META] = [status(503)] * 9
    assert fault(web) == f"{ADDRESS}: 503 Service Unavailable (tried 5 times)"
    assert len(sites.requests) == 5


@pytest.mark.parametrize(
    ("number", "retry_after", "least", "most"),
    [
        (503, "7", 7, 7),
        (429, "60", 60, 60),
        (429, "2", LOCKOUT, LOCKOUT),
        (429, "", LOCKOUT, LOCKOUT),
        (503, "soon", 0.5, 1.5),
        (503, "Wed, 01 Jan 2020 00:00:00 GMT", 0.5, 1.5),
    ],
)
def test_it_waits_as_long_as_the_site_says(
    web: Web, sites: Sites, number: int, retry_after: str, least: float, most: float
) -> None:
    sites.faults[META] = [status(number, Retry_After=retry_after)]
    web.get(ADDRESS)
    (wait,) = [seconds for seconds in sites.slept if seconds > PAUSE]
    assert least <= wait <= most


def test_it_waits_until_the_date_the_site_says(web: Web, sites: Sites) -> None:
    until = datetime.now(UTC) + timedelta(seconds=90)
    sites.faults[META] = [status(503, Retry_After=format_datetime(until, usegmt=True))]
    web.get(ADDRESS)
    (wait,) = [seconds for seconds in sites.slept if seconds > PAUSE]
    assert 30 <= wait <= 90


def test_a_wait_of_hours_is_left_to_the_user(web: Web, sites: Sites) -> None:
    sites.faults[META] = [status(503, Retry_After="7200")]
    assert fault(web) == f"{ADDRESS}: 503 Service Unavailable, try again in 7,200 s"
    assert sites.slept == []


def test_each_wait_is_told(sites: Sites) -> None:
    told: list[str] = []
    sites.files[META] = b"{}"
    details = json.dumps({"object": "error", "details": "You are being \33[31mrate-limited."})
    sites.faults[META] = [status(429, details.encode(), Retry_After="60")]
    sites.web()(tell=told.append).get(ADDRESS)
    assert told == [
        f"{ADDRESS}: 429 Too Many Requests: You are being  [31mrate-limited.; trying again in 60 s"
    ]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (status(404), "404 Not Found"),
        (
            status(400, b'{"details": "Introduce yourself."}'),
            "400 Bad Request: Introduce yourself.",
        ),
        (status(403, b"[" * 20_000), "403 Forbidden"),
        (body(b"\n<!DOCTYPE html><p>Log in"), "found an HTML page, expected data"),
        (body(b'{"value": 1'), "expected JSON, found none: Input data was truncated"),
        (body(b""), "expected JSON, found none: Input data was truncated"),
        (body(b'{"value": "\xff"}'), "JSON of another shape than expected: "),
        (body(b"{}"), "JSON of another shape than expected: Object missing required field `value`"),
        (body(b'{"a": ' + b"[" * 100_000), "expected JSON, found none: "),
    ],
)
def test_a_wrong_answer_is_one_clear_line_at_once(
    web: Web, sites: Sites, answer: partial[None], message: str
) -> None:
    sites.faults[META] = [answer]
    assert fault(web).startswith(f"{ADDRESS}: {message}")
    assert sites.slept == []


def test_an_answer_without_end_is_given_up(
    web: Web, sites: Sites, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ingest.download.MAX_ANSWER", 1000)
    sites.files[META] = b"[" + b" " * 1000
    assert fault(web) == f"{ADDRESS}: more than 1,000 bytes, which no card data has here"


def test_nobody_there(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        web = Web(transport=Loopback(free.getsockname()[1]), sleep=lambda seconds: None)
        assert "cannot be reached: [Errno 111] Connection refused (tried 5 times)" in fault(web)


def test_a_site_that_falls_silent(sites: Sites) -> None:
    sites.files[META] = b'{"value": 7}'
    sites.faults[META] = [stall(3)]
    told: list[str] = []
    web = sites.web(timeout=0.2)(tell=told.append)
    assert web.read(ADDRESS, Answer) == Answer(7)
    assert told[0].startswith(f"{ADDRESS}: no answer for 0.2 s; trying again in ")


@pytest.mark.parametrize(
    "address",
    [
        "http://mtgjson.com/api/v5/Meta.json",
        "https://mtgjson.com:8443/api/v5/Meta.json",
        "https://mtgjson.com@example.org/",
        "https://user:word@mtgjson.com/",
        "https://example.org/mtgjson.com",
        "https://notmtgjson.com/",
        "https://scryfall.io.example.org/",
        "https://evilscryfall.io/",
        "https://127.0.0.1/",
        "https://localhost/",
        "file:///etc/passwd",
        "//example.org/",
    ],
)
def test_only_the_sites_are_asked_and_only_encrypted(web: Web, sites: Sites, address: str) -> None:
    if not address.startswith("//"):
        assert "not asked, expected https:// and one of mtgjson.com" in fault(web, address)
        assert sites.requests == []
    sites.faults[META] = [status(302, Location=address)]
    assert "not asked, expected https:// and one of mtgjson.com" in fault(web)
    assert [request.address for request in sites.requests] == [META]


def test_a_redirect_among_the_sites_is_followed(web: Web, sites: Sites) -> None:
    sites.faults[META] = [status(301, Location="/api/v6/Meta.json")]
    sites.faults["mtgjson.com/api/v6/Meta.json"] = [
        status(302, Location="https://data.scryfall.io/elsewhere")
    ]
    sites.files["data.scryfall.io/elsewhere"] = b'{"value": 9}'
    assert web.read(ADDRESS, Answer) == Answer(9)


def test_redirects_have_an_end(web: Web, sites: Sites) -> None:
    sites.faults[META] = [status(302, Location=ADDRESS)] * 99
    assert fault(web) == f"{ADDRESS}: Exceeded maximum allowed redirects."


# Files

SAVED = f"https://{FILE}"


def test_a_file_comes_whole_and_its_progress_is_told(sites: Sites, tmp_path: Path) -> None:
    sites.files[FILE] = CONTENT
    steps: list[tuple[str, int, int | None]] = []
    web = sites.web()(lambda *step: steps.append(step))
    begun = web.save(SAVED, tmp_path / "part", 4 << 20)
    assert (tmp_path / "part").read_bytes() == CONTENT
    assert begun is not None
    assert begun.size == 3 << 20
    assert {(name, total) for name, _, total in steps} == {("rulings-20260701090000.gz", 3 << 20)}
    assert steps[-1][1] == 3 << 20
    assert sites.asked(FILE)[0]["accept-encoding"] == "identity"


def test_a_file_cut_short_goes_on_where_it_was(web: Web, sites: Sites, tmp_path: Path) -> None:
    sites.faults[FILE] = [cut(1000), stall(2000)]
    web = sites.web(timeout=0.3)()
    web.save(SAVED, tmp_path / "part", 4 << 20)
    assert (tmp_path / "part").read_bytes() == CONTENT
    assert [headers.get("range") for headers in sites.asked(FILE)] == [
        None,
        "bytes=1000-",
        "bytes=3000-",
    ]
    assert all(headers["if-range"].startswith('"') for headers in sites.asked(FILE)[1:])


def test_as_long_as_it_gets_on_it_goes_on(web: Web, sites: Sites, tmp_path: Path) -> None:
    sites.files[FILE] = CONTENT * 3
    sites.faults[FILE] = [cut(1 << 20)] * 8
    web.save(SAVED, tmp_path / "part", 9 << 20)
    assert (tmp_path / "part").read_bytes() == CONTENT * 3


def test_another_run_goes_on_where_the_last_was(web: Web, sites: Sites, tmp_path: Path) -> None:
    seen: list[Begun] = []
    sites.faults[FILE] = [cut(1000), *[status(503)] * 4]
    with pytest.raises(DownloadError, match="503"):
        web.save(SAVED, tmp_path / "part", 4 << 20, begin=seen.append)
    assert (tmp_path / "part").read_bytes() == CONTENT[:1000]
    sites.requests.clear()
    web.save(SAVED, tmp_path / "part", 4 << 20, begun=seen[0], begin=seen.append)
    assert (tmp_path / "part").read_bytes() == CONTENT
    assert [headers["range"] for headers in sites.asked(FILE)] == ["bytes=1000-"]
    assert len(seen) == 1


def test_a_file_that_is_wholly_here_is_only_asked_after(
    web: Web, sites: Sites, tmp_path: Path
) -> None:
    begun = web.save(SAVED, tmp_path / "part", 4 << 20)
    assert begun is not None
    assert web.save(SAVED, tmp_path / "part", 4 << 20, begun=begun) == begun
    assert sites.asked(FILE)[1]["if-none-match"] == begun.etag
    sites.files[FILE] = b"newer"
    assert web.save(SAVED, tmp_path / "part", 4 << 20, begun=begun) != begun
    assert (tmp_path / "part").read_bytes() == b"newer"


@pytest.mark.parametrize(
    "begun",
    [
        Begun(SAVED, ETAG, None, 3 << 20),
        Begun(SAVED, "W/" + ETAG, None, 3 << 20),
        Begun(SAVED, None, None, 3 << 20),
        Begun(SAVED, ETAG, None, 1000),
        Begun(f"{SAVED}.old", ETAG, None, 3 << 20),
        None,
    ],
)
def test_what_is_no_beginning_of_the_file_is_begun_anew(
    web: Web, sites: Sites, tmp_path: Path, begun: Begun | None
) -> None:
    (tmp_path / "part").write_bytes(b"x" * 1000)
    seen: list[Begun] = []
    web.save(SAVED, tmp_path / "part", 4 << 20, begun=begun, begin=seen.append)
    assert (tmp_path / "part").read_bytes() == CONTENT
    assert [(new.address, new.size) for new in seen] == [(SAVED, 3 << 20)]


@pytest.mark.parametrize(
    ("extent", "etag"),
    [
        ("bytes 0-10/3145728", None),
        ("bytes 1000-3145727/9", None),
        ("lines 1000-3145727/3145728", None),
        ("", None),
        ("bytes 1000-3145727/3145728", ETAG),
    ],
)
def test_a_part_that_does_not_fit_is_begun_anew(
    web: Web, sites: Sites, tmp_path: Path, extent: str, etag: str | None
) -> None:
    headers = {"Content_Range": extent} | ({"ETag": etag} if etag else {})
    sites.faults[FILE] = [cut(1000), status(206, b"x" * 50, **headers)]
    web.save(SAVED, tmp_path / "part", 4 << 20)
    assert (tmp_path / "part").read_bytes() == CONTENT


def test_more_than_the_file_has_is_begun_anew(web: Web, sites: Sites, tmp_path: Path) -> None:
    begun = web.save(SAVED, tmp_path / "part", 4 << 20)
    with (tmp_path / "part").open("ab") as part:
        part.write(b"x")
    sites.requests.clear()
    web.save(SAVED, tmp_path / "part", 4 << 20, begun=begun)
    assert (tmp_path / "part").read_bytes() == CONTENT
    assert [headers.get("range") for headers in sites.asked(FILE)] == ["bytes=3145729-", None]


def test_a_file_that_is_as_it_was_does_not_come(web: Web, tmp_path: Path) -> None:
    begun = web.save(SAVED, tmp_path / "part", 4 << 20)
    assert begun is not None
    assert web.save(SAVED, tmp_path / "other", 4 << 20, etag=begun.etag) is None
    assert not (tmp_path / "other").exists()


def test_a_file_too_long_is_not_begun(web: Web, tmp_path: Path) -> None:
    with pytest.raises(DownloadError, match="more than 1,000 bytes"):
        web.save(SAVED, tmp_path / "part", 1000)
    assert not (tmp_path / "part").exists()


def test_an_html_page_is_no_file(web: Web, sites: Sites, tmp_path: Path) -> None:
    sites.faults[FILE] = [body(b"<html><body>Please log in to this network")]
    with pytest.raises(DownloadError, match="found an HTML page, expected data"):
        web.save(SAVED, tmp_path / "part", 4 << 20)
    assert not (tmp_path / "part").exists()


def test_a_full_disk_is_told_with_the_file(web: Web, tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device here that is always full")
    (tmp_path / "part").symlink_to("/dev/full")
    with pytest.raises(DownloadError, match=r"part: cannot be written: No space left on device"):
        web.save(SAVED, tmp_path / "part", 4 << 20)
