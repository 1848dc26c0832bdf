"""Subtraction games: heaps of matches, and a fixed set of numbers that may be taken from one heap.

The players take turns, and the game ends when the player to move *cannot take*. In normal play ("the last one wins")
this player loses, because the other took last; in misère play ("the last one loses") this player wins. If 1 may be
taken, the last take is that of the last match. Otherwise matches can be left over: with takes of 2 and 3, the game
also ends with one match left.

The loser pays the winner 1. The row player moves first. A position of the staged game consists of the heaps and the
player to move; the value to the player to move is the same for row and col.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from zerosum.core.amounts import Clean
from zerosum.core.game import WAIT, Move, Position
from zerosum.core.numbers import as_whole
from zerosum.core.sides import Side, other
from zerosum.models.parts import Family
from zerosum.models.staged.rules import Outcome, StagedGame

if TYPE_CHECKING:
    from zerosum.models.staged.engines.grundy.answer import SubtractionSolution

Heaps = tuple[int, ...]
"""The sizes of the heaps in decreasing order, without empty ones."""


class Take(NamedTuple):
    """A move: the number of matches taken, and the size of their heap."""

    taken: int
    heap: int

    def __str__(self) -> str:
        return f"{self.taken} from {self.heap}"


class SubtractionFamily(Family["SubtractionGame", "SubtractionSolution"]):
    """Subtraction games."""

    records: ClassVar[tuple[str, ...]] = (
        "staged.engines.grundy.answer.SubtractionSolution",
        "staged.engines.grundy.answer.OneHeap",
        "staged.engines.grundy.answer.GrundySum",
        "staged.engines.grundy.answer.MisereTable",
        "staged.engines.grundy.answer.PeriodicSequence",
    )


def whole_numbers(given: Sequence[object], what: str) -> Heaps:
    """Return numbers of the rules as ints; raise a GameError if one is not an integer."""
    return tuple(as_whole(one, what) for one in given)


class HeapsPosition(NamedTuple):
    """The remaining heaps, and the player to move."""

    heaps: Heaps
    turn: Side

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.heaps)) or 'nothing'} left for {self.turn}"


@dataclass(frozen=True)
class SubtractionGame(StagedGame):
    """Heaps, allowed takes, and the meaning of the last take.

    Examples
    --------
    >>> game = zerosum.load("matches")(matches=10)
    >>> game.sizes, game.allowed, game.last_wins
    ((10,), (1, 2, 3), False)
    >>> print(zerosum.solve(game).value)
    1
    """

    family: ClassVar[Family[Any, Any]] = SubtractionFamily()

    numbers_in: ClassVar[Mapping[str, Clean]] = {
        **StagedGame.numbers_in,
        "sizes": lambda given: whole_numbers(given, "a heap"),
        "allowed": lambda given: given if given is None else whole_numbers(given, "a take"),
    }
    move: ClassVar[str] = "take"

    @property
    @abstractmethod
    def sizes(self) -> Heaps:
        """The heaps at the start."""

    @property
    @abstractmethod
    def allowed(self) -> Heaps | None:
        """The numbers that may be taken, in increasing order; None for any number."""

    @property
    @abstractmethod
    def last_wins(self) -> bool:
        """Whether the player who takes last wins (normal play) or loses (misère)."""

    def takes_from(self, heap: int) -> Sequence[int]:
        """Return the numbers that may be taken from a heap of this size."""
        if self.allowed is None:
            return range(1, heap + 1)
        return [count for count in self.allowed if count <= heap]

    def all_takes(self, heaps: Heaps) -> Iterator[Take]:
        """Yield every move at these heaps; heaps of equal size count once."""
        for heap in dict.fromkeys(heaps):
            for count in self.takes_from(heap):
                yield Take(count, heap)

    @staticmethod
    def after(heaps: Heaps, take: Take) -> Heaps:
        """Return the heaps after a move."""
        left = list(heaps)
        left.remove(take.heap)
        left.append(take.heap - take.taken)
        return SubtractionGame.tidy(left)

    @staticmethod
    def tidy(heaps: Sequence[int]) -> Heaps:
        """Return the same heaps in decreasing order, without empty ones."""
        return tuple(sorted((heap for heap in heaps if heap), reverse=True))

    @property
    def start(self) -> HeapsPosition:
        return HeapsPosition(self.tidy(self.sizes), "row")

    def moves(self, position: Position) -> tuple[Sequence[Move], Sequence[Move]]:
        """Return the takes of the player to move; the other waits."""
        heaps, turn = position
        takes = tuple(self.all_takes(heaps))
        if not takes:
            return (), ()
        return (takes, WAIT) if turn == "row" else (WAIT, takes)

    def play(self, position: Position, row: Move, col: Move) -> list[Outcome]:
        heaps, turn = position
        take = row if turn == "row" else col
        return [(1, 0, HeapsPosition(self.after(heaps, take), other(turn)))]

    def payoff(self, position: Position) -> int:
        _, turn = position
        return 1 if (turn == "row") != self.last_wins else -1

    @property
    def instructions(self) -> tuple[str, ...]:
        if self.allowed is None:
            takes = "any number of matches"
        else:
            *most, last = map(str, self.allowed)
            takes = f"{', '.join(most)} or {last} matches" if most else f"{last} match{'es' * (last != '1')}"
        many = len(self.sizes) > 1
        matches = [f"{heap} match{'es' * (heap != 1)}" for heap in self.sizes]
        lie = f"There are {len(matches)} heaps: {', '.join(matches)}." if many else f"There are {matches[0]}."
        if matches == ["1 match"]:
            lie = "There is 1 match."
        wins, loses = ("wins", "loses") if self.last_wins else ("loses", "wins")
        end = f"The player who takes the last match {wins}; the loser pays 1."
        if self.allowed is not None and 1 not in self.allowed:
            end = f"A player who cannot move {loses}, even if matches are left; the loser pays 1."
        return (f"{lie} Players take turns removing {takes}{' from one heap' * many}. Row goes first.", end)

    @property
    def least_positions(self) -> int:
        """A lower bound on the number of positions: the smallest number of takes that empty the largest heap."""
        return max(self.sizes, default=0) // max(self.allowed) if self.allowed else 1
