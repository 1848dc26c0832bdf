"""From floats to proofs: exact strategies on a grid, and the bounds that they prove.

There are two methods to get proofs from strategies in floats. `certify` rounds them to fractions, whose best
responses are computed exactly: these give bounds. `exact_mix` looks for the exact strategies that the floats
approximate. An optimal strategy that a linear program finds is a vertex: it mixes in few cells, and the probabilities
there are determined by the condition that the opponent is indifferent between certain actions with certain hands.
These ties are visible in the floats; they are linear equations in the probabilities, and are solved in fractions. An
independent set of equations is also chosen in floats. A wrong choice does no harm, because exact best responses check
the result.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Array, Floats, Scalar
from zerosum.core.numbers import simple_fraction
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.solution import Value
from zerosum.models.continuum.form import BettingForm, BettingTurn
from zerosum.models.continuum.response import Mix, best_response, evs, guarantees, reach, refine, respond
from zerosum.models.continuum.rules import Deck
from zerosum.models.continuum.solve.program import behaviour

SHORT = 2**44
"""End points without a proof are rounded to multiples of 1 / SHORT, which moves the bounds by less than 1e-12."""

DENOMINATOR = 2**50
"""Probabilities in floats are rounded to multiples of 1 / DENOMINATOR before the proof."""


EV_TOLERANCE = 1e-12
"""Actions whose EVs differ by less than this, possibly because of rounding, count as equally good."""

NONE, ALL = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class ProvedStrategies:
    """Strategies on a grid, in fractions, and the bounds on the value that they prove."""

    edges: Array
    mix: Mix
    value: Value
    rounds: int
    cells: int
    """The largest number of cells in any of the linear programs."""


class BestSoFar:
    """The best strategy of each player so far, each with its own grid."""

    def __init__(self) -> None:
        self.bound = {"row": -np.inf, "col": np.inf}
        self.kept: dict[str, tuple[Array, Mix]] = {}

    @property
    def gap(self) -> float:
        return float(self.bound["col"] - self.bound["row"])

    def offer(self, edges: Array, mix: Mix, lower: float, upper: float) -> None:
        """Keep each player's strategy if it is better than the player's best so far."""
        if lower > self.bound["row"]:
            self.bound["row"], self.kept["row"] = lower, (edges, mix)
        if upper < self.bound["col"]:
            self.bound["col"], self.kept["col"] = upper, (edges, mix)

    def joined(self, form: BettingForm) -> tuple[Array, Mix]:
        edges = np.unique(np.concatenate([kept[0] for kept in self.kept.values()]))
        mix: Mix = []
        for turn in form.turns:
            own_edges, own = self.kept[turn.player]
            mix += refine(own_edges, [own[turn.index]], edges)
        return edges, mix


def in_fractions(table: Array) -> Array:
    """Return rows of probabilities in floats as fractions that add up to exactly 1."""
    rows = []
    for row in table:
        exact = [Fraction(round(float(p) * DENOMINATOR), DENOMINATOR) for p in row]
        exact[int(np.argmax(row))] += 1 - sum(exact)
        rows.append(exact)
    return np.array(rows, object)


def certify(form: BettingForm, mix: Mix, edges: Array, deck: Deck | None) -> tuple[Array, Mix, Value]:
    """Return strategies in floats as short fractions, and the bounds that they prove, rounded outward to floats."""
    if deck is None:
        edges = np.array([Fraction(round(x * SHORT), SHORT) for x in edges], object)
    exact = [in_fractions(table) for table in mix]
    lower, upper = guarantees(form, exact, edges, deck)
    if lower == upper:
        return edges, exact, Value(lower, upper)
    outward = np.nextafter(float(lower), -np.inf), np.nextafter(float(upper), np.inf)
    return edges, exact, Value(*map(float, outward))


def with_responses_off_path(
    form: BettingForm, found: ProvedStrategies, deck: Deck | None
) -> tuple[Array, Mix]:
    """Return the strategies, replaced by a best response at turns that a player's own earlier choices never reach.

    These hands do not change the expectation, but readers see them. The points where the responses change are added
    to the grid. With cards, or without an exact solution, floats are good enough for the responses.
    """
    edges, mix = found.edges, found.mix
    kind = object if found.value.is_exact and deck is None else float
    about = mix if kind is object else [_in_floats(table) for table in mix]
    responses = {player: best_response(form, player, about, edges.astype(kind), deck) for player in SIDES}
    if deck is not None:
        mix = [table.copy() for table in mix]
        for player, response in responses.items():
            own = reach(form, player, about)
            for turn in form.of(player):
                _write_best_actions(mix[turn.index], response.worth[turn.index], own[turn.parent])
        return edges, mix
    new = {
        x if isinstance(x, Fraction) else Fraction(round(x * SHORT), SHORT)
        for response in responses.values()
        for x in response.edges
    }
    finer = np.array(sorted(new | set(edges)), object)
    mix = refine(edges, mix, finer)
    middle = ((finer[:-1] + finer[1:]) / 2).astype(kind)
    for player, response in responses.items():
        own = reach(form, player, mix)
        at = np.searchsorted(response.edges, middle) - 1
        for turn in form.of(player):
            worth = response.worth[turn.index]
            _write_best_actions(mix[turn.index], worth[:, at] + worth[:, at + 1], own[turn.parent])
    return finer, mix


def _in_floats(table: Array) -> Array:
    """Return fractions as floats; dividing is faster than numpy's conversion."""
    return np.array([[p.numerator / p.denominator for p in row] for row in table.tolist()])


def _write_best_actions(table: Array, worth: Array, own: Array) -> None:
    """Overwrite the rows of hands that never reach a turn with their best action (the first, if several are equally
    good).
    """
    for i in np.nonzero(own == 0)[0]:
        table[i] = NONE
        table[i, int(np.argmax(worth[:, i] >= worth[:, i].max() - EV_TOLERANCE))] = ALL


def on_path(form: BettingForm, turn: BettingTurn, mix: Mix, edges: Array) -> bool:
    """Return whether the opponent's strategy ever reaches a turn."""
    return bool((reach(form, other(turn.player), mix)[turn.foe] @ np.diff(edges)) > 0)


TIE = 1e-9
"""Actions whose EVs in floats differ by less than this are tied."""

MAX_CELLS = 100
"""Maximum number of cells for which the exact strategies are solved for; on larger grids the floats are rounded to
fractions.
"""

MAX_UNKNOWNS = 120
"""Maximum number of unknown probabilities; with more of them the floats are left as they are."""

Tie = tuple[int, tuple[int, ...], tuple[int, ...]]
"""Two courses of play, as sets of sequences, that have the same EV at a point."""


@dataclass
class Unknowns:
    """The player's reaches as affine functions of the unknown probabilities."""

    constant: Array
    """The known part of the reach of each sequence in each cell."""
    parts: list[dict[tuple[int, int], int]] = field(default_factory=list)
    """The coefficients of each unknown, by sequence and cell."""


def exact_mix(form: BettingForm, mix: Mix, edges: Array) -> Mix | None:
    """Return exact probabilities near those in floats for both players; None if they are not found."""
    answer = list(mix)
    for player in SIDES:
        part = _exact_part(form, player, mix, edges)
        if part is None:
            return None
        answer = [part.get(turn.index, table) for turn, table in zip(form.turns, answer, strict=True)]
    return answer


def exact_behaviour(form: BettingForm, player: Side, found: Floats, rest: Mix, edges: Array) -> Mix:
    """Return a player's reaches in floats as exact probabilities at that player's turns; elsewhere, those of `rest`.

    They are those of the vertex that the floats approximate, if it is found, and otherwise close to the floats.
    """
    none = np.zeros((form.sequences[other(player)], found.shape[1]))
    mix = behaviour(form, {player: found, other(player): none})
    part = _exact_part(form, player, mix, edges) if found.shape[1] <= MAX_CELLS else None
    if part is None:
        part = {turn.index: in_fractions(mix[turn.index]) for turn in form.of(player)}
    return [part.get(turn.index, table) for turn, table in zip(form.turns, rest, strict=True)]


def _exact_part(form: BettingForm, player: Side, mix: Mix, edges: Array) -> dict[int, Array] | None:
    """Return exact probabilities at one player's turns."""
    exact = _exact_reach(form, player, mix, edges)
    if exact is None:
        return None
    tables = {}
    for turn in form.of(player):
        share = exact[list(turn.sequences)].T
        rows: Array = np.full(share.shape, NONE, object)
        for i, whole in enumerate(exact[turn.parent]):
            if whole:
                rows[i] = [Fraction(part) / whole for part in share[i]]
            else:  # never reached: replace the floats by a pure choice
                rows[i, int(mix[turn.index][i].argmax())] = ALL
        tables[turn.index] = rows
    return tables


def _exact_reach(form: BettingForm, player: Side, mix: Mix, edges: Array) -> Array | None:
    about = reach(form, player, mix)
    unknowns = _unknowns(form, player, about)
    count = len(unknowns.parts)
    if count > MAX_UNKNOWNS:
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
    """Return an unknown for every action but the last of a mixed decision."""
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
    """Solve the indifference equations for the unknowns."""
    foe, count = other(player), len(unknowns.parts)
    ties = _ties(form, foe, about, edges.astype(float))
    effect = Effect(form, player, edges)
    table = Effect(form, player, edges, float).table(unknowns, ties)
    rows = _independent_columns(table.T) if table.size else []
    columns = sorted(_independent_columns(table[rows])) if table.size else []
    known = evs(form, foe, unknowns.constant, edges, None)
    system = [[effect.of(part, ties[r]) for part in unknowns.parts] for r in rows]
    right = [-Fraction(_difference(known, ties[r])) for r in rows]
    free = [k for k in range(count) if k not in set(columns)]
    guess = {}
    for k in (
        free
    ):  # the value in the floats: the reach of the first sequence for which the unknown was introduced
        near = next(float(about[place]) for place, c in unknowns.parts[k].items() if c == 1)
        guess[k] = simple_fraction(near, 10**6)
    lines = [
        [row[k] for k in columns] + [total - sum(row[k] * guess[k] for k in free)]
        for row, total in zip(system, right, strict=True)
    ]
    from zerosum.numerics.exact import echelon_form  # FLINT takes long to import

    pivots, solved = echelon_form(lines)
    if list(pivots) != list(range(len(columns))):
        return None
    place = {k: pivots[j] for j, k in enumerate(columns)}
    return [guess[k] if k in guess else solved[place[k]][-1] for k in range(count)]


class Effect:
    """The derivatives of the opponent's EVs by the player's reach of a sequence in a cell."""

    def __init__(self, form: BettingForm, player: Side, edges: Array, kind: type = Fraction) -> None:
        self.kind, self.weight = kind, [kind(Fraction(width)) for width in np.diff(edges)]
        self.leaves: dict[tuple[int, int], list[tuple[Scalar, Scalar]]] = {}
        for leaf in form.leaves:
            key = leaf.sequence(other(player)), leaf.sequence(player)
            constant = -leaf.constant if player == "row" else leaf.constant
            self.leaves.setdefault(key, []).append((kind(leaf.stake), kind(constant)))

    def one(self, theirs: int, mine: int, cell: int, point: int) -> Scalar:
        """Return the derivative of the EV of one of the opponent's sequences at a point."""
        total, weight = self.kind(0), self.weight[cell]
        for stake, constant in self.leaves.get((theirs, mine), ()):
            total += (constant + stake if cell < point else constant - stake) * weight
        return total

    def of(self, part: dict[tuple[int, int], int], tie: Tie) -> Scalar:
        """Return the derivative of a tie's difference with respect to an unknown."""
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
        """Return the coefficients of all unknowns (columns) in all ties (rows)."""
        entries = [[self.of(part, tie) for part in unknowns.parts] for tie in ties]
        return np.array(entries).reshape(len(ties), len(unknowns.parts))


def _difference(earned: Array, tie: Tie) -> Scalar:
    """Return the EVs of one line of play minus those of the other."""
    point, one, another = tie
    return sum(earned[s, point] for s in one) - sum(earned[s, point] for s in another)


def _independent_columns(matrix: NDArray[np.float64]) -> list[int]:
    """Return a maximal set of independent columns: repeatedly the longest remainder, projected out of all."""
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
    """Yield the opponent's indifferences: at an edge, two lines of play from one of the opponent's turns."""
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
