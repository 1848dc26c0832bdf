"""Gambit's strategic-form files (.nfg), for two players whose payoffs have the same sum everywhere.

A file begins `NFG 1 R "title"`, the players' names in braces, and their strategies: the counts `{ 2 2 }`, or the
names `{ { "a" "b" } { "c" "d" } }`. A comment in quotes may follow. Then come the payoffs of every cell, the
row player's strategy running fastest, either outright (`1 -1 -1 1 ...`) or as the numbers of outcomes that are listed
before in braces (`{ { "win" 1, -1 } { "lose" -1, 1 } } 1 2 2 1`), where 0 is the outcome that pays nothing. See
"The strategic game (.nfg) file format" in Gambit's documentation.
"""

from __future__ import annotations

import re
from fractions import Fraction

from zerosum.core.errors import InputError
from zerosum.core.numbers import as_fraction, exact_text
from zerosum.models.matrix_game.rules import MatrixGame

__all__ = ["parse_nfg", "write_nfg"]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}]|[^\s,{}"]+')

Tree = list["str | Tree"]
"""Tokens, those between braces in a list of their own; a text keeps its quotes."""


def parse_nfg(text: str) -> MatrixGame:
    """The game that the text of an .nfg file describes, if what the players get has the same sum everywhere."""
    tokens = _nested(_TOKEN.findall(text))
    if len(tokens) < 5 or tokens[0] != "NFG" or tokens[1] != "1" or tokens[2] not in ("R", "D"):
        raise InputError('an .nfg file begins NFG 1 R "title" { players } { strategies }')
    title, players, sides, *rest = tokens[3:]
    if not isinstance(players, list) or not isinstance(sides, list):
        raise InputError("the players and the strategies of an .nfg file stand in braces after the title")
    if len(players) != 2 or len(sides) != 2:
        raise InputError(f"a matrix game has two players; this file has {len(players)}")
    (m, rows), (n, cols) = (_strategies(side) for side in sides)
    if rest and isinstance(rest[0], str) and rest[0].startswith('"'):
        rest = rest[1:]
    first, second = _payoffs(rest, m * n)
    total = first[0] + second[0]
    for k, (a, b) in enumerate(zip(first, second, strict=True)):
        if a + b != total:
            raise InputError(
                f"the game is neither zero-sum nor constant-sum: the players get {first[0]} and {second[0]} "
                f"in row 1, column 1, and in row {k % m + 1}, column {k // m + 1} the players get {a} and {b}"
            )
    payoffs = [[first[i + m * j] for j in range(n)] for i in range(m)]
    return MatrixGame.of(payoffs, rows, cols, _unquoted(title), _shifted(total))


def _shifted(total: Fraction) -> str:
    """What a person should know of payoffs that do not sum to zero."""
    if not total:
        return ""
    return f"The players' payoffs sum to {total}, not 0: the value is what row gets, and col gets the rest."


def write_nfg(game: MatrixGame) -> str:
    """The text of an .nfg file with this game; decimals of floats are written as the fractions that they are."""
    sides = (" ".join(_quoted(str(move)) for move in moves) for moves in game.moves())
    m, n = game.shape
    cells = (game.payoffs[i][j] for j in range(n) for i in range(m))
    numbers = " ".join(f"{exact_text(a)} {exact_text(-a)}" for a in cells)
    head = f'NFG 1 R {_quoted(game.title)} {{ "row" "col" }}'
    return f"{head}\n\n{{ {' '.join(f'{{ {side} }}' for side in sides)} }}\n\n{numbers}\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


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


def _strategies(side: str | Tree) -> tuple[int, tuple[str, ...]]:
    """How many strategies a player has, and their names if the file gives different ones."""
    if isinstance(side, list):
        return len(side), _if_distinct([_unquoted(name) for name in side])
    if not _is_whole(side) or int(side) == 0:
        raise InputError(f"a player has a number of strategies in an .nfg file, at least 1, not {side[:40]}")
    return int(side), ()


def _is_whole(token: str) -> bool:
    """Whether a token is a whole number that a file could mean."""
    return token.isascii() and token.isdigit() and len(token) <= 12


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
    if isinstance(token, list) or not _is_whole(token) or int(token) >= limit:
        raise InputError(f"the .nfg file names outcome {token}, and has {limit - 1} of them")
    return int(token)


def _number(token: str | Tree) -> Fraction:
    try:
        return as_fraction(token)
    except InputError:
        raise InputError(f"the .nfg file has {token} where a payoff belongs") from None
