"""What Nakai 1980 says: lemmas, propositions, formulas and the deterministic case, each recomputed.

Recursions are run as printed and compared with the general recursion (1) over whole tables, for four laws of the
target; where the print fails, the right recursion is run in the same way. The example of section 3 is in
`nakai_example`.
"""

from __future__ import annotations

from fractions import Fraction

from zerosum.matrix.exact import exact_game
from zerosum.papers.claims import Claim, Picture, number, question, statement
from zerosum.papers.nakai_checks import (
    LAWS,
    agree,
    concave,
    gap,
    in_order,
    inequalities,
    intervals,
    last_corner,
    lemma_4,
    lemma_5,
    lemma_6,
    mirrored,
    missing,
    monotone,
    pieces_agree,
    proposition_1,
    proposition_2,
    proposition_3,
    rises,
    signs,
    threshold,
    with_lemma_4,
    with_lemma_6,
    with_proposition_1,
    with_proposition_2,
)
from zerosum.papers.nakai_deterministic import column_guarantees, deterministic, formula, guarantees
from zerosum.papers.nakai_example import EXAMPLE, PICTURES_OF_EXAMPLE
from zerosum.papers.nakai_table import table

__all__ = ["CLAIMS", "PICTURES"]


def _whole_table() -> str:
    v, error = table(20, "uniform")
    return (
        f"all {len(v):,} states with n ≤ 20 under the uniform law, each within {error:.0e}; "
        f"v_6(2,3,3) = {v[6, 2, 3, 3]:.12f}, v_20(5,5,10) = {v[20, 5, 5, 10]:.12f}"
    )


INNER = [(n, k, m) for n in range(3, 7) for k in range(1, n) for m in range(1, n)]
"""States of Propositions 1 and 2 in which both may pass."""

FULL = [(n, k, l, n) for n in range(3, 7) for k in range(1, n) for l in range(1, n - k)]  # noqa: E741
"""States of Lemma 6 in which the column player must play and the row player may pass."""


CLAIMS: tuple[Claim, ...] = (
    number(
        "section 2",
        "v_1(1,0,1) = μ, here for targets of mean 2",
        "2",
        lambda: table(1, "exponential(2)")[0][1, 1, 0, 1],
        tolerance=1e-12,
    ),
    number(
        "section 2",
        "v_1(0,1,1) = -μ, here for targets of mean 2",
        "-2",
        lambda: table(1, "exponential(2)")[0][1, 0, 1, 1],
        tolerance=1e-12,
    ),
    statement(
        "Lemma 1",
        "v_n(k,l+1,m) ≤ v_n(k,l,m) ≤ v_n(k+1,l,m)",
        lambda: all(map(inequalities, LAWS)),
        computed="at all states with n ≤ 12, four laws",
    ),
    statement(
        "Lemma 2",
        "v_n(k,0,m) rises and v_n(0,l,m) falls with m",
        lambda: all(map(monotone, LAWS)),
        computed="at all states with n ≤ 12, four laws",
    ),
    statement(
        "Lemma 3",
        "v_n(k,0,m) ≥ 0 ≥ v_n(0,l,m)",
        lambda: all(map(signs, LAWS)),
        computed="at all states with n ≤ 12, four laws",
    ),
    statement("section 3", "S_F is convex and increasing", lambda: all(map(rises, LAWS))),
    statement("(4), (6)", "v_n(k,0,n) = g_{n,1} + ... + g_{n,k}", lambda: agree(lemma_4("g"))),
    statement("(5), (7)", "-v_n(0,l,n) = h_{n,1} + ... + h_{n,l}", lambda: agree(lemma_4("h"))),
    statement(
        "Lemma 4",
        "v_n(k,0,n) = -v_n(n,k,0) and -v_n(0,l,n) = v_n(l,n,0)",
        lambda: agree(mirrored(True)),
        corrected=("v_n(k,0,n) = -v_n(0,n,k) and -v_n(0,l,n) = v_n(n,0,l)", lambda: agree(mirrored(False))),
        why="a game with no middle card is worth nothing; the arguments are exchanged",
        expected_to_hold=False,
    ),
    statement(
        "Lemma 4, strategy",
        "in G_n(k,0,n), pass below g_{n-1,k} and play H from there on",
        lambda: pieces_agree([(n, k, 0, n) for n in range(2, 7) for k in range(1, n)], with_lemma_4),
    ),
    statement(
        "(8)",
        "p_{n,i} = -μ + S_F(-p_{n-1,i}) + μ/2 - Σ_{j=0}^{i-1} (p_{n,j} - p_{n-1,j}), "
        "p_{n,n} = -nμ/2 - Σ_{j=1}^{n-1} p_{n,j}",
        lambda: agree(lemma_5(True)),
        computed=lambda: gap(lemma_5(True)),
        corrected=(
            "p_{n,i} = T_F(-p_{n-1,i}) - μ/2 - Σ_{j=0}^{i-1} (p_{n,j} - p_{n-1,j}) for 1 ≤ i < n, "
            "and the last sum from j = 0",
            lambda: agree(lemma_5(False)),
        ),
        why="the proof's -μ + v + 2 S_F(-p) leaves S_F(-p) + p = T_F(-p)",
        expected_to_hold=False,
    ),
    statement(
        "Lemma 5",
        "v_n(n-l,l,n) = 2 (p_{n,0} + ... + p_{n,l}), with (8) mended",
        lambda: agree(lemma_5(False)),
    ),
    statement(
        "Lemma 5, strategy",
        "play H if x > min(-h_{n-1,l}, 0), else L",
        lambda: all(abs(a - b) < 1e-9 for a, b in threshold(True)("uniform")),
        corrected=(
            "play H if x > max(-p_{n-1,l}, 0), else L",
            lambda: all(abs(a - b) < 1e-9 for a, b in threshold(False)("uniform")),
        ),
        why="h for p, and ∧ for ∨: the printed threshold is never above zero",
        expected_to_hold=False,
    ),
    statement(
        "Lemma 6",
        "C_F and f_{n,l,k} as printed give v_n(k,l,n)",
        lambda: agree(lemma_6(True)),
        computed=lambda: gap(lemma_6(True)),
        corrected=(
            "C_F = -(β+z) F(s) - ∫_0^s x dF + ∫_t^∞ x dF - (α+z)(1 - F(t)), s = -(β+z) ∧ (α-β)/2, t = (α+z) ∨ (α-β)/2; "
            "f_{n,0,k} = g_{n,k}, f_{n,l,0} = -h_{n,l}; the double sum is subtracted and starts from 0",
            lambda: agree(lemma_6(False)),
        ),
        why="g and h are exchanged, a sign is lost, and L is played below -(β+z), H above α+z",
        expected_to_hold=False,
    ),
    statement(
        "Lemma 6, strategy",
        "play L below (α+z) ∧ (α-β)/2, pass until (α-β)/2, then play H",
        lambda: pieces_agree(FULL, with_lemma_6(True)),
        corrected=(
            "play L below -(β+z) ∧ (α-β)/2, pass until (α+z) ∨ (α-β)/2, then play H",
            lambda: pieces_agree(FULL, with_lemma_6(False)),
        ),
        why="L is better than passing below -(β+z), H above α+z",
        expected_to_hold=False,
    ),
    statement(
        "Proposition 1, strategy",
        "pass and M below α, H and M below α ∨ β, then I mixes (0, (β+z)/(x+z), (x-β)/(x+z)) "
        "and II ((α+z)/(x+z), (x-α)/(x+z))",
        lambda: pieces_agree([(n, k, 0, m) for n, k, m in INNER], with_proposition_1),
    ),
    statement(
        "Proposition 2, strategy",
        "L and pass below β, L and M below α ∨ β, then both mix in the same way",
        lambda: pieces_agree([(n, 0, k, m) for n, k, m in INNER], with_proposition_2),
    ),
    statement("Proposition 1", "v_n(k,0,m) = ΣΣ g_{n,i,j} by A_F", lambda: agree(proposition_1)),
    statement(
        "before Proposition 1",
        "A_F is convex in z",
        lambda: concave(1),
        corrected=("A_F is concave in z", lambda: concave(-1)),
        why="(α+z)(β+z)/(x+z) = y - (2x-α-β) + (x-α)(x-β)/y with y = x + z is convex, and it is subtracted",
        mistaken=True,
        expected_to_hold=False,
    ),
    statement(
        "before Proposition 1",
        "g_{n,n,n} = μ - Σ of the others",
        lambda: agree(last_corner(True)),
        corrected=("g_{n,n,n} = nμ - Σ of the others", lambda: agree(last_corner(False))),
        why="v_n(n,0,n) = nμ",
        expected_to_hold=False,
    ),
    statement("Proposition 2", "v_n(0,l,m) = -ΣΣ g_{n,j,i}", lambda: agree(proposition_2)),
    statement(
        "Proposition 3",
        "B_F and h_{n,l,m} as printed give v_n(n-l,l,m)",
        lambda: agree(proposition_3(True)),
        computed=lambda: gap(proposition_3(True)),
        corrected=(
            "with t = α/2 ∨ -β and u = t ∨ (β+z): B_F = (α-z) F(-β) + ∫_{-β}^t (α-β-z-x) dF + ∫_t^u (x-β-z) dF "
            "+ (α-z) ∫_u^∞ (x-β-z)/(2x-z) dF, at (h_{n-1,l,m}, -Σ_j h_{n-1,l,j}, Σ_i h_{n-1,i,m})",
            lambda: agree(proposition_3(False)),
        ),
        why="the sums for α and β are exchanged, z has the wrong sign, and an interval is missing",
        mistaken=True,
        expected_to_hold=False,
    ),
    statement(
        "Proposition 3, strategy",
        "the intervals are (play L, pass), (play L, play M), and then both mix",
        lambda: missing(False),
        computed=lambda: f"G_3(2,1,2): {', '.join(intervals(3, 2, 1, 2))}",
        corrected=(
            "for max(α/2, -β) ≤ x < β+z both play, (play H, play M); beyond, I mixes ((x-β-z)/(2x-z), (x+β)/(2x-z), 0) "
            "and II ((α-z)/(2x-z), (2x-α)/(2x-z))",
            lambda: missing(True),
        ),
        why="below β + z the printed weight of L would be negative",
        mistaken=True,
        expected_to_hold=False,
    ),
    statement(
        "after Proposition 4",
        "the pairs change from (L, pass), (L, M), (pass, M) to (H, M), and then both mix",
        lambda: in_order(False),
        corrected=(
            "so it is but for k = n, l = 0, where (H, M) is followed by (H, pass)",
            lambda: in_order(True),
        ),
        why="with n high cards the row player cannot mix, and the column player passes when the target is high",
        mistaken=True,
        expected_to_hold=False,
    ),
    question(
        "section 3", "the recursion is solvable in sequence; one state of n = 3 is worked out", _whole_table
    ),
    *EXAMPLE,
    statement(
        "Proposition 5",
        "for targets of value 1, v_n(k,l,m) = m(k-l)/n",
        lambda: deterministic(lambda state, M, rows: exact_game(M)[0] == formula(state)),
        computed="in fractions, at all states with n ≤ 12",
    ),
    statement(
        "Proposition 5, I",
        "t x1 + (1-t) x2 is optimal with x1 = ((n+k-l)/2n, (n+l-k)/2n, 0)",
        lambda: all(guarantees(True, Fraction(i, 3)) for i in range(4)),
        corrected=(
            "x1 = ((n+l-k)/2n, (n+k-l)/2n, 0), wherever the player has the cards",
            lambda: all(guarantees(False, Fraction(i, 3)) for i in range(4)),
        ),
        why="the weights of L and H are exchanged: H must exceed L by (k-l)/n",
        expected_to_hold=False,
    ),
    statement(
        "Proposition 5, II", "y* = (m/n, (n-m)/n) is optimal", lambda: deterministic(column_guarantees)
    ),
)

PICTURES: tuple[Picture, ...] = PICTURES_OF_EXAMPLE
