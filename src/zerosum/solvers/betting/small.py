"""Small decks: a betting tree and a deck as a hidden game, solved by that model's program.

Every rank has its own copy of a player's sequences. A leaf pays the chance of a pair of ranks times its amount; written
out for all pairs, that is a matrix of integers over one denominator.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np
from scipy.sparse import coo_array

from zerosum.arrays import Floats, Ints
from zerosum.models.betting import Deck
from zerosum.models.betting_form import BettingForm
from zerosum.sides import SIDES, Side
from zerosum.solution import Value
from zerosum.solvers.betting.program import RANK
from zerosum.solvers.betting.response import Mix
from zerosum.solvers.hidden.bilinear import LARGEST, Bilinear, Tree
from zerosum.solvers.hidden.plan import proved
from zerosum.solvers.hidden.program import Program, in_fractions

__all__ = ["TASTE", "place_of", "solve_small", "written_out"]

TASTE = 1e-5
"""How much a player may seem to give up, at the most, to have the hands in order."""


def solve_small(form: BettingForm, deck: Deck) -> tuple[Mix, Value] | None:
    """Optimal strategies in fractions, and the value that they prove; None where they are not found."""
    game = written_out(form, deck)
    if not game.exact:
        return None
    program = Program(game, {side: _taste(form, deck, side) for side in SIDES})
    for tremble in (TASTE, 0.0):
        found = in_fractions(game, program.solve(tremble))
        value = proved(game, *found) if found is not None else None
        if found is not None and value is not None:
            return _mix(form, deck, dict(zip(SIDES, found, strict=True))), value
    return None


def written_out(form: BettingForm, deck: Deck) -> Bilinear:
    """The tree and the deck as two trees of sequences and a matrix."""
    amounts = [amount for leaf in form.leaves for amount in (leaf.constant, leaf.stake)]
    unit = lcm(*(amount.denominator for amount in amounts))
    cards, ranks = deck.ranks * deck.copies, deck.ranks
    pairs = np.full((ranks, ranks), deck.copies**2) - (0 if deck.replace else deck.copies) * np.eye(
        ranks, dtype=int
    )
    x, y = np.divmod(np.arange(ranks * ranks), ranks)
    rows, cols, data = [], [], []
    for leaf in form.leaves:
        amount = int(leaf.constant * unit) + int(leaf.stake * unit) * np.sign(x - y)
        rows.append(_place(form, "row", x, leaf.row))
        cols.append(_place(form, "col", y, leaf.col))
        data.append((amount * pairs.ravel()).astype(np.float64))
    shape = [1 + ranks * (form.sequences[side] - 1) for side in SIDES]
    entries = np.concatenate(data), (np.concatenate(rows), np.concatenate(cols))
    matrix = coo_array(entries, shape=(shape[0], shape[1])).tocsr()
    matrix.eliminate_zeros()
    scale = unit * cards * (cards if deck.replace else cards - 1)
    exact = bool(abs(matrix).sum() < LARGEST)
    return Bilinear(_tree(form, deck, "row"), _tree(form, deck, "col"), matrix, abs(matrix), scale, exact)


def _place(form: BettingForm, side: Side, rank: Ints, sequence: int) -> Ints:
    """The sequence of each rank's copy; the empty one is shared."""
    return 1 + rank * (form.sequences[side] - 1) + sequence - 1 if sequence else rank * 0


def place_of(form: BettingForm, side: Side, rank: int, sequence: int) -> int:
    """The sequence of one rank's copy."""
    return int(_place(form, side, np.array(rank), sequence))


def _tree(form: BettingForm, deck: Deck, side: Side) -> Tree:
    """A player's sets: its turns with every rank."""
    turns, ranks = form.of(side), np.arange(deck.ranks)
    parent = [_place(form, side, ranks, turn.parent) for turn in turns]
    first = [_place(form, side, ranks, turn.sequences[0]) for turn in turns]
    size, shape = 1 + deck.ranks * (form.sequences[side] - 1), (len(turns), deck.ranks)
    parents, firsts = (np.array(part, np.int64).reshape(shape).T.ravel() for part in (parent, first))
    return Tree(parents, np.append(firsts, size))


def _taste(form: BettingForm, deck: Deck, side: Side) -> Floats:
    """An objective that grows as folds move to the weakest hands, then bluffs, then showdowns."""
    ranks = np.arange(deck.ranks)
    taste = np.zeros(1 + deck.ranks * (form.sequences[side] - 1))
    for turn in form.of(side):
        order = sorted((RANK[kind], action) for action, kind in enumerate(turn.kinds))
        for level, (_, action) in enumerate(order):
            taste[_place(form, side, ranks, turn.sequences[action])] += level * (ranks + 0.5) / deck.ranks**2
    return taste


def _mix(form: BettingForm, deck: Deck, reach: dict[Side, list[int]]) -> Mix:
    """Probabilities at each turn, a line for each rank; even where a rank never comes there."""
    mix: Mix = []
    for turn in form.turns:
        lines = []
        for rank in range(deck.ranks):
            places = [place_of(form, turn.player, rank, s) for s in turn.sequences]
            parts = [reach[turn.player][place] for place in places]
            whole = sum(parts)
            lines.append([Fraction(p, whole) if whole else Fraction(1, len(parts)) for p in parts])
        mix.append(np.array(lines, object))
    return mix
