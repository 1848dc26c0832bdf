"""The same games solved here and by OpenSpiel, Gambit, QuantEcon and nashpy, side by side in one run.

Matrix games with random payoffs; games with hidden information; and OpenSpiel's goofspiel and tic-tac-toe, solved
through the bridge, and compared with OpenSpiel's own value iteration and with the same game in our rules. Every
package gets its own form of the game before the clock starts, and kernels are compiled before. Times are processor
times of all threads together, which other work on the machine affects little. Packages that are not installed are
skipped.

    zerosum bench peers [--quick]
"""

import importlib.util
import io
import os
import platform
import sys
import time

import numpy as np
from rich.console import Console

import zerosum
from zerosum.display.table import Table
from zerosum.interop.gambit import to_efg

QUICK = "--quick" in sys.argv
NEEDED = {"OpenSpiel": ("pyspiel", "cvxpy", "ecos"), "Gambit": ("pygambit",), "QuantEcon": ("quantecon",)}
NEEDED["nashpy"] = ("nashpy",)
SEVERAL, LONG_ENOUGH, CLOCK = 3, 0.1, 0.01
MAX_CARDS = 5
"""Number of cards from which OpenSpiel's value iteration takes minutes and is skipped."""


def has(package):
    """Return whether all that a package needs is installed."""
    return all(importlib.util.find_spec(module) for module in NEEDED[package])


def seconds(work):
    """Return the best time of some runs, each repeated often enough to be measured, and the result of the work."""
    best, spent, runs, row = float("inf"), 0.0, 0, 1
    while runs < SEVERAL or spent < LONG_ENOUGH:
        began = time.process_time()
        for _ in range(row):
            found = work()
        took = time.process_time() - began
        best, spent, runs = min(best, took / row), spent + took, runs + 1
        row = max(row, int(CLOCK / best)) if best else 10 * row
        if took > 1:
            break
    return best, found


def shown(took):
    """Return a time in a suitable unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if took >= size:
            return f"{took / size:.3g} {unit}"
    return f"{took * 1e6:.3g} µs"


def line(game, who, work, read=tuple):
    """Return a row of a table: the game, the package, the time, the value and its known error."""
    took, found = seconds(work)
    value, error = read(found)
    return [game, who, shown(took), f"{float(value):+.12f}", error]


def ours(game, **options):
    """Solve with our solver, with a proved error."""
    value = zerosum.solve(game, **options).value
    return value.middle, "exact" if value.is_exact else f"± {float(value.gap) / 2:.0e}, proved"


def matrices():
    """Compare the packages on one random game of each size."""
    for n in (5, 20) if QUICK else (5, 20, 100, 300):
        A = np.random.default_rng(n).standard_normal((n, n))
        name = f"{n} × {n}"
        zerosum.matrix.solve(A)
        yield line(name, "zerosum", lambda A=A: zerosum.matrix.solve(A), _matrix)
        if n <= 20:
            yield line(name, "zerosum, exact", lambda A=A: ours(A, exact=True))
        for package, work in MATRIX.items():
            if has(package) and (package in ("QuantEcon", "nashpy") or n <= 100):
                yield line(name, package, work(A))


def _matrix(found):
    return found.value.middle, f"± {float(found.value.gap) / 2:.0e}, proved"


def quantecon(A):
    from quantecon.optimize import minmax

    minmax(A)
    return lambda: (minmax(A)[0], "not reported")


def nashpy(A):
    import nashpy

    game = nashpy.Game(A)
    return lambda: (game[game.linear_program()][0], "not reported")


def openspiel(A):
    import pyspiel
    from open_spiel.python.algorithms.lp_solver import solve_zero_sum_matrix_game

    game = pyspiel.create_matrix_game(A.tolist(), (-A).tolist())
    return lambda: (solve_zero_sum_matrix_game(game)[2], "not reported")


def gambit(A):
    import pygambit

    game = pygambit.Game.from_arrays(A.tolist(), (-A).tolist())
    return lambda: (_paid(pygambit.nash.lp_solve(game, rational=False)), "not reported")


def _paid(found):
    """Return the payoff of Gambit's equilibrium to its first player."""
    profile = found.equilibria[0]
    return profile.payoff(next(iter(found.game.players)))


MATRIX = {"QuantEcon": quantecon, "OpenSpiel": openspiel, "Gambit": gambit, "nashpy": nashpy}


def hidden():
    """Compare the packages on Kuhn poker with three and eight cards, and on Leduc poker, which is large for Gambit."""
    from zerosum.games.leduc import Leduc
    from zerosum.games.poker import Kuhn

    for name, game, theirs in (
        ("Kuhn poker", Kuhn(), "kuhn_poker"),
        ("Kuhn poker, 8 cards", Kuhn(cards=8), ""),
        ("Leduc", Leduc(), "leduc_poker(suit_isomorphism=true)"),  # as many nodes as ours
    ):
        zerosum.solve(game)
        yield line(name, "zerosum", lambda game=game: ours(game))
        if theirs and has("OpenSpiel"):
            yield from openspiel_hidden(name, theirs)
        if name != "Leduc" and has("Gambit"):
            yield from gambit_hidden(name, game)


def openspiel_hidden(name, theirs):
    import pyspiel
    from open_spiel.python.algorithms.sequence_form_lp import solve_zero_sum_game

    from zerosum.interop.openspiel import load

    game = pyspiel.load_game(theirs)
    yield line(name, "zerosum, through the bridge", lambda: ours(load(theirs)))
    yield line(name, "OpenSpiel, sequence form", lambda: (solve_zero_sum_game(game)[0], "not reported"))
    yield line(name, "OpenSpiel, 1000 × CFR+ (C++)", lambda: regrets(pyspiel, game), judged(pyspiel, game))


def regrets(pyspiel, game):
    """Return the average policy after a thousand rounds; evaluating the policy is not timed."""
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(1000):
        solver.evaluate_and_update_policy()
    return solver.tabular_average_policy()  # copy the policy, which ends with the solver


def judged(pyspiel, game):
    """Return a function that finds a policy's value and exploitability."""

    def reported(policy):
        value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, False)[0]
        return value, f"± {pyspiel.exploitability(game, policy):.0e}, exploitability"

    return reported


def gambit_hidden(name, game):
    import pygambit

    tree = pygambit.read_efg(io.StringIO(to_efg(game)))
    for rational in (False, True):
        reported = "exact" if rational else "not reported"
        yield line(
            name,
            f"Gambit, {'fractions' if rational else 'floats'}",
            lambda: (_paid(pygambit.nash.lp_solve(tree, rational=rational)), reported),  # noqa: B023
        )


def public():
    """Goofspiel in OpenSpiel's rules and in ours, and tic-tac-toe."""
    if not has("OpenSpiel"):
        return
    import pyspiel
    from open_spiel.python.algorithms.value_iteration import value_iteration

    from zerosum.interop.openspiel import load

    for text, own in [*GOOFSPIEL[: 1 if QUICK else None], ("tic_tac_toe", None)]:
        game = pyspiel.load_game(text)
        first = str(game.new_initial_state())
        name = text.split(",")[0].replace("(num_cards=", ", ") + (" cards" if "(" in text else "")
        if own is not None:
            zerosum.solve(own)
            yield line(name, "zerosum, own rules", lambda own=own: ours(own, store=MemoryStore()))
        yield line(name, "zerosum, through the bridge", lambda text=text: ours(load(text)))
        if game.num_distinct_actions() != MAX_CARDS:
            yield line(
                name,
                "OpenSpiel, value iteration",
                lambda game=game, first=first: (value_iteration(game, -1, 1e-9)[first], "not reported"),
            )


def main():
    console = Console(width=120)
    console.print(f"{cpu()}, {os.cpu_count()} cores, Python {platform.python_version()}, {versions()}")
    columns = ["game", "solved by", "time", "value", "error"]
    for title, lines in (
        ("Matrix games", matrices),
        ("Hidden information", hidden),
        ("Open positions", public),
    ):
        console.print(Table(f"\n{title}", columns, list(lines())))


def cpu():
    """Return the processor's name."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return next((row.split(":")[1].strip() for row in file if row.startswith("model name")), "")


def versions():
    from importlib.metadata import version

    installed = {
        "OpenSpiel": "open_spiel",
        "Gambit": "pygambit",
        "QuantEcon": "quantecon",
        "nashpy": "nashpy",
    }
    versions = [f"{name} {version(package)}" for name, package in installed.items() if has(name)]
    return ", ".join([f"zerosum {zerosum.__version__}", *versions])


if __name__ == "__main__":
    from zerosum.games.goofspiel import Goofspiel
    from zerosum.store import MemoryStore

    GOOFSPIEL = [
        (
            f"goofspiel(num_cards={n},points_order=descending,returns_type=point_difference)",
            Goofspiel(n, "descending"),
        )
        for n in (3, 4, MAX_CARDS)
    ]
    main()
