"""Betting games compared with their aims, and a deck compared with HiGHS on the plain sequence form.

zerosum bench betting [--quick]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from fractions import Fraction

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import bmat, coo_array

from zerosum.games.poker import Bets, Kuhn, Raise, Raises, Relance, TwoBets
from zerosum.models.continuum.form import BettingForm, betting_form
from zerosum.models.continuum.rules import BettingGame
from zerosum.models.continuum.solve import solve


def plain_sequence_form(game: BettingGame) -> tuple[float, float]:
    """Return the value by HiGHS on the sequence form written out card by card, and the time of HiGHS in seconds."""
    form, deck = betting_form(game.tree()), game.deck
    assert deck is not None
    n = deck.ranks
    alpha, beta = map(float, deck.spread)
    joint = alpha / n**2 - beta / n * np.eye(n)
    sign = np.sign(np.subtract.outer(np.arange(n), np.arange(n)))
    blocks: dict[tuple[int, int], np.ndarray] = {}
    for leaf in form.leaves:
        pay = joint * (float(leaf.constant) + float(leaf.stake) * sign)
        blocks[leaf.col, leaf.row] = blocks.get((leaf.col, leaf.row), 0) - pay.T
    rows, cols = form.sequences["row"], form.sequences["col"]
    empty = coo_array((n, n))
    pay_matrix = bmat([[coo_array(blocks.get((c, r), empty)) for r in range(rows)] for c in range(cols)])
    flow, right = constraints(form, "row", n)
    back, ends = constraints(form, "col", n)
    start = time.perf_counter()
    answer = linprog(
        np.concatenate([np.zeros(rows * n), -ends]),
        A_ub=bmat([[pay_matrix, back.T]]).tocsc(),
        b_ub=np.zeros(cols * n),
        A_eq=bmat([[flow, coo_array((flow.shape[0], back.shape[0]))]]).tocsc(),
        b_eq=right,
        bounds=[(0, None)] * (rows * n) + [(None, None)] * back.shape[0],
        method="highs",
        options={"time_limit": 300.0},
    )
    value = -float(answer.fun) if answer.fun is not None else float("nan")
    return value, time.perf_counter() - start


def constraints(form: BettingForm, player: str, n: int) -> tuple[coo_array, np.ndarray]:
    """Return the equations that the reaches of a strategy satisfy."""
    turns = [turn for turn in form.turns if turn.player == player]
    card = np.arange(n)
    lines, places, data = [card], [card], [np.ones(n)]
    for k, turn in enumerate(turns):
        for sequence, factor in ((turn.parent, -1.0), *((s, 1.0) for s in turn.sequences)):
            lines.append((k + 1) * n + card)
            places.append(sequence * n + card)
            data.append(np.full(n, factor))
    shape = ((1 + len(turns)) * n, form.sequences[player] * n)  # type: ignore[index]
    right = np.zeros(shape[0])
    right[:n] = 1
    entries = (np.concatenate(data), (np.concatenate(lines), np.concatenate(places)))
    return coo_array(entries, shape=shape), right


def line(name: str, aim: str, game: BettingGame, **options: bool) -> None:
    """Solve a game and print a line about it."""
    start, work = time.perf_counter(), time.process_time()
    solution = solve(game, **options)  # type: ignore[arg-type]
    seconds, busy = time.perf_counter() - start, time.process_time() - work
    gap = "exact" if solution.value.is_exact else f"{float(solution.value.gap):.1e}"
    value = float(solution.value)
    print(f"{name:<44} {value:>14.10f} {gap:>9} {seconds:>8.2f} s {busy:>8.2f} s   {aim}", flush=True)


def main() -> None:
    """Print the table."""
    quick = "--quick" in sys.argv
    solve(Relance())  # so that no row includes the time of imports
    print(f"{'game':<44} {'value':>14} {'gap':>9} {'wall':>10} {'cpu':>10}   aim")
    line("relance, bet 1", "exact in 1 s", Relance())
    line("two bets, 1 and 2", "exact in 1 s", TwoBets())
    line("raise, bet 1", "exact in 1 s", Raise())
    line("raise, bet 5", "exact in 1 s", Raise(bet=Fraction(5)))
    line("two bets, 1/4 and 1 (below the paper's .62)", "", TwoBets(low=Fraction(1, 4), high=Fraction(1)))
    line("raises, up to 4", "", Raises(raises=4))
    sizes = tuple(map(Fraction, (1, 2, 4)))
    line("sizes 1, 2, 4 and one raise", "", Bets(sizes=sizes, raises=1))
    if not quick:
        line(
            "sizes 1, 2, 4 and two raises, numeric", "1e-9 in 10 s", Bets(sizes=sizes, raises=2), numeric=True
        )
        line("sizes 1, 2, 4 and two raises", "", Bets(sizes=sizes, raises=2))
    makers: list[tuple[str, Callable[[int], BettingGame]]] = [
        ("raise", lambda n: Raise(cards=n)),
        ("Kuhn poker", lambda n: Kuhn(cards=n)),
    ]
    for name, make in makers:
        for n in (52, 100) if quick else (52, 200, 1000):
            aim = "1e-9 in 10 s" if n == 1000 else ""
            line(f"{name}, {n} cards", aim, make(n))
            value, seconds = plain_sequence_form(make(n))
            words = "HiGHS on the plain sequence form"
            print(f"{f'   {words}':<44} {value:>14.10f} {'':>9} {seconds:>8.2f} s", flush=True)


if __name__ == "__main__":
    main()
