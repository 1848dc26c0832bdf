"""The solver of rivers: discounted regret minimisation on arrays, until best replies prove a gap that is small enough.

    rounds         rounds on one river
    turn           rounds on a turn and all its rivers
    kernels        compiled loops of both
    turn_kernels   those of the rivers after a turn
    program        linear programs for the last digits

At each decision a hand keeps the *regret* of each move: how much more it would have earned than the mix did. Each
round, the player whose turn it is computes what every end is worth to each hand against the other's current mixes,
adds up the tree, updates the regrets and mixes in proportion to the positive ones. Old regrets fade from round to
round (`rounds.fading`), and the average strategy gives round t a weight of t³. The averages become optimal, and what
best replies earn against them are bounds on the value at any time.

The gap falls about as the inverse of the number of rounds. For a gap below 3e-6 of the pot, a sparse linear program
over the moves that are still in question takes over (`program`), on rivers.

The cost of a round is proportional to hands × nodes: an end is valued by sums in the order of strength
(`kernels.end_values`), not by all pairs of hands.

Small ranges are solved in fractions: as a hidden game, by the linear program of the sequence form.

References: N. Brown and T. Sandholm, Solving imperfect-information games via discounted regret minimization, AAAI 2019;
N. Zhang, S. McAleer and T. Sandholm, Faster game solving via hyperparameter schedules, 2024; M. Johanson, K. Waugh,
M. Bowling and M. Zinkevich, Accelerating best response calculation in large extensive games, IJCAI 2011.
"""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Annotated

import numpy as np

from zerosum.core.arrays import Array
from zerosum.core.errors import InputError
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side
from zerosum.core.value import Value
from zerosum.models.river.answer import RiverSolution
from zerosum.models.river.rules import RiverGame
from zerosum.models.river.solve.rounds import Rounds, dyadic

MOST_EXACT, MOST_EXACT_ON_TURN = 120_000, 20_000
"""Maximum number of pairs of hands times nodes that are solved in fractions, on a river and on a turn."""

GAP, TURN_GAP = 1e-5, 1e-3
"""The gaps at which the solver stops by default on a river and on a turn, as shares of the pot."""

FINE, FIRST = 3e-6, 1e-4
"""Below the first gap linear programs take over, once rounds have come to the second; shares of the pot."""

MOST_IN_A_PROGRAM = 200_000
"""Maximum number of hands of both players times nodes for linear programs."""


def solve(
    game: RiverGame,
    *,
    progress: Progress = silent,
    tolerance: Annotated[
        float | None,
        "the gap in chips at which to stop; by default 1e-5 of the pot on a river, 1e-3 on a turn",
    ] = None,
    rounds: Annotated[int, "maximum number of rounds"] = 1_000_000,
    numeric: Annotated[bool, "compute in floats even if the ranges are small enough for fractions"] = False,
) -> RiverSolution:
    """Value and strategies of a river or a turn; stopped by Ctrl-C, the best bounds so far."""
    if rounds < 1:
        raise InputError(f"the number of rounds must be at least 1, and {rounds} is not")
    if tolerance is not None and not tolerance > 0:
        raise InputError(f"the tolerance must be positive, and {tolerance} is not; it is a gap in chips")
    began = time.perf_counter()
    pairs = len(game.hands["row"]) * len(game.hands["col"])
    if not numeric and tolerance is None and is_small(game):
        value, mixes, method = _in_fractions(game, progress)
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
    )


def is_small(game: RiverGame) -> bool:
    """Whether the game in which each pair of hands is dealt can be solved in fractions."""
    most = MOST_EXACT_ON_TURN if game.rivers else MOST_EXACT
    return len(game.hands["row"]) * len(game.hands["col"]) * len(game.nodes) <= most


def _in_fractions(game: RiverGame, progress: Progress) -> tuple[Value, dict[Side, Array], str]:
    """The solution of the game in which each pair of hands is dealt; in fractions where they are found."""
    from zerosum.models.hidden.solve import solve as solve_hidden
    from zerosum.models.river.extensive import DealtRiver

    found = solve_hidden(DealtRiver(game), progress=progress)
    mixes: dict[Side, Array] = {}
    for side in SIDES:
        mixes[side] = np.full((len(game.hands[side]), len(game.nodes)), 1, object)
        numbers = {found.form.seen(side, i): i for i in range(len(found.form.of(side)))}
        for hand, name in enumerate(game.hands[side].names):
            for node in game.nodes:
                if node.side == side:
                    movers = ["chance" if mover is None else mover for mover in node.movers]
                    number = numbers.get((("chance", name), *zip(movers, node.line, strict=True)))
                    mixes[side][hand, node.first : node.first + len(node.moves)] = (
                        Fraction(
                            1, len(node.moves)
                        )  # the hand, or every hand that it can meet, holds the card
                        if number is None
                        else [*found.mix_at(side, number).values()]
                    )
    if not found.value.is_exact:
        mixes = {side: dyadic(game.nodes, side, mix.astype(float)) for side, mix in mixes.items()}
    return found.value, mixes, found.method


def _in_floats(
    game: RiverGame, goal: float, rounds: int, progress: Progress
) -> tuple[Value, dict[Side, Array], str]:
    """Rounds; for a small gap a few rounds and then linear programs. Ctrl-C ends it."""
    from zerosum.models.river.solve.turn import TurnRounds

    work, stopped = TurnRounds(game) if game.rivers else Rounds(game), ""
    small = sum(len(game.hands[side]) for side in SIDES) * len(game.nodes) <= MOST_IN_A_PROGRAM
    try:
        if goal < FINE * work.pot and small and not game.rivers:
            work.run(FIRST * work.pot, rounds, progress)
            work.finish(goal, rounds, progress)
        work.run(goal, rounds, progress)
    except KeyboardInterrupt:
        if not np.isfinite(work.gap):
            raise
        stopped = ", stopped early"
    value = Value(-work.best["row"][0] - work.margin, work.best["col"][0] + work.margin)
    programs = f", {work.programs} linear programs" if work.programs else ""
    method = f"discounted regret, {work.done:,} rounds{programs}{stopped}"
    return value, {side: work.answer(side) for side in SIDES}, method
