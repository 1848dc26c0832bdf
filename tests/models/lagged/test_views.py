"""The pictures and the sentence of lagged games, against the functions that were solved for."""

from fractions import Fraction

import numpy as np
import pytest

import zerosum
from zerosum.models.lagged.answer import LaggedSolution
from zerosum.models.lagged.views import explain, views

BOARDS = [(1, 2, -3), (1, 1, -1), (3, -1, -2), (0, 0, 1)]


def solve(nodes: tuple[int, ...]) -> LaggedSolution:
    return zerosum.solve(zerosum.load("gleason")(nodes=tuple(map(Fraction, nodes))))  # type: ignore[return-value]


@pytest.mark.parametrize("nodes", BOARDS)
def test_the_state_of_the_sentence_keeps_both_exits_even(nodes: tuple[int, ...]) -> None:
    solution = solve(nodes)
    text = explain(solution)
    side, _, _, rest = text.split(" ", 3)
    player, node, q = int(side == "Col"), solution.board.index(rest.split(",")[0]), 0.5
    assert "by cc with probability 0.5" in text
    r, s = solution.next_cc(player, node, q)
    exits = solution.board.exits

    def worth(at: int, share: float) -> float:
        return float(solution.function(player, at).values(np.array([share]))[0])

    cc, cl = exits[node]
    by_cc = q * worth(exits[cc][0], r) + (1 - q) * worth(exits[cl][0], s)
    by_cl = q * worth(exits[cc][1], r) + (1 - q) * worth(exits[cl][1], s)
    assert by_cc == pytest.approx(by_cl, abs=1e-9)


def test_a_panel_has_the_next_moves_of_its_node() -> None:
    solution = solve((1, 2, -3))
    (view,) = views(solution)
    assert [one["name"] for one in view["choices"]] == [
        f"{side} left {n}" for side in ("row", "col") for n in (1, 2, 3)
    ]
    lines = view["choices"][2]["panels"][0]["lines"]
    for q in (0.1, 0.33, 0.5, 0.9):
        for line, p in zip(lines, solution.next_cc(0, 2, q), strict=True):
            points = np.array(line["points"])
            assert np.interp(q, points[:, 0], points[:, 1]) == pytest.approx(p, abs=0.02)


def test_at_a_state_only_its_panel_is_drawn() -> None:
    solution = solve((1, 2, -3)).at(node="2", q=0.5, player="col")
    (view,) = views(solution)
    assert [one["name"] for one in view["choices"]] == ["col left 2"]
    assert view["at"] == 0.5
