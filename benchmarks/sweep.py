"""Sweeps: games per second compared with a loop and with OpenSpiel, two processes compared with one, and the
possible saving by warm starts.

Kuhn poker with many bets, solved by `zerosum.sweep` on one and two processes, by a loop over `zerosum.solve`, and
by OpenSpiel's `sequence_form_lp` in a loop, which always has the bet 1 and returns floats. The 48 rivers of a turn
on one and on two processes. Leduc poker with neighbouring antes: the linear program from scratch, and from the
final basis of its neighbour. Times are those of the clock, since processes share the work: run it on an idle
machine.

    zerosum bench sweep [--quick]
"""

import importlib.util
import sys
import time
from fractions import Fraction
from typing import Any

import highspy
import numpy as np
from benchmarks.hidden import plain_program
from rich.console import Console
from scipy.sparse import vstack

import zerosum
from zerosum.display.table import Table
from zerosum.games.leduc import Leduc
from zerosum.models.hidden.solve.bilinear import bilinear_game

QUICK = "--quick" in sys.argv
GAMES = 200 if QUICK else 1000
PEER_GAMES = 20
"""Number of games that OpenSpiel solves; its time is given per thousand."""
ANTES = [Fraction(100 + k, 100) for k in range(5 if QUICK else 40)]
RIVERS: dict[str, Any] = {
    "board": "JsKs5cQs?",
    "pot": 10,
    "stacks": 20,
    "oop": "KK, KQs, T9s, As4s, 76s, AA, QQ, AK, AQ, AJ, 88, 99, TT",
    "ip": "QQ-JJ, AKo, AsTs, 98s, 55, KJs, KTs, QJs, A5s, A4s, T9s",
}


def seconds(work):
    """Return the time of some work by the clock, and its result."""
    began = time.perf_counter()
    found = work()
    return time.perf_counter() - began, found


def loops():
    """Yield the times of a thousand Kuhn games, solved in each way."""
    bets = [Fraction(1, 2) + Fraction(7, 2) * k / (GAMES - 1) for k in range(GAMES)]
    zerosum.solve("kuhn")
    plain, values = seconds(lambda: [zerosum.solve("kuhn", bet=bet).value.lower for bet in bets])
    yield "a loop over zerosum.solve", plain, "1 process", "fractions"
    for workers in (1, 2):
        took, found = seconds(lambda n=workers: zerosum.sweep("kuhn", bet=bets, workers=n, journal=False))
        assert [row.value.lower for row in found] == values
        yield "zerosum.sweep", took, f"{workers} process{'es' * (workers > 1)}", "fractions"
    took, _ = seconds(lambda: zerosum.sweep("kuhn", bet=bets))
    yield "zerosum.sweep with its journal", took, "2 processes", "fractions"
    if all(map(importlib.util.find_spec, ("pyspiel", "cvxpy", "ecos"))):
        import pyspiel
        from open_spiel.python.algorithms.sequence_form_lp import solve_zero_sum_game

        game = pyspiel.load_game("kuhn_poker")
        took, _ = seconds(lambda: [solve_zero_sum_game(game) for _ in range(PEER_GAMES)])
        yield "OpenSpiel's sequence_form_lp in a loop", took * GAMES / PEER_GAMES, "1 process", "floats"


def rivers():
    """Yield the times of all rivers of a turn, on one process and on two."""
    if importlib.util.find_spec("phevaluator"):
        zerosum.sweep("river", workers=1, journal=False, **RIVERS | {"board": "JsKs5cQs2d"})
        for workers in (1, 2):
            took, found = seconds(
                lambda n=workers: zerosum.sweep("river", workers=n, journal=False, **RIVERS)
            )
            yield workers, took, len(found), str(found.averages[0].value)


def leduc_programs():
    """Yield the linear program of Leduc poker for each ante, in the form that HiGHS takes."""
    for ante in ANTES:
        plain = plain_program(bilinear_game(zerosum.solve(Leduc(ante=ante)).form))
        rows = vstack([plain["A_ub"], plain["A_eq"]]).tocsc()
        program = highspy.HighsLp()
        program.num_row_, program.num_col_ = rows.shape
        program.col_cost_ = plain["c"]
        program.col_lower_ = np.array([-np.inf if low is None else low for low, _ in plain["bounds"]])
        program.col_upper_ = np.full(rows.shape[1], np.inf)
        program.row_lower_ = np.concatenate([np.full(len(plain["b_ub"]), -np.inf), plain["b_eq"]])
        program.row_upper_ = np.concatenate([plain["b_ub"], plain["b_eq"]])
        program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        program.a_matrix_.start_, program.a_matrix_.index_ = rows.indptr, rows.indices
        program.a_matrix_.value_ = rows.data
        yield program


def warm():
    """Return the seconds and simplex steps of the programs, each from scratch and each from its neighbour's basis."""
    for name, keeps in (("from nothing", False), ("from its neighbour's basis", True)):
        spent, steps, basis = 0.0, 0, None
        for program in leduc_programs():
            solver = highspy.Highs()
            solver.setOptionValue("output_flag", False)
            solver.passModel(program)
            if keeps and basis is not None:
                solver.setBasis(basis)
            spent += seconds(solver.run)[0]
            steps += solver.getInfo().simplex_iteration_count
            basis = solver.getBasis()
        yield name, spent / len(ANTES), steps / len(ANTES)


if __name__ == "__main__":
    console = Console(highlight=False)
    lines = [[who, f"{took:.2f} s", where, kind] for who, took, where, kind in loops()]
    console.print(Table(f"Kuhn poker with {GAMES:,} bets", ["solver", "time", "on", "values"], lines))
    measured = list(rivers())
    lines = [
        [f"{w}", f"{took:.1f} s", f"{measured[0][1] / took:.2f}", value] for w, took, _, value in measured
    ]
    if measured:
        title = f"The {measured[0][2]} rivers of a turn"
        console.print(Table(title, ["processes", "time", "times as fast", "average"], lines))
    lines = [[name, f"{1e3 * took:.2f} ms", f"{steps:.0f}"] for name, took, steps in warm()]
    console.print(
        Table("HiGHS, Leduc poker with neighbouring antes", ["each program", "time", "steps"], lines)
    )
