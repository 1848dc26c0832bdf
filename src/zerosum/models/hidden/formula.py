"""The value of a hidden game as a formula in one of its parameters."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Annotated

from zerosum.core.errors import InputError
from zerosum.core.limits import HOUR
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side
from zerosum.formulas.answer import Formula, MixRule, Named, OptimalCorners, Rule, assemble
from zerosum.formulas.line import GameLine
from zerosum.formulas.reading import Shaped, read_numbers
from zerosum.formulas.regions import PlaneLocal
from zerosum.formulas.tracked import ParameterPath, function_of
from zerosum.models.hidden.form import HiddenForm, words
from zerosum.models.hidden.rules import HiddenGame
from zerosum.models.hidden.search import discover
from zerosum.models.hidden.solve.bilinear import bilinear_game
from zerosum.models.hidden.solve.parametric import Built, FormulaReaches, ParametricProgram, afford_formula
from zerosum.models.hidden.solve.plane import plane_local
from zerosum.numerics.functions import RationalFunction
from zerosum.numerics.plane import PlaneFunction
from zerosum.numerics.roots import Point
from zerosum.numerics.trace import trace

MOST_HISTORIES = 200_000
"""Formulas are not looked for in games with more histories."""
MOST_SETS = 300
"""Maps are not drawn of games with more decisions, those of all hands counted."""


def formula(
    line: GameLine[HiddenGame],
    *,
    progress: Progress = silent,
    pieces: Annotated[int, "maximum number of pieces"] = 1000,
) -> Formula:
    """The value and both strategies as rational functions of the parameter, piece by piece."""
    began = time.perf_counter()
    forms: dict[Fraction, HiddenForm] = {}

    def build(t: Fraction) -> Built:
        form = forms.setdefault(t, discover(line.make(t), progress=_refuse_many))
        game = bilinear_game(form)
        return game.program, game.against_uniform

    afford_formula(build(line.points(4)[1])[0])
    reading = read_numbers(line, _numbers)
    program = ParametricProgram(build, line, reading)
    found = trace(program.local, line.low, line.high, most=pieces, progress=progress, longest=HOUR)
    form = next(iter(forms.values()))

    def answer(reaches: FormulaReaches) -> tuple[RationalFunction, tuple[Rule, ...]]:
        return reaches.value, rules_of(form, reaches, line.letter)

    def family(t: Fraction, low: Point | float, high: Point | float) -> OptimalCorners:
        return {
            side: [tuple(rule for rule in answer(reaches)[1] if rule.side == side) for reaches in corners]
            for side, corners in program.corners(t, low, high).items()
        }

    return assemble(line, found, answer, began, proved=reading.proved, family=family)


def _refuse_many(done: int, total: int, unit: str) -> None:
    """Stop laying out a game that is much too large."""
    if total > MOST_HISTORIES:
        raise InputError(
            f"formulas are for games with at most {MOST_HISTORIES:,} histories, and this one has more; choose a "
            "smaller game or deck, or solve it for single values"
        )


def _numbers(game: HiddenGame) -> Shaped:
    """The tree, which must not change with the parameter, and the weights of its ends."""
    form = discover(game, progress=silent)
    shape = [
        (tuple(sets.parent), tuple(sets.first), tuple(map(len, sets.moves))) for sets in map(form.of, SIDES)
    ]
    return (shape, [column.tolist() for column in form.ends]), form.weights


def plane_formula(
    game: HiddenGame, followed: HiddenGame, path: ParameterPath[PlaneFunction]
) -> PlaneLocal | None:
    """The value around a point, as a function of two parameters, and the conditions under which it holds."""
    form = discover(game, progress=_refuse_many)
    if (sets := sum(len(form.of(side)) for side in SIDES)) > MOST_SETS:
        raise InputError(
            f"maps are for games with at most {MOST_SETS} decisions, and this one has {sets:,}; keep one parameter "
            "as a variable, or choose a smaller game"
        )
    weights = [function_of(weight, path) for weight in discover(followed, progress=silent).weights]
    if len(weights) != len(form.weights):  # two weights are equal by chance at this point
        return None
    return plane_local(form, weights)


def rules_of(form: HiddenForm, reaches: FormulaReaches, letter: str) -> tuple[Rule, ...]:
    """What both players do at each information set that their own moves lead to."""
    rules: list[Rule] = []
    for side in SIDES:
        sets, reach = form.of(side), reaches.row if side == "row" else reaches.col
        for i in range(len(sets)):
            known = words(form.seen(side, i))
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
    """The probabilities of moves from the reaches of their sequences; None where the player never comes."""
    if not parent or len(moves) < 2:
        return None
    mix = {move: Named(part / parent, letter) for move, part in zip(moves, reach, strict=True) if part}
    return MixRule(side, place, mix)
