"""The consequences of step strategies in a game of two phases: reaches, the distribution of payments, and best
responses.

Against step strategies the opponent's reach of a leaf in the second phase has a piecewise polynomial density of the
score. The EV of the player's score at the leaf is an integral of this density. The EV of a turn is the maximum of
several of these functions, and the EV of a first number in the second phase is a mean of such maxima. All of them are
piecewise polynomials, so the response is found in fractions. Only if a response changes at irrational points is its
EV replaced by an upper bound, which is accurate to about 1e-14.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.continuum.engines.phased.rules import PhasedGame
from zerosum.models.continuum.form import BettingForm, Leaf, StepStrategy
from zerosum.numerics.piecewise import Piecewise, fractions, largest


@dataclass
class PhasedResponse:
    """A best response's EV, and its actions at each turn."""

    player: Side
    ev: Fraction = Fraction(0)
    """At least the EV of every strategy."""
    steps: dict[str, StepStrategy] = field(default_factory=dict)
    """The response, by the names of the responder's turns."""
    worth: dict[str, list[Piecewise]] = field(default_factory=dict)
    """The EV of each action of a turn with each number, times the opponent's reach of the turn."""
    reached: dict[str, Fraction] = field(default_factory=dict)
    """The opponent's reach of each turn."""


def best_response(game: PhasedGame, steps: Mapping[str, StepStrategy], player: Side) -> PhasedResponse:
    """Return a player's best response to the other's step strategy."""
    response, foe, form = PhasedResponse(player), other(player), game.form
    reach = reaches(form.first, foe, Piecewise.constant(Fraction(1)), steps)
    worth = PhaseWorth(form.first, response, reach)
    for leaf in form.folds:
        worth.add_leaf(leaf)
    for gate in form.gates:
        density = game.score.density(reach[gate.leaf.sequence(foe)])
        inner = PhaseWorth(gate.form, response, reaches(gate.form, foe, density, steps))
        for leaf in gate.form.leaves:
            inner.add_leaf(leaf)
        worth.ev[gate.leaf.sequence(player)] += game.score.mean(inner.from_start())
    response.ev = worth.from_start().whole()
    return response


def reaches(
    form: BettingForm, foe: Side, start: Piecewise, steps: Mapping[str, StepStrategy]
) -> list[Piecewise]:
    """Return the density of a player's numbers that take each of the player's sequences."""
    reach = [start] * form.sequences[foe]
    for turn in form.of(foe):
        plan = steps[turn.name]
        ends, mixes = fractions(plan.ends), [fractions(mix) for mix in zip(*plan.mixes, strict=True)]
        for sequence, heights in zip(turn.sequences, mixes, strict=True):
            reach[sequence] = reach[turn.parent].times(Piecewise.steps(ends, heights))
    return reach


class PhaseWorth:
    """The EV of each of the responder's sequences as a function of the responder's number, within one phase."""

    def __init__(self, form: BettingForm, response: PhasedResponse, reach: Sequence[Piecewise]) -> None:
        self.form, self.response, self.reach = form, response, reach
        nothing = Piecewise.constant(Fraction(0))
        self.ev = [nothing] * form.sequences[response.player]

    def add_leaf(self, leaf: Leaf) -> None:
        """Add a leaf's payoff: a constant, and the stake for each lower number of the opponent, minus each higher
        one."""
        density = self.reach[leaf.sequence(other(self.response.player))]
        below, total = density.integral(), density.whole()
        constant = (leaf.constant if self.response.player == "row" else -leaf.constant) - leaf.stake
        paid = below * (2 * leaf.stake) + Piecewise.constant(constant * total)
        self.ev[leaf.sequence(self.response.player)] += paid

    def from_start(self) -> Piecewise:
        """Return the value of the phase for each number, with the best action at every turn."""
        for turn in reversed(self.form.of(self.response.player)):
            earned = self.response.worth[turn.name] = [self.ev[sequence] for sequence in turn.sequences]
            self.response.reached[turn.name] = self.reach[turn.foe].whole()
            worth, chosen = largest(earned)
            self.ev[turn.parent] += worth
            mixes = [[Fraction(k == action) for k in range(len(turn.actions))] for action in chosen.tolist()]
            self.response.steps[turn.name] = StepStrategy.merged(turn.actions, list(worth.knots), mixes)
        return self.ev[0]


def payments(
    game: PhasedGame, steps: Mapping[str, StepStrategy], after: tuple[str, ...] = ()
) -> dict[Number, Number]:
    """Return the probability of each payment to row under two step strategies, in rounds that begin with these
    actions.
    """
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
