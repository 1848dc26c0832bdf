"""Start the site on this machine."""

from __future__ import annotations

import importlib
import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from zerosum.core.errors import InputError
from zerosum.core.extras import missing_extra

STOPPING = 3
"""Seconds that requests may still take when the server stops; all work is ended immediately."""
EVERYWHERE = ("0.0.0.0", "::")
"""Addresses that stand for all addresses of this machine."""


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    open_browser: bool = False,
    tell: Callable[[str], None] = lambda address: None,
) -> None:
    """Serve until Ctrl-C; `tell` receives the address once the server has started."""
    try:
        import uvicorn

        importlib.import_module(
            "python_multipart"
        )  # fastapi reports a missing package late, with a traceback
        from zerosum.web.app import create_app
    except ImportError as missing:
        raise missing_extra(f"the site needs {missing.name}", "web") from None
    if not host.strip():
        raise InputError(
            "an empty host would let anyone connect; use 0.0.0.0 if you want that, or an address of this machine"
        )
    if not 0 < port < 65536:
        raise InputError(f"a port must be a number from 1 to 65535, not {port}")
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    _check_free(host, port, address)
    tell(
        f"http://{_own_address()}:{port}/ (open to anyone who can reach this machine)"
        if host in EVERYWHERE
        else address
    )
    if open_browser:
        threading.Timer(1.0, webbrowser.open, (address,)).start()
    hosts = ("*",) if host in EVERYWHERE else (host,)
    app = create_app(hosts=hosts)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=STOPPING,
    )

    class Server(uvicorn.Server):
        """A server that ends all work as soon as it has to stop, so that no request delays it."""

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            super().handle_exit(sig, frame)
            threading.Thread(target=app.state.site.end, daemon=True).start()

    with suppress(KeyboardInterrupt):
        Server(config).run()


def _own_address() -> str:
    """Return the address by which other machines reach this one; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
        try:
            trial.connect(("192.0.2.1", 9))  # an address for documentation, which only selects a network
            return str(trial.getsockname()[0])
        except OSError:
            return socket.gethostname()


def _check_free(host: str, port: int, address: str) -> None:
    """Reject an address that is in use, or not one of this machine's."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as error:
            raise InputError(f"cannot serve the site at {address}: {error.strerror}") from None
