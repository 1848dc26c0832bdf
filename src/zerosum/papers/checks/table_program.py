"""How the program of Sanwal and Drechsler made table 5.1: how it solved a node, drew player 2's card, and counted.

The printed matches of the equilibrium against itself do not balance. They come out if player 2's card is drawn from
player 1's stored vector: at the node (X, Y, t, s) the program kept player 1's mix only, and by position in the hand it
can be read for either hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.matrix import solve_batch
from zerosum.matrix.lipsol import solve_lipsol
from zerosum.models.staged.positions import Batch
from zerosum.papers import find
from zerosum.papers.checks.table import MIXES, cell, match, played, row_mix, solution, span
from zerosum.papers.rows import Claim
from zerosum.papers.verdicts import Found, Share, conclude

NEAR = 0.5
"""A printed match comes out if it is nearer than this, in points of a percent."""


def misdrawn(cards: int, wins: str, losses: str, ties: str) -> Found:
    """The equilibrium against itself if player 2's card is drawn from player 1's vector, beside a printed row."""
    found = match(cards, "equilibrium", "its own vector")
    printed = {"wins": wins, "losses": losses, "ties": ties}
    off = max(abs(100 * found[name] - float(count) / 1000) for name, count in printed.items())
    text = ", ".join(f"{100 * found[name]:.2f}% {name}" for name in printed)
    return Found(
        off < NEAR, f"{text} if player 2's card is drawn from player 1's vector, {off:.2f} points off"
    )


def _hypotheses() -> dict[str, Callable[[Floats], Floats]]:
    """How the program may have solved a node: at a vertex, or by LIPSOL with λ and x bounded in several ways."""

    def inside(capped: bool, floor: float | None) -> Callable[[Floats], Floats]:
        return lambda A: solve_lipsol(A, capped=capped, floor=floor).row

    found: dict[str, Callable[[Floats], Floats]] = {"a vertex of the optimal strategies": _vertex}
    for floor in (None, 1.5, 10.0, 100.0, 1000.0):
        for capped in (True, False):
            bounds = (
                f"λ {'free' if floor is None else f'≥ -{floor:g}'}, {'x ≤ 1' if capped else 'no bound on x'}"
            )
            found[f"LIPSOL, {bounds}"] = inside(capped, floor)
    return found


def _vertex(A: Floats) -> Floats:
    return solve_batch(np.ascontiguousarray(A)).row


def _off(cards: int, mixes: Callable[[Floats], Floats], printed: Mapping[str, tuple[float, ...]]) -> float:
    """The largest difference, in points of a percent, between the printed matches and those of a hypothesis."""
    solved = solution(cards).solved
    middle = (np.asarray(solved.lower, dtype=np.float64) + np.asarray(solved.upper, dtype=np.float64)) / 2

    def row(batch: Batch) -> Floats:
        A = middle[solved.layout.child[batch.outcomes]].reshape(-1, batch.m, batch.n)
        return mixes(A) if batch.m > 1 else np.ones((len(A), 1))

    matches = {col: played(solved, row, MIXES.get(col, row)) for col in printed}
    return max(
        abs(100 * matches[col][cell] - x)
        for col, cells in printed.items()
        for cell, x in zip(("wins", "losses", "ties"), cells, strict=True)
    )


def best_hypothesis(cards: int, printed: Mapping[str, tuple[float, ...]]) -> Found:
    """Which way to solve a node comes nearest to the printed matches, player 2 drawing from player 1's vector."""
    numbers = {col: tuple(map(float, cells)) for col, cells in printed.items()}
    off = {name: _off(cards, mixes, numbers) for name, mixes in _hypotheses().items()}
    first, second = sorted(off, key=lambda name: off[name])[:2]
    text = (
        f"of {len(off)} ways tried with {cards} cards, {first} comes nearest: at most {off[first]:.2f} points off in "
        f"{3 * len(numbers)} cells; the next, {second}, {off[second]:.2f}"
    )
    return Found(off[first] < NEAR < off[second], text)


def lost_positions(cards: int, rival: str) -> Found:
    """Whether all that a match can vary by is what is played where all is lost: there every card is optimal."""
    solved = solution(cards, "lipsol").solved
    lost = np.asarray(solved.upper) < -1 + 1e-6

    def there(place: int, batch: Batch) -> Floats:
        """One card of each hand in lost positions, and the solution's mix elsewhere."""
        return np.where(
            lost[batch.positions, None], np.eye(batch.m)[min(place, batch.m - 1)], row_mix(solved, batch)
        )

    low, high = (played(solved, partial(there, place), MIXES[rival])["wins"] for place in (0, 1))
    text = (
        f"player 1 wins {100 * low:.2f}% if he plays the lowest card where all is lost, and {100 * high:.2f}% "
        "if the second lowest"
    )
    whole = np.allclose((low, high), span(cards, rival, "wins"), atol=1e-6)
    return Found(
        bool(whole), text, "optimal strategies differ by no more: where all is lost every card is optimal"
    )


def means_of_runs(runs: int) -> Found:
    """Whether the counts are means of so many runs, by how little they vary, and what judging them as one changes."""
    claims = [claim for claim in find("jujitsu").claims() if claim.check == "cell"]
    cells = [(claim, cell(**claim.arguments)) for claim in claims]
    counts = [(claim, share) for claim, share in cells if not claim.prints.endswith("%")]
    known = [_variation(claim, share) for claim, share in counts if _is_known(claim, share)]
    ratio = runs * sum(known) / len(known)
    whole = all((runs * Fraction(claim.prints)).denominator == 1 for claim, _ in counts)
    both = [(_verdict(claim, share, runs), _verdict(claim, share, 1)) for claim, share in cells]
    changes = Counter(f"{mean} to {one}" for mean, one in both if mean != one)
    told = ", ".join(f"{count} from {change}" for change, count in sorted(changes.items()))
    text = (
        f"all {len(counts)} counts are multiples of 1/{runs}; the {len(known)} that have one exact share vary "
        f"{ratio:.2f} times as much as means of {runs} runs, and {ratio / runs:.3f} times as much as one run; "
        f"judged as one run, of {len(cells)} cells {changes.total()} would change: {told}"
    )
    return Found(whole and 1 / 2 < ratio < 2, text)


def _is_known(claim: Claim, share: Share) -> bool:
    """Whether a count has one exact share, whoever plays; the matches that cannot be right are left out."""
    return claim.arguments["col"] != "equilibrium" and share.high - share.low < 1e-6


def _variation(claim: Claim, share: Share) -> float:
    """The square of a count's deviation, by the variance of one run."""
    assert share.variance is not None
    return (float(claim.prints) / claim.plays - share.low) ** 2 * claim.plays / share.variance


def _verdict(claim: Claim, share: Share, runs: int) -> str:
    return str(conclude(replace(claim, runs=runs), lambda given: share).verdict)
