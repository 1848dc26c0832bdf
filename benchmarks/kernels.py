"""Compile the kernels of every model at once, by its tiny game: tests and measurements then find them compiled.

python -m benchmarks.kernels
"""

from benchmarks.start import TINY

from zerosum import compiled
from zerosum.families import solve
from zerosum.request import load_game
from zerosum.store import MemoryStore


def main():
    compiled.FEW = 0
    for words in TINY.values():
        name, *rest = words.split()
        game = load_game(name)(*[word for word in rest if "/" in word])
        solve(game, **({"store": MemoryStore()} if game.model == "tricks" else {}))


if __name__ == "__main__":
    main()
