"""The public surface does what it says: its examples run, and mistakes get a sentence that says the right call."""

import doctest
import sys
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

import zerosum
from zerosum import api
from zerosum.core.errors import InputError
from zerosum.core.value import Value
from zerosum.core.verdict import Verdict
from zerosum.games.poker import Kuhn


def test_the_examples_in_the_docstrings_run() -> None:
    found = doctest.testmod(api, extraglobs={"zerosum": zerosum}, optionflags=doctest.ELLIPSIS)
    assert found.attempted >= 9
    assert not found.failed


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: zerosum.solve(Kuhn), r"Kuhn is a class; .* solve\(Kuhn\(\)\)"),
        (lambda: zerosum.solve("kun"), "did you mean 'kuhn'"),
        (lambda: zerosum.solve([[1, 2], [3]]), "every row needs 2 payoffs"),
        (lambda: zerosum.solve("kuhn", cards="4"), "cards must be a whole number, not '4'"),
        (lambda: zerosum.solve("kuhn", cads=4), "no parameter called 'cads'; did you mean 'cards'"),
        (
            lambda: zerosum.solve([[1]], digits=4),
            "the only options are exact, every and entropy, not digits",
        ),
        (lambda: zerosum.solve("betting"), "betting needs path"),
        (lambda: zerosum.solve(int), "int is not a game"),
        (
            lambda: zerosum.solve("kuhn").at(rwo=1),
            "no key called 'rwo'; choose from: hand, node, player, tree",
        ),
        (lambda: zerosum.solve("kuhn").at("1"), "for example hand="),
        (lambda: zerosum.solve([[1]]).at(row=1), "only one position"),
        (lambda: zerosum.verify("kuhn"), "expected a solution"),
        (lambda: zerosum.plot(Kuhn()), "expected a solution"),
        (lambda: zerosum.solve(3), "solve needs a game, .*, not 3"),
        (lambda: zerosum.match([[1]], "uniform", "uniform"), "a game must be an object or a name"),
        (lambda: zerosum.match("kuhn", "unifrom", "uniform"), "did you mean 'uniform'"),
    ],
)
def test_a_mistake_gets_a_sentence(call: Any, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        call()


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_strategies_become_a_frame_of_whichever_library_is_there(
    monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    for name in ("pandas", "polars"):
        there = SimpleNamespace(DataFrame=dict) if name == library else None
        monkeypatch.setitem(sys.modules, name, there)
    frame = zerosum.solve([[0, 1], [1, 0]]).to_frame()
    assert frame == {
        "side": ["row", "row", "col", "col"],
        "information": [""] * 4,
        "move": [1, 2] * 2,
        "probability": [0.5] * 4,
        "ev": [0.5, 0.5, -0.5, -0.5],
    }


def test_without_either_library_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(InputError, match="pip install pandas"):
        zerosum.solve([[0, 1], [1, 0]]).to_frame()


HALF = Value.exactly(Fraction(1, 2))


@pytest.mark.parametrize(
    ("claimed", "proved", "holds"),
    [
        (HALF, HALF, True),
        (HALF, Value(Fraction(1, 5), Fraction(1, 2)), False),
        (HALF, Value(Fraction(1, 2), Fraction(1, 2) + Fraction(1, 10**12)), False),
        (Value(0.5 - 1e-12, 0.5 + 1e-12), Value(0.5 - 2e-12, 0.5 + 2e-12), False),
        (Value(0.9, 2.9), Value(0, 0), False),
        (Value(9e-10, 9e-10), Value(5e-11, 5e-11), False),
        (HALF, Value(0.5, 0.5), True),
        (Value(0.5 - 1e-12, 0.5 + 1e-12), Value(0.5 - 1e-6, 0.5 + 1e-12), False),
        (Value(0.5 - 1e-3, 0.5 + 1e-3), Value(0.2, 0.8), False),
        (Value(0.5, 0.6), Value(0.54, 0.55), True),
    ],
)
def test_a_claim_holds_only_if_the_strategies_guarantee_it(
    claimed: Value, proved: Value, holds: bool
) -> None:
    verdict = Verdict(claimed, proved)
    assert verdict.holds is holds
    assert ("NOT" in str(verdict)) is not holds
