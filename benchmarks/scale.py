"""Large Goofspiel games solved on this machine: the rows and roots of docs/scale.md, as Markdown.

    python benchmarks/scale.py 13 14 10-win 11-win
    python benchmarks/scale.py --sample 13

The first solves each game into the user's store and prints seconds by the clock and of all cores, matrix games, the
stored bytes and the bounds; then how long the solved game takes to open, and how long to look up a strategy at a
full hand; and for each prize turned up the bounds on the value and the bids with their probabilities. If
`docs/goofspiel-roots.json` has the game, it prints the distance from the probabilities there. Start from an empty
store (`XDG_CACHE_HOME`), since stored games are not solved again. The second prints how long one core takes for a
matrix game, at patterns drawn from each stage of a game that is solved.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
import timeit
from pathlib import Path

import numpy as np

from zerosum.games.goofspiel import Goofspiel
from zerosum.models.staged.engines.tricks.plan import make_plan
from zerosum.models.staged.engines.tricks.solve import TrickSolution, contents, solve
from zerosum.models.staged.engines.tricks.threads import solve_rows, tasks
from zerosum.store import MemoryStore, cache_store

ROOTS = Path(__file__).parents[1] / "docs/goofspiel-roots.json"
KNOWN = {"13": (50, 66), "14": (300, 683)}
"""Seconds: the aim, and version 0.2 on two cores of an AMD EPYC."""
PLAYED = 1e-6
"""A card with a smaller probability counts as not bid, because of rounding errors."""

SAMPLED = 0.5
"""Time limit for the samples of a stage, in seconds of one core."""


def game_of(name: str) -> Goofspiel:
    """Return a game by its short name: 14 is Goofspiel with 14 cards for points, 10-win has 10 cards and counts
    only the win.
    """
    cards, _, payoff = name.partition("-")
    return Goofspiel(cards=int(cards), payoff=payoff or "points")


def measured(name: str) -> tuple[str, TrickSolution]:
    """Return a row of the table, and the solution."""
    game = game_of(name)
    began, worked = time.perf_counter(), time.process_time()
    solution = solve(game)
    seconds, cores = time.perf_counter() - began, time.process_time() - worked
    plan = make_plan(game)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    row = (
        f"| {game.title} | {plan.matrices:,} | {seconds:.1f} | {cores:.1f} "
        f"| {plan.matrices / seconds / 1e6:.1f} million "
        f"| {plan.disk / 1e9:.1f} GB | {memory:.1f} GB | ± {float(solution.value.gap) / 2:.1g} |"
    )
    if name in KNOWN:
        row += " aim {} s, version 0.2: {} s".format(*KNOWN[name])
    return row, solution


def latency(name: str, solution: TrickSolution) -> str:
    """Return the best times to open the solved game and to answer at a full hand."""
    game = game_of(name)
    every, context = tuple(range(1, game.cards + 1)), game.context(game.cards, up=game.cards)
    opened = min(timeit.repeat(lambda: solve(game), number=1, repeat=5))
    answered = (
        min(timeit.repeat(lambda: solution.answer_at(every, every, context), number=100, repeat=10)) / 100
    )
    return f"Opened in {opened:.2f} s; a strategy at a full hand in {1e6 * answered:.0f} µs."


def roots(name: str, solution: TrickSolution) -> str:
    """Return a row for each prize turned up: the bounds on the value, and the bids with their probabilities."""
    game, known = game_of(name), json.loads(ROOTS.read_text())
    before = known["win" if game.payoff == "win" else "points"].get(str(game.cards))
    every, apart = tuple(range(1, game.cards + 1)), 0.0
    lines = ["| prize | lower | upper | bids with their probabilities |", "|---" * 4 + "|"]
    for prize in every:
        answer = solution.answer_at(every, every, game.context(game.cards, up=prize))
        mix = {card: float(p) for card, p in answer.row.items()}
        bids = ", ".join(f"{card}: {p:.4f}" for card, p in mix.items() if p > PLAYED)
        lines.append(
            f"| {prize} | {float(answer.value.lower):.1e} | {float(answer.value.upper):.1e} | {bids} |"
        )
        if before is not None:
            apart = max(
                apart, *(abs(mix[card] - p) for card, p in zip(every, before[prize - 1], strict=True))
            )
    if before is not None:
        lines.append(f"\nNo chance is further than {apart:.1g} from that in docs/goofspiel-roots.json.")
    return "\n".join(lines)


def sample(name: str) -> None:
    """Print the time of one core for a matrix game, at patterns drawn from each stage."""
    game, draw = game_of(name), np.random.default_rng(0)
    plan = make_plan(game)
    for stage, task in tasks(plan, cache_store(f"tricks/{plan.digest()}", contents(game, plan))):
        values, games, worked = np.empty((1, len(stage.blocks))), 0, 0.0
        solve_rows(0, 1, task, values)
        while worked < SAMPLED and stage.patterns > 1:
            p, began = int(draw.integers(0, stage.patterns // 2)), time.thread_time()
            solve_rows(p, p + 1, task, values)
            worked, games = worked + time.thread_time() - began, games + len(stage.terms)
        each = worked / max(1, games)
        print(f"{stage.left} cards left: {1e9 * each:.0f} ns a game, {each * stage.matrices:.1f} s in all")


def main() -> None:
    """Print rows, then roots; or samples."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("games", nargs="+", metavar="CARDS[-win]")
    options.add_argument(
        "--sample", action="store_true", help="time one core at drawn patterns of solved games"
    )
    asked = options.parse_args()
    names = asked.games
    if asked.sample:
        for name in names:
            sample(name)
        return
    solve(Goofspiel(cards=5), store=MemoryStore())  # compiles
    print("| game | matrix games | seconds | core-seconds | a second | on disk | memory so far | value |")
    print("|---" * 8 + "|")
    solved = {}
    for name in names:
        row, solved[name] = measured(name)
        print(row, flush=True)
    for name, solution in solved.items():
        print(f"\n{solution.game.title}: {latency(name, solution)}\n\n{roots(name, solution)}", flush=True)


if __name__ == "__main__":
    main()
