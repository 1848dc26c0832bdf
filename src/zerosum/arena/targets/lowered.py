"""A player on one side of a target game, lowered: its spans at every state, or its answers where it has none."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from zerosum.arena.players import Player, Seen, answer
from zerosum.arena.targets.rounds import TargetView
from zerosum.arena.targets.spans import Span, Spot
from zerosum.arrays import Array, Scalar
from zerosum.errors import Unavailable
from zerosum.sides import Side

__all__ = ["Asked", "Lowered", "Spanned"]


class Lowered(ABC):
    """What a player does on one side, at every state."""

    @abstractmethod
    def spans(self, spot: Spot) -> Sequence[Span]:
        """The spans of a state, in order."""

    def mix(self, spot: Spot, x: Array) -> Array:
        """The probabilities of the moves at each x."""
        spans = self.spans(spot)
        if len(spans) == 1:
            return spans[0].mix(x)
        which = sum(_from(span.low, x) for span in spans[1:])
        found = np.empty((len(spans[0].tops), len(x)), x.dtype)
        for k in np.unique(which):
            found[:, which == k] = spans[k].mix(x[which == k])
        return found


def _from(low: Scalar, x: Array) -> Array:
    """1 where x has reached `low`."""
    return np.asarray(
        [int(low <= value) for value in x] if x.dtype == object else (x >= float(low)), np.int64
    )


@dataclass(frozen=True)
class Spanned(Lowered):
    """A player whose spans are made where they are needed, and kept."""

    make: Callable[[Spot], Sequence[Span]]
    kept: dict[tuple[int, int], Sequence[Span]] = field(default_factory=dict)

    def spans(self, spot: Spot) -> Sequence[Span]:
        """As made the first time."""
        key = spot.at, spot.s
        if key not in self.kept:
            self.kept[key] = self.make(spot)
        return self.kept[key]


@dataclass(frozen=True)
class Asked(Lowered):
    """A player who is asked, target by target."""

    player: Player
    side: Side

    def spans(self, spot: Spot) -> Sequence[Span]:
        """None: nobody knows where a function changes its mind."""
        raise Unavailable(
            f"{self.player.name} can be asked at every target only if they have finitely many values; "
            "its plays can be sampled"
        )

    def mix(self, spot: Spot, x: Array) -> Array:
        """The player's answer at each x."""
        names, number = spot.names(self.side), spot.layout.number
        moves = tuple(names[i] for i in spot.moves(self.side))
        found = np.zeros((len(names), len(x)), x.dtype)
        if len(moves) == 1:
            found[names.index(moves[0])] = number(1)
            return found
        for k, value in enumerate(x.tolist()):
            for move, p in answer(self.player, Seen(self.side, TargetView(spot.state, value), moves)).items():
                found[names.index(move), k] = number(p)
        return found
