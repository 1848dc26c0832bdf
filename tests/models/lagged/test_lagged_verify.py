"""The verifier: agrees with the solver, and is not fooled."""

import dataclasses
from fractions import Fraction

import numpy as np
import pytest

from zerosum.core.errors import InputError
from zerosum.games.gleason import Gleason
from zerosum.models.lagged.answer import LaggedSolution
from zerosum.models.lagged.certificate import CERTIFICATE
from zerosum.models.lagged.solve import solve
from zerosum.models.lagged.strategy import OptimalMoves
from zerosum.models.lagged.verify import verify

VALUE = -0.0933353474172842


@pytest.mark.parametrize("digits", [6, 12, 20])
def test_strategies_prove_the_value(digits: int) -> None:
    found = verify(solve(Gleason(), digits=digits))
    assert VALUE in found
    assert found.gap <= max(3 * 10.0**-digits, 1e-14)


@pytest.mark.parametrize("beta", ["0.3", "0.95"])
def test_strategies_prove_the_discounted_value(beta: str) -> None:
    solution = solve(Gleason(), discount=Fraction(beta))
    found = verify(solution)
    assert found.lower <= solution.value.upper
    assert solution.value.lower <= found.upper
    assert found.gap <= 1e-11


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


@pytest.mark.parametrize("discount", ["2", "0", "1/2"])
def test_a_certificate_of_a_discounted_sum_does_not_prove_the_average(
    gleason: LaggedSolution, discount: str
) -> None:
    data = {**CERTIFICATE.write(gleason), "discount": discount}
    with pytest.raises(InputError, match="discount"):
        CERTIFICATE.prove(gleason.game, gleason.value, data)
