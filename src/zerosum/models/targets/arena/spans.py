"""Players of target games as functions of the target's value x.

At each state a player is a list of *spans*: from `low` on, until the next span begins, the probabilities of the moves
are polynomials in x over a common one. Steps (uniform, bold, choosy players, best responses) have constants there;
the solution has linear functions, or whatever its kernels need; a mixture is a weighted sum. So a player can be
evaluated for many x at once, and its mean over x can be integrated between places that are known. A player on one
side, *lowered*, has its spans at every state, or its answers where it has none."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, reduce

import numpy as np

from zerosum.arena.players import Observation, Player, ask
from zerosum.core.arrays import Array, Scalar
from zerosum.core.errors import Unavailable
from zerosum.core.game import Position
from zerosum.core.limits import afford
from zerosum.core.sides import Side, other
from zerosum.models.targets.arena.rounds import TargetView
from zerosum.models.targets.rules import Layer, TargetGame
from zerosum.numerics.laws import Distribution
from zerosum.numerics.pieces import Piece
from zerosum.numerics.polynomials import Poly, Ratio, add, evaluate, multiply, scale

STATE_SECONDS = 1e-3
"""About how long one state takes when two players meet."""


@dataclass(frozen=True)
class Layout:
    """A target game laid out, in floats or in fractions."""

    game: TargetGame
    exact: bool = False
    """Whether payments and probabilities are fractions; targets then have finitely many values, known exactly."""

    @cached_property
    def layers(self) -> Sequence[Layer]:
        """The states, the last stage first."""
        layers = self.game.layers()
        states = sum(len(layer.states) for layer in layers)
        afford(f"players at {states:,} states", seconds=STATE_SECONDS * states)
        return layers

    @cached_property
    def start(self) -> Spot | None:
        """Where the game begins; None if it is over before."""
        if not self.game.moves(self.game.start)[0]:
            return None
        return self.find(self.game.start)

    def find(self, state: Position) -> Spot:
        """Where a state is."""
        at = self.game.stages_left(state) - 1
        return self.spot(at, self.layers[at].places[state])

    def spot(self, at: int, s: int) -> Spot:
        """The s-th state of a layer."""
        return Spot(self, at, s)

    def spots(self, at: int) -> list[Spot]:
        """All states of a layer."""
        return [self.spot(at, s) for s in range(len(self.layers[at].states))]

    def over(self, at: int) -> int:
        """The number that stands, in a layer, for states in which the game is over."""
        return len(self.layers[at - 1].states) if at else 0

    def number(self, x: Scalar) -> Scalar:
        """A number of the layout's kind."""
        return Fraction(x) if self.exact else float(x)


@dataclass(frozen=True)
class Spot:
    """One state of a layout: its layer, and its place there."""

    layout: Layout
    at: int
    s: int

    @property
    def state(self) -> Position:
        """The state, as the rules have it."""
        return self.layout.layers[self.at].states[self.s]

    @property
    def law(self) -> Distribution:
        """The law of the target."""
        return self.layout.game.target(self.at + 1)

    @property
    def child(self) -> Array:
        """For each pair of moves the place of the next state in the layer below."""
        return np.asarray(self.layout.layers[self.at].child[self.s])

    def names(self, side: Side) -> Sequence[str]:
        """Every move that a side may ever have."""
        return self.layout.game.row_moves if side == "row" else self.layout.game.col_moves

    def moves(self, side: Side) -> list[int]:
        """Which of them the side has here."""
        may = (self.child >= 0).any(axis=1 if side == "row" else 0)
        return [int(i) for i in np.flatnonzero(may)]

    def payments(self) -> tuple[Array, Array]:
        """What each pair of moves pays: c + d x."""
        layer = self.layout.layers[self.at]
        if not self.layout.exact:
            return layer.fixed[self.s], layer.slope[self.s]
        c, d = (np.full(self.child.shape, Fraction(0), object) for _ in range(2))
        rows, cols = self.names("row"), self.names("col")
        for i in self.moves("row"):
            for j in self.moves("col"):
                (fixed, slope), _ = self.layout.game.play(self.state, rows[i], cols[j])
                c[i, j], d[i, j] = Fraction(fixed), Fraction(slope)
        return c, d

    def choices(self, side: Side, below: Array) -> tuple[list[int], list[int], Array, Array]:
        """A side's moves, its rival's, and what each pair is worth to the side, given what follows: c + d x."""
        c, d = self.payments()
        worth = c + below[self.child]
        if side == "col":
            worth, d = -worth.T, -d.T
        return self.moves(side), self.moves(other(side)), worth, d


@dataclass(frozen=True)
class Span:
    """From `low` on: the probability of each move, a polynomial in x over a common one."""

    low: Scalar
    tops: tuple[Poly, ...]
    bottom: Poly = (1,)

    def mix(self, x: Array) -> Array:
        """The probabilities at each x, a row for each move; floats are made true distributions."""
        tops = np.array([evaluate(top, x) + 0 * x for top in self.tops])
        if x.dtype == object:
            return np.asarray(tops / evaluate(self.bottom, x))
        with np.errstate(divide="ignore", invalid="ignore"):
            kept = np.maximum(np.nan_to_num(tops / evaluate(self.bottom, x)), 0.0)
        total = kept.sum(axis=0)
        return np.asarray(np.where(total > 0, kept / np.where(total > 0, total, 1.0), 1 / len(tops)))

    def within(self, layout: Layout) -> Span:
        """The same in the layout's numbers."""
        low = self.low if self.low == -np.inf else layout.number(self.low)
        return Span(low, tuple(_numbers(layout, top) for top in self.tops), _numbers(layout, self.bottom))


def joined(spot: Spot, side: Side, moves: Sequence[int], low: Scalar = -np.inf) -> Span:
    """Some moves, each alike, from `low` on."""
    chance = (spot.layout.number(Fraction(1, len(moves))),)
    tops = tuple(chance if i in moves else () for i in range(len(spot.names(side))))
    return Span(low, tops, (spot.layout.number(1),))


def from_pieces(layout: Layout, pieces: Sequence[Piece], side: Side) -> list[Span]:
    """One side's part of a solution at a state."""
    spans = [_common(layout, piece.row if side == "row" else piece.col, piece.low) for piece in pieces]
    return [Span(-np.inf, spans[0].tops, spans[0].bottom), *spans[1:]]


def _common(layout: Layout, ratios: Sequence[Ratio], low: Scalar) -> Span:
    """Ratios brought to one denominator."""
    bottoms = list(dict.fromkeys(ratio.bottom for ratio in ratios if len(ratio.bottom) > 1))
    tops = []
    for ratio in ratios:
        others = [bottom for bottom in bottoms if bottom != ratio.bottom]
        top = ratio.top if len(ratio.bottom) > 1 else scale(ratio.top, 1 / layout.number(ratio.bottom[0]))
        tops.append(_numbers(layout, reduce(multiply, others, top)))
    return Span(low, tuple(tops), _numbers(layout, reduce(multiply, bottoms, (1,))))


def _numbers(layout: Layout, p: Poly) -> Poly:
    return tuple(layout.number(a) for a in p)


def mixed(parts: Sequence[tuple[Scalar, Sequence[Span]]]) -> list[Span]:
    """The weighted mean of several players' spans at a state; the weights sum to one."""
    lows = sorted({span.low for _, spans in parts for span in spans})
    return [_sum([(weight, _current(spans, low)) for weight, spans in parts], low) for low in lows]


def _current(spans: Sequence[Span], x: Scalar) -> Span:
    """The span to which x belongs."""
    return next(span for span in reversed(spans) if span.low <= x)


def _sum(parts: Sequence[tuple[Scalar, Span]], low: Scalar) -> Span:
    bottoms = list(dict.fromkeys(span.bottom for _, span in parts))
    tops: list[Poly] = [()] * len(parts[0][1].tops)
    for weight, span in parts:
        others = reduce(multiply, (bottom for bottom in bottoms if bottom != span.bottom), (weight,))
        tops = [add(total, multiply(top, others)) for total, top in zip(tops, span.tops, strict=True)]
    return Span(low, tuple(tops), reduce(multiply, bottoms))


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
            for move, p in ask(
                self.player, Observation(self.side, TargetView(spot.state, value), moves)
            ).items():
                found[names.index(move), k] = number(p)
        return found
