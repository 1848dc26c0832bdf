"""The answer to a game in two phases: what each first number, and then each score, does at every turn."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from zerosum.core.errors import InputError
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES
from zerosum.core.solution import Solution, Value
from zerosum.models.betting.form import StepStrategy, Turn
from zerosum.models.phased.response import results
from zerosum.models.phased.rules import PhasedGame


@dataclass(frozen=True, kw_only=True)
class PhasedSolution(Solution):
    """Step functions for both players at every turn."""

    game: PhasedGame = field(repr=False)
    """The game itself."""
    steps: Mapping[str, StepStrategy]
    """What is done at each turn, by the turn's name: "start", "bet", "bet, see"."""

    @property
    def is_mean(self) -> bool:
        """At a turn."""
        return bool(self.where) and not self.value.is_exact

    def data(self) -> dict[str, object]:
        """For each turn who chooses, on what, and for each interval the probabilities."""
        if self.where:
            return {}
        form = self.game.form
        return {"turns": {turn.name: self._turn(turn, turn in form.first.turns) for turn in form.turns}}

    def _turn(self, turn: Turn, first: bool) -> dict[str, object]:
        steps = [
            {"from": float(step.low), "to": float(step.high), "mix": in_floats(step.mix)}
            for step in self.steps[turn.name]
        ]
        return {"side": turn.player, "of": "first number" if first else "score", "steps": steps}

    def at(
        self, *, node: Annotated[str | None, 'the actions so far, as "bet, see, bet"'] = None
    ) -> PhasedSolution:
        """One turn, and what A may expect there."""
        if node is None:
            return self
        turn = next((turn for turn in self.game.form.turns if turn.name == node), None)
        if turn is None:
            names = "; ".join(repr(turn.name) for turn in self.game.form.turns)
            raise InputError(f"there is no turn after {node!r}; the turns are {names}")
        mix = in_floats({action: p for action, p in self.steps[node].share().items() if p})
        mine = {side: mix if side == turn.player else {} for side in SIDES}
        value = self._after(turn)
        return replace(self, where={"node": node}, row=mine["row"], col=mine["col"], value=value, positions=1)

    def _after(self, turn: Turn) -> Value:
        """What A may expect of these strategies at a turn; all that is at stake where the play never comes."""
        found = results(self.game, self.steps, turn.history)
        often = sum(found.values())
        if not often:
            most = max(max(abs(leaf.constant), leaf.stake) for leaf in self.game.form.leaves)
            return Value(-most, most)
        mean = float(sum(paid * p for paid, p in found.items()) / often)
        return Value(math.nextafter(mean, -math.inf), math.nextafter(mean, math.inf))


def in_floats(mix: Mapping[str, Number]) -> dict[str, float]:
    """Probabilities as floats."""
    return {action: float(p) for action, p in mix.items()}
