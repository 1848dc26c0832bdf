"""Compile the kernels of all models by solving a tiny game of each, so that tests and measurements find them compiled.

python -m benchmarks.kernels                 every model's
python -m benchmarks.kernels tricks          those of one model, the slowest to compile
python -m benchmarks.kernels all but tricks  those of the others, in a parallel run
"""

import sys

from benchmarks.start import SMALL_GAMES

from zerosum.core import compiled
from zerosum.models.family import solve
from zerosum.request import load_game
from zerosum.store import MemoryStore


def main(words):
    compiled.FEW = 0
    for model in SMALL_GAMES.keys() - words if "all" in words else words or SMALL_GAMES:
        name, *rest = SMALL_GAMES[model].split()
        game = load_game(name)(*[word for word in rest if "/" in word])
        solve(game, **({"store": MemoryStore()} if game.engine == "tricks" else {}))


if __name__ == "__main__":
    main(sys.argv[1:])
