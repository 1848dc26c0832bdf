"""Stochastic games as a person reads them: each state, what both players do there, and what that is worth."""

from __future__ import annotations

from zerosum.core.sides import SIDES, Side
from zerosum.display.report import Headline, Report, headline_of, mix, report_of
from zerosum.display.table import Table
from zerosum.models.stochastic.answer import StochasticSolution

SHOWN = 40
"""Maximum number of states in a table."""
PROVED = 1e-6
"""If the gap of the value is larger than this, the report adds what else is known."""


def report(solution: StochasticSolution) -> Report:
    """The states, and what the strategies are worth."""
    return report_of(solution, headline(solution), tables=_tables(solution), notes=_notes(solution))


def headline(solution: StochasticSolution) -> Headline:
    """The game, the state if it was asked for, and the value."""
    state = f" · in {solution.state}" if "state" in solution.where else ""
    return headline_of(solution, solution.game.title + state)


def caveats(solution: StochasticSolution) -> dict[Side, str]:
    """What the strategies shown do not do: a sentence for each side whose stationary strategy misses the value."""
    if not solution.shortfalls:
        return {}
    bounds = dict(zip(SIDES, solution.guarantees[solution.state], strict=True))
    return {
        side: f"The stationary strategy shown for {side} guarantees only {_number(bounds[side])} from "
        f"{_here(solution)}, "
        f"{missed:.6g} short of the value; no stationary one was found that does better, and with memory {side} "
        "can come as near to the value as one likes (Mertens and Neyman 1981)."
        for side, missed in solution.shortfalls.items()
    }


def _number(x: float) -> str:
    """A guarantee without rounding errors."""
    return f"{round(x, 12) + 0.0:.6g}"


def _here(solution: StochasticSolution) -> str:
    return f"the state {solution.state}" if "state" in solution.where else "the start"


def _tables(solution: StochasticSolution) -> list[Table]:
    """The value of each state, unless all are worth the same, and what both players do there."""
    values = solution.values
    if len(values) == 1:
        return []
    alike = len(set(map(str, values.values()))) == 1
    lines = [
        [state, *([] if alike else [value]), mix(solution.rows[state]), mix(solution.cols[state])]
        for state, value in list(values.items())[:SHOWN]
    ]
    more = f" (the first {SHOWN} of {len(values)})" if len(values) > SHOWN else ""
    columns = ["state", *([] if alike else ["value"]), "row plays", "col plays"]
    return [Table(f"states{more}", columns, lines)]


def _notes(solution: StochasticSolution) -> list[str]:
    """Why one number serves every start or does not, and what the strategies guarantee."""
    if solution.discount is not None or len(solution.values) == 1:
        return []
    if not solution.settles and not solution.limits and len(set(solution.values.values())) == 1:
        return ["The value is the same from every start."]
    return [_where_it_settles(solution), *(_guaranteed(solution) if solution.limits else [])]


def _where_it_settles(solution: StochasticSolution) -> str:
    """A sentence that says why the value may depend on the start."""
    if solution.settles is None:
        return "The bounds from the span did not close, so the value may depend on the start."
    first, second = (", ".join(part[:6]) for part in solution.settles)
    return (
        "The game is multichain: a play can settle for ever in more than one place, for example in "
        f"{{{first}}} or in {{{second}}}, so the value may depend on the start and stationary strategies may not be "
        "enough."
    )


def _guaranteed(solution: StochasticSolution) -> list[str]:
    """Sentences on what the strategies that are shown are worth."""
    bounds = dict(zip(SIDES, solution.guarantees[solution.state], strict=True))
    notes = [
        f"The stationary strategy shown for {side} guarantees {_number(bounds[side])} from {_here(solution)}."
        for side in SIDES
        if side not in solution.shortfalls
    ]
    notes = [*caveats(solution).values(), *notes]
    value = solution.value
    if value.gap > PROVED:
        notes.append(
            "The game is too large for the exact method: stationary strategies prove that the value from "
            f"{_here(solution)} lies between {float(value.lower):.6g} and {float(value.upper):.6g}, and the "
            f"discounted values, whose limit it is, come to about {solution.limits[solution.state]:.5g}."
        )
    return notes
