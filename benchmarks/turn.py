"""Turns of hold'em on a GPU (CuPy) or with numpy: bounds on the value of Libratus's endgames in round 3.

The command `zerosum solve turn` does the same on the processor, with certificates; this compares it with a GPU.

    python -m benchmarks.turn subgame1.txt 19750 [--gpu] [--gap 1e-4] [--minutes 10]

Four cards are on the table. After the bets of the turn a fifth card is dealt, one of 48, and the bets of the river
follow. Bets are of the pot and all-in. Both rounds are solved together by discounted regret minimisation, as rivers
are (`zerosum.models.hidden.engines.river.solve`), with three differences: the arrays are [node, river card, hand],
the leaves of all river cards are evaluated by one product with tables of all pairs of hands, which suits a GPU, and
there are no linear programs at the end. A pair of hands leaves 44 cards for the river, so each has probability
1/44.

The bounds are the payoffs of best responses to the average strategies, in double precision, widened by a bound on
the rounding error: the value of a leaf is a sum of at most 1,326 terms, and a hand adds up at most 48 cards and a
few hundred ends.
"""

import itertools
import re
import sys
import time
from fractions import Fraction
from pathlib import Path

import numpy as np

from zerosum.core.sides import SIDES, other
from zerosum.models.hidden.engines.regret import eased
from zerosum.models.hidden.engines.river.ranges import HANDS, read_cards, read_range
from zerosum.models.hidden.engines.river.rules import BetNode, BetSizes, bet_tree, hand_strengths, read_sizes

LOSSES = 2.0**-53 * 2**20
"""Maximum rounding error, relative to the largest stake."""
RIVERS = 44
"""Number of possible river cards, given both hands."""


class Bets:
    """Public trees of one round, one after the other: the nodes, and the index at which each tree begins."""

    def __init__(self, trees: list[tuple[BetNode, ...]]) -> None:
        self.nodes, self.roots, self.first = list[BetNode](), list[int](), list[int]()
        for tree in trees:
            offset = len(self.nodes)
            self.roots.append(offset)
            self.nodes += tree
            self.first += [offset + node.first for node in tree]
        self.ends = [n for n, node in enumerate(self.nodes) if node.side is None]

    def after(self, n: int) -> slice:
        """Return the nodes that follow a decision."""
        return slice(self.first[n], self.first[n] + len(self.nodes[n].moves))


class Turn:
    """A turn with the rivers that follow, on arrays of `xp`: numpy or CuPy."""

    def __init__(self, board, pot, stack, ranges, bets="pot, all-in", xp=np) -> None:
        self.xp, self.pot = xp, float(pot)
        sizes = read_sizes(bets)
        both = {side: BetSizes(sizes, sizes) for side in SIDES}
        self.turn = Bets([bet_tree(pot, stack, both)])
        self.leaves = [n for n in self.turn.ends if self.turn.nodes[n].folded is None]
        trees = []
        for n in self.leaves:
            spent = self.turn.nodes[n].stake - pot / 2
            trees.append(bet_tree(pot + 2 * spent, stack - spent, both))
        self.river = Bets(trees)
        hands = sorted({*ranges[0], *ranges[1]})
        cards = np.array([HANDS[hand] for hand in hands])
        rivers = [card for card in range(52) if card not in board]
        meet = ~(cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
        wins = np.zeros((len(rivers), len(hands), len(hands)))
        valid = np.array([~(cards == card).any(axis=1) for card in rivers])
        for k, card in enumerate(rivers):
            free = np.flatnonzero(valid[k])
            rank = np.array(hand_strengths((*board, card), [tuple(cards[i]) for i in free]))
            wins[k][np.ix_(free, free)] = np.sign(rank[:, None] - rank[None, :])
        self.meet, self.wins = xp.asarray(meet.astype(float)), xp.asarray(wins * meet)
        self.valid = xp.asarray(valid.astype(float))
        weights = np.array([[float(one.get(hand, 0)) for hand in hands] for one in ranges])
        self.weights = {side: xp.asarray(w / w.max()) for side, w in zip(SIDES, weights, strict=True)}
        self.whole = float(self.weights["row"] @ self.meet @ self.weights["col"])
        self.most = max(float(node.stake) for node in (*self.turn.nodes, *self.river.nodes))
        self.shape = {"turn": (len(hands),), "river": (len(rivers), len(hands))}
        self.mixes, self.regret, self.total = (
            {side: self.arrays(side, start) for side in SIDES} for start in (None, 0.0, 0.0)
        )

    def arrays(self, side, start):
        """Return an array [node, …] for each of both rounds; without a start, all moves are equally likely."""
        found = {}
        for name, bets in (("turn", self.turn), ("river", self.river)):
            found[name] = self.xp.full((len(bets.nodes), *self.shape[name]), 0.0 if start is None else start)
            for n, node in enumerate(bets.nodes):
                if start is None and node.side == side:
                    found[name][bets.after(n)] = 1 / len(node.moves)
        return found

    def reaches(self, side, mixes, weights):
        """[node, …] in both rounds: the weight of each hand times the reach probability of its owner."""
        found = {name: self.xp.empty_like(mixes[name]) for name in mixes}
        found["turn"][0] = weights
        for name, bets in (("turn", self.turn), ("river", self.river)):
            if name == "river":
                for root, leaf in zip(bets.roots, self.leaves, strict=True):
                    found["river"][root] = found["turn"][leaf] * self.valid
            for n, node in enumerate(bets.nodes):
                if node.side == side:
                    self.xp.multiply(
                        mixes[name][bets.after(n)], found[name][n], out=found[name][bets.after(n)]
                    )
                elif node.side:
                    found[name][bets.after(n)] = found[name][n]
        return found

    def ends(self, side, reach):
        """[node, …]: the EVs of the leaves of the river, and of the folds of the turn, for each hand of a side."""
        xp = self.xp
        worth = {name: xp.zeros_like(reach[name]) for name in reach}
        for name, bets in (("turn", self.turn), ("river", self.river)):
            folds = [n for n in bets.ends if bets.nodes[n].folded]
            stakes = [float(bets.nodes[n].stake) * (-1 if bets.nodes[n].folded == side else 1) for n in folds]
            signed = xp.asarray(stakes).reshape(-1, *[1] * len(self.shape[name]))
            worth[name][folds] = signed * (reach[name][folds] @ self.meet)
        worth["river"] *= self.valid
        shows = [n for n in self.river.ends if self.river.nodes[n].folded is None]
        stakes = xp.asarray([float(self.river.nodes[n].stake) for n in shows]).reshape(-1, 1, 1)
        # wins[c] is antisymmetric, so reach @ wins[c] is minus what the hands of the side win
        lost = xp.matmul(reach["river"][shows].transpose(1, 0, 2), self.wins).transpose(1, 0, 2)
        worth["river"][shows] = -stakes * lost
        return worth

    def up(self, side, worth, decide):
        """From the ends to the roots, river before turn; `decide` values a decision of the side."""
        for name, bets in (("river", self.river), ("turn", self.turn)):
            if name == "turn":
                for root, leaf in zip(self.river.roots, self.leaves, strict=True):
                    worth["turn"][leaf] = worth["river"][root].sum(axis=0) / RIVERS
            for n in range(len(bets.nodes) - 1, -1, -1):
                node = bets.nodes[n]
                if node.side == side:
                    worth[name][n] = decide(name, bets.after(n), worth[name][bets.after(n)])
                elif node.side:
                    worth[name][n] = worth[name][bets.after(n)].sum(axis=0)
        return worth["turn"][0]

    def round(self, t):
        """Run a round: update both players, one after the other."""
        xp, (up, down, old) = self.xp, eased(t)
        for side in SIDES:
            mixes, regret = self.mixes[side], self.regret[side]

            def decide(name, after, worth, mixes=mixes, regret=regret):
                mean = (mixes[name][after] * worth).sum(axis=0)
                kept = regret[name][after]
                kept *= xp.where(kept > 0, up, down)
                kept += worth - mean
                good = xp.maximum(kept, 0)
                whole = good.sum(axis=0)
                mixes[name][after] = xp.where(whole > 0, good / xp.where(whole > 0, whole, 1), 1 / len(kept))
                return mean

            foe = other(side)
            worth = self.ends(side, self.reaches(foe, self.mixes[foe], self.weights[foe]))
            self.up(side, worth, decide)
            reach = self.reaches(side, mixes, xp.ones_like(self.weights[side]))
            for name, total in self.total[side].items():
                total *= old
                total += reach[name]

    def averages(self, side):
        """Return the average mixes."""
        found = self.arrays(side, None)
        for name, bets in (("turn", self.turn), ("river", self.river)):
            for n, node in enumerate(bets.nodes):
                if node.side == side:
                    total = self.total[side][name][bets.after(n)]
                    whole = total.sum(axis=0)
                    safe = self.xp.where(whole > 0, whole, 1)
                    found[name][bets.after(n)] = self.xp.where(whole > 0, total / safe, 1 / len(total))
        return found

    def conceded(self, side):
        """Return the EV of the best response to a side's averages, in chips."""
        foe = other(side)
        worth = self.ends(foe, self.reaches(side, self.averages(side), self.weights[side]))
        best = self.up(foe, worth, lambda name, after, moves: moves.max(axis=0))
        return float(self.weights[foe] @ best) / self.whole + LOSSES * self.most


def read_turn(path, stack, xp):
    """An endgame of Libratus's that begins on the turn."""
    text = Path(path).read_text(encoding="utf-8")
    said = dict(re.findall(r"-(round|board|pot)\s+(\S+)", text))
    board = read_cards(said["board"])
    if len(board) != 4:
        raise SystemExit(f"{path} has {len(board)} cards on the table; a turn has four")
    ranges = [read_range(path, board, side) for side in (0, 1)]
    return Turn(board, Fraction(said["pot"]), Fraction(stack), ranges, xp=xp)


def main() -> None:
    """Run rounds until the gap or the time is reached; print the gap from time to time."""
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    flags = {
        flag: float(words.pop(words.index(v)))
        for flag, v in itertools.pairwise(sys.argv)
        if flag in ("--gap", "--minutes")
    }
    if len(words) != 2:
        print(__doc__)
        return
    xp = np
    if "--gpu" in sys.argv:
        import cupy as xp  # type: ignore[no-redef]
    game = read_turn(words[0], words[1], xp)
    print(
        f"{game.shape['turn'][0]} hands, {len(game.turn.nodes)} nodes and {len(game.river.nodes)} for each river"
    )
    began, check, best = time.perf_counter(), 8, dict.fromkeys(SIDES, np.inf)
    for t in itertools.count(1):
        game.round(t)
        if t >= check:
            check = int(1.2 * t) + 1
            best = {side: min(best[side], game.conceded(side)) for side in SIDES}
            spent, gap = time.perf_counter() - began, sum(best.values()) / game.pot
            bounds = f"value in [{-best['row']:.6f}, {best['col']:.6f}]"
            print(f"{t:6} rounds {spent:7.1f} s  {bounds}  gap {gap:.2e} of the pot", flush=True)
            if gap <= flags.get("--gap", 1e-4) or spent > 60 * flags.get("--minutes", 10.0):
                return


if __name__ == "__main__":
    main()
