"""The trick engine on a GPU: times, rates, and a comparison of its tables with those of the CPU.

    python benchmarks/gpu.py plan goofspiel-17 ...         the amount of work; needs no GPU
    python benchmarks/gpu.py limits                        the speed of the card: copying, double-precision arithmetic
    python benchmarks/gpu.py measure goofspiel-13 ...      solve, print each stage, keep the upper stages in --out
    python benchmarks/gpu.py compare goofspiel-9-win ...   every value against the CPU's, within the certified bounds
    python benchmarks/gpu.py report FOLDER                 root strategies from stages kept by `measure`; no GPU

Names of games are, for example, goofspiel-13, goofspiel-13-win, jujitsu-18 or jujitsu-8-margin.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np

from zerosum.core.errors import InputError
from zerosum.core.progress import silent
from zerosum.games.goofspiel import Goofspiel
from zerosum.games.jujitsu import Jujitsu
from zerosum.models.staged.engines.tricks.gpu import Gpu
from zerosum.models.staged.engines.tricks.gpu.device import CupyDevice, open_device
from zerosum.models.staged.engines.tricks.gpu.stage import SolvedStage
from zerosum.models.staged.engines.tricks.plan import Plan, Stage, make_plan
from zerosum.models.staged.engines.tricks.rules import TrickGame
from zerosum.models.staged.engines.tricks.solve import TrickSolution, solve
from zerosum.models.staged.engines.tricks.threads import Threads
from zerosum.models.staged.engines.tricks.tiles import error_bounds, tiles
from zerosum.store import MemoryStore

KEPT = 14 << 20
"""Bytes of upper stages that `measure` keeps."""


def game_of(name: str) -> TrickGame:
    """Return a game by its short name."""
    kind, cards, *payoff = name.split("-")
    if kind == "jujitsu":
        return Jujitsu(cards=int(cards), payoff=payoff[0] if payoff else "win")
    return Goofspiel(cards=int(cards), payoff=payoff[0] if payoff else "points")


class Clock:
    """A progress callback that prints each stage when it is solved."""

    def __init__(self) -> None:
        self.began = self.last = time.perf_counter()
        self.games = 0
        self.busy = 0.0

    def start(self) -> None:
        """Start the clock."""
        self.last = time.perf_counter()

    def __call__(self, stage: Stage, outcome: SolvedStage) -> None:
        now = time.perf_counter()
        seconds = now - self.last
        self.busy, self.games = self.busy + seconds, self.games + outcome.games
        groups = max(1, outcome.games) / 32
        print(
            f"{stage.left:5} {stage.patterns:>11,} {len(stage.terms):>9,} {outcome.games:>16,} {seconds:9.3f} "
            f"{outcome.games / seconds / 1e6:9.1f} {outcome.tries / groups:7.2f} {outcome.learned / groups:8.3f} "
            f"{outcome.failures:6} {outcome.gap:9.1e}",
            flush=True,
        )
        self.last = time.perf_counter()


def measure(name: str, out: Path | None, fixed: bool | None, device: CupyDevice) -> None:
    """Solve a game and print the time of each stage."""
    game = game_of(name)
    began = time.perf_counter()
    plan, store, clock = make_plan(game), MemoryStore(), Clock()
    print(f"\n{game.title}: {plan.matrices:,} matrix games, planned in {time.perf_counter() - began:.1f} s")
    print(
        " left    patterns     terms            games   seconds  M games/s  tries  learned  failed       gap"
    )
    clock.start()
    Gpu(device, fixed=fixed, keep=KEPT, watch=clock).fill(plan, store, silent)
    error = error_bounds(plan, store)[-2]
    free, total = device.cupy.cuda.Device().mem_info
    kind = {True: "32-bit integers", False: "doubles", None: "doubles if they fit"}[fixed]
    print(
        f"{name}: {clock.busy:.2f} s, {clock.games / clock.busy / 1e6:.0f} million matrix games a second, "
        f"error at most {error:.1e}, tables as {kind}, {table_bytes(plan) / 1e9:.1f} GB of values "
        f"in the largest two stages as doubles, {(total - free) / 1e9:.1f} GB of the card taken at the end",
        flush=True,
    )
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        save(plan, store, out / f"{name}.npz", {"seconds": clock.busy, "games": clock.games})


def planned(name: str) -> None:
    """Print the work and the memory that a game takes."""
    plan = make_plan(game_of(name))
    print(
        f"{name}: {plan.matrices:,} matrix games, two stages {table_bytes(plan) / 1e9:.1f} GB as doubles, "
        f"{table_bytes(plan) / 2e9:.1f} GB as 32-bit integers, all tables {plan.disk / 1e9:.1f} GB"
    )


def table_bytes(plan: Plan) -> int:
    """Return the number of bytes of the largest two neighbouring stages."""
    sizes = [sum(8 * rows * columns for rows, columns in Plan.halves(stage)) for stage in plan.stages]
    return max(a + b for a, b in zip([0, *sizes], sizes, strict=False))


def save(plan: Plan, store: MemoryStore, file: Path, about: dict[str, float]) -> None:
    """Save the values of the upper stages, and the facts of all stages."""
    arrays, facts = {}, {}
    for stage in plan.stages:
        for tile in tiles(stage)[:1]:
            facts[str(stage.left)] = store.facts(tile.name)
        for tile in tiles(stage):
            values = store.get(tile.name)
            assert values is not None
            if values.size:
                arrays[tile.name] = values
    np.savez_compressed(file, allow_pickle=False, about=json.dumps({**about, "facts": facts}), **arrays)


def restore(file: Path) -> TrickSolution:
    """Return the solution written by `save`."""
    game = game_of(file.stem)
    plan, store, saved = make_plan(game), MemoryStore(), np.load(file)
    facts = json.loads(str(saved["about"]))["facts"]
    for stage in plan.stages:
        for tile in tiles(stage):
            values = saved[tile.name] if tile.name in saved else np.empty((0, tile.stop - tile.start))
            store.put(tile.name, values, facts[str(stage.left)])
    return solve(game, store=store)


def report(folder: Path) -> None:
    """Print the root strategies of all saved games."""
    for file in sorted(folder.glob("*.npz")):
        game, solution = game_of(file.stem), restore(file)
        print(f"\n{game.title}: prize, error of the value, chances of the first bids in percent")
        starts = range(1, game.cards + 1) if isinstance(game, Goofspiel) else [None]
        for up in starts:
            at = solution if up is None else solution.at(up=up)
            mix = " ".join(f"{card}:{100 * float(p):.2f}" for card, p in at.row.items() if float(p) > 0)
            print(f"  {'' if up is None else up:>3}  {float(at.value.gap) / 2:.1e}  {mix}")


def compare(name: str, device: CupyDevice) -> None:
    """Compare every value of both engines, and return the largest difference."""
    game = game_of(name)
    plan, mine, theirs = make_plan(game), MemoryStore(), MemoryStore()
    times = []
    for engine, store in ((Gpu(device), mine), (Threads(), theirs)):
        began = time.perf_counter()
        engine.fill(plan, store, silent)
        times.append(time.perf_counter() - began)
    bounds = [a + b for a, b in zip(error_bounds(plan, mine), error_bounds(plan, theirs), strict=True)]
    count, worst, good = 0, 0.0, True
    for stage in plan.stages:
        for tile in tiles(stage):
            one, other = mine.get(tile.name), theirs.get(tile.name)
            assert one is not None
            assert other is not None
            far = float(np.abs(one - other).max(initial=0.0))
            count, worst, good = count + one.size, max(worst, far), good and far <= bounds[stage.left]
    print(
        f"{game.title}: {count:,} values, at most {worst:.1e} apart, bounds {bounds[-1]:.1e}: "
        f"{'agree' if good else 'DISAGREE'} (GPU {times[0]:.2f} s, CPU {times[1]:.2f} s)",
        flush=True,
    )


def limits(device: CupyDevice) -> None:
    """Measure copying and double-precision multiply-adds with simple kernels."""
    cupy = device.cupy
    print(device.name, device.cupy.cuda.runtime.runtimeGetVersion())
    a, b = cupy.random.random(1 << 28), cupy.empty(1 << 28)
    busy = cupy.RawKernel(
        'extern "C" __global__ void busy(double *x) { double a = x[threadIdx.x], b = a + 1, c = a + 2, d = a + 3;'
        "for (int i = 0; i < 100000; ++i)"
        "a = fma(a, .5, .3), b = fma(b, .5, .3), c = fma(c, .5, .3), d = fma(d, .5, .3);"
        "x[threadIdx.x] = a + b + c + d; }",
        "busy",
    )

    def seconds(work):
        work()
        start, stop = cupy.cuda.Event(), cupy.cuda.Event()
        start.record()
        work()
        stop.record()
        stop.synchronize()
        return float(cupy.cuda.get_elapsed_time(start, stop)) / 1e3

    print(f"copy: {2 * a.nbytes / seconds(lambda: cupy.copyto(b, a)) / 1e12:.2f} TB/s read and written")
    blocks = 132 * 16
    rate = blocks * 128 * 4e5 * 2 / seconds(lambda: busy((blocks,), (128,), (a,)))
    print(f"double-precision multiply-adds: {rate / 1e12:.1f} TFLOP/s", flush=True)


def main() -> None:
    """Run the requested command."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument(
        "what", nargs="?", default="measure", choices=("plan", "limits", "measure", "compare", "report")
    )
    options.add_argument("names", nargs="*", default=["goofspiel-12", "goofspiel-13", "goofspiel-14"])
    options.add_argument("--out", type=Path, help="where `measure` keeps the upper stages")
    options.add_argument("--fixed", action="store_true", default=None, help="tables as 32-bit integers")
    options.add_argument("--define", action="append", default=[], help="for the kernels, like SUPPORTS=0")
    options.add_argument("--quick", action="store_true", help="the first game only")
    asked = options.parse_args()
    names = asked.names[:1] if asked.quick else asked.names
    if asked.what == "report":
        report(Path(names[0]))
    elif asked.what == "plan":
        for name in names:
            planned(name)
    else:
        try:
            device = CupyDevice(*asked.define) if asked.define else open_device()
        except InputError as error:
            sys.exit(str(error))
        run(asked, names, device)


def run(asked: argparse.Namespace, names: list[str], device: CupyDevice) -> None:
    """Run all measurements that need the card."""
    if asked.what == "limits":
        limits(device)
        return
    for name in names:
        if asked.what == "compare":
            compare(name, device)
        else:
            measure(name, asked.out, asked.fixed, device)


if __name__ == "__main__":
    main()
