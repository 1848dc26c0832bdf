"""What each move earns each hand at every decision of a large street game, against the other's solution.

One walk over boards and bets for each side: the reaches of the other's hands go down, and what a node is worth to a
hand if the best follows comes up. Divided by the reaches of the hands that it can meet there, that is what the hand
expects. All decisions are valued at once; a table lists those of the first round, or the one that was asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from zerosum.core.arrays import Array, Floats
from zerosum.core.questions import DecisionEarnings, MoveEarnings
from zerosum.core.sides import Side, other
from zerosum.models.streets.rules import StreetGame

if TYPE_CHECKING:
    from zerosum.models.streets.answer import StreetSolution


class StreetEarnings:
    """What each move of a side earns, and how often the other side lets play come there.

    For each street `earns` is [board, line, slot, hand], not a number where the other side never comes; `meets`, for
    the slot of a decision's first move, is the reach of all cards that the other side may hold there.
    """

    def __init__(self, game: StreetGame, side: Side, foe_mixes: Sequence[Array], slots: int) -> None:
        self.game, self.side, self.foe_mixes = game, side, foe_mixes
        shapes = [(*table.shape[:2], slots, table.shape[3]) for table in foe_mixes]
        self.earns, self.meets = [np.full(shape, np.nan) for shape in shapes], [np.zeros(s) for s in shapes]
        self.stakes = [np.array(game.form.stakes(s), float) for s in range(len(game.form.streets))]
        [start] = game.form.streets[0]
        self._walk(0, 0, np.ones((1, len(start.hands))))

    def _walk(self, street: int, number: int, reach: Floats) -> Floats:
        """[line, hand]: what a board is worth to each hand; its decisions are filled in."""
        form, foe = self.game.form, other(self.side)
        here, last = form.streets[street][number], street + 1 == len(form.streets)
        hands, counts = len(here.hands), np.array(here.counts, float)
        theirs = self.foe_mixes[street][number, :, :, :hands].astype(float)
        reaches: list[Floats] = [reach] * len(form.bets)
        for n, point in enumerate(form.bets):
            for k in range(len(point.moves)):
                share = theirs[:, point.slot + k] if point.side == foe else 1.0
                reaches[point.first + k] = reaches[n] * share
        if last:
            strengths = [self.game.strength((hand, *here.board)) for hand in here.hands]
            weaker = [strengths.index(one) for one in strengths]
            up_to = [hands - strengths[::-1].index(one) for one in strengths]
        else:
            closed = np.stack([reaches[n] for n, point in enumerate(form.bets) if point.close >= 0], axis=1)
            later = self._follow(street, number, closed.reshape(-1, hands)).reshape(closed.shape)
        worths: list[Floats] = [reach] * len(form.bets)
        for n in range(len(form.bets) - 1, -1, -1):
            point, stake = form.bets[n], self.stakes[street][:, n, None]
            moves = worths[point.first : point.first + len(point.moves)]
            meets = np.maximum((reaches[n] @ counts)[:, None] - reaches[n], 0.0)
            if point.side == self.side:
                slots, there = slice(point.slot, point.slot + len(moves)), np.stack(moves, axis=1)
                met = np.broadcast_to(meets[:, None], there.shape)
                nothing = np.full(there.shape, np.nan)
                self.earns[street][number, :, slots, :hands] = np.divide(
                    there, met, out=nothing, where=met > 0
                )
                self.meets[street][number, :, slots, :hands] = met
                worths[n] = np.max(moves, axis=0)
            elif point.side == foe:
                worths[n] = np.sum(moves, axis=0)
            elif point.folded:
                worths[n] = (-stake if point.folded == self.side else stake) * meets
            elif last:
                sums = np.cumsum(np.pad(reaches[n] * counts, ((0, 0), (1, 0))), axis=1)
                worths[n] = stake * (sums[:, weaker] + sums[:, up_to] - sums[:, -1:])
            else:
                worths[n] = later[:, point.close]
        return worths[0]

    def _follow(self, street: int, number: int, reach: Floats) -> Floats:
        """[line, hand]: the mean over the cards that may be turned up next."""
        streets = self.game.form.streets
        here, found = streets[street][number], np.zeros_like(reach)
        for k in range(here.first, here.first + here.follow):
            board = streets[street + 1][k]
            old = np.array(board.old)
            chance = board.cards * np.array(board.counts) / np.array(here.counts)[old]
            np.add.at(found.T, old, (chance * self._walk(street + 1, k, reach[:, old])).T)
        return found / (len(self.game.deck) - 2 - street)


def earnings(solution: StreetSolution) -> list[DecisionEarnings]:
    """The decisions of the first round, or the one that was asked for."""
    if solution.where:
        return [_decision(solution, str(solution.where["seen"]))]
    return [
        _decision(solution, ", ".join((hand, *point.line)))
        for point, mixes in solution.first_round()
        for hand in mixes
    ]


def _decision(solution: StreetSolution, seen: str) -> DecisionEarnings:
    """What a player who has seen this earns; the probabilities are those of these very cards."""
    where, cards = solution.decision(seen), len(solution.game.deck)
    side, mix, earns = where.point.side, solution.mix_at(where), solution.earns_at(where)
    assert side
    met = solution.worths[side].meets[where.street][where.board, where.line, where.point.slot, where.hand]
    allowed = float(met) / (cards * (cards - 1))
    for turned in range(where.street):
        allowed /= cards - 2 - turned
    parts, own = [part.strip() for part in seen.split(",")], 1.0
    for k, part in enumerate(parts[1:], 1):
        before = solution.find(", ".join(parts[:k]))
        if before and before.point.side == side and part in before.point.moves:
            own *= float(solution.mix_at(before)[part])
    best = max(earns.values(), default=None)
    return DecisionEarnings(
        side,
        seen,
        own * allowed,
        allowed,
        sum(p * earns[move] for move, p in mix.items()) if earns else None,
        {
            move: MoveEarnings(p, earns.get(move), None if best is None else best - earns[move])
            for move, p in mix.items()
        },
    )
