"""The answer to a hidden game: the value, and a mix of moves for everything that a player can know."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Annotated

from zerosum.core.answer import Extreme
from zerosum.core.data import Json, plain
from zerosum.core.errors import InputError
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Solution, Value
from zerosum.models.hidden.form import Event, HiddenForm, read_alike, words
from zerosum.models.hidden.rules import HiddenGame
from zerosum.models.hidden.solve.extremes import extremes
from zerosum.models.hidden.solve.reaches import Reaches

__all__ = ["HiddenSolution", "solution_of"]

Seen = tuple[Event, ...] | Hashable
"""What a player knows: the events in order, or the name that the rules give."""


@dataclass(frozen=True, kw_only=True)
class HiddenSolution(Solution):
    """The answer to a hidden game."""

    game: HiddenGame = field(repr=False)
    """The game itself."""
    form: HiddenForm = field(repr=False, compare=False)
    """Its information sets."""
    reaches: Mapping[Side, Reaches] = field(repr=False, compare=False)
    """Both strategies."""
    pure: Mapping[Side, tuple[Number, Number]] = field(default_factory=dict)
    """What a pure strategy of each player was found to guarantee, and what none can better, if that was asked for."""

    @cached_property
    def _index(self) -> dict[tuple[Side, Seen], int]:
        """The information sets by who knows what."""
        return {(side, self.form.seen(side, i)): i for side in SIDES for i in range(len(self.form.of(side)))}

    def mix(self, side: Side, seen: Seen) -> dict[Hashable, Number]:
        """The probability of each move of a player who knows this."""
        index = self._index.get((side, seen))
        if index is None:
            raise InputError(f"{side} never moves knowing {words(seen)!r}")
        return self.mix_at(side, index)

    def mix_at(self, side: Side, index: int) -> dict[Hashable, Number]:
        """The same for an information set by its number."""
        return dict(zip(self.form.of(side).moves[index], self.reaches[side].mix(index), strict=True))

    def comes_to(self, side: Side, index: int) -> bool:
        """Whether the player's own moves ever lead to an information set."""
        return bool(self.reaches[side].reach[self.form.of(side).parent[index]])

    def extremes(self, rival: Sequence[Fraction]) -> tuple[Extreme, Extreme] | None:
        """The least and the most that row's optimal strategies earn against col's reaches; None if not found."""
        return extremes(self.form, self.value, rival) if self.value.is_exact else None

    def at(
        self, *, seen: Annotated[str | None, 'what the player to move knows, as "2, check, bet"'] = None
    ) -> HiddenSolution:
        """The mix of whoever knows what the text says."""
        return self if seen is None else self._knowing(seen)

    def _knowing(self, text: str) -> HiddenSolution:
        """The answer with the sets that read like the text, in place of all."""
        found = [
            (side, i)
            for side in SIDES
            for i in range(len(self.form.of(side)))
            if read_alike(words(self.form.seen(side, i)), text)
        ]
        if not found:
            some = [words(self.form.seen(side, 0)) for side in SIDES if len(self.form.of(side))]
            raise InputError(
                f"nobody moves knowing {text!r}; what players know looks like {' or '.join(map(repr, some))}"
            )
        mixes = {side: self.mix_at(side, i) for side, i in found}
        return replace(self, where={"seen": text}, row=mixes.get("row", {}), col=mixes.get("col", {}))

    def data(self) -> Mapping[str, object]:
        """What pure strategies guarantee, if that was asked for."""
        ends = {
            side: {"found": plain(found), "bound": plain(bound)} for side, (found, bound) in self.pure.items()
        }
        return {"pure": ends} if ends else {}

    def json(self) -> Json:
        """The answer as data; every information set has its mix."""
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


def solution_of(
    game: HiddenGame,
    form: HiddenForm,
    value: Value,
    reaches: Mapping[Side, Reaches],
    method: str,
    seconds: float,
    pure: Mapping[Side, tuple[Number, Number]],
) -> HiddenSolution:
    """The answer."""
    return HiddenSolution(
        game=game,
        value=value,
        method=method,
        positions=form.positions,
        seconds=seconds,
        form=form,
        reaches=reaches,
        pure=pure,
    )
