"""What every answer carries, and what is refused before it reaches a page."""

import json
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any

from rulings_db.web.serving import assets, databases

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Any, Send], Awaitable[None]]

OUR_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "manifest-src 'self'; worker-src 'self'"
)
DATASETTE_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; object-src 'none'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
"""Datasette's own pages have scripts and styles in them."""


_ALLOWED = {
    b"access-control-allow-origin": b"*",
    b"access-control-allow-methods": b"GET, HEAD",
    b"access-control-allow-headers": b"Accept, Accept-Language, Authorization, Content-Type",
    b"access-control-max-age": b"3600",
}
"""What scripts of other sites may do where the server was started with `--cors`."""


def wrapper(datasette: Any, is_our_page: Callable[[str], bool]) -> Callable[[App], App]:
    """Wraps the server when it serves a database of ours; `is_our_page` tells by its path, still
    encoded, what leads to a page of ours."""

    def wrap(app: App) -> App:
        if not databases.ours(datasette):
            return app
        return _guarded(datasette, app, is_our_page)

    return wrap


def _guarded(datasette: Any, app: App, is_our_page: Callable[[str], bool]) -> App:
    async def guarded(scope: Message, receive: Any, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        path = _path(scope, datasette.setting("base_url"))
        ours = is_our_page(path)
        added = _added_headers(path, scope.get("query_string", b""), ours)
        if scope["method"] == "OPTIONS" and datasette.cors:
            await _answer(send, 204, added | _ALLOWED, b"")
        elif not _may(scope["method"], path, ours):
            await _refuse_method(send, added, ours and path.endswith(".json"))
        elif path.startswith("/-/threads"):
            # It lists what runs where on the machine.
            await _answer(send, 404, added, b"There is no such page.\n")
        else:
            await app(_readable(scope), receive, _with_headers(send, added, ours))

    return guarded


def _added_headers(path: str, query_string: bytes, ours: bool) -> dict[bytes, bytes]:
    """What every answer at an address carries, unless it says otherwise itself."""
    added = {
        b"content-security-policy": (OUR_POLICY if ours else DATASETTE_POLICY).encode(),
        b"x-content-type-options": b"nosniff",
        b"referrer-policy": b"same-origin",
        b"x-frame-options": b"DENY",
    }
    if assets.lasts(path, query_string):
        added[b"cache-control"] = assets.LASTING
    return added


def _may(method: str, path: str, ours: bool) -> bool:
    """Whether a method is one for an address: pages are read, and Datasette's own forms sent."""
    return method in ("GET", "HEAD") or (method == "POST" and not ours and path.startswith("/-/"))


async def _refuse_method(send: Send, added: dict[bytes, bytes], as_json: bool) -> None:
    allowed = {b"allow": b"GET, HEAD"}
    message = "This page can only be read."
    if as_json:
        allowed[b"access-control-allow-origin"] = b"*"
        body = json.dumps({"error": message}).encode()
        await _answer(send, 405, added | allowed, body, b"application/json")
    else:
        await _answer(send, 405, added | allowed, f"{message}\n".encode())


def _with_headers(send: Send, added: dict[bytes, bytes], ours: bool) -> Send:
    """`send` that adds headers; an error of Datasette's becomes an answer that says nothing of the
    machine."""
    broken: list[int] = []

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] >= 500 and not ours:
            broken.append(message["status"])
            await _answer(send, 400, added, b"This address asks for what is not there.\n")
        if broken:
            return
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message.get("headers", [])}
            missing = [pair for pair in added.items() if pair[0] not in present]
            headers = [*message.get("headers", []), *missing]
            if message["status"] == 304:
                # Caches would take the kind of an empty answer for that of what they hold.
                headers = [pair for pair in headers if pair[0].lower() != b"content-type"]
            message["headers"] = headers
        await send(message)

    return send_with_headers


def _readable(scope: Message) -> Message:
    """The request without its cookies where they cannot be read: Datasette fails on them."""
    headers = list(scope["headers"])
    try:
        for name, value in headers:
            if name == b"cookie":
                SimpleCookie().load(value.decode("utf-8"))
    except (CookieError, UnicodeDecodeError):
        return {**scope, "headers": [pair for pair in headers if pair[0] != b"cookie"]}
    return scope


async def _answer(
    send: Send,
    status: int,
    added: dict[bytes, bytes],
    body: bytes,
    kind: bytes = b"text/plain",
) -> None:
    headers = [*added.items(), (b"content-type", kind + b"; charset=utf-8")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _path(scope: Message, base_url: str) -> str:
    """The path as it was asked for, still encoded, below `base_url`."""
    raw = scope.get("raw_path")
    path = raw.decode("latin-1").partition("?")[0] if raw else str(scope["path"])
    return "/" + path[len(base_url) :] if path.startswith(base_url) else path
