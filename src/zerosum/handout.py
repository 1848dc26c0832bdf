"""A handout for a class: rules, question, solution, figure and three questions on one page, answers on the back.

The answers are computed: the result of ten plays at the value, and the guarantee of a uniform player in either
seat. If no best response is available, there are other questions instead.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

from zerosum.core.errors import ZerosumError
from zerosum.core.numbers import Number, exact_text
from zerosum.core.solution import Solution
from zerosum.display.document import Document, NewPage, Part, Picture, Section
from zerosum.display.report import PROBABILITY_TOLERANCE, mix
from zerosum.display.views import with_article
from zerosum.models.family import arena_for

__all__ = ["handout"]

MAX_TABLES, MAX_ROWS, MAX_COLUMNS = 3, 8, 9
"""Maximum size of the solution's tables that leaves room for the rest of the page."""
MAX_FRACTION_LENGTH = 12
"""Largest number of characters of a fraction."""
ROUNDING = 1e-9
"""Smaller differences of values are rounding errors."""

Question = tuple[str, str]
"""A question and its answer."""


def handout(solution: Solution, picture: str = "") -> Document:
    """Return the page of a solved game; `picture` is the file of its picture, if there is one.

    Examples
    --------
    >>> from zerosum.handout import handout
    >>> [section.heading for section in handout(zerosum.solve("kuhn")).sections]
    ['The rules', 'The question', 'The solution', 'Three questions', 'Answers']
    """
    game, report = solution.game, solution.report()
    row = with_article(game.seats["row"])
    tables = [
        table
        for table in report.tables
        if len(table.rows) <= MAX_ROWS and len(table.columns) <= MAX_COLUMNS and table.rows
    ]
    shown = tables[:MAX_TABLES]
    notes = report.notes[:1] if len(shown) == len(report.tables) else ()  # which explain all tables
    solved: list[Part] = [f"The value is {report.value}.", *shown, *notes]
    if picture:
        solved.append(Picture(picture, f"The solution of {game.slug}"))
    asked = questions(solution)
    return Document(
        game.title,
        (
            Section("The rules", game.instructions or (game.summary,)),
            Section(
                "The question",
                (
                    f"{game.tagline} What is the value of the game to {row}, and how should it be played?".strip(),
                ),
            ),
            Section("The solution", tuple(solved)),
            Section(
                "Three questions",
                (*(f"{k}. {question}" for k, (question, _) in enumerate(asked, 1)), NewPage()),
            ),
            Section("Answers", tuple(f"{k}. {answer}" for k, (_, answer) in enumerate(asked, 1))),
        ),
    )


def questions(solution: Solution) -> list[Question]:
    """Return three questions that this solution can answer."""
    game, value = solution.game, solution.value.middle
    row, col = (with_article(seat) for seat in (game.seats["row"], game.seats["col"]))
    found = [
        (
            f"Both players play optimally for ten rounds. How much does {row} win or lose in total, on average?",
            f"Ten times the value: {_text(10 * value)}."
            + (" The game is fair." if abs(float(value)) < ROUNDING else ""),
        )
    ]
    as_row = as_col = None
    with suppress(ZerosumError):
        arena = arena_for(game, lambda: solution)
        roster = {**arena.roster("col"), **arena.roster("row")}
        if "uniform" in roster:
            as_row, as_col = arena.against_best_response(roster["uniform"])
    start = "chooses every move with equal probability, and the opponent knows this"
    if as_row is not None:
        found.append(
            (
                f"The player in {row}'s seat {start}. What does {row} get on average?",
                f"{_text(as_row)}, {_compared(value - as_row, 'less')}.",
            )
        )
    if as_col is not None:
        found.append(
            (
                f"The player in {col}'s seat {start}. What does {row} get on average?",
                f"{_text(as_col)}, {_compared(as_col - value, 'more')}.",
            )
        )
    played = {move: p for move, p in solution.row.items() if p > PROBABILITY_TOLERANCE}
    if played:
        found.append(
            (
                f"How does {row} start in optimal play, and are there alternatives?",
                f"{mix(played) if len(played) > 1 else next(iter(played))}. "
                + (
                    "A predictable player can be exploited."
                    if len(played) > 1
                    else "There are no alternatives."
                ),
            )
        )
    found += [
        (
            f"What is the value of the game to {col}?",
            f"{col[0].upper()}{col[1:]} loses what {row} wins: {_text(-value)}.",
        ),
        (
            "How can you verify the value without trusting the solver?",
            "Compute the best response to each player's strategy. If neither response does better than the "
            "value, the value is right.",
        ),
    ]
    return found[:3]


def _compared(lost: Number, word: str) -> str:
    """Return how far a player's guarantee falls short of the value."""
    if lost < ROUNDING:
        return "the same as in optimal play"
    return f"{_text(lost)} {word} than the value"


def _text(x: Number) -> str:
    """Return a fraction if it is short, otherwise about four decimals, or four digits if these are too few."""
    if isinstance(x, Fraction) and len(exact_text(x)) <= MAX_FRACTION_LENGTH:
        return exact_text(x)
    plain = 0.0 if abs(float(x)) < ROUNDING else float(x)
    shown = f"{round(plain, 4):.10g}" if abs(plain) > 0.001 else f"{plain:.4g}"
    return shown if abs(float(shown) - plain) < ROUNDING else f"about {shown}"
