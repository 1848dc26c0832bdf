"""Princess and monster: both walk in a dark corridor, and the monster wants to meet the princess soon.

In Isaacs's game both players move on the interval from -1 to 1, at a speed of 1 at most, and the princess is paid
the time at which the monster meets her. The value is not known. Here the interval has n equal parts, and both
players walk one part in each step. That bounds the value V of the interval, in time 2/n for each step:

- Let the princess walk from node to node, from an even node at first. A monster who may walk as he likes does best on
  the same nodes. Lines of unit speed through the nodes cut space and time into squares; a path that crosses
  from square to square may as well go through the first corners of the edges that it crosses, where it meets everybody
  on these edges, and earlier. So V is at least the value of the game in which both start at even nodes
  (`bound` lower), met at a common node.
- Let the monster walk from node to node. A princess who may walk as she likes does best in the squares, and crosses
  each edge as late as possible, at its last corner. So V is at most the value of the game in which she starts at an
  odd node (`bound` upper), is met in passing, and is paid for the whole step.

After a limited number of steps the princess is paid for one more step in the lower game; in the upper one for as many
as the monster needs to walk to the nearer end and then to the other, on which they must meet.

References: R. Isaacs, Differential games (1965); S. Alpern, R. Fokkink, R. Lindelauf and G. J. Olsder, The 'princess
and monster' game on an interval, SIAM Journal on Control and Optimization 47 (2008), who prove 15/11 < V < 13/9.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

from zerosum.core.boards import Pill, Tabletop, TokenGraph
from zerosum.core.errors import GameError
from zerosum.core.game import Move, Sliders, option
from zerosum.core.limits import require_budget
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["Princess", "Walk"]

MAX_PARTS, MAX_STEPS = 100, 100
PAIR_SECONDS, PAIR_BYTES = 5e-5, 500
"""Time and memory for one pair of walks, as measured."""

Walk = tuple[int, ...]
"""The nodes of a walk, one for each time."""


@dataclass(frozen=True)
class Princess(StagedGame):
    """Both players walk in a dark corridor, one node in each step, and never see each other. The monster pays the
    princess the time until they meet.
    """

    name: ClassVar[str] = "princess"
    genre: ClassVar[str] = "pursuit"
    summary: ClassVar[str] = "a monster searches for a princess in the dark"
    paper: ClassVar[str] = "Alpern, Fokkink, Lindelauf and Olsder 2008"
    seats: ClassVar[Mapping[Side, str]] = {"row": "princess", "col": "monster"}
    tagline: ClassVar[str] = "It is dark, and a monster is looking for you. Do you run or turn back?"
    demo_parameters: ClassVar[Mapping[str, str]] = {"parts": "3", "horizon": "4"}
    sliders: ClassVar[Sliders] = {"parts": (2, 5), "horizon": (2, 6)}
    move: ClassVar[str] = "walk"
    players: ClassVar[tuple[str, ...]] = ("uniform",)
    parts: int = option(4, "number of equal parts of the corridor, whose length is 2")
    horizon: int = option(6, "number of steps")
    bound: str = option(
        "lower",
        "whether this game's value is a lower or an upper bound on the corridor's value",
        choices=("lower", "upper"),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 2 <= self.parts <= MAX_PARTS or not 1 <= self.horizon <= MAX_STEPS:
            raise GameError(
                f"the corridor must have from 2 to {MAX_PARTS} parts, and the number of steps must be "
                f"from 1 to {MAX_STEPS}"
            )

    @property
    def first_node(self) -> int:
        """The lowest node at which the princess may start."""
        return int(self.bound == "upper")

    @property
    def step_time(self) -> Fraction:
        """The duration of a step."""
        return Fraction(2, self.parts)

    def count(self, first: int) -> int:
        """Return the number of walks that start at the node `first` or at an even distance from it."""
        at = [int(node % 2 == first) for node in range(self.parts + 1)]
        for _ in range(self.horizon):
            at = [sum(at[k] for k in (node - 1, node + 1) if 0 <= k <= self.parts) for node in range(len(at))]
        return sum(at)

    def walks(self, first: int) -> Iterator[Walk]:
        """Yield all walks that start at the node `first` or at an even distance from it."""
        found: list[Walk] = [(node,) for node in range(first, self.parts + 1, 2)]
        for _ in range(self.horizon):
            found = [
                (*walk, node)
                for walk in found
                for node in (walk[-1] - 1, walk[-1] + 1)
                if 0 <= node <= self.parts
            ]
        yield from found

    @cached_property
    def plans(self) -> tuple[dict[str, Walk], dict[str, Walk]]:
        """Return the walks of both, by name; raise an error if there are too many."""
        pairs = self.count(self.first_node) * self.count(0)
        require_budget(f"{pairs:,} pairs of walks", memory=PAIR_BYTES * pairs, seconds=PAIR_SECONDS * pairs)
        mine, theirs = (
            {"-".join(map(str, walk)): walk for walk in self.walks(first)} for first in (self.first_node, 0)
        )
        return mine, theirs

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules with all numbers."""
        starts = "even" if self.bound == "lower" else "odd"
        met = (
            "They meet when they are at the same node at the same time"
            if self.bound == "lower"
            else "They meet when they pass each other, at the end of that step"
        )
        late = (
            "as if they met one step later"
            if self.bound == "lower"
            else "as if the monster then walked to the nearer end and back to the other, and met her only there"
        )
        return (
            f"A corridor has the nodes 0 to {self.parts}. The princess starts at an {starts} node of her choice and "
            "the monster at an even one. In each step, both players walk to a neighbouring node; neither "
            "sees the other.",
            f"Both players secretly choose a walk of {self.horizon} steps. {met}. Each step takes a time of "
            f"{self.step_time}, and the monster pays the princess the time until they meet. If they do "
            f"not meet, he pays {late}.",
        )

    @property
    def title(self) -> str:
        """The title, for example: Princess and monster · 4 parts · 6 steps · lower bound."""
        return f"Princess and monster · {self.parts} parts · {self.horizon} steps · {self.bound} bound"

    @property
    def start(self) -> str:
        """The position before the walk."""
        return "dark"

    def moves(self, position: str) -> tuple[Sequence[str], Sequence[str]]:
        """Return the walks, once."""
        mine, theirs = self.plans
        return (list(mine), list(theirs)) if position == "dark" else ([], [])

    def play(self, position: str, row: str, col: str) -> list[Outcome]:
        """Return the time at which two walks meet."""
        time = self.step_time * self.met(self.plans[0][row], self.plans[1][col])
        return [(1, time, f"they meet after a time of {time}")]

    def met(self, princess: Walk, monster: Walk) -> int:
        """Return the number of steps after which two walks meet."""
        for step, (she, he) in enumerate(zip(princess, monster, strict=True)):
            if self.bound == "lower" and she == he:
                return step
            if self.bound == "upper" and step and (she > he) != (princess[step - 1] > monster[step - 1]):
                return step
        return self.horizon + self.late(monster[-1])

    def late(self, node: int) -> int:
        """Return the number of additional steps to pay for if they have not met and the monster stands at a
        node.
        """
        return 1 if self.bound == "lower" else min(node, self.parts - node) + self.parts

    def tabletop(self, position: str, side: Side, last: Mapping[Side, Move]) -> Tabletop:
        """Return the corridor; once both have walked, where they met or stopped."""
        nodes = tuple(map(str, range(self.parts + 1)))
        edges = tuple(pairwise(nodes))
        if len(last) < 2:
            corridor = TokenGraph(nodes, edges, "", "", in_line=True)
            return Tabletop(middle=(corridor,), facts=(Pill("Steps", str(self.horizon)),))
        walks = {one: self.plans[SIDES.index(one)][str(walk)] for one, walk in last.items()}
        step = min(self.met(walks["row"], walks["col"]), self.horizon)
        mine, theirs = (str(walks[one][step]) for one in (side, other(side)))
        return Tabletop(middle=(TokenGraph(nodes, edges, mine, theirs, in_line=True),))

    def describe_position(self, position: str) -> list[str]:
        """Return whether both are still walking, or when they met."""
        return ["it is dark, and both players choose a walk"] if position == "dark" else [position]
