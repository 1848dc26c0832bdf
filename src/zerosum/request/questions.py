"""Questions about an answer, for every front end: what moves earn, which other strategies are optimal, what if.

ev       what each move earns at every decision            solution.earnings
range    the probabilities over all optimal strategies     solution.ranges
lock     some decisions fixed, the rest solved again       zerosum.solve(game, locks={...})
"""

from __future__ import annotations

from dataclasses import replace

from zerosum.core.data import Json, plain
from zerosum.core.progress import Progress, silent
from zerosum.core.solution import Solution
from zerosum.display import Report
from zerosum.display.questions import earnings_tables, ranges_tables
from zerosum.request.flags import Flag, Options

EV = Flag("ev", bool, False, "what each move earns at every decision, and what a wrong one costs")
RANGE = Flag(
    "range", bool, False, "the least and the most probability of each move over all optimal strategies"
)
QUESTIONS = (EV, RANGE)


def find(solution: Solution, extra: Options, progress: Progress = silent) -> None:
    """Work out what was asked, so that showing it takes no time."""
    if extra.get("range"):
        solution.find_ranges(progress)


def json_of(solution: Solution, extra: Options) -> Json:
    """The answer as data, with what was asked."""
    more = {}
    if extra.get("ev"):
        more["earnings"] = plain(solution.earnings)
    if extra.get("range"):
        more["ranges"] = plain(solution.ranges)
    return {**solution.json(), **more}


def report_of(solution: Solution, extra: Options) -> Report:
    """What a person reads, with what was asked; its tables stand instead of those of the strategies."""
    report = solution.report()
    seats, tables, notes = solution.game.seats, list(report.tables), list(report.notes)
    asked = [name for name in ("ev", "range") if extra.get(name)]
    if asked:
        tables, notes = [], []
    if "ev" in asked:
        more, said = earnings_tables(solution.earnings, seats)
        tables, notes = [*tables, *more], [*notes, *said]
    if "range" in asked:
        more, said = ranges_tables(solution.ranges, seats)
        tables, notes = [*tables, *more], [*notes, *said]
    return replace(report, tables=tables, notes=notes)
