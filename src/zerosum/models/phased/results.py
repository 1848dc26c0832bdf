"""How often each payment comes in a game of two phases when both play step strategies, in fractions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES
from zerosum.models.betting.steps import StepStrategy
from zerosum.models.phased.reply import reaches
from zerosum.models.phased.rules import PhasedGame
from zerosum.numerics.piecewise import Piecewise

__all__ = ["results"]


def results(
    game: PhasedGame, steps: Mapping[str, StepStrategy], after: tuple[str, ...] = ()
) -> dict[Number, Number]:
    """The probability of each payment to row, of plays that begin with these actions."""
    found: dict[Number, Number] = defaultdict(Fraction)
    one = Piecewise.constant(Fraction(1))
    first = {side: reaches(game.form.first, side, one, steps) for side in SIDES}
    ends = [(leaf, first["row"][leaf.row], first["col"][leaf.col]) for leaf in game.form.folds]
    for gate in game.form.gates:
        later = {
            side: reaches(gate.form, side, game.score.density(first[side][gate.leaf.sequence(side)]), steps)
            for side in SIDES
        }
        ends += [(leaf, later["row"][leaf.row], later["col"][leaf.col]) for leaf in gate.form.leaves]
    for leaf, row, col in ends:
        if leaf.history[: len(after)] == after:
            both = row.whole() * col.whole()
            higher = row.times(col.integral()).whole() if leaf.stake else both
            found[leaf.constant + leaf.stake] += higher
            found[leaf.constant - leaf.stake] += both - higher
    return {paid: p for paid, p in sorted(found.items()) if p}
