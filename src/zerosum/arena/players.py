"""Players: a player is a function from what a side sees to a mix.

A player is asked with what it may see, `Observation`, and answers with a probability for each of its moves. It keeps no
memory of its own, so the same question gets the same answer, and a match can be computed as well as sampled. In
games with open positions it sees the position; in games with private hands, its own hand and the bets; in lagged
games, the moves that the referee has announced.

Everything fast about players (steps, spans, tables) is a lowering that the arena of the model does.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Protocol

from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Move, Position
from zerosum.core.moved import renamed
from zerosum.core.numbers import Number
from zerosum.core.sides import Side

Mix = Mapping[Move, Number | int]
"""A probability for each move; moves that are left out are never played."""


@dataclass(frozen=True)
class Observation:
    """What a player may see when it must move.

    Examples
    --------
    >>> from zerosum.arena.players import Observation
    >>> Observation("row", (1, 2), ("take 1", "take 2")).moves
    ('take 1', 'take 2')
    """

    side: Side
    position: Position
    """The position, as far as the rules show it to this side."""
    moves: Sequence[Move]
    """The moves to choose from."""


class Player(Protocol):
    """Picks moves.

    Examples
    --------
    >>> from zerosum.arena.players import NAMED, Observation
    >>> NAMED["uniform"].mix(Observation("row", None, ("left", "right")))
    {'left': Fraction(1, 2), 'right': Fraction(1, 2)}
    """

    @property
    def name(self) -> str:
        """What it is called in tables."""

    def mix(self, seen: Observation) -> Mix:
        """With which probability it plays each move."""


@dataclass(frozen=True)
class Function:
    """A player made of a plain function from what is seen to a mix, or to a single move.

    Examples
    --------
    >>> from zerosum.arena.players import Function, Observation
    >>> first = Function("first", lambda seen: seen.moves[0])
    >>> first.mix(Observation("row", None, ("left", "right")))
    {'left': 1}
    """

    name: str
    choose: Callable[[Observation], Move | Mix]

    def mix(self, seen: Observation) -> Mix:
        """The function's answer, a single move counting as certain."""
        chosen = self.choose(seen)
        if isinstance(chosen, Mapping):
            return chosen
        if not isinstance(chosen, Hashable) or chosen not in tuple(seen.moves):
            raise _stray(self, chosen, seen)
        return {chosen: 1}


@dataclass(frozen=True)
class Stepwise(Function):
    """A player whose mix changes at certain hands only, so that its matches can be computed."""

    ends: tuple[Number, ...] = (Fraction(0), Fraction(1))
    """The hands on [0, 1] at which it may change, with 0 and 1."""


class UserFunction(Function):
    """A person's own function. It may throw dice, so where plays are sampled it is asked every time."""


FIRST_VIEWS, FIRST_TIMES = 16, 16
"""So many questions are put so often to a function of a person's own, and all others twice."""


class InconsistentPlayerError(InputError):
    """A player answers the same question differently."""


@dataclass(frozen=True)
class RepeatChecked:
    """A person's own function in a computed match: asked twice or more, and refused if the answers differ."""

    own: UserFunction
    seen: list[None] = field(default_factory=list, compare=False, repr=False)
    """As many as the questions so far: the first are asked more often, for dice can fall alike twice."""

    @property
    def name(self) -> str:
        """What it is called in tables."""
        return self.own.name

    def mix(self, seen: Observation) -> Mix:
        """The function's answer, if it gives the same one again."""
        times = FIRST_TIMES if len(self.seen) < FIRST_VIEWS else 2
        self.seen.append(None)
        first, *again = (self.own.mix(seen) for _ in range(times))
        if any(mix != first for mix in again):
            raise InconsistentPlayerError(
                f"{self.name} answers the same question differently, so nothing can be computed about it: "
                "let it return a mix, such as {move: probability}, or sample its plays"
            )
        return first


def check_repeats(player: Player) -> Player:
    """A player fit for a computed match: functions of a person's own are asked twice."""
    if isinstance(player, UserFunction):
        return RepeatChecked(player)
    if isinstance(player, Mixture):
        return Mixture(tuple((weight, check_repeats(part)) for weight, part in player.players), player.name)
    return player


def has_user_function(player: Player) -> bool:
    """Whether a person's own function has a say in what the player does."""
    if isinstance(player, Mixture):
        return any(has_user_function(part) for _, part in player.players)
    return isinstance(player, UserFunction | RepeatChecked)


@dataclass(frozen=True)
class Equilibrium:
    """Plays a solution's strategy at every position.

    Examples
    --------
    >>> from zerosum.arena.players import Equilibrium, Observation
    >>> solution = zerosum.solve("inspection", exact=True)
    >>> start = Observation("row", solution.position, ("inspect", "wait"))
    >>> Equilibrium(solution.strategies_at).mix(start) == solution.row
    True
    """

    strategies: Callable[[Position], tuple[Mix, Mix]]
    """Both sides' strategies at a position, as a solution gives them."""
    name: str = "equilibrium"

    def mix(self, seen: Observation) -> Mix:
        """The solution's strategy for this side."""
        row, col = self.strategies(seen.position)
        return row if seen.side == "row" else col


@dataclass(frozen=True)
class Mixture:
    """At each move, plays like one of several players, drawn anew with fixed weights.

    Examples
    --------
    >>> from zerosum.arena.players import NAMED, Mixture, Observation
    >>> half = Mixture(((1, NAMED["uniform"]), (1, NAMED["lowest"])))
    >>> half.mix(Observation("row", None, (1, 2)))
    {1: 0.75, 2: Fraction(1, 4)}
    """

    players: tuple[tuple[Number, Player], ...]
    name: str = "mixture"

    def mix(self, seen: Observation) -> Mix:
        """The weighted mean of the players' mixes."""
        total = sum(weight for weight, _ in self.players)
        mean: dict[Move, Number] = {}
        for weight, player in self.players:
            for move, p in ask(player, seen).items():
                mean[move] = mean.get(move, 0) + weight * p / total
        return mean


def ask(player: Player, seen: Observation) -> Mix:
    """A player's mix of the moves to choose from, made to add up to one: whoever asks a player asks so."""
    asked = player.mix(seen)
    weights = {move: _weight(p) for move, p in asked.items()}
    total = sum(weights.values())
    if not 0 < total < math.inf or not min(weights.values()) >= 0:
        raise InputError(f"{player.name} answers with weights that are no probabilities: {dict(asked)}")
    legal = set(seen.moves)
    if len(legal) < len(seen.moves):
        raise GameError(
            f"a move is there twice among {', '.join(map(str, seen.moves))}; give each its own name"
        )
    stray = [move for move, p in weights.items() if p and move not in legal]
    if stray:
        raise _stray(player, stray[0], seen)
    share = Fraction(1, total) if isinstance(total, int) else 1 / total
    return {move: p if total == 1 else p * share for move, p in weights.items() if move in legal}


def _weight(p: object) -> Number | int:
    """A weight as a number that can be reckoned with; not a number where it is none."""
    if isinstance(p, int | Fraction | float):
        return p
    return float(p) if isinstance(p, numbers.Real | Decimal) else math.nan


def _stray(player: Player, move: object, seen: Observation) -> InputError:
    choices = ", ".join(map(str, seen.moves))
    return InputError(f"{player.name} answers {move!r} where it must choose from {choices}")


def _spread(seen: Observation) -> Mix:
    return dict.fromkeys(seen.moves, Fraction(1, len(seen.moves)))


def _second(seen: Observation) -> Move:
    return sorted(seen.moves)[min(1, len(seen.moves) - 1)]


def _prize(seen: Observation) -> Move:
    stake = getattr(getattr(seen.position, "context", None), "stake", None)
    if stake is None:
        raise InputError("match-the-prize plays games with a prize turned up, such as goofspiel")
    return min(seen.moves, key=lambda card: (abs(card - stake), card))


def _nothing(seen: Observation) -> Mix:
    raise InputError("this player has nothing to choose")


def _waits(seen: Observation) -> Mix:
    raise InputError("a best response needs one fixed rival, against whom an arena finds it")


HOUSE = Function("house", _nothing)
"""Who sits opposite where only one side chooses: it follows the rules of the game."""
BEST_RESPONSE = Function("best-response", _waits)
"""Stands for the best answer to the rival, which an arena finds once the rival is seated."""

uniform = Function("uniform", _spread)
"""Every move alike."""
highest = Function("highest", lambda seen: max(seen.moves))
"""Always the highest card."""
lowest = Function("lowest", lambda seen: min(seen.moves))
"""Always the lowest card."""
second_lowest = Function("second-lowest", _second)
"""The lowest card but one: the paper's answer to lowest."""
match_the_prize = Function("match-the-prize", _prize)
"""The card equal to the prize, or the nearest (Ross 1971: best against a uniform player in Goofspiel)."""

NAMED: dict[str, Player] = {
    player.name: player for player in (uniform, highest, lowest, second_lowest, match_the_prize)
}
"""The players that need no solution, by name."""

__getattr__ = renamed(
    __name__, {"Own": "zerosum.arena.players:UserFunction", "Seen": "zerosum.arena.players:Observation"}
)
