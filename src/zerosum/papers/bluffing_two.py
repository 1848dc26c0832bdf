"""Bellman and Blackwell, section 4 again: two bets, and what the paper did not investigate."""

from __future__ import annotations

from fractions import Fraction

from zerosum.papers import bluffing_formulas as f
from zerosum.papers.bluffing_formulas import PAIRS, for_pairs, hands, size, split, thresholds, value
from zerosum.papers.claims import Claim, number, question, statement

__all__ = ["TWO"]

F = Fraction


def _high_folds_at_b2(z1: Fraction, z2: Fraction) -> bool:
    """Whether the measure of A_H is what B's seeing pays at b2, as (11c) asks of I_3."""
    bets = hands(f.two_bets(z1, z2), "start", f"bet {z2}")
    below, above = split(bets, thresholds(z1, z2)[1])
    return size(bets) == (z2 + 1) * (above - below)


def _high_fold(z1: Fraction, z2: Fraction, stake: Fraction) -> bool:
    """The third line of (12) with a stake."""
    b2 = thresholds(z1, z2)[1]
    return b2 - (stake + 1) * (1 - b2) == -1


def _low_bluffs(z1: Fraction, z2: Fraction, with_value_bets: bool) -> bool:
    """(13): what B gives up by folding at b1, with the bets above b1 or without them."""
    b1, _, b3 = thresholds(z1, z2)
    bluff = f.bluffs(z1, z2)[0]
    folded = bluff + (b3 - b1 if with_value_bets else 0)
    return folded == -(z1 + 1) * bluff + (b3 - b1) * (z1 + 1)


def _high_bluffs(z1: Fraction, z2: Fraction, corrected: bool) -> bool:
    """(14), likewise; the stake of the high bet is z2 + 1."""
    b3, bluff = thresholds(z1, z2)[2], f.bluffs(z1, z2)[1]
    if corrected:
        return bluff + (1 - b3) == -(z2 + 1) * bluff + (1 - b3) * (z2 + 1)
    return bluff == -(z1 + 1) * bluff + (1 - b3) * (z2 + 1)


def _measures(z1: Fraction, z2: Fraction, corrected: bool) -> bool:
    """(18)."""
    b1, _, b3 = thresholds(z1, z2)
    more = 0 if corrected else 1
    low = (b3 - b1) * (z1 + more) / (z1 + 2)
    return f.bluffs(z1, z2) == (low, (1 - b3) * (z2 + more) / (z2 + 2))


def _third(z1: Fraction, z2: Fraction) -> bool:
    b1, b2, b3 = thresholds(z1, z2)
    return b3 == F(1, 2) + (b2 * z2 - b1 * z1) / (2 * (z2 - z1))


def _cubic(c: Fraction) -> Fraction:
    return c**3 / 4 - 2 * c**2 + 4 * c - 2


def _limit() -> float:
    """2/c - 2 at the smallest root, by bisection."""
    low, high = F(0), F(1)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _cubic(middle) < 0 else (low, middle)
    return float(2 / low - 2)


def _valid(z1: Fraction) -> bool:
    """Whether the paper's shape holds for every z2: if at all, it fails at z2 = 2 z1 + 2, where c2 = c1/2."""
    return all(f.fair(z1, z2) <= 1 for z2 in (z1 * F(101, 100), 2 * z1, 2 * z1 + 2, 5 * z1, 1000 * z1))


def _below() -> str:
    """What happens below .62."""
    pairs = [(F(1, 4), F(1)), (F(1, 10), F(7)), (F(1, 2), F(3)), (F(3, 10), F(31, 10)), (F(1, 20), F(1, 2))]
    right = all(value(f.two_bets(*pair)) == f.closed_value(*pair) for pair in pairs)
    never = all((f.two_bets(*pair).row["fold"] == 0) == (f.fair(*pair) >= 1) for pair in pairs)
    if not (right and never):
        return "the closed forms fail"
    return (
        "with c_i = 2/(2+z_i) and G = c_1(2 - c_1 + c_2(c_1 - c_2)/2), the paper's shape holds exactly where G <= 1; "
        "there A folds 1 - G of the hands and the value is G - 1; where G > 1 A never folds, b_i = 1 - c_i/G, "
        "b_3 = 1 - c_1c_2/(2G), and the value is 1 - 1/G > 0; on the curve G = 1 the game is fair; "
        f"proved in fractions at {len(pairs)} pairs below .62"
    )


TWO: tuple[Claim, ...] = (
    statement(
        "section 4, two bets, (6)",
        "at y = 0, I_2 = ∫_{A_H} dx",
        for_pairs(
            lambda z1, z2: (
                (z1 + 1) * size(hands(f.two_bets(z1, z2), "start", f"bet {z1}"))
                == size(hands(f.two_bets(z1, z2), "start", f"bet {z2}"))
            )
        ),
        corrected=(
            "I_3 = ∫_{A_H} dx",
            for_pairs(_high_folds_at_b2),
        ),
        why="I_2 is the payoff of seeing a low bet, which the next line gives",
        expected_to_hold=False,
    ),
    statement(
        "section 4, two bets, (12)",
        "b_1 = z_1/(z_1+2) and b_2 = z_2/(z_2+2)",
        for_pairs(lambda z1, z2: thresholds(z1, z2)[:2] == (z1 / (z1 + 2), z2 / (z2 + 2))),
        computed=PAIRS,
    ),
    statement(
        "section 4, two bets, (12), third line",
        "-1 = b_2 - (z_1+1)(1-b_2)",
        for_pairs(lambda z1, z2: _high_fold(z1, z2, z1)),
        corrected=("-1 = b_2 - (z_2+1)(1-b_2)", for_pairs(lambda z1, z2: _high_fold(z1, z2, z2))),
        why="a high bet that is seen costs z_2 + 1",
        expected_to_hold=False,
    ),
    statement(
        "section 4, two bets, (13)",
        "m_L = -(z_1+1)m_L + (b_3-b_1)(z_1+1)",
        for_pairs(lambda z1, z2: _low_bluffs(z1, z2, with_value_bets=False)),
        corrected=(
            "m_L + (b_3-b_1) = -(z_1+1)m_L + (b_3-b_1)(z_1+1)",
            for_pairs(lambda z1, z2: _low_bluffs(z1, z2, with_value_bets=True)),
        ),
        why="by folding, B gives 1 to all low bets, those between b_1 and b_3 too; compare (14) of section 4",
        expected_to_hold=False,
    ),
    statement(
        "section 4, two bets, (14)",
        "m_H = -(z_1+1)m_H + (1-b_3)(z_2+1)",
        for_pairs(lambda z1, z2: _high_bluffs(z1, z2, corrected=False)),
        corrected=(
            "m_H + (1-b_3) = -(z_2+1)m_H + (1-b_3)(z_2+1)",
            for_pairs(lambda z1, z2: _high_bluffs(z1, z2, corrected=True)),
        ),
        why="the stake is that of the high bet, and the bets above b_3 are folded to as well",
        expected_to_hold=False,
    ),
    statement(
        "section 4, two bets, (16)",
        "b_3 = 1/2 + (b_2z_2 - b_1z_1)/(2(z_2-z_1))",
        for_pairs(_third),
        computed=f"{PAIRS}; it is 1 - c_1c_2/2",
    ),
    statement(
        "section 4, two bets, (17)",
        "m_L + m_H <= b_1 <= b_2 <= b_3",
        for_pairs(
            lambda z1, z2: (
                sum(f.bluffs(z1, z2))
                <= thresholds(z1, z2)[0]
                <= thresholds(z1, z2)[1]
                <= thresholds(z1, z2)[2]
            )
        ),
        computed=PAIRS,
    ),
    statement(
        "section 4, two bets, (18)",
        "m_L = (b_3-b_1)(z_1+1)/(z_1+2), m_H = (1-b_3)(z_2+1)/(z_2+2)",
        for_pairs(lambda z1, z2: _measures(z1, z2, corrected=False)),
        corrected=(
            "m_L = (b_3-b_1)z_1/(z_1+2), m_H = (1-b_3)z_2/(z_2+2)",
            for_pairs(lambda z1, z2: _measures(z1, z2, corrected=True)),
        ),
        why="it follows from the corrected (13) and (14); only with it does the paper's own .62 come out",
        expected_to_hold=False,
    ),
    number("section 4, two bets, after (18)", "2/c - 2 is about .62", ".62", _limit),
    statement(
        "section 4, two bets, after (18)",
        "c is the smallest root of c³/4 - 2c² + 4c - 2",
        lambda: all(
            4 * _cubic(c) == (c - 2) * (c**2 - 6 * c + 4) for c in (F(0), F(1), F(3), F(-1), F(1, 2))
        ),
        computed="the cubic is (c-2)(c²-6c+4)/4, so c = 3 - √5 and .62 is (√5 - 1)/2, the golden section",
    ),
    statement(
        "section 4, two bets, after (18)",
        "valid for z_2 >= z_1 >= .62",
        lambda: all(_valid(z) for z in (F(31, 50), F(1), F(4))) and not _valid(F(309, 500)),
        computed="at .62, 1 and 4 for every z_2; at .618 no more for z_2 = 3.236, where c_2 = c_1/2",
    ),
    statement(
        "section 4, two bets, (19)",
        "E_A = [-c_1 + (2-c_1)(c_2-c_1)² + 2(2-c_1)(c_2-c_1)c_2 + (2-c_2)c_2c_1]/c_1",
        for_pairs(lambda z1, z2: f.printed_19(z1, z2) == value(f.two_bets(z1, z2))),
        computed=lambda: f"at z_1 = 1, z_2 = 2 it gives {f.printed_19(F(1), F(2))}, the value is -1/12",
        corrected=(
            "E_A = [-c_1 + (2-c_1)(c_1-c_3)² + 2(2-c_1)(c_1-c_3)c_3 + (2-c_2)c_3²c_1/c_2]/c_1, c_3 = c_1c_2/2; "
            "that is c_1(2 - c_1 + c_2(c_1-c_2)/2) - 1",
            for_pairs(
                lambda z1, z2: f.corrected_19(z1, z2) == value(f.two_bets(z1, z2)) == f.fair(z1, z2) - 1
            ),
        ),
        why="the lengths are 1 - b_3 and b_3 - b_1, not c_2 and c_2 - c_1",
        expected_to_hold=False,
    ),
    question("section 4, two bets, after (18)", "we have not investigated the problem for z_1 < .62", _below),
)
