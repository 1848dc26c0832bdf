"""Allocation games in the arena: each side places its soldiers field by field, unseen by the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import cast

from zerosum.arena.arena import Arena
from zerosum.arena.exploit import Leak
from zerosum.arena.players import Function, Observation, Player, ask
from zerosum.arena.results import BestResponse, EquilibriumRange, Match
from zerosum.arena.rounds import Advice, Round
from zerosum.arena.strategies import DecisionPoint
from zerosum.core.boards import Posts, Tabletop
from zerosum.core.errors import Unavailable
from zerosum.core.game import Move
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.value import Value
from zerosum.models.hidden.arena import HiddenArena, HiddenRound
from zerosum.models.hidden.form import View
from zerosum.models.matrix_game.engines.allocation.answer import (
    AllocationSolution,
    BestPlacements,
    Marginals,
    marginals_of,
)
from zerosum.models.matrix_game.engines.allocation.rules import AllocationGame, Stand


class AllocationRound(HiddenRound):
    """A round in which each side sees only its own placements."""

    def board(self, side: Side) -> Tabletop:
        """Return the fields and this side's placements; at the end, both armies."""
        game = cast(AllocationGame, self.game)
        mine, theirs = (self.position[SIDES.index(one)] for one in (side, other(side)))
        seen = theirs if self.over else ()
        posts = Posts(
            game.labels,
            (*mine, *[None] * (game.count - len(mine))),
            (*seen, *[None] * (game.count - len(seen))),
            (game.armies[side] - sum(mine), game.armies[other(side)] - sum(seen)),
        )
        return Tabletop(middle=(posts,))

    def outcome(self, side: Side) -> str:
        """Return nothing besides the payoff: the fields show it."""
        return ""


class AllocationArena(HiddenArena):
    """Players of an allocation game."""

    @property
    def _game(self) -> AllocationGame:
        return cast(AllocationGame, self.game)

    @property
    def _solution(self) -> AllocationSolution:
        return cast(AllocationSolution, self.solution)

    def before_deal(self) -> AllocationRound:
        return AllocationRound(self.game, self.game.start)

    def information(self, round: Round, side: Side) -> str:
        return str(round.observation(side).position.seen)

    def marginals(self, player: Player, side: Side) -> Marginals:
        """Return the probability that a player places each number of soldiers on each field."""

        class Asked(dict[Stand, Mapping[int, Number]]):
            def __missing__(asked, stand: Stand) -> Mapping[int, Number]:  # noqa: N805 - self is the arena
                found = ask(player, Observation(side, View(side, stand), tuple(self._game.placements(stand))))
                asked[stand] = found
                return found

        return marginals_of(self._game, side, Asked())

    def _against(self, opponent: Player, side: Side) -> BestPlacements:
        return BestPlacements(self._game, side, self.marginals(opponent, other(side)))

    def decisions(self, side: Side) -> Iterator[DecisionPoint]:
        for stand in self._game.stands(side):
            placements = tuple(self._game.placements(stand))
            yield DecisionPoint(str(stand), Observation(side, View(side, stand), placements))

    def leaks(self, player: Player, side: Side, response: Player) -> Sequence[Leak]:
        """Return a player's EV loss at each stage (`zerosum.models.hidden.leaks`), field by field."""
        paid = self._against(response, side).paid
        mixes = [
            {one.seen.position.seen: ask(who, one.seen) for one in self.decisions(side)}
            for who in (player, self.equilibrium)
        ]
        reach = defaultdict[Stand, Number](Fraction)
        reach[Stand(1, self._game.armies[side])] = Fraction(1)
        for stand in sorted(mixes[0]):
            for placed, p in mixes[0][stand].items():
                reach[Stand(stand.field + 1, stand.left - placed)] += reach[stand] * p
        after, found = defaultdict[Stand, Number](Fraction), list[Leak]()
        for stand in sorted(mixes[0], reverse=True):
            earned = {
                placed: paid[stand.field - 1][placed] + after[Stand(stand.field + 1, stand.left - placed)]
                for placed in self._game.placements(stand)
            }
            mine, better = (sum(p * earned[placed] for placed, p in mix[stand].items()) for mix in mixes)
            after[stand], lost = better, better - mine
            plays, should = mixes[0][stand], mixes[1][stand]
            found.append(Leak(side, str(stand), reach[stand], plays, should, lost, reach[stand] * lost))
        return found[::-1]

    def advice(self, round: Round, side: Side) -> Advice:
        """Return the solution's mix, and the EV of each placement in the whole game against the solution."""
        assert isinstance(round, HiddenRound)
        stand = round.observation(side).position.seen
        return Advice(
            self._solution.mix(side, stand), self._earned(self._solution.responses[side], round, side)
        )

    def _earned(self, responses: BestPlacements, round: HiddenRound, side: Side) -> dict[Move, float]:
        """Return the EV of each placement in the whole game: earlier fields, this one, later ones at best."""
        stand, placed = round.observation(side).position.seen, round.position[SIDES.index(side)]
        before = sum(responses.paid[k][count] for k, count in enumerate(placed))
        return {move: float(before + worth) for move, worth in responses.worth(stand).items()}

    def worth_against(self, opponent: Player, side: Side) -> Callable[[Round], Mapping[Move, float]]:
        """Return the EV of each placement in the whole game against a player."""
        responses = self._against(opponent, side)

        def worth(round: Round) -> Mapping[Move, float]:
            assert isinstance(round, HiddenRound)
            return self._earned(responses, round, side)

        return worth

    def answer_to(self, player: Player, side: Side) -> tuple[Player, Value]:
        return Arena.answer_to(self, player, side)

    def best_response(self, opponent: Player, side: Side) -> BestResponse:
        """Return the best path from field to field against a player's marginals."""
        responses = self._against(opponent, side)

        def best(observation: Observation) -> Move:
            worth = responses.worth(observation.position.seen)
            return max(worth, key=lambda placed: worth[placed])

        value = responses.value if side == "row" else -responses.value
        return BestResponse(Function("best-response", best), value)

    def range(self, opponent: Player) -> EquilibriumRange:  # type: ignore[override]  # it is rejected
        """Raise an error, since the set of optimal strategies is not described."""
        raise Unavailable("the range over optimal strategies of this game is not computed")

    def _match(self, row: Player, col: Player) -> Match:
        x, y = self.marginals(row, "row"), self.marginals(col, "col")
        mean: Number = sum(
            p * q * self._game.pays(field, a, b)
            for field, (first, second) in enumerate(zip(x, y, strict=True), 1)
            for a, p in first.items()
            for b, q in second.items()
        )
        return Match.of_mean(row.name, col.name, mean)
