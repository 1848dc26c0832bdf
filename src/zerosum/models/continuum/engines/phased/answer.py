"""The answer to a game in two phases: the strategy of each first number, and then of each score, at every turn."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from zerosum.core.errors import InputError
from zerosum.core.numbers import Number
from zerosum.core.questions import SolvedDecision
from zerosum.core.sides import SIDES
from zerosum.core.solution import Solution, Value
from zerosum.models.continuum.engines.phased.response import payments
from zerosum.models.continuum.engines.phased.rules import PhasedGame
from zerosum.models.continuum.form import StepStrategy


@dataclass(frozen=True, kw_only=True)
class PhasedSolution(Solution):
    """The solution of a game in two phases, with step functions of the number or score at every turn."""

    game: PhasedGame = field(repr=False)
    """The game itself."""
    steps: Mapping[str, StepStrategy]
    """The strategy at each turn, by the turn's name: "start", "bet", "bet, see"."""

    @property
    def is_mean(self) -> bool:
        return bool(self.position_keys) and not self.value.is_exact

    @property
    def decisions(self) -> Sequence[SolvedDecision]:
        """The EVs on each interval at every turn, or the mean mix at the requested turn."""
        return super().decisions if self.position_keys else self.evs

    def data(self) -> dict[str, object]:
        """Return, for each turn, its player, what it depends on, and the probabilities for each interval."""
        if self.position_keys:
            return {}
        form, turns = self.game.form, dict[str, object]()
        for turn in form.turns:
            of = "first number" if turn in form.first.turns else "score"
            steps = [
                {"from": float(step.low), "to": float(step.high), "mix": in_floats(step.mix)}
                for step in self.steps[turn.name]
            ]
            turns[turn.name] = {"side": turn.player, "of": of, "steps": steps}
        return {"turns": turns}

    def at(
        self, *, node: Annotated[str | None, 'the actions so far, for example "bet, see, bet"'] = None
    ) -> PhasedSolution:
        """Return one turn, and A's expected payoff there."""
        if node is None:
            return self
        form = self.game.form
        turn = next((turn for turn in form.turns if turn.name == node), None)
        if turn is None:
            names = "; ".join(repr(turn.name) for turn in form.turns)
            raise InputError(f"there is no decision after {node!r}; decisions come after: {names}")
        here = replace(self, position_keys={"node": node}).evs
        often = sum(one.reached or 0 for one in here)
        mix = {
            action: p
            for action in turn.actions
            if often
            and (p := float(sum((one.reached or 0) * one.moves[action].probability for one in here) / often))
        }
        mine = {side: mix if side == turn.player else {} for side in SIDES}
        found = payments(self.game, self.steps, turn.history)
        chance = sum(found.values())
        if chance:
            mean = float(sum(paid * p for paid, p in found.items()) / chance)
            value = Value(math.nextafter(mean, -math.inf), math.nextafter(mean, math.inf))
        else:  # play never reaches this turn, so the stakes are the only bounds on the value
            most = max(max(abs(leaf.constant), leaf.stake) for leaf in form.leaves)
            value = Value(-most, most)
        return replace(
            self, position_keys={"node": node}, row=mine["row"], col=mine["col"], value=value, positions=1
        )


def in_floats(mix: Mapping[str, Number]) -> dict[str, float]:
    return {action: float(p) for action, p in mix.items()}
