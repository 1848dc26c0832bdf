"""The certificate of a stochastic game: the states and moves of the game, and nothing else."""

import json
from fractions import Fraction

import pytest

import zerosum
from zerosum.core.errors import InputError
from zerosum.models.stochastic.certificate import prove, write
from zerosum.models.stochastic.rules import ArrayGame

GAMES = [
    ArrayGame([[[1, 0], [0, 2]], [[3]]], [[[[0, 1], [1, 0]], [[1, 0], [0, 1]]], [[[1, 0]]]], Fraction(1, 2)),
    ArrayGame([[[1, 0], [0, 2]], [[3]]], [[[[0, 1], [1, 0]], [[1, 0], [0, 1]]], [[[1, 0]]]]),
]


@pytest.mark.parametrize("game", GAMES, ids=["discounted", "average"])
def test_a_certificate_proves_the_value(game):
    solution = zerosum.solve(game)
    assert solution.verify().holds
    proved = prove(game, solution.value, json.loads(json.dumps(write(solution))))
    assert solution.value.lower <= proved.lower <= proved.upper <= solution.value.upper


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data.update(discount="1/3"), "has 'discount' in the strategies"),
        (lambda data: data.update(state="1"), "has 'state' in the strategies"),
        (lambda data: data["row"].pop("1"), "has no '1' in the states"),
        (lambda data: data["row"].update({"7": {}}), "has '7' in the states"),
        (lambda data: data["row"]["0"].update({"2": "0"}), "has '2' in the mix in state '0'"),
        (lambda data: data["row"]["0"].pop("1"), "has no '1' in the mix in state '0'"),
        (lambda data: data["row"].update({"0": {"0": "2", "1": "-1"}}), "add up to exactly 1"),
        (lambda data: data["col"].update({"0": {"0": "1", "1": "1/1000000000000"}}), "add up to exactly 1"),
        (lambda data: data.update(relative=[["0"], ["0"]]), "relative value of every state"),
    ],
)
def test_what_the_rules_do_not_ask_for_is_refused(change, said):
    solution = zerosum.solve(GAMES[1])
    data = json.loads(json.dumps(write(solution)))
    change(data)
    with pytest.raises(InputError, match=said):
        prove(GAMES[1], solution.value, data)
