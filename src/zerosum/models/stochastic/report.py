"""Reports on stochastic games: the states, both players' mixes there, and their values."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from zerosum.core.game import Position
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side, other
from zerosum.display.report import Headline, Report, headline_of, mix, report_of
from zerosum.display.table import Table
from zerosum.display.views import with_article
from zerosum.models.stochastic.answer import StochasticSolution, Winning

SHOWN = 40
"""Maximum number of states in a table."""
MAX_NAMED = 6
"""Largest number of states in a sentence or a title."""
MANNERS = {
    "sure": "surely reaches {ends}",
    "almost sure": "reaches {ends} almost surely: with probability 1, but by no fixed stage",
    "limit sure": "reaches {ends} limit-surely but not almost surely: with probability arbitrarily close "
    "to 1, but no strategy reaches it with probability 1",
}
PROVED = 1e-6
"""If the gap of the value is larger than this, the report adds further known facts."""


def report(solution: StochasticSolution) -> Report:
    """Return the states, and the guarantees of the strategies."""
    return report_of(solution, headline(solution), tables=_tables(solution), notes=_notes(solution))


def headline(solution: StochasticSolution) -> Headline:
    """Return the game, the state if one was requested, and the value."""
    state = f" · in {solution.state}" if "state" in solution.position_keys else ""
    return headline_of(solution, solution.game.title + state)


def caveats(solution: StochasticSolution) -> dict[Side, str]:
    """Return a sentence for each side whose stationary strategy falls short of the value."""
    if not solution.shortfalls:
        return {}
    return {
        side: f"{_promise(solution, side, ' only')}, {float(missed):.6g} short of the value. {_better(solution, side)}"
        for side, missed in solution.shortfalls.items()
    }


def _promise(solution: StochasticSolution, side: Side, only: str = "") -> str:
    """Return the guarantee of a side's stationary strategy that is shown, in a sentence without its full stop."""
    row, col = (with_article(solution.game.seats[one]) for one in SIDES)
    does = f"guarantees{only}" if side == "row" else f"holds {row}{only} to"
    bound = dict(zip(SIDES, solution.guarantees[solution.state], strict=True))[side]
    shown = f"The stationary strategy shown for {row if side == 'row' else col}"
    return f"{shown} {does} {_number(bound)} from {_here(solution)}"


def _better(solution: StochasticSolution, side: Side) -> str:
    """Return a sentence on other strategies that guarantee more."""
    # a solution within a margin reports the length of play
    ask = "." if solution.lengths else ": ask for one within a margin."
    if solution.is_won(side):
        proof = solution.in_the_limit.get(side)
        if not (solution.lengths or proof is None or proof.readable):
            ask = ": ask for one within a margin, with probabilities too small to be shown by default."
        return f"Stationary strategies come arbitrarily close to the value, but none attains it{ask}"
    if solution.game.is_recursive:
        return f"Stationary strategies come arbitrarily close to the value (Everett 1957){ask}"
    return (
        f"No better stationary strategy was found; with memory, {side} can come arbitrarily close to the value "
        "(Mertens and Neyman 1981)."
    )


def _number(x: Number) -> str:
    """Return a guarantee without rounding errors."""
    return f"{round(float(x), 12) + 0.0:.6g}"


def _here(solution: StochasticSolution) -> str:
    return f"the state {solution.state}" if "state" in solution.position_keys else "the start"


def _tables(solution: StochasticSolution) -> list[Table]:
    """Return the value of each state, unless all are equal, and both players' mixes there."""
    values = solution.values
    if len(values) == 1:
        return []
    alike = len(set(map(str, values.values()))) == 1
    reached = _reached(solution)
    lines = [
        [
            state,
            *([] if alike else [value]),
            mix(solution.rows[state]),
            mix(solution.cols[state]),
            *(one.manners.get(state, "–") for one in reached.values()),
        ]
        for state, value in list(values.items())[:SHOWN]
    ]
    more = f" (the first {SHOWN} of {len(values)})" if len(values) > SHOWN else ""
    seats = solution.game.seats
    ends = [f"{seats[side]} reaches {_listed(one.ends)}" for side, one in reached.items()]
    columns = ["state", *([] if alike else ["value"]), "row plays", "col plays", *ends]
    return [Table(f"states{more}", columns, lines), *_kinds_of_strategy(solution)]


def _reached(solution: StochasticSolution) -> dict[Side, Winning]:
    """Return the sides that can reach their best-paying ends from all other states."""
    return {side: one for side, one in solution.winning.items() if len(one.manners) > len(one.ends)}


def _listed(states: Sequence[Position]) -> str:
    """Return the names of a few states."""
    return ", ".join(map(str, states[:MAX_NAMED])) + ", …" * (len(states) > MAX_NAMED)


def _kinds_of_strategy(solution: StochasticSolution) -> list[Table]:
    """Return the guarantee of each kind of strategy, if the stationary ones shown fall short of the value."""
    short = solution.shortfalls
    if not short:
        return []
    bounds = dict(zip(SIDES, solution.guarantees[solution.state], strict=True))
    ends: dict[Side, Number] = {"row": solution.value.lower, "col": solution.value.upper}
    kinds: dict[str, list[str]] = {}
    for side in SIDES:
        shown = as_margin = markov = memory = _number(bounds[side])
        if side in short:
            memory = f"arbitrarily close to {_number(ends[side])}"
            near = solution.game.is_recursive or solution.is_won(side)
            as_margin, markov = (memory, memory) if near else ("not known", f"{shown} or better")
        for kind, said in {
            "stationary, as shown": shown,
            "stationary, for a margin": as_margin,
            "Markov: by state and stage": markov,
            "by state, for a discount near 1": f"{_number(ends[side])} in the limit",
            "with memory": memory,
        }.items():
            kinds.setdefault(kind, []).append(said)
    seats = solution.game.seats
    columns = ["strategy", f"{seats['row']} guarantees", f"{seats['col']} holds {seats['row']} to"]
    return [Table("by kind of strategy", columns, [[kind, *said] for kind, said in kinds.items()])]


def _notes(solution: StochasticSolution) -> list[str]:
    """Return sentences on why the value does or does not depend on the start, and on the guarantees of the
    strategies.
    """
    if solution.discount is not None or len(solution.values) == 1:
        return []
    if not solution.settles and not solution.limits and len(set(solution.values.values())) == 1:
        return ["The value is the same for every starting state."]
    won = _how_it_is_won(solution)
    where = [] if won and not solution.settles else [_where_it_settles(solution)]
    is_stated = solution.limits or won or solution.lengths or solution.shortfalls
    guaranteed = _guaranteed(solution) if is_stated else []
    return [*won, *where, *guaranteed, *_lasts(solution)]


def _lasts(solution: StochasticSolution) -> list[str]:
    """Return the duration of play with strategies within a margin."""
    if not solution.lengths:
        return []
    seats, both = solution.game.seats, solution.lengths["both"]
    lasts = "may never end" if both is None else f"lasts {_long(both)} stages on average"
    said = [f"With these strategies, play from the start {lasts}."]
    for side in SIDES:
        longest = solution.lengths[side]
        if longest is not None:
            said.append(
                f"With {seats[side]}'s strategy it lasts {_long(longest)} stages on average at most, "
                f"whatever strategy {seats[other(side)]} plays."
            )
    return said


def _long(stages: Fraction) -> str:
    """Return a number of stages, however large."""
    return (
        f"{float(stages):.6g}" if stages < 10**6 else f"{Decimal(stages.numerator) / stages.denominator:.1e}"
    )


def _how_it_is_won(solution: StochasticSolution) -> list[str]:
    """Return a sentence for each side that can reach its best ends from here, with the manner."""
    seats = solution.game.seats
    said = []
    for side, one in _reached(solution).items():
        manner = one.manners.get(solution.state, "")
        if manner and solution.state not in one.ends:
            ends, here = _listed(one.ends), _here(solution)
            said.append(f"From {here} {seats[side]} {MANNERS[manner].format(ends=ends)}.")
    return said


def _where_it_settles(solution: StochasticSolution) -> str:
    """Return a sentence on why the value may depend on the start."""
    if solution.settles is None:
        return "The bounds from the span did not close, so the value may depend on the start."
    first, second = (", ".join(map(str, part[:6])) for part in solution.settles)
    return (
        f"The game is multichain: play can end up forever in more than one set of states, for example {{{first}}} or "
        f"{{{second}}}, so the value may depend on the start, and stationary strategies may not be enough."
    )


def _guaranteed(solution: StochasticSolution) -> list[str]:
    """Return sentences on the guarantees of the strategies shown."""
    notes = [f"{_promise(solution, side)}." for side in SIDES if side not in solution.shortfalls]
    notes = [*caveats(solution).values(), *notes]
    value = solution.value
    if value.gap > PROVED:
        notes.append(
            f"Stationary strategies prove that the value from {_here(solution)} lies between "
            f"{float(value.lower):.6g} and {float(value.upper):.6g}; the exact method did not close this gap. The "
            "normalised discounted values, whose limit is the value, come to about "
            f"{solution.limits[solution.state]:.5g}."
        )
    return notes
