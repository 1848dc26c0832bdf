"""The proof of a target game's value: integrals that are enclosed, strategies that are valid on whole pieces."""

import json
import math
from fractions import Fraction as Fr
from pathlib import Path

import pytest
from flint import fmpq, fmpq_poly

from zerosum.certificates import certify, check
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.rationals import bernstein
from zerosum.games.nakai import Nakai
from zerosum.models.targets import verify as verifier
from zerosum.models.targets.certificate import verify, write
from zerosum.models.targets.solve import solve
from zerosum.models.targets.verify import prove, proved

DISTRIBUTIONS = [
    "uniform",
    "uniform(0,1/3)",
    "exponential(2)",
    "exponential(1/3)",
    "values(1/3,1/7)",
    "point(1)",
]


@pytest.mark.parametrize("distribution", [*DISTRIBUTIONS, "gamma(2)", "poisson(3)", "beta(2,3)"])
def test_what_is_proved_lies_inside_what_is_claimed(distribution):
    for state in ((3, 1, 1, 2), (3, 2, 1, 1)):
        solution = solve(Nakai(*state, distribution))
        proved_value = verify(solution)
        assert solution.value.lower <= proved_value.lower <= proved_value.upper <= solution.value.upper
        for x in (Fr(1, 7), Fr(1)):
            if solution.game.target(3).low <= x <= solution.game.target(3).high:
                seen = solution.at(x=x)
                there = verify(seen)
                assert seen.value.lower <= there.lower <= there.upper <= seen.value.upper


def test_the_proof_holds_the_closed_form():
    solution = solve(Nakai(2, 1, 0, 1))
    there = verify(solution)
    assert there.lower <= (2 - math.log(3)) / 4 <= there.upper
    assert there.gap < 1e-15


def test_finitely_many_targets_are_proved_exactly():
    solution = solve(Nakai(4, 2, 1, 3, "values(1,2,3)"), exact=True)
    assert verify(solution) == solution.value
    assert prove(solution.game, solution.value, write(solution)) == solution.value


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
def test_a_certificate_says_what_the_verifier_sees(distribution):
    solution = solve(Nakai(3, 1, 1, 2, distribution))
    assert prove(solution.game, solution.value, json.loads(json.dumps(write(solution)))) == verify(solution)


def test_no_certificate_rests_on_scipy():
    solution = solve(Nakai(2, 1, 0, 1, "gamma(2)"))
    with pytest.raises(Unavailable, match="known only through scipy"):
        write(solution)
    with pytest.raises(InputError, match="known only through scipy"):
        prove(solution.game, solution.value, {"states": {}})


def test_a_strategy_that_is_right_at_quadrature_nodes_only_proves_less(monkeypatch):
    """Its polynomials are too long to be read; where they are read, the integral shows what they guarantee."""
    path = Path(__file__).parents[2] / "certificates/forged/quadrature_false.cert"
    with pytest.raises(InputError, match="at most 64"):
        check(path)
    monkeypatch.setattr(verifier, "MAX_COEFFICIENTS", 1000)
    verdict = check(path).verdict
    assert not verdict.holds
    assert verdict.proved.lower < -3 / 8 - 1e-6


@pytest.fixture
def proof():
    solution = solve(Nakai(2, 1, 0, 1))
    return solution.game, solution.value, json.loads(json.dumps(write(solution)))


def spoil(change):
    """A change of the mix of row at the start, on the last piece."""

    def apply(data):
        change(data["states"]["1 | 0"][-1])

    return apply


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda d: d.update(discount="1"), "'discount'"),
        (lambda d: d["states"].pop("0 | 0"), r"has no '0 \| 0'"),
        (lambda d: d["states"].update({"7 | 7": []}), "has '7 | 7'"),
        (spoil(lambda p: p.update(x="1")), "has 'x'"),
        (spoil(lambda p: p.update({"from": "2/1"})), "every value of a target"),
        (spoil(lambda p: p["row"]["moves"].pop("play H")), "has no 'play H'"),
        (spoil(lambda p: p["row"]["moves"].update({"play L": []})), "has 'play L'"),
        (spoil(lambda p: p["row"]["moves"].update({"play H": ["2"]})), "add up to exactly 1"),
        (spoil(lambda p: p["row"].update(over=["1"], moves={"play H": ["2"], "pass": ["-1"]})), "negative"),
        (spoil(lambda p: p["row"].update(over=["-1"], moves={"play H": ["-1"], "pass": []})), "denominator"),
        (
            spoil(lambda p: p["row"].update(over=["-1/2", "1"], moves={"play H": ["-1/2", "1"], "pass": []})),
            "denominator",
        ),
        (spoil(lambda p: p["row"].update(over=["1"] * 65)), "at most 64"),
        (lambda d: d["states"].update({"1 | 0": []}), "from 1 to 1000 pieces"),
    ],
)
def test_what_the_rules_do_not_ask_for_is_refused(proof, change, said):
    game, value, data = proof
    change(data)
    with pytest.raises(InputError, match=said):
        prove(game, value, data)


def test_pieces_out_of_order_are_refused():
    solution = solve(Nakai(3, 1, 1, 2))
    data = json.loads(json.dumps(write(solution)))
    key = next(key for key, pieces in data["states"].items() if len(pieces) > 1)
    data["states"][key].reverse()
    with pytest.raises(InputError, match="every value"):
        prove(solution.game, solution.value, data)


def test_bernstein_coefficients_bound_a_polynomial():
    p = fmpq_poly([1, -3, 2, 5])
    found = bernstein(p, fmpq(-1), fmpq(2))
    values = [p(fmpq(k, 10)) for k in range(-10, 21)]
    assert min(found) <= min(values) <= max(values) <= max(found)
    assert (found[0], found[-1]) == (p(fmpq(-1)), p(fmpq(2)))
    assert proved(fmpq_poly([0, 1]), fmpq(0), fmpq(2))
    assert not proved(fmpq_poly([0, 1]), fmpq(0), fmpq(2), positive=True)
    assert not proved(fmpq_poly([1, -1]), fmpq(0), fmpq(2))
    assert proved(fmpq_poly([fmpq(27, 100), -1, 1]), fmpq(0), fmpq(1), positive=True)


def test_the_file_of_a_certificate_is_checked(tmp_path):
    path = tmp_path / "nakai.cert"
    path.write_text(certify(solve(Nakai())))
    assert check(path).verdict.holds
