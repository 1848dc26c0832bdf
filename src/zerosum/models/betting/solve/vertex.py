"""From a strategy in floats to the exact one that it stands for, on a grid whose edges are known exactly.

An optimal strategy that a linear program finds is a vertex: it mixes in few cells, and what fixes the
probabilities there is that the opponent is indifferent between certain actions with certain hands. Those ties
are seen in the floats; they are linear equations in the probabilities, and solved in fractions. An independent set
of them is chosen in floats too, since a wrong choice does no harm: whatever comes out is checked afterwards by
exact best responses.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Array, Floats, Scalar
from zerosum.core.numbers import simple_fraction
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.betting.form import BettingForm, Turn
from zerosum.models.betting.response import Mix, earnings, reach, respond
from zerosum.models.betting.solve.program import behaviour
from zerosum.models.betting.solve.proved import in_fractions
from zerosum.numerics.elimination import eliminate

__all__ = ["exact_behaviour", "exact_mix"]

TIE = 1e-9
"""Actions whose worth differs by less are tied."""

MOST_CELLS = 100
"""On grids with more cells strategies in floats are rounded to fractions, not solved for."""

MOST_UNKNOWNS = 120
"""Beyond this many probabilities to find, the floats are left as they are."""

Tie = tuple[int, tuple[int, ...], tuple[int, ...]]
"""At a point, the sequences of one course of play and those of another earn the same."""


@dataclass
class Unknowns:
    """The player's reaches as affine functions of the probabilities to be found."""

    constant: Array
    """What is known of the reach of each sequence in each cell."""
    parts: list[dict[tuple[int, int], int]] = field(default_factory=list)
    """For each unknown, its coefficients by sequence and cell."""


def exact_mix(form: BettingForm, mix: Mix, edges: Array) -> Mix | None:
    """Exact probabilities for both players near those in floats, or None where none are found."""
    answer = list(mix)
    for player in SIDES:
        part = _exact_part(form, player, mix, edges)
        if part is None:
            return None
        answer = [part.get(turn.index, table) for turn, table in zip(form.turns, answer, strict=True)]
    return answer


def exact_behaviour(form: BettingForm, player: Side, found: Floats, rest: Mix, edges: Array) -> Mix:
    """A player's reaches in floats as exact probabilities at that player's turns; elsewhere, those of `rest`.

    They belong to the vertex that the floats stand for where it is found, and are close by otherwise.
    """
    none = np.zeros((form.sequences[other(player)], found.shape[1]))
    mix = behaviour(form, {player: found, other(player): none})
    part = _exact_part(form, player, mix, edges) if found.shape[1] <= MOST_CELLS else None
    if part is None:
        part = {turn.index: in_fractions(mix[turn.index]) for turn in form.of(player)}
    return [part.get(turn.index, table) for turn, table in zip(form.turns, rest, strict=True)]


def _exact_part(form: BettingForm, player: Side, mix: Mix, edges: Array) -> dict[int, Array] | None:
    """Exact probabilities at one player's turns."""
    exact = _exact_reach(form, player, mix, edges)
    if exact is None:
        return None
    return {turn.index: _behaviour(turn, exact, mix[turn.index]) for turn in form.of(player)}


def _behaviour(turn: Turn, exact: Array, approximate: Array) -> Array:
    """Exact probabilities at a turn; where it is never reached, those in floats become a pure choice."""
    share = exact[list(turn.sequences)].T
    total = exact[turn.parent]
    rows: Array = np.full(share.shape, Fraction(0), object)
    for i, whole in enumerate(total):
        if whole:
            rows[i] = [Fraction(part) / whole for part in share[i]]
        else:
            rows[i, int(approximate[i].argmax())] = Fraction(1)
    return rows


def _exact_reach(form: BettingForm, player: Side, mix: Mix, edges: Array) -> Array | None:
    """The player's reaches in fractions."""
    about = reach(form, player, mix)
    unknowns = _unknowns(form, player, about)
    count = len(unknowns.parts)
    if count > MOST_UNKNOWNS:
        return None
    if count:
        found = _solve(form, player, edges, unknowns, about)
        if found is None:
            return None
        for k, p in enumerate(found):
            for place, coefficient in unknowns.parts[k].items():
                unknowns.constant[place] += coefficient * p
    if any(x < 0 for x in unknowns.constant.ravel()):
        return None
    return unknowns.constant


def _unknowns(form: BettingForm, player: Side, about: Array) -> Unknowns:
    """One unknown for every action of a mixed decision but the last."""
    answer = Unknowns(np.zeros(about.shape, object) + Fraction(0))
    answer.constant[0] += 1
    holds: dict[tuple[int, int], dict[int, int]] = {}
    for turn in form.of(player):
        for i in range(about.shape[1]):
            used = [s for s in turn.sequences if about[s, i] > TIE]
            if not used:
                continue
            last, rest = used[-1], dict(holds.get((turn.parent, i), {}))
            answer.constant[last, i] = answer.constant[turn.parent, i]
            for sequence in used[:-1]:
                holds[sequence, i] = {len(answer.parts): 1}
                rest[len(answer.parts)] = -1
                answer.parts.append({})
            holds[last, i] = rest
    for place, coefficients in holds.items():
        for k, coefficient in coefficients.items():
            answer.parts[k][place] = coefficient
    return answer


def _solve(
    form: BettingForm, player: Side, edges: Array, unknowns: Unknowns, about: Array
) -> list[Fraction] | None:
    """The unknowns, from the opponent's ties."""
    foe, count = other(player), len(unknowns.parts)
    ties = _ties(form, foe, about, edges.astype(float))
    effect = Effect(form, player, edges)
    rows, columns = _independent(Effect(form, player, edges, float).table(unknowns, ties))
    known = earnings(form, foe, unknowns.constant, edges, None)
    system = [[effect.of(part, ties[r]) for part in unknowns.parts] for r in rows]
    right = [-Fraction(_difference(known, ties[r])) for r in rows]
    free = [k for k in range(count) if k not in set(columns)]
    guess = {k: _rational(_value(unknowns, about, k)) for k in free}
    lines = [
        [row[k] for k in columns] + [total - sum(row[k] * guess[k] for k in free)]
        for row, total in zip(system, right, strict=True)
    ]
    solved = eliminate(lines, len(columns))
    if solved.is_contradictory or len(solved.pivots) < len(columns):
        return None
    place = {k: solved.pivots[j] for j, k in enumerate(columns)}
    return [guess[k] if k in guess else solved.table[place[k]][-1] for k in range(count)]


class Effect:
    """How the opponent's earnings change with the player's reach of a sequence in a cell; fractions or floats."""

    def __init__(self, form: BettingForm, player: Side, edges: Array, kind: type = Fraction) -> None:
        self.kind, self.weight = kind, [kind(Fraction(width)) for width in np.diff(edges)]
        self.leaves: dict[tuple[int, int], list[tuple[Scalar, Scalar]]] = {}
        for leaf in form.leaves:
            key = leaf.sequence(other(player)), leaf.sequence(player)
            constant = -leaf.constant if player == "row" else leaf.constant
            self.leaves.setdefault(key, []).append((kind(leaf.stake), kind(constant)))

    def one(self, theirs: int, mine: int, cell: int, point: int) -> Scalar:
        """The change of what the opponent's sequence earns at a point."""
        total, weight = self.kind(0), self.weight[cell]
        for stake, constant in self.leaves.get((theirs, mine), ()):
            total += (constant + stake if cell < point else constant - stake) * weight
        return total

    def of(self, part: dict[tuple[int, int], int], tie: Tie) -> Scalar:
        """The change of a tie's difference with an unknown."""
        point, one, another = tie
        return sum(
            (
                sign * c * self.one(theirs, mine, cell, point)
                for sign, course in ((1, one), (-1, another))
                for theirs in course
                for (mine, cell), c in part.items()
            ),
            self.kind(0),
        )

    def table(self, unknowns: Unknowns, ties: list[Tie]) -> Array:
        """All ties (rows) and unknowns (columns)."""
        entries = [[self.of(part, tie) for part in unknowns.parts] for tie in ties]
        return np.array(entries).reshape(len(ties), len(unknowns.parts))


def _value(unknowns: Unknowns, about: Array, k: int) -> float:
    """What unknown k is in the floats: the reach of the first sequence that it was made for."""
    return next(float(about[place]) for place, c in unknowns.parts[k].items() if c == 1)


def _rational(x: float) -> Fraction:
    """A simple fraction near a float."""
    return simple_fraction(x, 10**6)


def _difference(earned: Array, tie: Tie) -> Scalar:
    """How much more one course of play earns than the other."""
    point, one, another = tie
    return sum(earned[s, point] for s in one) - sum(earned[s, point] for s in another)


def _independent(table: NDArray[np.float64]) -> tuple[list[int], list[int]]:
    """A largest set of independent rows, and as many columns that they determine."""
    if not table.size:
        return [], []
    rows = _pivots(table.T)
    return rows, sorted(_pivots(table[rows]))


def _pivots(matrix: NDArray[np.float64]) -> list[int]:
    """Independent columns of a matrix: the longest of what is left of them, again and again, taken out of all."""
    left, found = matrix.copy(), list[int]()
    sizes = np.linalg.norm(left, axis=0)
    nothing = 1e-9 * max(sizes.max(), 1e-300)
    while sizes.max() > nothing:
        longest = int(sizes.argmax())
        found.append(longest)
        along = left[:, longest] / sizes[longest]
        left -= np.outer(along, along @ left)
        left[:, found] = 0.0
        sizes = np.linalg.norm(left, axis=0)
    return found


def _ties(form: BettingForm, foe: Side, against: Array, edges: Array) -> list[Tie]:
    """Where the opponent is indifferent: at an edge, two courses of play from one of their turns."""
    answer = respond(form, foe, against, edges, None)
    at = np.searchsorted(answer.edges, edges)
    worth = {index: table[:, at] for index, table in answer.worth.items()}
    children = form.children(foe)

    def course(sequence: int, point: int) -> tuple[int, ...]:
        after = tuple(
            s
            for t in children[sequence]
            for s in course(t.sequences[int(worth[t.index][:, point].argmax())], point)
        )
        return (sequence, *after)

    ties: list[Tie] = []
    for turn in form.of(foe):
        table = worth[turn.index]
        best = table.argmax(axis=0)
        for k in range(len(turn.actions)):
            for point in np.nonzero((table[k] >= table.max(axis=0) - TIE) & (best != k))[0]:
                one, another = turn.sequences[k], turn.sequences[best[point]]
                ties.append((int(point), course(one, int(point)), course(another, int(point))))
    return ties
