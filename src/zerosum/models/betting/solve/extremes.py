"""The range of optimal strategies against a weak opponent, for decks: a hidden game's, by the program of cards."""

from __future__ import annotations

from fractions import Fraction

from zerosum.core.answer import Extreme
from zerosum.core.limits import afford
from zerosum.core.solution import Value
from zerosum.models.betting.form import BettingForm
from zerosum.models.betting.response import Mix, reach
from zerosum.models.betting.rules import Deck
from zerosum.models.betting.solve.cards import layout_of
from zerosum.models.betting.solve.written import written_out
from zerosum.models.hidden.solve.extremes import extremes_of

__all__ = ["extremes"]

PAIR_BYTES, PAIR_SECONDS = 200, 5e-6
"""As measured, at the most, for each leaf with each pair of ranks."""


def extremes(form: BettingForm, deck: Deck, value: Value, rival: Mix) -> tuple[Extreme, Extreme] | None:
    """The least and the most that row's optimal strategies earn; None if they are not found.

    `rival` holds the rival's probabilities at col's turns, in fractions, card by card.
    """
    pairs = len(form.leaves) * deck.ranks**2
    afford(f"the range with {deck.ranks:,} cards", memory=PAIR_BYTES * pairs, seconds=PAIR_SECONDS * pairs)
    game, reaches = written_out(form, deck), reach(form, "col", rival)[1:].T.ravel()
    return extremes_of(game, layout_of(form, deck), value, [Fraction(1), *reaches]) if game.exact else None
