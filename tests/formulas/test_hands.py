"""Formulas of betting games with hands on [0, 1]: thresholds as functions of the bet, recovered without being told."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tests.formulas.test_formula import check

import zerosum
from zerosum.core.game import option
from zerosum.models.continuum.rules import Decision, a, b, fold, showdown
from zerosum.numerics.roots import Algebraic


@dataclass(frozen=True)
class CheckOrBet(zerosum.BettingGame):
    """A checks or bets; B folds or calls: von Neumann's poker."""

    bet: Fraction = option(Fraction(1), "the bet")

    def tree(self) -> Decision:
        """Check or bet; fold or call."""
        answer = b({"fold": fold(1), "call": showdown(1 + self.bet)})
        return a({"check": showdown(1), "bet": answer})


def test_relance() -> None:
    f = zerosum.formula("relance", bet="b")
    (piece,) = f.pieces
    assert str(piece.value) == "-b^2/(b + 2)^2"
    assert [str(end) for _, end, _ in piece.of("row")[""].steps] == ["b^2/(b + 2)^2", "1"]
    assert [str(end) for _, end, _ in piece.of("col")["after bet"].steps] == ["b/(b + 2)", "1"]
    check(f, lambda t: zerosum.solve("relance", bet=t).value.lower, 5)


def test_von_neumann() -> None:
    (piece,) = zerosum.formula(CheckOrBet, bet="0..").pieces
    assert str(piece.value) == "b/((b + 1)(b + 4))"
    bluff = [str(end) for _, end, _ in piece.of("row")[""].steps]
    assert bluff == ["b/((b + 1)(b + 4))", "(b^2 + 4b + 2)/((b + 1)(b + 4))", "1"]


def test_kuhn_with_hands() -> None:
    f = zerosum.formula("kuhn", cards=0, bet="b")
    assert [str(piece.value) for piece in f.pieces] == ["-b^2/((b + 1)(b + 2)^2)"]
    check(f, lambda t: zerosum.solve("kuhn", cards=0, bet=t).value.lower, 3)


def test_raise() -> None:
    f = zerosum.formula("raise", bet="b")
    check(f, lambda t: zerosum.solve("raise", bet=t).value.lower, 3)


def test_two_bets_and_where_folding_ends() -> None:
    f = zerosum.formula("two-bets", low="1/2", high="1/2..3")
    (root,) = f.breaks
    assert isinstance(root, Algebraic)
    assert root.polynomial == (12, -12, 1)
    check(f, lambda t: zerosum.solve("two-bets", low="1/2", high=t).value.lower, 3)
