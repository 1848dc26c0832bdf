"""What a worker can be asked: plain data in, plain data out. Each is what the command does, without a terminal."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from zerosum.data import plain
from zerosum.families import arena_for, family_of
from zerosum.progress import Progress
from zerosum.request import Request, flags_of_function, request_of
from zerosum.solution import Solution
from zerosum.web.play import TableBook
from zerosum.web.walk import walked

__all__ = ["answer_jobs", "table_jobs"]

Given = Mapping[str, str]
"""Texts by the names of flags."""


def answer_jobs() -> Mapping[str, Callable[..., Any]]:
    """The jobs of a worker that answers."""
    return {"answer": answer, "picture": picture, "walk": walk}


def table_jobs() -> Mapping[str, Callable[..., Any]]:
    """The jobs of a worker at whose tables visitors play."""
    book = TableBook()
    return {"open": book.open, "act": book.act, "view": book.view, "review": book.review}


@lru_cache(maxsize=32)
def _solved(name: str, given: tuple[tuple[str, str], ...], progress: Progress) -> tuple[Request, Solution]:
    request = request_of(name, dict(given))
    return request, request.solve(progress)


def _solution(progress: Progress, game: str, given: Given) -> tuple[Request, Solution]:
    """The request and the whole game's solution, which is kept for its other positions."""
    kind_flags = _position_flags(game)
    whole = tuple(sorted((name, text) for name, text in given.items() if name not in kind_flags))
    _, solution = _solved(game, whole, progress)
    return request_of(game, given), solution


def _position_flags(game: str) -> set[str]:
    from zerosum.request import flag_groups, load_game

    return {flag.name for flag in flag_groups(load_game(game))["position"]}


def answer(progress: Progress, game: str, given: Given) -> dict[str, Any]:
    """The solution as data, and its report."""
    request, whole = _solution(progress, game, given)
    solution = whole.at(**request.position) if request.position else whole
    report = solution.report()
    return {
        "solution": solution.json(),
        "report": {
            "title": report.title,
            "value": report.value,
            "tables": [
                {"title": table.title, "columns": list(table.columns), "rows": table.cells()}
                for table in report.tables
            ],
            "notes": list(report.notes),
            "footer": report.footer,
        },
        "command": " ".join(("zerosum", "solve", *request.typed)),
    }


def picture(progress: Progress, game: str, given: Given) -> str:
    """The picture as SVG."""
    import matplotlib

    matplotlib.use("Agg")
    draw = family_of(_kind(game)).drawer()
    own = {flag.name: flag for flag in flags_of_function(draw)}
    request, whole = _solution(progress, game, {key: text for key, text in given.items() if key not in own})
    solution = whole.at(**request.position) if request.position else whole
    options = {name: own[name].value(text) for name, text in given.items() if name in own}
    figure, text = draw(solution, **options), io.StringIO()
    figure.savefig(text, format="svg", bbox_inches="tight")
    return text.getvalue()


def walk(progress: Progress, game: str, given: Given, path: str) -> dict[str, Any]:
    """A position that was walked to, move by move: its value, both mixes, and what each move is worth."""
    request, whole = _solution(progress, game, given)
    return plain(walked(arena_for(request.game, lambda: whole), path))


def _kind(game: str) -> Any:
    from zerosum.request import load_game

    return load_game(game)
