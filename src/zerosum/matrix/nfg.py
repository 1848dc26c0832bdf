"""Gambit's strategic-form files (.nfg), for two players whose payoffs add up to zero.

A file begins `NFG 1 R "title"`, the players' names in braces, and their strategies: the counts `{ 2 2 }`, or the
names `{ { "a" "b" } { "c" "d" } }`. A comment in quotes may follow. Then come the payoffs of every cell, the
row player's strategy running fastest, either outright (`1 -1 -1 1 ...`) or as the numbers of outcomes that are listed
before in braces (`{ { "win" 1, -1 } { "lose" -1, 1 } } 1 2 2 1`), where 0 is the outcome that pays nothing. See
"The strategic game (.nfg) file format" in Gambit's documentation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from zerosum.errors import InputError
from zerosum.numerics.rational import as_fraction

__all__ = ["NfgGame", "parse_nfg"]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}]|[^\s,{}"]+')

Tree = list["str | Tree"]
"""Tokens, those between braces in a list of their own; a text keeps its quotes."""


@dataclass(frozen=True)
class NfgGame:
    """The payoffs to the first player, and the names in the file."""

    title: str
    payoffs: tuple[tuple[Fraction, ...], ...]
    strategies: tuple[tuple[str, ...], tuple[str, ...]]


def parse_nfg(text: str) -> NfgGame:
    """The zero-sum game that the text of an .nfg file describes."""
    tokens = _nested(_TOKEN.findall(text))
    if len(tokens) < 5 or tokens[0] != "NFG" or tokens[1] != "1" or tokens[2] not in ("R", "D"):
        raise InputError('an .nfg file begins NFG 1 R "title" { players } { strategies }')
    title, players, sides, *rest = tokens[3:]
    if not isinstance(players, list) or not isinstance(sides, list):
        raise InputError("the players and the strategies of an .nfg file stand in braces after the title")
    if len(players) != 2 or len(sides) != 2:
        raise InputError(f"a matrix game has two players; this file has {len(players)}")
    rows, cols = (_names(side) for side in sides)
    if rest and isinstance(rest[0], str) and rest[0].startswith('"'):
        rest = rest[1:]
    first, second = _payoffs(rest, len(rows) * len(cols))
    m = len(rows)
    for k, (a, b) in enumerate(zip(first, second, strict=True)):
        if a + b != 0:
            where = f"row {k % m + 1}, column {k // m + 1}"
            raise InputError(f"the game is not zero-sum: in {where} the players get {a} and {b}")
    payoffs = tuple(tuple(first[i + m * j] for j in range(len(cols))) for i in range(m))
    return NfgGame(_unquoted(title), payoffs, (_if_distinct(rows), _if_distinct(cols)))


def _nested(tokens: list[str]) -> Tree:
    """The tokens as a tree of braces."""
    levels: list[Tree] = [[]]
    for token in tokens:
        if token == "{":
            levels.append([])
        elif token == "}":
            if len(levels) == 1:
                raise InputError("the .nfg file closes a brace that it never opened")
            done = levels.pop()
            levels[-1].append(done)
        else:
            levels[-1].append(token)
    if len(levels) > 1:
        raise InputError("the .nfg file opens a brace that it never closes")
    return levels[0]


def _names(side: str | Tree) -> list[str]:
    """The names of one player's strategies, or as many empty ones as the count says."""
    if isinstance(side, list):
        return [_unquoted(name) for name in side]
    if not side.isdigit() or int(side) == 0:
        raise InputError(f"a player has a number of strategies in an .nfg file, at least 1, not {side}")
    return [""] * int(side)


def _if_distinct(names: list[str]) -> tuple[str, ...]:
    """The names, or none if they do not tell the strategies apart."""
    return tuple(names) if len(set(names)) == len(names) and all(names) else ()


def _unquoted(token: str | Tree) -> str:
    if isinstance(token, list):
        raise InputError("an .nfg file has a text in quotes where this one has braces")
    return re.sub(r"\\(.)", r"\1", token[1:-1]) if token.startswith('"') else token


def _payoffs(rest: Tree, cells: int) -> tuple[list[Fraction], list[Fraction]]:
    """The payoffs of both players, cell by cell."""
    if rest and isinstance(rest[0], list):
        outcomes = [(Fraction(0), Fraction(0)), *(_outcome(entry) for entry in rest[0])]
        chosen = [_whole(token, len(outcomes)) for token in rest[1:]]
        _check_count(len(chosen), cells, "outcomes")
        return [outcomes[k][0] for k in chosen], [outcomes[k][1] for k in chosen]
    numbers = [_number(token) for token in rest]
    _check_count(len(numbers), 2 * cells, "payoffs")
    return numbers[::2], numbers[1::2]


def _check_count(found: int, wanted: int, what: str) -> None:
    if found != wanted:
        raise InputError(f"the .nfg file needs {wanted} {what} for its strategies, and has {found}")


def _outcome(entry: str | Tree) -> tuple[Fraction, Fraction]:
    """The two payoffs of an outcome, whose first token is its name."""
    if not isinstance(entry, list) or len(entry) != 3:
        raise InputError("an outcome of an .nfg file is { name payoff payoff }")
    return _number(entry[1]), _number(entry[2])


def _whole(token: str | Tree, limit: int) -> int:
    if isinstance(token, list) or not token.isdigit() or int(token) >= limit:
        raise InputError(f"the .nfg file names outcome {token}, and has {limit - 1} of them")
    return int(token)


def _number(token: str | Tree) -> Fraction:
    try:
        return as_fraction(token)
    except InputError:
        raise InputError(f"the .nfg file has {token} where a payoff belongs") from None
