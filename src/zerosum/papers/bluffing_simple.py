"""Bellman and Blackwell, section 4: fold or bet, fold or see."""

from __future__ import annotations

from fractions import Fraction

from zerosum.papers import bluffing_formulas as f
from zerosum.papers.bluffing_formulas import SOLVED, duel, for_bets, hands, size, split, value
from zerosum.papers.claims import Claim, question, statement

__all__ = ["SIMPLE"]

F = Fraction


def _relance_sets(a: Fraction) -> tuple[f.Hands, f.Hands, Fraction]:
    """A's betting hands, B's seeing hands, and b."""
    solution = f.relance(a)
    return hands(solution, "start", "bet"), hands(solution, "bet", "see"), f.ends(solution, "bet")[0]


def _expected_16(a: Fraction, b: Fraction, c: Fraction) -> Fraction:
    return -c + b * (1 - c) - (a + 1) * (b - c) * (1 - b)


def _relance_16(a: Fraction) -> bool:
    """(16) as a double integral, also away from the solution."""
    cases = [(F(1, 9), F(1, 3)), (F(1, 5), F(3, 5)), (F(1, 4), F(1, 4))]
    return all(
        _expected_16(a, b, c) == -c + b * (1 - c) + (a + 1) * duel([(c, F(1))], [(b, F(1))]) for c, b in cases
    )


def _maximal(a: Fraction) -> bool:
    """Whether b = a/(a+2) maximises (16) under (15)."""
    best = a / (a + 2)
    others = [best + d for d in (F(-1, 50), F(-1, 500), F(1, 500), F(1, 50))]
    e = [_expected_16(a, b, (2 * (a + 1) * b - a) / (a + 2)) for b in (best, *others)]
    return all(e[0] > x for x in e[1:])


def _j2(a: Fraction, whole: bool) -> bool:
    """(9) at three hands of B: with the measure of A's bets, or with 1 in its place."""
    bets, _, b = _relance_sets(a)
    total = size(bets) if whole else F(1)
    splits = [split(bets, y) for y in (b, (1 + b) / 2, F(1))]
    return all((a + 1) * (above - below) == (a + 1) * (total - 2 * below) for below, above in splits)


def _i2(a: Fraction, whole: bool) -> bool:
    """(10) at three hands of A: with the measure of B's seeing hands, or with 1 in its place."""
    _, sees, b = _relance_sets(a)
    total = size(sees) if whole else F(1)
    splits = [split(sees, x) for x in (b, (1 + b) / 2, F(1))]
    return all((a + 1) * (below - above) == (a + 1) * (2 * below - total) for below, above in splits)


SIMPLE: tuple[Claim, ...] = (
    statement(
        "section 4, (9)",
        "J_2(y) = (a+1)[1 - 2∫_0^y φ_B]",
        for_bets(lambda a: _j2(a, whole=False)),
        computed="fails as soon as A ever folds",
        corrected=("J_2(y) = (a+1)[∫_0^1 φ_B - 2∫_0^y φ_B]", for_bets(lambda a: _j2(a, whole=True))),
        why="the first line of (9) is right, and A's bets have measure ∫φ_B, not 1",
        expected_to_hold=False,
    ),
    statement(
        "section 4, (10)",
        "I_2 = ∫p dy + (a+1)[2∫_0^x φ_B(y) dy - 1]",
        for_bets(lambda a: _i2(a, whole=False)),
        computed="fails as soon as B ever folds",
        corrected=(
            "I_2 = ∫ψ_F dy + (a+1)[2∫_0^x ψ_B dy - ∫_0^1 ψ_B dy]",
            for_bets(lambda a: _i2(a, whole=True)),
        ),
        why="the functions of y are B's, and B's seeing hands have measure ∫ψ_B, not 1",
        expected_to_hold=False,
    ),
    statement(
        "section 4, (12)",
        "B folds on a set of measure a/(a+2)",
        for_bets(lambda a: size(hands(f.relance(a), "bet", "fold")) == a / (a + 2)),
        computed=SOLVED,
    ),
    statement(
        "section 4, (14)",
        "A bets on a(1-b)/(a+2) of the hands below b",
        for_bets(
            lambda a: _relance_sets(a)[2] - f.ends(f.relance(a))[0] == a * (1 - _relance_sets(a)[2]) / (a + 2)
        ),
        computed=SOLVED,
    ),
    statement(
        "section 4, after (14)",
        "b is still undetermined",
        for_bets(lambda a: _relance_sets(a)[2] != a / (a + 2)),
        computed="b = a/(a+2) already by (12)",
        why="B folds exactly below b, so (12) is the measure of [0, b]; no maximum has to be taken",
        expected_to_hold=False,
    ),
    statement("section 4, (16)", "E_A = -C + b(1-C) - (a+1)(b-C)(1-b)", for_bets(_relance_16)),
    statement("section 4, before (17)", "b = a/(a+2) maximises E_A under (15)", for_bets(_maximal)),
    statement(
        "section 4, (17)",
        "b = a/(a+2), C = (a/(a+2))²",
        for_bets(
            lambda a: (f.ends(f.relance(a)), _relance_sets(a)[2]) == ([(a / (a + 2)) ** 2], a / (a + 2))
        ),
        computed=SOLVED + ", each proved by exact best responses",
    ),
    question(
        "section 4",
        "the value for any a is not given",
        lambda: (
            "-(a/(a+2))² = -C for every a: all bets together break even"
            if all(value(f.relance(a)) == -((a / (a + 2)) ** 2) for a in f.SAMPLE)
            else "no closed form"
        ),
    ),
)
