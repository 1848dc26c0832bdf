"""Lagged games: a counter on a board, and two players, each of whom learns its position one move late.

A *board* is a set of nodes; each has a payoff and two exits, called cc and cl (counterclockwise and clockwise, on a
ring). The counter starts on a node that both players know, and the row player moves first. The players move the
counter in turn, each by one of the two exits of the node where it stands. After every move the referee announces the
node that the counter has just left, and the column player pays its payoff to the row player. So a player who is about
to move knows the node from which the opponent has just moved, but not where the counter stands now. The payoff of the
game is the long-run average per move, or the discounted sum.

Reference: T. S. Ferguson and L. S. Shapley, Gleason's Game; H. E. Scarf and L. S. Shapley, Games with Partial
Information, 1957.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from zerosum.core.errors import GameError
from zerosum.core.game import Game
from zerosum.core.numbers import as_fraction
from zerosum.models.parts import Family, Part

if TYPE_CHECKING:
    from collections.abc import Callable

    from zerosum.models.lagged.answer import LaggedSolution, MemorySolution

EXITS = ("cc", "cl")
"""The names of the two exits, in the order in which a board gives them."""


@dataclass(frozen=True)
class Board:
    """Nodes with a name, a payoff and two exits each; the counter starts at the node `start`."""

    names: tuple[str, ...]
    """The displayed names of the nodes."""
    payoffs: tuple[Fraction, ...]
    """The column player's payment when the counter leaves the node."""
    exits: tuple[tuple[int, int], ...]
    """The targets of cc and cl, as indices into `names`."""
    start: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(map(str, self.names)))
        object.__setattr__(self, "payoffs", tuple(map(as_fraction, self.payoffs)))
        if len(self.names) < 2:
            raise GameError("a board needs at least two nodes")
        if not len(self.names) == len(self.payoffs) == len(self.exits):
            raise GameError("a board needs one name, one payoff and two exits for every node")
        if len(set(self.names)) < len(self.names):
            raise GameError(f"every node of a board needs a different name, not {', '.join(self.names)}")
        if not 0 <= self.start < len(self.names):
            raise GameError(f"the start must be one of the nodes {', '.join(self.names)}")
        for name, pair in zip(self.names, self.exits, strict=True):
            if len(pair) != 2 or not all(0 <= node < len(self.names) for node in pair):
                raise GameError(f"node {name} needs two exits, cc and cl, each to a node of the board")

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.names)

    def index(self, name: object) -> int:
        """Return the index of the node called `name`."""
        if str(name) not in self.names:
            raise GameError(f"there is no node {name!r} on this board; its nodes are {', '.join(self.names)}")
        return self.names.index(str(name))

    def turns(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the nodes at which the row player may have to move, and those of the column player.

        On a ring with an even number of nodes these are the two colours; on an odd ring each of the two sets contains
        every node.
        """
        seen: tuple[set[int], set[int]] = ({self.start}, set())
        todo = [(0, self.start)]
        while todo:
            player, node = todo.pop()
            for target in self.exits[node]:
                if target not in seen[1 - player]:
                    seen[1 - player].add(target)
                    todo.append((1 - player, target))
        return tuple(sorted(seen[0])), tuple(sorted(seen[1]))


def ring(payoffs: Sequence[Fraction], start: int = 0) -> Board:
    """Return the ring with these payoffs clockwise: its nodes are 1, 2, ...; cc leads back, cl leads on."""
    size = len(payoffs)
    names = tuple(str(node + 1) for node in range(size))
    exits = tuple(((node - 1) % size, (node + 1) % size) for node in range(size))
    return Board(names, tuple(payoffs), exits, start)


class LaggedFamily(Family["LaggedGame", "LaggedSolution"]):
    """Lagged games."""

    records: ClassVar[tuple[str, ...]] = (
        "lagged.answer.LaggedSolution",
        "lagged.answer.MemorySolution",
        "lagged.functions.Concave",
        "lagged.functions.Scale",
        "lagged.recursion.Drift",
        "lagged.strategy.OptimalMoves",
    )

    unavailable_reason: ClassVar[str] = (
        "a strategy depends on a belief, which can take infinitely many values"
    )

    bounded_memory: Part[Callable[..., MemorySolution]] = Part("memory.bounded_memory")
    """Solve for strategies that remember a fixed number of nodes."""


@dataclass(frozen=True)
class LaggedGame(Game):
    """A game on a board with each player one move behind.

    Examples
    --------
    >>> game = zerosum.load("gleason")()
    >>> game.layout().names
    ('1', '2', '3')
    >>> round(float(zerosum.solve(game).value), 8)
    -0.09333535
    """

    family: ClassVar[LaggedFamily] = LaggedFamily()

    @abstractmethod
    def layout(self) -> Board:
        """Return the board, including the node where the counter starts."""


@dataclass(frozen=True)
class BoardGame(LaggedGame):
    """A counter on any given board, with each player one move behind."""

    board: Board

    def layout(self) -> Board:
        return self.board

    def parameters(self) -> dict[str, object]:
        """Return the payoffs of the nodes."""
        return {"nodes": self.board.payoffs}
