"""The EV of each action at every turn: with each card of a deck, or averaged over each interval of hands.

Best responses give the EV of an action with a hand, times the probability that the opponent reaches the turn. With a
deck the table has a row for every card. On [0, 1] this product is a piecewise linear function of the hand, and the
table has a row for every interval of hands that the strategy treats alike, with the exact mean over the interval.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from zerosum.arena.players import Function, Mix, Observation, Player
from zerosum.arena.strategies import TablePlayer
from zerosum.core.arrays import Array, Scalar
from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.questions import DecisionRanges, Lock, SolvedDecision
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.continuum.answer import BettingSolution, ExtremePoints
from zerosum.models.continuum.extensive import extensive, mix_in_tree
from zerosum.models.continuum.form import BettingTurn
from zerosum.models.continuum.response import Response, best_response, interpolate, reach
from zerosum.models.continuum.rules import BettingGame
from zerosum.models.continuum.solve import solve
from zerosum.models.continuum.solve.extreme_points import find_extreme_points
from zerosum.models.continuum.solve.ranges import find_ranges
from zerosum.models.hidden.form import Knowledge
from zerosum.models.hidden.lock import LockedSolution, solve_locked
from zerosum.models.hidden.questions import decision, position_of
from zerosum.models.hidden.solve import solve as solve_tree
from zerosum.models.hidden.solve.ranges import range_proofs as tree_range_proofs


def extreme_points(solution: BettingSolution) -> Mapping[Side, ExtremePoints]:
    """Return extreme points of each side's set of optimal strategies; none if they were not searched for."""
    if solution.game.deck is None or not solution.is_exact:
        return {side: ExtremePoints([], False) for side in SIDES}
    return find_extreme_points(solution.form, solution.game.deck)


def evs(solution: BettingSolution) -> list[SolvedDecision]:
    """Return the table of EVs of all turns, or of the requested turn and hand."""
    edges, mix = solution.by_hand
    form, deck, where = solution.form, solution.game.deck, solution.position_keys
    own = {side: reach(form, side, mix) for side in SIDES}
    responses = {side: best_response(form, side, mix, edges, deck) for side in SIDES}
    lines = []
    for turn in form.turns:
        if where.get("node", turn.name) != turn.name:
            continue
        mine, foe = own[turn.player][turn.parent], own[other(turn.player)][turn.foe]
        by_hand = (_by_interval if deck is None else _by_card)(
            solution, turn, responses[turn.player], edges, foe
        )
        for name, low, high, allowed, earned in by_hand:
            if "hand" in where and not _holds(solution, where["hand"], name, low, high):
                continue
            shares = np.maximum(np.minimum(edges[1:], high) - np.maximum(edges[:-1], low), 0 * low)
            reached = allowed * (mine @ shares) / (high - low)
            step = solution.steps[turn.name].at(low)
            played = {action: _number(solution, step.get(action, 0)) for action in turn.actions}
            after = f", {turn.name}" if turn.history else ""
            numbers = [_number(solution, one) for one in (reached, allowed, *earned)]
            knowledge = Knowledge((name,), tuple(turn.history))
            line = decision(
                turn.player, f"{name}{after}", knowledge, numbers[0], numbers[1], played, numbers[2:]
            )
            lines.append(line if deck is not None else replace(line, interval=(low, high)))
    return lines


def _holds(solution: BettingSolution, hand: object, name: str, low: Scalar, high: Scalar) -> bool:
    """Return whether a row is about a hand: the card of this name, or the interval that contains the number."""
    if solution.game.deck is not None:
        return name == hand
    place = solution.game.rank(str(hand))
    return bool(low <= place < high or place == high == 1)


ActionRow = tuple[str, Scalar, Scalar, Scalar, Array]
"""The hands by name, the ends of their interval, the probability that the turn is reached with them if the player's
own actions lead there, and the EV of each action times this probability.
"""


def _by_card(
    solution: BettingSolution, turn: BettingTurn, response: Response, edges: Array, foe: Array
) -> Iterator[ActionRow]:
    deck = solution.game.deck
    assert deck is not None
    alpha, beta = deck.spread
    for card in range(deck.ranks):
        present = (alpha * (foe @ np.diff(edges)) - beta * foe[card]) / deck.ranks
        name = solution.game.hand(Fraction(card + 1))
        yield name, edges[card], edges[card + 1], present, response.worth[turn.index][:, card] / deck.ranks


def _by_interval(
    solution: BettingSolution, turn: BettingTurn, response: Response, edges: Array, foe: Array
) -> Iterator[ActionRow]:
    for step in solution.steps[turn.name]:
        low, high = step.low, step.high
        inside = response.edges[(response.edges > low) & (response.edges < high)]
        points = np.concatenate([[low], inside, [high]])
        worth = interpolate(points, response.edges, response.worth[turn.index])
        earned = ((worth[:, :-1] + worth[:, 1:]) * np.diff(points)).sum(axis=1) / 2
        yield step.name, low, high, (foe @ np.diff(edges)) * (high - low), earned


def _number(solution: BettingSolution, x: Scalar) -> Number:
    """Return a fraction if the value is exact; otherwise a float, since the fractions are only rounded."""
    return Fraction(x) if solution.is_exact else float(x)


def ranges(solution: BettingSolution, *, progress: Progress = silent) -> Sequence[DecisionRanges]:
    """Return the range of each action's probability, with every card, over all optimal strategies."""
    _require_deck(solution.game, "ranges of optimal strategies are not available for this game")
    return find_ranges(solution, progress)


def range_proofs(solution: BettingSolution) -> Data:
    """Return the data with which a certificate proves the ranges, in terms of the game tree."""
    return tree_range_proofs(solve_tree(extensive(solution.game)))


def is_lockable(game: BettingGame) -> bool:
    """Return whether decisions can be locked, which needs a deck."""
    return game.deck is not None


def locked(game: BettingGame, locks: Sequence[Lock], *, progress: Progress, **options: Any) -> LockedSolution:
    _require_deck(game, "decisions cannot be locked in this game")
    locks = [replace(lock, player=_table_by_card(game, lock.player)) for lock in locks]
    tree, free = extensive(game), solve(game, progress=progress, **options)

    return solve_locked(
        game,
        tree,
        free,
        locks,
        solve=lambda tree: solve_tree(
            tree, progress=progress, **{k: options[k] for k in ("numeric", "refine") if k in options}
        ),
        card=lambda rank: game.hand(Fraction(rank)),
        free_mix=lambda form, side, index: mix_in_tree(
            free, side, position_of(tree, form, side, index), None
        ),
    )


def _table_by_card(game: BettingGame, player: Player | None) -> Player | None:
    """Return a table of cards and bets as a player of the tree, in which players see events; others unchanged."""
    if not isinstance(player, TablePlayer):
        return player
    from zerosum.models.continuum.arena import view_in_tree

    table = player

    def mix(seen: Observation) -> Mix:
        return table.mix(replace(seen, position=view_in_tree(game, seen.side, seen.position.seen)))

    return Function(player.name, mix)


def _require_deck(game: BettingGame, refusal: str) -> None:
    if game.deck is None:
        raise InputError(f"{refusal}: {game.family.unavailable_reason}")
