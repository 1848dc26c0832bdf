"""The pictures and the sentence of target games, against the rules alone."""

import re

import numpy as np
import pytest

import zerosum
from zerosum.models.targets.views import explain, views

GAMES = [{}, {"stages": 5, "high": 2, "low": 2, "middle": 3}, {"targets": "exponential"}]


@pytest.mark.parametrize("given", GAMES)
def test_lines_are_what_the_solution_plays_at_a_target(given: dict[str, object]) -> None:
    solution = zerosum.solve(zerosum.load("nakai")(**given))
    (view,) = views(solution)
    row, col, worth = view["choices"][0]["panels"]
    for x in np.linspace(0.05, 0.95, 7).tolist():
        seen = solution.at(x=x)
        for panel, mix in ((row, seen.row), (col, seen.col)):
            for line in panel["lines"]:
                points = np.array(line["points"])
                if np.abs(points[:, 0] - x).min() < 0.02 and len(view["cuts"]) < 5:
                    near = np.interp(x, points[:, 0], points[:, 1])
                    assert near == pytest.approx(float(mix.get(line["name"], 0)), abs=2e-3)
        points = np.array(worth["lines"][0]["points"])
        assert np.interp(x, points[:, 0], points[:, 1]) == pytest.approx(float(seen.value), abs=2e-3)


@pytest.mark.parametrize("given", GAMES)
def test_where_the_sentence_says_so_the_other_earns_the_same(given: dict[str, object]) -> None:
    game = zerosum.load("nakai")(**given)
    solution = zerosum.solve(game)
    text = explain(solution)
    (found,) = re.findall(r"above ([\d.]+), row mixes (.*) so that col has the same EV with (.*)\.$", text)
    x = float(found[0]) + 0.1
    seen = solution.at(x=x)
    earned = {}
    for col in found[2].split(" and "):
        worth = 0.0
        for row, p in seen.row.items():
            (c, d), after = game.play(game.start, str(row), col)
            worth += float(p) * (float(c) + float(d) * x + float(solution.value_at(after)))
        earned[col] = worth
    assert set(found[1].split(" and ")) == set(seen.row)
    assert max(earned.values()) - min(earned.values()) < 1e-9
    assert min(earned.values()) == pytest.approx(float(seen.value), abs=1e-9)
