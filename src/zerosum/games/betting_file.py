"""A betting tree from a file.

A table per decision, named as you like; the first one is where the game starts. Each action is one line: where the
game goes on, or how it ends.

    title = "Bet one or two"
    ante = 1                                    # the chips each player has put in before the first action

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
`"exponential"` (with `rate`), so that hands are named on that scale; or, for the game `dealt-betting`, the weights of
each player's hands, which are dealt independently:

    [hands]
    A = { J = 1, K = 1 }                        # the weakest first
    B = { Q = 1 }
    order = ["J", "Q", "K"]                     # needed where neither player has every hand
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from statistics import NormalDist
from typing import ClassVar

from zerosum.core.data import DataMap
from zerosum.core.errors import GameError, TooLargeError
from zerosum.core.game import Instruction, option
from zerosum.core.reading import MAX_PATH, in_table, read_document
from zerosum.core.sides import Side, other
from zerosum.models.continuum.pot import pot_after
from zerosum.models.continuum.rules import (
    LETTER,
    SIDE_OF,
    BettingGame,
    Decision,
    Deck,
    Fold,
    Node,
    Showdown,
    check,
    exact,
    tree_outline,
)
from zerosum.models.hidden.rules import HiddenGame, Turn, choose, deal, end

__all__ = ["BettingFile", "DealtBetting", "turn_in_tree"]

MAX_DECISIONS = 20_000
"""Maximum number of decisions that a file may describe."""
RESERVED = ("title", "ante", "hands")


@dataclass(frozen=True)
class BettingFile(BettingGame):
    """A betting tree read from a file."""

    name: ClassVar[str] = "betting"
    genre: ClassVar[str] = "your own"
    summary: ClassVar[str] = "a betting tree from a file"
    tagline: ClassVar[str] = "Design your own betting tree and play it."
    demo_parameters: ClassVar[Mapping[str, str]] = {"path": "examples/betting-deck.toml"}
    path: str = option(help="the TOML file with the betting tree")

    def __post_init__(self) -> None:
        check(self._root)
        self.deck  # noqa: B018 - a wrong deck is reported at once

    @cached_property
    def document(self) -> DataMap:
        """Return the contents of the file, which is read once."""
        return read_document(Path(self.path))

    @cached_property
    def _root(self) -> Decision:
        return read_tree(self.document)

    @property
    def title(self) -> str:
        """The file's title, or its name."""
        return str(self.document.get("title", Path(self.path).stem))

    def tree(self) -> Decision:
        """Return the tree of the file."""
        return self._root

    @cached_property
    def hands(self) -> DataMap:
        """Return the hands of the file, checked."""
        hands = read_hands(self.document)
        if "A" in hands:
            raise GameError(
                "[hands] gives each player separate hands; solve such a file as the game "
                f"{DealtBetting.name}: zerosum solve {DealtBetting.name} {self.path}"
            )
        return hands

    @property
    def deck(self) -> Deck | None:
        """Return the deck of the file, if there is one."""
        if "cards" not in self.hands:
            return None
        return Deck(self.hands["cards"], self.hands.get("suits", 1), self.hands.get("replace", False))

    def rank(self, hand: object) -> Fraction:
        """Return a hand on the file's scale, as the fraction of hands below it."""
        kind = self.hands.get("distribution", "uniform")
        if kind == "uniform":
            return exact(hand)
        x = float(exact(hand))
        if kind == "normal":
            mean, sd = (
                float(exact(self.hands.get(name, default))) for name, default in (("mean", 0), ("sd", 1))
            )
            return Fraction(NormalDist(mean, sd).cdf(x))
        return Fraction(-math.expm1(-max(x, 0.0) * float(exact(self.hands.get("rate", 1)))))


@dataclass(frozen=True)
class DealtBetting(HiddenGame):
    """Each player is dealt a hand by the weights of the file, and then walks down its tree of bets."""

    name: ClassVar[str] = "dealt-betting"
    genre: ClassVar[str] = "your own"
    summary: ClassVar[str] = "a betting tree from a file, with separate hands for A and B"
    tagline: ClassVar[str] = "Choose the hands each player may hold and see who has to bluff."
    demo_parameters: ClassVar[Mapping[str, str]] = {"path": "examples/betting-ranges.toml"}
    seats: ClassVar[Mapping[Side, str]] = LETTER
    path: str = option(help="the TOML file with the betting tree and the hands of A and B")

    def __post_init__(self) -> None:
        check(self.tree)
        self.weights  # noqa: B018 - wrong hands are reported at once

    @cached_property
    def document(self) -> DataMap:
        """Return the contents of the file, which is read once."""
        return read_document(Path(self.path))

    @cached_property
    def tree(self) -> Decision:
        """The tree of the file."""
        return read_tree(self.document)

    @cached_property
    def weights(self) -> Mapping[str, Mapping[str, Fraction]]:
        """The weight of each hand of A and of B, and of both together in the order of strength."""
        hands = read_hands(self.document)
        if "A" not in hands:
            raise GameError(
                "this game needs hands for both players: [hands] with A = { J = 1, K = 2 } and B = { Q = 1 }"
            )
        return hands

    @property
    def title(self) -> str:
        """The file's title, or its name."""
        return str(self.document.get("title", Path(self.path).stem))

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """Return the rules: the deal and the betting tree."""
        hands = (
            f"{who} is dealt {', '.join(f'{hand} ({weight})' for hand, weight in self.weights[who].items())}."
            for who in LETTER.values()
        )
        rule = (
            "Each player sees only their own hand. The numbers in brackets are weights. The higher hand wins."
        )
        return (*hands, rule, tree_outline(self.tree))

    def turn(self, position: tuple[str, ...]) -> Turn:
        """Return the turn: deal A's hand, deal B's hand, then follow the betting tree."""
        if len(position) < 2:
            return deal(self.weights["B" if position else "A"], to="col" if position else "row")
        row, col = (self.weights["order"][hand] for hand in position[:2])
        return turn_in_tree(self.tree, position[2:], (row > col) - (row < col))

    def in_pot(self, position: tuple[str, ...]) -> tuple[float, float] | None:
        """Return A's and B's chips in the pot."""
        pot = pot_after(self.tree, position[2:], "row")
        return None if pot is None else (pot.mine, pot.theirs)


DISTRIBUTIONS = {"uniform": (), "normal": ("mean", "sd"), "exponential": ("rate",)}
"""The distributions of hands on a line, with the keys that each takes."""

HANDS = "[hands] takes cards (with suits and replace), distribution, or the hands of A and B"


def read_hands(document: DataMap) -> DataMap:
    """Return the table [hands], checked; with hands of A and B, their weights and the strength of each."""
    hands = document.get("hands", {})
    if not isinstance(hands, Mapping):
        raise GameError(f"[hands] must be a table; {HANDS[8:]}")
    kinds = [kind for kind in (("cards",), ("distribution",), ("A", "B", "order")) if set(kind) & set(hands)]
    if len(kinds) > 1:
        raise GameError(f"[hands] has both {kinds[0][0]} and {kinds[1][0]}; give one of them")
    first = kinds[0][0] if kinds else ""
    distribution = hands.get("distribution", "uniform")
    if not isinstance(distribution, str) or distribution not in DISTRIBUTIONS:
        raise GameError(
            f"there is no distribution {distribution!r}; the distributions are {', '.join(DISTRIBUTIONS)}"
        )
    fits = {
        "cards": ("cards", "suits", "replace"),
        "A": ("A", "B", "order"),
        "distribution": ("distribution", *DISTRIBUTIONS[distribution]),
    }
    for name, given in hands.items():
        if name not in fits.get(first, ()):
            raise GameError(
                f"[hands] has {name!r}, which cannot be used {f'with {first}' if first else 'here'}; {HANDS}"
            )
        if name in ("cards", "suits") and (not isinstance(given, int) or isinstance(given, bool)):
            raise GameError(f"{name} in [hands] must be a whole number, not {given!r}")
        if name == "replace" and not isinstance(given, bool):
            raise GameError(f"replace in [hands] must be true or false, not {given!r}")
        if name in ("mean", "sd", "rate") and exact(given) <= 0 and name != "mean":
            raise GameError(f"{name} in [hands] must be positive, not {given}")
    return _read_weights(hands) if first == "A" else hands


def _read_weights(hands: DataMap) -> DataMap:
    """Return the hands of A and B with their weights, and the strength of each hand."""
    weights = {}
    for player in LETTER.values():
        given = hands.get(player)
        if not isinstance(given, Mapping) or not given:
            raise GameError(
                f"[hands] needs the weights of {player}'s hands, for example {player} = {{ J = 1, K = 2 }}"
            )
        weights[player] = {str(hand): exact(weight) for hand, weight in given.items()}
        if min(weights[player].values()) < 0 or not sum(weights[player].values()):
            raise GameError(f"the weights of {player}'s hands must not be negative, and not all 0")
    longest = max(weights.values(), key=len)
    order = hands.get("order", list(longest))
    if not isinstance(order, list) or len(set(map(str, order))) < len(order):
        raise GameError(
            'order in [hands] must list the hands from the weakest to the strongest, for example ["J", "Q", "K"]'
        )
    strength = {str(hand): Fraction(k) for k, hand in enumerate(order)}
    for given in weights.values():
        if strange := [hand for hand in given if hand not in strength]:
            raise GameError(f"order does not list the hand {strange[0]}; list all hands, the weakest first")
        if "order" not in hands and sorted(given, key=strength.__getitem__) != list(given):
            raise GameError("A and B list hands in different orders; add order, the weakest first")
    return {**weights, "order": strength}


def read_tree(document: DataMap) -> Decision:
    """Return the tree that a file describes."""
    tables = {name: table for name, table in document.items() if name not in RESERVED}
    if not tables:
        raise GameError("the file has no decisions; add a table such as [start] with a player and actions")
    reader = TreeReader(tables, exact(document["ante"]) if "ante" in document else None)
    root = reader.decision(next(iter(tables)), {"row": Fraction(0), "col": Fraction(0)}, ())
    unreached = [name for name in tables if name not in reader.seen]
    if unreached:
        with in_table(unreached[0]):
            raise GameError(
                f"no action leads to the table [{unreached[0]}]; refer to it with `to`, or remove it"
            )
    return root


class TreeReader:
    """A reader of the file's tables, which keeps count of each player's chips beyond the ante."""

    def __init__(self, tables: DataMap, ante: Fraction | None) -> None:
        self.tables, self.ante = tables, ante
        self.seen: set[str] = set()
        self.read: dict[tuple[str, Fraction, Fraction], Decision] = {}
        """The decisions so far, by table and by what each player has put in."""

    def decision(self, name: str, paid: dict[Side, Fraction], above: tuple[str, ...]) -> Decision:
        """Return the decision of a table."""
        with in_table(name if name in self.tables else ""):
            return self.decide(name, paid, above)

    def decide(self, name: str, paid: dict[Side, Fraction], above: tuple[str, ...]) -> Decision:
        """Read a table, and the decisions that it leads to."""
        table = self.tables.get(name)
        if table is None:
            raise GameError(f"there is no table [{name}]; the tables are {', '.join(self.tables)}")
        if not isinstance(table, Mapping):
            raise GameError(
                f"{name!r} is neither a setting of a betting game nor a table; write a decision as [{name}]"
            )
        if name in above:
            raise GameError(f"the table [{name}] leads back to itself; a betting tree must end")
        if len(above) >= MAX_PATH:
            raise GameError(f"a path through the tables of a file may pass at most {MAX_PATH} of them")
        place = (name, paid["row"], paid["col"])
        if place in self.read:
            return self.read[place]
        if len(self.read) >= MAX_DECISIONS:
            raise TooLargeError(f"the file describes more than {MAX_DECISIONS:,} decisions, the maximum")
        self.seen.add(name)
        player = SIDE_OF.get(str(table.get("player")))
        if player is None:
            raise GameError(f'[{name}] needs player = "A" or player = "B"')
        actions = table.get("actions")
        if not isinstance(actions, Mapping) or not actions:
            raise GameError(f'[{name}] has no actions; add lines such as actions.fold = "fold"')
        children = {
            action: self.action(f"{action!r} in [{name}]", entry, player, paid, (*above, name))
            for action, entry in actions.items()
        }
        self.read[place] = Decision(player, children)
        return self.read[place]

    def action(
        self, where: str, entry: object, player: Side, paid: dict[Side, Fraction], above: tuple[str, ...]
    ) -> Node:
        """Return the node after an action."""
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
            raise GameError(f"{where} does not say what happens next; add `to`, `fold` or `showdown`")
        if "bet" in entry:
            bet = exact(entry["bet"])
            if bet <= 0:
                raise GameError(f"{where} has the bet {entry['bet']}; a bet must be positive")
            paid = {**paid, player: paid[foe] + bet}
        return self.decision(str(entry["to"]), paid, above)

    def amount(self, where: str, entry: object, paid: Fraction) -> Fraction:
        """Return the amount at a leaf, as written, or from the ante and the bets."""
        if entry is not None:
            return exact(entry)
        if self.ante is None:
            raise GameError(
                f"{where} has no amount; write {{ fold = 1 }} or {{ showdown = 2 }}, or give the file an ante"
            )
        return self.ante + paid


def turn_in_tree(tree: Node, actions: Sequence[str], winner: int) -> Turn:
    """Return the turn in a betting tree after some actions; `winner` is 1 if row has the better hand, -1 or 0
    if not.
    """
    bettor: Side = "row"
    for action in actions:
        assert isinstance(tree, Decision)
        bettor, tree = tree.player, tree.actions[action]
    if isinstance(tree, Decision):
        return choose(tree.player, tree.actions)
    if isinstance(tree, Fold):
        return end(-tree.amount if bettor == "row" else tree.amount)
    return end(winner * tree.amount)
