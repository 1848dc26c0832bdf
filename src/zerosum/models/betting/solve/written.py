"""A betting tree and a deck, written out as a hidden game.

Every rank has its own copy of a player's sequences. A leaf pays the chance of a pair of ranks times its amount; written
out for all pairs, that is a matrix of integers over one denominator.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np

from zerosum.core.arrays import Ints
from zerosum.core.sides import SIDES, Side
from zerosum.models.betting.form import BettingForm
from zerosum.models.betting.rules import Deck
from zerosum.models.hidden.solve.bilinear import LARGEST, Bilinear, Tree
from zerosum.numerics.sparse import Entries, matrix

__all__ = ["place_of", "places", "trees", "units", "written_out"]


def written_out(form: BettingForm, deck: Deck) -> Bilinear:
    """The tree and the deck as two trees of sequences and a matrix."""
    unit, scale = units(form, deck)
    ranks = deck.ranks
    pairs = np.full((ranks, ranks), deck.copies**2) - (0 if deck.replace else deck.copies) * np.eye(
        ranks, dtype=int
    )
    x, y = np.divmod(np.arange(ranks * ranks), ranks)
    rows, cols, data = [], [], []
    for leaf in form.leaves:
        amount = int(leaf.constant * unit) + int(leaf.stake * unit) * np.sign(x - y)
        rows.append(places(form, "row", x, leaf.row))
        cols.append(places(form, "col", y, leaf.col))
        data.append((amount * pairs.ravel()).astype(np.float64))
    both = trees(form, deck)
    entries = Entries(*map(np.concatenate, (data, rows, cols)))
    payoffs = matrix(entries, (both["row"].sequences, both["col"].sequences))
    exact = bool(abs(payoffs).sum() < LARGEST)
    return Bilinear(both["row"], both["col"], payoffs, abs(payoffs), scale, exact)


def units(form: BettingForm, deck: Deck) -> tuple[int, int]:
    """What makes all amounts integers, and that times the number of deals."""
    amounts: list[Fraction] = [amount for leaf in form.leaves for amount in (leaf.constant, leaf.stake)]
    unit, cards = lcm(*(amount.denominator for amount in amounts)), deck.ranks * deck.copies
    return unit, unit * cards * (cards if deck.replace else cards - 1)


def places(form: BettingForm, side: Side, rank: Ints, sequence: int) -> Ints:
    """The sequence of each rank's copy; the empty one is shared."""
    return 1 + rank * (form.sequences[side] - 1) + sequence - 1 if sequence else rank * 0


def place_of(form: BettingForm, side: Side, rank: int, sequence: int) -> int:
    """The sequence of one rank's copy."""
    return int(places(form, side, np.array(rank), sequence))


def trees(form: BettingForm, deck: Deck) -> dict[Side, Tree]:
    """Both players' sets: their turns with every rank."""
    return {side: _tree(form, deck, side) for side in SIDES}


def _tree(form: BettingForm, deck: Deck, side: Side) -> Tree:
    """A player's sets: its turns with every rank."""
    turns, ranks = form.of(side), np.arange(deck.ranks)
    parent = [places(form, side, ranks, turn.parent) for turn in turns]
    first = [places(form, side, ranks, turn.sequences[0]) for turn in turns]
    size, shape = 1 + deck.ranks * (form.sequences[side] - 1), (len(turns), deck.ranks)
    parents, firsts = (np.array(part, np.int64).reshape(shape).T.ravel() for part in (parent, first))
    return Tree(parents, np.append(firsts, size))
