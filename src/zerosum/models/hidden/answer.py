"""The solution of a hidden game: the value, and a mix of moves at each information set."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated

from zerosum.core.data import Json, plain
from zerosum.core.errors import InputError
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Solution
from zerosum.models.hidden.form import BehaviourPlan, HiddenForm, Known, NamedSet, RealizationPlan, words
from zerosum.models.hidden.rules import HiddenFamily, HiddenGame

if TYPE_CHECKING:
    from zerosum.core.questions import SolvedDecision


@dataclass(frozen=True, kw_only=True)
class HiddenSolution(Solution):
    """The solution of a hidden game."""

    game: HiddenGame = field(repr=False)
    """The game itself."""
    form: HiddenForm = field(repr=False, compare=False)
    """The information sets of the game."""
    reaches: Mapping[Side, RealizationPlan] = field(repr=False, compare=False)
    """Both strategies."""
    pure: Mapping[Side, tuple[Number, Number]] = field(default_factory=dict)
    """For each side, the guarantee of the best pure strategy found and an upper bound for all pure strategies; empty
    unless requested.
    """

    @property
    def family(self) -> HiddenFamily:
        """The family of hidden games, even if the game has an engine for larger games."""
        return HiddenGame.family

    @property
    def ev_meaning(self) -> str:
        return self.game.ev_meaning

    def check_form(self) -> None:
        """Reject an entry of information that does not come after the entry that it extends, since following it would
        never end.
        """
        knowledge = self.form.knowledge
        for place, (before, _) in enumerate(knowledge[1:], 1):
            if not 0 <= before < place:
                raise InputError("what the players know in this saved solution has no beginning")
        for side in SIDES:
            sets = self.form.of(side)
            if any(not (isinstance(key, NamedSet) or key < len(knowledge)) for key in sets.keys):
                raise InputError(f"the information of {side} in this saved solution is incomplete")
            if not len(sets.parent) == len(sets.first) == len(sets.moves) == len(sets.keys):
                raise InputError(f"the information sets of {side} in this saved solution are incomplete")
            for index in range(len(sets)):
                self.mix_at(
                    side, index
                )  # raises an error unless a strategy is a list of numbers of the right length

    @cached_property
    def _index(self) -> dict[tuple[Side, Known], int]:
        """Return the information sets, keyed by player and information."""
        return {(side, self.form.seen(side, i)): i for side in SIDES for i in range(len(self.form.of(side)))}

    def index_of(self, side: Side, known: Known) -> int | None:
        """Return the index of a player's information set with exactly this information, if there is one."""
        return self._index.get((side, known))

    def mix(self, side: Side, seen: Known) -> dict[Hashable, Number]:
        """Return the probability of each move given a player's information; a string is read as by `at`."""
        index = self.index_of(side, seen)
        if index is None and isinstance(seen, str):
            index = next(iter(self.form.reading(side, seen)), None)
        if index is None:
            raise InputError(f"{side} never moves with the information {words(seen)!r}")
        return self.mix_at(side, index)

    @property
    def decisions(self) -> Sequence[SolvedDecision]:
        """The EVs of moves at every information set, or at the requested ones."""
        return self.evs

    def mix_at(self, side: Side, index: int) -> dict[Hashable, Number]:
        """Return the mix at an information set, given by its index."""
        return dict(zip(self.form.of(side).moves[index], self.reaches[side].mix(index), strict=True))

    @property
    def refinement(self) -> str:
        """Return the name of the refinement that the strategies provably satisfy; empty if they are only optimal."""
        return "quasi-perfect" if isinstance(self.reaches["row"], BehaviourPlan) else ""

    def comes_to(self, side: Side, index: int) -> bool:
        """Return whether the player's own moves lead to an information set with positive probability."""
        return bool(self.reaches[side].reach[self.form.of(side).parent[index]])

    def at(
        self,
        *,
        seen: Annotated[
            str | None, 'the information of the player to move, for example "2, check, bet"'
        ] = None,
    ) -> HiddenSolution:
        """Return the mixes at the information sets whose names match a string."""
        if seen is None:
            return self
        found = [(side, i) for side in SIDES for i in self.form.reading(side, seen)]
        if not found:
            some = [names[0] for names in self.form.names.values() if names]
            raise InputError(
                f"there is no information set {seen!r}; information sets look like {' or '.join(map(repr, some))}"
            )
        mixes = {side: self.mix_at(side, i) for side, i in found}
        return replace(self, position_keys={"seen": seen}, row=mixes.get("row", {}), col=mixes.get("col", {}))

    def data(self) -> Mapping[str, object]:
        """Return the guarantees of pure strategies and, at a requested information set, the EVs of moves."""
        ends = {
            side: {"found": plain(found), "bound": plain(bound)} for side, (found, bound) in self.pure.items()
        }
        here = [one.json() for one in self.evs] if self.position_keys else []
        refined = {"refinement": self.refinement} if self.refinement else {}
        return ({"pure": ends} if ends else {}) | ({"evs": here} if here else {}) | refined

    def json(self) -> Json:
        """Return the answer as data, with the mix at every information set."""
        answer = super().json()
        if not self.position_keys:
            answer["strategies"] = {
                side: {name: plain(self.mix_at(side, i)) for i, name in enumerate(self.form.names[side])}
                for side in SIDES
            }
        return answer
