"""The time to the first answer: the waiting time at a terminal for one small game of each model.

Cold: the very first `zerosum solve` of a model, with nothing compiled yet. Warm: the best of several later runs.
Each run is a separate process, including imports and printing. Aims: 8 seconds cold, on two cores, and half a
second warm.

The installed size of the package and its dependencies, without extras, is compared with its aim.

Then `zerosum solve` and `zerosum plot` of every game of the catalogue with its own defaults, warm. The aims are 0.6
seconds for an answer (2 for blackjack for two) and 1 second for a plot. The table also has processor seconds, for
machines that are not idle, and the times of version 0.2 on two idle cores of an AMD EPYC.

    zerosum bench start [--quick]
"""

import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from rich.console import Console

from zerosum.display.table import Table
from zerosum.games import CATALOG

COLD, WARM = 8.0, 0.5
EXAMPLES = Path(__file__).parents[1] / "examples"
SMALL_GAMES = {
    "matrix": "rps",
    "subtraction": "matches",
    "staged": "inspection",
    "tricks": "jujitsu --cards 4",
    "targets": "nakai",
    "stochastic": f"stochastic {EXAMPLES / 'shapley.toml'}",
    "lagged": "gleason",
    "betting": "kuhn",
    "phased": "two-phase-relance",
    "wager": "red-dog",
    "drawing": "blackjack",
    "hidden": f"hidden {EXAMPLES / 'one-card-bluff.toml'}",
}
"""One small game of each model."""
FIRST = SMALL_GAMES | {"tricks, as a stranger types it": "jujitsu"}


def seconds(words, folder):
    """Return the time of a command whose kernels and tables are stored in `folder`."""
    room = {"NUMBA_CACHE_DIR": f"{folder}/compiled", "XDG_CACHE_HOME": f"{folder}/store"}
    began = time.perf_counter()
    command = [sys.executable, "-m", "zerosum", "solve", *words]
    subprocess.run(command, env=os.environ | room, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def measure(model, repeats):
    """Return a row of the table."""
    words = FIRST[model].split()
    with tempfile.TemporaryDirectory() as folder:
        cold = seconds(words, folder)
        warm = min(seconds(words, folder) for _ in range(repeats))
    shown = " ".join(Path(word).name for word in words)
    return [model, shown, round(cold, 1), cold <= COLD, round(warm, 2), warm <= WARM]


ANSWER, PICTURE = 0.6, 1.0
SLOW = {"blackjack-for-two": 2.0}
"""Aims of games with other limits."""
EARLIER = {
    "red-dog-pot": 1.0,
    "phases": 1.0,
    "sealed-bets": 1.1,
    "leduc": 1.25,
    "free-dealer": 1.5,
    "liars-dice": 2.0,
    "blackjack-for-two": 33.0,
}
"""Seconds that `zerosum solve` took in version 0.2, if more than half a second."""


SIZE, EARLIER_SIZE = 450, 590
"""Megabytes of the plain package: the aim, and version 0.2."""


def installed(package, seen):
    """Megabytes of each installed package that a package needs without extras, including itself; add them to `seen`."""
    try:
        found = distribution(package)
    except PackageNotFoundError:  # needed on other systems only
        return
    if found.name not in seen:
        files = [file.locate() for file in found.files or []]
        seen[found.name] = sum(os.stat(file).st_size for file in files if os.path.isfile(file)) / 1e6
        for needed in found.requires or []:
            if "extra ==" not in needed:
                installed(re.split(r"[^\w.-]", needed)[0], seen)


def at_the_prompt(words):
    """Return the clock time and the processor time of a command in seconds, the better of two runs."""
    best = None
    for _ in range(2):
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run([sys.executable, "-m", "zerosum", *words], check=True, stdout=subprocess.DEVNULL)
        took, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        work = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = min(best or (work, took), (work, took))
    return best


def prompt_line(game):
    """Return the first row for a built-in game that is solved and drawn."""
    with tempfile.TemporaryDirectory() as folder:
        solved = at_the_prompt(["solve", game])
        drawn = at_the_prompt(["plot", game, "--out", f"{folder}/picture.png"])
    aim = SLOW.get(game, ANSWER)
    return [
        *(game, round(solved[1], 2), round(solved[0], 2), EARLIER.get(game, ""), solved[0] <= aim),
        *(round(drawn[1], 2), round(drawn[0], 2), drawn[0] <= PICTURE),
    ]


def main(argv=None):
    quick = "--quick" in (sys.argv[1:] if argv is None else argv)
    sizes: dict[str, float] = {}
    installed("zerosum", sizes)
    largest = sorted(sizes.items(), key=lambda item: -item[1])
    names = ", ".join(f"{name} {size:.0f}" for name, size in largest[:5])
    Console(width=100).print(
        f"installed size: {sum(sizes.values()):.0f} MB (aim {SIZE}, version 0.2 {EARLIER_SIZE}): {names}, …"
    )
    rows = [measure(model, 1 if quick else 5) for model in FIRST]
    columns = ["model", "zerosum solve", "cold, s", f"aim {COLD:g}", "warm, s", f"aim {WARM:g}"]
    Console(width=100).print(Table("time to the first answer", columns, rows))
    files = ("hidden", "betting", "dealt-betting", "stochastic")
    few = list(EARLIER) if quick else [game for game in CATALOG if game not in files]
    columns = ["game", "solve, s", "processor", "earlier", "aim", "plot, s", "processor", f"aim {PICTURE:g}"]
    Console(width=100).print(Table("at the prompt", columns, [prompt_line(game) for game in few]))


if __name__ == "__main__":
    main()
