"""Gambit's extensive-form files (.efg), for two players whose payoffs add up to one and the same number.

A file begins `EFG 2 R "title" { "row" "col" }`, perhaps with a comment. Then come the nodes of the tree, each before
its children and a child's whole branch before the next child:

    c "name" 1 "chance set" { "heads" 1/2 "tails" 1/2 } 0
    p "name" 1 1 "information set" { "bet" "pass" } 0
    t "name" 1 "outcome" { 1, -1 }

A node ends with the number of its outcome, 0 for none; the outcome's name and payoffs may stand there, or have stood
at an earlier node. Payoffs at inner nodes add up along the way. So do a set's name and moves stand at its first node at
least. See "The extensive game (.efg) file format" in Gambit's documentation.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from zerosum.core.errors import GameError, InputError
from zerosum.core.gambit_text import line_of_token, tokens, unquoted
from zerosum.core.numbers import as_fraction
from zerosum.core.sides import SIDES
from zerosum.models.hidden.rules import Choice, Turn, choose, deal, end

__all__ = ["GameTree", "read_efg"]

ROUNDED = Fraction(1, 10**6)
"""By how much each chance may differ from its true value: some programs write six decimals."""

Pays = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class GameTree:
    """A game as its nodes: the turn at each, and the node after each pick."""

    title: str
    start: Hashable
    nodes: Mapping[Hashable, tuple[Turn, Mapping[Hashable, Hashable]]]
    seats: tuple[str, ...] = SIDES
    """The names of the players."""


def read_efg(text: str, name: str) -> GameTree:
    """Return the game that the text of an .efg file describes."""
    parser = EfgParser(text)
    try:
        return parser.game(name)
    except GameError as error:
        error.line = line_of_token(text, parser.place - 1)
        raise


class EfgParser:
    """A reader of .efg files, node by node."""

    def __init__(self, text: str) -> None:
        self.tokens = tokens(text)
        self.place = 0
        self.nodes: dict[Hashable, tuple[Turn, Mapping[Hashable, Hashable]]] = {}
        self.moves: dict[tuple[int, int], tuple[list[str], list[Fraction]]] = {}
        """By player and number of a set: its moves and their chances."""
        self.labels: dict[tuple[int, int], str] = {}
        self.outcomes: dict[int, Pays] = {0: (Fraction(0), Fraction(0))}
        self.sum: Fraction | None = None

    def game(self, name: str) -> GameTree:
        """Return the whole file."""
        if [self.next() for _ in range(2)] != ["EFG", "2"] or self.next() not in ("R", "D"):
            raise GameError('an .efg file must begin with EFG 2 R "title" { "row" "col" }')
        title = self.text() or name
        players = [unquoted(one) for one in self.braces()]
        if len(players) != 2:
            raise GameError(f"zerosum handles two-player games, but this one has {len(players)} players")
        if self.peek().startswith('"'):
            self.next()
        start = self.tree()
        if self.place < len(self.tokens):
            raise GameError(f"the .efg file continues after the end of its tree, with {self.peek()!r}")
        rest = f" · payoffs add up to {self.sum}" if self.sum else ""
        self.name_sets()
        named = len({one.strip() for one in players if one.strip()}) == len(players)
        return GameTree(title + rest, start, self.nodes, tuple(players) if named else SIDES)

    def name_sets(self) -> None:
        """Name information sets by their labels, and number those whose label is missing or not unique.

        A label that ends with a bracket gets a number, too: it could read like the numbered name of another set.
        """
        labels = Counter((player, label) for (player, _), label in self.labels.items())
        for number, (turn, after) in self.nodes.items():
            if isinstance(turn, Choice):
                assert isinstance(turn.knows, int)
                key = SIDES.index(turn.side) + 1, turn.knows
                label = self.labels.get(key, "")
                alone = labels[key[0], label] == 1 and not label.endswith(")")
                name = label if alone else f"{label or 'set'} ({key[1]})"
                self.nodes[number] = turn._replace(knows=name), after

    def tree(self) -> Hashable:
        """Read all nodes without recursion, each waiting until its children are read; return the root."""
        root: list[int] = []
        waiting: list[tuple[int, list[str], list[int], Pays]] = []
        while True:
            number = len(self.nodes)
            paid = waiting[-1][3] if waiting else (Fraction(0), Fraction(0))
            moves, paid = self.node(number, paid)
            (waiting[-1][2] if waiting else root).append(number)
            waiting.append((number, moves, [], paid))
            while waiting and len(waiting[-1][2]) == len(waiting[-1][1]):
                done, names, children, _ = waiting.pop()
                self.nodes[done] = self.nodes[done][0], dict(zip(names, children, strict=True))
            if not waiting:
                return root[0]

    def node(self, number: int, above: Pays) -> tuple[list[str], Pays]:
        """Read one node: its moves, and the payments on the way to it, including its own outcome."""
        kind = self.next()
        if kind not in ("c", "p", "t"):
            raise GameError(f"a node of an .efg file must begin with c, p or t, not {kind!r}")
        self.text()
        turn, moves = (None, []) if kind == "t" else self.chance() if kind == "c" else self.player()
        first, second = self.outcome()
        paid = above[0] + first, above[1] + second
        self.nodes[number] = (self.last(paid) if turn is None else turn), {}
        return moves, paid

    def last(self, paid: Pays) -> Turn:
        """Return a terminal node; all of them must have the same sum of payments."""
        total = paid[0] + paid[1]
        if self.sum is None:
            self.sum = total
        if total != self.sum:
            raise GameError(
                f"the game is not constant-sum: at one end the payoffs {paid[0]} and {paid[1]} add up to {total}, "
                f"at another to {self.sum}"
            )
        return end(paid[0])

    def chance(self) -> tuple[Turn, list[str]]:
        """Return a chance node, which is shown to neither player: information sets determine what players
        know.
        """
        _, moves, chances = self.set_of(0, chance=True)
        return deal(dict(zip(moves, chances, strict=True)), to="nobody"), moves

    def player(self) -> tuple[Turn, list[str]]:
        """Return a player's node."""
        who = self.next()
        if who not in ("1", "2"):
            raise GameError(f"the .efg file has a node of player {who}, but there are only two players")
        number, moves, _ = self.set_of(int(who), chance=False)
        return choose(SIDES[int(who) - 1], moves, hidden=True, knows=number), moves

    def set_of(self, player: int, *, chance: bool) -> tuple[int, list[str], list[Fraction]]:
        """Return a set's number, its moves, and their probabilities, given here or at an earlier node."""
        key = player, self.whole()
        label = self.text() if self.peek().startswith('"') else ""
        if self.peek() == "{":
            parts = self.braces()
            names = [unquoted(part) for part in (parts[::2] if chance else parts)]
            chances = [_number(part) for part in parts[1::2]] if chance else []
            if chance and len(chances) < len(names):
                raise GameError(f"the .efg file gives no probability for the chance move {names[-1]!r}")
            if chance and abs(sum(chances, Fraction(-1))) > ROUNDED * len(chances):
                raise GameError(
                    f"the probabilities at chance set {key[1]} of the .efg file must add up to 1, not {sum(chances)}"
                )
            if self.moves.setdefault(key, (_distinct(names), chances)) != (_distinct(names), chances):
                raise GameError(
                    f"the .efg file gives set {key[1]} of player {player} different moves at different nodes"
                )
        if key not in self.moves:
            raise GameError(f"the .efg file does not give the moves of set {key[1]} of player {player}")
        if label and self.labels.setdefault(key, label) != label:
            raise GameError(
                f"the .efg file calls set {key[1]} of player {player} both {self.labels[key]!r} and {label!r}; "
                "use different numbers for different sets, and one name for each set"
            )
        return key[1], *self.moves[key]

    def outcome(self) -> Pays:
        """Return the payoffs of a node's outcome."""
        number = self.whole()
        if self.peek().startswith('"'):
            self.text()
        if self.peek() == "{":
            parts = self.braces()
            if len(parts) != 2:
                raise GameError(
                    f"outcome {number} of the .efg file pays {len(parts)} players, but there are only two players"
                )
            self.outcomes[number] = _number(parts[0]), _number(parts[1])
        if number not in self.outcomes:
            raise GameError(f"the .efg file does not give the payoffs of outcome {number}")
        return self.outcomes[number]

    def peek(self) -> str:
        """Return the next token, without consuming it; an empty text at the end."""
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def next(self) -> str:
        """Return the next token."""
        if self.place >= len(self.tokens):
            raise GameError("the .efg file ends before its tree is complete")
        self.place += 1
        token: str = self.tokens[self.place - 1]
        return token

    def whole(self) -> int:
        """Return the number of a set or of an outcome."""
        token = self.next()
        if not re.fullmatch("-?[0-9]{1,12}", token):
            raise GameError(
                f"the .efg file has {token:.40} where the number of a set or an outcome is expected"
            )
        return int(token)

    def text(self) -> str:
        """Return a text in quotes."""
        token = self.next()
        if not token.startswith('"'):
            raise GameError(f"the .efg file has {token!r} where quoted text is expected")
        return unquoted(token)

    def braces(self) -> list[str]:
        """Return the tokens between braces."""
        if self.next() != "{":
            raise GameError("the .efg file lacks an opening brace")
        found = []
        while self.peek() != "}":
            found.append(self.next())
        self.next()
        return found


def _number(token: str) -> Fraction:
    """Return a number as an exact fraction."""
    try:
        return as_fraction(token)
    except InputError:
        raise GameError(f"the .efg file has {token!r} where a number is expected") from None


def _distinct(names: list[str]) -> list[str]:
    """Return the names of moves, numbered if they are not unique."""
    if all(names) and len(set(names)) == len(names):
        return names
    return [f"{name or 'move'} ({k})" for k, name in enumerate(names, 1)]
