"""The report of a solution that still carries its own words; goes when the last model has a report of its own."""

from __future__ import annotations

from zerosum.reports.report import Report, report_of
from zerosum.solution import Solution

__all__ = ["report"]


def report(solution: Solution) -> Report:
    """The title, tables and notes that the solver wrote."""
    return report_of(
        solution,
        title=solution.title,
        move=solution.move,
        tables=solution.tables,
        notes=solution.notes,
    )
