"""Patterns of the optimal first bids as Goofspiel grows: a table, and the figure docs/bids.png.

    python benchmarks/bids.py docs/goofspiel-roots.json          the tables of docs/scale.md, and docs/bids.png
    python benchmarks/bids.py docs/goofspiel-roots.json 16       the first bids with 16 cards (13-win: for the win)

The file holds the first bids for each prize turned up: solved here up to 11 cards, on a GPU beyond (`gpu.py report`).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

from zerosum.core.arrays import Floats

PLAYED = 1e-6
"""A card with a smaller probability counts as not bid, because of rounding errors."""


def read(file: Path) -> dict[int, Floats]:
    """Return cards -> probabilities of the first bid, a row for each prize."""
    return {int(cards): np.array(rows) for cards, rows in json.loads(file.read_text())["points"].items()}


def parity(bids: Floats) -> Floats:
    """Return, for each prize, the probability of bidding a card of the same parity."""
    cards = np.arange(1, len(bids) + 1)
    return np.array([row[cards % 2 == prize % 2].sum() for prize, row in zip(cards, bids, strict=True)])


def table(roots: dict[int, Floats]) -> str:
    """Return a row for each number of cards."""
    lines = [
        "| cards | odd bids, mean over prizes | highest bid for prize 1 | for the middle prize | prizes for which "
        "the highest card is bid | top card for the top prize | mean bid for the top prize | cards bid for it |",
        "|---" * 8 + "|",
    ]
    for n, bids in roots.items():
        cards, played = np.arange(1, n + 1), bids > PLAYED
        highest = [int(cards[row].max()) for row in played]
        top = [str(prize) for prize in cards if highest[prize - 1] == n]
        lines.append(
            f"| {n} | {100 * bids[:, ::2].sum() / n:.1f} % | {highest[0]} | {highest[(n - 1) // 2]} | {', '.join(top)} "
            f"| {100 * bids[-1, -1]:.2f} % | {bids[-1] @ cards:.3f} = {bids[-1] @ cards / n:.3f} n "
            f"| {', '.join(map(str, cards[played[-1]]))} |"
        )
    return "\n".join(lines)


def shares(roots: dict[int, Floats]) -> str:
    """Return mean bids as fractions of n, for prizes at the quarters of n."""
    lines = ["| cards | n/4 | n/2 | 3n/4 | n |", "|---" * 5 + "|"]
    for n, bids in roots.items():
        if n % 4 == 0:
            means = [bids[n * quarter // 4 - 1] @ np.arange(1, n + 1) / n for quarter in (1, 2, 3, 4)]
            lines.append(f"| {n} | {' | '.join(f'{mean:.3f}' for mean in means)} |")
    return "\n".join(lines)


def strategies(bids: Floats) -> str:
    """Return a row for each prize, a column for each card, in percent."""
    n = len(bids)
    lines = [f"| prize | {' | '.join(map(str, range(1, n + 1)))} |", "|---" * (n + 1) + "|"]
    for prize, row in enumerate(bids, 1):
        cells = (f"{100 * p:.2f}" if p > PLAYED else "" for p in row)
        lines.append(f"| {prize} | {' | '.join(cells)} |")
    return "\n".join(lines)


def picture(roots: dict[int, Floats], file: Path) -> None:
    """Draw the largest game as a map, and the bids against the number of cards."""
    n = max(roots)
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(13, 4.2), layout="constrained")
    shown = left.imshow(
        100 * roots[n], origin="lower", cmap="Blues", extent=(0.5, n + 0.5, 0.5, n + 0.5), vmax=50
    )
    left.set(title=f"first bids with {n} cards, percent", xlabel="card bid", ylabel="prize turned up")
    figure.colorbar(shown, ax=left, shrink=0.8, extend="max")
    for cards in (8, 10, 12, 14, 16):
        if cards in roots:
            prizes = np.arange(1, cards + 1)
            means = roots[cards] @ prizes
            middle.plot(prizes / cards, means / cards, marker="o", markersize=3, label=f"{cards} cards")
    middle.plot([0, 1], [0, 1], color="grey", linewidth=0.8, label="bid the prize")
    middle.set(title="mean bid for each prize, as shares of n", xlabel="prize / n", ylabel="mean bid / n")
    middle.legend(fontsize=8)
    sizes = np.array(list(roots))
    right.plot(sizes, [100 * roots[k][-1, -1] for k in sizes], marker="o", label="top card for the top prize")
    right.plot(
        sizes,
        [100 * parity(roots[k]).mean() for k in sizes],
        marker="s",
        label="a card of the prize's parity",
    )
    right.plot(sizes, [100 * roots[k][:, ::2].sum() / k for k in sizes], marker="^", label="an odd card")
    right.set(title="how often, percent", xlabel="cards", ylim=(0, 101))
    right.legend(fontsize=8)
    figure.savefig(file, dpi=130)


def main() -> None:
    """Print the tables and draw the figure next to the file."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument(
        "file", nargs="?", type=Path, default=Path(__file__).parents[1] / "docs/goofspiel-roots.json"
    )
    options.add_argument("names", nargs="*")
    options.add_argument("--quick", action="store_true", help="no picture")
    asked = options.parse_args()
    for name in asked.names:
        cards, _, payoff = name.partition("-")
        print(strategies(np.array(json.loads(asked.file.read_text())[payoff or "points"][cards])))
    if not asked.names:
        roots = read(asked.file)
        print(table(roots), shares(roots), sep="\n\n")
        if not asked.quick:
            picture(roots, asked.file.parent / "bids.png")


if __name__ == "__main__":
    main()
