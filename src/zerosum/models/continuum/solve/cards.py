"""Finite decks: a betting tree and a deck as a hidden game, and its linear program with running sums.

Every rank has its own copy of a player's sequences. The payoff of a leaf for a pair of ranks is the pair's
probability times the leaf's amount; for all pairs, this is a matrix of integers over one denominator
(`as_hidden_game`).

A showdown compares ranks, so its payoffs are a dense matrix of signs. With the running sums z(k) = z(k - 1) + x(k) of
row's reaches as variables it takes a few entries per row, and the program grows with the number of ranks, not with
its square. Most neighbouring ranks have the same strategy. So the program of a large deck starts from the basis of a
small one, in which each rank represents four, and needs few further steps.

Solving with its optimal basis in integers gives strategies in fractions, and weak duality proves them. If this fails,
the floats are rounded to fractions, and best responses bound the value. If HiGHS finds no basis at all because
amounts span too many magnitudes, pure strategies are added one by one in fractions.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import TypeVar

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.core.errors import Unavailable
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Value
from zerosum.models.continuum.form import BettingForm
from zerosum.models.continuum.response import Mix
from zerosum.models.continuum.rules import Deck
from zerosum.models.continuum.solve.exact import ALL, NONE, ProvedStrategies, certify
from zerosum.models.continuum.solve.program import RANK
from zerosum.models.hidden.form import SequenceTree
from zerosum.models.hidden.solve.bilinear import (
    MAX_INTEGER,
    MAX_WHOLE,
    BilinearGame,
    SequenceProgram,
    WholeMatrix,
)
from zerosum.models.hidden.solve.guarantees import prove_value, solve_by_responses
from zerosum.models.hidden.solve.program import ProgramError, ProgramSolver, Start, Vertex
from zerosum.numerics.programs import MatrixEntries
from zerosum.numerics.sparse import matrix

T = TypeVar("T")

TIE_BREAK = 1e-5
"""Weight of the tie-break in the objective: approximately the largest EV loss that a player accepts to have the hands
in order.
"""

MAX_RANKS_COLD = 16
"""Largest number of ranks whose program starts without the basis of a smaller deck."""

REACH_TOLERANCE = 1e-10
"""A hand that reaches a turn with a smaller probability than this counts as never reaching it."""


def as_hidden_game(form: BettingForm, deck: Deck) -> BilinearGame:
    """Return the tree and the deck as two sequence trees and a payoff matrix."""
    unit, scale = units(form, deck)
    ranks = deck.ranks
    pairs = np.full((ranks, ranks), deck.copies**2) - (0 if deck.replace else deck.copies) * np.eye(
        ranks, dtype=int
    )
    x, y = np.divmod(np.arange(ranks * ranks), ranks)
    rows, cols, data = [], [], []
    most = max(abs(amount) for leaf in form.leaves for amount in (leaf.constant, leaf.stake))
    small = bool(2 * unit * most * deck.copies**2 < MAX_INTEGER)  # products fit into numpy's integer type
    for leaf in form.leaves:
        ahead = np.sign(x - y) if small else np.sign(x - y).astype(object)
        amount = int(leaf.constant * unit) + int(leaf.stake * unit) * ahead
        rows.append(places(form, "row", x, leaf.row))
        cols.append(places(form, "col", y, leaf.col))
        data.append(amount * pairs.ravel())
    both = trees(form, deck)
    entries = MatrixEntries(*map(np.concatenate, (data, rows, cols)))
    shape = both["row"].sequences, both["col"].sequences
    payoffs, whole = matrix(entries._replace(data=entries.data.astype(np.float64)), shape), None
    exact = bool(abs(payoffs).sum() < MAX_INTEGER)
    if not exact and sum(shape) <= MAX_WHOLE:
        integers = entries._replace(data=entries.data.astype(object))
        whole = WholeMatrix(matrix(integers, shape), scale)
    return BilinearGame(both["row"], both["col"], payoffs, scale, exact, whole)


def units(form: BettingForm, deck: Deck) -> tuple[int, int]:
    """Return the factor that makes all amounts integers, and that factor times the number of deals."""
    amounts: list[Fraction] = [amount for leaf in form.leaves for amount in (leaf.constant, leaf.stake)]
    unit, cards = lcm(*(amount.denominator for amount in amounts)), deck.ranks * deck.copies
    return unit, unit * cards * (cards if deck.replace else cards - 1)


def places(form: BettingForm, side: Side, rank: Ints, sequence: int) -> Ints:
    """Return the index of the sequence for each rank's copy; the empty sequence is shared."""
    return rank * (form.sequences[side] - 1) + sequence if sequence else rank * 0


def place_of(form: BettingForm, side: Side, rank: int, sequence: int) -> int:
    """Return the index of the sequence for one rank's copy."""
    return int(places(form, side, np.array(rank), sequence))


def trees(form: BettingForm, deck: Deck) -> dict[Side, SequenceTree]:
    """Return the information sets of both players: their turns with every rank."""
    found: dict[Side, SequenceTree] = {}
    for side in SIDES:
        turns, ranks = form.of(side), np.arange(deck.ranks)
        parent = [places(form, side, ranks, turn.parent) for turn in turns]
        first = [places(form, side, ranks, turn.sequences[0]) for turn in turns]
        size, shape = 1 + deck.ranks * (form.sequences[side] - 1), (len(turns), deck.ranks)
        parents, firsts = (np.array(part, np.int64).reshape(shape).T.ravel() for part in (parent, first))
        found[side] = SequenceTree(parents, np.append(firsts, size))
    return found


def solve_cards(form: BettingForm, deck: Deck, *, exact: bool) -> ProvedStrategies:
    try:
        return _solve_by_program(form, deck, exact=exact)
    except ProgramError:
        game = as_hidden_game(form, deck)
        if not game.provable:
            raise
        value, row, col = solve_by_responses(game)
        mix = _mix(form, deck, {"row": row, "col": col})
        return ProvedStrategies(np.array(deck.ends, object), mix, value, 1, deck.ranks)


def _solve_by_program(form: BettingForm, deck: Deck, *, exact: bool) -> ProvedStrategies:
    program = _program(form, deck)
    ends = np.array(deck.ends, object)
    whole = bool(np.abs(program.program.entries.data).sum() < MAX_INTEGER)
    if exact and not whole and (plain := as_hidden_game(form, deck)).provable:
        whole, program = (
            True,
            ProgramSolver(plain.program, {side: tie_break(form, deck, side) for side in SIDES}),
        )
    for weight in (TIE_BREAK, 0.0):
        vertex = program.solve(weight)
        found = program.in_fractions(vertex) if exact and whole else None
        value = found.value if found is not None else None
        if found is not None and value is not None:
            mix = _mix(form, deck, {"row": found.row, "col": found.col})
            return ProvedStrategies(ends, mix, Value.exactly(value), 1, deck.ranks)
    _, mix, bounds = certify(form, _mix_in_floats(form, deck, vertex), ends, deck)
    return ProvedStrategies(ends, mix, bounds, 1, deck.ranks)


def refine_cards(form: BettingForm, deck: Deck) -> ProvedStrategies:
    """Return the strategies of a quasi-perfect equilibrium for a deck."""
    from zerosum.models.hidden.solve.refine import quasi_perfect  # a refinement is rarely requested

    game = as_hidden_game(form, deck)
    plans = quasi_perfect(game)
    value = prove_value(game, plans["row"].reach, plans["col"].reach)
    if value is None:
        raise Unavailable("the limit of trembles was not proved optimal")
    mix = []
    for turn in form.turns:
        turns = form.of(turn.player)
        sets = (rank * len(turns) + turns.index(turn) for rank in range(deck.ranks))
        mix.append(np.array([plans[turn.player].mix(i) for i in sets], object))
    return ProvedStrategies(np.array(deck.ends, object), mix, value, 1, deck.ranks)


def _program(form: BettingForm, deck: Deck) -> ProgramSolver:
    """Return the program of a deck; a large one starts from a basis extended from a smaller deck."""
    start = None
    if deck.ranks > MAX_RANKS_COLD:
        fewer = replace(deck, ranks=deck.ranks // 4)
        small = _program(form, fewer)
        small.solve(TIE_BREAK)
        (variables, lines, _), row, col = small.statuses, small.program.row, small.program.col
        start = Start(
            _stretch(variables, (row.sequences, len(col) + 1), fewer.ranks, deck.ranks),
            _stretch(lines, (len(row) + 1, col.sequences), fewer.ranks, deck.ranks),
        )
    return ProgramSolver(
        program_layout(form, deck), {side: tie_break(form, deck, side) for side in SIDES}, start
    )


def _stretch(few: list[T], parts: tuple[int, int], ranks: int, more: int) -> list[T]:
    """Return the basis statuses of a small deck, each repeated for the ranks of a larger deck that its rank
    represents.

    Each of the two parts consists of one entry for all ranks together and then the same number of entries for each
    rank; after the two parts come running sums, each with one entry per rank.
    """
    stands = np.arange(more) * ranks // more
    places, begin = [], 0
    for part in parts:
        each = begin + 1 + (part - 1) // ranks * stands[:, None] + np.arange((part - 1) // ranks)
        places += [np.array([begin]), each.ravel()]
        begin += part
    sums = np.arange(begin, len(few), ranks)[:, None] + stands
    return [few[place] for place in np.concatenate([*places, sums.ravel()])]


def program_layout(form: BettingForm, deck: Deck) -> SequenceProgram:
    """Return the program's variables: reaches, col's concessions, and partial sums z of row's reaches.

    Against a rank y the ranks above are z(last) - z(y), those below z(y - 1).
    """
    both, (unit, scale) = trees(form, deck), units(form, deck)
    row, col = both["row"], both["col"]
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
    entries = MatrixEntries(np.concatenate([row.flow.data, col.flow.data, data]), rows, cols)
    return SequenceProgram(row, col, matrix(entries, (bottom, right)), scale)


def tie_break(form: BettingForm, deck: Deck, side: Side) -> Floats:
    """Return an objective that grows as folds move to the weakest hands, then bluffs, then showdowns."""
    ranks = np.arange(deck.ranks)
    objective = np.zeros(1 + deck.ranks * (form.sequences[side] - 1))
    for turn in form.of(side):
        order = sorted((RANK[kind], action) for action, kind in enumerate(turn.kinds))
        for level, (_, action) in enumerate(order):
            objective[places(form, side, ranks, turn.sequences[action])] += (
                level * (ranks + 0.5) / deck.ranks**2
            )
    return objective


def _at_turns(form: BettingForm, deck: Deck) -> list[Ints]:
    """Return the indices of each turn's actions, a row for each rank."""
    ranks = np.arange(deck.ranks)
    return [
        np.column_stack([places(form, turn.player, ranks, s) for s in turn.sequences]) for turn in form.turns
    ]


def _mix(form: BettingForm, deck: Deck, reach: dict[Side, list[int]]) -> Mix:
    """Return probabilities at each turn, a row for each rank; uniform at turns that a rank never reaches."""
    mix: Mix = []
    for turn, at in zip(form.turns, _at_turns(form, deck), strict=True):
        mine, lines = reach[turn.player], []
        for line in at.tolist():
            parts = [mine[place] for place in line]
            whole = sum(parts)
            if not whole:
                lines.append([Fraction(1, len(parts))] * len(parts))
            else:  # 0 and 1 are the most frequent, so they are made only once
                lines.append([NONE if not p else ALL if p == whole else Fraction(p, whole) for p in parts])
        mix.append(np.array(lines, object))
    return mix


def _mix_in_floats(form: BettingForm, deck: Deck, vertex: Vertex) -> Mix:
    """Return the result of `_mix` in floats."""
    reach, mix = {"row": vertex.row, "col": vertex.col}, []
    for turn, at in zip(form.turns, _at_turns(form, deck), strict=True):
        parts = np.clip(reach[turn.player][at], 0.0, None)
        whole = parts.sum(axis=1, keepdims=True)
        even = np.full_like(parts, 1.0 / parts.shape[1])
        mix.append(
            np.where(whole > REACH_TOLERANCE, parts / np.where(whole > REACH_TOLERANCE, whole, 1.0), even)
        )
    return mix
