"""What others found about Goofspiel, recomputed.

- S. M. Ross, Goofspiel: the game of pure strategy, J. Appl. Prob. 8 (1971) 621-625: against a player who plays at
  random, match the prize.
- G. C. Rhoads and L. Bartholdi, Computer solution to the game of pure strategy, Games 3 (2012) 150-156: the first
  published solution with 13 cards; the optimal bids are not unimodal, and odd or maximal bids are preferred.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise

from zerosum.arena.fixed import Fixed, best_response, play_exactly
from zerosum.arena.players import highest, lowest, match_the_prize, uniform
from zerosum.families import solve
from zerosum.games.goofspiel import Goofspiel
from zerosum.papers.claims import Claim, Finding, number, statement
from zerosum.solvers import staged

__all__ = ["CLAIMS"]

ROSS = "Ross 1971"
RHOADS = "Rhoads and Bartholdi 2012"
SEEN = 1e-3
"""A probability below this is not counted as a peak."""


def _ross(cards: int) -> bool:
    """Whether matching the prize earns as much as the best response to a random player, exactly."""
    game = Goofspiel(cards=cards).as_staged()
    best = best_response(game, uniform, "row", exact=True).value
    return best == play_exactly(game, match_the_prize, uniform, exact=True).mean


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


def _all_with_several_peaks(cards: int) -> int:
    return sum(_peaks(bids) > 1 for bids in _bids(cards))


def _odd_or_highest(cards: int) -> float:
    """The mean probability of an odd or the highest bid, over the first prizes."""
    return (
        sum(sum(p for card, p in enumerate(bids, 1) if card % 2 or card == cards) for bids in _bids(cards))
        / cards
    )


def _encouraged(cards: int) -> Finding:
    """Odd or maximal bids against their share of the cards; the paper names no measure, so none can decide."""
    odd = [sum(bids[0::2]) for bids in _bids(cards)]
    favoured = sum(share > 0.5 for share in odd)
    return Finding(
        holds=None,
        computed=f"they get {_odd_or_highest(cards):.1%} of the first bids and are {_fair_share(cards):.1%} of the "
        f"cards; odd bids outweigh even ones for {favoured} first prizes of {cards}",
        why="the parity of the bid does matter, but which one is preferred changes with the prize",
    )


def _fair_share(cards: int) -> float:
    """The share of odd or highest cards among all."""
    return sum(bool(card % 2 or card == cards) for card in range(1, cards + 1)) / cards


def _pure_players_lose(cards: int) -> bool:
    """Whether each of three deterministic players is beaten by a best response."""
    game = Goofspiel(cards=cards).as_staged()
    return all(
        staged.solve(Fixed(game, row=pure)).value.upper < 0 for pure in (highest, lowest, match_the_prize)
    )


def _solved(cards: int, *, slow: bool) -> list[Claim]:
    return [
        statement(
            f"{RHOADS}, introduction, {cards} cards",
            "the optimal probabilities of the bids do not follow a unimodal pattern",
            lambda: _all_with_several_peaks(cards) > cards / 2,
            computed=lambda: f"{_all_with_several_peaks(cards)} of {cards} first prizes have several peaks",
            slow=slow,
        ),
        Claim(
            where=f"{RHOADS}, abstract, {cards} cards",
            says="odd or maximal bids seem to be encouraged",
            recompute=lambda: _encouraged(cards),
            slow=slow,
        ),
    ]


CLAIMS = (
    *(
        statement(
            f"{ROSS}, {cards} cards",
            "against a random player the best thing is to match the upturned card",
            lambda cards=cards: _ross(cards),  # type: ignore[misc]
            computed="equal to the best response, in fractions",
        )
        for cards in (2, 3, 4)
    ),
    number(
        f"{RHOADS}, section 2",
        "46 points are needed to win",
        "46",
        lambda: Fraction(sum(range(1, 14)) // 2 + 1),
    ),
    number(
        f"{RHOADS}, section 3",
        "13 cards have (13!)^3, about 2.4e29, variations",
        "2.4",
        lambda: math.factorial(13) ** 3 / 1e29,
    ),
    statement(
        f"{RHOADS}, section 2",
        "no deterministic strategy may succeed",
        lambda: _pure_players_lose(4),
        computed="with 4 cards the best responses to highest, lowest and match-the-prize all win",
    ),
    *_solved(9, slow=False),
    *_solved(13, slow=True),
)
