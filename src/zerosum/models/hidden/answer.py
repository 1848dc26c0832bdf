"""The answer to a hidden game: the value, and a mix of moves for everything that a player can know."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Annotated

from zerosum.core.data import Json, plain
from zerosum.core.errors import InputError
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Solution, StrategyLine
from zerosum.core.value import Extreme
from zerosum.models.hidden.form import BehaviourPlan, HiddenForm, Known, RealizationPlan, read_alike, words
from zerosum.models.hidden.rules import HiddenGame

if TYPE_CHECKING:
    from zerosum.core.questions import DecisionEarnings


@dataclass(frozen=True, kw_only=True)
class HiddenSolution(Solution):
    """The answer to a hidden game."""

    game: HiddenGame = field(repr=False)
    """The game itself."""
    form: HiddenForm = field(repr=False, compare=False)
    """Its information sets."""
    reaches: Mapping[Side, RealizationPlan] = field(repr=False, compare=False)
    """Both strategies."""
    pure: Mapping[Side, tuple[Number, Number]] = field(default_factory=dict)
    """What the best pure strategy found guarantees, and an upper limit for all pure strategies; empty if not asked."""

    @cached_property
    def _index(self) -> dict[tuple[Side, Known], int]:
        """The information sets by who knows what."""
        return {(side, self.form.seen(side, i)): i for side in SIDES for i in range(len(self.form.of(side)))}

    def mix(self, side: Side, seen: Known) -> dict[Hashable, Number]:
        """The probability of each move of a player who knows this; a text is read as `at` reads it."""
        index = self._index.get((side, seen))
        if index is None and isinstance(seen, str):
            every = range(len(self.form.of(side)))
            index = next((i for i in every if read_alike(words(self.form.seen(side, i)), seen)), None)
        if index is None:
            raise InputError(f"{side} never moves knowing {words(seen)!r}")
        return self.mix_at(side, index)

    def strategy_lines(self) -> Iterator[StrategyLine]:
        """The mix at every information set, or at the one that was asked for."""
        yield from self._lines_of(self.earnings_here)

    @property
    def earnings_here(self) -> list[DecisionEarnings]:
        """What moves earn at every information set, or at those that were asked for."""
        seen = self.where.get("seen")
        return [one for one in self.earnings if seen is None or read_alike(one.information, str(seen))]

    def mix_at(self, side: Side, index: int) -> dict[Hashable, Number]:
        """The same for an information set by its number."""
        return dict(zip(self.form.of(side).moves[index], self.reaches[side].mix(index), strict=True))

    @property
    def refinement(self) -> str:
        """The name of the refinement that the strategies are proved to be; empty if they are only optimal."""
        return "quasi-perfect" if isinstance(self.reaches["row"], BehaviourPlan) else ""

    def comes_to(self, side: Side, index: int) -> bool:
        """Whether the player's own moves ever lead to an information set."""
        return bool(self.reaches[side].reach[self.form.of(side).parent[index]])

    def extremes(self, rival: Sequence[Fraction]) -> tuple[Extreme, Extreme] | None:
        """The least and the most that row's optimal strategies earn against col's reaches; None if not found."""
        return self.game.family.extremes(self.form, self.value, rival) if self.value.is_exact else None

    def at(
        self, *, seen: Annotated[str | None, 'what the player to move knows, as "2, check, bet"'] = None
    ) -> HiddenSolution:
        """The mixes at the information sets that read like the text."""
        if seen is None:
            return self
        found = [
            (side, i)
            for side in SIDES
            for i in range(len(self.form.of(side)))
            if read_alike(words(self.form.seen(side, i)), seen)
        ]
        if not found:
            some = [words(self.form.seen(side, 0)) for side in SIDES if len(self.form.of(side))]
            raise InputError(
                f"nobody moves knowing {seen!r}; what players know looks like {' or '.join(map(repr, some))}"
            )
        mixes = {side: self.mix_at(side, i) for side, i in found}
        return replace(self, where={"seen": seen}, row=mixes.get("row", {}), col=mixes.get("col", {}))

    def data(self) -> Mapping[str, object]:
        """What pure strategies guarantee, and what moves earn at an information set, if that was asked for."""
        ends = {
            side: {"found": plain(found), "bound": plain(bound)} for side, (found, bound) in self.pure.items()
        }
        here = [one.json() for one in self.earnings_here] if self.where else []
        refined = {"refinement": self.refinement} if self.refinement else {}
        return ({"pure": ends} if ends else {}) | ({"earnings": here} if here else {}) | refined

    def json(self) -> Json:
        """The answer as data, with the mix at every information set."""
        answer = super().json()
        if not self.where:
            answer["strategies"] = {
                side: {
                    words(self.form.seen(side, i)): plain(self.mix_at(side, i))
                    for i in range(len(self.form.of(side)))
                }
                for side in SIDES
            }
        return answer
