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
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from zerosum.core.data import DataMap
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Instruction, Outline, option
from zerosum.core.numbers import as_fraction
from zerosum.core.reading import MAX_PATH, in_table, read_document, read_text
from zerosum.core.sides import SIDES, Side
from zerosum.games.efg import GameTree, read_efg
from zerosum.models.hidden.rules import Choice, Deal, HiddenGame, Turn, choose, deal, end

__all__ = ["HiddenFile"]

SETTINGS = {"chance": {"chance", "to", "then"}, "player": {"player", "moves", "hidden", "knows"}}
"""What the table of a chance move and that of a decision may set."""
MAX_DRAWN = 24
"""Maximum number of lines of a tree that is shown as the rules."""


@dataclass(frozen=True)
class HiddenFile(HiddenGame):
    """A game with hidden information written as a file: tables in TOML or JSON, or Gambit's .efg."""

    name: ClassVar[str] = "hidden"
    genre: ClassVar[str] = "your own"
    summary: ClassVar[str] = "a game with hidden information from a file"
    tagline: ClassVar[str] = "Describe any game with hidden information in a small file and solve it."
    demo_parameters: ClassVar[Mapping[str, str]] = {"path": "examples/one-card-bluff.toml"}
    path: str = option(help="the TOML, JSON or .efg file with the game")

    def __post_init__(self) -> None:
        super().__post_init__()
        self.tree  # noqa: B018 - a wrong file is rejected at once

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
    def seats(self) -> Mapping[Side, str]:  # type: ignore[override]
        """Return the file's names for the players."""
        return dict(zip(SIDES, self.tree.seats, strict=True))

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """Return the rules: the tree of the file, with a line for each move, if it is small."""
        todo, drawn = [self.start], 0
        while todo and drawn <= MAX_DRAWN:
            drawn += 1
            todo += self.tree.nodes[todo.pop()][1].values()
        if drawn > MAX_DRAWN:
            return (
                "Chance and the players move as described in the file. Each player remembers everything "
                "they were shown and their own moves.",
            )
        return (
            "Each line shows a move; the moves that may follow are indented below it. Payoffs are to row.",
            self._outline(self.start),
        )

    def _outline(self, position: Hashable, text: str = "") -> Outline:
        """Return a node and the tree below it as an outline; `text` describes how play reaches it."""
        turn, after = self.tree.nodes[position]
        odds: Mapping[Hashable, Fraction] = {}
        if isinstance(turn, Deal):
            odds = dict(turn.outcomes)
            to = " and ".join(side for side, learns in zip(SIDES, turn.learned_by, strict=True) if learns)
            happens = f"chance move, seen by {to or 'neither player'}"
        elif isinstance(turn, Choice):
            happens = f"{turn.side} chooses{', unseen' * turn.hidden}"
        else:
            happens = f"pays {turn.payoff}"
        return Outline(
            text + happens,
            tuple(
                self._outline(to, f"{picked} ({odds[picked]}): " if picked in odds else f"{picked}: ")
                for picked, to in after.items()
            ),
        )

    @property
    def start(self) -> Hashable:
        """The first node."""
        return self.tree.start

    def turn(self, position: Hashable) -> Turn:
        """Return the turn, as given in the file."""
        return self.tree.nodes[position][0]

    def after(self, position: Hashable, picked: Hashable) -> Hashable:
        """Return the next node, as given in the file."""
        return self.tree.nodes[position][1][picked]


def read_tables(document: DataMap, title: str) -> GameTree:
    """Return the game that the tables of a file describe."""
    tables = {name: table for name, table in document.items() if name != "title"}
    if not tables:
        raise GameError("the file has no tables; add one such as [start] with a player and moves")
    reader = TableReader(tables)
    start = next(iter(tables))
    reader.visit(start, ())
    unreached = [name for name in tables if name not in reader.nodes]
    if unreached:
        with in_table(unreached[0]):
            raise GameError(f"no move leads to the table [{unreached[0]}]; refer to it, or remove it")
    return GameTree(str(document.get("title", title)), start, reader.nodes)


class TableReader:
    """A reader that follows the tables of a file."""

    def __init__(self, tables: DataMap) -> None:
        self.tables = tables
        self.nodes: dict[Hashable, tuple[Turn, Mapping[Hashable, Hashable]]] = {}
        self.label: str | int | None = None
        """The first name of an information set; all have its type."""

    def visit(self, name: str, above: tuple[str, ...]) -> None:
        """Read a table and everything that it leads to."""
        with in_table(name):
            self.read(name, above)

    def read(self, name: str, above: tuple[str, ...]) -> None:
        """Read a table, and visit those that it leads to."""
        if name in above:
            raise GameError(f"the table [{name}] leads back to itself; a game must end")
        if len(above) >= MAX_PATH:
            raise GameError(f"a path through the tables of a file may pass at most {MAX_PATH} of them")
        if name in self.nodes:
            return
        table = self.tables[name]
        if not isinstance(table, Mapping) or ("chance" in table) == ("player" in table):
            raise GameError(f'[{name}] needs either chance = {{ ... }} or player = "row" or "col"')
        kind = "chance" if "chance" in table else "player"
        unknown = sorted(set(table) - SETTINGS[kind])
        if unknown:
            raise GameError(
                f"[{name}] has the unknown setting {unknown[0]!r}; the settings are {', '.join(sorted(SETTINGS[kind]))}"
            )
        turn = self.chance(name, table) if kind == "chance" else self.choice(name, table)
        leads = self.mapping(name, table, "then" if kind == "chance" else "moves")
        self.nodes[name] = (
            turn,
            {picked: self.follow(name, picked, to, (*above, name)) for picked, to in leads.items()},
        )

    def chance(self, name: str, table: DataMap) -> Turn:
        """Return a chance move, every outcome of which leads to a node."""
        weights, leads = (self.mapping(name, table, part) for part in ("chance", "then"))
        if set(weights) != set(leads):
            raise GameError(
                f"[{name}] must list exactly the outcomes of `chance` in `then`, each with the "
                "table or the payoff that it leads to"
            )
        try:
            return deal(
                {picked: as_fraction(str(weight)) for picked, weight in weights.items()},
                table.get("to", "both"),
            )
        except InputError as problem:
            raise GameError(f"[{name}]: {problem}") from None

    def choice(self, name: str, table: DataMap) -> Turn:
        """Return a decision."""
        hidden, knows = table.get("hidden", False), self.knows(name, table)
        if not isinstance(hidden, bool):
            raise GameError(f"[{name}]: hidden must be true or false, not {hidden!r}")
        try:
            moves = self.mapping(name, table, "moves")
            return choose(table["player"], moves, hidden=hidden, knows=knows)
        except InputError as problem:
            raise GameError(f"[{name}]: {problem}") from None

    def knows(self, name: str, table: DataMap) -> str | int | None:
        """Return the name of an information set: a string or an integer, of the same type throughout the
        file.

        For Python true, 1 and 1.0 are equal, and for a person 1 and "1" are.
        """
        knows = table.get("knows")
        if "knows" not in table:
            return None
        if type(knows) not in (str, int):
            raise GameError(
                f"[{name}]: knows must be a string or an integer that identifies the player's information "
                f"set, not {knows!r}"
            )
        self.label = knows if self.label is None else self.label
        if type(knows) is not type(self.label):
            raise GameError(
                f"[{name}]: knows is {knows!r} here but {self.label!r} elsewhere; use either strings or "
                f"numbers throughout"
            )
        return knows

    def mapping(self, name: str, table: DataMap, part: str) -> DataMap:
        """Return an inner table that lists things by name."""
        found = table.get(part)
        if not isinstance(found, Mapping) or not found:
            raise GameError(f"[{name}] needs {part} = {{ ... }} with at least one entry")
        return found

    def follow(self, name: str, picked: str, to: object, above: tuple[str, ...]) -> Hashable:
        """Return the node after a pick: a table, or a payoff."""
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
