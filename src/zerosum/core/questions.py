"""Questions about a solution besides its value, decision by decision.

A *decision* is an information set at which a side moves. Two tables are about decisions:

    decisions   the mix; with EVs also the reach, the EV of each move and of the mix, and the cost of a mistake
    ranges      the least and the greatest probability of each move over all optimal strategies

The model makes both tables. A solution has the decisions of its table (`solution.decisions`), all decisions with
EVs (`solution.evs`), and the ranges (`solution.ranges`). A *lock* fixes a side's mix at one decision or at all of
them; `Family.locked` solves the rest.
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
class MoveEV:
    """One move at a decision: its probability and its EV.

    Examples
    --------
    >>> decision = next(one for one in zerosum.solve("kuhn").evs if one.information == "J, check")
    >>> str(decision.moves["bet"].probability), str(decision.moves["bet"].regret)
    ('1/3', '0')
    """

    probability: Number
    """The probability of the move in the side's strategy."""
    ev: Number | None
    """The move's EV against the opponent's strategy if the best moves follow; None if the opponent's strategy never
    reaches the decision, or if the EV is not computed.
    """
    regret: Number | None
    """EV loss: how far the move's EV is below that of the best move."""

    def json(self) -> Json:
        """Return the numbers as a mapping."""
        return {
            "probability": plain(self.probability),
            "ev": plain(self.ev),
            "regret": plain(self.regret),
        }


@dataclass(frozen=True)
class SolvedDecision:
    """A decision of a side: its information and its mix, and, if known, the reach and the EVs.

    Examples
    --------
    >>> decision = next(one for one in zerosum.solve("kuhn").evs if one.information == "J, check")
    >>> decision.side, str(decision.ev)
    ('col', '-1')
    """

    side: Side
    information: str
    """The side's information; empty if both players see everything."""
    moves: Mapping[Move, MoveEV]
    ev: Number | None = None
    """EV of the side's mix there; None if the opponent's strategy never reaches the decision, or if the EV is not
    computed.
    """
    reached: Number | None = None
    """Probability that play reaches the decision if both players follow their strategies; None without EVs."""
    counterfactual_reach: Number | None = None
    """Reach probability if the side itself always moves towards the decision: the probability of chance's and the
    opponent's moves; None if both players see everything.
    """
    hand: tuple[str, ...] = ()
    """The outcomes of chance that the side knows, or the name of its information; empty if both players see
    everything.
    """
    history: tuple[str, ...] = ()
    """The moves that the side made and saw."""
    interval: tuple[Number, Number] | None = None
    """If hands are numbers: the least and the greatest hand of this row."""

    @classmethod
    def of(
        cls,
        side: Side,
        information: str,
        mix: Mapping[Move, Number],
        evs: Mapping[Move, Number | None] | None = None,
        reached: Number | None = None,
        counterfactual_reach: Number | None = None,
        hand: tuple[str, ...] = (),
        history: tuple[str, ...] = (),
        interval: tuple[Number, Number] | None = None,
    ) -> SolvedDecision:
        """Return a decision, given the mix and the known EVs of moves.

        It lists the moves with EVs, or, without EVs, those of the mix.
        """
        earned = evs or dict.fromkeys(mix)
        best = max((ev for ev in earned.values() if ev is not None), default=None)
        moves = {
            move: MoveEV(mix.get(move, 0), ev, None if ev is None or best is None else best - ev)
            for move, ev in earned.items()
        }
        parts = [one.probability * one.ev for one in moves.values() if one.ev is not None]
        total = sum(parts) if len(parts) == len(moves) and parts else None
        return cls(side, information, moves, total, reached, counterfactual_reach, hand, history, interval)

    def json(self) -> Json:
        """Return the numbers as a mapping."""
        return {
            "side": self.side,
            "information": self.information,
            "hand": list(self.hand),
            "history": list(self.history),
            "reached": plain(self.reached),
            "counterfactual_reach": plain(self.counterfactual_reach),
            "ev": plain(self.ev),
            "moves": plain(self.moves),
        }


@dataclass(frozen=True)
class ProbabilityRange:
    """The range of one move's probability over all optimal strategies.

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
        """Whether all optimal strategies play the move with the same probability."""
        return self.least == self.most

    def json(self) -> Json:
        """Return both ends of the range."""
        return {"least": plain(self.least), "most": plain(self.most)}


@dataclass(frozen=True)
class DecisionRanges:
    """A decision of a side: the range of each move's probability over the optimal strategies that reach it.

    Examples
    --------
    >>> decision = next(one for one in zerosum.solve("kuhn").ranges if one.information == "J")
    >>> decision.side, decision.is_reached, decision.is_unique
    ('row', True, False)
    """

    side: Side
    information: str
    """The side's information; empty if both players see everything."""
    moves: Mapping[Move, ProbabilityRange]
    """Empty if no optimal strategy of the side reaches this decision by the side's own earlier moves."""

    @property
    def is_reached(self) -> bool:
        """Whether some optimal strategy of the side reaches this decision."""
        return bool(self.moves)

    @property
    def is_unique(self) -> bool:
        """Whether all optimal strategies that reach this decision agree there."""
        return self.is_reached and all(move.is_unique for move in self.moves.values())

    def json(self) -> Json:
        """Return the ranges by move."""
        return {
            "side": self.side,
            "information": self.information,
            "reached": self.is_reached,
            "unique": self.is_unique,
            "moves": plain(self.moves),
        }


@dataclass(frozen=True)
class Lock:
    """A fixed mix of a side at one decision, or at all of its decisions."""

    information: str
    """The side's information at the decision, as shown to people; empty for a lock of a whole side."""
    moves: Mapping[str, Fraction] = field(default_factory=dict)
    """Probabilities of moves by their names; moves that are left out share the rest of the probability freely."""
    side: Side | None = None
    """The side, if it is named."""
    player: Player | None = None
    """A player whose strategy is fixed at all decisions."""

    def __str__(self) -> str:
        if self.player is not None:
            return f"{self.side}: {self.player.name}"
        return f"{self.information}: {', '.join(f'{move} {p}' for move, p in self.moves.items())}"
