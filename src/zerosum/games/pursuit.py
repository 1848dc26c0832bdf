"""Pursuit on a graph: a hunter and a hare step along edges at the same moment.

On a complete graph each turn is a guess among all nodes, and the hare is caught within t turns with the probability
1 - (1 - 1/n)^t. On a ring of four nodes or more a hunter with the hare's speed never catches it. Neither is a published
value, but both are easy to prove: a hunter who goes to all nodes with equal probability meets every reply with
probability 1/n, and on the ring there is always a node that the hare can reach and the hunter cannot.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from zerosum.core.errors import GameError
from zerosum.core.game import option
from zerosum.core.sides import Side
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["Pursuit"]

GraphEdges = tuple[tuple[int, int], ...]


def read_edges(text: str) -> GraphEdges:
    """Edges with commas between them: 1-2,2-3."""
    try:
        pairs = [tuple(map(int, edge.split("-"))) for edge in text.split(",")]
        return tuple((a, b) for a, b in pairs)
    except ValueError:
        raise GameError(f"edges are written 1-2,2-3,3-1, not {text!r}") from None


class Chase(NamedTuple):
    """Turns left, where the hunter is, and where the hare is."""

    turns: int
    hunter: int
    hare: int

    def __str__(self) -> str:
        return f"{self.turns}, {self.hunter}, {self.hare}"


@dataclass(frozen=True)
class Pursuit(StagedGame):
    """Both stay where they are or go along an edge, at once and in full view. If they end a turn at the same node the
    hunter has won 1; a hare that is free after the last turn is safe."""

    name: ClassVar[str] = "pursuit"
    genre: ClassVar[str] = "pursuit"
    summary: ClassVar[str] = "a hunter and a hare on a graph, both in view"
    seats: ClassVar[Mapping[Side, str]] = {"row": "hunter", "col": "hare"}
    invitation: ClassVar[str] = "One runs, one hunts, both move in the dark of the same moment."
    move: ClassVar[str] = "node"
    players: ClassVar[tuple[str, ...]] = ("uniform", "highest", "lowest")
    edges: str = option("1-2,2-3,3-4,4-1,4-5", "the graph, by its edges")
    turns: int = option(4, "turns before the hare is safe")
    hunter: int = option(1, "the hunter's first node")
    hare: int = option(5, "the hare's first node")

    def __post_init__(self) -> None:
        super().__post_init__()
        nodes = {node for edge in self.pairs for node in edge}
        for who, node in (("hunter", self.hunter), ("hare", self.hare)):
            if node not in nodes:
                listed = ", ".join(map(str, sorted(nodes)))
                raise GameError(f"the {who} cannot start at node {node}: the nodes of the graph are {listed}")
        if self.hunter == self.hare:
            raise GameError(f"the hunter and the hare start at different nodes, not both at {self.hare}")
        if self.turns < 1:
            raise GameError(f"a pursuit needs at least 1 turn, not {self.turns}")

    @cached_property
    def pairs(self) -> GraphEdges:
        """The edges, read once."""
        return read_edges(self.edges)

    @property
    def title(self) -> str:
        """For example: Pursuit · 5 edges · 4 turns."""
        return f"Pursuit · {len(self.pairs)} edges · {self.turns} turns"

    @property
    def start(self) -> Chase:
        """Where both begin."""
        return Chase(self.turns, self.hunter, self.hare)

    def reach(self, node: int) -> list[int]:
        """The node itself and its neighbours."""
        return sorted({node} | {a + b - node for a, b in self.pairs if node in (a, b)})

    def moves(self, position: Chase) -> tuple[list[int], list[int]]:
        """The nodes within reach, unless it is over."""
        if position.turns == 0 or position.hunter == position.hare:
            return [], []
        return self.reach(position.hunter), self.reach(position.hare)

    def play(self, position: Chase, row: int, col: int) -> list[Outcome]:
        """Both go."""
        return [(1, 0, Chase(position.turns - 1, row, col))]

    def payoff(self, position: Chase) -> int:
        """1 where the hare is caught."""
        return int(position.hunter == position.hare)

    def as_data(self, position: Chase) -> dict[str, object]:
        """The graph, and who is where."""
        nodes = sorted({node for edge in self.pairs for node in edge})
        return {
            "kind": "graph",
            "nodes": nodes,
            "edges": [list(edge) for edge in self.pairs],
            "tokens": {"hunter": position.hunter, "hare": position.hare},
        }

    def told(self, position: Chase) -> list[str]:
        """Where both are, and how long it may go on."""
        turns, hunter, hare = position
        if hunter == hare:
            return [f"the hunter has caught the hare at node {hare}"]
        left = f"{turns} turn{'s' * (turns > 1)} left" if turns else "no turn is left"
        return [f"the hunter is at node {hunter}, the hare at node {hare}", left]

    @property
    def least_positions(self) -> int:
        """One for every turn, if the hare gets away."""
        return self.turns
