"""Start the site on this machine."""

from __future__ import annotations

import importlib
import socket
import threading
import webbrowser
from collections.abc import Callable

from zerosum.core.errors import InputError

EVERYWHERE = ("0.0.0.0", "::")
"""Addresses that mean all of this machine's."""


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    open_browser: bool = False,
    tell: Callable[[str], None] = lambda address: None,
) -> None:
    """Serve until Ctrl-C; `tell` is given the address, once nothing is wrong with it."""
    try:
        import uvicorn

        importlib.import_module("python_multipart")  # fastapi asks for it late, with a traceback
        from zerosum.web.app import create_app
    except ImportError as missing:
        raise InputError(f"the site needs {missing.name}: pip install 'zerosum[web]'") from None
    if not host.strip():
        raise InputError(
            "an empty host would let everybody in; say 0.0.0.0 if that is meant, or an address of this machine"
        )
    if not 0 < port < 65536:
        raise InputError(f"a port is a number from 1 to 65535, not {port}")
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    _check_free(host, port, address)
    tell(address if host not in EVERYWHERE else f"{address}, for everybody who can reach this machine")
    if open_browser:
        threading.Timer(1.0, webbrowser.open, (address,)).start()
    hosts = ("*",) if host in EVERYWHERE else (host,)
    app = create_app(hosts=hosts, gallery=True)
    uvicorn.run(app, host=host, port=port, log_level="warning", server_header=False)


def _check_free(host: str, port: int, address: str) -> None:
    """Refuse an address that is taken, or is none of this machine's."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as error:
            raise InputError(f"the site cannot be served at {address}: {error.strerror}") from None
