"""The solver of rivers: discounted regret minimisation on arrays, until best responses prove that the gap is small
enough.

    rounds         the regrets and mixes of one river
    turn           the regrets and mixes of a turn and all its rivers
    kernels        compiled loops of both
    turn_kernels   compiled loops of the rivers after a turn
    program        linear programs for the last digits

The rounds are the same as for all hidden games (`zerosum.models.hidden.engines.regret`). A player's round computes
the EV of every leaf for each hand against the opponent's current mixes, adds the EVs up the tree, and updates the
regrets.

For a gap below 3e-6 of the pot, a sparse linear program over the moves that are still candidates replaces the rounds
on rivers (`program`).

The cost of a round is proportional to hands × nodes: the EVs of a leaf are computed by sums in the order of strength
(`kernels.end_values`), not from all pairs of hands.

Small ranges are solved in fractions: as a hidden game, by the linear program of the sequence form.

Reference: M. Johanson, K. Waugh, M. Bowling and M. Zinkevich, Accelerating best response calculation in large extensive
games, IJCAI 2011.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

import numpy as np

from zerosum.core.arrays import Array, Floats
from zerosum.core.errors import InputError
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side
from zerosum.core.value import Value
from zerosum.models.hidden.engines.regret import RegretMinimiser, Strategy
from zerosum.models.hidden.engines.river.answer import RiverSolution
from zerosum.models.hidden.engines.river.rules import RiverGame
from zerosum.models.hidden.engines.river.solve.rounds import BettingSpace, LockedSpace, RiverSpace, dyadic

MAX_EXACT, MAX_EXACT_ON_TURN = 120_000, 20_000
"""Maximum number of pairs of hands times nodes for a solution in fractions, on a river and on a turn."""

GAP, TURN_GAP = 1e-5, 1e-3
"""The gaps at which the solver stops by default on a river and on a turn, as shares of the pot."""

FINE, FIRST = 3e-6, 1e-4
"""For goals below the first gap linear programs replace the rounds, once the rounds have reached the second gap; both
are shares of the pot.
"""

MAX_IN_A_PROGRAM = 200_000
"""Maximum number of hands of both players times nodes for linear programs."""


def solve(
    game: RiverGame,
    *,
    progress: Progress = silent,
    tolerance: Annotated[
        float | None,
        "the gap, in chips, at which to stop [default: 1e-5 of the pot on a river, 1e-3 on a turn]",
    ] = None,
    rounds: Annotated[int, "maximum number of rounds"] = 1_000_000,
    numeric: Annotated[bool, "compute in floats even if the ranges are small enough for fractions"] = False,
    refine: Annotated[
        bool, "find the quasi-perfect equilibrium, the limit of exact trembles (small ranges)"
    ] = False,
) -> RiverSolution:
    """Return value and strategies of a river or a turn; Ctrl-C returns the best bounds so far."""
    if rounds < 1:
        raise InputError(f"the number of rounds must be at least 1, not {rounds}")
    if tolerance is not None and not tolerance > 0:
        raise InputError(f"the tolerance is a gap in chips and must be positive, not {tolerance}")
    began = time.perf_counter()
    pairs = len(game.hands["row"]) * len(game.hands["col"])
    in_fractions = not numeric and tolerance is None and is_small(game)
    if refine and not in_fractions:
        raise InputError(
            "refinements are computed in fractions; use small ranges of hands, and remove numeric and tolerance"
        )
    if in_fractions:
        value, mixes, method = _in_fractions(game, progress, refine=refine)
    else:
        share = TURN_GAP if game.rivers else GAP
        goal = share * 2 * float(game.half_pot) if tolerance is None else tolerance
        value, mixes, method = _in_floats(game, goal, rounds, progress)
    return RiverSolution(
        game=game,
        value=value,
        method=method,
        positions=pairs * len(game.nodes),
        seconds=time.perf_counter() - began,
        mixes=mixes,
        refinement="quasi-perfect" if refine else "",
    )


def solve_with_locks(
    free: RiverSolution,
    fixed: Mapping[Side, Floats],
    *,
    progress: Progress = silent,
    tolerance: float | None = None,
    rounds: int = 1_000_000,
    **options: object,
) -> RiverSolution:
    """Return value and strategies with some moves locked, starting from the solution without locks."""
    game, began = free.game, time.perf_counter()
    if game.rivers:
        from zerosum.models.hidden.engines.river.solve.turn import LockedTurnSpace

        value, mixes, method = _relearned(
            LockedTurnSpace(game, fixed, free.mixes), TURN_GAP, tolerance, rounds, progress
        )
    else:
        value, mixes, method = _relearned(
            LockedSpace(game, fixed, free.mixes), GAP, tolerance, rounds, progress
        )
    return replace(
        free,
        value=value,
        mixes=mixes,
        method=f"locked moves kept: {method} from the solution without locks",
        seconds=time.perf_counter() - began,
    )


def _relearned(
    space: BettingSpace[Strategy], share: float, tolerance: float | None, rounds: int, progress: Progress
) -> tuple[Value, dict[Side, Array], str]:
    """Run rounds of learning on a space with locks until the gap is small enough."""
    work = RegretMinimiser(space)
    with work.until_stopped():
        work.run(share * space.unit if tolerance is None else tolerance, rounds, progress)
    return _found(work, space)


def is_small(game: RiverGame) -> bool:
    """Return whether the game tree with every pair of hands can be solved in fractions."""
    most = MAX_EXACT_ON_TURN if game.rivers else MAX_EXACT
    return len(game.hands["row"]) * len(game.hands["col"]) * len(game.nodes) <= most


def _in_fractions(
    game: RiverGame, progress: Progress, *, refine: bool
) -> tuple[Value, dict[Side, Array], str]:
    """Solve the game tree with every pair of hands, in fractions if they are found."""
    from zerosum.models.hidden.engines.river.extensive import DealtRiver
    from zerosum.models.hidden.solve import solve as solve_hidden

    found = solve_hidden(DealtRiver(game), progress=progress, refine=refine)
    mixes: dict[Side, Array] = {}
    for side in SIDES:
        mixes[side] = np.full((len(game.hands[side]), len(game.nodes)), 1, object)
        numbers = {found.form.seen(side, i): i for i in range(len(found.form.of(side)))}
        for hand, name in enumerate(game.hands[side].names):
            for node in game.nodes:
                if node.side == side:
                    movers = ["chance" if mover is None else mover for mover in node.movers]
                    number = numbers.get((("chance", name), *zip(movers, node.line, strict=True)))
                    mixes[side][hand, node.after] = (
                        Fraction(
                            1, len(node.moves)
                        )  # the hand, or every opposing hand that it can meet, contains the card
                        if number is None
                        else [*found.mix_at(side, number).values()]
                    )
    if not found.value.is_exact:
        mixes = {side: dyadic(game.nodes, side, mix.astype(float)) for side, mix in mixes.items()}
    return found.value, mixes, f"quasi-perfect: {found.method}" if refine else found.method


def _in_floats(
    game: RiverGame, goal: float, rounds: int, progress: Progress
) -> tuple[Value, dict[Side, Array], str]:
    """Run rounds of regret minimisation and, for a small gap, linear programs. Ctrl-C ends the work."""
    if game.rivers:
        from zerosum.models.hidden.engines.river.solve.turn import TurnSpace

        turn = TurnSpace(game)
        turn_work = RegretMinimiser(turn)
        with turn_work.until_stopped():
            turn_work.run(goal, rounds, progress)
        return _found(turn_work, turn)
    river = RiverSpace(game)
    work = RegretMinimiser(river)
    small = sum(len(game.hands[side]) for side in SIDES) * len(game.nodes) <= MAX_IN_A_PROGRAM
    with work.until_stopped():
        if goal < FINE * river.unit and small:
            from zerosum.models.hidden.engines.river.solve.program import finish

            work.run(FIRST * river.unit, rounds, progress)
            finish(work, river, goal, rounds, progress)
        work.run(goal, rounds, progress)
    return _found(work, river, f", {river.programs} linear programs" if river.programs else "")


def _found(
    work: RegretMinimiser[Strategy], space: BettingSpace[Strategy], besides: str = ""
) -> tuple[Value, dict[Side, Array], str]:
    """Return the bounds, the strategies over all nodes, and the method."""
    mixes = {side: space.answer(side, work.best[side]) for side in SIDES}
    return work.value, mixes, f"discounted regret, {work.summary(besides)}"
