"""The solution of a target game: at a state before its target is seen, or at a target of known value.

Before the target is seen, the strategies are the probabilities of the moves, averaged over x; `pieces` gives the
strategies at each x.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, ClassVar, NamedTuple

import numpy as np

from zerosum.core.arrays import Floats, Scalar
from zerosum.core.errors import InputError
from zerosum.core.game import Move, Position
from zerosum.core.numbers import Number, as_fraction
from zerosum.core.questions import SolvedDecision
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Solution, Value
from zerosum.matrix.parametric import integral
from zerosum.models.targets.rules import Layer, TargetGame
from zerosum.numerics.distribution_arrays import Distribution
from zerosum.numerics.forms import Form
from zerosum.numerics.piecewise import Piece
from zerosum.numerics.polynomials import Ratio, multiply


class LayerValues(NamedTuple):
    """Values of the states of a layer: midpoints and error bounds."""

    middles: Floats
    errors: Floats


ZERO = Value.exactly(0)
"""The value after the end of the game."""


@dataclass(frozen=True)
class StateValues:
    """All states, the last stage first, and the value of each."""

    rules: TargetGame
    layers: Sequence[Layer]
    values: Sequence[LayerValues] | Sequence[Sequence[Fraction]]
    """For each layer, the midpoints and errors of its states; or fractions, if everything is exact."""

    def place(self, state: Position) -> tuple[int, int] | None:
        """Return the layer of a state and its index there; None at the end of the game."""
        try:
            left = self.rules.stages_left(state)
            if not self.rules.moves(state)[0]:
                return None
            return left - 1, self.layers[left - 1].places[state]
        except (ValueError, LookupError, TypeError):
            start = self.rules.typed(self.rules.start)
            raise InputError(
                f"the state {self.rules.typed(state)} cannot follow the start of this game, {start}"
            ) from None

    def value(self, state: Position) -> Value:
        place = self.place(state)
        if place is None:
            return ZERO
        at, s = place
        known = self.values[at]
        if isinstance(known, LayerValues):
            middle, error = float(known.middles[s]), float(known.errors[s])
            return Value(middle - error, middle + error)
        return Value.exactly(known[s])

    def middles(self, at: int) -> Floats:
        """Return the midpoint of the value of every state of a layer."""
        known = self.values[at]
        return known.middles if isinstance(known, LayerValues) else np.array([float(v) for v in known])


@dataclass(frozen=True, kw_only=True)
class TargetSolution(Solution):
    """Values and strategies at every state of a target game."""

    lists_one: ClassVar[bool] = True
    game: TargetGame = field(repr=False)
    solved: StateValues = field(repr=False)
    state: Position
    x: Number | None = None
    """The value of the target, if it has been seen."""

    def at(
        self,
        *,
        state: Annotated[str | None, "another state: its numbers, separated by commas"] = None,
        x: Annotated[Fraction | float | None, "value of the target, once it is seen"] = None,
    ) -> TargetSolution:
        """Return the solution at another state, or for a known target."""
        where = self.state if state is None else self.game.read(state)
        known = where == self.state and self.x is None
        answer = self if known else solution_at(self.solved, where, exact=self.value.is_exact)
        answer = dataclasses.replace(answer, seconds=self.seconds)
        return answer if x is None else _at_target(answer, x)

    def value_at(self, state: Position) -> Value:
        """Return the value at a state, before its target is seen; None at the end of the game."""
        return self.solved.value(state)

    def pieces(self, state: Position) -> list[Piece]:
        """Return value and strategies at a state as functions of x, in the order of the game's moves."""
        place = self.solved.place(state)
        return [] if place is None else self.pieces_at(*place)

    def pieces_at(self, layer: int, place: int) -> list[Piece]:
        """Return the pieces of a state given by its index in the layers."""
        return self.game.family.pieces(self.solved, layer, place)

    def closed_form(self) -> Form | None:
        return self.game.family.closed_form(self.game, self.state) if self.x is None else None

    @property
    def decisions(self) -> Sequence[SolvedDecision]:
        """The EVs at the target seen, or averaged over all targets."""
        mixes = zip(SIDES, (self.row, self.col), strict=True)
        return [SolvedDecision.of(side, "", mix, self._move_evs(side)) for side, mix in mixes if mix]

    def _move_evs(self, side: Side) -> Mapping[Move, Number]:
        """Return the EV of each move against the opponent's mix, at the target seen or over all targets."""
        game, earned = self.game, dict[Move, Number]()
        pieces = [] if self.x is not None else self.pieces(self.state)
        mine, theirs = game.moves(self.state) if side == "row" else reversed(game.moves(self.state))
        for move in mine if self.x is not None or pieces else ():
            total: Number = 0
            for j, against in enumerate(game.col_moves if side == "row" else game.row_moves):
                if against not in theirs:
                    continue
                pair = (move, against) if side == "row" else (against, move)
                (fixed, slope), after = game.play(self.state, *pair)
                fixed += self.value_at(after).middle
                if self.x is not None:
                    p = (self.col if side == "row" else self.row).get(against, 0)
                    total += p * (fixed + slope * self.x)
                    continue
                for piece in pieces:
                    mix = (piece.col if side == "row" else piece.row)[j].in_floats()
                    paid = Ratio(multiply(mix.top, (float(fixed), float(slope))), mix.bottom)
                    F = game.target(game.stages_left(self.state))
                    total += integral(paid, piece.low, piece.high, F)[0] if mix.top else 0
            earned[move] = total if side == "row" else -total
        return earned

    def data(self) -> Mapping[str, object]:
        """Return the pieces of x before the target is seen, with coefficients in ascending order, and the closed
        form.
        """
        if self.x is not None:
            return {}
        form = self.closed_form()
        pieces = [_piece_data(self.game, piece) for piece in self.pieces(self.state)]
        return {"pieces": pieces, **({"closed_form": str(form)} if form else {})}


def solution_at(solved: StateValues, state: Position, *, exact: bool) -> TargetSolution:
    """Return the solution at one state, before its target is seen."""
    game, place = solved.rules, solved.place(state)
    found = game.family.pieces(solved, *place) if place else []
    F = game.target(game.stages_left(state)) if place else None
    return TargetSolution(
        game=game,
        position_keys={} if state == game.start else {"state": game.typed(state)},
        value=solved.value(state),
        row=_average(game.row_moves, [p.row for p in found], found, F) if F else {},
        col=_average(game.col_moves, [p.col for p in found], found, F) if F else {},
        method="exact fractions" if exact else "closed-form integrals of the pieces of val(A + xB)",
        positions=sum(len(layer.states) for layer in solved.layers),
        seconds=0.0,
        solved=solved,
        state=state,
    )


def _average(
    moves: Sequence[str], strategies: list[tuple[Ratio, ...]], found: list[Piece], F: Distribution
) -> dict[str, Number]:
    """Return the probability of each move, averaged over x."""
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
    """Return whether a piece was found in fractions, shown by its nonempty denominator."""
    return isinstance(piece.value.bottom[0], Fraction)


def _at(found: list[Piece], strategies: list[tuple[Ratio, ...]], i: int, x: Scalar) -> Scalar:
    """Return move i's probability at x."""
    place = max(p for p, piece in enumerate(found) if p == 0 or piece.low <= x)
    return strategies[place][i](x) if strategies[place][i].top else Fraction(0)


def _at_target(answer: TargetSolution, x: Number) -> TargetSolution:
    """Return the solution once the target x is seen."""
    found = answer.pieces(answer.state)
    F = answer.game.target(answer.game.stages_left(answer.state)) if found else None
    if F is None:
        raise InputError("the game is over in this state; no target will be seen")
    if not F.low <= float(x) <= F.high:
        raise InputError(f"no target here is worth {float(x):g}")
    piece = max((p for p in found if p.low <= x), key=lambda p: float(p.low), default=found[0])
    exact = _in_fractions(piece)
    at = as_fraction(x) if exact else float(x)

    def played(moves: Sequence[str], strategy: Sequence[Ratio]) -> dict[str, Number]:
        return {move: p(at) for move, p in zip(moves, strategy, strict=True) if p.top and p(at)}

    below = float(answer.value.gap) + 1e-14
    value = piece.value(at)
    return dataclasses.replace(
        answer,
        position_keys={**answer.position_keys, "x": at},
        value=Value.exactly(value)
        if exact and answer.value.is_exact
        else Value(value - below, value + below),
        row=played(answer.game.row_moves, piece.row),
        col=played(answer.game.col_moves, piece.col),
        x=at,
    )


def _piece_data(game: TargetGame, piece: Piece) -> Mapping[str, object]:
    """Return a piece as data: its ends, and its ratios of polynomials."""
    exact = isinstance(piece.low, Fraction) and isinstance(piece.high, Fraction)
    low, high = (piece.low, piece.high) if exact else (float(piece.low), float(piece.high))
    return {
        "from": low,
        "to": None if high == math.inf else high,
        "value": _ratio_data(piece.value),
        "row": {m: _ratio_data(p) for m, p in zip(game.row_moves, piece.row, strict=True) if p.top},
        "col": {m: _ratio_data(p) for m, p in zip(game.col_moves, piece.col, strict=True) if p.top},
    }


def _ratio_data(ratio: Ratio) -> Mapping[str, object]:
    return {"top": list(ratio.top), "bottom": list(ratio.bottom)}
