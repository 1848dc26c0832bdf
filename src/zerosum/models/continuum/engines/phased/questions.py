"""The EV of each action at every turn of a game in two phases, averaged over each interval of numbers or scores.

Best responses give the EV of an action with a number or a score, times the probability that the opponent reaches the
turn, as a piecewise polynomial. The table has a row for every interval that the strategy treats alike. It contains
the mean over the numbers or scores with which the player reaches the turn, or over the whole interval if the player
never does.
"""

from __future__ import annotations

from fractions import Fraction

from zerosum.core.numbers import as_fraction
from zerosum.core.questions import SolvedDecision
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.continuum.engines.phased.answer import PhasedSolution
from zerosum.models.continuum.engines.phased.response import best_response, reaches
from zerosum.models.continuum.form import BettingForm
from zerosum.models.hidden.form import Knowledge
from zerosum.models.hidden.questions import decision
from zerosum.numerics.piecewise import Piecewise, fractions

ONE = Piecewise.constant(Fraction(1))


def evs(solution: PhasedSolution) -> list[SolvedDecision]:
    """Return the table of EVs of all turns, or of the requested one."""
    game, steps = solution.game, solution.steps
    first = {side: reaches(game.form.first, side, ONE, steps) for side in SIDES}
    phases: list[tuple[BettingForm, Piecewise, dict[Side, list[Piecewise]]]] = [(game.form.first, ONE, first)]
    for gate in game.form.gates:
        starts = {side: game.score.density(first[side][gate.leaf.sequence(side)]) for side in SIDES}
        later = {side: reaches(gate.form, side, starts[side], steps) for side in SIDES}
        phases.append((gate.form, game.score.density(ONE), later))
    # what each action earns at every number or score, times the probability that the opponent comes to the turn
    worth = {name: found for side in SIDES for name, found in best_response(game, steps, side).worth.items()}
    lines = []
    for number, (form, density, reach) in enumerate(phases):
        for turn in form.turns:
            if solution.position_keys.get("node", turn.name) != turn.name:
                continue
            foe = reach[other(turn.player)][turn.foe].whole()
            mine = reach[turn.player][turn.parent]
            for step in steps[turn.name]:
                low, high = as_fraction(step.low), as_fraction(step.high)
                inside = Piecewise.steps(fractions([low, high]), fractions([1]))
                # the mean over those numbers with which the player comes here; if there are none, over all of them
                own, every = (inside.times(part).whole() for part in (mine, density))
                weight = mine if own else density
                reached, allowed = foe * own, foe * every
                share = every / (own or every)
                earned = [share * inside.times(weight).times(one).whole() for one in worth[turn.name]]
                what = "score" if number else "number"
                after = f", {turn.name}" if turn.history else ""
                interval = f"{what} {float(low):.4f} to {float(high):.4f}"
                knowledge = Knowledge((interval,), tuple(turn.history))
                played = {action: float(step.mix.get(action, 0)) for action in turn.actions}
                numbers = [float(x) for x in (reached, allowed, *earned)]
                lines.append(
                    decision(
                        turn.player,
                        f"{interval}{after}",
                        knowledge,
                        numbers[0],
                        numbers[1],
                        played,
                        numbers[2:],
                    )
                )
    return lines
