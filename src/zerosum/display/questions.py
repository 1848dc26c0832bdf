"""Display `core/questions.py`: tables of the EVs of moves and of the ranges of optimal strategies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial

from zerosum.core.data import Data
from zerosum.core.numbers import Number, exact_text
from zerosum.core.questions import DecisionRanges, ProbabilityRange, SolvedDecision
from zerosum.core.sides import SIDES, Side
from zerosum.display.table import Table, percent

MAX_LENGTH = 9
"""A fraction with more characters is shown as a decimal or a percentage."""

DIGITS = 6
"""Number of digits of the largest decimal of a column."""

MAX_MOVES, MAX_LETTERS = 8, 60
"""With more moves than this, or a greater total length of their names, a table of ranges has one column for all
moves.
"""


def is_short(x: Number | None) -> bool:
    """Return whether a number is a fraction that is short enough to read."""
    return x is None or (isinstance(x, Fraction) and len(exact_text(x)) <= MAX_LENGTH)


def amount_texts(column: Sequence[Number | None], *, decimals: bool = False) -> list[str]:
    """Return the amounts of a column in one format: fractions if all are short, otherwise decimals of equal
    length.
    """
    if not decimals and all(map(is_short, column)):
        return ["–" if x is None else str(x) for x in column]
    most = max((abs(float(x)) for x in column if x is not None), default=0.0)
    digits = max(0, DIGITS - len(str(int(most))))
    return ["–" if x is None else _without_sign_of_zero(f"{float(x):.{digits}f}") for x in column]


def _without_sign_of_zero(text: str) -> str:
    return text.removeprefix("-") if not text.strip("-0.") else text


def share_texts(column: Sequence[Number | None], *, decimals: bool = False) -> list[str]:
    """Return the probabilities of a column in one format: fractions if all are short, otherwise percentages."""
    whole = not decimals and all(map(is_short, column))
    return [percent(p if whole or p is None else float(p)) for p in column]


def ev_tables(
    decisions: Sequence[SolvedDecision],
    seats: Mapping[Side, str],
    meaning: str = "",
    *,
    decimals: bool = False,
) -> tuple[list[Table], list[str]]:
    """Return a table for each side and explanatory sentences; `meaning` is the unit of EVs."""
    shares, amounts = partial(share_texts, decimals=decimals), partial(amount_texts, decimals=decimals)
    tables = []
    for side in SIDES:
        mine = [one for one in decisions if one.side == side]
        moves = [(move, answer) for one in mine for move, answer in one.moves.items()]
        heads = zip(shares([one.reached for one in mine]), amounts([one.ev for one in mine]), strict=True)
        numbers = zip(
            shares([answer.probability for _, answer in moves]),
            amounts([answer.ev for _, answer in moves]),
            amounts([answer.regret for _, answer in moves]),
            strict=True,
        )
        rows: list[list[object]] = []
        for one, head in zip(mine, heads, strict=True):
            shown: Sequence[str] = [one.information or "everything", *head]
            for move in one.moves:
                rows.append([*shown, str(move), *next(numbers)])
                shown = ["", "", ""]
        if rows:
            columns = [
                f"{seats[side]}'s information set",
                "reach",
                "EV",
                "move",
                "frequency",
                "move EV",
                "EV loss",
            ]
            tables.append(Table("", columns, rows))
    notes = [
        "A move's EV is what its player wins on average against the opponent's strategy if the player "
        "makes the best moves afterwards; its EV loss is "
        "the shortfall from the best move's EV. A dash under reach or frequency means never; under other "
        "headings it means that the opponent never lets play reach that point."
    ]
    return tables, [*notes, *([meaning] if meaning else [])]


def range_text(found: ProbabilityRange) -> str:
    """Return the range of one move's probability: "0 to 1/2", or the number if it is unique."""
    least, most = (_plain_share(end) for end in (found.least, found.most))
    return least if found.is_unique else f"{least} to {most}"


def _plain_share(p: Number) -> str:
    if isinstance(p, Fraction) and len(exact_text(p)) <= MAX_LENGTH:
        return str(p)
    return f"{100 * float(p):.4g}%"


def ranges_tables(
    decisions: Sequence[DecisionRanges], seats: Mapping[Side, str]
) -> tuple[list[Table], list[str]]:
    """Return a table for each side, and sentences that state which decisions have a unique optimal mix."""
    tables, notes = [], []
    for side in SIDES:
        mine = [one for one in decisions if one.side == side]
        reached = [one for one in mine if one.is_reached]
        names = list(dict.fromkeys(str(move) for one in reached for move in one.moves))
        if len(names) <= MAX_MOVES and sum(map(len, names)) <= MAX_LETTERS:
            rows: list[list[object]] = []
            for one in reached:
                by_name = {str(move): range_text(found) for move, found in one.moves.items()}
                rows.append([one.information or "everything", *(by_name.get(name, "") for name in names)])
            columns = [f"{seats[side]}'s information set", *names]
        else:
            rows = [[one.information or "everything", mix_ranges_text(one)] for one in reached]
            columns = [f"{seats[side]}'s information set", "strategy"]
        if rows:
            tables.append(Table("", columns, rows))
        free = sum(not one.is_unique for one in reached)
        never = len(mine) - len(reached)
        if mine:
            said = (
                "their probabilities are unique at each of these"
                if not free
                else f"their probabilities are unique at {len(reached) - free:,} of these and not unique at {free:,}"
            )
            many = f"{len(reached):,} decision{'s' * (len(reached) != 1)}"
            others = f"; no optimal strategy reaches {never:,} other{'s' * (never != 1)}" if never else ""
            notes.append(f"Optimal strategies of {seats[side]} reach {many}: {said}{others}.")
    return tables, notes


def mix_ranges_text(one: DecisionRanges) -> str:
    """Return the ranges of all moves on one line, without moves that are never played."""
    played = {move: found for move, found in one.moves.items() if found.most}
    if len(played) == 1:
        return str(next(iter(played)))
    return "; ".join(f"{move}: {range_text(found)}" for move, found in played.items())


WHISKER: Data = {"color": "black", "linewidth": 1.4, "marker": "_", "markersize": 6, "solid_capstyle": "butt"}
"""The style of a whisker, in matplotlib's terms; a horizontal one has the marker "|"."""


WHISKERS = "whiskers: range over all optimal strategies"
"""The explanation of whiskers in a plot."""


def whisker_ends(line: DecisionRanges) -> list[tuple[float, float]]:
    """Return the positions of the whiskers in a bar from 0 to 1 divided among moves: at the end of the first move
    and, with more than two moves, also at the beginning of the last.
    """
    found = list(line.moves.values())
    if line.is_unique or not found:
        return []
    ends = [(float(found[0].least), float(found[0].most))]
    if len(found) > 2:
        ends.append((1 - float(found[-1].most), 1 - float(found[-1].least)))
    return [(low, high) for low, high in ends if low < high]
