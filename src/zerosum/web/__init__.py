"""The site: learn, explore and play every game in a browser.

It only asks and shows: requests, reports, pictures and rounds are those of the command.

    serve.py       starts the site on this machine
    app.py         the application: what a request may be, errors, headers
    pages.py       the pages
    api.py         the JSON API
    documentation.py  the documentation, built or made readable on demand
    site.py        what pages and API ask for
    catalogue.py   the games and papers as the site offers them
    workers.py     processes that do the work, with progress and a limit
    jobs.py        what workers can be asked: an answer, a picture, a walk, a lesson, a paper
    rooms.py       a process for each game that visitors play
    play.py        the tables in such a process
    records.py     the tables on disk, and who owns them
    preloaded.py   what workers import before they are forked
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zerosum.web.serve import serve

if TYPE_CHECKING:
    from zerosum.web.app import create_app

__all__ = ["create_app", "serve"]


def __getattr__(name: str) -> object:
    """Return the application, imported on demand, so that `serve` can report missing packages in a sentence."""
    if name != "create_app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from zerosum.web.app import create_app

    return create_app
