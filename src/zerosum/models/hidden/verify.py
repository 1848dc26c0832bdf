"""Check a hidden game's strategies: what each guarantees against a best reply, from the rules and the strategies alone.

All histories that look alike to the replier are carried along together, each with its weight: the product of its
chances and of the opponent's probabilities. They are followed until the game is over or the replier must move; there
they are grouped by what the replier knows, and in each group the best move is the one after which the group earns most.

All of it is in fractions, in which every number is what it is. Unless the claim is exact, a weight is a whole number of
units of 2^-128 that is rounded down at every factor: the true weight is at least that, and larger by less than one unit
for each factor. A payoff is multiplied by whichever of the two earns the replier more, so the sum is an upper bound.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from zerosum.core.game import Position
from zerosum.core.outward import BITS, float_interval
from zerosum.core.sides import Side, other
from zerosum.core.value import Value
from zerosum.models.hidden.rules import Choice, Deal, End, HiddenGame, amount_of

MixOf = Callable[[Side, Hashable, Choice], Mapping[Hashable, Fraction]]
"""A side, what it knows and its choice in, the probability of each move out: fractions that add up to 1."""


def bounds(game: HiddenGame, exact: bool, mix_of: MixOf) -> Value:
    """Bounds on the value, from what each side does with what it knows."""
    lower, upper = -reply_bound(game, exact, mix_of, "col"), reply_bound(game, exact, mix_of, "row")
    return Value(lower, upper) if exact else float_interval(lower, upper)


def reply_bound(game: HiddenGame, exact: bool, mix_of: MixOf, replier: Side) -> Fraction:
    """An upper bound on what the best reply to the opponent's strategy earns the replier; that itself if `exact`."""
    return BestReply(game, lambda *at: mix_of(other(replier), *at), replier, exact).earned()


class WeightedHistory(NamedTuple):
    """A way to a position: its weight, the number of factors in it, and what the replier and the opponent know."""

    position: Position
    weight: Fraction | int
    factors: int
    mine: tuple[Hashable, ...] = ()
    theirs: tuple[Hashable, ...] = ()


@dataclass(frozen=True)
class BestReply:
    """The best reply of one side to what the other does."""

    game: HiddenGame
    opponent: Callable[[Hashable, Choice], Mapping[Hashable, Fraction]]
    """What the opponent knows and its choice in, the probability of each move out."""
    replier: Side
    exact: bool
    """Whether weights are fractions, instead of whole numbers of units that are rounded down."""
    chosen: dict[Hashable, Hashable] = field(default_factory=dict)
    """The best move for everything that the replier may know; filled by `earned`."""
    worth: dict[Hashable, dict[Hashable, Fraction]] = field(default_factory=dict)
    """What each move earns there on average, if the best follows; where weights are whole numbers, an upper bound."""
    paid: Mapping[Hashable, Mapping[Hashable, Fraction]] | None = None
    """What the replier is paid besides for a move, as often as the replier's own moves lead there: not weighted by
    chance and the opponent. With such payments moves that the opponent never makes are followed, too."""

    def earned(self) -> Fraction:
        """An upper bound on what the replier earns in the whole game."""
        one = Fraction(1) if self.exact else 1 << BITS
        return self._best([WeightedHistory(self.game.start, one, 0)]) / one

    def _best(self, histories: list[WeightedHistory]) -> Fraction:
        """An upper bound on what the replier earns from these histories on, weighted."""
        earned = Fraction(0)
        groups: dict[Hashable, list[tuple[WeightedHistory, Choice]]] = {}
        while histories:
            here = histories.pop()
            turn = self.game.turn(here.position)
            if isinstance(turn, End):
                payoff = amount_of(turn.payoff, "a payoff") * (1 if self.replier == "row" else -1)
                doubt = 0 if self.exact or payoff < 0 else here.factors
                earned += (here.weight + doubt) * payoff
            elif isinstance(turn, Choice) and turn.side == self.replier:
                known = here.mine if turn.knows is None else turn.knows
                groups.setdefault(known, []).append((here, turn))
            else:
                self._follow(here, turn, histories)
        for known, group in groups.items():
            moves = group[0][1].moves
            if any(turn.moves != moves for _, turn in group):
                raise ArithmeticError("a player can tell positions apart by the moves offered")
            worth = {
                move: self._best([self._make(here, turn, move) for here, turn in group]) for move in moves
            }
            if self.paid is not None:
                extra = self.paid.get(known, {})
                worth = {move: earned + extra.get(move, 0) for move, earned in worth.items()}
            self.chosen[known] = max(worth, key=lambda move: worth[move])
            weight = sum(here.weight for here, _ in group)
            self.worth[known] = {move: earned / weight for move, earned in worth.items()} if weight else {}
            earned += worth[self.chosen[known]]
        return earned

    def _make(self, here: WeightedHistory, turn: Choice, move: Hashable) -> WeightedHistory:
        """The history after a move of the replier."""
        event = (self.replier, move)
        theirs = here.theirs if turn.hidden else (*here.theirs, event)
        after = self.game.after(here.position, move)
        return WeightedHistory(after, here.weight, here.factors, (*here.mine, event), theirs)

    def _follow(self, here: WeightedHistory, turn: Deal | Choice, histories: list[WeightedHistory]) -> None:
        """Append the histories that may follow where chance or the opponent picks."""
        if isinstance(turn, Deal):
            mine, theirs = turn.told if self.replier == "row" else turn.told[::-1]
            who, chances = "chance", dict(turn.outcomes)
        else:
            mine, theirs, who = not turn.hidden, True, turn.side
            chances = dict(self.opponent(here.theirs if turn.knows is None else turn.knows, turn))
        for picked, p in chances.items():
            if p or self.paid is not None:
                event = (who, picked)
                weight = here.weight * p if self.exact else here.weight * p.numerator // p.denominator
                histories.append(
                    WeightedHistory(
                        self.game.after(here.position, picked),
                        weight,
                        here.factors + 1,
                        (*here.mine, event) if mine else here.mine,
                        (*here.theirs, event) if theirs else here.theirs,
                    )
                )
