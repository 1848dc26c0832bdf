"""Who wins at each number, against a search."""

from functools import cache

import pytest

import zerosum
from zerosum.models.staged.engines.grundy.views import views

GAMES = [
    {"matches": 20},
    {"matches": 25, "takes": (1, 3, 4), "last": "wins"},
    {"heaps": (6, 4)},
    {"heaps": (5, 4, 2), "last": "wins"},
]


@pytest.mark.parametrize("given", GAMES)
def test_cells_are_what_a_search_finds(given: dict[str, object]) -> None:
    game = zerosum.load("matches")(**given)
    (view,) = views(zerosum.solve(game))

    @cache
    def wins(heaps: tuple[int, ...]) -> bool:
        takes = list(game.all_takes(game.tidy(heaps)))
        if not takes:
            return given.get("last") != "wins"
        return any(not wins(game.after(game.tidy(heaps), take)) for take in takes)

    for b, line in enumerate(view["rows"]):
        for a, cell in enumerate(line):
            heaps = game.tidy((a, b, *view["rest"]))
            assert cell["wins"] == wins(heaps), (a, b)
            for heap, taken in cell["takes"] if cell["wins"] else []:
                left = list(heaps)
                left[left.index(heap)] -= taken
                assert not wins(game.tidy(tuple(left)))
