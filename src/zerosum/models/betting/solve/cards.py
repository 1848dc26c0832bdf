"""Finite decks: the linear program of a hidden game, written with running sums and started from a smaller deck.

Every rank has its own copy of the sequences, as in any hidden game. A showdown compares ranks, so what it pays is a
dense matrix of signs; with the running sums z(k) = z(k - 1) + x(k) of row's reaches as variables it takes a few entries
a line, and the program grows with the number of ranks and not with its square. Neighbouring ranks are played alike
but for a few. So the program of a large deck starts from the basis of a small one, each rank of which stands for
four, and has little left to do.

Its basis solved in integers gives strategies in fractions, and weak duality proves them. Where that fails the floats
are rounded to fractions, and best responses bound the value.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Value
from zerosum.models.betting.form import BettingForm
from zerosum.models.betting.response import Mix
from zerosum.models.betting.rules import Deck
from zerosum.models.betting.solve.program import RANK
from zerosum.models.betting.solve.proved import ALL, NONE, Proved, certified
from zerosum.models.betting.solve.written import places, trees, units
from zerosum.models.hidden.solve.bilinear import LARGEST, Layout, Tree
from zerosum.models.hidden.solve.program import Program, Statuses, Vertex
from zerosum.numerics.sparse import Entries, Matrix, matrix

__all__ = ["TASTE", "layout_of", "solve_cards"]

T = TypeVar("T")

TASTE = 1e-5
"""How much a player may seem to give up, at the most, to have the hands in order."""

MOST_FROM_NOTHING = 16
"""The program of a deck with more ranks starts from that of a smaller one."""

NOTHING = 1e-10
"""A hand that comes to a turn less often than this never comes."""


def solve_cards(form: BettingForm, deck: Deck, *, exact: bool) -> Proved:
    """Optimal strategies for a deck."""
    program = _program(form, deck)
    ends = np.array([Fraction(k, deck.ranks) for k in range(deck.ranks + 1)], object)
    whole = bool(np.abs(program.layout.entries.data).sum() < LARGEST)
    for taste in (TASTE, 0.0):
        vertex = program.solve(taste)
        found = program.in_fractions(vertex) if exact and whole else None
        value = found.value if found is not None else None
        if found is not None and value is not None:
            mix = _mix(form, deck, {"row": found.row, "col": found.col})
            return Proved(ends, mix, Value.exactly(value), 1, deck.ranks)
    _, mix, bounds = certified(form, _floats(form, deck, vertex), ends, deck)
    return Proved(ends, mix, bounds, 1, deck.ranks)


def _program(form: BettingForm, deck: Deck) -> Program:
    """The program of a deck, with where to start."""
    start = _start(form, deck) if deck.ranks > MOST_FROM_NOTHING else None
    return Program(layout_of(form, deck), {side: _taste(form, deck, side) for side in SIDES}, start)


def _start(form: BettingForm, deck: Deck) -> Statuses:
    """The basis of a smaller deck, stretched."""
    fewer = replace(deck, ranks=deck.ranks // 4)
    program = _program(form, fewer)
    program.solve(TASTE)
    (variables, lines), row, col = program.statuses, program.layout.row, program.layout.col
    return (
        _stretched(variables, (row.sequences, len(col) + 1), fewer.ranks, deck.ranks),
        _stretched(lines, (len(row) + 1, col.sequences), fewer.ranks, deck.ranks),
    )


def _stretched(few: list[T], parts: tuple[int, int], ranks: int, more: int) -> list[T]:
    """What is said of each rank, again for each rank that it stands for.

    Two parts say one thing of all ranks, and then so many of each rank; the rest are running sums, each over all ranks.
    """
    stands = np.arange(more) * ranks // more
    places, begin = [], 0
    for part in parts:
        each = begin + 1 + (part - 1) // ranks * stands[:, None] + np.arange((part - 1) // ranks)
        places += [np.array([begin]), each.ravel()]
        begin += part
    sums = np.arange(begin, len(few), ranks)[:, None] + stands
    return [few[place] for place in np.concatenate([*places, sums.ravel()])]


def layout_of(form: BettingForm, deck: Deck) -> Layout:
    """The program's lines, with running sums."""
    both, (unit, scale) = trees(form, deck), units(form, deck)
    return Layout(both["row"], both["col"], _lines(form, deck, both["row"], both["col"], unit), scale)


def _lines(form: BettingForm, deck: Deck, row: Tree, col: Tree, unit: int) -> Matrix:
    """Reaches, what col allows, and running sums; against a rank y those above are z(last) - z(y), below z(y - 1)."""
    ranks, pairs = np.arange(deck.ranks), deck.copies**2
    down, right = len(row) + 1, row.sequences + len(col) + 1
    bottom, parts = down + col.sequences, list[tuple[Ints, Ints, int]]()
    for sequence in sorted({leaf.row for leaf in form.leaves}):
        sums, rule, mine = right + ranks, bottom + ranks, places(form, "row", ranks, sequence)
        right, bottom = right + deck.ranks, bottom + deck.ranks
        parts += [(rule, sums, 1), (rule[1:], sums[:-1], -1), (rule, mine, -1)]
        for leaf in form.leaves:
            if leaf.row == sequence:
                line = down + places(form, "col", ranks, leaf.col)
                constant, stake = int(leaf.constant * unit), int(leaf.stake * unit)
                parts.append((line, sums[-1] + 0 * ranks, -pairs * (constant + stake)))
                parts += [(line, sums, pairs * stake), (line[1:], sums[:-1], pairs * stake)] if stake else []
                parts += [] if deck.replace or not constant else [(line, mine, deck.copies * constant)]
    data = np.repeat([float(part[2]) for part in parts], [len(part[0]) for part in parts])
    rows = np.concatenate([row.flow.row, down + col.flow.col, *(part[0] for part in parts)])
    cols = np.concatenate([row.flow.col, row.sequences + col.flow.row, *(part[1] for part in parts)])
    entries = Entries(np.concatenate([row.flow.data, col.flow.data, data]), rows, cols)
    return matrix(entries, (bottom, right))


def _taste(form: BettingForm, deck: Deck, side: Side) -> Floats:
    """An objective that grows as folds move to the weakest hands, then bluffs, then showdowns."""
    ranks = np.arange(deck.ranks)
    taste = np.zeros(1 + deck.ranks * (form.sequences[side] - 1))
    for turn in form.of(side):
        order = sorted((RANK[kind], action) for action, kind in enumerate(turn.kinds))
        for level, (_, action) in enumerate(order):
            taste[places(form, side, ranks, turn.sequences[action])] += level * (ranks + 0.5) / deck.ranks**2
    return taste


def _at_turns(form: BettingForm, deck: Deck) -> list[Ints]:
    """The places of each turn's actions, a line for each rank."""
    ranks = np.arange(deck.ranks)
    return [
        np.column_stack([places(form, turn.player, ranks, s) for s in turn.sequences]) for turn in form.turns
    ]


def _mix(form: BettingForm, deck: Deck, reach: dict[Side, list[int]]) -> Mix:
    """Probabilities at each turn, a line for each rank; even where a rank never comes there."""
    mix: Mix = []
    for turn, at in zip(form.turns, _at_turns(form, deck), strict=True):
        mine, lines = reach[turn.player], []
        for line in at.tolist():
            parts = [mine[place] for place in line]
            whole = sum(parts)
            lines.append([_share(p, whole) if whole else Fraction(1, len(parts)) for p in parts])
        mix.append(np.array(lines, object))
    return mix


def _share(part: int, whole: int) -> Fraction:
    """A part of a whole; none and all, which come most often, are made once."""
    return NONE if not part else ALL if part == whole else Fraction(part, whole)


def _floats(form: BettingForm, deck: Deck, vertex: Vertex) -> Mix:
    """The same in floats."""
    reach, mix = {"row": vertex.row, "col": vertex.col}, []
    for turn, at in zip(form.turns, _at_turns(form, deck), strict=True):
        parts = np.clip(reach[turn.player][at], 0.0, None)
        whole = parts.sum(axis=1, keepdims=True)
        even = np.full_like(parts, 1.0 / parts.shape[1])
        mix.append(np.where(whole > NOTHING, parts / np.where(whole > NOTHING, whole, 1.0), even))
    return mix
