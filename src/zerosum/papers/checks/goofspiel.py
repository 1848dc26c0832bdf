"""What others found about Goofspiel, recomputed.

- S. M. Ross, Goofspiel: the game of pure strategy, J. Appl. Prob. 8 (1971) 621-625: against a player who plays at
  random, match the prize.
- G. C. Rhoads and L. Bartholdi, Computer solution to the game of pure strategy, Games 3 (2012) 150-156: the first
  published solution with 13 cards; the optimal bids are not unimodal, and odd or maximal bids are preferred.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from zerosum.arena.players import highest, lowest, match_the_prize, uniform
from zerosum.games.goofspiel import Goofspiel
from zerosum.models.family import solve
from zerosum.models.staged import solve as staged
from zerosum.models.staged.matches import FixedPlayers, best_response, play_exactly
from zerosum.papers.verdicts import Found

SEEN = 1e-3
"""A probability below this is not counted as a peak."""


def matching_is_best(cards: int) -> Found:
    """Whether matching the prize earns as much as the best response to a random player, exactly."""
    game = Goofspiel(cards=cards).as_staged()
    best = best_response(game, uniform, "row", exact=True).value
    mean = play_exactly(game, match_the_prize, uniform, exact=True).mean
    return Found(best == mean, f"matching earns {mean}, the best response {best}")


@cache
def _bids(cards: int) -> tuple[tuple[float, ...], ...]:
    """The probabilities of the first bids, for each first prize."""
    solution = solve(Goofspiel(cards=cards))
    starts = [solution.at(up=prize).row for prize in range(1, cards + 1)]  # type: ignore[call-arg]
    return tuple(tuple(float(row.get(card, 0)) for card in range(1, cards + 1)) for row in starts)


def _peaks(bids: Sequence[float]) -> int:
    """How many times the probabilities rise and then fall."""
    signs = [b > a for a, b in zip([0.0, *bids], [*bids, 0.0], strict=True) if abs(b - a) > SEEN]
    return sum(up and not then for up, then in pairwise(signs))


def several_peaks(cards: int) -> Found:
    """Whether for most first prizes the probabilities of the bids rise and fall more than once."""
    count = sum(_peaks(bids) > 1 for bids in _bids(cards))
    return Found(count > cards / 2, f"{count} of {cards} first prizes have several peaks")


def points_to_win(cards: int) -> int:
    """More than half of all points."""
    return sum(range(1, cards + 1)) // 2 + 1


def variations() -> float:
    """(13!)^3."""
    return float(math.factorial(13) ** 3)


def _odd_or_highest(cards: int) -> float:
    """The mean probability of an odd or the highest bid, over the first prizes."""
    return (
        sum(sum(p for card, p in enumerate(bids, 1) if card % 2 or card == cards) for bids in _bids(cards))
        / cards
    )


def odd_or_highest(cards: int) -> Found:
    """Odd or maximal bids against their share of the cards; the paper names no measure, so none can decide."""
    odd = [sum(bids[0::2]) for bids in _bids(cards)]
    favoured = sum(share > 0.5 for share in odd)
    always, never = favoured == cards, favoured == 0
    return Found(
        True if always else False if never else None,
        f"they get {_odd_or_highest(cards):.1%} of the first bids and are {_fair_share(cards):.1%} of the "
        f"cards; odd bids outweigh even ones for {favoured} first prizes of {cards}",
    )


def _fair_share(cards: int) -> float:
    """The share of odd or highest cards among all."""
    return sum(bool(card % 2 or card == cards) for card in range(1, cards + 1)) / cards


def pure_players_lose(cards: int) -> Found:
    """Whether each of three deterministic players is beaten by a best response."""
    game = Goofspiel(cards=cards).as_staged()
    worth = [
        staged.solve(FixedPlayers(game, row=pure)).value.upper for pure in (highest, lowest, match_the_prize)
    ]
    shown = ", ".join(f"{float(v):.3f}" for v in worth)
    return Found(
        max(worth) < 0, f"with {cards} cards highest, lowest and match-the-prize are held to {shown}"
    )
