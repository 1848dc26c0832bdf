"""Start the site on this machine."""

from __future__ import annotations

import threading
import webbrowser
from collections.abc import Callable

from zerosum.errors import InputError

__all__ = ["serve"]


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

        from zerosum.web.app import create_app
    except ImportError as missing:
        raise InputError(f"the site needs {missing.name}: pip install 'zerosum[web]'") from None
    if not 0 < port < 65536:
        raise InputError(f"a port is a number from 1 to 65535, not {port}")
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    tell(address)
    if open_browser:
        threading.Timer(1.0, webbrowser.open, (address,)).start()
    hosts = ("*",) if host in ("0.0.0.0", "::") else (host,)
    app = create_app(hosts=hosts, gallery=True)
    uvicorn.run(app, host=host, port=port, log_level="warning", server_header=False)
