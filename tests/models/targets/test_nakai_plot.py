"""The picture: a line per move and player, the intervals shaded, the ends named."""

import io
import re

import pytest

from zerosum.display.style import as_svg
from zerosum.games.nakai import Nakai
from zerosum.models.targets.plot import draw
from zerosum.models.targets.solve import solve


@pytest.mark.parametrize("targets", ["uniform", "exponential(2)", "values(1,2,3)", "point(1)"])
def test_the_picture_has_its_parts(targets, tmp_path):
    figure = draw(solve(Nakai(4, 2, 1, 3, targets)))
    top, middle, bottom = figure.axes
    assert {text.get_text() for text in top.get_legend().get_texts()} <= {"play L", "play H", "pass"}
    assert {text.get_text() for text in middle.get_legend().get_texts()} <= {"play M", "pass"}
    assert bottom.get_xlabel().startswith("value x of the target")
    figure.savefig(tmp_path / "picture.png")


def test_a_picture_that_was_drawn_is_drawn_again_as_it_was():
    figure = draw(solve(Nakai(4, 2, 1, 3)))
    drawn = []
    for dpi in (40, 60, 40):
        drawn.append(io.BytesIO())
        figure.savefig(drawn[-1], format="png", dpi=dpi)
    assert drawn[0].getvalue() == drawn[2].getvalue()


def test_the_ends_of_the_intervals_are_named():
    *_, bottom = draw(solve(Nakai(4, 2, 1, 3))).axes
    assert bottom.get_xlabel().endswith("change at 0.2523, 0.2783, 0.2975")


def test_a_game_that_is_over_has_an_empty_picture():
    figure = draw(solve(Nakai(2, 0, 0, 1)))
    assert not figure.axes


def test_a_target_that_was_seen_is_marked_and_the_average_stays_where_it_is():
    solution = solve(Nakai())
    for one in (solution, solution.at(x=0.5)):
        *_, bottom = draw(one).axes
        (average,) = (line for line in bottom.get_lines() if line.get_label() == "on average")
        assert average.get_ydata()[0] == float(solution.value)
    figure = draw(solution.at(x=0.5))
    assert "a target of 0.5" in figure.get_suptitle()
    for axes, mix in zip(figure.axes, (solution.at(x=0.5).row, solution.at(x=0.5).col), strict=False):
        marks = [line for line in axes.get_lines() if line.get_marker() == "o"]
        names = [text.get_text() for text in axes.get_legend().get_texts()][:-1]
        read_off = [mix.get(next((move for move in mix if str(move) == name), name), 0) for name in names]
        assert [list(line.get_ydata()) for line in marks] == [pytest.approx(read_off, abs=1e-3)]
        assert sum(read_off) == pytest.approx(1)


def test_a_move_has_one_colour_and_no_other_has_it():
    top, middle, _ = draw(solve(Nakai())).axes
    colours = {}
    for axes in (top, middle):
        for line, text in zip(axes.get_legend().get_lines(), axes.get_legend().get_texts(), strict=True):
            assert colours.setdefault(text.get_text(), line.get_color()) == line.get_color()
    assert len(set(colours.values())) == len(colours) == 4


def test_one_tick_at_every_place_is_what_matplotlib_draws_with_a_tick_for_each():
    ours, theirs = (draw(solve(Nakai())) for _ in range(2))
    for axis in (axis for axes in theirs.axes for axis in (axes.xaxis, axes.yaxis)):
        axis.get_major_ticks()
    drawn = [as_svg(one) for one in (ours, theirs)]
    words, expected = (
        re.findall(r'<text style="[^"]*" x="(\S+)" y="(\S+)".*>(.*)</text>', one) for one in drawn
    )
    assert words == expected
    assert {"0.0", "0.5", "1.0"} < {word for *_, word in words}
    lines, wanted = (re.findall(r'<use .*x="(\S+)" y="(\S+)"', one) for one in drawn)
    assert lines == wanted
    assert len(lines) > 15
