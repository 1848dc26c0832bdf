"""What a person asks of an answer once the value is known, decision by decision.

A *decision* is a place where a side moves and what it knows there: an information set. Two tables are about decisions:

    earnings    how often it is reached, what each move earns, what the mix earns, what a wrong move costs
    ranges      the least and the greatest probability of each move over all optimal strategies of the side

Both are made by the model (`Family.earnings`, `Family.ranges`), and read from a solution as `solution.earnings` and
`solution.ranges`. A *lock* fixes what a side does at a decision, or everywhere; `Family.locked` solves the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from zerosum.core.data import Json, plain
from zerosum.core.game import Move
from zerosum.core.numbers import Number
from zerosum.core.sides import Side

if TYPE_CHECKING:
    from zerosum.arena import Player


@dataclass(frozen=True)
class MoveEarnings:
    """What one move earns at a decision.

    Examples
    --------
    >>> decision = next(one for one in zerosum.solve("kuhn").earnings if one.information == "J, check")
    >>> str(decision.moves["bet"].probability), str(decision.moves["bet"].regret)
    ('1/3', '0')
    """

    probability: Number
    """How often the side's strategy plays it there."""
    earns: Number | None
    """What it earns the side against the other's strategy if the best follows; None where the other never lets play
    get there."""
    regret: Number | None
    """How much less than the best move it earns."""

    def json(self) -> Json:
        """The numbers by name."""
        return {
            "probability": plain(self.probability),
            "earns": plain(self.earns),
            "regret": plain(self.regret),
        }


@dataclass(frozen=True)
class DecisionEarnings:
    """One decision of a side: how often it occurs, and what can be earned there.

    Examples
    --------
    >>> decision = next(one for one in zerosum.solve("kuhn").earnings if one.information == "J, check")
    >>> decision.side, str(decision.earns)
    ('col', '-1')
    """

    side: Side
    information: str
    """What the side knows; empty where both see everything."""
    reached: Number
    """The probability that play gets there if both play their strategies."""
    allowed: Number | None
    """The same if the side itself does everything to get there: the probability of chance's and the other's moves;
    None where both see everything."""
    earns: Number | None
    """What the side's mix earns there; None where the other never lets play get there."""
    moves: Mapping[Move, MoveEarnings]

    def json(self) -> Json:
        """The numbers by name."""
        return {
            "side": self.side,
            "information": self.information,
            "reached": plain(self.reached),
            "allowed": plain(self.allowed),
            "earns": plain(self.earns),
            "moves": plain(self.moves),
        }


@dataclass(frozen=True)
class ProbabilityRange:
    """The probabilities that optimal strategies give to one move: all numbers from the least to the most.

    Examples
    --------
    >>> decision = next(one for one in zerosum.solve("kuhn").ranges if one.information == "J")
    >>> str(decision.moves["bet"].least), str(decision.moves["bet"].most)
    ('0', '1/3')
    """

    least: Number
    most: Number

    @property
    def is_unique(self) -> bool:
        """Whether all optimal strategies agree on it."""
        return self.least == self.most

    def json(self) -> Json:
        """Both ends."""
        return {"least": plain(self.least), "most": plain(self.most)}


@dataclass(frozen=True)
class DecisionRanges:
    """One decision of a side: the range of each move's probability over the optimal strategies that come there.

    Examples
    --------
    >>> decision = next(one for one in zerosum.solve("kuhn").ranges if one.information == "J")
    >>> decision.side, decision.is_reached, decision.is_unique
    ('row', True, False)
    """

    side: Side
    information: str
    """What the side knows; empty where both see everything."""
    moves: Mapping[Move, ProbabilityRange]
    """Empty where no optimal strategy of the side comes to this decision, by the side's own earlier moves."""

    @property
    def is_reached(self) -> bool:
        """Whether some optimal strategy of the side comes there."""
        return bool(self.moves)

    @property
    def is_unique(self) -> bool:
        """Whether all optimal strategies that come there do the same."""
        return self.is_reached and all(move.is_unique for move in self.moves.values())

    def json(self) -> Json:
        """The ranges by move."""
        return {
            "side": self.side,
            "information": self.information,
            "reached": self.is_reached,
            "unique": self.is_unique,
            "moves": plain(self.moves),
        }


@dataclass(frozen=True)
class Lock:
    """What a side does at one decision, or at all of its decisions."""

    information: str
    """What the side knows there, as a person reads it; empty for a whole side."""
    moves: Mapping[str, Fraction] = field(default_factory=dict)
    """Probabilities of moves by their names; moves that are left out stay free, as far as the sum leaves room."""
    side: Side | None = None
    """The side, where it is named."""
    player: Player | None = None
    """A player that decides everywhere."""

    def __str__(self) -> str:
        if self.player is not None:
            return f"{self.side}: {self.player.name}"
        return f"{self.information}: {', '.join(f'{move} {p}' for move, p in self.moves.items())}"
