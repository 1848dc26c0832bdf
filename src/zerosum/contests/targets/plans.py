"""Players of target games as functions of the target's value x.

A plan is, at each state, a list of *spans*: from `low` on, until the next span begins, the probabilities of the moves
are polynomials in x over a common one. Steps (uniform, bold, choosy players, best responses) have constants there;
the solution has linear functions, or whatever its kernels need; a mixture is a weighted sum. So a plan can be
evaluated for many x at once, and its mean over x can be integrated between places that are known.

A function of a person's own is asked for each x. It has no spans.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, reduce
from typing import Any

import numpy as np

from zerosum.arena.players import Player, Seen, answer
from zerosum.errors import InputError
from zerosum.matrix.parametric import Piece
from zerosum.models.targets import Layer, TargetGame
from zerosum.numerics.laws import Distribution
from zerosum.numerics.polynomials import Poly, Ratio, add, evaluate, multiply, scale
from zerosum.rounds.targets import TargetView
from zerosum.sides import Side

__all__ = ["Array", "Asked", "Board", "Made", "Plan", "Span", "Table", "from_pieces", "joined", "mixed"]

Array = np.ndarray[Any, Any]
"""Floats, or objects that are fractions."""


@dataclass(frozen=True)
class Board:
    """A target game laid out, in floats or in fractions."""

    game: TargetGame
    exact: bool = False
    """Whether payments and probabilities are fractions; targets then have finitely many values, known exactly."""

    @cached_property
    def layers(self) -> Sequence[Layer]:
        """The states, the last stage first."""
        return self.game.layers()

    @cached_property
    def places(self) -> dict[Any, tuple[int, int]]:
        """Where each state is: its layer, and its place there."""
        return {
            state: (at, s) for at, layer in enumerate(self.layers) for s, state in enumerate(layer.states)
        }

    def number(self, x: Any) -> Any:
        """A number of the board's kind."""
        return Fraction(x) if self.exact else float(x)

    def target(self, at: int) -> Distribution:
        """The law of the target in a layer."""
        return self.game.target(at + 1)

    def moves(self, at: int, s: int, side: Side) -> list[int]:
        """Which of the game's moves a side may make."""
        may = (self.layers[at].child[s] >= 0).any(axis=1 if side == "row" else 0)
        return [int(i) for i in np.flatnonzero(may)]

    def payments(self, at: int, s: int) -> tuple[Array, Array]:
        """What each pair of moves pays: c + d x."""
        layer = self.layers[at]
        if not self.exact:
            return layer.fixed[s], layer.slope[s]
        c, d = (np.full(layer.child[s].shape, Fraction(0), object) for _ in range(2))
        state, names = layer.states[s], (self.game.row_moves, self.game.col_moves)
        for i in self.moves(at, s, "row"):
            for j in self.moves(at, s, "col"):
                (fixed, slope), _ = self.game.play(state, names[0][i], names[1][j])
                c[i, j], d[i, j] = Fraction(fixed), Fraction(slope)
        return c, d


@dataclass(frozen=True)
class Span:
    """From `low` on: the probability of each move, a polynomial in x over a common one."""

    low: Any
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


class Plan(ABC):
    """What a player does on one side, at every state."""

    @abstractmethod
    def spans(self, at: int, s: int) -> Sequence[Span]:
        """The spans of the state at this place of this layer, in order."""

    def mix(self, at: int, s: int, x: Array) -> Array:
        """The probabilities of the moves at each x."""
        spans = self.spans(at, s)
        if len(spans) == 1:
            return spans[0].mix(x)
        which = sum(_from(span.low, x) for span in spans[1:])
        found = np.empty((len(spans[0].tops), len(x)), x.dtype)
        for k in np.unique(which):
            found[:, which == k] = spans[k].mix(x[which == k])
        return found


def _from(low: Any, x: Array) -> Array:
    """1 where x has reached `low`."""
    return np.asarray(
        [int(low <= value) for value in x] if x.dtype == object else (x >= float(low)), np.int64
    )


@dataclass(frozen=True)
class Table(Plan):
    """A plan that is written down."""

    rows: Sequence[Sequence[Sequence[Span]]]
    """The spans of each state of each layer."""

    def spans(self, at: int, s: int) -> Sequence[Span]:
        """As written."""
        return self.rows[at][s]


@dataclass(frozen=True)
class Made(Plan):
    """A plan that is made where it is needed, and kept."""

    make: Callable[[int, int], Sequence[Span]]
    """The spans of a state, by its layer and its place there."""
    kept: dict[tuple[int, int], Sequence[Span]] = field(default_factory=dict)

    def spans(self, at: int, s: int) -> Sequence[Span]:
        """As made the first time."""
        if (at, s) not in self.kept:
            self.kept[at, s] = self.make(at, s)
        return self.kept[at, s]


@dataclass(frozen=True)
class Asked(Plan):
    """A plan that is asked for, target by target."""

    board: Board
    player: Player
    side: Side

    def spans(self, at: int, s: int) -> Sequence[Span]:
        """None: nobody knows where a function changes its mind."""
        raise InputError(
            "a function can be asked at every target only if they have finitely many values: leave out --exact"
        )

    def mix(self, at: int, s: int, x: Array) -> Array:
        """The player's answer at each x."""
        game, state = self.board.game, self.board.layers[at].states[s]
        names = game.row_moves if self.side == "row" else game.col_moves
        moves = tuple(names[i] for i in self.board.moves(at, s, self.side))
        found = np.zeros((len(names), len(x)), x.dtype)
        if len(moves) == 1:
            found[names.index(moves[0])] = self.board.number(1)
            return found
        for k, value in enumerate(x.tolist()):
            for move, p in answer(self.player, Seen(self.side, TargetView(state, value), moves)).items():
                found[names.index(move), k] = self.board.number(p)
        return found


def joined(board: Board, at: int, side: Side, moves: Sequence[int], low: Any = -np.inf) -> Span:
    """Some moves, each alike, from `low` on."""
    size = board.layers[at].child.shape[1 if side == "row" else 2]
    chance = (board.number(Fraction(1, len(moves))),)
    return Span(low, tuple(chance if i in moves else () for i in range(size)), (board.number(1),))


def from_pieces(board: Board, pieces: Sequence[Piece], side: Side) -> list[Span]:
    """One side's part of a solution at a state."""
    spans = [_common(board, piece.row if side == "row" else piece.col, piece.low) for piece in pieces]
    return [Span(-np.inf, spans[0].tops, spans[0].bottom), *spans[1:]]


def _common(board: Board, ratios: Sequence[Ratio], low: Any) -> Span:
    """Ratios brought to one denominator."""
    bottoms = list(dict.fromkeys(ratio.bottom for ratio in ratios if len(ratio.bottom) > 1))
    tops = []
    for ratio in ratios:
        others = [bottom for bottom in bottoms if bottom != ratio.bottom]
        top = ratio.top if len(ratio.bottom) > 1 else scale(ratio.top, 1 / board.number(ratio.bottom[0]))
        tops.append(_numbers(board, reduce(multiply, others, top)))
    return Span(low, tuple(tops), _numbers(board, reduce(multiply, bottoms, (1,))))


def _numbers(board: Board, p: Poly) -> Poly:
    return tuple(board.number(a) for a in p)


def mixed(parts: Sequence[tuple[Any, Sequence[Span]]]) -> list[Span]:
    """The weighted mean of several players' spans at a state; the weights sum to one."""
    lows = sorted({span.low for _, spans in parts for span in spans})
    return [_sum([(weight, _current(spans, low)) for weight, spans in parts], low) for low in lows]


def _current(spans: Sequence[Span], x: Any) -> Span:
    """The span to which x belongs."""
    return next(span for span in reversed(spans) if span.low <= x)


def _sum(parts: Sequence[tuple[Any, Span]], low: Any) -> Span:
    bottoms = list(dict.fromkeys(span.bottom for _, span in parts))
    tops: list[Poly] = [()] * len(parts[0][1].tops)
    for weight, span in parts:
        others = reduce(multiply, (bottom for bottom in bottoms if bottom != span.bottom), (weight,))
        tops = [add(total, multiply(top, others)) for total, top in zip(tops, span.tops, strict=True)]
    return Span(low, tuple(tops), reduce(multiply, bottoms))
