"""Start the site on this machine."""

from __future__ import annotations

import threading
import webbrowser

from zerosum.errors import InputError

__all__ = ["serve"]


def serve(host: str = "127.0.0.1", port: int = 8000, *, open_browser: bool = False) -> None:
    """Serve until Ctrl-C."""
    try:
        import uvicorn

        from zerosum.web.app import create_app
    except ImportError as missing:
        raise InputError(f"the site needs {missing.name}: pip install 'zerosum[web]'") from None
    if not 0 < port < 65536:
        raise InputError(f"a port is a number from 1 to 65535, not {port}")
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    if open_browser:
        threading.Timer(1.0, webbrowser.open, (address,)).start()
    hosts = ("*",) if host in ("0.0.0.0", "::") else (host,)
    app = create_app(hosts=hosts, gallery=True)
    uvicorn.run(app, host=host, port=port, log_level="warning", server_header=False)
