"""Allocation games: two armies are divided among fields at the same time, and each field has a separate payoff.

As a matrix the game has as many rows as there are divisions: 4,598,126 for 100 soldiers on 5 fields. But the payoff
is a sum over the fields, so only the probability of each number of soldiers on each field matters. A player places
soldiers field by field, and earlier fields matter only through the number of soldiers left. So a strategy is a
distribution at each *stage*, a field with the number of soldiers that are left for it and for the later fields: for
100 soldiers on 5 fields there are 304 stages with 15,504 placements.

The rules are those of a hidden game: row places all soldiers without being seen, then col. At the last field all
remaining soldiers are placed.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from zerosum.core.amounts import Clean, finite_amount
from zerosum.core.numbers import Amount
from zerosum.core.sides import SIDES, Side
from zerosum.models.hidden.rules import HiddenGame, Turn, choose, end
from zerosum.models.parts import Family

if TYPE_CHECKING:
    from zerosum.models.matrix_game.engines.allocation.answer import AllocationSolution


class Stand(NamedTuple):
    """A stage of a side: a field, counted from 1, and the soldiers left for it and the later fields."""

    field: int
    left: int

    def __str__(self) -> str:
        return f"field {self.field}, {self.left} left"


class AllocationPosition(NamedTuple):
    """The placements of row and col so far, field by field."""

    row: tuple[int, ...] = ()
    col: tuple[int, ...] = ()


class AllocationFamily(Family["AllocationGame", "AllocationSolution"]):
    """Allocation games."""

    records: ClassVar[tuple[str, ...]] = ("matrix_game.engines.allocation.answer.AllocationSolution",)
    unavailable_reason: ClassVar[str] = (
        "the placements at each field are listed in its report and in `table()`"
    )


@dataclass(frozen=True)
class AllocationGame(HiddenGame):
    """Two armies on several fields; derive from it and define the payoff of each field.

    Examples
    --------
    >>> game = zerosum.load("battlefields")(soldiers=6, enemy=5, fields=(1, 1, 2))
    >>> isinstance(game, zerosum.AllocationGame), game.armies
    (True, {'row': 6, 'col': 5})
    >>> print(zerosum.solve(game).value)
    0.6 = 3/5
    """

    family: ClassVar[Family[Any, Any]] = AllocationFamily()  # type: ignore[assignment]  # its own solutions
    numbers_in: ClassVar[Mapping[str, Clean]] = {
        "pays": partial(finite_amount, what="the payoff of a field must be a number:")
    }
    move: ClassVar[str] = "placement"

    @property
    @abstractmethod
    def armies(self) -> Mapping[Side, int]:
        """The soldiers of each side."""

    @property
    @abstractmethod
    def count(self) -> int:
        """The number of fields."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The values of the fields, as shown on the board."""
        return ("",) * self.count

    @abstractmethod
    def pays(self, field: int, row: int, col: int) -> Amount:
        """Return the payoff of a field, counted from 1, to row for these numbers of soldiers."""

    @property
    def start(self) -> AllocationPosition:
        return AllocationPosition()

    def turn(self, position: AllocationPosition) -> Turn:
        """Return the next turn: row places soldiers field by field, then col."""
        for side, placed in zip(SIDES, position, strict=True):
            if len(placed) < self.count:
                stand = Stand(len(placed) + 1, self.armies[side] - sum(placed))
                return choose(side, self.placements(stand), hidden=True, knows=stand)
        fields = enumerate(zip(*position, strict=True), 1)
        return end(sum(self.pays(field, row, col) for field, (row, col) in fields))

    def after(self, position: AllocationPosition, picked: int) -> AllocationPosition:
        row, col = position
        return (
            AllocationPosition((*row, picked), col)
            if len(row) < self.count
            else AllocationPosition(row, (*col, picked))
        )

    def placements(self, stand: Stand) -> Sequence[int]:
        """Return the numbers of soldiers that may be placed: any of those left, and at the last field all of them."""
        return range(stand.left + 1) if stand.field < self.count else (stand.left,)

    def stands(self, side: Side) -> Iterator[Stand]:
        """Yield all stages of a side, field by field."""
        army = self.armies[side]
        yield Stand(1, army)
        for field in range(2, self.count + 1):
            for left in range(army + 1):
                yield Stand(field, left)
