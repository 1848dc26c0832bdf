"""Subtraction games: heaps of matches, and a fixed set of numbers that may be taken from one heap.

The players take turns, and the game ends when the player to move *cannot take*. In normal play ("the last one wins")
that player loses, because the other took last; in misère play ("the last one loses") that player wins. Where 1 may be
taken this is the rule about the last match itself. Where it may not, matches can be left over: with takes of 2 and 3,
the game also ends with one match left.

The loser pays the winner 1. The row player moves first. A position of the staged game is the heaps and whose turn it
is; the value to the player to move does not depend on who that is.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from zerosum.core.family import Family
from zerosum.core.game import WAIT, Move, Position
from zerosum.models.staged.rules import Outcome, StagedGame
from zerosum.models.subtraction.family import SubtractionFamily

Heaps = tuple[int, ...]
"""The sizes of the heaps in decreasing order, without empty ones."""


class Take(NamedTuple):
    """A move: how many matches are taken, and from a heap of which size."""

    taken: int
    heap: int

    def __str__(self) -> str:
        return f"{self.taken} from {self.heap}"


@dataclass(frozen=True)
class SubtractionGame(StagedGame):
    """Heaps, allowed takes, and what the last take means.

    Examples
    --------
    >>> game = zerosum.load("matches")(matches=10)
    >>> game.sizes, game.allowed, game.last_wins
    ((10,), (1, 2, 3), False)
    >>> print(zerosum.solve(game).value)
    1
    """

    family: ClassVar[Family[Any, Any]] = SubtractionFamily()

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
        """Whether the one who takes last wins (normal play) or loses (misère)."""

    def takes_from(self, heap: int) -> Sequence[int]:
        """The numbers that may be taken from a heap of this size."""
        if self.allowed is None:
            return range(1, heap + 1)
        return [count for count in self.allowed if count <= heap]

    def all_takes(self, heaps: Heaps) -> Iterator[Take]:
        """Every move at these heaps; heaps of equal size count once."""
        for heap in dict.fromkeys(heaps):
            for count in self.takes_from(heap):
                yield Take(count, heap)

    @staticmethod
    def after(heaps: Heaps, take: Take) -> Heaps:
        """The heaps after a move."""
        left = list(heaps)
        left.remove(take.heap)
        left.append(take.heap - take.taken)
        return SubtractionGame.tidy(left)

    @staticmethod
    def tidy(heaps: Sequence[int]) -> Heaps:
        """The same heaps in decreasing order, without empty ones."""
        return tuple(sorted((heap for heap in heaps if heap), reverse=True))

    @property
    def start(self) -> tuple[Heaps, str]:
        """The heaps, with the row player to move."""
        return self.tidy(self.sizes), "row"

    def moves(self, position: Position) -> tuple[Sequence[Move], Sequence[Move]]:
        """The takes of the player whose turn it is; the other waits."""
        heaps, turn = position
        takes = tuple(self.all_takes(heaps))
        if not takes:
            return (), ()
        return (takes, WAIT) if turn == "row" else (WAIT, takes)

    def play(self, position: Position, row: Move, col: Move) -> list[Outcome]:
        """The heaps after the take, with the other player to move."""
        heaps, turn = position
        take, other = (row, "col") if turn == "row" else (col, "row")
        return [(1, 0, (self.after(heaps, take), other))]

    def payoff(self, position: Position) -> int:
        """What row wins where the player to move cannot take."""
        _, turn = position
        return 1 if (turn == "row") != self.last_wins else -1

    @property
    def least_positions(self) -> int:
        """A lower bound on the number of positions: the fewest takes that empty the largest heap."""
        return max(self.sizes, default=0) // max(self.allowed) if self.allowed else 1
