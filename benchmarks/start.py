"""The time to the first answer: one small game of each model, as a person at a terminal waits for it.

Cold: the very first `zerosum solve` of a model, with nothing compiled yet. Warm: the best of several after it. Each
is a process of its own, imports and printing included. Aims: 8 seconds cold, on two cores, and half a second warm.

    zerosum bench start [--quick]
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console

from zerosum.display.table import Table

COLD, WARM = 8.0, 0.5
EXAMPLES = Path(__file__).parents[1] / "examples"
TINY = {
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
FIRST = TINY | {"tricks, as a stranger types it": "jujitsu"}


def seconds(words, folder):
    """How long one command takes whose kernels and tables are kept in `folder`."""
    room = {"NUMBA_CACHE_DIR": f"{folder}/compiled", "XDG_CACHE_HOME": f"{folder}/store"}
    began = time.perf_counter()
    command = [sys.executable, "-m", "zerosum", "solve", *words]
    subprocess.run(command, env=os.environ | room, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def measure(model, repeats):
    """One line of the table."""
    words = FIRST[model].split()
    with tempfile.TemporaryDirectory() as folder:
        cold = seconds(words, folder)
        warm = min(seconds(words, folder) for _ in range(repeats))
    shown = " ".join(Path(word).name for word in words)
    return [model, shown, round(cold, 1), cold <= COLD, round(warm, 2), warm <= WARM]


def main(argv=None):
    quick = "--quick" in (sys.argv[1:] if argv is None else argv)
    rows = [measure(model, 1 if quick else 5) for model in FIRST]
    columns = ["model", "zerosum solve", "cold, s", f"aim {COLD:g}", "warm, s", f"aim {WARM:g}"]
    Console(width=100).print(Table("time to the first answer", columns, rows))


if __name__ == "__main__":
    main()
