"""The answer for a target game: at a state before its target is seen, or at a target of known value.

Before the target is seen, the strategies are the chances that each move will be played, averaged over x; the
table beside them says what to do at each x, as Nakai prints it.
"""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

import numpy as np

from zerosum.distributions import Distribution
from zerosum.errors import InputError
from zerosum.matrix.parametric import Piece, pieces
from zerosum.matrix.parametric_mean import integral
from zerosum.matrix.parametric_poly import Ratio, text
from zerosum.models.targets import Layer, TargetGame
from zerosum.solution import Number, Solution, Value
from zerosum.solvers.targets.kernel import MOST, gather, pieces_of
from zerosum.solvers.targets.text import interval_tables

__all__ = ["TargetSolution", "column_of_x", "solution_at"]


@dataclass(frozen=True, kw_only=True)
class TargetSolution(Solution):
    """Values and strategies at every state of a target game."""

    rules: TargetGame = dataclasses.field(repr=False)
    """The game itself."""
    layers: Sequence[Layer] = dataclasses.field(repr=False)
    """Its states, the last stage first."""
    table: Sequence[Sequence[Value]] = dataclasses.field(repr=False)
    """The value of each of them."""
    state: Any
    """Where this is the answer."""
    x: float | None = None
    """The value of the target, if it has been seen."""

    def at(
        self,
        *,
        state: Annotated[str | None, "another state, its numbers with commas"] = None,
        x: Annotated[float | None, "the value of the target, once it is seen"] = None,
    ) -> TargetSolution:
        """The solution at another state, or for a target of known value."""
        where = self.state if state is None else self.rules.read(state)
        answer = (
            self
            if where == self.state
            else solution_at(self.rules, self.layers, self.table, where, exact=self.value.is_exact)
        )
        return answer if x is None else _seen(answer, x)

    def value_at(self, state: Any) -> Value:
        """The value at a state; nothing where the game is over."""
        place = _place(self.rules, self.layers, state)
        return Value.exactly(0) if place is None else self.table[place[0]][place[1]]

    def pieces(self, state: Any) -> list[Piece]:
        """Value and strategies at a state as functions of x, in the order of the game's moves."""
        place = _place(self.rules, self.layers, state)
        return [] if place is None else self.pieces_at(*place)

    def pieces_at(self, layer: int, place: int) -> list[Piece]:
        """The same for a state given by its place in the layers."""
        return _pieces(self.rules, self.layers, self.table, layer, place)


def solution_at(
    game: TargetGame,
    layers: Sequence[Layer],
    table: Sequence[Sequence[Value]],
    state: Any,
    *,
    exact: bool,
    began: float | None = None,
) -> TargetSolution:
    """The answer at one state, before its target is seen."""
    place = _place(game, layers, state)
    found = _pieces(game, layers, table, *place) if place else []
    F = game.target(game.stages_left(state)) if place else None
    tables = interval_tables(game, [_readable(piece) for piece in found]) if place else []
    notes = ["The chances are averages over the target; the table says what to do once its value x is seen."]
    if place:
        from zerosum.solvers.targets.closed import closed_form

        form = closed_form(game, state)
        notes += [f"closed form: {form}"] if form else []
    return TargetSolution(
        game=game.name or type(game).__name__,
        parameters={**game.parameters(), **({} if state == game.start else {"state": str(state)})},
        title=game.title if state == game.start else f"{game.title} · {game.describe(state)}",
        value=table[place[0]][place[1]] if place else Value.exactly(0),
        row=_average(game.row_moves, [p.row for p in found], found, F) if F else {},
        col=_average(game.col_moves, [p.col for p in found], found, F) if F else {},
        move=game.move,
        method="exact fractions" if exact else "closed-form integrals of the pieces of val(A + xB)",
        positions=sum(len(layer.states) for layer in layers),
        seconds=time.perf_counter() - began if began is not None else 0.0,
        tables=tables,
        notes=notes
        if place
        else ["One player has no cards that could win or lose anything: the game is over."],
        rules=game,
        layers=layers,
        table=table,
        state=state,
    )


def column_of_x(layer: Layer) -> int | None:
    """The one column in which x enters, if there are at most two columns and only one has it."""
    if layer.child.shape[2] > 2:
        return None
    used = [j for j in range(layer.child.shape[2]) if layer.slope[:, :, j].any()]
    return None if len(used) > 1 else used[0] if used else 0


def _place(game: TargetGame, layers: Sequence[Layer], state: Any) -> tuple[int, int] | None:
    """The layer of a state and its place there; None where the game is over."""
    try:
        left = game.stages_left(state)
        if not game.moves(state)[0]:
            return None
        return left - 1, list(layers[left - 1].states).index(state)
    except (ValueError, IndexError, TypeError):
        raise InputError(f"the state {state} cannot follow the start of this game, {game.start}") from None


def _pieces(
    game: TargetGame, layers: Sequence[Layer], table: Sequence[Sequence[Value]], at: int, s: int
) -> list[Piece]:
    left, state = at + 1, layers[at].states[s]
    layer, F = layers[left - 1], game.target(left)
    below = [*table[left - 2], Value.exactly(0)] if left > 1 else [Value.exactly(0)]
    if all(value.is_exact for value in below) and F.exact:
        return _exact_pieces(game, state, layer, s, [Fraction(value.lower) for value in below], F)
    column = column_of_x(layer)
    middles = np.array([float(value) for value in below])
    if column is None:
        rational = [Fraction(float(v)) for v in middles]
        return [_as_floats(piece) for piece in _exact_pieces(game, state, layer, s, rational, F)]
    return _float_pieces(layer, s, column, middles, F)


def _exact_pieces(
    game: TargetGame, state: Any, layer: Layer, s: int, below: list[Fraction], F: Distribution
) -> list[Piece]:
    """The pieces of one state in fractions, brought to the full list of moves."""
    rows, cols = game.moves(state)
    at_row, at_col = [game.row_moves.index(r) for r in rows], [game.col_moves.index(c) for c in cols]
    pays = [[game.play(state, row, col)[0] for col in cols] for row in rows]
    A = [
        [below[layer.child[s, i, j]] + Fraction(c) for j, (c, _) in zip(at_col, line, strict=True)]
        for i, line in zip(at_row, pays, strict=True)
    ]
    B = [[Fraction(d) for _, d in line] for line in pays]
    low, high = (F.exact[0][0], F.exact[-1][0]) if F.exact else (F.low, F.high)
    found = pieces(A, B, low, high if high > low else low + 1)
    zero = Ratio((), (Fraction(1),))

    def spread(ratios: Sequence[Ratio], at: list[int], size: int) -> tuple[Ratio, ...]:
        return tuple(ratios[at.index(i)] if i in at else zero for i in range(size))

    full = [
        Piece(
            p.low,
            p.high,
            p.value,
            spread(p.row, at_row, len(game.row_moves)),
            spread(p.col, at_col, len(game.col_moves)),
        )
        for p in found
    ]
    return full if high > low else [dataclasses.replace(full[0], high=low)]


def _readable(piece: Piece) -> Piece:
    """The piece itself, or in floats where its fractions are long."""
    return piece if len(str(piece.value)) < 60 else _as_floats(piece)


def _as_floats(piece: Piece) -> Piece:
    def floats(ratio: Ratio) -> Ratio:
        unit = ratio.bottom[-1]
        return Ratio(tuple(float(a / unit) for a in ratio.top), tuple(float(a / unit) for a in ratio.bottom))

    return Piece(
        float(piece.low),
        float(piece.high),
        floats(piece.value),
        tuple(map(floats, piece.row)),
        tuple(map(floats, piece.col)),
    )


def _float_pieces(layer: Layer, s: int, column: int, below: Any, F: Distribution) -> list[Piece]:
    """The pieces that the compiled walk finds."""
    rows = layer.child.shape[1]
    a, b, c = np.empty(rows), np.empty(rows), np.empty(rows)
    zeros = np.zeros_like(below)
    m, two, _ = gather(layer.child[s], layer.fixed[s], layer.slope[s], column, below, zeros, a, b, c)
    base = c[m - 1] if two else a[m - 1]
    cuts, kernels = np.empty(MOST + 1), np.empty((MOST + 1, 3), np.int64)
    count, _ = pieces_of(a[:m] - base, b[:m], c[:m] - base, two, F.low, F.high, cuts, kernels)
    cuts[count] = F.high
    which = np.flatnonzero((layer.child[s] >= 0).any(axis=1))
    only = not two and not (layer.child[s, :, column] >= 0).any()
    shape = rows, layer.child.shape[2], column if not only else 1 - column
    return [
        _float_piece(cuts[p], cuts[p + 1], kernels[p], (a, b, c), which, shape)
        for p in range(count)
        if cuts[p + 1] - cuts[p] > 1e-13 * max(1.0, cuts[p]) or count == 1
    ]


def _float_piece(
    low: float, high: float, kernel: Any, abc: Any, which: Any, shape: tuple[int, int, int]
) -> Piece:
    (i, k, j), (a, b, c) = map(int, kernel), abc
    rows, cols, column = shape
    row, col = [Ratio(())] * rows, [Ratio(())] * cols
    if k < 0:
        row[which[i]] = Ratio((1.0,))
        col[column if j == 0 else 1 - column] = Ratio((1.0,))
        value = Ratio(_line(a[i], b[i])) if j == 0 else Ratio(_line(c[i], 0.0))
        return Piece(float(low), float(high), value, tuple(row), tuple(col))
    s0, s1 = a[i] - a[k] + c[k] - c[i], b[i] - b[k]
    unit = s1 if s1 != 0 else s0
    bottom = _line(s0 / unit, s1 / unit)
    row[which[i]] = _ratio((c[k] - a[k]) / unit, -b[k] / unit, bottom)
    row[which[k]] = _ratio((a[i] - c[i]) / unit, b[i] / unit, bottom)
    col[column] = _ratio((c[k] - c[i]) / unit, 0.0, bottom)
    col[1 - column] = _ratio((a[i] - a[k]) / unit, s1 / unit, bottom)
    d0, d1 = a[i] * c[k] - c[i] * a[k], b[i] * c[k] - c[i] * b[k]
    value = _ratio(d0 / unit, d1 / unit, bottom)
    return Piece(float(low), float(high), value, tuple(row), tuple(col))


def _ratio(constant: float, slope: float, bottom: tuple[float, ...]) -> Ratio:
    """A linear function over another; a number where they are proportional, so that a common root does no harm."""
    if len(bottom) == 2 and math.isclose(constant * bottom[1], slope * bottom[0], rel_tol=1e-14):
        return Ratio(_line(slope / bottom[1], 0.0))
    return Ratio(_line(constant, slope), bottom)


def _line(constant: float, slope: float) -> tuple[float, ...]:
    """A linear function as a polynomial of plain floats."""
    if slope != 0:
        return float(constant), float(slope)
    return (float(constant),) if constant != 0 else ()


def _average(
    moves: Sequence[str], strategies: list[tuple[Ratio, ...]], found: list[Piece], F: Distribution
) -> dict[str, Number]:
    """The chance that each move will be played, over all x."""
    chances: dict[str, Number] = {}
    for i, move in enumerate(moves):
        if F.exact and all(_in_fractions(piece) for piece in found):
            chance = sum((p * _at(found, strategies, i, x) for x, p in F.exact), Fraction(0))
            chances[move] = chance if chance.denominator < 10**12 else float(chance)
        else:
            parts = [
                integral(s[i], p.low, p.high, F)[0]
                for p, s in zip(found, strategies, strict=True)
                if s[i].top
            ]
            chances[move] = min(1.0, max(0.0, math.fsum(parts)))
    return {move: chance for move, chance in chances.items() if chance}


def _in_fractions(piece: Piece) -> bool:
    """Whether a piece was found in fractions; its denominator tells, which is never empty."""
    return isinstance(piece.value.bottom[0], Fraction)


def _at(found: list[Piece], strategies: list[tuple[Ratio, ...]], i: int, x: Any) -> Any:
    """Move i's probability at x."""
    place = max(p for p, piece in enumerate(found) if p == 0 or piece.low <= x)
    return strategies[place][i](x) if strategies[place][i].top else Fraction(0)


def _seen(answer: TargetSolution, x: float) -> TargetSolution:
    """The answer once the target is seen to be worth x."""
    found = answer.pieces(answer.state)
    F = answer.rules.target(answer.rules.stages_left(answer.state)) if found else None
    if F is None:
        raise InputError("the game is over here: no target will be seen")
    if not F.low <= x <= F.high:
        raise InputError(f"no target here is worth {x:g}")
    piece = max((p for p in found if float(p.low) <= x), key=lambda p: float(p.low), default=found[0])
    exact = _in_fractions(piece)
    at = Fraction(x).limit_denominator(10**9) if exact else float(x)

    def played(moves: Sequence[str], strategy: Sequence[Ratio]) -> dict[str, Number]:
        return {move: p(at) for move, p in zip(moves, strategy, strict=True) if p.top and p(at)}

    below = float(answer.value.gap) + 1e-14
    value = piece.value(at)
    return dataclasses.replace(
        answer,
        title=f"{answer.title} · a target of {text((at,))}",
        parameters={**answer.parameters, "x": x},
        value=Value.exactly(value)
        if exact and answer.value.is_exact
        else Value(value - below, value + below),
        row=played(answer.rules.row_moves, piece.row),
        col=played(answer.rules.col_moves, piece.col),
        tables=(),
        notes=(),
        x=x,
    )
