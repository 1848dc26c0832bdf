"""Finite games as Gambit's extensive-form files; `zerosum.games.efg` reads such files."""

from __future__ import annotations

from collections.abc import Hashable

from zerosum.core.game import Game, Position
from zerosum.core.sides import SIDES
from zerosum.models.hidden.rules import Deal, End, Knowledge, amount_of, knowledge_after

__all__ = ["to_efg"]


def to_efg(game: Game) -> str:
    """The text of an .efg file with the whole tree, payoffs and chances in fractions.

    Staged and hidden games, trick games, and betting games with a deck; moves made at once are put in turns.

    Parameters
    ----------
    game
        The game; one that is not a finite tree is refused.

    Examples
    --------
    >>> from zerosum.interop.gambit import to_efg
    >>> print(to_efg(zerosum.load("rps")()).splitlines()[0])
    EFG 2 R "Rock, paper, scissors · 3 signs" { "row" "col" }
    """
    tree = game.family.extensive(game)
    lines = [f'EFG 2 R {_quote(game.title)} {{ "row" "col" }}', '""', ""]
    sets: tuple[dict[Hashable, int], dict[Hashable, int]] = ({}, {})  # numbered as they come, like outcomes
    outcomes: dict[object, int] = {}
    chances = 0
    stack: list[tuple[Position, Knowledge]] = [(tree.start, ((), ()))]
    while stack:  # every node comes before its children
        position, known = stack.pop()
        turn = tree.turn(position)
        if isinstance(turn, End):
            pays = amount_of(turn.payoff, "a payoff")
            number = outcomes.setdefault(pays, len(outcomes) + 1)
            lines.append(f't "" {number} "" {{ {pays}, {-pays} }}')
            continue
        if isinstance(turn, Deal):
            chances += 1
            parts = " ".join(f"{_quote(outcome)} {chance}" for outcome, chance in turn.outcomes)
            lines.append(f'c "" {chances} "" {{ {parts} }} 0')
            picks = tuple(outcome for outcome, _ in turn.outcomes)
        else:
            player, picks = SIDES.index(turn.side), turn.moves
            key = ("named", turn.knows) if turn.knows is not None else ("told", known[player])
            number = sets[player].setdefault(key, len(sets[player]) + 1)
            lines.append(f'p "" {player + 1} {number} "" {{ {" ".join(map(_quote, picks))} }} 0')
        for picked in reversed(picks):
            stack.append((tree.after(position, picked), knowledge_after(turn, picked, known)))
    return "\n".join([*lines, ""])


def _quote(text: object) -> str:
    """A text in quotes, as Gambit writes it."""
    escaped = str(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
