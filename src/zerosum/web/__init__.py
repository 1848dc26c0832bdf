"""The site: learn, explore and play every game in a browser.

It only handles input and display: requests, reports, plots and rounds are the same as in the command.

    serve.py       starts the site on this machine
    app.py         the application: checks of requests, errors, headers
    pages.py       the pages
    api.py         the JSON API
    documentation.py  the documentation, built or made readable on demand
    site.py        the services used by pages and API
    catalogue.py   the games and papers in the form shown on the site
    workers.py     processes that do the work, with progress and a limit
    jobs.py        the jobs of workers: an answer, a plot, a walk, a lesson, a paper
    rooms.py       a process for each game that visitors play
    play.py        the tables in such a process
    records.py     the tables on disk, and their owners
    preloaded.py   the modules imported before workers are forked
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
