"""The answer to a game in two phases: what each first number, and then each score, does at every turn."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from zerosum.core.errors import InputError
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES
from zerosum.core.solution import Solution, StrategyLine, Value
from zerosum.models.betting.form import StepStrategy
from zerosum.models.phased.response import payments
from zerosum.models.phased.rules import PhasedGame


@dataclass(frozen=True, kw_only=True)
class PhasedSolution(Solution):
    """Step functions for both players at every turn."""

    game: PhasedGame = field(repr=False)
    """The game itself."""
    steps: Mapping[str, StepStrategy]
    """The strategy at each turn, by the turn's name: "start", "bet", "bet, see"."""

    @property
    def is_mean(self) -> bool:
        """Whether the value is a mean at a turn, not a bound."""
        return bool(self.where) and not self.value.is_exact

    def strategy_lines(self) -> Iterator[StrategyLine]:
        """What is done on each interval at every turn, with what each action earns; or at the turn asked for."""
        yield from super().strategy_lines() if self.where else self._lines_of(self.earnings)

    def data(self) -> dict[str, object]:
        """For each turn who chooses, on what, and for each interval the probabilities."""
        if self.where:
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
        self, *, node: Annotated[str | None, 'the actions so far, as "bet, see, bet"'] = None
    ) -> PhasedSolution:
        """One turn, and what A may expect there."""
        if node is None:
            return self
        form = self.game.form
        turn = next((turn for turn in form.turns if turn.name == node), None)
        if turn is None:
            names = "; ".join(repr(turn.name) for turn in form.turns)
            raise InputError(f"there is no turn after {node!r}; the turns are {names}")
        mix = in_floats({action: p for action, p in self.steps[node].share().items() if p})
        mine = {side: mix if side == turn.player else {} for side in SIDES}
        found = payments(self.game, self.steps, turn.history)
        often = sum(found.values())
        if often:
            mean = float(sum(paid * p for paid, p in found.items()) / often)
            value = Value(math.nextafter(mean, -math.inf), math.nextafter(mean, math.inf))
        else:  # the play never comes here, so the stakes are all that bounds the value
            most = max(max(abs(leaf.constant), leaf.stake) for leaf in form.leaves)
            value = Value(-most, most)
        return replace(self, where={"node": node}, row=mine["row"], col=mine["col"], value=value, positions=1)


def in_floats(mix: Mapping[str, Number]) -> dict[str, float]:
    """Probabilities as floats."""
    return {action: float(p) for action, p in mix.items()}
