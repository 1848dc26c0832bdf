"""What step strategies lead to in a game of two phases: reaches, how often each payment comes, and best replies.

Against step strategies the opponent's reach of an end in the second phase has a piecewise polynomial density of the
score. What an own score earns there is an integral of it, what a turn is worth the largest of a few such functions,
and what a first number expects of the second phase a mean of those. All are piecewise polynomials, so the reply
is found in fractions. Only where a reply changes at irrational places is its worth bounded, from above and to about
1e-14.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.betting.form import BettingForm, Leaf, StepStrategy
from zerosum.models.phased.rules import PhasedGame
from zerosum.numerics.piecewise import Piecewise, fractions, largest


@dataclass
class PhasedReply:
    """What a best reply earns the replier, and what it does at each turn."""

    player: Side
    earned: Fraction = Fraction(0)
    """No less than any strategy earns."""
    steps: dict[str, StepStrategy] = field(default_factory=dict)
    """The reply, by the names of the replier's turns."""
    worth: dict[str, list[Piecewise]] = field(default_factory=dict)
    """What each action of a turn earns with each number, times the chance that the foe's play leads to the turn."""
    reached: dict[str, Fraction] = field(default_factory=dict)
    """That chance."""


def best_reply(game: PhasedGame, steps: Mapping[str, StepStrategy], player: Side) -> PhasedReply:
    """The best that a player can do against the other's step strategy."""
    reply, foe, form = PhasedReply(player), other(player), game.form
    reach = reaches(form.first, foe, Piecewise.constant(Fraction(1)), steps)
    worth = PhaseWorth(form.first, reply, reach)
    for leaf in form.folds:
        worth.add_leaf(leaf)
    for gate in form.gates:
        density = game.score.density(reach[gate.leaf.sequence(foe)])
        inner = PhaseWorth(gate.form, reply, reaches(gate.form, foe, density, steps))
        for leaf in gate.form.leaves:
            inner.add_leaf(leaf)
        worth.earned[gate.leaf.sequence(player)] += game.score.mean(inner.from_start())
    reply.earned = worth.from_start().whole()
    return reply


def reaches(
    form: BettingForm, foe: Side, start: Piecewise, steps: Mapping[str, StepStrategy]
) -> list[Piecewise]:
    """The density of a player's numbers that take each of the player's sequences."""
    reach = [start] * form.sequences[foe]
    for turn in form.of(foe):
        plan = steps[turn.name]
        ends, mixes = fractions(plan.ends), [fractions(mix) for mix in zip(*plan.mixes, strict=True)]
        for sequence, heights in zip(turn.sequences, mixes, strict=True):
            reach[sequence] = reach[turn.parent].times(Piecewise.steps(ends, heights))
    return reach


class PhaseWorth:
    """What each of the replier's sequences earns, as a function of the replier's number, within one phase."""

    def __init__(self, form: BettingForm, reply: PhasedReply, reach: Sequence[Piecewise]) -> None:
        self.form, self.reply, self.reach = form, reply, reach
        nothing = Piecewise.constant(Fraction(0))
        self.earned = [nothing] * form.sequences[reply.player]

    def add_leaf(self, leaf: Leaf) -> None:
        """What an end pays: a constant, and the stake for each lower number of the foe, less each higher one."""
        density = self.reach[leaf.sequence(other(self.reply.player))]
        below, total = density.integral(), density.whole()
        constant = (leaf.constant if self.reply.player == "row" else -leaf.constant) - leaf.stake
        paid = below * (2 * leaf.stake) + Piecewise.constant(constant * total)
        self.earned[leaf.sequence(self.reply.player)] += paid

    def from_start(self) -> Piecewise:
        """What the phase is worth to each number, with the best action at every turn."""
        for turn in reversed(self.form.of(self.reply.player)):
            earned = self.reply.worth[turn.name] = [self.earned[sequence] for sequence in turn.sequences]
            self.reply.reached[turn.name] = self.reach[turn.foe].whole()
            worth, chosen = largest(earned)
            self.earned[turn.parent] += worth
            mixes = [[Fraction(k == action) for k in range(len(turn.actions))] for action in chosen.tolist()]
            self.reply.steps[turn.name] = StepStrategy.merged(turn.actions, list(worth.knots), mixes)
        return self.earned[0]


def payments(
    game: PhasedGame, steps: Mapping[str, StepStrategy], after: tuple[str, ...] = ()
) -> dict[Number, Number]:
    """The probability of each payment to row when both play step strategies, in plays that begin with these actions."""
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
