"""The search of the site: games, lessons, papers, and pages of the documentation, by their words."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from typing import NamedTuple

from zerosum import games
from zerosum.papers import PAPERS
from zerosum.web.catalogue import entry, heading
from zerosum.web.documentation import source, summary, titles
from zerosum.web.lessons import LESSONS

MAX_HITS = 12
"""Largest number of results."""


class SearchResult(NamedTuple):
    """A page in the search results."""

    kind: str
    title: str
    address: str
    summary: str
    """A one-line description of the page."""


def find(text: str) -> list[SearchResult]:
    """Return the pages with all words of a text: first those whose titles begin with it, then pages with the words
    elsewhere in the title, in the description, or in the text of the documentation.
    """
    text = text.strip().lower()
    words = text.split()
    if not words:
        return []
    found = []
    for place, (one, whole) in enumerate(_pages()):
        title, about = one.title.lower(), f"{one.title} {one.summary} {one.address} {one.kind}".lower()
        ranks = [title.startswith(text)]
        ranks += [all(word in part for word in words) for part in (title, about, whole)]
        if any(ranks):
            found.append((ranks.index(True), place, one))
    return [one for _, _, one in sorted(found)[:MAX_HITS]]


def similar(word: str) -> list[SearchResult]:
    """Return the pages whose name in the address is similar to this name."""
    names = {one.address.rpartition("/")[2].removesuffix(".html"): one for one, _ in reversed(_pages())}
    return [names[name] for name in get_close_matches(word, names)]


@cache
def _pages() -> tuple[tuple[SearchResult, str], ...]:
    """Return all searchable pages, each with its text if it is documentation."""
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
    documents = [
        (SearchResult("docs", title, f"/docs/{path}.html", summary(path)), source(path).lower())
        for path, title in titles().items()
    ]
    return (*((one, "") for one in listed), *documents)
