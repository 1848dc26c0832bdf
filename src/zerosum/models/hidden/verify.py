"""Check a hidden game's strategies: what each guarantees against a best reply, from the rules and the strategies alone.

All histories that look alike to the replier are carried along together, each with its weight: the product of its
chances and of the opponent's probabilities. They are followed until the game is over or the replier must move; there
they are grouped by what the replier knows, and in each group the best move is the one after which the group earns most.

Strategies in fractions are checked in fractions; with floats every sum is raised by more than its rounding error.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from zerosum.core.game import Position
from zerosum.core.numbers import Number
from zerosum.core.sides import Side, other
from zerosum.core.value import Value
from zerosum.models.hidden.rules import Choice, Deal, End, HiddenGame, amount_of

if TYPE_CHECKING:
    from zerosum.models.hidden.answer import HiddenSolution

SLACK = 2.0**-52
"""The largest relative error of a float after one operation."""

MixOf = Callable[[Side, Hashable, Choice], Mapping[Hashable, Number]]
"""A side, what it knows and its choice in, the probability of each move out."""


def verify(solution: HiddenSolution) -> Value:
    """Bounds on the value, from the strategies alone."""
    return bounds(solution.game, solution.value.is_exact, lambda side, known, _: solution.mix(side, known))


def bounds(game: HiddenGame, exact: bool, mix_of: MixOf) -> Value:
    """Bounds on the value, from what each side does with what it knows."""
    lower, upper = -reply_bound(game, exact, mix_of, "col"), reply_bound(game, exact, mix_of, "row")
    return Value(min(lower, upper), upper)


def reply_bound(game: HiddenGame, exact: bool, mix_of: MixOf, replier: Side) -> Number:
    """An upper bound on what the best reply to the opponent's strategy earns the replier; exact in fractions."""

    def opponent(known: Hashable, turn: Choice) -> Mapping[Hashable, Number]:
        mix = mix_of(other(replier), known, turn)
        whole: Number = sum(mix.values(), Fraction(0) if exact else 0.0)
        fine = whole == 1 if exact else abs(float(whole) - 1) < len(mix) * 2 * SLACK
        if any(float(p) < 0 for p in mix.values()) or set(mix) != set(turn.moves) or not fine:
            raise ArithmeticError(f"a strategy is not a distribution over the moves {turn.moves}")
        return mix

    return BestReply(game, opponent, replier, exact).earned()


class WeightedHistory(NamedTuple):
    """A way to a position: its weight, the number of factors in it, and what the replier and the opponent know."""

    position: Position
    weight: Number
    factors: int
    mine: tuple[Hashable, ...] = ()
    theirs: tuple[Hashable, ...] = ()


@dataclass(frozen=True)
class BestReply:
    """The best reply of one side to what the other does."""

    game: HiddenGame
    opponent: Callable[[Hashable, Choice], Mapping[Hashable, Number]]
    """What the opponent knows and its choice in, the probability of each move out."""
    replier: Side
    exact: bool
    """Whether to compute with the numbers as they are, instead of floats that are rounded up."""
    chosen: dict[Hashable, Hashable] = field(default_factory=dict)
    """The best move for everything that the replier may know; filled by `earned`."""

    def earned(self) -> Number:
        """An upper bound on what the replier earns in the whole game."""
        return self._best([WeightedHistory(self.game.start, Fraction(1) if self.exact else 1.0, 0)])

    def _best(self, histories: list[WeightedHistory]) -> Number:
        """An upper bound on what the replier earns from these histories on."""
        earned: list[Number] = []
        groups: dict[Hashable, list[tuple[WeightedHistory, Choice]]] = {}
        while histories:
            here = histories.pop()
            turn = self.game.turn(here.position)
            if isinstance(turn, End):
                payoff = amount_of(turn.payoff, "a payoff") * (1 if self.replier == "row" else -1)
                if self.exact:
                    earned.append(here.weight * payoff)
                else:
                    amount = float(here.weight) * float(payoff)
                    earned.append(amount + abs(amount) * SLACK * (8 * here.factors + 8))
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
            self.chosen[known] = max(worth, key=lambda move: worth[move])
            earned.append(worth[self.chosen[known]])
        if self.exact:
            return sum(earned, Fraction(0))
        return math.nextafter(math.fsum(earned), math.inf)

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
            who, chances = "chance", dict[Hashable, Number](turn.outcomes)
        else:
            mine, theirs, who = not turn.hidden, True, turn.side
            chances = dict(self.opponent(here.theirs if turn.knows is None else turn.knows, turn))
        for picked, p in chances.items():
            if p:
                event = (who, picked)
                histories.append(
                    WeightedHistory(
                        self.game.after(here.position, picked),
                        here.weight * (p if self.exact else float(p)),
                        here.factors + 1,
                        (*here.mine, event) if mine else here.mine,
                        (*here.theirs, event) if theirs else here.theirs,
                    )
                )
