"""Pursuit on a graph: a hunter and a hare move along edges simultaneously.

On a complete graph each turn is a guess among all nodes, and the hare is caught within t turns with probability 1 -
(1 - 1/n)^t. On a ring of four nodes or more a hunter with the hare's speed never catches it. Neither is a published
value, but both are easy to prove: a hunter who goes to all nodes with equal probability meets every response with
probability 1/n, and on the ring there is always a node that the hare can reach and the hunter cannot.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from zerosum.core.boards import Pill, Tabletop, TokenGraph
from zerosum.core.errors import GameError
from zerosum.core.game import Move, Sliders, option
from zerosum.core.sides import Side
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["Pursuit"]

GraphEdges = tuple[tuple[int, int], ...]


def read_edges(text: str) -> GraphEdges:
    """Return edges separated by commas: 1-2,2-3."""
    try:
        pairs = [tuple(map(int, edge.split("-"))) for edge in text.split(",")]
        return tuple((a, b) for a, b in pairs)
    except ValueError:
        raise GameError(f"edges must be written as 1-2,2-3,3-1, not {text!r}") from None


class Chase(NamedTuple):
    """The turns left, and the nodes of the hunter and the hare."""

    turns: int
    hunter: int
    hare: int

    def __str__(self) -> str:
        return f"{self.turns}, {self.hunter}, {self.hare}"


@dataclass(frozen=True)
class Pursuit(StagedGame):
    """Both players simultaneously stay put or move along an edge, in full view of each other. If they end a turn on
    the same node, the hunter wins 1; if the hare is still free after the last turn, it is safe."""

    name: ClassVar[str] = "pursuit"
    genre: ClassVar[str] = "pursuit"
    summary: ClassVar[str] = "a hunter chases a hare on a graph, in full view"
    seats: ClassVar[Mapping[Side, str]] = {"row": "hunter", "col": "hare"}
    tagline: ClassVar[str] = (
        "The hunter and the hare see each other but move simultaneously. Can you guess the next step?"
    )
    move: ClassVar[str] = "node"
    players: ClassVar[tuple[str, ...]] = ("uniform", "highest", "lowest")
    sliders: ClassVar[Sliders] = {"hunter": (), "hare": ()}
    edges: str = option("1-2,2-3,3-4,4-1,4-5", "the graph, by its edges")
    turns: int = option(4, "turns until the hare is safe")
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
            raise GameError(f"the hunter and the hare must start at different nodes, not both at {self.hare}")
        if self.turns < 1:
            raise GameError(f"a pursuit needs at least 1 turn, not {self.turns}")

    @cached_property
    def pairs(self) -> GraphEdges:
        """The edges, read once."""
        return read_edges(self.edges)

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules with all numbers."""
        return (
            f"The nodes of a graph are joined by the edges {self.edges.replace(',', ', ')}. The hunter starts on node "
            f"{self.hunter}, the hare on node {self.hare}.",
            f"In each of {self.turns} turns, both players simultaneously stay or move along an edge, in full view of "
            "each other. They may pass each other on an edge.",
            "If they end a turn on the same node, the hunter wins 1. If the hare is still free after the "
            "last turn, the payoff is 0.",
        )

    @property
    def title(self) -> str:
        """The title, for example: Pursuit · 5 edges · 4 turns."""
        return (
            f"Pursuit · {len(self.pairs)} edges · {self.turns} turns{self.besides('edges', 'hunter', 'hare')}"
        )

    @property
    def start(self) -> Chase:
        """The position before the first turn."""
        return Chase(self.turns, self.hunter, self.hare)

    def reach(self, node: int) -> list[int]:
        """Return the node itself and its neighbours."""
        return sorted({node} | {a + b - node for a, b in self.pairs if node in (a, b)})

    def moves(self, position: Chase) -> tuple[list[int], list[int]]:
        """Return the nodes within reach, unless the game is over."""
        if position.turns == 0 or position.hunter == position.hare:
            return [], []
        return self.reach(position.hunter), self.reach(position.hare)

    def play(self, position: Chase, row: int, col: int) -> list[Outcome]:
        """Return the position after both have moved."""
        return [(1, 0, Chase(position.turns - 1, row, col))]

    def payoff(self, position: Chase) -> int:
        """Return 1 if the hare is caught."""
        return int(position.hunter == position.hare)

    def tabletop(self, position: Chase, side: Side, last: Mapping[Side, Move]) -> Tabletop:
        """Return the graph with both tokens; a click on a node within reach of this side plays that move."""
        nodes = tuple(str(node) for node in sorted({node for edge in self.pairs for node in edge}))
        mine, theirs = position[1:] if side == "row" else position[:0:-1]
        words = tuple((str(node), str(node)) for node in self.moves(position)[side == "col"])
        graph = TokenGraph(
            nodes, tuple((str(a), str(b)) for a, b in self.pairs), str(mine), str(theirs), words
        )
        return Tabletop(middle=(graph,), facts=(Pill("Turns left", str(position.turns)),))

    def describe_position(self, position: Chase) -> list[str]:
        """Return the nodes of both, and the turns left."""
        turns, hunter, hare = position
        if hunter == hare:
            return [f"the hunter has caught the hare at node {hare}"]
        left = f"{turns} turn{'s' * (turns > 1)} left" if turns else "no turns are left"
        return [f"the hunter is at node {hunter}, the hare at node {hare}", left]

    @property
    def least_positions(self) -> int:
        """The number of turns, each of which is a position if the hare gets away."""
        return self.turns
