"""Whether optimal strategies of a betting game with a small deck are unique, or a family, and of which corners.

The optimal strategies of a player, as reaches of sequences, are a polytope: a face of the player's program. A small
liking for some sequence, added to the payoff, makes the program choose a corner at which that sequence is played most;
its basis gives the corner in fractions, and best replies prove that it is optimal. Likings for and against every
sequence find the ends of every coordinate. Likings at random come first: if they all find one corner there is no other,
but with probability zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from zerosum.arrays import Floats
from zerosum.models.betting import Deck
from zerosum.models.betting_answer import Corner
from zerosum.models.betting_form import BettingForm
from zerosum.sides import SIDES, Side
from zerosum.solvers.betting.small import TASTE, place_of, written_out
from zerosum.solvers.hidden.bilinear import Bilinear
from zerosum.solvers.hidden.plan import proved
from zerosum.solvers.hidden.program import Program, in_fractions

__all__ = ["corners"]

MOST_SEQUENCES = 60
"""A player with more sequences, over all cards, is not looked at."""
DRAWS = 4
"""How many likings at random are tried first."""


def corners(form: BettingForm, deck: Deck) -> dict[Side, list[Corner]]:
    """Corners of each player's set of optimal strategies: one where it is unique; none where it was not looked for."""
    game = written_out(form, deck)
    if not game.exact:
        return {side: [] for side in SIDES}
    return {
        side: [_corner(form, deck, side, reach) for reach in _found(game, side)]
        if game.of(side).sequences <= MOST_SEQUENCES
        else []
        for side in SIDES
    }


def _found(game: Bilinear, side: Side) -> list[tuple[Fraction, ...]]:
    """The reaches of the corners that likings find."""
    width = game.of(side).sequences
    drawn = np.random.default_rng(0).standard_normal((DRAWS, width))
    found = dict.fromkeys(_liked(game, side, list(drawn)))
    if len(found) > 1:
        found |= dict.fromkeys(_liked(game, side, [*np.eye(width), *-np.eye(width)]))
    return sorted(found)


def _liked(game: Bilinear, side: Side, likings: Sequence[Floats]) -> Iterator[tuple[Fraction, ...]]:
    """The optimal corner that each liking finds, where it is proved."""
    for liking in likings:
        taste = {one: liking if one == side else np.zeros(game.of(one).sequences) for one in SIDES}
        reaches = in_fractions(game, Program(game, taste).solve(TASTE / max(1.0, float(abs(liking).max()))))
        if reaches is not None and proved(game, *reaches) is not None:
            reach = reaches[SIDES.index(side)]
            yield tuple(Fraction(part, reach[0]) for part in reach)


def _corner(form: BettingForm, deck: Deck, side: Side, reach: Sequence[Fraction]) -> Corner:
    """The mixes of a corner."""
    return {
        turn.name: [
            _mix(turn.actions, [reach[place_of(form, side, rank, s)] for s in turn.sequences])
            for rank in range(deck.ranks)
        ]
        for turn in form.of(side)
    }


def _mix(actions: Sequence[str], parts: Sequence[Fraction]) -> dict[str, Fraction]:
    whole = sum(parts)
    return {action: part / whole for action, part in zip(actions, parts, strict=True)} if whole else {}
