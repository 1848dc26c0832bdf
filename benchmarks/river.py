"""Rivers: processor seconds to certified gaps, beside a plain CFR+ as a reader would write it in numpy.

    zerosum bench river [--quick]
    python -m benchmarks.river subgame4.txt 18125 subgame3.txt 19750 [--draw picture.png]

The river of the first line has all hands on both sides. Files are endgames of Libratus's on the river
(github.com/Sandholm-Lab/LibratusEndgames), each followed by the chips that a player has left. Bets are of the pot and
all-in. The plain CFR+ values showdowns with the table of all pairs of hands, keeps regrets at 0 or above, updates the
players in turn and weights rounds by their number; it has 15 seconds. Both are measured by the same best replies.
Kernels are compiled before the clock starts.
"""

import sys
import time
from fractions import Fraction
from pathlib import Path

import numpy as np

from zerosum.core.progress import silent
from zerosum.core.sides import SIDES, other
from zerosum.display import Table
from zerosum.games.river import River
from zerosum.models.river.solve import FIRST
from zerosum.models.river.solve.rounds import Rounds, averaged
from zerosum.models.river.values import PairTable

QUICK = "--quick" in sys.argv
GAPS = (1e-2, 1e-3, 1e-4, 1e-5) if QUICK else (1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8)
"""Shares of the pot."""
ROUGH = 1e-5
"""The last gap that rounds alone are measured for."""
MOST_SECONDS = 15.0
"""How long the plain method may take."""


def plain(game: River) -> list[tuple[float, float]]:
    """CFR+ with all pairs of hands: processor seconds and the gap, as a share of the pot, now and then."""
    table, nodes, measure = PairTable(game, exact=False), game.nodes, Rounds(game)
    regret, total, mixes = (
        {side: np.zeros((len(game.hands[side]), len(nodes))) for side in SIDES} for _ in range(3)
    )
    for side in SIDES:
        mixes[side] = averaged(nodes, side, total[side])
    found: list[tuple[float, float]] = []
    pot, spent, check, t = 2 * float(game.half_pot), 0.0, 4, 0
    while spent < (10.0 if QUICK else MOST_SECONDS) and (not found or found[-1][1] > GAPS[-1]):
        began = time.process_time()
        t += 1
        for side in SIDES:
            worth = table.worths(side, mixes[other(side)], mixes[side])
            reach = np.ones((len(worth), len(nodes)))
            for n, node in enumerate(nodes):
                after = slice(node.first, node.first + len(node.moves))
                reach[:, after] = reach[:, n, None]
                if node.side == side:
                    regret[side][:, after] = np.maximum(
                        regret[side][:, after] + worth[:, after] - worth[:, n, None], 0
                    )
                    mixes[side][:, after] = averaged_at(regret[side][:, after])
                    reach[:, after] *= mixes[side][:, after]
            total[side] += t * reach
        spent += time.process_time() - began
        if t >= check:
            check = int(1.15 * t) + 1
            gap = sum(measure.conceded(side, averaged(nodes, side, total[side])) for side in SIDES)
            found.append((spent, gap / pot))
    return found


def averaged_at(regret):
    """A mix in proportion to regrets."""
    whole = regret.sum(axis=1, keepdims=True)
    return np.divide(regret, whole, out=np.full_like(regret, 1 / regret.shape[1]), where=whole > 0)


def ours(game: River) -> list[tuple[float, float]]:
    """The same of our solver: rounds to the larger gaps; for the smaller ones, from the start, with linear programs."""
    found: list[tuple[float, float]] = []
    for fine in (False, True)[: 1 if QUICK else 2]:
        work, began = Rounds(game), time.process_time()

        def note(done: int, total: int, unit: str, work=work, began=began, fine=fine) -> None:
            if not fine or work.gap < ROUGH * work.pot:
                found.append((time.process_time() - began, work.gap / work.pot))

        work.run((FIRST if fine else ROUGH) * work.pot, 10**6, note)
        if fine:
            work.finish(GAPS[-1] * work.pot, 10**6, note)
            note(0, 0, "")
    return found


def seconds_to(found: list[tuple[float, float]], gap: float) -> float | None:
    """When a gap was first reached."""
    return next((spent for spent, reached in found if reached <= gap), None)


def draw(curves: dict[str, list[tuple[float, float]]], path: Path) -> None:
    """Gaps over time, on logarithmic axes."""
    from matplotlib.figure import Figure

    from zerosum.display.style import COLOURS, plain_axes

    figure = Figure(figsize=(7, 4.2), layout="constrained")
    axes = figure.add_subplot()
    for k, (name, found) in enumerate(curves.items()):
        best = np.minimum.accumulate([gap for _, gap in found])
        style = "--" if "plain" in name else "-"
        axes.plot([spent for spent, _ in found], best, style, label=name, color=COLOURS[k // 2])
    axes.set(
        xscale="log", yscale="log", xlabel="processor seconds", ylabel="certified gap, as a share of the pot"
    )
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    plain_axes(axes)
    figure.savefig(path, dpi=150)


def main() -> None:
    """A table of all files, and the picture if one is asked for."""
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    picture = Path(words.pop()) if "--draw" in sys.argv else None
    named = [
        (Path(file).stem, River(file=file, stacks=Fraction(stacks)))
        for file, stacks in zip(words[::2], words[1::2], strict=True)
    ] or [("random hands", River(oop="random", ip="random", stacks=Fraction(40)))]
    Rounds(River(oop="random", ip="random")).run(1.0, 100, silent)
    rows, curves = [], {}
    for river, game in named:
        for name, found in (("zerosum", ours(game)), ("plain CFR+", plain(game))):
            curves[f"{river}, {name}"] = found
            times = (seconds_to(found, gap) for gap in GAPS)
            rows.append([river, name, *("–" if spent is None else f"{spent:.2g} s" for spent in times)])
    print(Table("", ["river", "solved by", *(f"{gap:.0e}" for gap in GAPS)], rows))
    if picture:
        draw(curves, picture)


if __name__ == "__main__":
    main()
