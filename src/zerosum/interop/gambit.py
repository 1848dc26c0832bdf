"""Finite games as Gambit's extensive-form files; `zerosum.games.efg` reads such files."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from zerosum.core.game import Game, Position
from zerosum.core.sides import SIDES
from zerosum.interop.extensive import extensive
from zerosum.models.hidden.rules import Choice, Deal, End, HiddenGame, Told, Turn, amount_of, heard

__all__ = ["to_efg"]


def to_efg(game: Game) -> str:
    """The text of an .efg file with the whole tree, payoffs and chances in fractions.

    Staged and hidden games, trick games, and betting games with a deck; moves made at once are put in turns.

    Parameters
    ----------
    game
        The game; one that is no finite tree is refused.

    Examples
    --------
    >>> from zerosum.interop.gambit import to_efg
    >>> print(to_efg(zerosum.load("rps")()).splitlines()[0])
    EFG 2 R "Rock, paper, scissors · 3 signs" { "row" "col" }
    """
    head = f'EFG 2 R {_quoted(game.title)} {{ "row" "col" }}'
    return "\n".join([head, '""', "", *_Writer(extensive(game)).nodes(), ""])


class _Writer:
    """Visits every node before its children, and numbers sets and outcomes as they come."""

    def __init__(self, rules: HiddenGame) -> None:
        self.rules = rules
        self.sets: tuple[dict[Hashable, int], dict[Hashable, int]] = ({}, {})
        self.outcomes: dict[object, int] = {}
        self.chances = 0

    def nodes(self) -> Iterator[str]:
        """A line for each node."""
        stack: list[tuple[Position, Told]] = [(self.rules.start, ((), ()))]
        while stack:
            position, told = stack.pop()
            turn = self.rules.turn(position)
            yield self.line(turn, told)
            for picked in reversed(_picks(turn)):
                stack.append((self.rules.after(position, picked), heard(turn, picked, told)))

    def line(self, turn: Turn, told: Told) -> str:
        """One node."""
        if isinstance(turn, End):
            pays = amount_of(turn.payoff, "a payoff")
            number = self.outcomes.setdefault(pays, len(self.outcomes) + 1)
            return f't "" {number} "" {{ {pays}, {-pays} }}'
        if isinstance(turn, Deal):
            self.chances += 1
            parts = " ".join(f"{_quoted(outcome)} {chance}" for outcome, chance in turn.outcomes)
            return f'c "" {self.chances} "" {{ {parts} }} 0'
        player = SIDES.index(turn.side)
        key = ("named", turn.knows) if turn.knows is not None else ("told", told[player])
        number = self.sets[player].setdefault(key, len(self.sets[player]) + 1)
        return f'p "" {player + 1} {number} "" {{ {" ".join(map(_quoted, turn.moves))} }} 0'


def _picks(turn: Turn) -> tuple[Hashable, ...]:
    """What can be picked."""
    if isinstance(turn, Deal):
        return tuple(outcome for outcome, _ in turn.outcomes)
    return turn.moves if isinstance(turn, Choice) else ()


def _quoted(text: object) -> str:
    """A text in quotes, as Gambit writes it."""
    escaped = str(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
