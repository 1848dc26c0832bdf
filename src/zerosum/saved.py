"""A solution as a file, and back: what the solver found is kept, and what the rules say is asked of them again.

The file is JSON of a version of its own: the game with its parameters (and the files that it was read from), the
method, and every number without a loss, a fraction as "-1/18" and a float as "0x1.8p-1"; a checksum guards all of it.
Loading runs the rules, so that positions and information sets have their places again, and solves nothing.

Staged and hidden games are saved. The tables of trick games are kept by the store; for the other models, whose
solutions are found faster than a file is read, `zerosum certify` writes a proof.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from zerosum.certificates import document, rules
from zerosum.certificates.numbers import number, numbers, text, texts
from zerosum.data import Json
from zerosum.errors import InputError, Unavailable
from zerosum.models.game import Game
from zerosum.models.hidden_form import discover as discover_sets
from zerosum.numerics.rational import Number
from zerosum.progress import silent
from zerosum.reading import read_text
from zerosum.sides import SIDES
from zerosum.solution import Solution, Value
from zerosum.solvers.hidden.bilinear import bilinear
from zerosum.solvers.hidden.plan import Plan
from zerosum.solvers.hidden.solution import solution_of
from zerosum.solvers.staged.graph import discover
from zerosum.solvers.staged.layout import lay_out
from zerosum.solvers.staged.solution import Solved, whole_solution

__all__ = ["FORMAT", "load_solution", "save"]

FORMAT = "zerosum solution 1"

MOST_POSITIONS = 50_000_000


def save(solution: Solution, path: str | Path) -> None:
    """Write a solution, the whole of it, into a file."""
    kind = _kind(solution.game)
    content = {
        "format": FORMAT,
        "game": {**rules.written(solution.game), "title": solution.game.title, "model": solution.game.model},
        "method": solution.method,
        "seconds": solution.seconds,
        "numbers": kind.write(solution),
    }
    sealed = {**content, "sha256": document.digest(content)}
    Path(path).write_text(document.render(sealed), encoding="utf-8")


def load_solution(path: str | Path, rules_of: type[Game] | None = None) -> Solution:
    """The solution in a file, at the start of its game; `rules_of` is the class of a game of no catalogue.

    >>> zerosum.solve("inspection").save("inspection.json")
    >>> zerosum.load_solution("inspection.json").value == zerosum.solve("inspection").value
    True
    """
    content = _read(Path(path))
    try:
        with rules.made(content["game"], rules_of) as game:
            return _kind(game).read(game, content)
    except (KeyError, TypeError, IndexError, ValueError) as error:
        raise InputError(f"{path} does not fit its game's rules: {type(error).__name__} {error}") from error


def _read(path: Path) -> Json:
    """What a file says, if it is of this version and whole."""
    try:
        content = json.loads(read_text(path))
    except ValueError:
        content = None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f"{path} is no saved solution, or one of another version: it is not {FORMAT!r}")
    if content.get("sha256") != document.digest(content):
        raise InputError(f"{path} is damaged: its checksum does not hold")
    return content


@dataclass(frozen=True)
class Kind:
    """How the solutions of one model are written and read."""

    write: Callable[[Any], Json]
    read: Callable[[Any, Json], Solution]


def _kind(game: Game) -> Kind:
    kinds = {"staged": Kind(_write_staged, _read_staged), "hidden": Kind(_write_hidden, _read_hidden)}
    if game.model not in kinds:
        instead = (
            "the store keeps its tables" if game.model == "tricks" else "zerosum certify writes its proof"
        )
        raise Unavailable(f"solutions of {game.model} games are not saved as files; {instead}")
    return kinds[game.model]


STAGED = ("lower", "upper", "row_mix", "col_mix")


def _write_staged(solution: Any) -> Json:
    return {name: texts(_plain(getattr(solution.solved, name))) for name in STAGED}


def _read_staged(game: Any, content: Json) -> Solution:
    found = {name: numbers(content["numbers"][name]) for name in STAGED}
    graph = discover(game, exact=_exact(found["lower"]), limit=MOST_POSITIONS, progress=silent)
    layout = lay_out(graph)
    sizes = len(graph.positions), int(layout.row_first[-1]), int(layout.col_first[-1])
    if (len(found["lower"]), len(found["row_mix"]), len(found["col_mix"])) != sizes:
        raise ValueError("there are not as many numbers as positions and moves")
    solved = Solved(graph, layout, **{name: _array(one) for name, one in found.items()})
    return whole_solution(
        game, solved, method=content["method"], seconds=content["seconds"], rules_seconds=0.0
    )


def _write_hidden(solution: Any) -> Json:
    plans = {
        side: {"reach": texts(_plain(plan.reach)), "spare": [int(k) for k in plan.spare]}
        for side, plan in solution.plans.items()
    }
    pure = {side: texts(map(float, ends)) for side, ends in solution.pure.items()}
    value = solution.value
    return {"lower": text(value.lower), "upper": text(value.upper), "plans": plans, "pure": pure}


def _read_hidden(game: Any, content: Json) -> Solution:
    said = content["numbers"]
    form = discover_sets(game)
    trees = bilinear(form)
    plans = {side: _plan(trees.of(side), said["plans"][side]) for side in SIDES}
    value = Value(number(said["lower"]), number(said["upper"]))
    pure = {side: _pair(said["pure"][side]) for side in SIDES if side in said["pure"]}
    return solution_of(game, form, value, plans, content["method"], content["seconds"], pure)


def _plan(tree: Any, said: Json) -> Plan:
    reach, spare = numbers(said["reach"]), np.array(said["spare"], np.int64)
    if len(reach) != tree.sequences or len(spare) != len(tree.parent):
        raise ValueError("there are not as many numbers as sequences and information sets")
    return Plan(tree, [int(x) for x in reach] if _exact(reach) else np.array(reach, np.float64), spare)


def _pair(said: list[str]) -> tuple[float, float]:
    found, bound = numbers(said)
    return float(found), float(bound)


def _plain(xs: Any) -> Any:
    """Python's own numbers."""
    return xs.tolist() if isinstance(xs, np.ndarray) else xs


def _exact(found: list[Number]) -> bool:
    return isinstance(found[0], Fraction)


def _array(found: list[Number]) -> Any:
    """Fractions stay a list, floats become an array."""
    return found if not found or _exact(found) else np.array(found, np.float64)
