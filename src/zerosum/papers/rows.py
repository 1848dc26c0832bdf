"""Claims: rows of data, one file for each paper, which a historian can read and edit.

    [[claim]]
    where = "section 5, (19)"                  the place in the paper
    says = "c_1 = (8a² + 6a + …"               the words or the formula as printed
    check = "at_raises"                        the function that checks it, in `zerosum.papers.checks`
    with = {formula = "c1 == (8*a**2 + …"}     the arguments of the function

    prints = ".62"                             a printed number, to be compared with the check's
    within = ".000014"                         its error, as the paper gives it
    plays = 100000                             the number of simulated plays; the number is then a percentage
    runs = 20                                  the number of such samples of which it is the mean; 1 by default
    asks = true                                a question that the paper leaves open
    reads = "…"                                the corrected form
    right = {formula = "…"} or "1/4"           what the check is given for it, or the number that should stand there
    elsewhere = "…"                            where the paper itself shows that its authors had the corrected form; a
                                               person's reading, on which a verdict may rest
    reason = "…"                               the reason, in a sentence
    how = "…"                                  what the check did, where it says only that the claim holds
    of = "others"                              whose claim it is: the paper's unless it says "row" (it follows from a
                                               row's other cells), "ours" or "others" (another paper's)
    expect = "misprint"                        the expected verdict of a rerun; by default, it holds
    slow = true                                left to a full run
    each = "table"                             one claim for each line of [lines.table]; {column} stands for its cells

A `[[picture]]` has a name, a caption, and a game with its parameters, drawn as by `zerosum plot` with its options; or
`draw`, the function of the checks that draws it.

`[story]` has the texts of a paper's page: what it set out to do, what holds, what does not and what is now known; where
its page needs them, the rules of its games, one erratum step by step, and a remark on the count of the verdicts.
`[letters]` says what the paper's symbols mean, and `references` lists the literature in full. A line of `[[unchecked]]`
names something printed that has no row, and says why. `[games]` lists the games that the paper is about, each with the
beginnings of the places where it speaks of them; all of it where none is given. A game that is read from a file is
named with it: "stochastic/dare".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import groupby
from pathlib import Path

from zerosum.core.data import Data, Json
from zerosum.core.errors import InputError
from zerosum.core.reading import read_document

FOLDER = Path(__file__).parent / "claims"
OWNERS = {"paper": "the paper's", "row": "arithmetic of a row", "ours": "ours", "others": "other papers'"}


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A statement of a paper, or about it, with its check."""

    where: str
    says: str
    check: str
    arguments: Json = field(default_factory=dict)
    prints: str = ""
    within: str = ""
    plays: int = 0
    runs: int = 1
    asks: bool = False
    reads: str = ""
    right: str | Json = field(default_factory=dict)
    elsewhere: str = ""
    reason: str = ""
    how: str = ""
    of: str = "paper"
    expect: str = ""
    slow: bool = False


@dataclass(frozen=True, kw_only=True)
class PictureRow:
    """A figure of the report."""

    name: str
    caption: str
    game: str = ""
    """The game whose solution is plotted."""
    arguments: Json = field(default_factory=dict)
    options: Json = field(default_factory=dict)
    """The options of the plot."""
    draw: str = ""
    """The function of the checks that draws the figure, if it is not the plot of a game."""


@dataclass(frozen=True, kw_only=True)
class PaperFile:
    """The content of a paper's file."""

    citation: str
    checks: tuple[str, ...]
    """The modules of `zerosum.papers.checks` with its functions."""
    story: Mapping[str, str]
    claims: tuple[Claim, ...]
    pictures: tuple[PictureRow, ...]
    unchecked: tuple[Mapping[str, str], ...]
    letters: Mapping[str, str]
    """The paper's symbols, and the meaning of each."""
    references: tuple[str, ...]
    games: Mapping[str, Sequence[str]]
    """The games that the paper is about, each with the beginnings of the places that mention it."""


def read(key: str, folder: Path = FOLDER) -> PaperFile:
    """Read the file of a paper by its key."""
    text = read_document(folder / f"{key}.toml")
    return PaperFile(
        citation=text["citation"],
        checks=tuple(text["checks"]),
        story=text.get("story", {}),
        claims=tuple(_claims(text.get("claim", []), text.get("lines", {}))),
        pictures=tuple(PictureRow(**_renamed(row)) for row in text.get("picture", [])),
        unchecked=tuple(text.get("unchecked", [])),
        letters=text.get("letters", {}),
        references=tuple(text.get("references", [])),
        games=text.get("games", {}),
    )


def _claims(rows: Sequence[Json], lines: Json) -> Iterator[Claim]:
    """Yield every claim. Neighbouring claims about the same rows are listed row by row."""
    for name, group in groupby(rows, key=lambda row: row.get("each", "")):
        patterns = list(group)
        if not name:
            yield from map(_claim, patterns)
            continue
        for cells in lines[name]["cells"]:
            line = dict(zip(lines[name]["columns"], cells, strict=True))
            yield from (_claim(_fill(pattern, line)) for pattern in patterns)


def _renamed(row: Json) -> Json:
    """Return the fields of a row; "with" is a keyword of Python."""
    return {"arguments" if name == "with" else name: value for name, value in row.items() if name != "each"}


def _claim(row: Json) -> Claim:
    given = _renamed(row)
    strange = given.keys() - {one.name for one in fields(Claim)}
    if strange:
        raise InputError(f"the claim {row.get('says')!r} has no {', '.join(sorted(strange))}")
    if given.get("of", "paper") not in OWNERS:
        raise InputError(f"the claim {row.get('says')!r} is of {given['of']!r}, not of {', '.join(OWNERS)}")
    return Claim(**given)


def _fill(pattern: object, line: Json) -> Data:
    """Fill a pattern: {column} becomes the row's cell, which keeps its type if it stands alone."""
    if isinstance(pattern, Mapping):
        return {name: _fill(value, line) for name, value in pattern.items()}
    if not isinstance(pattern, str):
        return pattern
    if pattern[1:-1] in line and pattern == f"{{{pattern[1:-1]}}}":
        return line[pattern[1:-1]]
    return re.sub(r"\{(\w+)\}", lambda found: str(line.get(found[1], found[0])), pattern)
