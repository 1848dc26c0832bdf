"""Locks on the arrays of the river solver, against the same locks in a tree that is solved in fractions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import zerosum
from zerosum.core.errors import InputError
from zerosum.core.progress import silent
from zerosum.core.sides import SIDES
from zerosum.core.value import Value
from zerosum.games.river import River
from zerosum.games.turn import Turn
from zerosum.models.hidden.engines.river.locks import LockedRanges
from zerosum.models.hidden.engines.river.questions import _locked_ranges
from zerosum.request.questions import read_locks

SMALL = River(bets="pot")
"""14 against 20 hands: small enough for fractions, and for arrays as well."""

WIDE = River(oop="22+, A2+, K9+", ip="22+, A8+, KT+, QT+", bets="pot")
"""More than fractions are found for."""


def by_arrays(game: River, locks: object, **options: object) -> LockedRanges:
    found = _locked_ranges(game, read_locks(locks, game.seats), silent, numeric=True, **options)
    assert isinstance(found, LockedRanges)
    return found


@pytest.mark.parametrize(
    "locks",
    [
        "KK: check 1",
        "KdKh: check 1/4",
        "random, check: check 1",
        "T9s, check, bet 10: fold 0",
        "IP: uniform",
        ["random, check: bet 10 1/3", "KK: bet 10 0"],
    ],
)
def test_arrays_and_the_tree_agree(locks: object) -> None:
    exact = zerosum.solve(SMALL, locks=locks)
    assert exact.value.is_exact
    found = by_arrays(SMALL, locks)
    assert found.value.lower <= exact.value.lower <= found.value.upper
    assert found.value.gap <= 1.01e-4
    assert found.verify().holds
    assert float(exact.costs["col" if "col" in exact.costs else "row"]) == pytest.approx(
        float(found.costs["col" if "col" in found.costs else "row"]), abs=2e-4
    )
    for side in SIDES:
        mixes, fixed = found.locked.mixes[side], found.fixed[side]
        assert np.allclose(mixes[fixed >= 0], fixed[fixed >= 0], atol=1e-15)
        for node in SMALL.nodes:
            if node.side == side:
                assert (mixes[:, node.first : node.first + len(node.moves)].sum(axis=1) == 1).all()


TURN = Turn()
"""Small enough for fractions, and for arrays as well."""


@pytest.mark.parametrize(
    "locks",
    [
        pytest.param("random, check: check 1", marks=pytest.mark.long),
        pytest.param("random, check: bet 10 1/3", marks=pytest.mark.long),
        "KhKd: check 1/4",
        pytest.param("random, check, check, 9h: check 1", marks=pytest.mark.long),
        "random, bet 10, call, 2c, check: check 1/3",
        pytest.param("KhKd, bet 10, call, 9d: all-in 1", marks=pytest.mark.long),
        ["random: check 1/2", "random, check, check, 9h, check: check 1"],
        "IP: uniform",
    ],
)
def test_arrays_and_the_tree_agree_on_turns(locks: object) -> None:
    exact = zerosum.solve(TURN, locks=locks)
    assert exact.value.is_exact
    found = by_arrays(TURN, locks, tolerance=1e-3)
    assert found.value.lower <= exact.value.lower <= found.value.upper
    assert found.value.gap <= 1e-3
    assert found.verify().holds
    for side in SIDES:
        mixes, fixed = found.locked.mixes[side], found.fixed[side]
        for node in TURN.nodes:
            if node.side == side:
                after = slice(node.first, node.first + len(node.moves))
                assert (mixes[:, after].sum(axis=1) == 1).all()
                dealt = (TURN.hands[side].cards != node.card).all(axis=1)[:, None]
                locked = (fixed[:, after] >= 0) & dealt
                assert np.allclose(mixes[:, after][locked], fixed[:, after][locked], atol=2.0**-22)


def test_wide_turns_can_be_locked() -> None:
    game = Turn(oop="22+, AT+, KQ", ip="55+, A9s+, KTs+", bets="pot", raises="none")
    found = zerosum.solve(game, locks="random, check: check 1")
    assert isinstance(found, LockedRanges)
    assert found.verify().holds
    assert found.costs["col"] > 0
    assert "The locks cost IP" in str(found)


@pytest.mark.parametrize("hand", ["kdkh", "KhKd", "khkd"])
def test_a_hand_typed_in_another_way_overrides_its_class(hand: str) -> None:
    usual, other = (["KK: check 1", f"{name}: check 1/2"] for name in ("KdKh", hand))
    assert zerosum.solve(SMALL, locks=other).value == zerosum.solve(SMALL, locks=usual).value
    fixed = [by_arrays(SMALL, locks).fixed["row"] for locks in (other, usual)]
    assert np.array_equal(*fixed)


def test_a_claim_that_is_too_narrow_does_not_hold() -> None:
    found = by_arrays(SMALL, "KK: check 1")
    middle = float(found.value.middle)
    assert not replace(found, value=Value(middle, middle)).verify().holds
    # against the locked player more can be won than the free game is worth
    assert not replace(found, value=found.free.value).verify().holds


def test_a_lock_of_the_solution_costs_nothing() -> None:
    free = zerosum.solve(SMALL)
    names = SMALL.hands["row"].names
    locks = {
        name: {move: str(Fraction(p)) for move, p in free.mix_at(0, hand).items()}
        for hand, name in enumerate(names)
    }
    found = by_arrays(SMALL, locks)
    assert abs(float(found.costs["row"])) < 2e-4
    assert max(abs(one.loss) for one in found.losses["row"].values()) < 0.02


def test_wide_ranges_report_what_classes_lose() -> None:
    found = zerosum.solve(WIDE, locks="random, check: check 1")
    assert isinstance(found, LockedRanges)
    assert found.verify().holds
    assert found.costs["col"] > 0
    assert {one.side for one in found.changes() if one.locked} == {"col"}
    losses = found.losses["col"]
    assert sum(one.share for one in losses.values()) == pytest.approx(1)
    # the solution answers itself at least as well as any other strategy does
    assert sum(one.share * one.loss for one in losses.values()) > -1e-3
    assert found.json()["losses"]["col"].keys() == losses.keys()
    text = str(found)
    assert "EV of IP's hands against the solution" in text
    assert "The locks cost IP" in text
    assert any(one.information == "AdAh, check" for one in found.evs)


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(InputError, match=r"IP decides .*'check', not OOP"):
        zerosum.solve(WIDE, locks="OOP: AA, check: check 1")
    with pytest.raises(InputError, match="locked twice"):
        zerosum.solve(WIDE, locks=["AhAd: check 1", "AhAd, start: check 0"])
    with pytest.raises(InputError, match="not in the range"):
        zerosum.solve(WIDE, locks="72o: check 1")
