"""A stochastic game from a TOML or JSON file.

    title = "The Big Match"
    start = "play"                 # the first state; if left out, the first that the file names
    discount = "9/10"              # left out: the long-run average payoff; 1: the total until the game stops

    [states.play]
    rows = ["go on", "stop"]       # names of the moves; if left out, 1, 2, 3, ...
    cols = ["left", "right"]
    payoff = [[1, 0], [0, 1]]      # to the row player; a line for each row move
    next = [["play", "play"], ["lost", "won"]]

    [states.won]
    payoff = 1                     # a single number: the players have no choice here

`next` says for each pair of moves where the play goes: a state's name, or a table of probabilities such as
`{play = 0.5, won = "1/2"}`. One entry in place of the lines serves every pair of moves. A state without `next`
is never left. With a discount, probabilities may sum to less than 1: the game stops with the probability that is
left, and `{}` stops it at once. Numbers may be written as fractions in quotes: "1/3". In JSON the same names are keys.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from zerosum.core.data import Data, DataMap
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import option
from zerosum.core.numbers import as_fraction
from zerosum.core.reading import in_table, read_document
from zerosum.models.stochastic.rules import Cell, StochasticGame
from zerosum.models.stochastic.table import proper_discount

__all__ = ["StochasticFile"]


def _discount(given: object) -> Fraction | None:
    """Return a discount as a fraction; None for the average payoff."""
    return None if given in (None, "average") else _number(given, "the discount")


def _read_discount(text: str) -> Fraction | str | None:
    """Return a typed discount: a number, "average", or nothing for the file's own."""
    return text and _discount("average" if text == "any" else text)


@dataclass(frozen=True)
class FileState:
    """One state of the file: the moves, and a cell for each pair of them."""

    rows: tuple[str, ...]
    cols: tuple[str, ...]
    cells: Mapping[tuple[str, str], Cell]


@dataclass(frozen=True)
class StochasticFile(StochasticGame):
    """A stochastic game from a TOML or JSON file: a payoff matrix and next states for each state."""

    name: ClassVar[str] = "stochastic"
    genre: ClassVar[str] = "your own"
    summary: ClassVar[str] = "a stochastic game from a file"
    paper: ClassVar[str] = "Shapley 1953"
    tagline: ClassVar[str] = (
        "Every move affects your payoff now and the game you play next. Which matters more?"
    )
    demo_parameters: ClassVar[Mapping[str, str]] = {"path": "examples/shapley.toml"}
    path: str = option(help="the TOML or JSON file with the game")
    discount: Fraction | None = option(
        "", "a discount factor such as 0.9 or 9/10, or average; overrides the file", parse=_read_discount
    )
    start: str = option("", "the starting state; overrides the file")

    def __post_init__(self) -> None:
        given: object = self.discount
        if given == "":
            given = self.document.get("discount")
        object.__setattr__(self, "discount", proper_discount(_discount(given)))
        if self.first_state not in self.content:
            raise GameError(
                f"the start {self.first_state!r} is not a state of the file; the states are {', '.join(self.states)}"
            )

    @cached_property
    def document(self) -> DataMap:
        """The file as it was read."""
        return read_document(Path(self.path))

    @cached_property
    def content(self) -> Mapping[str, FileState]:
        """The states of the file."""
        return read_states(self.document)

    @property
    def title(self) -> str:
        """The title of the file, or its name, and how payoffs add up."""
        title = self.document.get("title", Path(self.path).stem)
        how = "average payoff" if self.discount is None else f"discount {self.discount}"
        return f"{title} · {'total payoff' if self.discount == 1 else how}{self.besides('start')}"

    @property
    def states(self) -> Sequence[str]:
        """The states in the order of the file."""
        return list(self.content)

    @property
    def first_state(self) -> str:
        """The start: the requested state, else the start in the file, else its first state."""
        return self.start or str(self.document.get("start", next(iter(self.content))))

    def moves(self, state: str) -> tuple[Sequence[str], Sequence[str]]:
        """Return the moves of the state's table."""
        return self.content[state].rows, self.content[state].cols

    def play(self, state: str, row: str, col: str) -> Cell:
        """Return the payoff and the probabilities of the next states."""
        return self.content[state].cells[row, col]


def read_states(document: DataMap) -> dict[str, FileState]:
    """Return the states of a document, each checked for its shape."""
    strange = set(document) - {"title", "start", "discount", "states"}
    if strange:
        raise GameError(
            f"the file has {min(strange)!r}, which is not a setting; the settings are title, start, discount, states"
        )
    states = document.get("states")
    if not isinstance(states, Mapping) or not states:
        raise GameError("a stochastic game needs a table of states: [states.NAME] with payoff and next")
    return {str(name): _state(str(name), given) for name, given in states.items()}


def _state(name: str, given: object) -> FileState:
    """Return one state from its table."""
    with in_table(name):
        return _read_state(name, given)


def _read_state(name: str, given: object) -> FileState:
    """Check the shape of a table, and read its cells."""
    unknown = set(given) - {"payoff", "next", "rows", "cols"} if isinstance(given, Mapping) else set()
    if unknown:
        raise GameError(
            f"state {name!r} has {min(unknown)!r}, which is not a setting; the settings are payoff, next, rows, cols"
        )
    if not isinstance(given, Mapping) or "payoff" not in given:
        raise GameError(
            f"state {name!r} needs a payoff: a number, or a matrix with one row for each of row's moves"
        )
    payoff = given["payoff"] if isinstance(given["payoff"], list) else [[given["payoff"]]]
    m, n = _shape(payoff, f"the payoff of state {name!r}")
    rows, cols = _names(given, "rows", m, name), _names(given, "cols", n, name)
    to = given.get("next", name)
    if not isinstance(to, list):
        to = [[to] * n for _ in range(m)]
    if _shape(to, f"next of state {name!r}") != (m, n):
        raise GameError(f"state {name!r}: next must have {m} rows of {n} entries, like payoff")
    cells = {
        (row, col): (_number(payoff[i][j], f"a payoff of state {name!r}"), _chances(to[i][j], name))
        for i, row in enumerate(rows)
        for j, col in enumerate(cols)
    }
    return FileState(rows, cols, cells)


def _shape(matrix: list[Data], what: str) -> tuple[int, int]:
    """Return the numbers of rows and columns of a matrix, which must not be ragged."""
    if not matrix or not all(isinstance(line, list) and line for line in matrix):
        raise GameError(f"{what} must be a matrix: a list of rows, each a list of entries")
    if len({len(line) for line in matrix}) > 1:
        raise GameError(
            f"{what} has rows of different lengths: {', '.join(str(len(line)) for line in matrix)} entries"
        )
    return len(matrix), len(matrix[0])


def _names(given: DataMap, key: str, count: int, state: str) -> tuple[str, ...]:
    """Return the names of a player's moves in a state."""
    listed = given.get(key, list(range(1, count + 1)))
    names = tuple(map(str, listed)) if isinstance(listed, list) else (str(listed),)
    if len(names) != count or len(set(names)) < count:
        raise GameError(f"state {state!r} needs {count} different names in {key}, not {', '.join(names)}")
    return names


def _chances(entry: object, state: str) -> dict[str, Fraction]:
    """Return the next state of a pair of moves: a name, or a table of probabilities."""
    if isinstance(entry, str):
        return {entry: Fraction(1)}
    if not isinstance(entry, Mapping):
        raise GameError(
            f"state {state!r}: an entry of next must be a state's name or a table of probabilities, not {entry!r}"
        )
    return {str(name): _number(p, f"a probability of state {state!r}") for name, p in entry.items()}


def _number(given: object, what: str) -> Fraction:
    """Return a number as typed: 2, -0.25, "1/3"."""
    try:
        return as_fraction(given)
    except InputError:
        raise GameError(f'{what} must be a number such as 2, -0.25 or "1/3", not {given!r}') from None
