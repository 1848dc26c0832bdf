"""Regrets and mixes on a turn: the bets of the turn, and those on all rivers that may follow.

The bets of the turn are a small tree, which is solved as a river is (`rounds`): if neither player folds, the EV of a
hand is the sum over the rivers, divided by the number of cards that are in neither hand and not on the board. The
rivers share one set of betting trees, one for each leaf of the turn at which the card is dealt. Their regrets are
floats of 32 bits, since most of the time is spent on them (`turn_kernels`); best responses, which give the bounds,
have 64 bits. Each thread has its share of the cards. If suits can be exchanged, only one card of each group of
equivalent cards is solved, and represents the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Array, Floats, Ints
from zerosum.core.compiled import threads
from zerosum.core.limits import require_budget
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.hidden.engines.regret import Fade, average_mix, in_units
from zerosum.models.hidden.engines.river.exchange import Exchange, exchanged, exchanges, images
from zerosum.models.hidden.engines.river.rules import BLOCKED, BetNode, RiverGame
from zerosum.models.hidden.engines.river.solve.kernels import end_reaches
from zerosum.models.hidden.engines.river.solve.rounds import (
    TRUST,
    BettingSpace,
    averaged,
    dyadic,
    locked_shares,
    with_locks,
)
from zerosum.models.hidden.engines.river.solve.turn_kernels import (
    Forest,
    HandOrder,
    collect,
    learn_rivers,
    response_on_rivers,
)

LANES = 32
"""Number of hands in a block."""

SHORT_UNITS = 2.0**24
"""Probabilities are whole numbers of units of 2^-24, which floats of 32 bits hold."""

REACH = 38
"""Number of bits of the verifier's reaches."""


@dataclass
class RiverForest:
    """The betting trees of the rivers, by the indices of the game's nodes."""

    nodes: list[BetNode]
    """The nodes after the first card."""
    first: Ints
    """The first child of each node, as an index among these nodes."""
    roots: Ints
    numbers: Ints
    """[card, node]: the indices of the nodes in the game."""


class TurnMixes(NamedTuple):
    """A strategy of one side."""

    turn: Floats
    """[hand, node]"""
    rivers: Array
    """[card, block, own move, lane]"""


class TurnSpace(BettingSpace[TurnMixes]):
    """Strategies on one turn."""

    def __init__(self, game: RiverGame) -> None:
        super().__init__(game)
        self.margin = max(self.margin * 4, *map(self._doubt, SIDES))
        forest = self.forest
        self.order = {side: self._order(side) for side in SIDES}
        self.forests: dict[tuple[Side, type], Forest] = {
            (side, kind): self._forest_for(side, kind) for side in SIDES for kind in (np.float32, np.float64)
        }
        own = {side: sum(len(node.moves) for node in forest.nodes if node.side == side) for side in SIDES}
        blocks = {side: self.order[side][1].shape[1] // LANES for side in SIDES}
        shape = {side: (len(self.reps), blocks[side], max(1, own[side]), LANES) for side in SIDES}
        self.river_regret, self.river_total = (
            {side: np.zeros(shape[side], np.float32) for side in SIDES} for _ in range(2)
        )
        self.worths: dict[tuple[Side, type], Array] = {
            (side, kind): np.zeros((len(self.reps), len(forest.roots), blocks[side] * LANES), kind)
            for side in SIDES
            for kind in (np.float32, np.float64)
        }
        self.on_rivers = {side: np.zeros((len(game.hands[side]), len(forest.roots))) for side in SIDES}
        self.river_fixed: dict[Side, Array] = dict.fromkeys(SIDES, np.zeros((0, 1, 1, LANES), np.float32))
        """[card, block, own move, lane]: like `fixed`, for the rivers."""
        self.workers = threads()
        self.pool = ThreadPoolExecutor(self.workers)

    @cached_property
    def _nodes(self) -> tuple[BetNode, ...]:
        return tuple(node for node in self.game.nodes if node.card is None)

    @property
    def nodes(self) -> tuple[BetNode, ...]:
        """The betting tree of the turn; where a card is dealt, it ends."""
        return self._nodes

    def _doubt(self, side: Side) -> float:
        """The most that the verifier adds for a side's response, since its reaches have `REACH` bits."""
        stakes = 2 * sum(float(node.stake) for node in (*self.nodes, *self.forest.nodes) if not node.side)
        moves = 2 + max(len(node.line) for node in self.forest.nodes)
        reaches = moves * len(self.weights[other(side)]) * self.weights[side].sum() / self.whole
        return float(2.0**-REACH * stakes * reaches)

    def _require_budget(self, ends: int) -> None:
        game = self.game
        whole = sum(len(game.hands[node.side]) * len(node.moves) for node in game.nodes if node.side)
        every = sum(len(game.hands[side]) for side in SIDES) * len(game.nodes)
        require_budget("solving this turn", memory=16.0 * 1.1 * whole + 4.0 * every)

    def _alike(self, side: Side) -> Ints:
        return np.arange(len(self.game.hands[side]))

    @cached_property
    def leaves(self) -> list[int]:
        """The nodes of the turn at which the card is dealt; they are its first leaves."""
        return [n for n, node in enumerate(self.nodes) if node.is_deal]

    @cached_property
    def reps(self) -> list[int]:
        """The first card of each group of equivalent cards."""
        return sorted({card for card, _ in self._same})

    @cached_property
    def _same(self) -> list[tuple[int, Exchange]]:
        """For each river card, the first card of its group, and the exchange of suits that maps the
        first card to it.
        """
        found: list[tuple[int, Exchange]] = []
        every = exchanges(self.game)
        for card in self.game.rivers:
            first = min(exchanged(card, exchange) for exchange in every)
            found.append((first, next(one for one in every if exchanged(first, one) == card)))
        return found

    @cached_property
    def _images(self) -> dict[Side, tuple[Ints, Ints]]:
        """The index of each card's group in `reps`, and of each hand after the exchange of suits."""
        same = np.array([self.reps.index(card) for card, _ in self._same])
        return {
            side: (same, np.array([images(self.game, side, exchange) for _, exchange in self._same]))
            for side in SIDES
        }

    @cached_property
    def forest(self) -> RiverForest:
        every = self.game.nodes
        numbers: list[list[int]] = [[] for _ in self.game.rivers]
        roots, first = list[int](), list[int]()
        for leaf in self.leaves:
            roots.append(len(first))
            for k, found in enumerate(numbers):
                tree = [every[leaf].first + k]
                for n in tree:  # the list grows during the loop: breadth first
                    if k == 0:
                        first.append(roots[-1] + len(tree))
                    tree += range(every[n].first, every[n].first + len(every[n].moves))
                found += tree
        nodes = [every[n] for n in numbers[0]]
        return RiverForest(nodes, np.array(first), np.array(roots), np.array(numbers))

    def _forest_for(self, side: Side, kind: type) -> Forest:
        """Return the trees in the kernels' format, for one side."""
        nodes, first, roots = self.forest.nodes, self.forest.first, self.forest.roots
        slots = {}
        for one in SIDES:
            slots[one], last = np.zeros(len(nodes), int), len(roots)
            slots[one][roots] = np.arange(len(roots))
            for n, node in enumerate(nodes):
                for c in range(first[n], first[n] + len(node.moves)):
                    slots[one][c] = last if node.side == one else slots[one][n]
                    last += node.side == one
        ends = [n for n, node in enumerate(nodes) if node.is_end]
        shown = {int(slots[other(side)][n]) for n in ends if nodes[n].folded is None}
        folded = {int(slots[other(side)][n]) for n in ends if nodes[n].folded}
        used = [*sorted(shown - folded), *sorted(shown & folded), *sorted(folded - shown)]
        first_fold = len(shown - folded)
        column = np.zeros(len(nodes), int)
        stake: Array = np.zeros(len(nodes), kind)
        for n in ends:
            place = used.index(slots[other(side)][n])
            column[n] = len(shown) + place - first_fold if nodes[n].folded else place
            stake[n] = float(nodes[n].stake) * (-1 if nodes[n].folded == side else 1)
        who = {"row": 0, "col": 1, None: 2}
        return (
            np.array([who[node.side] for node in nodes]),
            first,
            np.array([len(node.moves) for node in nodes]),
            stake,
            column,
            slots[side],
            slots[other(side)],
            np.array(used),
            roots,
            np.array([len(shown), first_fold]),
        )

    def _order(self, side: Side) -> HandOrder:
        """Return the hands of a side on each solved river, from the weakest to the strongest."""
        game = self.game
        place: dict[Side, Ints] = {}
        for one in SIDES:
            ranks = np.array([game.strengths(one, card) for card in self.reps])
            place[one] = np.argsort(ranks, axis=1, kind="stable")
        counts = np.array([(game.strengths(side, card) != BLOCKED).sum() for card in self.reps])
        widest = -(-max(int(counts.max()), 1) // LANES) * LANES
        hands = np.zeros((len(self.reps), widest), int)
        strength, twins = np.zeros(hands.shape, int), np.full(hands.shape, -1)
        for k, card in enumerate(self.reps):
            there = place[side][k][-counts[k] :] if counts[k] else place[side][k][:0]
            theirs = place[other(side)][k]
            blocked = int((game.strengths(other(side), card) == BLOCKED).sum())
            where = np.full(len(theirs) + 1, -1)
            where[theirs[blocked:]] = np.arange(len(theirs) - blocked)
            hands[k, : counts[k]] = there
            strength[k, : counts[k]] = game.strengths(side, card)[there]
            twins[k, : counts[k]] = where[self.twins[side][there]]
        return counts, hands, strength, game.hands[side].cards[hands], twins

    def _in_threads(self, work: Callable[[Ints], None]) -> None:
        """Give each thread its share of the cards, the first to the calling one, which notices Ctrl-C."""
        shares = [np.arange(len(self.reps))[k :: self.workers] for k in range(self.workers)]
        waiting = [self.pool.submit(work, share) for share in shares[1:] if len(share)]
        work(shares[0])
        for one in waiting:
            one.result()

    def _turn_values(self, side: Side, kind: type) -> Floats:
        """Return [hand, end]: the EVs of the turn's leaves, from the opponent's reaches and the
        values of the rivers.
        """
        mine, trees = self.game.hands[side], len(self.leaves)
        worth = self._end_values(side, mine.cards, mine.strength, self.twins[side])
        collect(
            self.worths[side, kind],
            self.order[side],
            *self._images[side],
            self.on_rivers[side],
        )
        worth[:, :trees] = self.on_rivers[side] * float(self.game.card_chance)
        return worth

    def _arrivals(self, foe: Side, mixes: Floats, kind: type) -> Array:
        """Return [tree, hand]: the reaches of a side's hands at the start of the rivers."""
        end_reaches(self.tree, SIDES.index(foe), mixes, self.weights[foe], self.reach[foe])
        return np.ascontiguousarray(self.reach[foe][:, : len(self.leaves)].T, kind)

    def _round_values(self, side: Side, fade: Fade) -> Floats:
        """Return [hand, end]: the EVs of the turn's leaves, after a round of learning of the side on the rivers."""
        foe = other(side)
        arrivals = self._arrivals(foe, self.mixes[foe], np.float32)
        factors = np.array([*fade, 0, 1], np.float32)

        def learn_some(which: Ints) -> None:
            learn_rivers(
                which,
                SIDES.index(side),
                self.forests[side, np.float32],
                self.order[side],
                self.order[foe],
                self.river_regret[side],
                self.river_regret[foe],
                self.river_total[foe],
                arrivals,
                self.worths[side, np.float32],
                factors,
                self.river_fixed[side],
                self.river_fixed[foe],
            )

        self._in_threads(learn_some)
        return self._turn_values(side, np.float32)

    def average(self, side: Side) -> TurnMixes:
        mixes = dyadic(self.nodes, side, averaged(self.nodes, side, self.total[side]), SHORT_UNITS)
        return TurnMixes(mixes, self._river_averages(side))

    def conceded(self, side: Side, strategy: TurnMixes) -> float:
        foe = other(side)
        arrivals = self._arrivals(side, strategy.turn, np.float64)

        def response(which: Ints) -> None:
            response_on_rivers(
                which,
                SIDES.index(foe),
                self.forests[foe, np.float64],
                self.order[foe],
                self.order[side],
                strategy.rivers,
                arrivals,
                self.worths[foe, np.float64],
                self.river_fixed[foe],
            )

        self._in_threads(response)
        return self._best_response(foe, self._turn_values(foe, np.float64))

    def _river_averages(self, side: Side) -> Array:
        """Return the average mixes on the rivers, in units; uniform for unreached hands."""
        total = self.river_total[side]
        mixes = np.empty_like(total)
        for own in self._river_decisions(side):
            mixes[:, :, own] = in_units(self._averages_at(side, own), 2, SHORT_UNITS)
        return mixes

    def _averages_at(self, side: Side, own: slice) -> Array:
        """Return the average mixes at a decision on the rivers."""
        return average_mix(self.river_total[side][:, :, own], 2)

    def _river_decisions(self, side: Side) -> Iterator[slice]:
        """Yield the indices of the moves of each of a side's decisions on a river."""
        forest = self.forests[side, np.float32]
        for n, node in enumerate(self.forest.nodes):
            if node.side == side:
                low = forest[5][forest[1][n]] - len(self.leaves)
                yield slice(low, low + len(node.moves))

    def answer(self, side: Side, strategy: TurnMixes) -> Array:
        game, forest = self.game, self.forests[side, np.float32]
        found = np.ones((len(game.hands[side]), len(game.nodes)), np.float32)
        found[:, : len(self.nodes)] = strategy.turn
        same, moved = self._images[side]
        counts, hands = self.order[side][:2]
        for n, node in enumerate(self.forest.nodes):
            for m, c in enumerate(range(forest[1][n], forest[1][n] + len(node.moves))):
                if node.side == side:
                    low = forest[5][c] - len(self.leaves)
                    found[:, self.forest.numbers[:, c]] = float(m == 0)
                    for q, k in enumerate(same):
                        there = moved[q][hands[k, : counts[k]]]
                        shares = strategy.rivers[k, :, low].reshape(-1)[: counts[k]]
                        found[there, self.forest.numbers[q, c]] = shares
        return found


class LockedTurnSpace(TurnSpace):
    """Strategies on one turn with some moves of some hands locked, on the turn or on its rivers.

    Locks of single hands may separate equivalent cards and hands, so here each is solved separately.
    """

    def __init__(self, game: RiverGame, fixed: Mapping[Side, Floats], before: Mapping[Side, Floats]) -> None:
        super().__init__(game)
        self.margin += 2 * doubt_of_units(game)  # floats of 32 bits hold the locks of both players
        for side in SIDES:
            on_turn = fixed[side][:, : len(self.nodes)]
            if (on_turn >= 0).any():
                self.fixed[side] = np.ascontiguousarray(on_turn)
            mixes = before[side][:, : len(self.nodes)].astype(float)
            self.mixes[side] = with_locks(self.nodes, side, mixes, self.fixed[side])
        if any((one >= 0).any() for one in fixed.values()):
            self.river_fixed = {side: self._on_rivers(side, fixed[side]) for side in SIDES}
        for side in SIDES:
            sure = TRUST * self.unit * float(self.weights[other(side)].sum())
            on_turn = fixed[side][:, : len(self.nodes)]
            self.regret[side] = np.where(on_turn >= 0, 0.0, self.mixes[side] * sure)
            self.river_regret[side] = self._on_rivers(side, before[side]) * np.float32(sure)

    @cached_property
    def _same(self) -> list[tuple[int, Exchange]]:
        return [(card, exchanges(self.game)[0]) for card in self.game.rivers]

    def _on_rivers(self, side: Side, table: Array) -> Array:
        """Return [card, block, own move, lane] from [hand, node]; lanes without a hand contain -1."""
        counts, hands = self.order[side][:2]
        forest, shape = self.forests[side, np.float32], self.river_regret[side].shape
        found = np.full(shape, -1, np.float32)
        for n, node in enumerate(self.forest.nodes):
            for c in range(forest[1][n], forest[1][n] + len(node.moves)) if node.side == side else ():
                for k, card in enumerate(self.reps):
                    i = np.arange(counts[k])
                    number = self.forest.numbers[self.game.rivers.index(card), c]
                    found[k, i // LANES, forest[5][c] - len(self.leaves), i % LANES] = table[
                        hands[k, : counts[k]], number
                    ]
        return found

    def average(self, side: Side) -> TurnMixes:
        """Return the average mixes, in units, with the locks."""
        mixes = with_locks(self.nodes, side, averaged(self.nodes, side, self.total[side]), self.fixed[side])
        return TurnMixes(dyadic(self.nodes, side, mixes, SHORT_UNITS), self._river_averages(side))

    def _averages_at(self, side: Side, own: slice) -> Array:
        mixes = super()._averages_at(side, own)
        if not len(self.river_fixed[side]):
            return mixes
        return locked_shares(mixes, self.river_fixed[side][:, :, own], axis=2)


def doubt_of_units(game: RiverGame) -> float:
    """Return a bound on the change of an EV by rounding a side's locked probabilities to `SHORT_UNITS`.

    At each decision on a path, half of which are the side's own, rounding changes each probability but one by less
    than a unit.
    """
    most = float(max(node.stake for node in game.nodes))
    moves = max(len(node.moves) for node in game.nodes if node.side)
    deep = max(len(node.line) for node in game.nodes)
    return most * (deep + 1) * (moves - 1) / SHORT_UNITS
