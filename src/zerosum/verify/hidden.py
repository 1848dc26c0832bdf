"""Check a hidden game's strategies: what each guarantees against a best reply, from the rules and the strategies alone.

All histories that look alike to the replier are carried along together, each with its weight: the product of its
chances and of the opponent's probabilities. They are walked on until the game is over or the replier must move; there
they part by what the replier knows, and in each group the best move is the one after which the group earns most.

Strategies in fractions are checked in fractions; with floats every sum is raised by more than rounding can have done.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from zerosum.models.hidden import Choice, Deal, End, HiddenGame, amount_of
from zerosum.numerics.rational import Number
from zerosum.sides import Side, other
from zerosum.solution import Value

__all__ = ["guaranteed", "verify"]

SLACK = 2.0**-52
"""How far a float may lie from what it stands for, relatively, after one operation."""


class Answer(Protocol):
    """What a solution must be able to say."""

    @property
    def value(self) -> Value:
        """The value; exact where strategies are in fractions."""

    def mix(self, side: Side, seen: Any) -> Mapping[Hashable, Number]:
        """The probability of each move of a player who knows this."""


class History(NamedTuple):
    """A way to a position: its weight, how many factors that has, and what the replier and the other know."""

    position: Any
    weight: Number
    factors: int
    mine: tuple[Any, ...] = ()
    theirs: tuple[Any, ...] = ()


def verify(game: HiddenGame, solution: Answer) -> Value:
    """Bounds on the value, from the strategies alone."""
    lower, upper = -guaranteed(game, solution, "col"), guaranteed(game, solution, "row")
    return Value(min(lower, upper), upper)


def guaranteed(game: HiddenGame, solution: Answer, replier: Side) -> Number:
    """At least what the best reply to the other side's strategy earns the replier."""
    exact = solution.value.is_exact
    replies = Replies(game, solution, replier, exact)
    return replies.best([History(game.start, Fraction(1) if exact else 1.0, 0)])


@dataclass(frozen=True)
class Replies:
    """The best replies of one side to the other's strategy."""

    game: HiddenGame
    solution: Answer
    replier: Side
    exact: bool

    def best(self, histories: list[History]) -> Number:
        """At least what the replier earns from these histories on."""
        earned: list[Number] = []
        groups: dict[Hashable, list[tuple[History, Choice]]] = {}
        while histories:
            here = histories.pop()
            turn = self.game.turn(here.position)
            if isinstance(turn, End):
                earned.append(self.paid(here, turn))
            elif isinstance(turn, Choice) and turn.side == self.replier:
                seen = here.mine if turn.knows is None else ("named", turn.knows)
                groups.setdefault(seen, []).append((here, turn))
            else:
                histories += self.passed(here, turn)
        earned += [self.most(group) for group in groups.values()]
        return self.total(earned)

    def most(self, group: list[tuple[History, Choice]]) -> Number:
        """What the best move earns a replier who cannot tell these histories apart."""
        moves = group[0][1].moves
        if any(turn.moves != moves for _, turn in group):
            raise ArithmeticError("a player can tell positions apart by the moves offered")
        return max(self.best([self.moved(here, turn, move) for here, turn in group]) for move in moves)

    def moved(self, here: History, turn: Choice, move: Hashable) -> History:
        """A history in which the replier made a move."""
        event = (self.replier, move)
        theirs = here.theirs if turn.hidden else (*here.theirs, event)
        after = self.game.after(here.position, move)
        return History(after, here.weight, here.factors, (*here.mine, event), theirs)

    def passed(self, here: History, turn: Deal | Choice) -> Iterable[History]:
        """All ways on where chance or the other side picks."""
        if isinstance(turn, Deal):
            mine, theirs = turn.told if self.replier == "row" else turn.told[::-1]
            who, chances = "chance", dict[Hashable, Number](turn.outcomes)
        else:
            mine, theirs, who = not turn.hidden, True, turn.side
            chances = dict(self.mix(here, turn))
        for picked, p in chances.items():
            if p:
                event = (who, picked)
                yield History(
                    self.game.after(here.position, picked),
                    here.weight * (p if self.exact else float(p)),
                    here.factors + 1,
                    (*here.mine, event) if mine else here.mine,
                    (*here.theirs, event) if theirs else here.theirs,
                )

    def mix(self, here: History, turn: Choice) -> Mapping[Hashable, Number]:
        """The other side's probabilities, which must be some."""
        mix = self.solution.mix(other(self.replier), here.theirs if turn.knows is None else turn.knows)
        whole: Number = sum(mix.values(), Fraction(0) if self.exact else 0.0)
        fine = whole == 1 if self.exact else abs(float(whole) - 1) < len(mix) * 2 * SLACK
        if any(float(p) < 0 for p in mix.values()) or set(mix) != set(turn.moves) or not fine:
            raise ArithmeticError(f"a strategy is no distribution over the moves {turn.moves}")
        return mix

    def paid(self, here: History, turn: End) -> Number:
        """The weight times the payoff to the replier; in floats, no less than it should be."""
        payoff = amount_of(turn.payoff, "a payoff") * (1 if self.replier == "row" else -1)
        if self.exact:
            return here.weight * payoff
        amount = float(here.weight) * float(payoff)
        return amount + abs(amount) * SLACK * (8 * here.factors + 8)

    def total(self, earned: list[Number]) -> Number:
        """The sum; in floats, no less than it should be."""
        if self.exact:
            return sum(earned, Fraction(0))
        return math.nextafter(math.fsum(earned), math.inf)
