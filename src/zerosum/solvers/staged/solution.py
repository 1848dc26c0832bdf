"""The answer to a staged game: values and strategies at every position, shown one position at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Annotated, Any

from zerosum.errors import InputError
from zerosum.models.staged import Move, Position, StagedGame
from zerosum.numerics.rational import Number
from zerosum.reports.table import Table
from zerosum.solution import Solution, Value
from zerosum.solvers.staged.graph import Graph
from zerosum.solvers.staged.layout import Layout

__all__ = ["Solved", "StagedSolution", "Values", "solution_at"]

LARGEST_SHOWN = 12
"""A matrix with more rows or columns than this is not shown."""


@dataclass(frozen=True)
class Solved:
    """Bounds by rank and strategies laid end to end: floats, or fractions where work was exact."""

    graph: Graph
    layout: Layout
    lower: Sequence[Number] | Any
    upper: Sequence[Number] | Any
    row_mix: Sequence[Number] | Any
    col_mix: Sequence[Number] | Any

    def rank(self, position: Position) -> int:
        """The rank of a position; KeyError where play never reaches it."""
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


class Values(Mapping[Position, Value]):
    """The value of every position, looked up when asked for."""

    def __init__(self, solved: Solved) -> None:
        self._solved = solved

    def __getitem__(self, position: Position) -> Value:
        return self._solved.value(position)

    def __iter__(self) -> Iterator[Position]:
        return iter(self._solved.graph.positions)

    def __len__(self) -> int:
        return len(self._solved.graph.positions)


@dataclass(frozen=True, kw_only=True)
class StagedSolution(Solution):
    """The answer at one position of a staged game, with all the others within reach."""

    game: StagedGame = field(repr=False)
    """The game itself."""
    position: Position
    """The position that this answer is about."""
    solved: Solved = field(repr=False, compare=False)
    """All positions."""

    @property
    def values(self) -> Values:
        """The value of every position that play can reach."""
        return Values(self.solved)

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
        """The answer at the position whose text is `at`."""
        return self if at is None else self.at_position(self._typed(at))

    def at_position(self, position: Position) -> StagedSolution:
        """The answer at any position."""
        return solution_at(
            self.game, self.solved, self._known(position), method=self.method, seconds=self.seconds
        )

    def _known(self, position: Position) -> Position:
        """The position, if play can reach it."""
        if position not in self.solved.graph.index:
            raise InputError(f"play never reaches the position {position!r}")
        return position

    def _typed(self, text: str) -> Position:
        """The one position whose str or repr is this text, blanks aside."""
        wanted = "".join(text.split())
        matches = [
            position
            for position in self.solved.graph.positions
            if wanted in ("".join(str(position).split()), "".join(repr(position).split()))
        ]
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise InputError(
                f"{len(matches)} positions are written {text!r}; give the game's positions distinct texts"
            )
        shown = " or ".join(repr(str(position)) for position in self.solved.graph.positions[:3])
        raise InputError(f"play never reaches a position written {text!r}; positions look like {shown}")


def solution_at(
    game: StagedGame,
    solved: Solved,
    position: Position,
    *,
    method: str,
    seconds: float,
    notes: Sequence[str] = (),
) -> StagedSolution:
    """The answer at one position, with its matrix, and at the start an account of all."""
    at_start = position == game.start
    moves = game.moves(position)
    names = [_names(side) for side in moves]
    row, col = solved.mixes(position)
    solution = StagedSolution(
        where={} if at_start else {"at": str(position)},
        title=game.title if at_start else f"{game.title} · at {position}",
        value=solved.value(position),
        row=dict(zip(names[0], row, strict=True)),
        col=dict(zip(names[1], col, strict=True)),
        move=game.move,
        method=method,
        positions=len(solved.graph.positions),
        seconds=seconds,
        notes=notes,
        game=game,
        position=position,
        solved=solved,
    )
    tables = [*_matrix(solution, moves, names), *(_stages(solved) if at_start else [])]
    return replace(solution, tables=tables)


def _names(moves: Sequence[Move]) -> list[str]:
    """The moves as text; as repr where two would read the same."""
    names = [str(move) for move in moves]
    return names if len(set(names)) == len(names) else [repr(move) for move in moves]


def _matrix(
    solution: StagedSolution, moves: tuple[Sequence[Move], Sequence[Move]], names: list[list[str]]
) -> list[Table]:
    """What each pair of moves is worth to the row player, where both sides have a choice and it fits."""
    m, n = len(moves[0]), len(moves[1])
    if m * n <= 1 or max(m, n) > LARGEST_SHOWN:
        return []
    lines = [
        [name, *(_shown(_worth(solution, i, j)) for j in moves[1])]
        for name, i in zip(names[0], moves[0], strict=True)
    ]
    return [Table("what each pair of moves is worth", ["row \\ col", *names[1]], lines)]


def _worth(solution: StagedSolution, i: Move, j: Move) -> Any:
    """The expected reward and value after a pair of moves."""
    exact = solution.value.is_exact
    outcomes = [outcome for outcome in solution.game.play(solution.position, i, j) if outcome[0] != 0]
    number: Any = Fraction if exact else float
    return sum(number(p) * (number(r) + number(solution.values[after].middle)) for p, r, after in outcomes)


def _stages(solved: Solved) -> list[Table]:
    """How many positions there are at each distance from the end, and between which values; if it fits."""
    cut: dict[int, tuple[int, int]] = {}
    for batch in solved.layout.batches:
        begin = cut.get(batch.height, (batch.positions.start, 0))[0]
        cut[batch.height] = (begin, batch.positions.stop)
    if not 2 < len(cut) <= 30:
        return []
    rows = [
        [height, b - a, _shown(min(solved.lower[a:b])), _shown(max(solved.upper[a:b]))]
        for height, (a, b) in sorted(cut.items(), reverse=True)
    ]
    return [Table("positions by stage", ["moves left", "positions", "least value", "greatest value"], rows)]


def _shown(x: Any) -> object:
    """A number for a cell: a fraction as it is, a float to nine places."""
    return x if isinstance(x, Fraction) else round(float(x), 9) + 0.0


def _plain(x: Any) -> Number:
    """A Python number, whatever the array held."""
    return x if isinstance(x, Fraction) else float(x)
