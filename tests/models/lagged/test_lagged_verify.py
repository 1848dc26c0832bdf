"""The verifier: agrees with the solver, and is not fooled."""

import dataclasses
import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from zerosum.core.errors import InputError, Unavailable
from zerosum.core.numbers import number, text
from zerosum.games.gleason import Gleason
from zerosum.models.lagged.answer import LaggedSolution
from zerosum.models.lagged.certificate import CERTIFICATE, verify
from zerosum.models.lagged.solve import solve
from zerosum.models.lagged.strategy import OptimalMoves

VALUE = -0.0933353474172842


@pytest.mark.parametrize("digits", [6, 12, 15])
def test_strategies_prove_the_value(digits: int) -> None:
    solution = solve(Gleason(), digits=digits)
    found = verify(solution)
    assert solution.value.lower <= found.lower <= found.upper <= solution.value.upper
    assert float(found) == pytest.approx(VALUE, abs=10.0**-digits)
    assert found.gap <= 3 * 10.0**-digits


@pytest.mark.parametrize("beta", ["0.3", "0.95"])
def test_strategies_prove_the_discounted_value(beta: str) -> None:
    solution = solve(Gleason(), discount=Fraction(beta))
    found = verify(solution)
    assert solution.value.lower <= found.lower <= found.upper <= solution.value.upper


def test_a_spoilt_strategy_proves_less(gleason: LaggedSolution) -> None:
    plan = gleason.next_moves[0][2]
    spoilt = OptimalMoves(
        plan.q, plan.mix, np.clip(plan.r + 0.05, 0, 1), plan.s, plan.after_cc, plan.after_cl
    )
    worse = dataclasses.replace(
        gleason, next_moves=({**gleason.next_moves[0], 2: spoilt}, gleason.next_moves[1])
    )
    found = verify(worse)
    assert found.lower < VALUE - 1e-3
    assert found.upper == pytest.approx(VALUE, abs=1e-11)


def test_spoilt_functions_prove_less(gleason: LaggedSolution) -> None:
    f = gleason.functions[1][0]
    raised = {**gleason.functions[1], 0: f.plus(0.01)}
    found = verify(dataclasses.replace(gleason, functions=(gleason.functions[0], raised)))
    assert found.upper > VALUE + 1e-3
    assert VALUE in found


def in_version_0_2(data: dict[str, Any]) -> dict[str, Any]:
    """The same proof as version 0.2 wrote it: plans in floats, a discount and first moves besides."""
    old = {
        "discount": "1",
        "first": [text(0.0), text(0.0)],
        "players": json.loads(json.dumps(data["players"])),
    }
    for by_node in old["players"]:
        for entry in by_node.values():
            entry["plan"] = {name: [text(float(number(x))) for x in xs] for name, xs in entry["plan"].items()}
    return old


def test_a_certificate_proves_the_value_in_either_form(gleason: LaggedSolution) -> None:
    old = in_version_0_2(CERTIFICATE.write(gleason))
    for data in (CERTIFICATE.write(gleason), CERTIFICATE.older(gleason.game, gleason.value, old)):
        found = CERTIFICATE.prove(gleason.game, gleason.value, data)
        assert gleason.value.lower <= found.lower <= found.upper <= gleason.value.upper


@pytest.mark.parametrize("discount", ["2", "0", "1/2"])
def test_a_certificate_of_a_discounted_sum_does_not_prove_the_average(
    gleason: LaggedSolution, discount: str
) -> None:
    data = CERTIFICATE.write(gleason)
    with pytest.raises(InputError, match="discount"):
        CERTIFICATE.older(gleason.game, gleason.value, {**in_version_0_2(data), "discount": discount})
    with pytest.raises(InputError, match="has 'discount' in the strategies"):
        CERTIFICATE.prove(gleason.game, gleason.value, {**data, "discount": discount})
    with pytest.raises(Unavailable, match="average payoff"):
        CERTIFICATE.write(solve(Gleason(), discount=Fraction(1, 2)))


def spoil(*path: str, to: Any) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[int(key) if isinstance(data, list) else key]
        data[int(path[-1]) if isinstance(data, list) else path[-1]] = to

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data["players"][0].pop("1"), "lacks '1' in the plans of a player"),
        (spoil("players", "0", "7", to={}), "has '7' in the plans of a player"),
        (spoil("players", "0", "1", "start", to="1"), "has 'start' in a node"),
        (spoil("players", "0", "1", "plan", to=None), "no table for an account or a plan"),
        (spoil("players", "0", "1", "plan", "q", "0", to="1/10"), "from 0 to 1"),
        (spoil("players", "0", "1", "plan", "q", "1", to="1"), "grow from 0 to 1"),
        (spoil("players", "0", "1", "plan", "r", "0", to="3/2"), "outside 0 to 1"),
        (spoil("players", "0", "1", "plan", "s", "0", to="-1/10"), "outside 0 to 1"),
        (spoil("players", "0", "1", "account", "w", "1", to="-1000"), "not concave"),
        (spoil("players", "0", "1", "account", to={"q": ["0", "1"], "w": ["1", "1"]}), "other corners"),
        (lambda data: data["players"].pop(), "both players"),
    ],
)
def test_what_the_rules_do_not_ask_for_is_refused(
    gleason: LaggedSolution, change: Callable[[Any], None], said: str
) -> None:
    data = json.loads(json.dumps(CERTIFICATE.write(gleason)))
    change(data)
    with pytest.raises(InputError, match=said):
        CERTIFICATE.prove(gleason.game, gleason.value, data)
