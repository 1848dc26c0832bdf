"""How much optimal strategies differ against a weak opponent: the ends of their range, for decks, with proofs.

Write A for the payoffs, r and s for the reaches of the player and of the opponent, v for the value. Against a fixed
rival q a strategy r earns r·Aq. Over the *optimal* r, those that earn at least v against every s, this is not one
number. Its maximum is found by a nudge: for small t > 0, a strategy that guarantees the most when the opponent
adds tq to everything is optimal, and among the optimal ones the best against q. Its guarantee, by an exact best
response, shows that it is optimal. That no other does better is shown by duality: for every s and every t > 0 an
optimal r has r·As >= v, so

    r·Aq <= (max over all r of r·A(s + tq) - v) / t.

The maximum is a best response to s + tq, which is exact too, and an s that makes it small is the opponent's own
strategy in the nudged game. The minimum is the same with -q in the place of q. With a deck all these programs are
finite, so the two numbers meet as soon as t is small enough. Hands on [0, 1] are in `extremes_on_line`.

Reference: H. D. Mills, Marginal values of matrix games and linear programs, 1956 (the nudge).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from zerosum.arrays import Array, Floats
from zerosum.models import answer
from zerosum.models.betting import Deck
from zerosum.models.betting_form import BettingForm
from zerosum.models.betting_response import Mix, earnings, reach, respond
from zerosum.sides import Side, other
from zerosum.solution import Value
from zerosum.solvers.betting.program import Program, behaviour
from zerosum.solvers.betting.proved import in_fractions
from zerosum.solvers.betting.vertex import exact_part

__all__ = ["Extreme", "exact_behaviour", "extreme", "shortfall"]

NUDGES = tuple(Fraction(1, 2**k) for k in (6, 10, 14))
"""The sizes of t that are tried."""

MOST_EXACT = 100
"""On grids with more cells than this, strategies in floats are rounded to fractions, not solved for."""


@dataclass(frozen=True, kw_only=True)
class Extreme(answer.Extreme):
    """With the strategy found, on its grid; at the opponent's turns, the rival."""

    edges: Array
    mix: Mix

    @property
    def is_exact(self) -> bool:
        """Whether nothing is left between what is earned and what can be."""
        return self.short == 0 and self.earned == self.bound


@dataclass(frozen=True)
class Nudged:
    """The game in which the opponent adds tq to everything."""

    form: BettingForm
    player: Side
    deck: Deck
    edges: Array
    rival: Mix
    t: Fraction
    """Negative where the least is sought."""

    @property
    def beside(self) -> Array:
        """The rival's reaches, times t."""
        added: Array = reach(self.form, other(self.player), self.rival) * self.t
        return added

    def own(self) -> Mix:
        """The player's strategy; the rival's at the opponent's turns."""
        program = Program(self.form, self.player, self.edges.astype(float), self.deck)
        objective = program.objective.copy()
        objective[program.reach] += self._worth() * program.weight
        found = program.run(objective)
        return exact_behaviour(self.form, self.player, found, self.rival, self.edges, self.deck)

    def theirs(self) -> Mix:
        """The opponent's strategy, at the opponent's turns."""
        program = Program(self.form, other(self.player), self.edges.astype(float), self.deck)
        order = [s for turn in self.form.of(self.player) for s in turn.sequences]
        found = program.reaches(program.answer(program.objective, -self._worth()[order].ravel()))
        foe = other(self.player)
        return exact_behaviour(self.form, foe, found, self.rival, self.edges, self.deck, self.beside)

    def _worth(self) -> Floats:
        """What each of the player's sequences earns from tq with each card."""
        return earnings(
            self.form, self.player, self.beside.astype(float), self.edges.astype(float), self.deck
        )


def exact_behaviour(
    form: BettingForm,
    player: Side,
    found: Floats,
    rest: Mix,
    edges: Array,
    deck: Deck | None,
    beside: Array | None = None,
) -> Mix:
    """A player's reaches in floats as exact probabilities at that player's turns; elsewhere, those of `rest`.

    They belong to the vertex that the floats stand for where it is found, and are close by otherwise.
    """
    none = np.zeros((form.sequences[other(player)], found.shape[1]))
    mix = behaviour(form, {player: found, other(player): none})
    part = exact_part(form, player, mix, edges, deck, beside) if found.shape[1] <= MOST_EXACT else None
    if part is None:
        part = {turn.index: in_fractions(mix[turn.index]) for turn in form.of(player)}
    return [part.get(turn.index, table) for turn, table in zip(form.turns, rest, strict=True)]


def extreme(
    form: BettingForm, player: Side, rival: Mix, edges: Array, deck: Deck, value: Value, *, most: bool
) -> Extreme:
    """The most, or the least, that optimal strategies of a player earn the player against a rival.

    `rival` holds the rival's probabilities at the opponent's turns, in fractions, card by card.
    """
    floor = Fraction(value.lower) if player == "row" else -Fraction(value.upper)
    met = earnings(form, player, reach(form, other(player), rival), edges, deck)
    tried: list[Extreme] = []
    for nudge in NUDGES:
        nudged = Nudged(form, player, deck, edges, rival, nudge if most else -nudge)
        mix, theirs = nudged.own(), nudged.theirs()
        against = reach(form, other(player), theirs) + nudged.beside
        bound = (respond(form, player, against, edges, deck).value - floor) / nudged.t
        earned = np.sum(reach(form, player, mix) * met * np.diff(edges))
        short = shortfall(form, player, mix, edges, deck, value)
        tried.append(Extreme(earned, bound, short, edges=edges, mix=mix))
        if tried[-1].is_exact:
            break
    return min(tried, key=lambda found: (found.short, abs(found.bound - found.earned)))


def shortfall(
    form: BettingForm, player: Side, mix: Mix, edges: Array, deck: Deck | None, value: Value
) -> Fraction:
    """How much less than the value a player's strategy guarantees the player, at most."""
    allowed: Fraction = respond(form, other(player), reach(form, player, mix), edges, deck).value
    most = Fraction(value.upper) if player == "row" else -Fraction(value.lower)
    return max(most + allowed, Fraction(0))
