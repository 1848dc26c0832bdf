"""No slider of the site leads to an error: every point is a game, and games at the ends are solved in seconds."""

from __future__ import annotations

from contextvars import copy_context
from itertools import product
from typing import Any

import pytest

import zerosum
from zerosum.core.limits import set_limits
from zerosum.core.value import Value
from zerosum.request import Request
from zerosum.web.catalogue import check_given, entry, request_for

MAX_CORNERS = 600


def sliders(name: str) -> dict[str, dict[str, Any]]:
    """The sliders of a game's form, by fields."""
    fields = [*entry(name).fields["game"], *entry(name).fields["solver"], *entry(name).fields["position"]]
    return {field["name"]: field["slider"] for field in fields if field["slider"]}


def points(slider: dict[str, Any]) -> list[str]:
    """All points of a slider, as a browser writes them."""
    count = round((slider["most"] - slider["least"]) / slider["step"])
    return [f"{slider['least'] + k * slider['step']:.10g}" for k in range(count + 1)]


@pytest.mark.parametrize("name", zerosum.CATALOG)
def test_every_point_is_a_game_with_all_other_sliders_at_their_ends(name: str) -> None:
    found = sliders(name)
    ends = [(points(slider)[0], points(slider)[-1]) for slider in found.values()]
    for corner in list(product(*ends))[:MAX_CORNERS]:
        request_for(name, check_given(name, dict(zip(found, corner, strict=True))))
    for field, slider in found.items():
        for point in points(slider):
            request_for(name, check_given(name, {field: point}))


def _solved_within(request: Request, limit: str) -> Value:
    """The value of a game, refused if it is estimated to take longer."""
    set_limits(limit)
    return request.solve().value


@pytest.mark.parametrize("name", zerosum.CATALOG)
def test_the_ends_are_solved_in_seconds(name: str) -> None:
    """Nothing is refused as too large, with the limits of a site that has a second for an answer and waits for ten."""
    for field, slider in sliders(name).items():
        for end in (points(slider)[0], points(slider)[-1]):
            request = request_for(name, check_given(name, {field: end}))
            value = copy_context().run(_solved_within, request, "10s")
            assert value.lower <= value.upper, (field, end)


def test_sliders_are_where_people_look_for_them() -> None:
    assert sliders("kuhn")["cards"] == {"least": 2, "most": 8, "step": 1}
    assert set(sliders("nakai")) >= {"stages", "high", "low", "middle"}
    assert sliders("pursuit").keys() == {"turns"}
    assert sum(map(len, map(sliders, zerosum.CATALOG))) > 60
