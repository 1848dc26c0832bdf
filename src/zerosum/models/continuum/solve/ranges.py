"""All optimal strategies of a betting game with a deck: the range of each action's probability with each card."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from zerosum.core.errors import InputError
from zerosum.core.limits import require_budget
from zerosum.core.progress import Progress, silent
from zerosum.core.questions import DecisionRanges
from zerosum.core.sides import SIDES, Side
from zerosum.models.continuum.answer import BettingSolution
from zerosum.models.continuum.response import reach
from zerosum.models.continuum.solve.cards import as_hidden_game, place_of
from zerosum.models.hidden.solve.ranges import FaceRanges, both_faces

PAIR_SECONDS = 1e-3
"""Approximate time for the square of the number of actions with a card."""


def find_ranges(solution: BettingSolution, progress: Progress = silent) -> list[DecisionRanges]:
    """Find the ranges at every turn with every card, or at the requested turn with the requested hand."""
    form, deck, where = solution.form, solution.game.deck, solution.position_keys
    assert deck is not None
    faces = deck_faces(solution, progress)
    lines = []
    for turn in form.turns:
        if where.get("node", turn.name) != turn.name:
            continue
        turns = form.of(turn.player)
        after = f", {turn.name}" if turn.history else ""
        for rank in range(deck.ranks):
            name = solution.game.hand(Fraction(rank + 1))
            if where.get("hand", name) == name:
                found = faces[turn.player].ranges[rank * len(turns) + turns.index(turn)]
                moves = dict(zip(turn.actions, found, strict=True)) if found else {}
                lines.append(DecisionRanges(turn.player, f"{name}{after}", moves))
    return lines


def deck_faces(solution: BettingSolution, progress: Progress = silent) -> Mapping[Side, FaceRanges]:
    """Return the set of each player's optimal plans; every turn occurs once for each card."""
    form, deck = solution.form, solution.game.deck
    assert deck is not None
    game = as_hidden_game(form, deck)
    if not (game.exact and solution.is_exact):
        raise InputError(
            f"ranges need an exact solution, but the value is known only as {solution.of_game}; solve the "
            f"game without numeric"
        )
    size = sum(form.sequences.values()) * deck.ranks
    require_budget(f"the ranges of {size:,} actions with a card", seconds=PAIR_SECONDS * size**1.5)
    _, mix = solution.by_hand
    plans: dict[Side, list[int]] = {}
    for side in SIDES:
        reaches = reach(form, side, mix)
        unit = lcm(*(Fraction(p).denominator for p in reaches.ravel()))
        plan = [unit] + [0] * (game.of(side).sequences - 1)
        for sequence in range(1, form.sequences[side]):
            for rank in range(deck.ranks):
                plan[place_of(form, side, rank, sequence)] = int(reaches[sequence, rank] * unit)
        plans[side] = plan
    return both_faces(game, plans, progress)
