"""All optimal strategies of a hidden game: the smallest and the largest probability of each move.

Let y be one optimal strategy of col, known exactly. By complementary slackness a plan x of row is optimal if and only
if

    x(s) = 0 for every sequence s that is not a best response to y, and
    col gains nothing by a sequence that y uses: F' v = A' x there, and F' v <= A' x elsewhere.

These are the constraints of the linear program of the sequence form with some inequalities made equations: the face
of optimal plans. The probability of a move a at an information set I is x(Ia) / x(p), where p is the sequence that
leads to I. So its largest value over the optimal plans that reach I is the smallest t for which

    max over the face of x(Ia) - t x(p)  is  0.

Dinkelbach's method finds it: start with a ratio t that some optimal plan has, maximise, and continue with the ratio
of the maximiser as long as it grows. Only the objective changes, so HiGHS starts from its last basis. The equations
of its final basis are solved in integers. Two facts are checked: the plan of the basis is optimal, and its
multipliers prove that no other plan has a larger ratio. The multipliers are a strategy q of col (a small part of it
mixed into y) against which row, who is paid 1 for the move a at I and pays t for reaching I, has an EV of at most the
value.

Sequences that no optimal plan uses are found together: maximise the sum of those that have not been used yet, until
the maximum is 0. In a large game one program finds a plan that uses all usable sequences: the multiples of plans form
a cone, and the objective counts min(reach, 1) for every sequence. In large games ends of 0 and 1 are also searched
for by changing this plan at single sets, and fractions near HiGHS's floats are tried before a basis is factorised; in
all cases integers decide. The remaining ends are computed in a smaller game: row has only moves that optimal plans
use (one of them, where nothing is at stake), and col has no dominated moves, which never gain more than others. A set
with one move left is not a decision.

If all moves of a set but one are never used, its range needs no program; and an end of 0 or 1 needs no proof except
the plan that attains it.

References: W. Dinkelbach, On nonlinear fractional programming, Management Science 13, 1967; for the cone, R. Freund,
R. Roundy and M. Todd, Identifying the set of always-active constraints in a system of linear inequalities, 1985.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import lcm

import numpy as np

from zerosum.core.arrays import Bools, Floats, Ints
from zerosum.core.data import Data
from zerosum.core.errors import InputError, ZerosumError
from zerosum.core.foreign import Foreign
from zerosum.core.limits import MINUTE, Meter
from zerosum.core.numbers import text
from zerosum.core.progress import Progress, silent
from zerosum.core.proofs import position_key
from zerosum.core.questions import DecisionRanges, ProbabilityRange
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.writing import written_mix
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.form import InformationSets, RealizationPlan
from zerosum.models.hidden.solve.bilinear import BilinearGame, bilinear_game
from zerosum.models.hidden.solve.guarantees import guarantee, is_plan, response_worth
from zerosum.models.hidden.solve.kernels import change_moves
from zerosum.models.hidden.solve.program import MIN_PRESOLVED, PRIMAL, TOLERANCE, basis_of
from zerosum.models.hidden.solve.rational import (
    IntegerSystem,
    Rationals,
    exact_product,
    factorise,
    near_fractions,
)
from zerosum.models.hidden.solve.reduce import left_of, mark_reachable, pair_payoffs, remove_dominated
from zerosum.numerics import chains
from zerosum.numerics.programs import NONE, OPTIMAL, hand_over, highs
from zerosum.numerics.sparse import Matrix, compressed, entries

TRUSTED = (40, 30)
"""Numbers of trusted binary digits when a plan in floats is converted to fractions; tried in turn."""

ZERO_TOLERANCE = 1e-10
"""Smaller floats count as 0 in the search for fractions."""

MAX_DENSE_BASIS = 40
"""A basis of at most this size is inverted as a dense matrix."""

LARGE = 3_000
"""With more sequences than this, all usable sequences are found together, and floats are converted to fractions."""

SWEEPS = 60
"""Maximum number of plans of a large game that are changed and kept."""

ROUNDS = 60
"""Maximum number of steps of Dinkelbach's method; it needs two or three."""


class RangeError(ZerosumError):
    """An error: no exact range was found."""


@dataclass(frozen=True)
class RangeBound:
    """A proof by multipliers that no optimal plan at a set plays a move more often than t (less often: `sign` -1)."""

    sequence: int
    sign: int
    ratio: Fraction
    multipliers: list[int]
    """The multipliers of the program's constraints."""
    unit: int = 1
    """The unit of the multipliers: they prove the bound for a payment of this size."""


@dataclass
class FaceRanges:
    """The results about a player's optimal plans."""

    ranges: list[list[ProbabilityRange]]
    """For each information set the range of each move; empty if no optimal plan reaches the set."""
    plans: list[list[int]] = field(default_factory=list)
    """Optimal plans that attain the ends, in integers."""
    bounds: list[RangeBound] = field(default_factory=list)
    """The proofs of the ends other than 0 and 1."""


def basis_system(block: Matrix) -> IntegerSystem | None:
    """Return the equations of a basis, factorised sparsely unless it is tiny: full inverses take longer."""
    if block.shape[0] <= MAX_DENSE_BASIS:
        return factorise(block)
    try:
        return IntegerSystem(block, chains.factorise(block))
    except np.linalg.LinAlgError:  # it is singular
        return None


def find_ranges(solution: HiddenSolution, progress: Progress = silent) -> list[DecisionRanges]:
    """Find the ranges of both players at every information set, or at the requested ones."""
    form, seen = solution.form, solution.position_keys.get("seen")
    wanted = {
        side: list(range(len(form.of(side)))) if seen is None else form.reading(side, str(seen))
        for side in SIDES
    }
    lines = []
    for side, found in solution_faces(solution, progress, None if seen is None else wanted).items():
        for i in wanted[side]:
            ranges = found.ranges[i]
            moves = dict(zip(form.of(side).moves[i], ranges, strict=True)) if ranges else {}
            lines.append(DecisionRanges(side, form.names[side][i], moves))
    return lines


def solution_faces(
    solution: HiddenSolution,
    progress: Progress = silent,
    wanted: Mapping[Side, Collection[int]] | None = None,
) -> dict[Side, FaceRanges]:
    """Return the set of each player's optimal plans, with the ranges of all information sets or of the requested
    ones.
    """
    game = bilinear_game(solution.form)
    plans = {side: solution.reaches[side] for side in SIDES}
    if not (game.exact and solution.value.is_exact and all(plan.exact for plan in plans.values())):
        raise InputError(
            f"ranges need an exact solution, but the value is known only as {solution.value}; solve the "
            f"game without numeric and first_order"
        )
    return both_faces(game, {side: plans[side].reach for side in SIDES}, progress, wanted)


def both_faces(
    game: BilinearGame,
    plans: Mapping[Side, Sequence[int]],
    progress: Progress = silent,
    wanted: Mapping[Side, Collection[int]] | None = None,
) -> dict[Side, FaceRanges]:
    """Return the set of each player's optimal plans for a game in integers, given one optimal plan of each."""
    return {
        side: OptimalPlans(game.seen_by(side), plans[side], plans[other(side)]).find(
            progress, None if wanted is None else wanted[side]
        )
        for side in SIDES
        if wanted is None or wanted[side]
    }


def range_proofs(solution: HiddenSolution) -> Data:
    """Return the ranges with their proofs, in a certificate's format (`zerosum.models.hidden.certificate`)."""
    game, form = bilinear_game(solution.form), solution.form
    most = max(game.row.sequences, game.col.sequences)
    if most > LARGE:
        raise InputError(
            f"a certificate cannot contain the ranges of {most:,} moves, since each end needs a separate "
            f"strategy; the maximum is {LARGE:,}"
        )
    proofs: dict[str, Data] = {}
    for side, found in solution_faces(solution).items():
        foe = other(side)
        seen = {
            one: [position_key((one, form.seen(one, i))) for i in range(len(form.of(one)))] for one in SIDES
        }

        def mixes(one: Side, reach: Sequence[int], seen: Mapping[Side, list[str]] = seen) -> Data:
            tree, moves = game.of(one), form.of(one).moves
            plan = RealizationPlan(tree, reach, np.zeros(len(tree), np.int64))
            return {
                key: written_mix(dict(zip(moves[i], plan.mix(i), strict=True)))
                for i, key in enumerate(seen[one])
            }

        claims = {}
        for i, ranges in enumerate(found.ranges):
            if ranges:
                pairs = zip(form.of(side).moves[i], ranges, strict=True)
                claims[seen[side][i]] = {str(move): [text(r.least), text(r.most)] for move, r in pairs}
        proofs[side] = {
            "claims": claims,
            "plans": [mixes(side, plan) for plan in found.plans],
            "bounds": [
                {"unit": text(unit), "pays": pays, "against": mixes(foe, against)}
                for unit, pays, against in _bounds(
                    game.seen_by(side), form.of(side), seen[side], solution, side, found
                )
            ],
        }
    return proofs


def _bounds(
    game: BilinearGame,
    sets: InformationSets,
    names: list[str],
    solution: HiddenSolution,
    side: Side,
    found: FaceRanges,
) -> Iterator[tuple[Fraction, Data, list[int]]]:
    """Yield strategies of the opponent with the payments that prove a bound: size, purpose and strategy."""
    mine = solution.reaches[side].reach
    theirs = [int(y) for y in solution.reaches[other(side)].reach]
    face = OptimalPlans(game, mine, theirs)
    tree, value = game.row, Fraction(solution.value.lower) * (1 if side == "row" else -1)
    owner = tree.owner.tolist()
    worse = [k for k in range(1, tree.sequences) if face.zero[k] and not face.zero[tree.parent[owner[k]]]]
    never = [bound for bound in found.bounds if bound.ratio == 0 and bound.sign > 0]
    others = [bound for bound in found.bounds if bound.ratio != 0 or bound.sign < 0]
    groups = [(worse, 1, Fraction(0), [0] * game.program.lines.shape[0], 1)] if worse else []
    if never:
        first = never[0]
        groups.append(([bound.sequence for bound in never], 1, Fraction(0), first.multipliers, first.unit))
    groups += [([bound.sequence], bound.sign, bound.ratio, bound.multipliers, bound.unit) for bound in others]
    for sequences, sign, ratio, multipliers, unit in groups:
        change = multipliers[game.program.most]
        size = 1
        for k, part in enumerate(change):
            if part < 0:
                size = max(size, -(part // theirs[k]))
        prices: dict[int, Fraction] = dict.fromkeys(sequences, Fraction(sign))
        if len(sequences) == 1:
            parent = int(tree.parent[owner[sequences[0]]])
            prices[parent] = prices.get(parent, Fraction(0)) - sign * ratio
        while True:
            against = [size * y + part for y, part in zip(theirs, change, strict=True)]
            gains = exact_product(game.integers, against).tolist()
            for k, price in prices.items():
                gains[k] += price * unit
            if response_worth(tree, gains)[0] <= value * game.scale * size * theirs[0]:
                break
            size *= 2
        pays: dict[str, list[Data]] = {}
        for k in sequences:
            i = owner[k]
            pays.setdefault(names[i], []).append([str(sets.moves[i][k - sets.first[i]]), sign, text(ratio)])
        yield Fraction(unit, game.scale * size * theirs[0]), pays, against


@dataclass
class FaceBasis:
    """A factorised basis of the face, and the multipliers computed from it."""

    variables: Ints
    lines: Ints
    system: IntegerSystem
    plan: list[int]
    """Row's plan at the vertex of this basis, in integers."""
    prices: dict[tuple[int, ...], Rationals] = field(default_factory=dict)
    """The multipliers that give some sequences the price 1, and every other variable in the basis the price 0."""


class OptimalPlans:
    """The set of row's optimal plans, as a program in HiGHS."""

    def __init__(self, game: BilinearGame, mine: Sequence[int], theirs: Sequence[int]) -> None:
        self.game, self.program, self.tree = game, game.program, game.row
        self.mine, self.theirs = mine, theirs
        self.is_large = game.row.sequences > LARGE
        """Whether the game is large, so that plans in integers are found without factorising bases."""
        self.watched: Collection[int] = range(len(game.row))
        """The sets whose ranges are still of interest."""
        self.value = guarantee(game, mine)
        self.first, self.parent = game.row.first.tolist(), game.row.parent.tolist()
        self.zero = self._worse_responses(exact_product(game.integers, theirs).tolist())
        """The sequences that are not best responses to col's strategy, and those that follow them."""
        self.tight: Bools = np.array([y > 0 for y in theirs])
        self.known: dict[tuple[bytes, bytes], FaceBasis] = {}
        self.found = FaceRanges([[] for _ in self.parent])
        self.least: list[Fraction | None] = [None] * game.row.sequences
        self.most: list[Fraction | None] = [None] * game.row.sequences
        self.used = np.zeros(game.row.sequences, np.bool_)
        self.solver = self._solver()
        self.costed: Ints = np.zeros(0, np.int32)
        """The sequences that currently have a cost in the objective."""
        self._note(list(mine))

    def find(self, progress: Progress, wanted: Collection[int] | None = None) -> FaceRanges:
        meter = Meter("the ranges of all optimal strategies of this game")
        if self.is_large:
            self._find_support()
        self._find_used(meter)
        if self.is_large and wanted is None:
            self._change_moves(meter)
        places = range(len(self.parent)) if wanted is None else wanted
        is_smaller = (
            self.is_large and self.game.exact
        )  # domination is decided in floats, so they must be integers
        smaller, place = self._smaller() if is_smaller else (self, range(self.tree.sequences))
        left = sum(map(self._is_open, places))
        ends, pace = 0, Meter(meter.what)
        for done, i in enumerate(places):
            parent = self.parent[i]
            progress(done, len(places), "decisions")
            meter.check()
            pace.foresee(ends / left if left else 1.0, MINUTE)
            ends += self._is_open(i)
            if self.used[parent]:
                own = range(self.first[i], self.first[i + 1])
                played = [k for k in own if self.used[k]]
                for k in played if len(played) > 2 else played[:1]:
                    if len(played) > 1:
                        if self.most[k] != 1:
                            smaller._find_end(place[k], place[parent], 1)
                            self.most[k] = smaller.most[place[k]]
                        if self.least[k] != 0:
                            smaller._find_end(place[k], place[parent], -1)
                            self.least[k] = smaller.least[place[k]]
                self.found.ranges[i] = self._ranges(own, played)
        return self.found

    def _is_open(self, i: int) -> bool:
        """Return whether an end of a range of this set is still unknown."""
        played = [k for k in range(self.first[i], self.first[i + 1]) if self.used[k]]
        return len(played) > 1 and any(self.least[k] != 0 or self.most[k] != 1 for k in played)

    def _smaller(self) -> tuple[OptimalPlans, list[int]]:
        """Return the set of optimal plans of a game with fewer moves, and the new index of each sequence."""
        game, tree = self.game, self.tree
        _, row, col = entries(game.matrix)
        kept: dict[Side, Bools] = {"row": self.used.copy(), "col": np.ones(game.col.sequences, np.bool_)}
        reachable: dict[Side, Bools] = {side: np.ones(game.of(side).sequences, np.bool_) for side in SIDES}
        mark_reachable(tree, kept["row"], reachable["row"])
        remove_dominated(game, "col", pair_payoffs(game, "col"), kept, reachable)
        kept["col"] |= np.array([part > 0 for part in self.theirs])
        mark_reachable(game.col, kept["col"], reachable["col"])
        busy = np.zeros(
            tree.sequences, np.bool_
        )  # there is a payoff at or after the set, or an end is still open
        busy[row[reachable["col"][col]]] = True
        still_open: list[int] = []  # the moves of these sets
        for i in range(len(self.parent) - 1, -1, -1):
            own = slice(self.first[i], self.first[i + 1])
            played = np.nonzero(self.used[own])[0] + own.start
            if self._is_open(i):
                still_open += played.tolist()
                busy[self.parent[i]] = True
            elif len(played) > 1 and not busy[own].any():
                kept["row"][played[1:]] = False
            busy[self.parent[i]] |= busy[own].any()
        mark_reachable(tree, kept["row"], reachable["row"])
        reduced = left_of(game, kept, reachable)
        place, size = reduced.place, {side: reduced.game.of(side).sequences for side in SIDES}
        plans = {side: [0] * size[side] for side in SIDES}
        for side in SIDES:
            for k, part in zip(
                place[side].tolist(), self.mine if side == "row" else self.theirs, strict=True
            ):
                if k >= 0:
                    plans[side][k] = max(part, plans[side][k])
        smaller = OptimalPlans(reduced.game, plans["row"], plans["col"])
        if smaller.value != self.value:
            raise RangeError("a smaller game has other optimal strategies")
        smaller.is_large, smaller.used = True, np.ones(size["row"], np.bool_)
        for k in still_open:
            new = int(place["row"][k])
            smaller.least[new], smaller.most[new] = self.least[k], self.most[k]
        smaller.watched = sorted(set(reduced.game.row.owner[place["row"][still_open]].tolist()))
        return smaller, place["row"].tolist()

    def _ranges(self, own: range, played: list[int]) -> list[ProbabilityRange]:
        """Return the ranges of a set's moves; the second of two moves takes the complement of the first."""
        ends = {k: (Fraction(0), Fraction(0)) for k in own}
        if len(played) == 1:
            ends[played[0]] = Fraction(1), Fraction(1)
        else:
            for k in played:
                least, most = self.least[k], self.most[k]
                assert least is not None
                assert most is not None
                ends[k] = least, most
        if len(played) == 2:
            least, most = ends[played[0]]
            ends[played[1]] = 1 - most, 1 - least
        return [ProbabilityRange(*ends[k]) for k in own]

    def _worse_responses(self, worth: list[int]) -> Bools:
        """Return the sequences that no optimal plan uses, because they are not best responses to col's strategy."""
        zero = np.zeros(len(worth), np.bool_)
        for i in range(len(self.parent) - 1, -1, -1):
            own = worth[self.first[i] : self.first[i + 1]]
            zero[self.first[i] : self.first[i + 1]] = [one < max(own) for one in own]
            worth[self.parent[i]] += max(own)
        for i, parent in enumerate(self.parent):
            if zero[parent]:
                zero[self.first[i] : self.first[i + 1]] = True
        return zero

    def _solver(self) -> Foreign:
        program = self.program
        height, width = program.lines.shape
        right = np.zeros(height)
        right[0] = 1.0
        least = right.copy()
        least[program.most] = np.where(self.tight, 0.0, -NONE)
        lower, upper = np.full(width, -NONE), np.full(width, NONE)
        lower[: len(self.zero)], upper[: len(self.zero)] = 0.0, np.where(self.zero, 0.0, NONE)
        solver = highs(TOLERANCE, presolve="off" if height < MIN_PRESOLVED else "choose")
        hand_over(solver, np.zeros(width), program.scaled, least, right, lower, upper)
        return solver

    def _find_support(self) -> None:
        """Record an optimal plan that uses all usable sequences, if floating-point solutions lead to one."""
        solver, program = self._solver(), self.program
        allowed = np.nonzero(~self.zero)[0][1:]
        data, line, variable = program.scaled
        order = np.argsort(variable, kind="stable")
        starts = np.searchsorted(variable[order], np.arange(program.lines.shape[1] + 1))
        places = [order[starts[k] : starts[k + 1]] for k in allowed.tolist()]
        many, which = len(allowed), np.concatenate(places) if places else order[:0]
        first = np.cumsum([0, *map(len, places)])[:-1]
        solver.changeRowBounds(0, 1.0, NONE)  # the plan may be multiplied by any number of at least 1
        solver.addCols(
            *(
                many,
                -np.ones(many),
                np.zeros(many),
                np.ones(many),
            ),  # the part of each reach that counts in the objective
            *(len(which), first.astype(np.int32), line[which].astype(np.int32), data[which]),
        )
        solver.run()
        if solver.modelStatusToString(solver.getModelStatus()) == OPTIMAL:
            found = np.array(solver.getSolution().col_value)
            reach = found[: self.tree.sequences]
            reach[allowed] += found[program.lines.shape[1] :]
            self._note_near(reach)

    def _change_moves(self, meter: Meter) -> None:
        """Attain ends of 0 and 1 without programs, by changing an optimal plan at one set after another."""
        base = max(self.found.plans, key=lambda plan: sum(part > 0 for part in plan))
        tree, foe = self.tree, self.game.col
        shares = [Fraction(1)] * tree.sequences
        for i, parent in enumerate(self.parent):
            for k in range(self.first[i], self.first[i + 1]):
                shares[k] = (
                    Fraction(base[k], base[parent]) if base[parent] else Fraction(int(k == self.first[i]))
                )
        data, index, starts = compressed(self.game.transpose)
        losses = starts.astype(np.int64), index.astype(np.int64), data.astype(np.float64)
        size = float(np.abs(losses[2]).max(initial=1.0))
        assert self.value is not None
        floor = float(self.value * self.game.denominator) - size * ZERO_TOLERANCE
        for turn in range(SWEEPS):
            meter.check()
            wanted = np.full(len(self.parent), -1)
            for i, parent in enumerate(self.parent):
                own = range(self.first[i], self.first[i + 1])
                left = [k for k in own if base[k] and self.most[k] != 1] if base[parent] else []
                if left:
                    wanted[i] = left[turn % len(left)]
            mixes = np.array([float(share) for share in shares])
            change_moves(tree.parent, tree.first, foe.parent, foe.first, losses, mixes, wanted, floor)
            reach = [Fraction(1)] * tree.sequences
            for i, parent in enumerate(self.parent):
                pure = wanted[i] >= 0 and mixes[wanted[i]] == 1.0
                for k in range(self.first[i], self.first[i + 1]):
                    reach[k] = reach[parent] * (Fraction(int(k == wanted[i])) if pure else shares[k])
            unit = lcm(*(part.denominator for part in reach))
            plan = [int(part * unit) for part in reach]
            if guarantee(self.game, plan) != self.value or not self._note(plan):
                return

    def _note_near(self, reach: Floats) -> None:
        """Widen the ranges to include the plan in fractions nearest to some reaches in floats, if it is optimal."""
        for bits in TRUSTED:
            near = near_fractions(np.where(np.abs(reach) < ZERO_TOLERANCE, 0.0, reach), bits)
            if near is not None and guarantee(self.game, near[0]) == self.value:
                self._note(near[0])
                return

    def _near_multipliers(self) -> Rationals | None:
        """Return the multipliers of HiGHS's last optimum as fractions, not yet proved."""
        prices = -np.array(self.solver.getSolution().row_dual)
        prices[self.program.most] *= self.program.unit
        return near_fractions(np.where(np.abs(prices) < ZERO_TOLERANCE, 0.0, prices))

    def _run(self, sequences: Ints, prices: Floats) -> bool:
        solver = self.solver
        if self.costed.size:
            solver.changeColsCost(len(self.costed), self.costed, np.zeros(len(self.costed)))
        self.costed = sequences.astype(np.int32)
        solver.changeColsCost(len(self.costed), self.costed, -prices)
        solver.run()
        solver.setOptionValue("presolve", "off")  # later calls start from the last basis
        solver.setOptionValue("simplex_strategy", PRIMAL)
        found: bool = solver.modelStatusToString(solver.getModelStatus()) == OPTIMAL
        return found

    def _basis(self) -> FaceBasis | None:
        """Return the basis of the last optimum HiGHS found; None if it is not a basis in integer arithmetic."""
        variables, lines = basis_of(self.solver)
        key = variables.tobytes(), lines.tobytes()
        if key not in self.known:
            basis = self._in_integers(variables, lines)
            if basis is None:
                return None
            self.known[key] = basis
            self._note(basis.plan)
        return self.known[key]

    def _in_integers(self, variables: Ints, lines: Ints) -> FaceBasis | None:
        """Solve a basis in integers, and return the result if its plan is optimal."""
        integers = self.program.integers
        system = basis_system(integers[lines][:, variables])
        one = np.zeros(integers.shape[0], np.int64)
        one[0] = 1
        solved = None if system is None else system.solve(one[lines])
        if system is None or solved is None:
            return None
        values = [0] * integers.shape[1]
        for place, value in zip(variables.tolist(), solved[0], strict=True):
            values[place] = value
        plan = values[: self.tree.sequences]
        left = exact_product(integers, values)[self.program.most]
        if not is_plan(self.tree, plan) or any(plan[k] for k in np.nonzero(self.zero)[0]):
            return None
        if (left > 0).any() or (left[self.tight] != 0).any():
            return None
        return FaceBasis(variables, lines, system, plan)

    def _note(self, plan: list[int]) -> bool:
        """Widen the ranges to include an optimal plan, and return whether this changed them."""
        new = False
        for i in self.watched:
            whole = plan[self.parent[i]]
            if whole:
                for k in range(self.first[i], self.first[i + 1]):
                    ratio = Fraction(plan[k], whole)
                    least, most = self.least[k], self.most[k]
                    if least is None or ratio < least:
                        self.least[k], new = ratio, True
                    if most is None or ratio > most:
                        self.most[k], new = ratio, True
        self.used |= np.array([part > 0 for part in plan])
        if new and (not self.is_large or len(self.found.plans) < SWEEPS):
            self.found.plans.append(plan)
        return new

    def _find_used(self, meter: Meter) -> None:
        """Find plans that use all usable sequences, and prove that there are no others."""
        while True:
            meter.check()
            left = np.nonzero(~self.used & ~self.zero)[0]
            if not left.size:
                return
            basis = self._basis() if self._run(left, np.ones(len(left))) else None
            if basis is None:
                raise RangeError("the face of optimal strategies has no exact vertex")
            if self.used[left].any():
                continue
            multipliers = self._priced(basis, tuple(left.tolist()))
            if multipliers is None or not self._prove(multipliers, dict.fromkeys(left.tolist(), Fraction(1))):
                raise RangeError("could not prove that no optimal strategy uses more moves")
            self.found.bounds += [RangeBound(int(k), 1, Fraction(0), *multipliers) for k in left]
            return

    def _find_end(self, move: int, parent: int, sign: int) -> None:
        ends = self.most if sign > 0 else self.least
        for _ in range(ROUNDS):
            ratio = ends[move]
            assert ratio is not None
            if ratio == (1 if sign > 0 else 0):
                return
            if not self._run(np.array([move, parent]), sign * np.array([1.0, -float(ratio)])):
                break
            multipliers = None
            if self.is_large:
                self._note_near(np.array(self.solver.getSolution().col_value)[: self.tree.sequences])
                if ends[move] == (1 if sign > 0 else 0):
                    return
                multipliers = self._near_multipliers()
            now = ends[move]
            assert now is not None
            prices = {move: Fraction(sign), parent: -sign * now}
            if multipliers is None or not self._prove(multipliers, prices):
                if self.is_large and now != ratio:
                    continue
                basis = self._basis()
                if basis is None:
                    break
                now = ends[move]
                assert now is not None
                prices = {move: Fraction(sign), parent: -sign * now}
                multipliers = self._combined(basis, prices)
            if multipliers is not None and self._prove(multipliers, prices):
                self.found.bounds.append(RangeBound(move, sign, now, *multipliers))
                return
            if now == ratio:
                break
        raise RangeError("an end of a range was not proved")

    def _combined(self, basis: FaceBasis, prices: dict[int, Fraction]) -> Rationals | None:
        """Return the multipliers of the basis for these prices of sequences."""
        total, unit = [0] * self.program.lines.shape[0], 1
        for k, price in prices.items():
            one = self._priced(basis, (k,))
            if one is None:
                return None
            numbers, own = one
            ours, theirs = price.denominator * own, price.numerator * unit
            total = [a * ours + b * theirs for a, b in zip(total, numbers, strict=True)]
            unit *= ours
        return total, unit

    def _priced(self, basis: FaceBasis, sequences: tuple[int, ...]) -> Rationals | None:
        """Return the multipliers that give some sequences the price 1; they are computed once."""
        if sequences not in basis.prices:
            cost = np.zeros(self.program.lines.shape[1], np.int64)
            cost[list(sequences)] = 1
            solved = basis.system.solve(cost[basis.variables], transposed=True)
            if solved is None:
                return None
            numbers = [0] * self.program.lines.shape[0]
            for place, value in zip(basis.lines.tolist(), solved[0], strict=True):
                numbers[place] = value
            basis.prices[sequences] = numbers, solved[1]
        return basis.prices[sequences]

    def _prove(self, multipliers: Rationals, prices: dict[int, Fraction]) -> bool:
        """Return whether multipliers prove that no plan of the face earns more than 0 at these prices."""
        numbers, unit = multipliers
        program = self.program
        if numbers[0] != 0:
            return False
        over = np.array(numbers, object)[program.most]
        if (over[~self.tight] < 0).any():
            return False
        data, index, starts = self._columns
        terms = data * np.array(numbers, object)[index]
        costs = np.zeros(len(starts) - 1, object)
        filled = np.diff(starts) > 0
        costs[filled] = np.add.reduceat(terms, starts[:-1][filled])
        for k, price in prices.items():
            costs[k] -= price * unit
        plan = costs[: len(self.zero)]
        return not (plan[~self.zero] < 0).any() and not costs[len(self.zero) :].any()

    @cached_property
    def _columns(self) -> tuple[Foreign, Ints, Ints]:
        """The constraint matrix by columns, one per variable, for products with long integers."""
        data, index, starts = compressed(self.program.integers.T)
        return data.astype(object), index, starts
