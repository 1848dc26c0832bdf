"""The application: pages and an API over the same views, behind one set of checks on requests."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import ipaddress
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from weakref import WeakValueDictionary

import anyio.to_thread
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Scope

from zerosum import __version__
from zerosum.core.errors import TooLargeError, ZerosumError
from zerosum.core.printable import printable
from zerosum.store import cache_directory
from zerosum.web import api, pages, tabletop, teaching
from zerosum.web.documentation import BUILT
from zerosum.web.site import NotFound, Site, StalePage
from zerosum.web.workers import ASKED_FROM, Busy, JobPending

HERE = Path(__file__).parent
MAX_BYTES = 64 * 1024
"""A request with a larger body is rejected."""
COMPRESSED = 1_000
"""Minimum size in bytes of a compressed answer, for clients that accept compression."""
MAX_ADDRESS = 8 * 1024
"""A request with a longer address is rejected."""
THREADS = 100
"""Maximum number of requests handled at a time; most of them only wait."""
AT_ONCE_OF_ONE = 16
"""Maximum number of them from one visitor; the others wait for their turn without a thread."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
STATUS: dict[type[Exception], int] = {NotFound: 404, StalePage: 409, TooLargeError: 422, Busy: 503}

INLINE = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)
"""A script inside a page."""

Next = Callable[[Request], Awaitable[Response]]


def create_app(folder: Path | None = None, hosts: tuple[str, ...] = (), *, workers: int = 2) -> FastAPI:
    """Return the site; `folder` holds its tables, and `hosts` the host names allowed besides loopback.

    `workers` is the number of processes that answer.
    """
    site = Site(folder or cache_directory() / "site", workers)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
        yield
        site.end()

    app = FastAPI(title="zerosum", version=__version__, docs_url=None, redoc_url=None, lifespan=life)
    app.state.site = site
    app.include_router(api.router)
    if BUILT.is_dir():
        policy = HEADERS["Content-Security-Policy"]
        app.mount("/docs", Documentation(BUILT, policy), name="docs")
    app.include_router(pages.router)
    app.include_router(tabletop.router)
    app.include_router(teaching.router)
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    app.exception_handler(ZerosumError)(_wrong)
    app.exception_handler(JobPending)(_later)
    app.exception_handler(RequestValidationError)(_malformed)
    app.exception_handler(HTTPException)(_elsewhere)
    app.exception_handler(Exception)(_failed)
    app.middleware("http")(_guarded(hosts))
    app.add_middleware(GZipMiddleware, minimum_size=COMPRESSED)
    return app


def _wrong(request: Request, error: Exception) -> Response:
    """Return the response to an error that the package raises on purpose."""
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 400)
    return _sentence(request, str(error), status)


def _later(request: Request, error: Exception) -> Response:
    """Return the response for an answer that takes longer: a page that waits for it, or for programs a request to
    try again.
    """
    assert isinstance(error, JobPending)
    if not request.url.path.startswith("/api/"):
        return pages.still_working(request, error.job)
    response = _sentence(request, "we are still working on this; try again in a few seconds", 503)
    response.headers["Retry-After"] = "3"
    return response


def _elsewhere(request: Request, error: Exception) -> Response:
    """Return the response to an unknown address, or to a method that the site does not support."""
    assert isinstance(error, HTTPException)
    known = {404: "page not found", 405: "this address does not accept that request method"}
    response = _sentence(request, known.get(error.status_code, error.detail), error.status_code)
    response.headers.update(error.headers or {})
    return response


def _failed(request: Request, error: Exception) -> Response:
    """Respond to an error of the site itself, which is logged in full; this response does not pass the guard."""
    response = _sentence(request, "something went wrong on our side; your earlier work is saved", 500)
    response.headers.update(HEADERS)
    return response


def _sentence(request: Request, sentence: str, status: int) -> Response:
    """Return one sentence, as JSON for programs and as a page for people."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"detail": printable(sentence)}, status)
    return pages.wrong(request, sentence, status)


def _malformed(request: Request, error: Exception) -> Response:
    """Return the first error in a request, without the request itself."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return _sentence(request, f"{where}: {first['msg']}"[:300], 422)


def _guarded(hosts: tuple[str, ...]) -> Callable[[Request, Next], Awaitable[Response]]:
    """Reject requests that no page of the site sends: unknown hosts, cross-site forms, large bodies."""

    turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def guard(request: Request, go_on: Next) -> Response:
        visitor = request.client.host if request.client else ""
        ASKED_FROM.set(visitor)
        rejected = _rejected(request, hosts)
        turn = turns.setdefault(visitor, asyncio.Semaphore(AT_ONCE_OF_ONE))
        if rejected:
            response = _sentence(request, *rejected)
        else:
            async with turn:  # keep one visitor from taking all threads
                response = await go_on(request)
        for name, text in HEADERS.items():
            response.headers.setdefault(name, text)
        return response

    return guard


def _rejected(request: Request, hosts: tuple[str, ...]) -> tuple[str, int] | None:
    host = request.url.hostname or ""
    if not (_is_loopback(host) or host in hosts or "*" in hosts):
        return "this site does not serve that host name", 421
    if len(str(request.url)) > MAX_ADDRESS:
        return "the address is too long", 414
    if request.method in ("POST", "DELETE"):
        size = request.headers.get("content-length", "" if request.method == "POST" else "0")
        if not (size.isascii() and size.isdecimal()):
            return "the request must state its length (Content-Length)", 411
        if len(size) > 9 or int(size) > MAX_BYTES:
            return "the request is too large", 413
        origin = request.headers.get("origin")
        if origin is not None and origin != f"{request.url.scheme}://{request.headers.get('host')}":
            return "the request comes from another site", 403
    return None


def _is_loopback(host: str) -> bool:
    if host in ("localhost", "testserver"):
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class Documentation(StaticFiles):
    """The built documentation, whose pages may run only the scripts built into them."""

    def __init__(self, directory: Path, policy: str) -> None:
        super().__init__(directory=directory, html=True)
        self.policy = policy

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Return a file; a page comes with its content security policy."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        if Path(full_path).suffix == ".html":
            page = Path(full_path).read_text(encoding="utf-8")
            response.headers["Content-Security-Policy"] = policy_for(page, self.policy)
        return response


def policy_for(page: str, policy: str) -> str:
    """Return the content security policy with the digests of a page's scripts, and with the styles and icons
    of the theme.
    """
    digests = {hashlib.sha256(script.encode()).digest() for script in INLINE.findall(page)}
    allowed = "".join(f" 'sha256-{base64.b64encode(digest).decode()}'" for digest in sorted(digests))
    for kind, more in {"script-src": allowed, "style-src": " 'unsafe-inline'", "img-src": " data:"}.items():
        policy = policy.replace(f"{kind} 'self'", f"{kind} 'self'{more}")
    return policy
