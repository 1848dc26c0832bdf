"""The verifier: agrees with the solver, and is not fooled."""

import dataclasses
import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from zerosum.core.errors import InputError, Unavailable
from zerosum.games.gleason import Gleason
from zerosum.models.lagged.answer import LaggedSolution
from zerosum.models.lagged.certificate import verify, write
from zerosum.models.lagged.solve import solve
from zerosum.models.lagged.strategy import OptimalMoves
from zerosum.models.lagged.verify import prove

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


def test_a_certificate_proves_the_value(gleason: LaggedSolution) -> None:
    found = prove(gleason.game, gleason.value, write(gleason))
    assert gleason.value.lower <= found.lower <= found.upper <= gleason.value.upper


@pytest.mark.parametrize("discount", ["2", "0", "1/2"])
def test_a_certificate_of_a_discounted_sum_does_not_prove_the_average(
    gleason: LaggedSolution, discount: str
) -> None:
    with pytest.raises(InputError, match="'discount' in"):
        prove(gleason.game, gleason.value, {**write(gleason), "discount": discount})
    with pytest.raises(Unavailable, match="average payoff"):
        write(solve(Gleason(), discount=Fraction(1, 2)))


def spoil(*path: str, to: Any) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[int(key) if isinstance(data, list) else key]
        data[int(path[-1]) if isinstance(data, list) else path[-1]] = to

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data["players"][0].pop("1"), "has no '1' in the plans of a player"),
        (spoil("players", "0", "7", to={}), "has '7' in the plans of a player"),
        (spoil("players", "0", "1", "start", to="1"), "has 'start' in a node"),
        (spoil("players", "0", "1", to=None), "no table for a node"),
        (spoil("players", "0", "1", "q", "0", to="1/10"), "from 0 to 1"),
        (spoil("players", "0", "1", "q", "1", to="1"), "increase from 0 to 1"),
        (spoil("players", "0", "1", "r", "0", to="3/2"), "outside 0 to 1"),
        (spoil("players", "0", "1", "s", "0", to="-1/10"), "outside 0 to 1"),
        (spoil("players", "0", "1", "w", "1", to="-1000"), "not concave"),
        (spoil("players", "0", "1", "w", to=["1", "1"]), "different lengths"),
        (lambda data: data["players"].pop(), "both players"),
    ],
)
def test_what_the_rules_do_not_ask_for_is_refused(
    gleason: LaggedSolution, change: Callable[[Any], None], said: str
) -> None:
    data = json.loads(json.dumps(write(gleason)))
    change(data)
    with pytest.raises(InputError, match=said):
        prove(gleason.game, gleason.value, data)
