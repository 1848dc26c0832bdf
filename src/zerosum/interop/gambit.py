"""Finite games as Gambit's extensive-form files, and strategies as its behaviour profiles; `zerosum.games.efg` reads
such files.

All text is written in ASCII, because Gambit's Python package reads nothing else.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from zerosum.arena import Arena, Observation, Player
from zerosum.arena.strategies import named_moves
from zerosum.core.errors import InputError
from zerosum.core.gambit_text import quoted
from zerosum.core.game import Game, Position
from zerosum.core.numbers import Number, as_fraction, exact_text
from zerosum.core.sides import SIDES, Side
from zerosum.models.hidden.form import words
from zerosum.models.hidden.rules import Choice, Deal, End, HiddenGame, Knowledge, amount_of, knowledge_after

__all__ = ["read_profile", "to_efg", "to_profile"]


def to_efg(game: Game) -> str:
    """Return the text of an .efg file with the whole tree; payoffs and probabilities are fractions.

    Staged and hidden games, trick games, and betting games with a deck can be written; simultaneous moves become
    sequential.

    Parameters
    ----------
    game
        The game; one that is not a finite tree is rejected.

    Examples
    --------
    >>> from zerosum.interop.gambit import to_efg
    >>> print(to_efg(zerosum.load("rps")()).splitlines()[0])
    EFG 2 R "Rock, paper, scissors - 3 signs" { "row" "col" }
    """
    tree = game.family.extensive(game)
    seats = " ".join(quoted(game.seats[side]) for side in SIDES)
    lines = [f"EFG 2 R {quoted(game.title)} {{ {seats} }}", '""', ""]
    outcomes: dict[object, int] = {}
    chances = 0
    for node in _nodes(tree):
        turn = node.turn
        if isinstance(turn, End):
            pays = amount_of(turn.payoff, "a payoff")
            number = outcomes.setdefault(pays, len(outcomes) + 1)
            lines.append(f't "" {number} "" {{ {pays}, {-pays} }}')
        elif isinstance(turn, Deal):
            chances += 1
            parts = " ".join(f"{quoted(outcome)} {chance}" for outcome, chance in turn.outcomes)
            lines.append(f'c "" {chances} "" {{ {parts} }} 0')
        else:
            player, label = SIDES.index(turn.side) + 1, quoted(words(node.known))
            lines.append(f'p "" {player} {node.number} {label} {{ {" ".join(map(quoted, turn.moves))} }} 0')
    return "\n".join([*lines, ""])


class GambitNode(NamedTuple):
    """A node of the tree in the order of the file."""

    position: Position
    turn: Deal | Choice | End
    known: Hashable = None
    """The information of the player to move."""
    number: int = 0
    """The number of the player's information set, from 1."""


def _nodes(tree: HiddenGame) -> Iterator[GambitNode]:
    """Yield every node before its children; information sets are numbered in order of appearance."""
    sets: tuple[dict[Hashable, int], dict[Hashable, int]] = ({}, {})
    stack: list[tuple[Position, Knowledge]] = [(tree.start, ((), ()))]
    while stack:
        position, known = stack.pop()
        turn = tree.turn(position)
        if isinstance(turn, End):
            yield GambitNode(position, turn)
            continue
        if isinstance(turn, Deal):
            yield GambitNode(position, turn)
            picks = tuple(outcome for outcome, _ in turn.outcomes)
        else:
            player, picks = SIDES.index(turn.side), turn.moves
            key = ("named", turn.knows) if turn.knows is not None else ("observed", known[player])
            number = sets[player].setdefault(key, len(sets[player]) + 1)
            yield GambitNode(position, turn, key[1], number)
        for picked in reversed(picks):
            stack.append((tree.after(position, picked), knowledge_after(turn, picked, known)))


def _information_sets(arena: Arena[Any, Any]) -> list[Observation]:
    """Return the information at each information set of the file: row's in the order of their numbers, then col's."""
    found: dict[tuple[Side, int], Observation] = {}
    for node in _nodes(arena.game.family.extensive(arena.game)):
        if isinstance(node.turn, Choice) and (node.turn.side, node.number) not in found:
            side, moves = node.turn.side, node.turn.moves
            found[side, node.number] = arena.seen_in_tree(side, node.position, node.known, moves)
    return [found[key] for key in sorted(found, key=lambda one: (SIDES.index(one[0]), one[1]))]


def to_profile(arena: Arena[Any, Any], player: Player) -> str:
    """Return a player's strategy on both sides in the format in which Gambit's tools print behaviour
    profiles: `NE,1/3,2/3,…`.

    Probabilities are in the order of the information sets and actions of `to_efg`.

    Parameters
    ----------
    arena
        The arena of the game.
    player
        The player.

    Examples
    --------
    >>> from zerosum.interop.gambit import to_profile
    >>> from zerosum.models.family import arena_for
    >>> arena = arena_for(zerosum.load("rps")())
    >>> to_profile(arena, arena.equilibrium)
    'NE,1/3,1/3,1/3,1/3,1/3,1/3\\n'
    """
    parts = ["NE"]
    for seen in _information_sets(arena):
        mix = player.mix(seen)
        parts += [_text(mix.get(move, 0)) for move in seen.moves]
    return ",".join(parts) + "\n"


def _text(p: Number) -> str:
    """Return the exact text of a probability: Gambit reads fractions and decimals."""
    return str(Decimal(p)) if isinstance(p, float) else exact_text(Fraction(p))


def read_profile(arena: Arena[Any, Any], text: str, name: str) -> dict[tuple[Side, str], dict[str, Number]]:
    """Return the table of a behaviour profile, by side and information set.

    Parameters
    ----------
    arena
        The arena of the game.
    text
        The output of one of Gambit's tools for the file that `to_efg` wrote: one line with one profile.
    name
        The name of the profile in errors.

    Examples
    --------
    >>> from zerosum.interop.gambit import read_profile
    >>> from zerosum.models.family import arena_for
    >>> arena = arena_for(zerosum.load("rps")())
    >>> read_profile(arena, "NE,1,0,0,0,1,0", "mine")["row", "start"]["rock"]
    Fraction(1, 1)
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) != 1 or not lines[0].startswith("NE,"):
        raise InputError(
            f"{name} must contain one Gambit behaviour profile (a line that begins with NE), not {len(lines)} lines"
            if len(lines) != 1
            else f"{name} is not a Gambit behaviour profile; its line must begin with NE"
        )
    numbers = [as_fraction(part) for part in lines[0].split(",")[1:]]
    sets = _information_sets(arena)
    if len(numbers) != (count := sum(len(seen.moves) for seen in sets)):
        raise InputError(
            f"{name} has {len(numbers):,} probabilities, but the tree of this game has {count:,} actions; "
            f"check that it is a profile of behaviour strategies for this game's .efg file"
        )
    information = {
        (side, arena.known(one.seen)): one.information
        for side in arena.sides
        for one in arena.decisions(side)
    }
    table: dict[tuple[Side, str], dict[str, Number]] = {}
    for seen in sets:
        mix: dict[str, Number] = dict(zip(named_moves(seen.moves), numbers, strict=False))
        del numbers[: len(seen.moves)]
        key = seen.side, information[seen.side, arena.known(seen)]
        if table.setdefault(key, mix) != mix:
            raise InputError(
                f"{name} has two different mixes at {key[1]!r:.60}, which is one position here, since "
                f"histories that lead to the same position are not distinguished"
            )
    return table
