"""`zerosum serve`: the site, on this machine."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

__all__ = ["serve"]


def serve(
    *,
    host: Annotated[str, Parameter(help="where to listen; the default lets nobody else in")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="the port to listen at")] = 8000,
    open: Annotated[bool, Parameter(help="open the site in a browser", negative=())] = False,
) -> None:
    """Serve the site: every game to learn, explore and play in a browser."""
    from rich.console import Console

    from zerosum.web.serve import serve as run

    def tell(address: str) -> None:
        Console(highlight=False).print(f"the site is at {address} (Ctrl-C to stop)", markup=False)

    run(host, port, open_browser=open, tell=tell)
