"""Matrix games in fractions: processor seconds per game, compared with the aims and with an elimination in
`fractions` alone.

The games are random square matrices of integers from -100 to 100. Ours is `solve_exact`, with its total time: from
the payoffs to the value and both strategies in fractions, with all signs checked. It is compared with the necessary
part: the two systems of the optimal kernel, solved by Gauss-Jordan elimination with Python's `Fraction`, given the
kernel, without the search for it and without any check. This is skipped if it would take minutes.

    zerosum bench exact [--quick]
"""

import sys
import time
from fractions import Fraction

import numpy as np
from rich.console import Console

from zerosum.display.table import Table
from zerosum.matrix import solve_exact

AIMS = {50: 0.01, 100: 0.05, 300: 1.0, 1000: 30.0}
MAX_BY_FRACTIONS = 100


def seconds(work, runs):
    """Return the least processor time of several runs."""
    best = float("inf")
    for _ in range(runs):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return best


def eliminated(matrix):
    """Return the solution of matrix z = (0, ..., 0, 1) by elimination in fractions."""
    last = len(matrix) - 1
    table = [[*map(Fraction, line), Fraction(int(i == last))] for i, line in enumerate(matrix)]
    for j in range(len(table)):
        pivot = next(i for i in range(j, len(table)) if table[i][j])
        table[j], table[pivot] = table[pivot], table[j]
        head = table[j][j]
        table[j] = [a / head for a in table[j]]
        for i, line in enumerate(table):
            if i != j and (factor := line[j]):
                table[i] = [a - factor * b if b else a for a, b in zip(line, table[j], strict=True)]
    return [line[-1] for line in table]


def by_fractions(A, found):
    """Return both strategies of a known kernel, computed in fractions alone."""
    rows, cols = ([i for i, p in enumerate(mix) if p] for mix in (found.row, found.col))
    kernel = A[np.ix_(rows, cols)].tolist()
    border = [1] * len(cols) + [0]
    col = eliminated([*([*line, -1] for line in kernel), border])
    row = eliminated([*([*line, -1] for line in zip(*kernel, strict=True)), border])
    assert col[-1] == row[-1] == found.value.lower


def row_of_table(n):
    """One size: our time, the aim, and the time of fractions alone."""
    A = np.random.default_rng(n).integers(-100, 101, (n, n))
    found = solve_exact(A)
    mine = seconds(lambda: solve_exact(A), 5 if n <= 100 else 1)
    alone = ""
    if n <= MAX_BY_FRACTIONS:
        took = seconds(lambda: by_fractions(A, found), 1)
        alone = f"{took:.3g} ({took / mine:.0f}×)"
    digits = len(str(Fraction(found.value.lower).denominator))
    return [f"{n} × {n}", f"{mine:.3g}", AIMS[n], mine <= AIMS[n], alone, digits]


def main():
    sizes = list(AIMS)[:3] if "--quick" in sys.argv else list(AIMS)
    solve_exact(np.random.default_rng(0).integers(-9, 10, (40, 40)))  # compiled or loaded once
    rows = [row_of_table(n) for n in sizes]
    columns = ["game", "solve_exact, s", "aim", "reached", "fractions alone, s", "digits of the value"]
    Console(width=110).print(Table("Matrix games in fractions", columns, rows))


if __name__ == "__main__":
    main()
