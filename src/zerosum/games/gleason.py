"""Gleason's game: a counter moves around a ring of nodes, and each player is one move behind.

Andrew Gleason's board of the early 1950s is a ring of three nodes worth +1, +2 and -3; the counter starts on
+1 and Andy, the row player, moves first. Any other ring is given by its payoffs, clockwise; any other board by
a TOML or JSON file with a table for each node:

    start = "a"
    [nodes.a]
    payoff = 1
    cc = "c"
    cl = "b"

Reference: T. S. Ferguson and L. S. Shapley, Gleason's Game.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from zerosum.core.data import DataMap
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import option
from zerosum.core.numbers import as_fraction, is_tracked
from zerosum.core.reading import read_document
from zerosum.models.lagged.rules import EXITS, Board, LaggedGame, ring

__all__ = ["Gleason", "parse_payoffs"]


MIN_SIZE, MAX_SIZE = Fraction(1, 10**300), Fraction(10**300)
"""Limits on the size of a payoff that is not 0, well within what floats hold."""
LONG = 12
"""A fraction with more characters than this is shown as a decimal."""


def parse_payoff(text: object, node: str) -> Fraction:
    """Return a payoff typed by a person: 2, -3, 0.25 or 1/3, kept exactly."""
    with suppress(InputError):
        payoff = as_fraction(text)
        if is_tracked(payoff) or not payoff or MIN_SIZE <= abs(payoff) <= MAX_SIZE:
            return payoff
    raise GameError(
        f"the payoff of node {node} must be 0 or a number such as 2, -3, 0.25 or 1/3, from 1e-300 to "
        f"1e300 in size, not "
        f"{text!r}"
    )


def parse_payoffs(text: str) -> tuple[Fraction, ...]:
    """Return payoffs typed with commas: "1,2,-3"."""
    return tuple(parse_payoff(part, str(k + 1)) for k, part in enumerate(text.split(",")))


@dataclass(frozen=True)
class Gleason(LaggedGame):
    """A counter on a ring, with each player one move behind.

    The players move the counter in turn, counterclockwise (cc) or clockwise (cl), to the next node; column
    pays row the payoff of the node that it leaves. A player knows the node that the opponent has just moved
    from, but not the one moved to.
    """

    name: ClassVar[str] = "gleason"
    genre: ClassVar[str] = "pursuit"
    summary: ClassVar[str] = "move a counter around a ring, seeing it one move late"
    paper: ClassVar[str] = "Ferguson and Shapley"
    tagline: ClassVar[str] = (
        "You learn each position of the counter one move late, and so does your opponent. Can you win?"
    )
    nodes: tuple[Fraction, ...] = option(
        (Fraction(1), Fraction(2), Fraction(-3)),
        "payoffs of the nodes of the ring, clockwise",
        parse=parse_payoffs,
    )
    board: str = option("", local="a TOML or JSON file with any board, instead of a ring")
    start: str = option("", "the node on which the counter starts (default: the first)")

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "nodes", tuple(parse_payoff(a, str(k + 1)) for k, a in enumerate(self.nodes))
        )
        object.__setattr__(self, "start", str(self.start))
        if not self.board and len(self.nodes) < 2:
            raise GameError("a ring needs at least two nodes; give their payoffs, for example 1,2,-3")
        if self.start not in ("", *self._layout.names):
            names = ", ".join(self._layout.names)
            raise GameError(f"there is no node {self.start!r} to start on; the nodes are {names}")

    @cached_property
    def _layout(self) -> Board:
        return read_board(Path(self.board)) if self.board else ring(self.nodes)

    def parameters(self) -> dict[str, object]:
        """Return the relevant parameters: the ring or the file, and the start if it was given."""
        plain = tuple(int(a) if a.denominator == 1 else a for a in self.nodes)
        board: dict[str, object] = {"board": self.board} if self.board else {"nodes": plain}
        return {**board, **({"start": self.start} if self.start else {})}

    def layout(self) -> Board:
        """Return the ring or the file's board, with the requested start."""
        plain = self._layout
        start = plain.index(self.start) if self.start else plain.start
        return Board(plain.names, plain.payoffs, plain.exits, start)

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules with all numbers."""
        board = self.layout()
        if self.board:
            nodes = (
                f"The board has {board.size} nodes, each with a payoff and two exits, cc (counterclockwise) and "
                "cl (clockwise)."
            )
        else:
            pays = ", ".join(map(str, self.nodes))
            nodes = f"The {len(self.nodes)} nodes of a ring have the payoffs {pays}, clockwise."
        return (
            f"{nodes} A counter starts on node {board.names[board.start]}, which both players know.",
            "Row moves first; then the players take turns forever. A move takes the counter to the next node, "
            "counterclockwise (cc) or clockwise (cl). After each move, the node that the counter has left "
            "is announced, and col pays its payoff to row; if it is negative, row pays col.",
            "So before your move, you know the node that your opponent has just moved from, but not the one moved to. "
            "The payoff of the game "
            "is the average per move.",
        )

    @property
    def title(self) -> str:
        """The title, for example "Gleason's game · ring 1, 2, -3"."""
        board = self.layout()
        where = f"ring {', '.join(map(_shown, self.nodes))}"
        if self.board:
            where = f"board {Path(self.board).name}, {len(board.names)} nodes"
        begins = f" · from node {board.names[board.start]}" if self.start else ""
        return f"Gleason's game · {where}{begins}"


def _shown(payoff: Fraction) -> str:
    """Return a payoff as text."""
    return str(payoff) if len(str(payoff)) <= LONG else f"{float(payoff):.10g}"


def read_board(path: Path) -> Board:
    """Return the board that a TOML or JSON file describes."""
    data = read_document(path)
    nodes = data.get("nodes")
    if not isinstance(nodes, Mapping) or not all(isinstance(node, Mapping) for node in nodes.values()):
        raise GameError(f"the board file {str(path)!r} needs a table [nodes.NAME] for each node")
    _check_keys("the board file", data, "start", "nodes")
    for name, node in nodes.items():
        _check_keys(f"node {name}", node, "payoff", *EXITS)
    names = tuple(map(str, nodes))
    if len(names) < 2:
        raise GameError("a board needs at least two nodes")
    payoffs = tuple(parse_payoff(node.get("payoff"), name) for name, node in nodes.items())
    exits = tuple(_exits(name, node, names) for name, node in nodes.items())
    start = str(data.get("start", names[0]))
    if start not in names:
        raise GameError(f"there is no node {start!r} to start on; the nodes are {', '.join(names)}")
    return Board(names, payoffs, exits, names.index(start))


def _check_keys(where: str, table: DataMap, *known: str) -> None:
    """Raise an error for an unknown key, which is often a misspelt one."""
    strange = set(table) - set(known)
    if strange:
        raise GameError(
            f"{where} has {min(strange)!r}, which is not a setting; the settings are {', '.join(known)}"
        )


def _exits(name: str, node: DataMap, names: tuple[str, ...]) -> tuple[int, int]:
    """Return the nodes to which the two exits of a node lead."""
    for way in EXITS:
        if way not in node:
            raise GameError(f"node {name} has no exit {way}; every node needs two exits, cc and cl")
        if str(node[way]) not in names:
            raise GameError(f"the exit {way} of node {name} leads to {node[way]!r}, which is not a node")
    return names.index(str(node["cc"])), names.index(str(node["cl"]))
