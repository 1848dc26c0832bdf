"""The answer to a staged game: values and strategies at every position, shown one position at a time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, NamedTuple

from zerosum.core.arrays import Floats
from zerosum.core.errors import InputError
from zerosum.core.game import Move, Position, Strategy
from zerosum.core.numbers import Number
from zerosum.core.solution import Solution, StrategyLine, Value
from zerosum.models.staged.rules import StagedGame

if TYPE_CHECKING:
    from zerosum.models.staged.positions import PositionGraph, SolveOrder


@dataclass(frozen=True, kw_only=True)
class PositionSolution(Solution, ABC):
    """A solution that knows value and strategies at every position of a staged game."""

    game: StagedGame = field(repr=False)
    """The game itself."""

    @abstractmethod
    def value_at(self, position: Position) -> Value:
        """The value at any position that play can reach."""

    @abstractmethod
    def strategies_at(self, position: Position) -> tuple[Strategy, Strategy]:
        """Both strategies at any position, by move; empty where the game is over."""


@dataclass(frozen=True)
class SolvedPositions:
    """Bounds of all positions in the order of solving, and strategies end to end; fractions where work was exact."""

    layout: SolveOrder
    lower: Sequence[Number] | Floats
    upper: Sequence[Number] | Floats
    row_mix: Sequence[Number] | Floats
    col_mix: Sequence[Number] | Floats

    @property
    def graph(self) -> PositionGraph:
        """The positions and what leads where."""
        return self.layout.graph

    def rank(self, position: Position) -> int:
        """A position's place in the order of solving; KeyError where play never reaches it."""
        return int(self.layout.rank[self.graph.index[position]])

    def value(self, position: Position) -> Value:
        """The bounds at a position."""
        rank = self.rank(position)
        return Value(_plain(self.lower[rank]), _plain(self.upper[rank]))

    def mixes(self, position: Position) -> tuple[list[Number], list[Number]]:
        """Both strategies at a position, in the order of its moves."""
        rank = self.rank(position)
        row, col = self.layout.row_first, self.layout.col_first
        return (
            [_plain(p) for p in self.row_mix[int(row[rank]) : int(row[rank + 1])]],
            [_plain(p) for p in self.col_mix[int(col[rank]) : int(col[rank + 1])]],
        )


class PositionValues(Mapping[Position, Value]):
    """The value of every position, computed on access."""

    def __init__(self, solved: SolvedPositions) -> None:
        self._solved = solved

    def __getitem__(self, position: Position) -> Value:
        return self._solved.value(position)

    def __iter__(self) -> Iterator[Position]:
        return iter(self._solved.graph.positions)

    def __len__(self) -> int:
        return len(self._solved.graph.positions)


class Depth(NamedTuple):
    """The positions at one distance from the end."""

    moves_left: int
    """Most moves that a play from there can have."""
    positions: int
    """How many positions there are."""
    least: Number
    """The least value among them."""
    greatest: Number
    """The greatest value among them."""


@dataclass(frozen=True, kw_only=True)
class StagedSolution(PositionSolution):
    """The answer at one position of a staged game; `at` gives any other."""

    position: Position
    """The position that this answer is about."""
    solved: SolvedPositions = field(repr=False, compare=False)
    """All positions."""
    rules_seconds: float = 0.0
    """Time spent in the rules and in finding the positions, in seconds."""

    @property
    def values(self) -> PositionValues:
        """The value of every position that play can reach."""
        return PositionValues(self.solved)

    def value_at(self, position: Position) -> Value:
        """The value at any position that play can reach."""
        return self.solved.value(self._known(position))

    def strategies_at(self, position: Position) -> tuple[dict[Move, Number], dict[Move, Number]]:
        """Both strategies at any position, by move; empty where the game is over."""
        moves = self.game.moves(self._known(position))
        row, col = (
            dict(zip(*pair, strict=True)) for pair in zip(moves, self.solved.mixes(position), strict=True)
        )
        return row, col

    def at(
        self, *, at: Annotated[str | None, "another position, typed as Python shows it"] = None
    ) -> StagedSolution:
        """The answer at the position `at`, or at the one whose str or repr is that text, blanks aside."""
        if at is None:
            return self
        wanted = "".join((at if isinstance(at, str) else repr(at)).split())
        matches = [
            position
            for position in self.solved.graph.positions
            if wanted in ("".join(str(position).split()), "".join(repr(position).split()))
        ]
        if len(matches) == 1:
            return self.at_position(matches[0])
        if matches:
            raise InputError(
                f"{len(matches)} positions are written {at!r}; give the game's positions distinct texts"
            )
        shown = " or ".join(repr(str(position)) for position in self.solved.graph.positions[:3])
        raise InputError(f"play never reaches a position written {at!r}; positions look like {shown}")

    def at_position(self, position: Position) -> StagedSolution:
        """The answer at any position."""
        row, col = self.strategies_at(position)
        return replace(
            self,
            where={} if position == self.game.start else {"at": str(position)},
            value=self.solved.value(position),
            row=row,
            col=col,
            position=position,
        )

    def strategy_lines(self) -> Iterator[StrategyLine]:
        """Both strategies at this position, with what each move earns there."""
        here = replace(self, where={"at": str(self.position)})
        earned = {one.side: one.moves for one in self.game.family.earnings(here)}
        for line in super().strategy_lines():
            moves = earned.get(line.side, {})
            yield line._replace(earns=moves[line.move].earns if line.move in moves else None)

    def depths(self) -> list[Depth]:
        """What there is at each distance from the end, the start first."""
        cut: dict[int, tuple[int, int]] = {}
        lower, upper = self.solved.lower, self.solved.upper
        for batch in self.solved.layout.batches:
            begin = cut.get(batch.height, (batch.positions.start, 0))[0]
            cut[batch.height] = (begin, batch.positions.stop)
        return [
            Depth(height, b - a, _plain(min(lower[a:b])), _plain(max(upper[a:b])))
            for height, (a, b) in sorted(cut.items(), reverse=True)
        ]

    def _known(self, position: Position) -> Position:
        """The position, if play can reach it."""
        if position not in self.solved.graph.index:
            raise InputError(f"play never reaches the position {position!r}")
        return position


def whole_solution(
    game: StagedGame, solved: SolvedPositions, *, method: str, seconds: float, rules_seconds: float
) -> StagedSolution:
    """The answer at the start."""
    unplaced = StagedSolution(
        value=Value(0.0, 0.0),
        method=method,
        positions=len(solved.graph.positions),
        seconds=seconds,
        game=game,
        position=game.start,
        solved=solved,
        rules_seconds=rules_seconds,
    )
    return unplaced.at_position(game.start)


def _plain(x: Number) -> Number:
    """A Python number, whatever the array held."""
    return x if isinstance(x, Fraction) else float(x)
