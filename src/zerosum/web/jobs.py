"""What a worker can be asked: plain data in, plain data out. Each is what the command does, without a terminal."""

from __future__ import annotations

import io
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from zerosum.data import Json, plain
from zerosum.errors import Unavailable
from zerosum.families import arena_for, family_of
from zerosum.progress import Progress
from zerosum.request import Request, flag_groups, flags_of_function, load_game, request_of
from zerosum.solution import Solution
from zerosum.web.play import TableBook

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


SOLVED: OrderedDict[object, Solution] = OrderedDict()
"""The last solutions of this worker, for who asks for another position or for a picture."""
MOST_SOLVED = 32


def _solution(progress: Progress, game: str, given: Given) -> tuple[Request, Solution]:
    """The request, and the whole game's solution, which is kept for its other positions."""
    request, elsewhere = request_of(game, given), _position_flags(game)
    key = (game, tuple(sorted((name, text) for name, text in given.items() if name not in elsewhere)))
    if key not in SOLVED:
        SOLVED[key] = request.solve(progress)
        while len(SOLVED) > MOST_SOLVED:
            SOLVED.popitem(last=False)
    return request, SOLVED[key]


def _position_flags(game: str) -> set[str]:
    return {flag.name for flag in flag_groups(load_game(game))["position"]}


def answer(progress: Progress, game: str, given: Given) -> Json:
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
    draw = family_of(load_game(game)).drawer()
    own = {flag.name: flag for flag in flags_of_function(draw)}
    request, whole = _solution(progress, game, {key: text for key, text in given.items() if key not in own})
    solution = whole.at(**request.position) if request.position else whole
    options = {name: own[name].value(text) for name, text in given.items() if name in own}
    figure, text = draw(solution, **options), io.StringIO()
    figure.savefig(text, format="svg", bbox_inches="tight")
    return text.getvalue()


def walk(progress: Progress, game: str, given: Given, path: str) -> Json:
    """A position that was walked to, move by move: its value, both mixes, and what each move is worth."""
    request, whole = _solution(progress, game, given)
    from zerosum.web.walk import walked

    try:
        found: Json = plain(walked(arena_for(request.game, lambda: whole), path))
    except Unavailable as reason:
        return {"reason": str(reason)}
    return found
