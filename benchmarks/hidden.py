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
from scipy.sparse import block_array, coo_array

from zerosum.games.dealers_rule import BlackjackForTwo
from zerosum.games.leduc import Leduc
from zerosum.games.liars_dice import LiarsDice
from zerosum.games.poker import Kuhn, Raise
from zerosum.models.betting_form import betting_form
from zerosum.models.hidden_form import discover
from zerosum.reports import Table
from zerosum.solvers.betting import solve as solve_betting
from zerosum.solvers.betting.written import written_out
from zerosum.solvers.hidden import solve
from zerosum.solvers.hidden.bilinear import bilinear

QUICK = "--quick" in sys.argv

ITERATIONS = {"Leduc": (100, 500), "LiarsDice": (5, 10)}
"""How many OpenSpiel's solver is given, and LiteEFG's."""
LARGE = LiarsDice(dice=2, sides=4)
"""A game of 13 million positions; it is not given to the peers, so that the table does not take too long."""
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
    equal = coo_array((game.row.flow.data, game.row.flow[1:]), shape=(rows, width + cols)).tocsc()
    back = coo_array((game.col.flow.data, game.col.flow[:0:-1]), shape=(game.col.sequences, cols))
    most = block_array([[game.matrix.T * (-1.0 / game.scale), back]]).tocsc()
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
    name = f"{name}, {solution.positions:,} positions"
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
        yield "liar's dice, 2 of 4 faces", LARGE, {}


def table():
    """All games and ways."""
    solve(Leduc())  # compiles
    solve(Leduc(), first_order=True, tolerance=0.1)
    lines, done = [], set()
    for name, game, options in games():
        lines.append(ours(name, game, **options))
        if name not in done and game != LARGE:
            lines += [*highs(name, game), *openspiel(name, game), *lite(name, game)]
        done.add(name)
    return Table("", ["game", "way", "seconds", "value", "certified"], lines)


def betting():
    """Betting trees on decks: our solver beside HiGHS on the plain sequence form, both from the tree on."""
    lines = []
    for cards in (3, 13, 52) if QUICK else (3, 13, 52, 200, 1000):
        for make in (Kuhn, Raise):
            game, times = make(cards=cards), max(1, 500 // cards)
            took, solution = least(times, lambda game=game: seconds(lambda: solve_betting(game)))
            whole, (alone, value) = least(times, lambda game=game: seconds(lambda: plain(laid_out(game))))
            kind = "fraction" if solution.value.is_exact else f"gap {solution.value.gap:.1e}"
            name = f"{make.name}, {cards} cards"
            lines.append([name, "zerosum", f"{took:.4f}", f"{float(solution.value):.9f}", kind])
            way = f"HiGHS on the plain sequence form ({alone:.4f} by itself)"
            lines.append([name, way, f"{whole:.4f}", f"{value:.9f}", "tolerance 1e-7"])
    return Table("Betting with a deck", ["game", "way", "seconds", "value", "certified"], lines)


def least(times, work):
    """The fastest of so many times."""
    return min((work() for _ in range(times)), key=lambda found: found[0])


def laid_out(game):
    """A betting game's plain sequence form, a payoff for every pair of cards."""
    return written_out(betting_form(game.tree()), game.deck)


if __name__ == "__main__":
    console = Console(highlight=False)
    console.print(table())
    console.print(betting())
