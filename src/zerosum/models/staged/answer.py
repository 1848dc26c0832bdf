"""The solution of a staged game: values and strategies at every position, shown one position at a time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, ClassVar, NamedTuple

from zerosum.core.arrays import Floats
from zerosum.core.errors import InputError
from zerosum.core.game import Move, Position, Strategy
from zerosum.core.numbers import Number
from zerosum.core.questions import SolvedDecision
from zerosum.core.sides import SIDES
from zerosum.core.solution import Solution, Value
from zerosum.models.staged.rules import StagedGame

if TYPE_CHECKING:
    from zerosum.models.staged.positions import PositionGraph, SolveOrder


MAX_LISTED = 10_000
"""Maximum number of positions whose strategies a table lists."""


@dataclass(frozen=True, kw_only=True)
class PositionSolution(Solution, ABC):
    """Base of solutions with the value and strategies at every position of a staged game."""

    lists_one: ClassVar[bool] = True
    game: StagedGame = field(repr=False)

    @abstractmethod
    def value_at(self, position: Position) -> Value:
        """Return the value at any reachable position."""

    @abstractmethod
    def strategies_at(self, position: Position) -> tuple[Strategy, Strategy]:
        """Return both strategies at any position, by move; empty at the end."""


@dataclass(frozen=True)
class SolvedPositions:
    """Bounds at all positions in the order of solving, and all mixes concatenated; fractions if exact."""

    layout: SolveOrder
    lower: Sequence[Number] | Floats
    upper: Sequence[Number] | Floats
    row_mix: Sequence[Number] | Floats
    col_mix: Sequence[Number] | Floats

    @property
    def graph(self) -> PositionGraph:
        return self.layout.graph

    def rank(self, position: Position) -> int:
        """Return a position's rank in the order of solving; raise KeyError if it is unreachable."""
        return int(self.layout.rank[self.graph.index[position]])

    def value(self, position: Position) -> Value:
        rank = self.rank(position)
        return Value(_plain(self.lower[rank]), _plain(self.upper[rank]))

    def mixes(self, position: Position) -> tuple[list[Number], list[Number]]:
        """Return both strategies at a position, in the order of its moves."""
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
    """Maximum number of moves in a play from there."""
    positions: int
    least: Number
    greatest: Number


@dataclass(frozen=True, kw_only=True)
class StagedSolution(PositionSolution):
    """The solution at one position of a staged game; `at` returns any other."""

    position: Position
    """The position of this solution."""
    solved: SolvedPositions = field(repr=False, compare=False)
    rules_seconds: float = 0.0
    """Time spent in the rules and in finding the positions, in seconds."""

    @property
    def values(self) -> PositionValues:
        """The value of every reachable position."""
        return PositionValues(self.solved)

    def value_at(self, position: Position) -> Value:
        return self.solved.value(self._known(position))

    def strategies_at(self, position: Position) -> tuple[dict[Move, Number], dict[Move, Number]]:
        moves = self.game.moves(self._known(position))
        row, col = (
            dict(zip(*pair, strict=True)) for pair in zip(moves, self.solved.mixes(position), strict=True)
        )
        return row, col

    def at(
        self, *, at: Annotated[str | None, "a position, written as Python prints it"] = None
    ) -> StagedSolution:
        """Return the solution at the position `at`, or at the position whose text equals `at`, apart from spaces."""
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
                f"{len(matches)} positions are written as {at!r}; make str() different for every position"
            )
        shown = " or ".join(repr(str(position)) for position in self.solved.graph.positions[:3])
        raise InputError(f"there is no reachable position {at!r}; positions are written like {shown}")

    def at_position(self, position: Position) -> StagedSolution:
        row, col = self.strategies_at(position)
        return replace(
            self,
            position_keys={} if position == self.game.start else {"at": str(position)},
            value=self.solved.value(position),
            row=row,
            col=col,
            position=position,
        )

    @property
    def lists_all(self) -> bool:
        """Whether the table has all positions, as at the start unless there are too many."""
        return not self.position_keys and len(self.values) <= MAX_LISTED

    @property
    def table_note(self) -> str:
        """Return a note on the number of positions that the table leaves out, and where to find them."""
        return "" if self.lists_all else super().table_note

    @property
    def decisions(self) -> Sequence[SolvedDecision]:
        """Both strategies at all positions in the order of play, or at this position, with the EV of each move."""
        whole, rank = self.lists_all, self.solved.rank
        here = self if whole else replace(self, position_keys={"at": str(self.position)})
        chosen = {(one.side, one.information): one for one in self.game.family.evs(here)}
        found = []
        for position in sorted(self.values, key=rank, reverse=True) if whole else [self.position]:
            text = "start" if position == self.game.start else str(position)
            for side, mix in zip(SIDES, self.strategies_at(position), strict=True):
                if mix:
                    found.append(chosen.get((side, text)) or SolvedDecision.of(side, text, mix))
        return found

    def depths(self) -> list[Depth]:
        """Return the positions at each distance from the end, the start first."""
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
        """Return the position, if it is reachable."""
        if position not in self.solved.graph.index:
            raise InputError(f"play never reaches the position {position!r}")
        return position


def _plain(x: Number) -> Number:
    """Return an element of an array as a Python number."""
    return x if isinstance(x, Fraction) else float(x)
