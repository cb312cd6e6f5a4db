"""Who may speak to the page: this machine's own browser, on the page's own address, and nobody else.

A foreign site can make a browser send requests here. So the host must be ours (against rebinding of names), the origin
must be ours (against forged requests), nothing may be framed or shared, and there is no CORS at all.
"""

from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

NAMES = ("127.0.0.1", "localhost", "[::1]")
FOREIGN = "Diese Seite gehört nur diesem Rechner."


def refuse(status: int, sentence: str) -> web.Response:
    return web.json_response({"error": sentence}, status=status)


def is_own_host(host: str, port: int) -> bool:
    return host.lower() in {f"{name}:{port}" for name in NAMES}


def is_own_origin(origin: str, port: int) -> bool:
    parts = urlsplit(origin)
    return parts.scheme == "http" and is_own_host(parts.netloc, port)


def is_welcome(request: web.Request, port: int) -> bool:
    if not is_own_host(request.headers.get("Host", ""), port):
        return False
    origin = request.headers.get("Origin")
    if origin is not None and not is_own_origin(origin, port):
        return False
    site = request.headers.get("Sec-Fetch-Site")
    if site in (None, "same-origin", "none"):
        return True
    # A link from elsewhere may open the page itself, and nothing more.
    opens = request.headers.get("Sec-Fetch-Mode") == "navigate" and request.headers.get("Sec-Fetch-Dest") == "document"
    return opens and request.method == "GET" and request.path == "/"


def headers(port: int) -> dict[str, str]:
    # Browsers reject an IPv6 address in this list; there the live line goes by 'self'.
    lines = " ".join(f"ws://{name}:{port}" for name in NAMES if "[" not in name)
    return {
        "Content-Security-Policy": (
            "default-src 'self'; img-src 'self' data: blob:; "
            f"connect-src 'self' {lines}; "
            "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cache-Control": "no-cache",
    }
