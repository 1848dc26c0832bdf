"""The pair of linear programs of a matrix game, as a student reads it."""

from fractions import Fraction

import pytest
from tests.command import run
from tests.models.matrix_game.test_steps import check_html, check_latex

import zerosum
from zerosum.core.errors import InputError
from zerosum.display.table import Table


def _tables(worked):
    return [part for step in worked.steps for part in step.parts if isinstance(part, Table)]


@pytest.mark.parametrize("seed", range(5))
def test_slacks_and_multipliers_complement_each_other(seed):
    from random import Random

    dice = Random(seed)
    rows = [[dice.randint(-5, 5) for _ in range(4)] for _ in range(3)]
    solution = zerosum.solve(rows, exact=True)
    columns, lines = _tables(zerosum.MatrixGame.family.linear_programs(solution))
    for table, moves in ((columns, 4), (lines, 3)):
        assert len(table.rows) == moves
        assert sum(Fraction(line[3]) for line in table.rows) == 1
        for _, _, slack, multiplier in table.rows:
            assert slack >= 0
            assert slack * multiplier == 0


def test_the_command_prints_both_programs_in_every_form():
    text = run("matrix", "3 1; 0 2", "--lp").stdout
    assert "column 1:  3 x1 >= v" in text
    assert "row 2:  2 y2 <= w" in text
    assert "v = w = 3/2" in text
    check_latex(run("matrix", "3 1; 0 2", "--lp", "--latex").stdout)
    check_html(run("matrix", "3 1; 0 2", "--lp", "--html").stdout)
    for words in (["--json"], ["--steps"], ["--lock", "row: 1 1/2"]):
        refused = run("matrix", "3 1; 0 2", "--lp", *words)
        assert refused.returncode
        assert not refused.stdout
    with pytest.raises(InputError):
        zerosum.MatrixGame.family.linear_programs(zerosum.solve([[0.1, 1], [1, 0]]))
