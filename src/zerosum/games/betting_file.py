"""A betting tree from a file.

A table per decision, named as you like; the first one is where the game starts. Each action is one line: where the
game goes on, or how it ends.

    title = "Bet one or two"
    ante = 1                                    # what each has put in before the first action

    [start]
    player = "A"
    actions.fold = "fold"                       # A loses what A has put in
    actions."bet 1" = { bet = 1, to = "one" }   # A puts in what B has put in, and 1 more
    actions."bet 2" = { bet = 2, to = "two" }

    [one]
    player = "B"
    actions.fold = "fold"
    actions.see = "showdown"                    # B puts in what A has put in; the hands are compared

    [two]
    player = "B"
    actions.fold = { fold = 1 }                 # or say the amounts yourself
    actions.see = { showdown = 3 }

`to` without `bet` is a check. Without an ante, every end must say its amount. A table `[hands]` says how hands are
dealt: `cards = 52` (with `suits` and `replace`), or `distribution = "normal"` (with `mean` and `sd`),
`"exponential"` (with `rate`), so that hands are named on that scale.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from statistics import NormalDist
from typing import ClassVar

from zerosum.core.data import Document
from zerosum.core.errors import GameError, TooLargeError
from zerosum.core.game import option
from zerosum.core.reading import read_document
from zerosum.core.sides import Side, other
from zerosum.models.betting.rules import (
    SIDE_OF,
    BettingGame,
    Decision,
    Deck,
    Fold,
    Node,
    Showdown,
    check,
    exact,
)

__all__ = ["BettingFile"]

MOST_DECISIONS = 20_000
"""Maximum number of decisions that a file may describe."""
RESERVED = ("title", "ante", "hands")


@dataclass(frozen=True)
class BettingFile(BettingGame):
    """A betting game written as a TOML file."""

    name: ClassVar[str] = "betting"
    summary: ClassVar[str] = "a betting tree from a file"
    invitation: ClassVar[str] = "Draw your own betting tree, and sit down at it."
    small: ClassVar[Mapping[str, str]] = {"path": "examples/betting-deck.toml"}
    path: str = option(help="the TOML file with the betting tree")

    def __post_init__(self) -> None:
        check(self._root)
        self.deck  # noqa: B018 - a wrong deck is reported at once

    @cached_property
    def document(self) -> Document:
        """The file, read once."""
        return read_document(Path(self.path))

    @cached_property
    def _root(self) -> Decision:
        return read_tree(self.document)

    @property
    def title(self) -> str:
        """The file's title, or its name."""
        return str(self.document.get("title", Path(self.path).stem))

    def tree(self) -> Decision:
        """The tree of the file."""
        return self._root

    @cached_property
    def hands(self) -> Document:
        """How hands are dealt."""
        hands = self.document.get("hands", {})
        if not isinstance(hands, Mapping):
            raise GameError(
                "[hands] is a table that says how hands are dealt; it takes cards or distribution"
            )
        unknown = set(hands) - {"cards", "suits", "replace", "distribution", "mean", "sd", "rate"}
        if unknown:
            raise GameError(f"[hands] has no setting {sorted(unknown)[0]!r}; it takes cards or distribution")
        return hands

    @property
    def deck(self) -> Deck | None:
        """The deck of the file, if it names one."""
        if "cards" not in self.hands:
            return None
        cards, suits = int(self._number("cards", 0)), int(self._number("suits", 1))
        return Deck(cards, suits, bool(self.hands.get("replace", False)))

    def _number(self, setting: str, default: float) -> float:
        """A number that [hands] sets."""
        return float(exact(self.hands.get(setting, default)))

    def rank(self, hand: object) -> Fraction:
        """A hand on the file's own scale, as the share of hands below it."""
        kind = self.hands.get("distribution", "uniform")
        if self.deck is not None or kind == "uniform":
            return exact(hand)
        x = float(exact(hand))
        if kind == "normal":
            return Fraction(NormalDist(self._number("mean", 0), self._number("sd", 1)).cdf(x))
        if kind == "exponential":
            return Fraction(-math.expm1(-max(x, 0.0) * self._number("rate", 1)))
        raise GameError(f"there is no distribution {kind!r} here; use uniform, normal or exponential")


def read_tree(document: Document) -> Decision:
    """The tree that a file describes."""
    tables = {name: table for name, table in document.items() if name not in RESERVED}
    if not tables:
        raise GameError("the file has no decision; write a table such as [start] with a player and actions")
    reader = TreeReader(tables, exact(document["ante"]) if "ante" in document else None)
    root = reader.decision(next(iter(tables)), {"row": Fraction(0), "col": Fraction(0)}, ())
    unreached = [name for name in tables if name not in reader.seen]
    if unreached:
        raise GameError(f"nothing leads to the table [{unreached[0]}]; name it with `to`, or take it out")
    return root


class TreeReader:
    """Follows the tables of a file, with what each player has put in beyond the ante."""

    def __init__(self, tables: Document, ante: Fraction | None) -> None:
        self.tables, self.ante = tables, ante
        self.seen: set[str] = set()
        self.read: dict[tuple[str, Fraction, Fraction], Decision] = {}
        """The decisions so far, by table and by what each player has put in."""

    def decision(self, name: str, paid: dict[Side, Fraction], above: tuple[str, ...]) -> Decision:
        """The decision of a table."""
        table = self.tables.get(name)
        if table is None:
            raise GameError(f"there is no table [{name}]; the tables are {', '.join(self.tables)}")
        if not isinstance(table, Mapping):
            raise GameError(
                f"{name!r} is neither a setting of a betting game nor a table; write a decision as [{name}]"
            )
        if name in above:
            raise GameError(f"the table [{name}] leads back to itself; a betting tree must end")
        place = (name, paid["row"], paid["col"])
        if place in self.read:
            return self.read[place]
        if len(self.read) >= MOST_DECISIONS:
            raise TooLargeError(
                f"the file describes more than {MOST_DECISIONS:,} decisions, which is too many"
            )
        self.seen.add(name)
        player = SIDE_OF.get(str(table.get("player")))
        if player is None:
            raise GameError(f'[{name}] needs player = "A" or player = "B"')
        actions = table.get("actions")
        if not isinstance(actions, Mapping) or not actions:
            raise GameError(f'[{name}] offers no action; write lines such as actions.fold = "fold"')
        children = {
            action: self.action(f"{action!r} in [{name}]", entry, player, paid, (*above, name))
            for action, entry in actions.items()
        }
        self.read[place] = Decision(player, children)
        return self.read[place]

    def action(
        self, where: str, entry: object, player: Side, paid: dict[Side, Fraction], above: tuple[str, ...]
    ) -> Node:
        """Where an action leads."""
        if isinstance(entry, str):
            entry = {entry: None}
        if not isinstance(entry, Mapping) or not set(entry) <= {"fold", "showdown", "to", "bet"}:
            raise GameError(
                f'{where} must be "fold", "showdown" or a table with `to`, `bet`, `fold` or `showdown`'
            )
        foe = other(player)
        if "fold" in entry:
            return Fold(self.amount(where, entry["fold"], paid[player]))
        if "showdown" in entry:
            return Showdown(self.amount(where, entry["showdown"], paid[foe]))
        if "to" not in entry:
            raise GameError(f"{where} does not say what follows; add `to`, `fold` or `showdown`")
        if "bet" in entry:
            bet = exact(entry["bet"])
            if bet <= 0:
                raise GameError(f"{where} bets {entry['bet']}; a bet must be positive")
            paid = {**paid, player: paid[foe] + bet}
        return self.decision(str(entry["to"]), paid, above)

    def amount(self, where: str, entry: object, paid: Fraction) -> Fraction:
        """The amount of an end: as written, or from the ante and the bets."""
        if entry is not None:
            return exact(entry)
        if self.ante is None:
            raise GameError(
                f"{where} has no amount; write {{ fold = 1 }} or {{ showdown = 2 }}, or give the file an ante"
            )
        return self.ante + paid
