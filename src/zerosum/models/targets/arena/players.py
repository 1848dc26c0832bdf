"""Players of target games as functions of the target's value x.

At each state a player is a list of *spans*: from `low` on, until the next span begins, the probabilities of the moves
are polynomials in x over a common one. Step functions (uniform, bold, choosy players, best responses) have constants
there; the solution has linear functions, or whatever its kernels need; a mixture is a weighted sum. So a player can
be evaluated for many x at once, and the EVs of two players can be integrated between known points.

The arena turns each player on a side into a `TargetBehaviour`: its spans at every state, or, for a player that is an
arbitrary function, its answers target by target.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, reduce

import numpy as np

from zerosum.arena.players import Observation, Player, ask
from zerosum.core.arrays import Array, Scalar
from zerosum.core.errors import Unavailable
from zerosum.core.game import Position
from zerosum.core.limits import require_budget
from zerosum.core.sides import Side, other
from zerosum.models.targets.rules import Layer, TargetGame
from zerosum.numerics.distribution_arrays import Distribution
from zerosum.numerics.piecewise import Piece
from zerosum.numerics.polynomials import Poly, add, evaluate, multiply, scale

STATE_SECONDS = 1e-3
"""Estimated seconds to compute one state of a match."""


@dataclass(frozen=True)
class TargetView:
    """Both players' information: the state and the target."""

    state: Position
    x: float


@dataclass(frozen=True)
class LayeredGame:
    """A target game with its layers of states, in floats or in fractions."""

    game: TargetGame
    exact: bool = False
    """Whether payments and probabilities are fractions; targets then have finitely many exact values."""

    @cached_property
    def layers(self) -> Sequence[Layer]:
        """The states, the last stage first."""
        layers = self.game.layers()
        states = sum(len(layer.states) for layer in layers)
        require_budget(f"players at {states:,} states", seconds=STATE_SECONDS * states)
        return layers

    @cached_property
    def start(self) -> StateNode | None:
        """The first state; None if the game is over before it begins."""
        return self.find(self.game.start) if self.game.moves(self.game.start)[0] else None

    def find(self, state: Position) -> StateNode:
        layer = self.game.stages_left(state) - 1
        return StateNode(self, layer, self.layers[layer].places[state])

    def nodes(self, layer: int) -> list[StateNode]:
        """Return all states of a layer."""
        return [StateNode(self, layer, place) for place in range(len(self.layers[layer].states))]

    def over(self, layer: int) -> int:
        """Return the index that stands for the end of the game in a layer's `child`."""
        return len(self.layers[layer - 1].states) if layer else 0

    def number(self, x: Scalar) -> Scalar:
        """Return a number as a fraction if the game is in fractions, as a float otherwise."""
        return Fraction(x) if self.exact else float(x)


@dataclass(frozen=True)
class StateNode:
    """One state of a layered game, by its layer and its index there."""

    layered: LayeredGame
    layer: int
    place: int

    @property
    def states(self) -> Layer:
        return self.layered.layers[self.layer]

    @property
    def state(self) -> Position:
        """The state in the rules' own form."""
        return self.states.states[self.place]

    @property
    def distribution(self) -> Distribution:
        return self.layered.game.target(self.layer + 1)

    @property
    def child(self) -> Array:
        """For each pair of moves, the index of the next state in the layer below."""
        return np.asarray(self.states.child[self.place])

    def names(self, side: Side) -> Sequence[str]:
        """Return every move that a side may have at any state."""
        return self.layered.game.row_moves if side == "row" else self.layered.game.col_moves

    def moves(self, side: Side) -> list[int]:
        """Return a side's moves here, by their indices in `names`."""
        available = (self.child >= 0).any(axis=1 if side == "row" else 0)
        return [int(i) for i in np.flatnonzero(available)]

    def payments(self) -> tuple[Array, Array]:
        """Return arrays c and d: each pair of moves pays c + d x."""
        if not self.layered.exact:
            return self.states.fixed[self.place], self.states.slope[self.place]
        c, d = (np.full(self.child.shape, Fraction(0), object) for _ in range(2))
        rows, cols = self.names("row"), self.names("col")
        for i in self.moves("row"):
            for j in self.moves("col"):
                (fixed, slope), _ = self.layered.game.play(self.state, rows[i], cols[j])
                c[i, j], d[i, j] = Fraction(fixed), Fraction(slope)
        return c, d

    def choices(self, side: Side, below: Array) -> tuple[list[int], list[int], Array, Array]:
        """Return a side's moves, its opponent's, and arrays c and d: a pair's EV for the side is c + d x.

        `below` holds row's values of the states of the next stage.
        """
        c, d = self.payments()
        worth = c + below[self.child]
        if side == "col":
            worth, d = -worth.T, -d.T
        return self.moves(side), self.moves(other(side)), worth, d


@dataclass(frozen=True)
class Span:
    """The probability of each move above `low`, as polynomials in x over a common denominator."""

    low: Scalar
    tops: tuple[Poly, ...]
    bottom: Poly = (1,)

    def mix(self, x: Array) -> Array:
        """Return the probabilities at each x, a row for each move; floats are scaled to sum to one."""
        tops = np.array([evaluate(top, x) + 0 * x for top in self.tops])
        if x.dtype == object:
            return np.asarray(tops / evaluate(self.bottom, x))
        with np.errstate(divide="ignore", invalid="ignore"):
            kept = np.maximum(np.nan_to_num(tops / evaluate(self.bottom, x)), 0.0)
        total = kept.sum(axis=0)
        return np.asarray(np.where(total > 0, kept / np.where(total > 0, total, 1.0), 1 / len(tops)))

    def within(self, layered: LayeredGame) -> Span:
        """Return the span in the number type of a game."""
        low = self.low if self.low == -np.inf else layered.number(self.low)
        tops = tuple(tuple(map(layered.number, top)) for top in self.tops)
        return Span(low, tops, tuple(map(layered.number, self.bottom)))


def even_span(node: StateNode, side: Side, moves: Sequence[int], low: Scalar = -np.inf) -> Span:
    """Return the uniform mix of some moves above `low`."""
    chance = (node.layered.number(Fraction(1, len(moves))),)
    tops = tuple(chance if i in moves else () for i in range(len(node.names(side))))
    return Span(low, tops, (node.layered.number(1),))


def spans_from_pieces(layered: LayeredGame, pieces: Sequence[Piece], side: Side) -> list[Span]:
    """Return one side's strategy at a state of a solution, with each piece's ratios over one denominator."""
    spans: list[Span] = []
    for piece in pieces:
        ratios = piece.row if side == "row" else piece.col
        bottoms = list(dict.fromkeys(ratio.bottom for ratio in ratios if len(ratio.bottom) > 1))
        tops = []
        for ratio in ratios:
            others = [bottom for bottom in bottoms if bottom != ratio.bottom]
            constant = len(ratio.bottom) == 1
            top = scale(ratio.top, 1 / layered.number(ratio.bottom[0])) if constant else ratio.top
            tops.append(reduce(multiply, others, top))
        low = piece.low if spans else -np.inf
        span = Span(-np.inf, tuple(tops), reduce(multiply, bottoms, (1,))).within(layered)
        spans.append(replace(span, low=low))
    return spans


def mix_spans(parts: Sequence[tuple[Scalar, Sequence[Span]]]) -> list[Span]:
    """Return the weighted mean of several players' spans at a state; the weights sum to one."""
    found = []
    for low in sorted({span.low for _, spans in parts for span in spans}):
        current = [
            (weight, next(span for span in reversed(spans) if span.low <= low)) for weight, spans in parts
        ]
        bottoms = list(dict.fromkeys(span.bottom for _, span in current))
        tops: list[Poly] = [()] * len(current[0][1].tops)
        for weight, span in current:
            others = reduce(multiply, (bottom for bottom in bottoms if bottom != span.bottom), (weight,))
            tops = [add(total, multiply(top, others)) for total, top in zip(tops, span.tops, strict=True)]
        found.append(Span(low, tuple(tops), reduce(multiply, bottoms)))
    return found


class TargetBehaviour(ABC):
    """A player's behaviour on one side, at every state and target."""

    @abstractmethod
    def spans(self, node: StateNode) -> Sequence[Span]:
        """Return the spans of a state, in order."""

    def mix(self, node: StateNode, x: Array) -> Array:
        """Return the probabilities of the moves at each x, a row for each move."""
        spans = self.spans(node)
        if len(spans) == 1:
            return spans[0].mix(x)
        which = np.zeros(len(x), np.int64)
        for span in spans[1:]:
            reached = [span.low <= value for value in x] if x.dtype == object else x >= float(span.low)
            which += np.asarray(reached, np.int64)
        found = np.empty((len(spans[0].tops), len(x)), x.dtype)
        for k in np.unique(which):
            found[:, which == k] = spans[k].mix(x[which == k])
        return found


@dataclass(frozen=True)
class SpanBehaviour(TargetBehaviour):
    """A player whose spans are computed on first use and cached."""

    make: Callable[[StateNode], Sequence[Span]]
    known: dict[tuple[int, int], Sequence[Span]] = field(default_factory=dict)
    """The cached spans, by layer and index."""

    def spans(self, node: StateNode) -> Sequence[Span]:
        key = node.layer, node.place
        if key not in self.known:
            self.known[key] = self.make(node)
        return self.known[key]


@dataclass(frozen=True)
class QueriedPlayer(TargetBehaviour):
    """A player without a known formula, which is queried target by target."""

    player: Player
    side: Side

    def spans(self, node: StateNode) -> Sequence[Span]:
        """Raise an error, since the function's break points are not known."""
        raise Unavailable(
            f"{self.player.name} can be queried at every target only if targets have finitely many "
            f"values; simulate its matches instead"
        )

    def mix(self, node: StateNode, x: Array) -> Array:
        names, number = node.names(self.side), node.layered.number
        moves = tuple(names[i] for i in node.moves(self.side))
        found = np.zeros((len(names), len(x)), x.dtype)
        if len(moves) == 1:
            found[names.index(moves[0])] = number(1)
            return found
        for k, value in enumerate(x.tolist()):
            observation = Observation(self.side, TargetView(node.state, value), moves)
            for move, p in ask(self.player, observation).items():
                found[names.index(move), k] = number(p)
        return found
