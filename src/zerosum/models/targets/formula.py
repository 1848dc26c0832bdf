"""The value of a target game as a formula in a parameter of its distribution.

The distribution of the targets has finitely many values, as in values(1, 2, b) or values(1:b, 5:1). At a value of the
parameter each state and each target is a matrix game with an optimal kernel, which gives the value as a rational
function (`zerosum.matrix.parametric`); the value of a state is the mean over the targets. States are taken in order,
the last stage first. All kernels stay optimal as long as their conditions hold, and the targets as long as they keep
their order.

A distribution is read from text, so its numbers are interpolated from values near the parameter's; this step is not
proved, and the formula says so.
"""

from __future__ import annotations

import time
from fractions import Fraction
from itertools import pairwise
from typing import Annotated

from zerosum.core.errors import InputError, Unavailable
from zerosum.core.game import Position
from zerosum.core.limits import check_deadline, require_budget
from zerosum.core.numbers import as_fraction
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES
from zerosum.formulas.answer import Formula, MixRule, Named, Rule, assemble
from zerosum.formulas.line import GameLine
from zerosum.matrix.parametric import Mixes, function_kernel
from zerosum.models.targets.rules import TargetGame
from zerosum.numerics.functions import RationalFunction, function_from_values
from zerosum.numerics.trace import Local, trace

VALUES_READ = 6
"""Number of nearby parameter values at which the distribution is read; two of them are checks."""

SECONDS = 0.05
"""Approximate time for a state with its targets; the degrees grow with the number of stages."""

Atoms = list[tuple[RationalFunction, RationalFunction]]
"""Targets and their probabilities, for one stage."""

LocalSolution = tuple[RationalFunction, Atoms, list[Mixes]]
"""The value from the start, the first stage's targets, and both strategies for each of them."""


def formula(
    line: GameLine[TargetGame],
    *,
    progress: Progress = silent,
    pieces: Annotated[int, "maximum number of pieces"] = 200,
) -> Formula:
    """Return the value and the strategies at the first target as rational functions of the parameter, piece by
    piece."""
    began = time.perf_counter()
    game = line.make(line.points(4)[1])
    stages = game.stages_left(game.start)
    lay_out(game)
    states = [list(layer.states) for layer in game.layers()]
    count = sum(map(len, states)) * max(len(game.target(left).exact) for left in range(1, stages + 1))
    require_budget(f"a formula with {count:,} matrix games", seconds=SECONDS * count * stages)

    payments = _payments(game, states)
    for t in line.points(4):
        if _payments(line.make(t), states) != payments:
            raise InputError(
                "formulas of target games need a parameter of the distribution; the payments must not depend on it"
            )

    def local(t: Fraction) -> Local[LocalSolution] | None:
        distributions = _distributions_near(line, t, stages)
        if distributions is None:
            return None
        conditions = [p for distribution in distributions for _, p in distribution]
        conditions += [
            two[0] - one[0] for distribution in distributions for one, two in pairwise(distribution)
        ]
        known: dict[Position, RationalFunction] = {}
        mixes: list[Mixes] = []
        done = 0
        for distribution, layer in zip(distributions, states, strict=True):
            found: dict[Position, RationalFunction] = {}
            for state in layer:
                mixes, value = [], RationalFunction.of(0)
                for x, p in distribution:
                    check_deadline()
                    progress(done, count, "matrix games")
                    done += 1
                    one = _at_target(game, state, x, known, t)
                    if one is None:
                        return None
                    conditions += one.conditions
                    mixes.append(one.answer)
                    value = value + p * one.answer[0]
                found[state] = value
                if state == game.start:
                    return Local((value, distribution, mixes), conditions)
            known = found
        raise InputError(
            "no target can be won in this game, so its value is 0 for every distribution; use more cards"
        )

    found = trace(local, line.low, line.high, most=pieces, progress=progress)
    rows, cols = game.moves(game.start)

    def answer(one: LocalSolution) -> tuple[RationalFunction, tuple[Rule, ...]]:
        value, distribution, mixes = one
        rules: list[Rule] = []
        for (x, _), mix in zip(distribution, mixes, strict=True):
            for side, part, moves in zip(SIDES, mix[1:], (rows, cols), strict=True):
                named = {str(m): Named(p, line.letter) for m, p in zip(moves, part, strict=True) if p}
                rules.append(MixRule(side, f"at a target worth {x.text(line.letter)}", named))
        return value, tuple(rules)

    return assemble(line, found, answer, began, proved=False)


def _payments(game: TargetGame, states: list[list[Position]]) -> list[object]:
    """Return the payments of all moves at all states, and the next states."""
    return [
        game.play(state, row, col)
        for layer in states
        for state in layer
        for row in game.moves(state)[0]
        for col in game.moves(state)[1]
    ]


def _distributions_near(line: GameLine[TargetGame], t: Fraction, stages: int) -> list[Atoms] | None:
    """Return the distribution of each stage near t, the last stage first; None if two targets coincide there."""
    low, high = line.low, line.high
    room = min([Fraction(1)] + [abs(end - t) for end in (low, high) if end is not None]) / 2**20
    points = [t + k * room for k in range(VALUES_READ)]
    found = []
    for left in range(1, stages + 1):
        distributions = [line.make(point).target(left).exact for point in points]
        if len({len(distribution) for distribution in distributions}) > 1:
            return None
        atoms: Atoms = []
        for column in zip(*distributions, strict=True):
            x, p = (function_from_values(points, [pair[k] for pair in column]) for k in (0, 1))
            if x is None or p is None:
                raise InputError("the distribution is not a rational function of low degree in the parameter")
            atoms.append((x, p))
        found.append(atoms)
    return found


def _at_target(
    game: TargetGame,
    state: Position,
    x: RationalFunction,
    known: dict[Position, RationalFunction],
    t: Fraction,
) -> Local[Mixes] | None:
    """Return the value and both strategies at a state, for one target."""
    rows, cols = game.moves(state)
    entries = []
    for row in rows:
        line = []
        for col in cols:
            (c, d), following = game.play(state, row, col)
            after = known.get(following, RationalFunction.of(0))
            line.append(after + as_fraction(c) + x * as_fraction(d))
        entries.append(line)
    return function_kernel(entries, t)


def lay_out(game: TargetGame) -> None:
    """Reject a game with a distribution that is not a list of exact values and probabilities."""
    for left in range(1, game.stages_left(game.start) + 1):
        distribution = game.target(left)
        if distribution.exact:
            continue
        reason = (
            f"the numbers of a distribution such as {distribution} are known in floats only"
            if distribution.is_finite
            else f"integrals over a distribution such as {distribution} contain logarithms or powers of e"
        )
        raise Unavailable(
            "formulas need a distribution with finitely many values, such as values(1,2,b), values(1:b,5:1) or "
            f"point(b), since {reason}; if b only scales the distribution, as in uniform(0,b) and exponential(b), "
            "the value is b times the value for b = 1, which you can find with solve"
        )
