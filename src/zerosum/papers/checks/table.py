"""Table 5.1 of Sanwal and Drechsler: 35 matches of Jujitsu, each simulated, and what each cell must be.

- Random against anything: one number.
- The equilibrium against a weak player: a range, since a position can have many optimal mixes and the weak player is
  punished more by some than by others; and the number for the mixes that LIPSOL, Matlab's linprog of 2002, finds.
- The equilibrium against itself: the value is 0, so wins and losses must balance, and the ties lie in the range over
  all pairs of strategies that are optimal at every position.

How the printed ones come about is in `table_program`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial

import numpy as np

from zerosum.arena.players import Player, highest, lowest, uniform
from zerosum.core.arrays import Floats
from zerosum.games.jujitsu import Jujitsu
from zerosum.models.staged.answer import SolvedPositions
from zerosum.models.staged.matches import equilibrium_range
from zerosum.models.staged.positions import Batch
from zerosum.models.staged.solve import StagedSolution, solve
from zerosum.papers.checks.faces import pair_range
from zerosum.papers.verdicts import Found, Share

SIZES = range(4, 9)
PLAYERS: dict[str, Player] = {"uniform": uniform, "highest": highest, "lowest": lowest}
COUNTS: dict[str, Callable[[float], float]] = {
    "wins": lambda payoff: float(payoff > 0),
    "losses": lambda payoff: float(payoff < 0),
    "ties": lambda payoff: float(payoff == 0),
    "spread": float,
}
"""What each cell counts, as a function of the payoff."""

Mix = Callable[[Batch], Floats]


def _size(batch: Batch) -> int:
    return int(batch.positions.stop - batch.positions.start)


MIXES: dict[str, Mix] = {
    "uniform": lambda batch: np.full((_size(batch), batch.n), 1 / batch.n),
    "highest": lambda batch: np.tile(np.eye(batch.n)[-1], (_size(batch), 1)),
    "lowest": lambda batch: np.tile(np.eye(batch.n)[0], (_size(batch), 1)),
}


@cache
def solution(cards: int, lp: str = "simplex") -> StagedSolution:
    return solve(Jujitsu(cards=cards).as_staged(by_order=True), lp=lp)  # type: ignore[arg-type]


def played(solved: SolvedPositions, row: Mix, col: Mix) -> dict[str, float]:
    """The shares of wins, losses and ties from the start, and the spread, if both play these mixes."""
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
    """What player 1 plays in a solution."""
    return np.asarray(solved.row_mix)[batch.row_mix].reshape(-1, batch.m)


@cache
def match(cards: int, row: str, col: str) -> dict[str, float]:
    """A match, with the equilibrium as LIPSOL finds it; "its own vector" draws player 2's card from player 1's mix."""
    solved = solution(cards, "lipsol").solved
    first: Mix = partial(row_mix, solved)

    def second(batch: Batch) -> Floats:
        return np.asarray(solved.col_mix)[batch.col_mix].reshape(-1, batch.n)

    cols = {**MIXES, "equilibrium": second, "its own vector": first}
    return played(solved, MIXES.get(row, first), cols[col])


@cache
def span(cards: int, rival: str, cell: str) -> tuple[float, float]:
    """The share of plays, over all equilibrium strategies of the row player."""
    solved = solution(cards)
    found = equilibrium_range(solved.game, solved.solved.layout, PLAYERS[rival], of=COUNTS[cell])
    return float(found.worst), float(found.best)


@cache
def _ties_between_equilibria(cards: int) -> tuple[float, float]:
    """The least and the most ties over all pairs of strategies that are optimal at every position."""
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
    """The variance of one play's contribution to a cell."""
    p = shares[cell]
    return 1 - shares["ties"] - p * p if cell == "spread" else p * (1 - p)


def cell(cards: int, row: str, col: str, cell: str) -> Share:
    """What a cell must be, and how the strategies that LIPSOL finds fill it."""
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
    """Whether the last three columns of a row follow from the first three."""
    w, l, t = float(win), float(loss), float(tie)  # noqa: E741
    fine = (
        abs(w + l + t - 100_000) < 0.01
        and abs(abs(w - l) - float(margin)) <= 0.56
        and abs((w - l) / 1000 - float(spread)) <= 0.0051
        and abs(t / 1000 - float(tie_percent)) <= 0.0051
    )
    return Found(fine, f"{w - l:+.2f} of {w + l + t:.0f} plays")


def defeats(rival: str) -> Found:
    """Whether every equilibrium strategy earns more than 0 against a weak player, with 4 to 8 cards."""
    least = {n: span(n, rival, "spread")[0] for n in SIZES}
    worst = min(least, key=lambda n: least[n])
    text = f"at least {', '.join(f'{100 * v:.2f}%' for v in least.values())} with 4 to 8 cards"
    beaten = least[worst] > 1e-9
    return Found(beaten, text if beaten else f"{text}: with {worst} some only break even")


def worst_rival(rival: str, worst: bool, sizes: Sequence[int] = SIZES) -> Found:
    """Whether a player loses the most, or the least, of the three to the equilibrium at all these sizes."""

    def spread(cards: int, col: str) -> float:
        return match(cards, "equilibrium", col)["spread"]

    pick = max if worst else min
    so = [n for n in SIZES if pick(PLAYERS, key=partial(spread, n)) == rival]
    told = f"loses {'most' if worst else 'least'} of the three with {', '.join(map(str, so)) or 'no'} cards"
    return Found(set(sizes) <= set(so), told)


def odd_is_better() -> Found:
    """Whether the equilibrium does better with 5 and 7 cards than with the even numbers beside them."""
    beside = [(5, 4), (5, 6), (7, 6), (7, 8)]
    better = {
        measure: [
            match(odd, "equilibrium", col)[measure] > match(even, "equilibrium", col)[measure]
            for odd, even in beside
            for col in PLAYERS
        ]
        for measure in ("wins", "spread")
    }
    text = ", ".join(
        f"by {measure} in {sum(all_)} of {len(all_)} comparisons" for measure, all_ in better.items()
    )
    verdicts = {all(all_) for all_ in better.values()}
    return Found(verdicts.pop() if len(verdicts) == 1 else None, f"better {text}")


def odd_has_fewer_ties() -> Found:
    """Whether games with an odd number of cards have fewer ties than those beside them, whoever plays."""
    ties = {
        (row, col): [match(n, row, col)["ties"] for n in SIZES]
        for row, col in [*(("equilibrium", col) for col in (*PLAYERS, "equilibrium")), ("uniform", "uniform")]
    }
    fine = all(t[1] < min(t[0], t[2]) and t[3] < min(t[2], t[4]) for t in ties.values())
    shown = ", ".join(f"{100 * t:.1f}%" for t in ties["uniform", "uniform"])
    return Found(fine, f"random against random: {shown}", f"and so for {len(ties) - 1} other pairs")


def deviations(low: str, high: str, plays: int) -> Found:
    """Whether the standard deviations of the counts of so many plays lie in a range."""
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
