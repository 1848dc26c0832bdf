"""Backward induction on a board: every table is the recursion's, and the last value is the solver's."""

from fractions import Fraction

import pytest
from tests.models.matrix_game.test_steps import check_html, check_latex

import zerosum
from zerosum.core.errors import InputError
from zerosum.display.document import MATH, MarkedCell
from zerosum.display.table import Table
from zerosum.display.views import with_article
from zerosum.models.staged.steps import worked_steps


class Twice(zerosum.StagedGame):
    """Pennies played until somebody loses, three times at most; chance adds a coin in the end."""

    start = 3

    def moves(self, position):
        return (("h", "t"), ("h", "t")) if isinstance(position, int) and position else ((), ())

    def play(self, position, row, col):
        if row == col == "h":
            return [(Fraction(1, 2), 1, position - 1), (Fraction(1, 2), 3, "over")]
        return [(1, 1 if row == col else -1, position - 1)]

    def payoff(self, position):
        return 1 if position == "over" else 0


def numbers(worked) -> list[list[list[Fraction]]]:
    """The numeric tables of all steps: the last one of each."""
    found = []
    for step in worked.steps:
        tables = [part for part in step.parts if isinstance(part, Table)]
        if tables and not isinstance(tables[-1].rows[0][1], str):
            rows = tables[-1].rows
            found.append([[a.cell if isinstance(a, MarkedCell) else a for a in row[1:]] for row in rows])
    return found


def test_tables_are_those_of_the_recursion_by_hand():
    """With n rounds left and v the value of n - 1: (h, h) is worth 1/2 (1 + v) + 1/2 (3 + 1)."""
    worked, v = worked_steps(zerosum.solve(Twice())), Fraction(0)
    for table in numbers(worked):
        expected = [[(5 + v) / 2, v - 1], [v - 1, v + 1]]
        assert table == expected
        (a, b), (c, d) = table
        v = (a * d - b * c) / (a + d - b - c)
    assert v == zerosum.solve(Twice(), exact=True).value.lower
    assert f"worth {v} to row" in worked.steps[-1].parts[0]
    words = worked.steps[1].parts[0].rows
    assert words[0][1:] == ["1/2 (1 + v1) + 1/2 · 4", "-1 + v1"]


@pytest.mark.parametrize(
    ("name", "options", "value"),
    [
        ("inspection", {}, "-3/8"),
        ("jujitsu", {"cards": 3}, "0"),
        ("goofspiel", {"cards": 3}, "0"),
        ("rps", {}, "0"),
    ],
)
def test_games_of_the_catalogue(name, options, value):
    solution = zerosum.solve(name, **options)
    worked = solution.game.family.steps(solution)
    assert f"is worth {value} to {with_article(solution.game.seats['row'])}" in worked.steps[-1].parts[0]
    assert worked.title == solution.game.title
    check_latex(worked.document.latex())
    check_html(worked.document.html())


def test_every_step_ends_with_the_value_of_its_position():
    solution = zerosum.solve("inspection", exact=True)
    worked = worked_steps(solution)
    values = {solution.value_at(position).lower for position in solution.values}
    for step in worked.steps[:-1]:
        said = MATH.sub(r"\1", step.parts[-1]).rstrip(".")
        assert Fraction(said.split(" = ")[-1]) in values


def test_what_is_too_large_is_refused():
    with pytest.raises(InputError, match="at most 60 positions"):
        worked_steps(zerosum.solve(zerosum.load("jujitsu")(cards=4).as_staged()))
