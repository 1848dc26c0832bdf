"""The EV of each move of each hand at every decision of a large street game, against the opponent's solution.

A sweep over boards and bets for each side (`sweeps`) computes, for each hand, the weighted EV of each move with best
play afterwards. Divided by the reaches of the hands that it can meet there, this is the EV of the move. All decisions
are evaluated at once; a table lists those of the first round, or the requested one. The other questions need small
games, which are solved as hidden games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from zerosum.core.errors import InputError
from zerosum.core.progress import Progress, silent
from zerosum.core.questions import Lock, SolvedDecision
from zerosum.models.hidden import questions as hidden
from zerosum.models.hidden.engines.streets.answer import StreetInformation, StreetSolution
from zerosum.models.hidden.engines.streets.rules import StreetGame
from zerosum.models.hidden.engines.streets.solve import MAX_IN_A_TREE
from zerosum.models.hidden.lock import LockedSolution


def evs(solution: StreetSolution) -> list[SolvedDecision]:
    """Return the decisions of the first round, or the requested one."""
    if solution.position_keys:
        seen = str(solution.position_keys["seen"])
        return [_decision(solution, solution.known(seen), seen)]
    cards = {card.name: card for card in solution.game.deck}
    return [
        _decision(solution, known, str(known))
        for point, mixes in solution.first_round()
        for known in (StreetInformation((cards[hand],), (point.line,)) for hand in mixes)
    ]


def _decision(solution: StreetSolution, known: StreetInformation, name: str) -> SolvedDecision:
    """Return the EVs of a player with this information; the probabilities are those of exactly these cards."""
    where, cards = solution.decision(known), len(solution.game.deck)
    side, mix, ev = where.point.side, solution.mix_at(where), solution.ev_at(where)
    assert side
    met = solution.worths[side].meets[where.street][where.board, where.line, where.point.slot, where.hand]
    allowed = float(met) / (cards * (cards - 1))
    for turned in range(where.street):
        allowed /= cards - 2 - turned
    own = 1.0
    for n, line in enumerate(known.rounds):
        for k, move in enumerate(line):
            before = StreetInformation(known.cards[: n + 1], (*known.rounds[:n], line[:k]))
            decided = solution.decision(before)
            if decided.point.side == side:
                own *= float(solution.mix_at(decided)[move])
    return SolvedDecision.of(
        side,
        name,
        mix,
        ev,
        own * allowed,
        allowed,
        hand=tuple(card.name for card in known.cards),
        history=tuple(move for line in known.rounds for move in line),
    )


def ranges(solution: StreetSolution, *, progress: Progress = silent) -> NoReturn:
    """Raise an error: ranges need a tree of information sets."""
    raise InputError(
        "this needs the tree of all positions, but the game was solved without it; use a smaller deck or fewer raises"
    )


def range_proofs(solution: StreetSolution) -> NoReturn:
    """Raise an error: proofs of ranges are not available, just as ranges are not."""
    ranges(solution)


def is_lockable(game: StreetGame) -> bool:
    """Return whether decisions can be locked, which needs a small game."""
    return game.tree_size <= MAX_IN_A_TREE


def locked(game: StreetGame, locks: Sequence[Lock], *, progress: Progress, **options: Any) -> LockedSolution:
    """Return the solution of a small game with some information sets locked."""
    if not is_lockable(game):
        raise InputError("decisions can be locked only in small games; use a smaller deck or fewer raises")
    if options.pop("first_order", False):
        raise InputError("games with locks are solved in the tree of all positions; remove first_order")
    for name in ("tolerance", "rounds"):  # an option of the method for large games, which is not used
        options.pop(name, None)
    return hidden.locked(game, locks, progress=progress, **options)
