"""Hidden games: seconds from the rules to the proved answer, beside the peers that are installed.

A line per game and way. Ours is timed whole, discovery of the game included; the linear program of the plain sequence
form (no dominated move taken out, no fraction) is timed with HiGHS alone, so the form is given to it; OpenSpiel's CFR+
is given its own game and a number of iterations, and its exploitability is its own reckoning. A gap is the sum of
what both players could gain by best replies.

    zerosum bench hidden [--quick]
"""

import importlib.util
import sys
import time

import numpy as np
from rich.console import Console
from scipy.optimize import linprog
from scipy.sparse import block_array

from zerosum.games.leduc import Leduc
from zerosum.games.liars_dice import LiarsDice
from zerosum.games.poker import Kuhn
from zerosum.models.hidden_form import discover
from zerosum.reports import Table
from zerosum.solvers.betting import solve as solve_betting
from zerosum.solvers.hidden import solve
from zerosum.solvers.hidden.bilinear import Bilinear, Tree, bilinear

QUICK = "--quick" in sys.argv

THEIRS = {"Leduc": "leduc_poker", "LiarsDice": "liars_dice"}
ITERATIONS = {"Leduc": 100, "LiarsDice": 5}


def seconds(work):
    """How long the work takes, and what it gives."""
    began = time.perf_counter()
    found = work()
    return time.perf_counter() - began, found


def plain(game):
    """HiGHS on the plain sequence form: its seconds and the value that it finds."""
    rows, cols = len(game.row) + 1, len(game.col) + 1
    width = game.row.sequences
    cost = np.zeros(width + cols)
    cost[width] = -1.0
    one = np.zeros(rows)
    one[0] = 1.0
    equal = block_array([[game.row.flow, np.zeros((rows, cols))]]).tocsc()
    most = block_array([[game.matrix.T * (-1.0 / game.scale), game.col.flow.T]]).tocsc()
    bounds = [(0, None)] * width + [(None, None)] * cols
    zero = np.zeros(most.shape[0])
    took, answer = seconds(
        lambda: linprog(cost, A_ub=most, b_ub=zero, A_eq=equal, b_eq=one, bounds=bounds, method="highs")
    )
    return took, -answer.fun


def ours(name, game, **options):
    """A line of the table for our solver."""
    took, solution = seconds(lambda: solve(game, **options))
    kind = "fraction" if solution.value.is_exact else f"gap {solution.value.gap:.1e}"
    return [name, f"zerosum, {solution.method}", f"{took:.2f}", f"{float(solution.value):.9f}", kind]


def openspiel(name, game):
    """A line for OpenSpiel's CFR+, where it is installed and has the game."""
    theirs = THEIRS.get(type(game).__name__)
    if theirs is None or game != type(game)() or importlib.util.find_spec("pyspiel") is None:
        return []
    import pyspiel

    loaded = pyspiel.load_game(theirs)
    solver, count = pyspiel.CFRPlusSolver(loaded), ITERATIONS[type(game).__name__]
    took, _ = seconds(lambda: [solver.evaluate_and_update_policy() for _ in range(count)])
    gap = 2 * pyspiel.exploitability(loaded, solver.average_policy())
    return [[name, f"OpenSpiel's CFR+, {count} iterations", f"{took:.2f}", "", f"gap {gap:.1e}"]]


def games():
    """The games to solve, with how ours solves them."""
    yield "Leduc", Leduc(), {}
    yield "liar's dice", LiarsDice(), {}
    if not QUICK:
        yield "Leduc, 13 ranks", Leduc(13), {}
        yield "Leduc, 13 ranks", Leduc(13), {"first_order": True}
        yield "liar's dice, 2 of 3 faces", LiarsDice(dice=2, sides=3), {}
        yield "liar's dice, 1 of 8 faces", LiarsDice(sides=8), {"first_order": True}


def table():
    """All games and ways."""
    solve(Leduc())  # compiles
    solve(Leduc(), first_order=True, tolerance=0.1)
    lines, done = [], set()
    for name, game, options in games():
        lines.append(ours(name, game, **options))
        if name not in done:
            took, value = plain(bilinear(discover(game)))
            lines.append(
                [name, "HiGHS on the plain sequence form", f"{took:.2f}", f"{value:.9f}", "tolerance 1e-7"]
            )
            lines += openspiel(name, game)
        done.add(name)
    return Table("", ["game", "way", "seconds", "value", "certified"], lines)


def betting():
    """Betting trees on decks: our solver beside HiGHS on the plain sequence form."""
    lines = []
    for cards in (13, 52) if QUICK else (13, 52, 200):
        took, solution = seconds(lambda cards=cards: solve_betting(Kuhn(cards=cards)))
        kind = "fraction" if solution.value.is_exact else f"gap {solution.value.gap:.1e}"
        lines.append([cards, "zerosum", f"{took:.3f}", f"{float(solution.value):.9f}", kind])
        took, value = plain(kuhn(cards))
        lines.append(
            [cards, "HiGHS on the plain sequence form", f"{took:.3f}", f"{value:.9f}", "tolerance 1e-7"]
        )
    return Table("Kuhn's poker with a deck", ["cards", "way", "seconds", "value", "certified"], lines)


def kuhn(cards):
    """The plain sequence form of Kuhn's poker with so many cards: two sets and four moves a card and side."""
    x, y = np.divmod(np.arange(cards * cards), cards)
    x, y = x[x != y], y[x != y]
    win = np.where(x > y, 1.0, -1.0) / (cards * (cards - 1))
    fold = np.full(len(x), 1.0 / (cards * (cards - 1)))
    check, bet = 1 + 4 * x, 2 + 4 * x
    drop, call = 3 + 4 * x, 4 + 4 * x
    passed, raised = 1 + 4 * y, 2 + 4 * y
    gone, seen = 3 + 4 * y, 4 + 4 * y
    from scipy.sparse import coo_array

    rows = np.concatenate([check, drop, call, bet, bet])
    cols = np.concatenate([passed, raised, raised, gone, seen])
    data = np.concatenate([win, -fold, 2 * win, fold, 2 * win])
    matrix = coo_array((data, (rows, cols)), shape=(4 * cards + 1,) * 2).tocsr()
    first = np.append(1 + 2 * np.arange(2 * cards), 4 * cards + 1)
    after = np.zeros(2 * cards, np.int64)
    after[1::2] = 1 + 4 * np.arange(cards)
    return Bilinear(
        Tree(after, first), Tree(np.zeros(2 * cards, np.int64), first), matrix, abs(matrix), 1, False
    )


if __name__ == "__main__":
    console = Console(highlight=False)
    console.print(table())
    console.print(betting())
