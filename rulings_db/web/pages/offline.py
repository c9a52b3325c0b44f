"""What makes the site work at a table without a network: a manifest to install it by, a worker that
keeps visited pages (static/worker.js), and a page that lists them."""

import json
from typing import Any

from datasette import Response

from rulings_db.web.rendering.interface_language import current
from rulings_db.web.rendering.interface_language import gettext as _
from rulings_db.web.serving import assets
from rulings_db.web.serving.criteria import criteria_of
from rulings_db.web.serving.links import Links
from rulings_db.web.serving.responses import answering, page

PAPER, INK = "#faf9f6", "#0b5a5f"


@answering
async def manifest(request: Any, datasette: Any) -> Any:
    """`/manifest.webmanifest`: the site as something to install."""
    links = Links(datasette)
    icons = [("icon-192.png", "192x192"), ("icon-512.png", "512x512")]
    told = {
        "name": "Rulings",
        "short_name": "Rulings",
        "description": _("Every card’s text, every ruling, in every language"),
        "lang": current().tag,
        "start_url": links.home(),
        "scope": links.home(),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": INK,
        "icons": [
            {"src": links.static("favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *(
                {"src": links.static(name), "sizes": size, "type": "image/png", "purpose": purpose}
                for name, size in icons
                for purpose in ("any", "maskable")
            ),
        ],
    }
    body = json.dumps(told, ensure_ascii=False)
    return Response(body, content_type="application/manifest+json; charset=utf-8")


@answering
async def worker(request: Any, datasette: Any) -> Any:
    """`/service-worker.js`: the worker, which lies beside the pages that it keeps."""
    links = Links(datasette)
    site = {
        "base": links.home(),
        "version": assets.version(),
        "files": [links.static(name) for name in assets.names()],
        "saved": links.saved(),
    }
    body = f"const SITE = {json.dumps(site)};\n{assets.read(assets.WORKER).decode()}"
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": links.home()}
    return Response(body, headers=headers, content_type="text/javascript; charset=utf-8")


@answering
async def saved_page(request: Any, datasette: Any) -> Any:
    """`/saved`: the pages kept on the visitor's device, which a script there lists."""
    return await page(datasette, request, "rulings_saved.html", {"criteria": criteria_of(request)})
