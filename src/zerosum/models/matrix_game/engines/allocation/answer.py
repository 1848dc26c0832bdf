"""The solution of an allocation game: a distribution over placements at each stage."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from zerosum.core.errors import InputError
from zerosum.core.numbers import Number
from zerosum.core.questions import SolvedDecision
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Solution
from zerosum.models.matrix_game.engines.allocation.rules import AllocationGame, Stand

Placement = tuple[int, int, int, Number]
"""A field, the soldiers left for it, the number of soldiers placed, and the probability of this number."""

Marginals = Sequence[Mapping[int, Number]]
"""For each field, the probability of each number of soldiers."""


@dataclass(frozen=True, kw_only=True)
class AllocationSolution(Solution):
    """The solution of an allocation game."""

    game: AllocationGame = field(repr=False)
    """The game itself."""
    placements: Mapping[Side, Sequence[Placement]] = field(repr=False, compare=False)
    """By side, the placements with positive probability at each stage that its strategy reaches."""

    def check_form(self) -> None:
        """Reject placements that the rules do not offer."""
        for side in SIDES:
            stands = set(self.game.stands(side))
            for number, left, placed, _ in self.placements[side]:
                stand = Stand(number, left)
                if stand not in stands or placed not in self.game.placements(stand):
                    raise InputError(
                        f"the strategy of {side} in this saved solution has placements that the rules do not allow; "
                        "solve the game again"
                    )

    @cached_property
    def mixes(self) -> Mapping[Side, Mapping[Stand, Mapping[int, Number]]]:
        """By side, the mix at each stage that its strategy reaches."""
        return {side: mixes_of(self.placements[side]) for side in SIDES}

    @cached_property
    def marginals(self) -> Mapping[Side, Marginals]:
        """By side and field, the probability of each number of soldiers."""
        return {side: marginals_of(self.game, side, self.mixes[side]) for side in SIDES}

    def mix(self, side: Side, seen: Hashable) -> Mapping[int, Number]:
        """Return a side's mix at a stage; at stages that its own strategy never reaches, a best placement."""
        assert isinstance(seen, Stand)
        found = self.mixes[side].get(seen)
        if found is not None:
            return found
        worth = self.responses[side].worth(seen)
        return {max(worth, key=lambda placed: worth[placed]): 1}

    @cached_property
    def responses(self) -> Mapping[Side, BestPlacements]:
        """The EVs of placements against the opponent's strategy, by side."""
        row, col = self.marginals["row"], self.marginals["col"]
        return {"row": BestPlacements(self.game, "row", col), "col": BestPlacements(self.game, "col", row)}

    @property
    def decisions(self) -> Sequence[SolvedDecision]:
        """The mix at each stage that the strategies reach; EVs count this field and the later ones."""
        found = []
        for side in SIDES:
            for stand, mix in self.mixes[side].items():
                worth = self.responses[side].worth(stand)
                found.append(
                    SolvedDecision.of(side, str(stand), mix, {placed: worth[placed] for placed in mix})
                )
        return found

    def data(self) -> Mapping[str, object]:
        """Return the marginals, and the placements at each stage as field, left, placed and probability."""
        stands = {
            side: [
                dict(zip(("field", "left", "placed", "p"), one, strict=True)) for one in self.placements[side]
            ]
            for side in SIDES
        }
        return {"marginals": {side: list(self.marginals[side]) for side in SIDES}, "placements": stands}


def mixes_of(placements: Sequence[Placement]) -> Mapping[Stand, Mapping[int, Number]]:
    mixes = defaultdict[Stand, dict[int, Number]](dict)
    for number, left, placed, p in placements:
        mixes[Stand(number, left)][placed] = p
    return dict(mixes)


def marginals_of(game: AllocationGame, side: Side, mixes: Mapping[Stand, Mapping[int, Number]]) -> Marginals:
    """Return the probability of each number of soldiers on each field, given a side's mixes."""
    reach: dict[int, Number] = {game.armies[side]: 1}
    found = []
    for number in range(1, game.count + 1):
        here, after = defaultdict[int, Number](int), defaultdict[int, Number](int)
        for left, weight in reach.items():
            for placed, p in mixes[Stand(number, left)].items():
                here[placed] += weight * p
                after[left - placed] += weight * p
        found.append({placed: here[placed] for placed in sorted(here)})
        reach = after
    return found


class BestPlacements:
    """The EVs of placements against the opponent's marginals with best play on the later fields."""

    def __init__(self, game: AllocationGame, side: Side, opponent: Marginals) -> None:
        self.game, self.side, army = game, side, game.armies[side]
        sign = 1 if side == "row" else -1

        def pays(number: int, mine: int, theirs: int) -> Number:
            return sign * (
                game.pays(number, mine, theirs) if side == "row" else game.pays(number, theirs, mine)
            )

        self.paid: list[list[Number]] = [
            [sum(p * pays(number, mine, theirs) for theirs, p in mix.items()) for mine in range(army + 1)]
            for number, mix in enumerate(opponent, 1)
        ]
        """By field, the EV of each number of soldiers on it."""
        best: list[list[Number]] = [self.paid[-1]]
        for paid in reversed(self.paid[:-1]):
            after = best[0]
            best.insert(
                0, [max(paid[k] + after[left - k] for k in range(left + 1)) for left in range(army + 1)]
            )
        self.best: list[list[Number]] = [*best, [0] * (army + 1)]
        """By field, the EV of each number of remaining soldiers on this field and the later ones."""

    def worth(self, stand: Stand) -> Mapping[int, Number]:
        """Return the EV of each placement at a stage, including the later fields."""
        number, left = stand
        paid, after = self.paid[number - 1], self.best[number]
        return {
            k: paid[k] + (after[left - k] if number < self.game.count else 0)
            for k in self.game.placements(stand)
        }

    @property
    def value(self) -> Number:
        return self.best[0][self.game.armies[self.side]]
