"""Players: a player is a function from an observation to a mix of moves.

A player gets an `Observation`, everything its side may see, and answers with a probability for each of its moves.
It has no memory, so the same observation always gets the same answer, and a match can be computed as well as
simulated. In games with public positions a player sees the position; in games with private hands, its own hand and
the bets; in lagged games, the moves that the referee has announced.

The arena of a model may convert players to faster forms: step functions, spans, tables.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Protocol

from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Move, Position
from zerosum.core.numbers import Number
from zerosum.core.sides import Side

Mix = Mapping[Move, Number | int]
"""A probability for each move; a move that is left out has probability zero."""


@dataclass(frozen=True)
class Observation:
    """Everything that a player may see when choosing a move.

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


class Player(Protocol):
    """A chooser of moves.

    Examples
    --------
    >>> from zerosum.arena.players import NAMED, Observation
    >>> NAMED["uniform"].mix(Observation("row", None, ("left", "right")))
    {'left': Fraction(1, 2), 'right': Fraction(1, 2)}
    """

    @property
    def name(self) -> str:
        """The player's name in tables."""

    def mix(self, observation: Observation) -> Mix:
        """Return the probability of each move."""


@dataclass(frozen=True)
class Function:
    """A player made from a function that maps an observation to a mix or to a single move.

    Examples
    --------
    >>> from zerosum.arena.players import Function, Observation
    >>> first = Function("first", lambda observation: observation.moves[0])
    >>> first.mix(Observation("row", None, ("left", "right")))
    {'left': 1}
    """

    name: str
    choose: Callable[[Observation], Move | Mix]

    def mix(self, observation: Observation) -> Mix:
        """Return the function's answer; a single move has probability one."""
        chosen = self.choose(observation)
        if isinstance(chosen, Mapping):
            return chosen
        if not isinstance(chosen, Hashable) or chosen not in tuple(observation.moves):
            raise _illegal_move(self, chosen, observation)
        return {chosen: 1}


@dataclass(frozen=True)
class Stepwise(Function):
    """A player whose mix changes only at certain hands, so that its matches can be computed."""

    ends: tuple[Number, ...] = (Fraction(0), Fraction(1))
    """The hands on [0, 1] at which it may change, with 0 and 1."""


class UserFunction(Function):
    """A function written by a user. It may be random, so it is called at every decision of a simulated match."""


FIRST_VIEWS, FIRST_TIMES = 16, 16
"""The number of times a user's function is called with each of the first observations; with later ones, twice."""


class InconsistentPlayerError(InputError):
    """An error raised if a player gives two answers to the same observation."""


@dataclass(frozen=True)
class RepeatChecked:
    """A user's function in a computed match: called at least twice for each observation, and rejected if its
    answers differ.
    """

    function: UserFunction
    calls: list[None] = field(default_factory=list, compare=False, repr=False)
    """One item for each observation so far. The first ones are repeated more often, because a random function can
    give the same answer twice.
    """
    rounded: list[None] = field(default_factory=list, compare=False, repr=False)
    """One item for each answer with probabilities in floats; results of such answers are shown as floats."""

    @property
    def name(self) -> str:
        return self.function.name

    def mix(self, observation: Observation) -> Mix:
        """Return the function's answer; reject the function if it gives another answer to the same observation."""
        times = FIRST_TIMES if len(self.calls) < FIRST_VIEWS else 2
        self.calls.append(None)
        first, *again = (self.function.mix(observation) for _ in range(times))
        if any(mix != first for mix in again):
            raise InconsistentPlayerError(
                f"{self.name} gave different answers to the same observation, so it cannot be analysed exactly; let "
                "it return a mix, for example {move: probability}, or simulate its matches"
            )
        if any(not isinstance(p, int | Fraction) and p not in (0, 1) for p in first.values()):
            self.rounded.append(None)
        return first


def check_repeats(player: Player) -> Player:
    """Return the player for a computed match, with a check that a user's functions repeat their answers."""
    if isinstance(player, UserFunction):
        return RepeatChecked(player)
    if isinstance(player, Mixture):
        return Mixture(tuple((weight, check_repeats(part)) for weight, part in player.players), player.name)
    return player


def has_rounded(player: Player) -> bool:
    """Return whether a user's function has ever answered in floats."""
    if isinstance(player, Mixture):
        return any(has_rounded(part) for _, part in player.players)
    return isinstance(player, RepeatChecked) and bool(player.rounded)


def has_user_function(player: Player) -> bool:
    """Return whether the player is, or mixes in, a function that a user wrote."""
    if isinstance(player, Mixture):
        return any(has_user_function(part) for _, part in player.players)
    return isinstance(player, UserFunction | RepeatChecked)


@dataclass(frozen=True)
class Equilibrium:
    """The player that follows a solution at every position.

    Examples
    --------
    >>> from zerosum.arena.players import Equilibrium, Observation
    >>> solution = zerosum.solve("inspection", exact=True)
    >>> start = Observation("row", solution.position, ("inspect", "wait"))
    >>> Equilibrium(solution.strategies_at).mix(start) == solution.row
    True
    """

    strategies: Callable[[Position], tuple[Mix, Mix]]
    """A function that returns both sides' strategies at a position, from a solution."""
    name: str = "equilibrium"

    def mix(self, observation: Observation) -> Mix:
        """Return the solution's strategy for this side."""
        row, col = self.strategies(observation.position)
        return row if observation.side == "row" else col


@dataclass(frozen=True)
class Mixture:
    """A player that makes each move like one of several players, drawn with fixed weights.

    Examples
    --------
    >>> from zerosum.arena.players import NAMED, Mixture, Observation
    >>> half = Mixture(((1, NAMED["uniform"]), (1, NAMED["lowest"])))
    >>> half.mix(Observation("row", None, (1, 2)))
    {1: 0.75, 2: Fraction(1, 4)}
    """

    players: tuple[tuple[Number, Player], ...]
    name: str = "mixture"

    def mix(self, observation: Observation) -> Mix:
        """Return the weighted mean of the players' mixes."""
        total = sum(weight for weight, _ in self.players)
        mean: dict[Move, Number] = {}
        for weight, player in self.players:
            for move, p in ask(player, observation).items():
                mean[move] = mean.get(move, 0) + weight * p / total
        return mean


ROUNDING, ROUNDING_32 = 1e-9, 1e-6
"""Maximum distance of a sum of probabilities from 1, in double and in single precision."""


def weights(given: Mapping[Move, Number | int]) -> Mix:
    """Return the mix that gives each move its share of the weights.

    Parameters
    ----------
    given
        A weight for each move: nonnegative numbers, not all 0.

    Returns
    -------
    dict
        Probabilities, which a player can return.

    Examples
    --------
    >>> zerosum.weights({"fold": 3, "call": 5})
    {'fold': Fraction(3, 8), 'call': Fraction(5, 8)}
    """
    numbers = {move: _number(p) for move, p in given.items()}
    total = sum(numbers.values())
    if not 0 < total < math.inf or not min(numbers.values()) >= 0:
        raise InputError(f"weights must be non-negative numbers, not all 0: {dict(given)}")
    share = Fraction(1, total) if isinstance(total, int) else 1 / total
    return {move: p * share for move, p in numbers.items()}


def ask(player: Player, observation: Observation) -> Mix:
    """Return a player's mix, checked. Every query to a player goes through here."""
    legal = set(observation.moves)
    if len(legal) < len(observation.moves):
        raise GameError(
            f"two of the moves {', '.join(map(str, observation.moves))} have the same name; give each a different name"
        )
    answer = player.mix(observation)
    mix = {move: _number(p) for move, p in answer.items()}
    total = sum(mix.values())
    if not 0 <= total < math.inf or not all(p >= 0 for p in mix.values()):
        raise InputError(f"{player.name} returned values that are not probabilities: {dict(answer)}")
    single = any(int(getattr(p, "itemsize", 8)) < 8 for p in answer.values())
    if abs(float(total) - 1) > (ROUNDING_32 if single else ROUNDING):
        raise InputError(
            f"{player.name} returned probabilities that add up to {float(total):.12g}, not 1: {dict(answer)}; "
            "to return weights, use zerosum.weights(...)"
        )
    illegal = [move for move, p in mix.items() if p and move not in legal]
    if illegal:
        raise _illegal_move(player, illegal[0], observation)
    return {move: p if total == 1 else p / total for move, p in mix.items() if move in legal}


def ask_exactly(player: Player, observation: Observation) -> dict[Move, Fraction]:
    """Return a player's mix in fractions that add up to exactly 1; floats keep their ratios."""
    mix = {move: Fraction(p) for move, p in ask(player, observation).items()}
    total = sum(mix.values())
    return mix if total == 1 else {move: p / total for move, p in mix.items()}


def best_of(worth: Mapping[Move, Number], seen: Observation, ties: Player | None) -> Mix:
    """Return the best move; among equally good or unknown ones `ties` chooses, by default the first."""
    most = max(worth.values(), default=0)
    best = [move for move in seen.moves if worth.get(move, most) == most]
    if ties is None or len(best) == 1:
        return {best[0]: 1}
    mix = {move: p for move, p in ask(ties, seen).items() if p and move in best}
    whole = sum(mix.values())
    return {move: p / Fraction(whole) for move, p in mix.items()} if whole else {best[0]: 1}


def _number(p: object) -> Number | int:
    """Return a Python number; NaN for anything that is not a number."""
    if isinstance(p, int | Fraction | float):
        return p
    return float(p) if isinstance(p, numbers.Real | Decimal) else math.nan


def _illegal_move(player: Player, move: object, observation: Observation) -> InputError:
    choices = ", ".join(map(str, observation.moves))
    return InputError(f"{player.name} returned {move!r}; it must return one of {choices}")


def _uniform(observation: Observation) -> Mix:
    return dict.fromkeys(observation.moves, Fraction(1, len(observation.moves)))


def _in_order(observation: Observation) -> list[Move]:
    """Return the moves from lowest to highest; words are left in their order."""
    if any(isinstance(move, str) for move in observation.moves):
        raise InputError("lowest and highest play only games whose moves are numbers, such as jujitsu")
    return sorted(observation.moves)


def _match_the_prize(observation: Observation) -> Move:
    stake = getattr(getattr(observation.position, "context", None), "stake", None)
    if stake is None:
        raise InputError("match-the-prize plays only games with a prize card, such as goofspiel")
    return min(observation.moves, key=lambda card: (abs(card - stake), card))


def _reject(reason: str, observation: Observation) -> Mix:
    raise InputError(reason)


HOUSE = Function("house", partial(_reject, "this player makes no choices"))
"""The house: the opponent in games in which only one side chooses; it follows the rules of the game."""
BEST_RESPONSE = Function("best-response", partial(_reject, "a best response needs one fixed opponent"))
"""Stands for the best response to the opponent, which an arena computes once the opponent is known."""

uniform = Function("uniform", _uniform)
"""All moves with equal probabilities."""
highest = Function("highest", lambda observation: _in_order(observation)[-1])
"""Always the highest card."""
lowest = Function("lowest", lambda observation: _in_order(observation)[0])
"""Always the lowest card."""
second_lowest = Function("second-lowest", lambda observation: _in_order(observation)[:2][-1])
"""The second-lowest card, or the only one: the paper's response to `lowest`."""
match_the_prize = Function("match-the-prize", _match_the_prize)
"""The card equal to the prize, or the nearest (Ross 1971: best against a uniform player in Goofspiel)."""

NAMED: dict[str, Player] = {
    player.name: player for player in (uniform, highest, lowest, second_lowest, match_the_prize)
}
"""The players that need no solution, by name."""
