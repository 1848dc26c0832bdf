"""A game with hidden information from a file: tables in TOML or JSON, or Gambit's extensive form (.efg).

One table per position, with any name; the game starts at the first one. Each pick leads to another table, or to a
number: what the row player is paid.

    title = "One card, one bluff"

    [start]
    chance = { ace = 1, king = 1 }       # weights
    to = "row"                           # who learns it: row, col, both (the default) or nobody
    then = { ace = "ace", king = "king" }

    [ace]
    player = "row"
    moves = { check = 1, bet = "facing ace" }

    [king]
    player = "row"
    moves = { check = -1, bet = "facing king" }

    ["facing ace"]
    player = "col"
    moves = { fold = 1, call = 2 }

    ["facing king"]
    player = "col"
    moves = { fold = 1, call = -2 }

A move that the other player does not see has `hidden = true` in its table. Players know everything that they learned
and did; tables that their player cannot tell apart for another reason have the same `knows = "name"`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from zerosum.core.data import DataMap
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import option
from zerosum.core.numbers import as_fraction
from zerosum.core.reading import read_document, read_text
from zerosum.core.sides import SIDES
from zerosum.games.efg import GameTree, read_efg
from zerosum.models.hidden.rules import Choice, Deal, HiddenGame, Turn, choose, deal, end

__all__ = ["HiddenFile"]

SETTINGS = {"chance": {"chance", "to", "then"}, "player": {"player", "moves", "hidden", "knows"}}
"""What the table of a chance move and that of a decision may set."""
MOST_DRAWN = 24
"""Maximum number of lines of a tree that is shown as the rules."""


@dataclass(frozen=True)
class HiddenFile(HiddenGame):
    """A game with hidden information written as a file: tables in TOML or JSON, or Gambit's .efg."""

    name: ClassVar[str] = "hidden"
    genre: ClassVar[str] = "your own"
    summary: ClassVar[str] = "a game with hidden information from a file"
    invitation: ClassVar[str] = "Write any game with secrets in a small file, and see it solved."
    small: ClassVar[Mapping[str, str]] = {"path": "examples/one-card-bluff.toml"}
    path: str = option(help="the TOML, JSON or .efg file with the game")

    def __post_init__(self) -> None:
        super().__post_init__()
        self.tree  # noqa: B018 - a wrong file is refused at once

    @cached_property
    def tree(self) -> GameTree:
        """The file, read once."""
        path = Path(self.path)
        if path.suffix == ".efg":
            return read_efg(read_text(path), path.stem)
        return read_tables(read_document(path), path.stem)

    @property
    def title(self) -> str:
        """The file's title, or its name."""
        return self.tree.title

    @property
    def instructions(self) -> tuple[str, ...]:
        """The tree of the file, a line for each move, where it is small."""
        drawn = [self._scene(self.start), *self._branches(self.start, "")]
        if len(drawn) > MOST_DRAWN:
            return (
                "Chance and the players pick in turn, as the file says; each player knows what they were shown and "
                "what they did.",
            )
        return ("Each line is a move and what follows; what is paid is paid to row.", "\n".join(drawn))

    def _scene(self, position: Hashable) -> str:
        """What happens at a node, in words."""
        turn = self.turn(position)
        if isinstance(turn, Deal):
            to = " and ".join(side for side, told in zip(SIDES, turn.told, strict=True) if told)
            return f"chance picks, and {to or 'nobody'} learns it"
        if isinstance(turn, Choice):
            return f"{turn.side} chooses{', unseen' * turn.hidden}"
        return f"pays {turn.payoff}"

    def _branches(self, position: Hashable, margin: str) -> list[str]:
        """The lines below a node, up to one more than are drawn."""
        lines: list[str] = []
        turn, after = self.tree.nodes[position]
        odds = dict(turn.outcomes) if isinstance(turn, Deal) else {}
        for k, (picked, to) in enumerate(after.items()):
            last = k == len(after) - 1
            chance = f" ({odds[picked]})" if picked in odds else ""
            lines.append(f"{margin}{'└─' if last else '├─'} {picked}{chance}: {self._scene(to)}")
            lines += self._branches(to, f"{margin}{'   ' if last else '│  '}")
            if len(lines) > MOST_DRAWN:
                break
        return lines

    @property
    def start(self) -> Hashable:
        """The first node."""
        return self.tree.start

    def turn(self, position: Hashable) -> Turn:
        """As the file says."""
        return self.tree.nodes[position][0]

    def after(self, position: Hashable, picked: Hashable) -> Hashable:
        """As the file says."""
        return self.tree.nodes[position][1][picked]


def read_tables(document: DataMap, title: str) -> GameTree:
    """The game that the tables of a file describe."""
    tables = {name: table for name, table in document.items() if name != "title"}
    if not tables:
        raise GameError("the file has no table; write one such as [start] with a player and moves")
    reader = TableReader(tables)
    start = next(iter(tables))
    reader.visit(start, ())
    unreached = [name for name in tables if name not in reader.nodes]
    if unreached:
        raise GameError(f"nothing leads to the table [{unreached[0]}]; lead there, or take it out")
    return GameTree(str(document.get("title", title)), start, reader.nodes)


class TableReader:
    """Follows the tables of a file."""

    def __init__(self, tables: DataMap) -> None:
        self.tables = tables
        self.nodes: dict[Hashable, tuple[Turn, Mapping[Hashable, Hashable]]] = {}

    def visit(self, name: str, above: tuple[str, ...]) -> None:
        """Read a table and everything that it leads to."""
        if name in above:
            raise GameError(f"the table [{name}] leads back to itself; a game must end")
        if name in self.nodes:
            return
        table = self.tables[name]
        if not isinstance(table, Mapping) or ("chance" in table) == ("player" in table):
            raise GameError(f'[{name}] needs either chance = {{ ... }} or player = "row" or "col"')
        kind = "chance" if "chance" in table else "player"
        unknown = sorted(set(table) - SETTINGS[kind])
        if unknown:
            raise GameError(
                f"[{name}] has no setting {unknown[0]!r}; it takes {', '.join(sorted(SETTINGS[kind]))}"
            )
        turn = self.chance(name, table) if kind == "chance" else self.choice(name, table)
        leads = self.mapping(name, table, "then" if kind == "chance" else "moves")
        self.nodes[name] = (
            turn,
            {picked: self.follow(name, picked, to, (*above, name)) for picked, to in leads.items()},
        )

    def chance(self, name: str, table: DataMap) -> Turn:
        """A chance move, every outcome of which leads somewhere."""
        weights, leads = (self.mapping(name, table, part) for part in ("chance", "then"))
        if set(weights) != set(leads):
            raise GameError(f"[{name}] must say in `then` where each outcome of `chance` leads, and no other")
        try:
            return deal(
                {picked: as_fraction(str(weight)) for picked, weight in weights.items()},
                table.get("to", "both"),
            )
        except InputError as problem:
            raise GameError(f"[{name}]: {problem}") from None

    def choice(self, name: str, table: DataMap) -> Turn:
        """A decision."""
        hidden, knows = table.get("hidden", False), table.get("knows")
        if not isinstance(hidden, bool):
            raise GameError(f"[{name}]: hidden is true or false, not {hidden!r}")
        if not isinstance(knows, str | int | None):
            raise GameError(f"[{name}]: knows names what the player knows in one text, not {knows!r}")
        try:
            moves = self.mapping(name, table, "moves")
            return choose(table["player"], moves, hidden=hidden, knows=knows)
        except InputError as problem:
            raise GameError(f"[{name}]: {problem}") from None

    def mapping(self, name: str, table: DataMap, part: str) -> DataMap:
        """A part of a table that lists things by name."""
        found = table.get(part)
        if not isinstance(found, Mapping) or not found:
            raise GameError(f"[{name}] needs {part} = {{ ... }} with at least one entry")
        return found

    def follow(self, name: str, picked: str, to: object, above: tuple[str, ...]) -> Hashable:
        """The node after a pick: a table, or a payoff."""
        if isinstance(to, str) and to in self.tables:
            self.visit(to, above)
            return to
        try:
            payoff = as_fraction(str(to))
        except InputError:
            raise GameError(
                f"{picked!r} in [{name}] leads to {to!r}, which is neither a table nor a payoff"
            ) from None
        self.nodes[name, picked] = end(payoff), {}
        return name, picked
