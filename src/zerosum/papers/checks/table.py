"""Table 5.1 of Sanwal and Drechsler: 35 matches of Jujitsu, each simulated, and the correct content of each cell.

- Random against anything: one number.
- The equilibrium against a weak player: a range, since a position can have many optimal mixes and some of them win
  more from the weak player than others; and the number for the mixes that LIPSOL, Matlab's linprog of 2002, finds.
- The equilibrium against itself: the value is 0, so wins and losses must balance, and the ties lie in the range over
  all pairs of strategies that are optimal at every position. Either player's optimal mixes of a matrix game are a
  polytope, and a bilinear form is greatest and least at a pair of vertices: the points where m - 1 of the constraints
  x ≥ 0 and xᵀA ≥ v hold with equality.

The last part reconstructs how the program produced the printed numbers: how it solved a node, drew player 2's card,
and counted. The printed matches of the equilibrium against itself do not balance. They are reproduced if player 2's
card is drawn from player 1's stored vector: at the node (X, Y, t, s) the program kept player 1's mix only, and by
position in the hand it can be read for either hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np

from zerosum.arena.players import Player, highest, lowest, uniform
from zerosum.core.arrays import Floats, Ints
from zerosum.display.style import COLOURS, plain_axes
from zerosum.games.jujitsu import Jujitsu
from zerosum.matrix import solve_batch
from zerosum.models.staged.answer import SolvedPositions, StagedSolution
from zerosum.models.staged.matches import equilibrium_range
from zerosum.models.staged.positions import Batch
from zerosum.models.staged.solve import BatchSolver, solve
from zerosum.papers import find
from zerosum.papers.lipsol import solve_lipsol
from zerosum.papers.rows import Claim
from zerosum.papers.verdicts import Found, Share, conclude

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SPREAD_TOLERANCE = 1e-9


def pair_range(A: Floats, low: Floats, high: Floats, x: Floats, y: Floats) -> tuple[float, float]:
    """Return min pᵀ(low)q and max pᵀ(high)q over all optimal p, q of the game A, for which x, y are one pair."""
    if max(np.ptp(low), np.ptp(high)) < SPREAD_TOLERANCE:
        return float(low.min()), float(high.max())
    if is_only_pair(A, x, y):
        return float(x @ low @ y), float(x @ high @ y)
    value = float(x @ A @ y)
    p, q = vertices(A, value), vertices(-A.T, -value)
    return float((p @ low @ q.T).min()), float((p @ high @ q.T).max())


def is_only_pair(A: Floats, x: Floats, y: Floats) -> bool:
    """Check whether a pair of optimal mixes is unique: other moves lose, and the supports determine the mixes."""
    value, mine, theirs = x @ A @ y, x > SPREAD_TOLERANCE, y > SPREAD_TOLERANCE
    if (
        mine.sum() != theirs.sum()
        or (A @ y > value - SPREAD_TOLERANCE)[~mine].any()
        or (x @ A < value + SPREAD_TOLERANCE)[~theirs].any()
    ):
        return False
    k = int(mine.sum())
    bordered = np.zeros((k + 1, k + 1))
    bordered[:k, :k] = A[np.ix_(mine, theirs)]
    bordered[:k, k] = bordered[k, :k] = 1
    return bool(np.linalg.svd(bordered, compute_uv=False)[-1] > 1e-7)


def vertices(A: Floats, value: float) -> Floats:
    """Return the vertices of the row player's optimal mixes."""
    m, n = A.shape
    if m == 1:
        return np.ones((1, 1))
    rows, right = np.vstack([np.eye(m), A.T]), np.concatenate([np.zeros(m), np.full(n, value)])
    chosen = np.array(list(combinations(range(m + n), m - 1)))
    systems = np.concatenate([rows[chosen], np.ones((len(chosen), 1, m))], axis=1)
    sides = np.concatenate([right[chosen], np.ones((len(chosen), 1))], axis=1)
    sound = np.abs(np.linalg.det(systems)) > 1e-10
    found = np.linalg.solve(systems[sound], sides[sound][:, :, None])[:, :, 0]
    found = found[(found @ rows.T >= right - SPREAD_TOLERANCE).all(axis=1)]
    return np.unique(np.round(np.maximum(found, 0), 9), axis=0)


SIZES = range(4, 9)
PLAYERS: dict[str, Player] = {"uniform": uniform, "highest": highest, "lowest": lowest}
COUNTS: dict[str, Callable[[float], float]] = {
    "wins": lambda payoff: float(payoff > 0),
    "losses": lambda payoff: float(payoff < 0),
    "ties": lambda payoff: float(payoff == 0),
    "spread": float,
}
"""What each cell counts, as a function of the payoff."""

BatchRule = Callable[[Batch], Floats]


def _size(batch: Batch) -> int:
    return int(batch.positions.stop - batch.positions.start)


MIXES: dict[str, BatchRule] = {
    "uniform": lambda batch: np.full((_size(batch), batch.n), 1 / batch.n),
    "highest": lambda batch: np.tile(np.eye(batch.n)[-1], (_size(batch), 1)),
    "lowest": lambda batch: np.tile(np.eye(batch.n)[0], (_size(batch), 1)),
}


@cache
def solution(cards: int, solver: BatchSolver | None = None) -> StagedSolution:
    return solve(Jujitsu(cards=cards).as_staged(by_order=True), solver=solver)


def played(solved: SolvedPositions, row: BatchRule, col: BatchRule) -> dict[str, float]:
    """Return the shares of wins, losses and ties from the start, and the spread, if both play these mixes."""
    layout = solved.layout
    payoff = np.array(solved.graph.payoff, dtype=np.float64)[layout.order]
    shares = np.stack([payoff > 0, payoff < 0, payoff == 0], axis=1).astype(float)
    for batch in layout.batches:
        if batch.m:
            after = shares[layout.child[batch.outcomes]].reshape(-1, batch.m, batch.n, 3)
            shares[batch.positions] = np.einsum("gi,gj,gijk->gk", row(batch), col(batch), after)
    win, loss, tie = map(float, shares[solved.rank(solved.graph.positions[0])])
    return {"wins": win, "losses": loss, "ties": tie, "spread": win - loss}


def row_mix(solved: SolvedPositions, batch: Batch) -> Floats:
    """Return player 1's mix in a solution."""
    return np.asarray(solved.row_mix)[batch.row_mix].reshape(-1, batch.m)


@cache
def match(cards: int, row: str, col: str) -> dict[str, float]:
    """Return a match of LIPSOL's equilibrium; "its own vector" draws player 2's card from player 1's mix."""
    solved = solution(cards, solve_lipsol).solved
    first: BatchRule = partial(row_mix, solved)

    def second(batch: Batch) -> Floats:
        return np.asarray(solved.col_mix)[batch.col_mix].reshape(-1, batch.n)

    cols = {**MIXES, "equilibrium": second, "its own vector": first}
    return played(solved, MIXES.get(row, first), cols[col])


@cache
def span(cards: int, opponent: str, cell: str) -> tuple[float, float]:
    """Return the range of the fraction of plays over all equilibrium strategies of the row player."""
    solved = solution(cards)
    found = equilibrium_range(solved.game, solved.solved.layout, PLAYERS[opponent], of=COUNTS[cell])
    return float(found.worst), float(found.best)


@cache
def _ties_between_equilibria(cards: int) -> tuple[float, float]:
    """Return the minimum and the maximum of ties over all pairs of strategies that are optimal at every position."""
    solved = solution(cards).solved
    layout = solved.layout
    middle = (np.asarray(solved.lower, dtype=np.float64) + np.asarray(solved.upper, dtype=np.float64)) / 2
    least = (np.array(solved.graph.payoff, dtype=np.float64)[layout.order] == 0).astype(float)
    most = least.copy()
    for batch in layout.batches:
        if batch.m:
            child, shape = layout.child[batch.outcomes], (-1, batch.m, batch.n)
            x = np.asarray(solved.row_mix)[batch.row_mix].reshape(-1, batch.m)
            y = np.asarray(solved.col_mix)[batch.col_mix].reshape(-1, batch.n)
            games = (*(v[child].reshape(shape) for v in (middle, least, most)), x, y)
            for at, game in enumerate(zip(*games, strict=True), batch.positions.start):
                least[at], most[at] = pair_range(*game)
    start = solved.rank(solved.graph.positions[0])
    return float(least[start]), float(most[start])


def _variance(shares: Mapping[str, float], cell: str) -> float:
    """Return the variance of one play's contribution to a cell."""
    p = shares[cell]
    return 1 - shares["ties"] - p * p if cell == "spread" else p * (1 - p)


def cell(cards: int, row: str, col: str, cell: str) -> Share:
    """Return the required content of a cell, and its content under the strategies found by LIPSOL."""
    found = match(cards, row, col)
    if row == "uniform":
        return Share(found[cell], found[cell], variance=_variance(found, cell))
    if col == "equilibrium":
        low, high = _ties_between_equilibria(cards)
        ends = {"ties": (low, high), "spread": (0.0, 0.0)}.get(cell, ((1 - high) / 2, (1 - low) / 2))
        return Share(*ends, variance=_variance(found, cell))
    low, high = span(cards, col, cell)
    return Share(low, high, found[cell], "with LIPSOL's at every node", _variance(found, cell))


def arithmetic(win: str, loss: str, tie: str, margin: str, spread: str, tie_percent: str) -> Found:
    """Check whether the last three columns of a row follow from the first three."""
    w, l, t = float(win), float(loss), float(tie)  # noqa: E741
    fine = (
        abs(w + l + t - 100_000) < 0.01
        and abs(abs(w - l) - float(margin)) <= 0.56
        and abs((w - l) / 1000 - float(spread)) <= 0.0051
        and abs(t / 1000 - float(tie_percent)) <= 0.0051
    )
    return Found(fine, f"{w - l:+.2f} of {w + l + t:.0f} plays")


def defeats(opponent: str) -> Found:
    """Check whether every equilibrium strategy has a positive EV against a weak player, with 4 to 8 cards."""
    least = {n: span(n, opponent, "spread")[0] for n in SIZES}
    worst = min(least, key=lambda n: least[n])
    text = f"at least {', '.join(f'{100 * v:.2f}%' for v in least.values())} with 4 to 8 cards"
    beaten = least[worst] > 1e-9
    theirs = min(match(n, "equilibrium", opponent)["spread"] for n in SIZES)
    even = f"with {worst} some only break even; the one that their program finds wins by {100 * theirs:.2f}% or more"
    return Found(beaten, text if beaten else f"{text}: {even}", near=theirs > 1e-9)


def worst_opponent(opponent: str, worst: bool, sizes: Sequence[int] = SIZES) -> Found:
    """Check whether a player loses the most, or the least, of the three to the equilibrium at all these sizes."""

    def spread(cards: int, col: str) -> float:
        return match(cards, "equilibrium", col)["spread"]

    pick = max if worst else min
    so = [n for n in SIZES if pick(PLAYERS, key=partial(spread, n)) == opponent]
    text = f"loses {'most' if worst else 'least'} of the three with {', '.join(map(str, so)) or 'no'} cards"
    return Found(set(sizes) <= set(so), text)


def odd_is_better() -> Found:
    """Check whether the equilibrium does better, by wins minus losses, with 5 and 7 cards than with
    neighbouring sizes.

    It is near if the number of wins is greater.
    """
    beside = [(5, 4), (5, 6), (7, 6), (7, 8)]
    better = {
        by: [
            match(odd, "equilibrium", col)[by] > match(even, "equilibrium", col)[by]
            for odd, even in beside
            for col in PLAYERS
        ]
        for by in ("wins", "spread")
    }
    text = ", ".join(f"by {by} in {sum(all_)} of {len(all_)} comparisons" for by, all_ in better.items())
    return Found(all(better["spread"]), f"better {text}", near=all(better["wins"]))


def odd_has_fewer_ties() -> Found:
    """Check whether games with an odd number of cards have fewer ties than neighbouring sizes, for all players."""
    ties = {
        (row, col): [match(n, row, col)["ties"] for n in SIZES]
        for row, col in [*(("equilibrium", col) for col in (*PLAYERS, "equilibrium")), ("uniform", "uniform")]
    }
    fine = all(t[1] < min(t[0], t[2]) and t[3] < min(t[2], t[4]) for t in ties.values())
    shown = ", ".join(f"{100 * t:.1f}%" for t in ties["uniform", "uniform"])
    return Found(fine, f"random against random: {shown}", f"and so for {len(ties) - 1} other pairs")


def deviations(low: str, high: str, plays: int) -> Found:
    """Check whether the standard deviations of the counts of `plays` plays lie in a range."""
    shares = [
        match(n, row, col)[cell]
        for n in SIZES
        for row in ("equilibrium", "uniform")
        for col in PLAYERS
        for cell in ("wins", "losses", "ties")
    ]
    found = [(plays * p * (1 - p)) ** 0.5 for p in shares]
    text = f"they run from {min(found):.0f} to {max(found):.0f}; none can be above {(plays / 4) ** 0.5:.0f}"
    return Found(float(low) <= min(found) and max(found) <= float(high), text)


PRINTED, COMPUTED, RANGE = COLOURS[5], COLOURS[0], "0.75"


def _printed(opponent: str) -> list[float]:
    """Return the printed spreads of the equilibrium against an opponent, by number of cards, in percent."""
    rows = (claim for claim in find("jujitsu").claims() if claim.check == "cell")
    return [
        float(claim.prints.rstrip("%"))
        for claim in rows
        if claim.arguments["cell"] == "spread"
        and (claim.arguments["row"], claim.arguments["col"]) == ("equilibrium", opponent)
    ]


def draw_table() -> Figure:
    """Draw the margin of the equilibrium over each opponent, printed and computed."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 5.5), layout="constrained")
    for axes, opponent in zip(figure.subplots(2, 2).flat, (*PLAYERS, "equilibrium"), strict=True):
        _panel(axes, opponent)
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False)
    figure.supylabel("wins less losses, % of plays")
    return figure


def _panel(axes: Axes, opponent: str) -> None:
    """Draw one opponent: the range over all equilibrium strategies, LIPSOL's, and the printed number."""
    itself = opponent == "equilibrium"
    must = [cell(n, "equilibrium", opponent, "spread") for n in SIZES]
    by_program = [
        match(n, "equilibrium", "its own vector")["spread"] if itself else share.stated or 0.0
        for n, share in zip(SIZES, must, strict=True)
    ]
    low, high = ([100 * end for end in ends] for ends in zip(*((m.low, m.high) for m in must), strict=True))
    axes.vlines(SIZES, low, high, color=RANGE, linewidth=9, zorder=1, label="every equilibrium strategy")
    if itself:
        axes.scatter(SIZES, [0] * len(SIZES), color=RANGE, s=60, marker="s")
    percent, label = [100 * x for x in by_program], "their program, computed"
    axes.scatter(SIZES, percent, color=COMPUTED, s=70, marker="x", label=label)
    axes.scatter(SIZES, _printed(opponent), s=80, facecolors="none", edgecolors=PRINTED, label="printed")
    axes.set_title(f"against {'itself' if itself else opponent}", fontsize=10)
    axes.set_xticks(SIZES, [f"{n} cards" for n in SIZES])
    axes.axhline(0, color="black", linewidth=0.6)
    plain_axes(axes)


MATCH_TOLERANCE = 0.5
"""Maximum distance, in percentage points, at which a printed match counts as reproduced."""


def misdrawn(cards: int, wins: str, losses: str, ties: str) -> Found:
    """Compare the equilibrium against itself, with player 2's card drawn from player 1's vector, with a printed row."""
    found = match(cards, "equilibrium", "its own vector")
    printed = {"wins": wins, "losses": losses, "ties": ties}
    off = max(abs(100 * found[name] - float(count) / 1000) for name, count in printed.items())
    shares = ", ".join(f"{100 * found[name]:.2f}% {name}" for name in printed)
    text = f"{shares} if player 2's card is drawn from player 1's vector, {off:.2f} points off"
    return Found(off < MATCH_TOLERANCE, text)


def _hypotheses() -> dict[str, Callable[[Floats], Floats]]:
    """List how the program may have solved a node: at a vertex, or by LIPSOL with several bounds on λ and x."""

    found: dict[str, Callable[[Floats], Floats]] = {
        "a vertex of the optimal strategies": lambda A: solve_batch(np.ascontiguousarray(A)).row
    }
    for floor, capped in product((None, 1.5, 10.0, 100.0, 1000.0), (True, False)):
        least, most = "free" if floor is None else f"≥ -{floor:g}", "x ≤ 1" if capped else "no bound on x"
        program = partial(solve_lipsol, capped=capped, floor=floor)
        found[f"LIPSOL, λ {least}, {most}"] = lambda A, program=program: program(A).row  # type: ignore[misc]
    return found


def _off(cards: int, mixes: Callable[[Floats], Floats], printed: Mapping[str, tuple[float, ...]]) -> float:
    """Return the largest difference, in percentage points, between the printed matches and those of a hypothesis."""
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
    """Find the method of solving a node that comes closest to the printed matches, with player 1's vector for both."""
    numbers = {col: tuple(map(float, cells)) for col, cells in printed.items()}
    off = {name: _off(cards, mixes, numbers) for name, mixes in _hypotheses().items()}
    first, second = sorted(off, key=lambda name: off[name])[:2]
    text = (
        f"of {len(off)} ways tried with {cards} cards, {first} comes nearest: at most {off[first]:.2f} points off in "
        f"{3 * len(numbers)} cells; the next, {second}, {off[second]:.2f}"
    )
    return Found(off[first] < MATCH_TOLERANCE < off[second], text)


def lost_positions(cards: int, opponent: str) -> Found:
    """Check whether a match can vary only by the moves in lost positions, where every card is optimal."""
    solved = solution(cards, solve_lipsol).solved
    lost = np.asarray(solved.upper) < -1 + 1e-6

    def there(place: int, batch: Batch) -> Floats:
        """Return one card of each hand in lost positions, and the solution's mix elsewhere."""
        return np.where(
            lost[batch.positions, None], np.eye(batch.m)[min(place, batch.m - 1)], row_mix(solved, batch)
        )

    low, high = (played(solved, partial(there, place), MIXES[opponent])["wins"] for place in (0, 1))
    text = (
        f"player 1 wins {100 * low:.2f}% if he plays the lowest card where all is lost, and {100 * high:.2f}% "
        "if the second lowest"
    )
    whole = np.allclose((low, high), span(cards, opponent, "wins"), atol=1e-6)
    return Found(
        bool(whole), text, "optimal strategies differ by no more: where all is lost every card is optimal"
    )


def means_of_runs(runs: int) -> Found:
    """Check by their variation that the counts are means of `runs` runs, and the change if they were treated as one
    run.
    """
    claims = [claim for claim in find("jujitsu").claims() if claim.check == "cell"]
    cells = [(claim, cell(**claim.arguments)) for claim in claims]
    counts = [(claim, share) for claim, share in cells if not claim.prints.endswith("%")]
    # squared deviations, by the variance of one run, of counts with one exact share; impossible matches are left out
    known = [
        (float(claim.prints) / claim.plays - share.low) ** 2 * claim.plays / share.variance
        for claim, share in counts
        if claim.arguments["col"] != "equilibrium" and share.high - share.low < 1e-6 and share.variance
    ]
    ratio = runs * sum(known) / len(known)
    whole = all((runs * Fraction(claim.prints)).denominator == 1 for claim, _ in counts)
    both = [(_verdict(claim, share, runs), _verdict(claim, share, 1)) for claim, share in cells]
    changes = Counter(f"{mean} to {one}" for mean, one in both if mean != one)
    listed = ", ".join(f"{count} from {change}" for change, count in sorted(changes.items()))
    text = (
        f"all {len(counts)} counts are multiples of 1/{runs}; the {len(known)} that have one exact share vary "
        f"{ratio:.2f} times as much as means of {runs} runs, and {ratio / runs:.3f} times as much as one run; "
        f"judged as one run, of {len(cells)} cells {changes.total()} would change: {listed}"
    )
    return Found(whole and 1 / 2 < ratio < 2, text)


def _verdict(claim: Claim, share: Share, runs: int) -> str:
    return str(conclude(replace(claim, runs=runs), lambda given: share).verdict)


CARDS = 4


def generators(runs: int, plays: int) -> Found:
    """Check whether the wins of random against random vary less from run to run with Java's generator."""
    draws = 2 * (CARDS - 1) * plays * runs
    java = _deviation(_java_doubles(draws, seed=2002), runs)
    twister = _deviation(np.random.Generator(np.random.MT19937(2002)).random(draws), runs)
    ratio = (java / twister) ** 2
    from scipy.stats import f as fisher  # slow to import

    low, high = fisher.ppf((0.025, 0.975), runs - 1, runs - 1)
    text = (
        f"in {runs} runs of {plays:,} plays the wins deviate by {java:.1f} and {twister:.1f}; variances of two equal "
        f"generators differ by a factor of {low:.2f} to {high:.2f} in 95 of 100 such trials, and these by {ratio:.2f}"
    )
    return Found(None if low <= ratio <= high else ratio < 1, text)


def _java_doubles(count: int, seed: int) -> Floats:
    """Return java.util.Random.nextDouble: 26 and 27 high bits of two steps of x -> 0x5DEECE66D x + 11 modulo 2^48."""
    a, c, mask = 0x5DEECE66D, 11, (1 << 48) - 1
    states = np.array([(a * ((seed ^ a) & mask) + c) & mask], dtype=np.uint64)
    while len(states) < 2 * count:
        states = np.concatenate([states, (np.uint64(a) * states + np.uint64(c)) & np.uint64(mask)])
        a, c = a * a & mask, (a * c + c) & mask
    high, low = states[0 : 2 * count : 2] >> np.uint64(22), states[1 : 2 * count : 2] >> np.uint64(21)
    return ((high << np.uint64(27)) + low).astype(np.float64) / float(1 << 53)


def _deviation(uniforms: Floats, runs: int) -> float:
    """Return the standard deviation of the wins from run to run."""
    u = uniforms.reshape(-1, 2, CARDS - 1)
    # whether the first player wins, ties being carried to the next winner
    mine = _hands(u[:, 0])
    theirs = _hands(u[:, 1])
    score, carried = np.zeros(len(mine), np.int64), np.zeros(len(mine), np.int64)
    for k in range(CARDS):
        outcome = np.sign(mine[:, k] - theirs[:, k])
        score += outcome * (carried + 1)
        carried = np.where(outcome == 0, carried + 1, 0)
    won = (score > 0).astype(np.int64).reshape(runs, -1).sum(axis=1)
    return float(won.std(ddof=1))


def _hands(u: Floats) -> Ints:
    """Return the order in which a random player plays the cards, each picked among those left."""
    left, played = np.tile(np.arange(1, CARDS + 1), (len(u), 1)), []
    for k in range(CARDS - 1):
        pick = (u[:, k] * (CARDS - k)).astype(np.int64)
        played.append(left[np.arange(len(u)), pick])
        left = left[np.arange(left.shape[1])[None, :] != pick[:, None]].reshape(len(u), -1)
    return np.stack([*played, left[:, 0]], axis=1)
