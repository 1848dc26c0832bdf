"""Hidden games: seconds from the rules to the proved solution, compared with the installed peers.

There is a row for each game and solver. Our time is the total, including the exploration of the game. The peers get
the game in their own form, without counting the time of loading: HiGHS gets the linear program of the plain
sequence form (no dominated move taken out, no fraction), OpenSpiel's CFR+ and LiteEFG's predictive CFR+ OpenSpiel's
game with as many nodes as ours, which is Leduc poker with equal suits made one. The last two run until their own
measure of the gap, the sum of what both players could gain by best responses, is 1e-4. Only the processor time of
their rounds counts, not that of measuring the gap. They may use twice our time, and at least 20 seconds, within 8
GB; the last result is shown.

    zerosum bench hidden [--quick]
"""

import contextlib
import gc
import importlib.util
import io
import multiprocessing
import resource
import sys
import time
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
from rich.console import Console
from scipy.optimize import linprog
from scipy.sparse import block_array, coo_array

from zerosum.display import Table
from zerosum.games.dealers_rule import BlackjackForTwo
from zerosum.games.leduc import Leduc
from zerosum.games.liars_dice import LiarsDice
from zerosum.games.poker import Kuhn, Raise
from zerosum.models.continuum.form import betting_form
from zerosum.models.continuum.solve import solve as solve_betting
from zerosum.models.continuum.solve.cards import as_hidden_game
from zerosum.models.hidden.solve import complete_plans, solve
from zerosum.models.hidden.solve.bilinear import bilinear_game
from zerosum.models.hidden.solve.guarantees import prove_value
from zerosum.models.hidden.solve.kernels import best_responses, remove_by_pairs
from zerosum.models.hidden.solve.program import TREMBLE, ProgramSolver
from zerosum.models.hidden.solve.reduce import reduce_game
from zerosum.numerics.sparse import entries

QUICK = "--quick" in sys.argv

GAP = 1e-4
"""The gap at which the peers may stop."""
MIN_SECONDS, TIMES_OURS = 20.0, 2.0
"""Minimum time limit of a peer in seconds."""
PATIENCE = 4
"""The factor from a peer's time limit to its limit by the clock, which includes measuring the gap and other work on
the machine.
"""
MEMORY = 8 * 10**9
"""Memory limit of a peer in bytes."""


def seconds(work):
    """Return the time of the work, and its result."""
    began = time.perf_counter()
    found = work()
    return time.perf_counter() - began, found


def plain_program(game):
    """Return the linear program of the sequence form: costs, rows of at most 0, fixed rows, and bounds."""
    rows, cols = len(game.row) + 1, len(game.col) + 1
    width = game.row.sequences
    cost = np.zeros(width + cols)
    cost[width] = -1.0
    one = np.zeros(rows)
    one[0] = 1.0
    equal = coo_array((game.row.flow.data, game.row.flow[1:]), shape=(rows, width + cols)).tocsc()
    back = coo_array((game.col.flow.data, game.col.flow[:0:-1]), shape=(game.col.sequences, cols))
    payoffs = entries(game.matrix)
    paid = coo_array((payoffs.data / -game.scale, (payoffs.col, payoffs.row)), shape=game.matrix.shape[::-1])
    most = block_array([[paid, back]]).tocsc()
    bounds = [(0, None)] * width + [(None, None)] * cols
    return {
        "c": cost,
        "A_ub": most,
        "b_ub": np.zeros(most.shape[0]),
        "A_eq": equal,
        "b_eq": one,
        "bounds": bounds,
    }


def plain(game):
    """Solve the plain sequence form with HiGHS; return its time in seconds and the value."""
    program = plain_program(game)
    took, answer = seconds(lambda: linprog(**program, method="highs"))
    return took, -answer.fun


def ours(name, game, **options):
    """Return a row of the table for our solver, and the solution."""
    took, solution = seconds(lambda: solve(game, **options))
    kind = "fraction" if solution.value.is_exact else f"gap {solution.value.gap:.1e}"
    return [
        name,
        f"zerosum, {solution.method}",
        f"{took:.2f}",
        f"{float(solution.value):.9f}",
        kind,
    ], solution


def peers(name, game, solution):
    """Return the rows of all peers for a game."""
    limit = max(MIN_SECONDS, TIMES_OURS * solution.seconds)
    ways = {"HiGHS on the plain sequence form": highs(solution.form)}
    if theirs(game) is not None and has("pyspiel"):
        ways["OpenSpiel's CFR+"] = openspiel(theirs(game), limit)
        if has("LiteEFG"):
            ways["LiteEFG's predictive CFR+"] = lite(theirs(game), limit)
    return [[name, way, *cells(last(work, limit), limit)] for way, work in ways.items()]


def cells(found, limit):
    """Return a peer's time, its value, and its gap."""
    if found is None:
        return "", "", f"nothing within {limit:.0f} s and 8 GB"
    took, value, rounds, gap = found
    shown = "" if value is None else f"{value:.9f}"
    if not rounds:
        return f"{took:.2f}", shown, "tolerance 1e-7"
    late = "" if gap <= GAP else f", no {GAP:.0e} within {limit:.0f} s"
    return f"{took:.2f}", shown, f"gap {gap:.1e} in {rounds:,} rounds{late}"


def last(work, limit):
    """Return the last report of a peer, which runs in its own process until its time is over; None if there is none."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_tell, args=(work, there), daemon=True)
    process.start()
    there.close()
    found, ends = None, time.perf_counter() + PATIENCE * limit
    with contextlib.suppress(EOFError):
        while here.poll(max(0.0, ends - time.perf_counter())):
            found = here.recv()
    process.kill()
    process.join()
    return found


def _tell(work, there):
    """Run a peer within its memory limit, and send its reports."""
    gc.freeze()
    held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (held + MEMORY, held + MEMORY))
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(MemoryError):
        for found in work:
            there.send(found)


def highs(form):
    """Yield the time and the value of the plain program."""
    took, value = plain(bilinear_game(form))
    yield took, value, 0, 0.0


def theirs(game):
    """Return OpenSpiel's name of a game; None if OpenSpiel does not have it."""
    if isinstance(game, LiarsDice) and game.order == "quantity":
        return f"liars_dice(numdice={game.dice},dice_sides={game.sides})"
    return "leduc_poker(suit_isomorphism=true)" if game == Leduc() else None


def has(package):
    """Return whether a peer is installed."""
    return importlib.util.find_spec(package) is not None


def rounds_until(one_round, gap, limit):
    """Processor seconds of rounds, rounds and gap until the gap is small enough or the seconds are spent.

    The gap is measured each time the rounds' time has grown by half.
    """
    took, done, left, ends = 0.0, 0, np.inf, 0.0
    while left > GAP and took < limit:
        while took <= ends:
            began = time.process_time()
            one_round()
            took, done = took + time.process_time() - began, done + 1
        ends, left = min(1.5 * took, limit), gap()
        yield took, None, done, left


def openspiel(called, limit):
    """Yield the results of OpenSpiel's CFR+ so far."""
    import pyspiel

    game = pyspiel.load_game(called)
    solver = pyspiel.CFRPlusSolver(game)
    yield from rounds_until(
        solver.evaluate_and_update_policy,
        lambda: 2 * pyspiel.exploitability(game, solver.average_policy()),
        limit,
    )


def lite(called, limit):
    """Yield the results of LiteEFG's predictive CFR+ so far."""
    import LiteEFG
    import pyspiel
    from LiteEFG.baselines.PCFR import graph

    learner = graph()
    world = LiteEFG.OpenSpielEnv(pyspiel.load_game(called), traverse_type="Enumerate", regenerate=False)
    world.set_graph(learner)
    yield from rounds_until(
        lambda: _lite_round(learner, world),
        lambda: sum(world.exploitability(learner.current_strategy(), "linear-avg-iterate")),
        limit,
    )


def _lite_round(learner, world):
    """Run a round of both players."""
    learner.update_graph(world)
    world.update_strategy(learner.current_strategy())


def games():
    """Yield the games to solve, each with the options of our solver."""
    yield "Leduc", Leduc(), {}
    yield "liar's dice", LiarsDice(), {}
    if not QUICK:
        yield "Leduc, 13 ranks", Leduc(13), {}
        yield "Leduc, 13 ranks", Leduc(13), {"first_order": True}
        yield "liar's dice, 2 of 3 faces", LiarsDice(dice=2, sides=3), {}
        yield "liar's dice, 1 of 8 faces", LiarsDice(sides=8), {"first_order": True}
        yield "blackjack for two", BlackjackForTwo(goal=Fraction(21)), {}
        yield "liar's dice, 2 of 4 faces", LiarsDice(dice=2, sides=4), {}


def tables():
    """Print a table for each game as soon as it is done."""
    solve(Leduc())  # compiles
    solve(Leduc(), first_order=True, tolerance=0.1)
    done = set()
    for name, game, options in games():
        line, solution = ours(name, game, **options)
        lines = [line, *(peers(name, game, solution) if name not in done else [])]
        done.add(name)
        cells = [line[1:] for line in lines]
        yield Table(
            f"{name}, {solution.positions:,} positions", ["way", "seconds", "value", "certified"], cells
        )


AIMS = {
    "Leduc": (Leduc(), 0.04, 0.06),
    "liar's dice": (LiarsDice(), 0.8, 1.2),
    "liar's dice, 2 of 3 faces": (LiarsDice(dice=2, sides=3), None, 2.1),
    "Leduc, 13 ranks": (Leduc(13), 3.0, None),
    "liar's dice, 1 of 7 faces": (LiarsDice(sides=7), None, None),
}
"""Games solved in fractions, from the rules: the aim in seconds, and how long version 0.2 took."""


PARTS = (
    "dominated moves removed",
    "the program with trembles, by HiGHS",
    "fractions from its basis",
    "the whole strategies, and the proof by best responses",
    "HiGHS on the plain sequence form",
)
"""The steps of our solver with a given form, in order; the last one is the peer."""


def aims():
    """Processor seconds of ours and of HiGHS with its form given, in one run, the least of several."""
    lines = []
    for name, (game, aim, earlier) in list(AIMS.items())[: 2 if QUICK else None]:
        solution = solve(game)
        form = bilinear_game(solution.form)
        ways = [lambda game=game: solve(game), lambda form=form: plain(form)]
        (mine, _), (alone, _) = least(5 if name == "Leduc" else 1, ways)
        kind = "fraction" if solution.value.is_exact else f"gap {solution.value.gap:.1e}"
        lines.append([name, float(mine) / 1000, float(alone) / 1000, aim or "", earlier or "", kind])
    titles = ["game", "ours, processor's s", "HiGHS, form given", "aim", "version 0.2", "certified"]
    return Table("Hidden games in fractions, from the rules on", titles, lines)


def split():
    """Print the parts of the time for Leduc poker, given its form as for HiGHS: processor milliseconds, best of twenty.

    Loops are compiled, as they are in a process that has solved a large game.
    """
    _ = remove_by_pairs.compiled, best_responses.compiled
    form, least_of = solve(Leduc()).form, dict[str, float]()
    for _ in range(20):
        clock = [time.process_time()]
        whole = bilinear_game(form)
        less = reduce_game(whole)
        clock.append(time.process_time())
        solver = ProgramSolver(less.game.program, less.game.against_uniform)
        vertex = solver.solve(TREMBLE)
        clock.append(time.process_time())
        found = solver.in_fractions(vertex)
        assert found is not None
        clock.append(time.process_time())
        plans = complete_plans(whole, less, found.row, found.col)
        prove_value(whole, plans["row"].reach, plans["col"].reach)
        clock.append(time.process_time())
        plain(whole)
        clock.append(time.process_time())
        for part, (before, after) in zip(PARTS, pairwise(clock), strict=True):
            least_of[part] = min(least_of.get(part, np.inf), 1000 * (after - before))
    ours = sum(list(least_of.values())[:-1])
    lines = [[part, f"{took:.1f}"] for part, took in least_of.items()]
    lines.insert(-1, ["ours, the sum", f"{ours:.1f}"])
    return Table("Leduc with its form given, loops compiled", ["part", "processor's ms"], lines)


def betting():
    """Betting trees on decks: our solver beside HiGHS on the plain sequence form, both from the tree on, in turn."""
    lines = []
    for cards in (3, 13, 52) if QUICK else (3, 13, 52, 200, 1000):
        for make in (Kuhn, Raise):
            game = make(cards=cards)
            solution, form = solve_betting(game), laid_out(game)
            ways = [
                lambda game=game: solve_betting(game),
                lambda game=game: plain(laid_out(game)),
                lambda form=form: plain(form),
            ]
            mine, whole, alone = least(max(2, 500 // cards), ways)
            name, value = f"{make.name}, {cards} cards", f"{float(solution.value):.9f}"
            kind = "fraction" if solution.value.is_exact else f"gap {solution.value.gap:.1e}"
            lines.append([name, "zerosum", *mine, value, kind])
            found = f"{plain(form)[1]:.9f}"
            lines.append([name, "HiGHS on the plain sequence form", *whole, found, "tolerance 1e-7"])
            lines.append([name, "the same, the form given", *alone, found, "tolerance 1e-7"])
    titles = ["game", "way", "processor's ms", "ms", "value", "certified"]
    return Table("Betting with a deck", titles, lines)


def least(times, ways):
    """Return, for each function, the least processor time and the least time by the clock, in milliseconds; the
    functions are run alternately.
    """
    taken = np.array([[_both_clocks(way) for way in ways] for _ in range(times)])
    return [[f"{1000 * took:.2f}" for took in clocks] for clocks in taken.min(axis=0)]


def _both_clocks(work):
    """Return processor time and clock time in seconds."""
    busy, began = time.process_time(), time.perf_counter()
    work()
    return time.process_time() - busy, time.perf_counter() - began


def laid_out(game):
    """Return a betting game's plain sequence form, a payoff for every pair of cards."""
    return as_hidden_game(betting_form(game.tree()), game.deck)


if __name__ == "__main__":
    console = Console(highlight=False)
    console.print(betting())
    console.print(aims())
    console.print(split())
    for one in tables():
        console.print(one)
