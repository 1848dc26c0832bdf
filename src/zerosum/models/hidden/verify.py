"""Check a hidden game's strategies: what each guarantees against a best reply, from the rules and the strategies alone.

All histories that look alike to the replier are carried along together, each with its weight: the product of its
chances and of the opponent's probabilities. They are walked on until the game is over or the replier must move; there
they part by what the replier knows, and in each group the best move is the one after which the group earns most.

Strategies in fractions are checked in fractions; with floats every sum is raised by more than rounding can have done.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from zerosum.core.game import Position
from zerosum.core.numbers import Number
from zerosum.core.sides import Side, other
from zerosum.core.solution import Value
from zerosum.models.hidden.form import HiddenAnswer
from zerosum.models.hidden.rules import Choice, Deal, End, HiddenGame, amount_of

__all__ = ["Replies", "bounds", "verify"]

SLACK = 2.0**-52
"""How far a float may lie from what it stands for, relatively, after one operation."""


Ask = Callable[[Hashable, Choice], Mapping[Hashable, Number]]
"""What the other side does, knowing this, when it must choose: a probability for each move."""

MixOf = Callable[[Side, Hashable, Choice], Mapping[Hashable, Number]]
"""What a side does, knowing this, when it must choose."""


class History(NamedTuple):
    """A way to a position: its weight, how many factors that has, and what the replier and the other know."""

    position: Position
    weight: Number
    factors: int
    mine: tuple[Hashable, ...] = ()
    theirs: tuple[Hashable, ...] = ()


def verify(game: HiddenGame, solution: HiddenAnswer) -> Value:
    """Bounds on the value, from the strategies alone."""
    return bounds(game, solution.value.is_exact, lambda side, seen, _: solution.mix(side, seen))


def bounds(game: HiddenGame, exact: bool, mix_of: MixOf) -> Value:
    """Bounds on the value, from what each side does with what it knows."""
    lower, upper = (-guaranteed(game, exact, mix_of, "col"), guaranteed(game, exact, mix_of, "row"))
    return Value(min(lower, upper), upper)


def guaranteed(game: HiddenGame, exact: bool, mix_of: MixOf, replier: Side) -> Number:
    """At least what the best reply to the other side's strategy earns the replier."""

    def ask(seen: Hashable, turn: Choice) -> Mapping[Hashable, Number]:
        mix = mix_of(other(replier), seen, turn)
        _check(mix, turn, exact)
        return mix

    return Replies(game, ask, replier, exact).start()


def _check(mix: Mapping[Hashable, Number], turn: Choice, exact: bool) -> None:
    """A mix must be a distribution over the moves, exactly so in fractions."""
    whole: Number = sum(mix.values(), Fraction(0) if exact else 0.0)
    fine = whole == 1 if exact else abs(float(whole) - 1) < len(mix) * 2 * SLACK
    if any(float(p) < 0 for p in mix.values()) or set(mix) != set(turn.moves) or not fine:
        raise ArithmeticError(f"a strategy is no distribution over the moves {turn.moves}")


@dataclass(frozen=True)
class Replies:
    """The best replies of one side to what the other does."""

    game: HiddenGame
    ask: Ask
    replier: Side
    exact: bool
    """Whether to reckon in whatever numbers there are, instead of floats that are rounded up."""
    chosen: dict[Hashable, Hashable] = field(default_factory=dict)
    """The best move for all that the replier may come to know, once it is found."""

    def start(self) -> Number:
        """At least what the replier earns in the whole game."""
        return self.best([History(self.game.start, Fraction(1) if self.exact else 1.0, 0)])

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
                seen = here.mine if turn.knows is None else turn.knows
                groups.setdefault(seen, []).append((here, turn))
            else:
                histories += self.passed(here, turn)
        earned += [self.most(seen, group) for seen, group in groups.items()]
        return self.total(earned)

    def most(self, seen: Hashable, group: list[tuple[History, Choice]]) -> Number:
        """What the best move earns a replier who knows this, and cannot tell these histories apart."""
        moves = group[0][1].moves
        if any(turn.moves != moves for _, turn in group):
            raise ArithmeticError("a player can tell positions apart by the moves offered")
        worth = {move: self.best([self.moved(here, turn, move) for here, turn in group]) for move in moves}
        self.chosen[seen] = max(worth, key=lambda move: worth[move])
        return worth[self.chosen[seen]]

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
            chances = dict(self.ask(here.theirs if turn.knows is None else turn.knows, turn))
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
