"""Hidden games: seconds from the rules to the proved answer, beside the peers that are installed.

A line per game and way. Ours is timed whole, discovery of the game included; the linear program of the plain sequence
form (no dominated move taken out, no fraction) is timed with HiGHS alone, so the form is given to it; OpenSpiel's CFR+
and LiteEFG's predictive CFR+ are given OpenSpiel's game and a number of iterations, the building of it not counted, and
their exploitability is their own reckoning. A gap is the sum of what both players could gain by best replies.

    zerosum bench hidden [--quick]
"""

import contextlib
import importlib.util
import io
import sys
import time

import numpy as np
from rich.console import Console
from scipy.optimize import linprog
from scipy.sparse import block_array

from zerosum.games.dealers_rule import BlackjackForTwo
from zerosum.games.leduc import Leduc
from zerosum.games.liars_dice import LiarsDice
from zerosum.games.poker import Kuhn
from zerosum.models.hidden_form import discover
from zerosum.reports import Table
from zerosum.solvers.betting import solve as solve_betting
from zerosum.solvers.hidden import solve
from zerosum.solvers.hidden.bilinear import Bilinear, Tree, bilinear

QUICK = "--quick" in sys.argv

ITERATIONS = {"Leduc": (100, 500), "LiarsDice": (5, 10)}
"""How many OpenSpiel's solver is given, and LiteEFG's."""
MOST_HIGHS = 100_000
"""The plain program of a game with more sequences is not tried."""


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


def highs(name, game):
    """A line for the plain program, if the game is not too large for it."""
    form = discover(game)
    if form.row.sequences + form.col.sequences > MOST_HIGHS:
        return []
    took, value = plain(bilinear(form))
    return [[name, "HiGHS on the plain sequence form", f"{took:.2f}", f"{value:.9f}", "tolerance 1e-7"]]


def theirs(game):
    """OpenSpiel's name of a game; None where it has none."""
    if isinstance(game, LiarsDice) and game.order == "quantity":
        return f"liars_dice(numdice={game.dice},dice_sides={game.sides})"
    return "leduc_poker" if game == Leduc() else None


def has(package):
    """Whether a peer is installed."""
    return importlib.util.find_spec(package) is not None


def openspiel(name, game):
    """A line for OpenSpiel's CFR+, where it is installed and has the game."""
    if theirs(game) is None or not has("pyspiel"):
        return []
    import pyspiel

    loaded = pyspiel.load_game(theirs(game))
    solver, count = pyspiel.CFRPlusSolver(loaded), ITERATIONS[type(game).__name__][0]
    took, _ = seconds(lambda: [solver.evaluate_and_update_policy() for _ in range(count)])
    gap = 2 * pyspiel.exploitability(loaded, solver.average_policy())
    return [[name, f"OpenSpiel's CFR+, {count} iterations", f"{took:.2f}", "", f"gap {gap:.1e}"]]


def lite(name, game):
    """A line for LiteEFG's predictive CFR+, where it is installed and OpenSpiel has the game."""
    if theirs(game) is None or not (has("pyspiel") and has("LiteEFG")):
        return []
    import LiteEFG
    import pyspiel
    from LiteEFG.baselines.PCFR import graph

    count = ITERATIONS[type(game).__name__][1]
    with contextlib.redirect_stdout(io.StringIO()):
        learner = graph()
        world = LiteEFG.OpenSpielEnv(
            pyspiel.load_game(theirs(game)), traverse_type="Enumerate", regenerate=False
        )
        world.set_graph(learner)
        took, _ = seconds(lambda: [_lite_round(learner, world) for _ in range(count)])
        gap = sum(world.exploitability(learner.current_strategy(), "linear-avg-iterate"))
    return [[name, f"LiteEFG's predictive CFR+, {count} iterations", f"{took:.2f}", "", f"gap {gap:.1e}"]]


def _lite_round(learner, world):
    """Both players once."""
    learner.update_graph(world)
    world.update_strategy(learner.current_strategy())


def games():
    """The games to solve, with how ours solves them."""
    yield "Leduc", Leduc(), {}
    yield "liar's dice", LiarsDice(), {}
    if not QUICK:
        yield "Leduc, 13 ranks", Leduc(13), {}
        yield "Leduc, 13 ranks", Leduc(13), {"first_order": True}
        yield "liar's dice, 2 of 3 faces", LiarsDice(dice=2, sides=3), {}
        yield "liar's dice, 1 of 8 faces", LiarsDice(sides=8), {"first_order": True}
        yield "blackjack for two", BlackjackForTwo(), {}


def table():
    """All games and ways."""
    solve(Leduc())  # compiles
    solve(Leduc(), first_order=True, tolerance=0.1)
    lines, done = [], set()
    for name, game, options in games():
        lines.append(ours(name, game, **options))
        if name not in done:
            lines += [*highs(name, game), *openspiel(name, game), *lite(name, game)]
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
