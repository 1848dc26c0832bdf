"""Subtraction games worked out: won and lost positions, and Grundy values, as the solver has them."""

import pytest
from tests.command import run
from tests.models.matrix_game.test_steps import check_html, check_latex

import zerosum
from zerosum.core.errors import InputError
from zerosum.display.table import Table


def _tables(game, **at):
    solution = zerosum.solve(game)
    worked = game.family.steps(solution.at(**at) if at else solution)
    return [part for step in worked.steps for part in step.parts if isinstance(part, Table)], solution


@pytest.mark.parametrize("last", ["wins", "loses"])
def test_one_heap_is_won_and_lost_where_the_solver_says(last):
    tables, solution = _tables(zerosum.load("matches")(matches=40, takes=(2, 3, 5), last=last))
    letters = [cell for table in tables for cell in table.rows[0][1:]]
    assert letters == ["L" if solution.cost(n) else "W" for n in range(41)]


def test_several_heaps_by_grundy_values_or_position_by_position():
    normal, solution = _tables(zerosum.load("matches")(heaps=(3, 5, 6), takes=None, last="wins"))
    assert normal[0].rows[0][1:] == list(range(7))
    assert normal[-1].rows[-1][1] == solution.grundy(3, 5, 6)
    misere, solution = _tables(zerosum.load("matches")(heaps=(2, 2, 1), last="loses"))
    lost = [line[0] for line in misere[0].rows if line[1] == "lost"]
    assert lost
    assert all(solution.cost(*map(int, heaps.split(", "))) for heaps in lost if heaps != "nothing")


def test_every_form_and_what_is_too_large():
    check_latex(run("solve", "matches", "--steps", "--latex").stdout)
    check_html(run("solve", "matches", "--steps", "--html").stdout)
    assert "17 and 21" in run("solve", "matches", "--steps", "--matches", "22").stdout
    with pytest.raises(InputError, match="60"):
        _tables(zerosum.load("matches")(matches=1000))


def test_positions_are_words():
    text = run("solve", "matches", "--matches", "6", "--ev").stdout
    assert "4 left for row" in text
    assert "((" not in text
    locked = zerosum.solve("matches", matches=6, locks={"3 left for col": {"1 from 3": 1}})
    assert locked.value.is_exact
