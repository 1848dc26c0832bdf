"""Promises of one player of a discounted lagged game: found in floats, written as equations, solved as functions.

`zerosum.models.lagged.formula` says what promises are and why they prove a bound. Here a small set of probabilities is
found with which the player secures the value (`few_numbers`). The recursion, restricted to these, tells which
inequalities are equations (`Promises.read`), and these are solved in rational functions of the parameter and of the
value (`Promises.solve`). Nothing has to be trusted: `Promises.conditions` lists all that must hold.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from flint import fmpz_mpoly

from zerosum.core.arrays import Floats
from zerosum.models.lagged.functions import FLOATS, Concave
from zerosum.models.lagged.recursion import ROW, Functions, Operator
from zerosum.models.lagged.rules import Board
from zerosum.numerics.algebraic import CONTEXT
from zerosum.numerics.functions import RationalFunction
from zerosum.numerics.plane import CONTEXT as PLANE
from zerosum.numerics.plane import PlaneFunction, PlaneNumber, solve_sparse

MOST_NUMBERS = 14
"""Maximum number of probabilities that a player announces; with more, equations become too large."""
CANDIDATES = 24
"""Number of probabilities that are looked at, in the order in which play comes to them."""
SAME = 1e-9
"""Probabilities that differ by no more than this are the same."""
NEAR = 1e-12
"""Values that differ by no more than this, in the unit of the payoffs, are the same."""

Unknown = tuple[str | int, ...]
"""("w", node, number) is an amount, ("h", node) what is left after the opponent leaves a node, ("q", number) a
probability, ("m", ...) the weight of a lottery."""
Terms = dict[tuple[Unknown, ...], PlaneFunction]
"""A sum of products of unknowns, with coefficients."""
Lottery = tuple[int, ...]
"""One number, or two between which the player draws."""


def as_curve(p: fmpz_mpoly) -> fmpz_mpoly:
    """A polynomial of the plane as one in t and z."""
    return CONTEXT.from_dict(p.to_dict())


def _lifted(f: RationalFunction) -> PlaneFunction:
    """A function of the parameter as one of the plane."""
    found = []
    for p in (f.top, f.bottom):
        whole, below = p.numer(), int(p.denom())
        found.append(
            PlaneFunction(
                PLANE.from_dict({(i, 0): int(c) for i, c in enumerate(whole.coeffs()) if c}),
                PLANE.from_dict({(0, 0): below}),
            )
        )
    return found[0] / found[1]


def _mixtures(f: Concave, q: float) -> float:
    """The opponent's mix at q: in the middle of all that are worst for the player."""
    i = int(abs(f.q - q).argmin())
    if abs(f.q[i] - q) < SAME and 0 < i < f.pieces:
        return float(f.best[i - 1] + f.best[i]) / 2
    return float(f.best[int(f.piece_of(np.array([q]))[0])])


def _bend(f: Concave, mix: float) -> int | None:
    """The inner corner of a function at a mix, if it has one there."""
    i = int(abs(f.q - mix).argmin())
    return i if abs(f.q[i] - mix) < SAME and 0 < i < f.pieces else None


def _numbers_in_play(operator: Operator, functions: Functions, player: int, first: float) -> list[float]:
    """Probabilities that the player announces, in the order in which play comes to them; 0 and 1 are the first."""
    middle = operator.step_back(functions, 1 - player)
    after = operator.step_back(middle, player)
    order = [0.0, 1.0]

    def add(x: float) -> None:
        if len(order) < CANDIDATES and all(abs(x - y) > SAME for y in order):
            order.append(x)
            todo.append(x)

    todo = [0.0, 1.0]
    add(first)
    for q in todo:
        for node in operator.nodes(player):
            mix = _mixtures(after[node], q)
            for place, chance in zip(operator.board.exits[node], (q, 1 - q), strict=True):
                if chance:
                    f = middle[place]
                    bend = _bend(f, mix)
                    pieces = [bend - 1, bend] if bend else [int(f.piece_of(np.array([mix]))[0])]
                    for piece in pieces:
                        add(float(f.best[piece]))
    return order


@dataclass(frozen=True)
class Restricted:
    """What a player secures who announces certain probabilities only: functions, and those one and two moves before."""

    numbers: Floats
    functions: Functions
    middle: Functions
    after: Functions
    secured: float
    """For the row player the lower bound on the value, for the column player the upper bound."""

    @classmethod
    def of(cls, operator: Operator, player: int, numbers: Sequence[float]) -> Restricted:
        """The restricted game, by iteration until floats no longer change."""
        grid = np.array(sorted(numbers))
        functions = {
            n: Concave(grid, grid * 0, grid[1:] * 0, grid[:0], FLOATS) for n in operator.nodes(player)
        }
        for _ in range(3 + math.ceil(18 / -math.log10(float(operator.discount) ** 2))):
            middle = operator.step_back(functions, 1 - player)
            after = operator.step_back(middle, player)
            functions = {}
            for node, f in after.items():
                w = f.values(grid)
                functions[node] = Concave(grid, w, np.diff(w) / np.diff(grid), grid[:0], FLOATS)
        start = operator.board.start
        top = functions[start].top() if player == ROW else operator.step_back(functions, ROW)[start].top()
        return cls(grid, functions, middle, after, float(top))


def few_numbers(
    operator: Operator, functions: Functions, player: int, first: float, value: float
) -> Restricted | None:
    """A small set of probabilities with which the player secures the value; None if none is small enough."""
    near = NEAR * max(1.0, *(abs(float(a)) for a in operator.board.payoffs))
    order = _numbers_in_play(operator, functions, player, first)

    def secures(numbers: Sequence[float]) -> bool:
        return abs(Restricted.of(operator, player, numbers).secured - value) < near

    count = next((m for m in range(2, len(order) + 1) if secures(order[:m])), None)
    if count is None:
        return None
    numbers = order[:count]
    for x in numbers[:1:-1]:
        fewer = [y for y in numbers if y != x]
        if secures(fewer):
            numbers = fewer
    return Restricted.of(operator, player, numbers) if len(numbers) <= MOST_NUMBERS else None


@dataclass
class Promises:
    """One player's promises near one discount: which of their inequalities are equations, and the solution."""

    operator: Operator
    grid: Restricted
    player: int
    first: float
    """The probability of cc at the player's first move."""
    discount: RationalFunction
    payoffs: Sequence[RationalFunction]
    equations: list[Terms] = field(default_factory=list)
    slacks: list[Terms] = field(default_factory=list)
    """What must not be negative."""
    weights: list[Unknown] = field(default_factory=list)
    """Probabilities and weights, which must lie in [0, 1]."""
    known: dict[Unknown, PlaneFunction] = field(default_factory=dict)
    closing: list[fmpz_mpoly] = field(default_factory=list)
    """Equations that are left over: polynomials in the parameter and the value."""
    answers: dict[Unknown, tuple[Lottery, Lottery]] = field(default_factory=dict)
    """What the player announces next on the path: after cc and after cl; for ("h", node) the same twice."""

    def __post_init__(self) -> None:
        self.board: Board = self.operator.board
        self.beta = _lifted(self.discount)
        sign = 1 if self.player == ROW else -1
        self.pay = [_lifted(a) * sign for a in self.payoffs]
        self.numbers = [float(x) for x in self.grid.numbers]

    def _index(self, q: float) -> int:
        return int(abs(self.grid.numbers - q).argmin())

    @property
    def root(self) -> Unknown:
        """What the value is read from."""
        if self.player == ROW:
            return ("w", self.board.start, self._index(self.first))
        return ("h", self.board.start)

    def read(self) -> bool:
        """Write the equations down; False if the recursion in floats does not say which inequalities are equations."""
        exact: dict[Unknown, tuple[tuple[Lottery, Lottery], tuple[int, ...]]] = {}
        needed = list[Unknown]()
        todo, homes = [self.root], set[int]()
        while True:
            while todo:
                one = todo.pop(0)
                if one in exact:
                    continue
                choice = self._choice(one)
                if choice is None:
                    return False
                lotteries, tight, is_home = choice
                exact[one] = lotteries, tight
                if is_home:
                    homes.add(int(one[2]))
                for e in (0, 1):
                    (todo if e in tight else needed).extend(self._next(one, lotteries, e))
            missing = {int(one[2]) for one in exact if one[0] == "w"} - homes
            missing = {i for i in missing if 0 < self.numbers[i] < 1}
            for i in missing:
                todo = list[Unknown](
                    ("w", k, i)
                    for k in self.operator.nodes(self.player)
                    if _bend(self.grid.after[k], self.numbers[i]) is not None
                )[:1]
                if not todo or todo[0] in exact:
                    return False
                break
            else:
                break
        self.answers = {one: lotteries for one, (lotteries, _) in exact.items()}
        promised = self._best_pure(exact)
        done = dict(exact)
        while needed:
            one = needed.pop()
            if one not in done:
                lotteries = self._pure(one, promised)
                amounts = [self._amount(one, lotteries, e, promised) for e in (0, 1)]
                done[one] = lotteries, (int(amounts[0] > amounts[1]),)
                needed += [x for e in (0, 1) for x in self._next(one, lotteries, e)]
        for one, (lotteries, tight) in done.items():
            both = [self._terms(one, lotteries, e) for e in (0, 1)]
            me: Terms = {(one,): PlaneFunction.of(1)}
            self.equations += [_minus(both[e], me) for e in tight]
            if len(tight) == 2:
                self.equations.append(_minus(both[0], both[1]))
            self.slacks += [_minus(both[e], me) for e in (0, 1) if e not in tight]
            self.weights += [self._weight(one, way) for way in (0, 1) if len(lotteries[way]) == 2]
        self.weights += [("q", i) for i in homes]
        return True

    def _ends(self, one: Unknown) -> int | None:
        """The only exit that a player with q = 0 or q = 1 takes; for ("h", node) any; None if there are two."""
        if one[0] == "h":
            return 0
        q = self.numbers[int(one[2])]
        return 0 if q == 1 else 1 if q == 0 else None

    def _place(self, one: Unknown, way: int) -> int:
        """Where the counter is when the opponent moves."""
        return int(one[1]) if one[0] == "h" else self.board.exits[int(one[1])][way]

    def _next(self, one: Unknown, lotteries: tuple[Lottery, Lottery], e: int) -> Iterator[Unknown]:
        """The promises that the right side of an inequality names."""
        only = self._ends(one)
        if one[0] == "w" and only is not None:
            yield ("h", self._place(one, only))
            return
        for way in (0, 1) if only is None else (only,):
            for r in lotteries[way]:
                yield ("w", self.board.exits[self._place(one, way)][e], r)

    def _choice(self, one: Unknown) -> tuple[tuple[Lottery, Lottery], tuple[int, ...], bool] | None:
        """What the player announces next, the exits that are equations, and whether q itself makes them equal."""
        middle, only = self.grid.middle, self._ends(one)
        if one[0] == "w" and only is not None:
            return ((), ()), (only,), False
        if one[0] == "h":
            f = middle[int(one[1])]
            peak = int((f.slope > 0).sum())
            if 0 < peak < f.pieces:
                pair = self._index(f.best[peak - 1]), self._index(f.best[peak])
                return (pair, pair), (0, 1), False
            r = (self._index(f.best[0 if peak == 0 else -1]),)
            return (r, r), (1 if peak == 0 else 0,), False
        f, q = self.grid.after[int(one[1])], self.numbers[int(one[2])]
        flat, mix = _bend(f, q) is not None, _mixtures(f, q)
        lotteries: list[Lottery] = []
        for way in (0, 1):
            behind = middle[self._place(one, way)]
            bend = None if flat else _bend(behind, mix)
            pieces = [bend - 1, bend] if bend else [int(behind.piece_of(np.array([mix]))[0])]
            lotteries.append(tuple(self._index(behind.best[piece]) for piece in pieces))
        lots = lotteries[0], lotteries[1]
        mixed = sum(len(lottery) == 2 for lottery in lots)
        if flat or mixed == 1:
            return lots, (0, 1), flat
        if mixed == 0 and (mix < SAME or mix > 1 - SAME):
            return lots, (0 if mix > 0.5 else 1,), False
        return None

    def _best_pure(self, exact: Container[Unknown]) -> dict[Unknown, float]:
        """Amounts that pure answers secure where the path does not lead; on the path those of the recursion."""
        nodes, count = self.operator.nodes(self.player), len(self.numbers)
        promised: dict[Unknown, float] = {
            ("w", k, i): float(self.grid.functions[k].w[i]) for k in nodes for i in range(count)
        }
        loose = [one for one in promised if one not in exact]
        for place in self.grid.middle:
            one: Unknown = ("h", place)
            if all(node in nodes for node in self.board.exits[place]):
                loose.append(one)
                promised[one] = max(
                    min(promised["w", node, i] for node in self.board.exits[place]) for i in range(count)
                )
        for one in [one for one in loose if one in exact]:
            f = self.grid.middle[int(one[1])]
            pay = float(self.operator.payoff(1 - self.player, int(one[1])))
            promised[one] = (pay - float(f.top())) / float(self.operator.discount)
            loose.remove(one)
        for _ in range(3 + math.ceil(18 / -math.log10(float(self.operator.discount) ** 2))):
            for one in loose:
                lotteries = self._pure(one, promised)
                promised[one] = min(self._amount(one, lotteries, e, promised) for e in (0, 1))
        return promised

    def _pure(self, one: Unknown, promised: dict[Unknown, float]) -> tuple[Lottery, Lottery]:
        """The pure answer that secures most."""
        only = self._ends(one)
        if one[0] == "w" and only is not None:
            return (), ()
        count = range(len(self.numbers))
        pairs = (
            [((i,), (i,)) for i in count]
            if only is not None
            else [((i,), (j,)) for i in count for j in count]
        )
        return max(pairs, key=lambda pair: min(self._amount(one, pair, e, promised) for e in (0, 1)))

    def _amount(
        self, one: Unknown, lotteries: tuple[Lottery, Lottery], e: int, promised: dict[Unknown, float]
    ) -> float:
        """What pure answers leave in floats, if the opponent takes an exit."""
        board, beta, only = self.board, float(self.operator.discount), self._ends(one)
        if one[0] == "h":
            return promised["w", board.exits[int(one[1])][e], lotteries[0][0]]
        pay = [float(self.operator.payoff(self.player, k)) for k in range(board.size)]
        k, q = int(one[1]), self.numbers[int(one[2])]
        total = pay[k]
        for way, chance in ((0, q), (1, 1 - q)):
            if chance:
                place = board.exits[k][way]
                left = (
                    promised["h", place]
                    if only is not None
                    else promised["w", board.exits[place][e], lotteries[way][0]]
                )
                total += chance * beta * (pay[place] + beta * left)
        return total

    def _weight(self, one: Unknown, way: int) -> Unknown:
        """The weight of the first number of a lottery."""
        return ("m", *one[1:], way) if one[0] == "w" else ("m", int(one[1]))

    def _terms(self, one: Unknown, lotteries: tuple[Lottery, Lottery], e: int) -> Terms:
        """The right side of an inequality."""
        found: Terms = {}

        def add(unknowns: tuple[Unknown, ...], factor: PlaneFunction) -> None:
            name = tuple(sorted(unknowns, key=str))
            found[name] = found.get(name, PlaneFunction.of(0)) + factor

        def add_lottery(way: int, given: tuple[Unknown, ...], factor: PlaneFunction) -> None:
            node, lottery = self.board.exits[self._place(one, way)][e], lotteries[way]
            if len(lottery) == 2:
                weight = self._weight(one, way)
                add((*given, weight, ("w", node, lottery[0])), factor)
                add((*given, weight, ("w", node, lottery[1])), -factor)
            add((*given, ("w", node, lottery[-1])), factor)

        if one[0] == "h":
            add_lottery(0, (), PlaneFunction.of(1))
            return found
        k, only = int(one[1]), self._ends(one)
        add((), self.pay[k])
        square = self.beta * self.beta
        if only is not None:
            place = self._place(one, only)
            add((), self.beta * self.pay[place])
            add((("h", place),), square)
            return found
        q: Unknown = ("q", int(one[2]))
        for way, parts in ((0, (((q,), 1),)), (1, (((), 1), ((q,), -1)))):
            for given, sign in parts:
                add(given, self.beta * self.pay[self._place(one, way)] * sign)
                add_lottery(way, given, square * sign)
        return found

    def solve(self) -> bool:
        """Solve the equations one by one, from the value on; False if that fails."""
        value = PlaneFunction.variable(1)
        start = value if self.player == ROW else (-value - self.pay[self.board.start]) / self.beta
        self.known = {self.root: start}
        todo, again = self.equations, True
        while again:
            again, rest = False, list[Terms]()
            for equation in sorted(todo, key=len):
                unknown = {x for unknowns in equation for x in unknowns if x not in self.known}
                if len(unknown) > 1:
                    rest.append(equation)
                    continue
                again = True
                if not unknown:
                    left = self._evaluate(equation)
                    if left:
                        self.closing.append(left.top)
                    continue
                (x,) = unknown
                at_zero = self._evaluate(equation, {x: PlaneFunction.of(0)})
                slope = self._evaluate(equation, {x: PlaneFunction.of(1)}) - at_zero
                if slope:
                    self.known[x] = -at_zero / slope
                elif at_zero:
                    return False
            todo = rest
        if not self.closing or not self._solve_together(todo):
            return False
        needed = {*self.weights, *(x for terms in self.slacks for name in terms for x in name)}
        return needed <= self.known.keys()  # an equation that holds for every number determines none

    def _solve_together(self, equations: Sequence[Terms]) -> bool:
        """Solve what is left as one linear system: promises off the path that name each other."""
        unknown = sorted(
            {x for terms in equations for name in terms for x in name if x not in self.known}, key=str
        )
        place = {x: j for j, x in enumerate(unknown)}
        rows, right = list[dict[int, PlaneNumber]](), list[PlaneNumber | int]()
        for terms in equations:
            row, constant = dict[int, PlaneNumber](), PlaneFunction.of(0)
            for name, given in terms.items():
                factor, new = given, [x for x in name if x in place]
                for x in name:
                    factor = factor if x in place else factor * self.known[x]
                if len(new) > 1:
                    return False
                if new:
                    row[place[new[0]]] = row.get(place[new[0]], PlaneFunction.of(0)) + factor
                else:
                    constant = constant + factor
            rows.append(row)
            right.append(-constant)
        found = solve_sparse(rows, right) if len(rows) == len(unknown) else None
        if found is None:
            return False
        for x, f in zip(unknown, found, strict=True):
            self.known[x] = f if isinstance(f, PlaneFunction) else PlaneFunction.of(f)
        return True

    def _evaluate(self, terms: Terms, more: dict[Unknown, PlaneFunction] | None = None) -> PlaneFunction:
        """A sum of products, where all unknowns are known."""
        known = {**self.known, **more} if more else self.known
        total = PlaneFunction.of(0)
        for unknowns, factor in terms.items():
            for x in unknowns:
                factor = factor * known[x]
            total = total + factor
        return total

    def conditions(self) -> list[fmpz_mpoly]:
        """Polynomials that must not be negative along the branch; squares of denominators must not vanish."""
        found = []
        for x in (x for name, x in self.known.items() if name[0] in ("q", "m")):
            found += [x.top * x.bottom, (x.bottom - x.top) * x.bottom]
        for terms in self.slacks:
            slack = self._evaluate(terms)
            found.append(slack.top * slack.bottom)
        for x in self.known.values():
            found.append(x.bottom * x.bottom)
        return [as_curve(p) for p in found]

    def rules(self) -> list[tuple[str, list[tuple[str, PlaneFunction]]]]:
        """The probabilities that the player announces, and what he announces next on the path."""
        one = PlaneFunction.of(1)
        inner = [i for i, q in enumerate(self.numbers) if 0 < q < 1]
        names = {i: "1" if q else "0" for i, q in enumerate(self.numbers)}
        names |= {i: f"p{k}" for k, i in enumerate(inner, 1)}
        found = [(names[i], [("cc", self.known["q", i]), ("cl", one - self.known["q", i])]) for i in inner]
        if self.player == ROW:
            found.append(("at the start", [(f"announce {names[self._index(self.first)]}", one)]))
        for unknown, (after_cc, after_cl) in self.answers.items():
            if unknown[0] == "h":
                weight = self.known.get(self._weight(unknown, 0), one)
                moves = [
                    (f"announce {names[i]}", p)
                    for i, p in zip(after_cc, (weight, one - weight), strict=False)
                ]
                found.append((f"after the opponent left node {self.board.names[int(unknown[1])]}", moves))
            elif self._ends(unknown) is None:
                next_cc, next_cl = (
                    " or ".join(names[i] for i in lottery) for lottery in (after_cc, after_cl)
                )
                place = f"on node {self.board.names[int(unknown[1])]} with {names[int(unknown[2])]}"
                found.append((place, [(f"after cc announce {next_cc}, after cl {next_cl}", one)]))
        return found


def _minus(one: Terms, two: Terms) -> Terms:
    found = dict(one)
    for name, factor in two.items():
        found[name] = found.get(name, PlaneFunction.of(0)) - factor
    return {name: factor for name, factor in found.items() if factor}
