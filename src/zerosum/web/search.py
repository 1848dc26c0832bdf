"""The search of the site: games, lessons, papers, and pages of the documentation, by their words."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from zerosum import games
from zerosum.papers import PAPERS
from zerosum.web.catalogue import entry, heading
from zerosum.web.documentation import titles
from zerosum.web.lessons import LESSONS

MAX_HITS = 12
"""Largest number of results."""


class SearchResult(NamedTuple):
    """A page in the search results."""

    kind: str
    title: str
    address: str
    summary: str
    """One line about it."""


def find(text: str) -> list[SearchResult]:
    """Return the pages with all words of a text: first those whose titles begin with it, then other titles,
    then the rest.
    """
    text = text.strip().lower()
    words = text.split()
    if not words:
        return []
    found = []
    for place, one in enumerate(_pages()):
        title, whole = one.title.lower(), f"{one.title} {one.summary} {one.address} {one.kind}".lower()
        if all(word in whole for word in words):
            rank = 0 if title.startswith(text) else 1 if all(word in title for word in words) else 2
            found.append((rank, place, one))
    return [one for _, _, one in sorted(found)[:MAX_HITS]]


@cache
def _pages() -> tuple[SearchResult, ...]:
    """Return all searchable pages."""
    listed = [
        SearchResult("game", heading(entry(name).title)[0], f"/games/{name}", kind.summary)
        for name, kind in games.CATALOG.items()
    ]
    listed += [
        SearchResult("lesson", one.title, f"/lessons/{name}", one.summary) for name, one in LESSONS.items()
    ]
    listed += [
        SearchResult("paper", one.document.citation, f"/papers/{key}", "") for key, one in PAPERS.items()
    ]
    return (
        *listed,
        *(SearchResult("docs", title, f"/docs/{path}.html", "") for path, title in titles().items()),
    )
