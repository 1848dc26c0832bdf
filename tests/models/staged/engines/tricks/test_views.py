"""Where a prize is turned up first, the mixes for each prize."""

import pytest

import zerosum
from zerosum.models.staged.engines.tricks.views import explain, views


@pytest.mark.parametrize("cards", [4, 7])
def test_each_prize_has_the_mix_of_its_position(cards: int) -> None:
    solution = zerosum.solve(zerosum.load("goofspiel")(cards=cards))
    (view,) = views(solution)
    chance = solution.data()["chance"]
    assert isinstance(chance, list)
    few = cards <= 6
    lines = view["decisions"][0]["hands"] if few else view["tables"][0]["rows"]
    assert len(lines) == cards
    for line, branch in zip(lines, chance, strict=True):
        assert line["name"] == f"prize {branch['named']}"
        mix = [move["p"] for move in line["moves"]] if few else [move[0] for move in line["moves"]]
        assert mix == pytest.approx([float(p) for p in branch["row"].values()])
    assert explain(solution).startswith("With prize ")
