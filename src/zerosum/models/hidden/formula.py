"""The value of a hidden game as a formula in one of its parameters."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Annotated

from zerosum.core.errors import InputError
from zerosum.core.game import Game
from zerosum.core.limits import HOUR
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side
from zerosum.formulas.answer import Formula, MixRule, Named, OptimalExtremePoints, Rule, assemble
from zerosum.formulas.line import GameLine
from zerosum.formulas.map_answer import PlaneLocal
from zerosum.formulas.reading import Shaped, read_numbers
from zerosum.formulas.tracked import ParameterPath, function_of
from zerosum.models.hidden.form import HiddenForm
from zerosum.models.hidden.rules import HiddenGame
from zerosum.models.hidden.search import discover
from zerosum.models.hidden.solve.bilinear import bilinear_game
from zerosum.models.hidden.solve.parametric import (
    Built,
    FormulaReaches,
    ParametricProgram,
    plane_local,
    require_budget_for_formula,
)
from zerosum.numerics.functions import RationalFunction
from zerosum.numerics.plane import PlaneFunction
from zerosum.numerics.roots import Point
from zerosum.numerics.trace import trace

MAX_HISTORIES = 200_000
"""Maximum number of histories of a game for which a formula is computed."""
MAX_SETS = 300
"""Maximum number of decisions, counted for all hands, of a game for which a map is drawn."""


def formula(
    line: GameLine[HiddenGame],
    *,
    progress: Progress = silent,
    pieces: Annotated[int, "maximum number of pieces"] = 1000,
) -> Formula:
    """Return the value and both strategies as rational functions of the parameter, piece by piece."""
    began = time.perf_counter()
    forms: dict[Fraction, HiddenForm] = {}

    def build(t: Fraction) -> Built:
        form = forms.setdefault(t, discover(line.make(t), progress=_reject_many))
        game = bilinear_game(form)
        return game.program, game.against_uniform

    require_budget_for_formula(build(line.points(4)[1])[0])
    reading = read_numbers(line, _numbers)
    program = ParametricProgram(build, line, reading)
    form = next(iter(forms.values()))
    rules = partial(rules_of, form, letter=line.letter)
    return formula_of_program(line, program, rules, began, pieces, progress, proved=reading.proved)


def formula_of_program(
    line: GameLine[Game],
    program: ParametricProgram,
    rules: Callable[[FormulaReaches], tuple[Rule, ...]],
    began: float,
    pieces: int,
    progress: Progress,
    *,
    proved: bool,
) -> Formula:
    """Return the formula of a sequence form with a parameter; `rules` converts reaches to strategies."""
    found = trace(program.local, line.low, line.high, most=pieces, progress=progress, longest=HOUR)

    def answer(reaches: FormulaReaches) -> tuple[RationalFunction, tuple[Rule, ...]]:
        return reaches.value, rules(reaches)

    def family(t: Fraction, low: Point | float, high: Point | float) -> OptimalExtremePoints:
        return {
            side: [tuple(rule for rule in rules(reaches) if rule.side == side) for reaches in extreme_points]
            for side, extreme_points in program.extreme_points(t, low, high).items()
        }

    return assemble(line, found, answer, began, proved=proved, family=family)


def _reject_many(done: int, total: int, unit: str) -> None:
    """Raise an error if a game is far too large to lay out."""
    if total > MAX_HISTORIES:
        raise InputError(
            f"formulas are available for games with at most {MAX_HISTORIES:,} histories; choose a smaller "
            f"game or deck, or solve it for single values of the parameter"
        )


def _numbers(game: HiddenGame) -> Shaped:
    """Return the structure of the tree, which must not change with the parameter, and the weights of its leaves."""
    form = discover(game, progress=silent)
    shape = [
        (tuple(sets.parent), tuple(sets.first), tuple(map(len, sets.moves))) for sets in map(form.of, SIDES)
    ]
    row, col, places = (column.tolist() for column in form.ends)
    return Shaped((shape, row, col), form.weights, places)


def plane_formula(
    game: HiddenGame, followed: HiddenGame, path: ParameterPath[PlaneFunction]
) -> PlaneLocal | None:
    """Return the value around a point as a function of two parameters, and the conditions under which this function
    is the value.
    """
    form = discover(game, progress=_reject_many)
    if (sets := sum(len(form.of(side)) for side in SIDES)) > MAX_SETS:
        raise InputError(
            f"maps are available for games with at most {MAX_SETS} decisions, but this one has {sets:,}; "
            f"keep only one parameter as a variable, or choose a smaller game"
        )
    weights = [function_of(weight, path) for weight in discover(followed, progress=silent).weights]
    if len(weights) != len(form.weights):  # two weights happen to be equal at this point
        return None
    return plane_local(form, weights)


def rules_of(form: HiddenForm, reaches: FormulaReaches, letter: str) -> tuple[Rule, ...]:
    """Return both players' strategies at each information set that their own moves reach."""
    rules: list[Rule] = []
    for side in SIDES:
        sets, reach = form.of(side), reaches.row if side == "row" else reaches.col
        for i in range(len(sets)):
            known = form.names[side][i]
            rule = mix_rule(
                side,
                f"after {known}" if known != "start" else "",
                [str(move) for move in sets.moves[i]],
                reach[sets.parent[i]],
                reach[sets.first[i] : sets.first[i] + len(sets.moves[i])],
                letter,
            )
            if rule is not None:
                rules.append(rule)
    return tuple(rules)


def mix_rule(
    side: Side,
    place: str,
    moves: list[str],
    parent: RationalFunction,
    reach: list[RationalFunction],
    letter: str,
) -> MixRule | None:
    """Return the mix from the reaches of moves; None if the player never reaches the set."""
    if not parent or len(moves) < 2:
        return None
    mix = {move: Named(part / parent, letter) for move, part in zip(moves, reach, strict=True) if part}
    return MixRule(side, place, mix)
