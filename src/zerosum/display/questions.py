"""What a person reads of `core/questions.py`: tables of what moves earn, and of the ranges of optimal strategies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from zerosum.core.data import Data
from zerosum.core.numbers import Number, exact_text
from zerosum.core.questions import DecisionEarnings, DecisionRanges, ProbabilityRange
from zerosum.core.sides import SIDES, Side
from zerosum.display.table import Table, percent

LONGEST = 9
"""A fraction with more characters is shown as a decimal or a percentage."""

DUST = 1e-12
"""Smaller amounts are rounding errors."""

MOST_LINES = 60
"""Maximum number of decisions of a side that are shown; JSON has all."""

MOST_MOVES, MOST_LETTERS = 8, 60
"""With more moves, or longer names of them in total, a table of ranges has one column for all moves."""


def amount_text(x: Number | None) -> str:
    """What is earned, as a person reads it."""
    if x is None:
        return "–"
    if isinstance(x, Fraction) and len(exact_text(x)) <= LONGEST:
        return str(x)
    return "0" if abs(float(x)) < DUST else f"{float(x):.6g}"


def share_text(p: Number | None) -> str:
    """A probability as a person reads it."""
    return percent(float(p) if isinstance(p, Fraction) and len(exact_text(p)) > LONGEST else p)


def earnings_tables(
    decisions: Sequence[DecisionEarnings], seats: Mapping[Side, str]
) -> tuple[list[Table], list[str]]:
    """A table for each side, and sentences to read with them."""
    tables = []
    for side in SIDES:
        rows: list[list[object]] = []
        shown = [one for one in decisions if one.side == side][:MOST_LINES]
        for one in shown:
            head = [one.information or "everything", share_text(one.reached), amount_text(one.earns)]
            for move, earned in one.moves.items():
                numbers = [
                    share_text(earned.probability),
                    amount_text(earned.earns),
                    amount_text(earned.regret),
                ]
                rows.append([*head, str(move), *numbers])
                head = ["", "", ""]
        if rows:
            columns = [f"{seats[side]} knows", "reached", "is worth", "move", "played", "earns", "loses"]
            tables.append(Table("", columns, rows))
    notes = [
        "A move earns what its player wins on average against the other's strategy, if the best moves follow, and "
        "loses what the best move would earn beyond that. A dash under reached or played means never; under the other "
        "headings it means that the other player never lets play get there."
    ]
    return tables, [*notes, *_left_out(decisions, lambda one: one.side)]


def range_text(found: ProbabilityRange) -> str:
    """The range of one move's probability: "0 to 1/2", or the one number."""
    least, most = (_plain_share(end) for end in (found.least, found.most))
    return least if found.is_unique else f"{least} to {most}"


def _plain_share(p: Number) -> str:
    if isinstance(p, Fraction) and len(exact_text(p)) <= LONGEST:
        return str(p)
    return f"{100 * float(p):.4g}%"


def ranges_tables(
    decisions: Sequence[DecisionRanges], seats: Mapping[Side, str]
) -> tuple[list[Table], list[str]]:
    """A table for each side, and sentences that say what is unique."""
    tables, notes = [], []
    for side in SIDES:
        mine = [one for one in decisions if one.side == side]
        reached = [one for one in mine if one.is_reached]
        shown = reached[:MOST_LINES]
        names = list(dict.fromkeys(str(move) for one in shown for move in one.moves))
        if len(names) <= MOST_MOVES and sum(map(len, names)) <= MOST_LETTERS:
            rows: list[list[object]] = []
            for one in shown:
                by_name = {str(move): range_text(found) for move, found in one.moves.items()}
                rows.append([one.information or "everything", *(by_name.get(name, "") for name in names)])
            columns = [f"{seats[side]} knows", *names]
        else:
            rows = [[one.information or "everything", mix_ranges_text(one)] for one in shown]
            columns = [f"{seats[side]} knows", "and plays"]
        if rows:
            tables.append(Table("", columns, rows))
        free = sum(not one.is_unique for one in reached)
        never = len(mine) - len(reached)
        if mine:
            said = (
                "the mix is unique at each"
                if not free
                else f"the mix is unique at {len(reached) - free:,} and free at {free:,}"
            )
            many = f"{len(reached):,} decision{'s' * (len(reached) != 1)}"
            others = f"; no optimal strategy reaches {never:,} other{'s' * (never != 1)}" if never else ""
            notes.append(f"Optimal strategies of {seats[side]} reach {many}: {said}{others}.")
    reached_all = [one for one in decisions if one.is_reached]
    return tables, [*notes, *_left_out(reached_all, lambda one: one.side)]


def mix_ranges_text(one: DecisionRanges) -> str:
    """The ranges of all moves on one line, without those that are never played."""
    played = {move: found for move, found in one.moves.items() if found.most}
    if len(played) == 1:
        return str(next(iter(played)))
    return "; ".join(f"{move}: {range_text(found)}" for move, found in played.items())


Line = DecisionEarnings | DecisionRanges


def _left_out(decisions: Sequence[Line], side_of: Callable[[Line], Side]) -> list[str]:
    most = max((sum(side_of(one) == side for one in decisions) for side in SIDES), default=0)
    return (
        [f"The first {MOST_LINES} decisions of each are shown; the JSON has all."]
        if most > MOST_LINES
        else []
    )


WHISKER: Data = {"color": "black", "linewidth": 1.4, "marker": "_", "markersize": 6, "solid_capstyle": "butt"}
"""How a whisker is drawn, by the names of matplotlib; a level one has the marker "|"."""


WHISKERS = "whiskers: how far optimal strategies may differ"
"""What a picture says about them."""


def whisker_ends(line: DecisionRanges) -> list[tuple[float, float]]:
    """Where whiskers go in a bar that moves share from 0 to 1: at the end of the first move, and where there are more
    than two also at the beginning of the last."""
    found = list(line.moves.values())
    if line.is_unique or not found:
        return []
    ends = [(float(found[0].least), float(found[0].most))]
    if len(found) > 2:
        ends.append((1 - float(found[-1].most), 1 - float(found[-1].least)))
    return [(low, high) for low, high in ends if low < high]
