"""The search of the site: games, lessons, papers, and pages of the documentation, by their words."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple

from markupsafe import Markup, escape

from zerosum import games
from zerosum.papers import PAPERS
from zerosum.web.catalogue import entry, heading
from zerosum.web.documentation import plain, source, summary, titles
from zerosum.web.lessons import LESSONS

MAX_HITS = 12
"""Largest number of results that are shown."""
MAX_EXCERPT = 180
"""Largest number of characters of an excerpt."""
PROSE = re.compile(r"[A-Za-z[*`]")
"""Matches the beginning of a paragraph of prose."""
FENCED = re.compile(r"^([`:]{3,}).*?^\1", re.MULTILINE | re.DOTALL)
"""Matches code, lists of pages and the like."""


class SearchResult(NamedTuple):
    """A page in the search results."""

    kind: str
    title: str
    address: str
    summary: str
    """A one-line description of the page, or the passage with the words searched for."""


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
        ranks += [all(word in part for word in words) for part in (title, about, whole.lower())]
        if any(ranks):
            about_it = one.summary if all(word in about for word in words) else ""
            found.append((ranks.index(True), place, one._replace(summary=about_it or _excerpt(whole, words))))
    return [one for _, _, one in sorted(found)]


def marked(text: str, words: str) -> Markup:
    """Return a text with the words searched for in bold."""
    parts = [re.escape(word) for word in sorted(words.lower().split(), key=len, reverse=True)]
    if not parts:
        return escape(text)
    pieces = re.split(f"({'|'.join(parts)})", text, flags=re.IGNORECASE)
    return Markup("").join(
        Markup("<mark>{}</mark>").format(piece) if k % 2 else escape(piece) for k, piece in enumerate(pieces)
    )


def _excerpt(text: str, words: list[str]) -> str:
    """Return the sentence of a page with most of the words, or its first one, cut to `MAX_EXCERPT` characters."""
    prose = [plain(part) for part in FENCED.sub("", text).split("\n\n") if PROSE.match(part)]
    sentences = [one for part in prose for one in re.split(r"(?<=[.:]) ", part) if len(one) > 20]
    if not sentences:
        return ""
    best = max(sentences, key=lambda one: (sum(word in one.lower() for word in words), one[-1] != ":"))
    at = min((best.lower().find(word) for word in words if word in best.lower()), default=0)
    start = 0 if len(best) <= MAX_EXCERPT or at < MAX_EXCERPT // 2 else best.rfind(" ", 0, at - 60) + 1
    cut = best[start : start + MAX_EXCERPT]
    whole = cut if start + MAX_EXCERPT >= len(best) else cut[: cut.rfind(" ")] + " …"
    return f"… {whole}" if start else whole


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
    texts = {path: source(path) for path in titles()}
    papers = [
        (
            SearchResult("paper", one.document.citation, f"/papers/{key}", ""),
            texts.pop(f"papers/{key}", ""),  # the same page in the documentation
        )
        for key, one in PAPERS.items()
    ]
    documents = [
        (SearchResult("docs", title, f"/docs/{path}.html", summary(path)), texts[path])
        for path, title in titles().items()
        if path in texts
    ]
    return (*((one, "") for one in listed), *papers, *documents)
