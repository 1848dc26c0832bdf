"""Reports on games in two phases: the strategy of each number, and then of each score, at each turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from zerosum.core.sides import SIDES
from zerosum.display.report import Headline, Report, headline_of, report_of
from zerosum.display.table import Table
from zerosum.models.continuum.engines.phased.answer import PhasedSolution
from zerosum.models.continuum.form import BettingTurn
from zerosum.models.continuum.report import mix_text
from zerosum.models.continuum.rules import LETTER


def report(solution: PhasedSolution) -> Report:
    """Report both players' steps, or those of one turn."""
    if solution.position_keys:
        turn = _turn(solution)
        found = report_of(solution, headline(solution), notes=[_meaning(solution)])
        return replace(found, tables=[_table(solution, [turn], turn.label)])
    turns = solution.game.form.turns
    tables = [
        _table(solution, [turn for turn in turns if turn.player == side], f"player {LETTER[side]}")
        for side in SIDES
    ]
    found = report_of(solution, notes=_notes(solution))
    return replace(found, tables=tables)


def headline(solution: PhasedSolution) -> Headline:
    turn = f" · {_turn(solution).label}" if solution.position_keys else ""
    return headline_of(solution, solution.game.title + turn)


def _turn(solution: PhasedSolution) -> BettingTurn:
    return next(turn for turn in solution.game.form.turns if turn.name == solution.position_keys["node"])


def _meaning(solution: PhasedSolution) -> str:
    if not solution.is_mean:
        return "Optimal play never reaches this point; the bounds are the largest stakes."
    near = "The strategies are only nearly optimal, so this is not a bound."
    return f"The value is A's expected payoff from here if both players follow these strategies. {near}"


def _table(solution: PhasedSolution, turns: Sequence[BettingTurn], title: str) -> Table:
    """Return a row per step of the turns."""
    first = solution.game.form.first.turns
    rows = [
        [
            turn.name,
            "first number" if turn in first else "score",
            mix_text(step.mix),
            *(f"{float(end):.4f}" for end in (step.low, step.high)),
        ]
        for turn in turns
        for step in solution.steps[turn.name]
    ]
    return Table(title, ["after", "with a", "does", "from", "to"], rows)


def _notes(solution: PhasedSolution) -> list[str]:
    what = solution.game.score.description
    score = f"A score is {what}; in the second phase only the score matters."
    plans = solution.steps.values()
    if not all(plan.is_pure for plan in plans):
        return [score]
    # a bluff: a number takes a stronger action than a higher number does; the weakest action is listed first
    taken = [[mix.index(max(mix)) for mix in plan.mixes] for plan in plans]
    bluffs = any(actions != sorted(actions) for actions in taken)
    free = " If low numbers bluff, it often does not matter which of them do." * bluffs
    return [score, f"Both strategies are pure.{free}"]
