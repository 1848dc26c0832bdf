"""A small game with hidden cards or moves worked out as on a board: the indifference equations of every hand.

A player mixes two moves only if both earn the same. That is an equation about the *other* player's probabilities, and
these equations are how a teacher finds the bluffs of Kuhn's poker:

    1  Decisions that are plain: those at which one move is never worse than another, whatever the others do.
    2  What is played for certain in the solution that is shown, and names for the probabilities of the rest:
       x1, x2, … of row, y1, y2, … of col.
    3  For every decision at which a player mixes: what each move earns, as a formula in the other player's
       probabilities. Setting them equal gives an equation.
    4  Check: what each move earns at every decision, in numbers. No move earns more than those that are played, and the
       best replies to both strategies prove the value.

What a move earns is weighted by the probability that chance and the other player lead here, up to a common factor.
Later decisions of the same player are taken as in the solution; where that mixes, its first move, since all earn the
same.

The solver only says which moves are played. Equations and check are computed from the tree.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from zerosum.core.errors import InputError
from zerosum.core.numbers import as_fraction, exact_text
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.solution import Solution
from zerosum.display.document import Formulas, Part, Section, Worked, listed, math
from zerosum.display.table import Table
from zerosum.display.tree import TreeNode
from zerosum.display.views import the
from zerosum.models.hidden.tree import game_tree

MOST_ENDS, MOST_SETS = 400, 24
"""Maximum number of ends of the tree, and of decisions of both players; more fit on no board."""

Monomial = tuple[str, ...]
Polynomial = dict[Monomial, Fraction]
"""Coefficients by the product of variables; the empty product is the constant."""
LETTERS: dict[Side, str] = {"row": "x", "col": "y"}


@dataclass(frozen=True)
class _DecisionWorking:
    """An information set: its nodes, and what is played there."""

    side: Side
    name: str
    moves: tuple[str, ...]
    mix: tuple[Fraction, ...]
    nodes: tuple[tuple[TreeNode, Fraction], ...]
    """The nodes, each with the probability that chance alone gives it."""
    terms: tuple[Polynomial, ...]
    """The probability of each move as a formula: a number, or a variable."""
    variables: Mapping[str, tuple[str, Fraction]]
    """The move that each variable stands for, and its probability in the solution."""

    @property
    def played(self) -> list[int]:
        """The moves that are played, by their index."""
        return [k for k, p in enumerate(self.mix) if p]


def worked_steps(solution: Solution) -> Worked:
    """Work a game out by the indifference equations of its decisions.

    Raises
    ------
    InputError
        If the game is too large or not a finite tree, or if the solution is not exact.
    """
    if not solution.value.is_exact:
        raise InputError("steps need a solution in fractions; solve the game exactly, or take a smaller one")
    tree = game_tree(solution, MOST_ENDS)
    if tree.note:
        raise InputError(f"steps are written for games of at most {MOST_ENDS} ends; take a smaller one")
    board = _HiddenWorking(solution, tree.root)
    if len(board.decisions) > MOST_SETS:
        raise InputError(
            f"steps are written for at most {MOST_SETS} decisions of both players, not {len(board.decisions)}; take a "
            "smaller game"
        )
    steps = [board.plain(), board.names(), *board.equations(), board.check()]
    return Worked(solution.game.title, tuple(step for step in steps if step is not None))


class _HiddenWorking:
    """The decisions of a tree, and what moves earn at them."""

    def __init__(self, solution: Solution, root: TreeNode) -> None:
        self.solution, self.root = solution, root
        self.seats = solution.game.seats
        self.decisions: dict[tuple[Side, Hashable], _DecisionWorking] = {}
        found: dict[tuple[Side, Hashable], list[tuple[TreeNode, Fraction]]] = {}
        stack = [(root, Fraction(1))]
        while stack:
            node, chance = stack.pop()
            if node.mover is not None:
                found.setdefault((node.mover, node.knows), []).append((node, chance))
            for branch in reversed(node.branches):
                stack.append((branch.node, chance if node.mover else chance * as_fraction(branch.p)))
        counts: dict[Side, int] = {"row": 0, "col": 0}
        for (side, knows), nodes in sorted(found.items(), key=lambda item: item[0][0] != "row"):
            branches = nodes[0][0].branches
            mix = tuple(as_fraction(branch.p) for branch in branches)
            played = [k for k, p in enumerate(mix) if p]
            terms: list[Polynomial] = [{(): p} if p else {} for p in mix]
            variables: dict[str, tuple[str, Fraction]] = {}
            for k in played[1:]:
                counts[side] += 1
                variable = f"{LETTERS[side]}{counts[side]}"
                variables[variable] = branches[k].label, mix[k]
                terms[k] = {(variable,): Fraction(1)}
            if variables:
                terms[played[0]] = {(): Fraction(1)} | {(name,): Fraction(-1) for name in variables}
            self.decisions[side, knows] = _DecisionWorking(
                side,
                nodes[0][0].seen,
                tuple(branch.label for branch in branches),
                mix,
                tuple(nodes),
                tuple(terms),
                variables,
            )

    def plain(self) -> Section | None:
        """Step 1: moves that are never worse than another, node by node, whatever follows."""
        lines = []
        for one in self.decisions.values():
            if len(one.played) != 1:
                continue
            (kept,) = one.played
            worse = [
                one.moves[k]
                for k in range(len(one.moves))
                if k != kept and all(_is_never_worse(node, kept, k) for node, _ in one.nodes)
            ]
            if worse and len(worse) == len(one.moves) - 1:
                lines.append([self.seats[one.side], one.name, one.moves[kept], listed(worse)])
        if not lines:
            return None
        return Section(
            "Decisions that are plain",
            (
                "Some decisions need no calculation: in every case that the player cannot tell apart, the worst that "
                "one move can bring is at least as good as the best that the others can bring.",
                Table("", ["player", "knows", "plays", "never better"], lines),
            ),
        )

    def names(self) -> Section:
        """Step 2: what is certain in the solution, and names for the other probabilities."""
        certain: list[list[object]] = [
            [self.seats[one.side], one.name, one.moves[one.played[0]]]
            for one in self.decisions.values()
            if not one.variables and len(one.moves) > 1
        ]
        mixed: list[list[object]] = [
            [self.seats[one.side], one.name, move, variable]
            for one in self.decisions.values()
            for variable, (move, _) in one.variables.items()
        ]
        parts: list[Part] = []
        if certain:
            parts += [
                "In the solution that we look for, these decisions are certain; the check at the end "
                "shows that they are right.",
                Table("", ["player", "knows", "plays"], certain),
            ]
        if mixed:
            parts += [
                "At the other decisions a player mixes. Let us name the probabilities; what is left belongs to the "
                "first move that is played there.",
                Table("", ["player", "knows", "plays", "with probability"], mixed),
            ]
        return Section("What is certain, and what is not", tuple(parts))

    def equations(self) -> list[Section]:
        """Step 3: an equation for every decision at which a player mixes."""
        steps = []
        for one in self.decisions.values():
            if not one.variables:
                continue
            earned = [_scaled_by(self.formula(one, k), 1) for k in one.played]
            scale = _common_scale(earned)
            earned = [_scaled_by(each, scale) for each in earned]
            who, rival = the(self.seats[one.side]), the(self.seats[other(one.side)])
            start = who[:1].upper() + who[1:]
            lines = [(f"{one.moves[k]}:", _text(each)) for k, each in zip(one.played, earned, strict=True)]
            values = {name: p for each in self.decisions.values() for name, (_, p) in each.variables.items()}
            results = []
            for k, each in zip(one.played[1:], earned[1:], strict=True):
                difference = _added(each, _scaled_by(earned[0], -1))
                if _value(difference, values):
                    raise ArithmeticError(
                        f"{one.moves[k]} of {who} knowing {one.name} does not earn the same"
                    )
                results.append(_solved(difference, values))
            said = [result for result in results if result]
            conclusion = f"So {listed(said)}." if said else f"They are the same whatever {rival} does."
            variables = listed(math(f"{name} = {exact_text(p)}") for name, (_, p) in one.variables.items())
            steps.append(
                Section(
                    f"{start} knows {one.name}",
                    (
                        f"{start} mixes {listed(one.moves[k] for k in one.played)} here, so each must earn the same "
                        f"against {rival}. Weighted by how often chance and {rival} lead here"
                        + (f", times {exact_text(scale)}" if scale != 1 else "")
                        + f", {who} earns:",
                        Formulas(tuple(lines)),
                        f"{conclusion} What {who} does here follows from {rival}'s equations: {variables}.",
                    ),
                )
            )
        return steps

    def formula(self, one: _DecisionWorking, move: int) -> Polynomial:
        """What a move earns its player at a decision, in the other player's probabilities."""
        total: Polynomial = {}
        for node, chance in one.nodes:
            weight = _scaled_by(self.rival_reach(node, one.side), chance)
            after = self.earned(node.branches[move].node, one.side)
            total = _added(total, _product(weight, after))
        return total

    def rival_reach(self, target: TreeNode, side: Side) -> Polynomial:
        """The probability that the other player's moves lead to a node, as a formula."""
        path = _path(self.root, target)
        found: Polynomial = {(): Fraction(1)}
        for node, k in path:
            if node.mover == other(side):
                found = _product(found, self.decisions[node.mover, node.knows].terms[k])
        return found

    def earned(self, node: TreeNode, side: Side) -> Polynomial:
        """What a player earns from a node on, in the other player's probabilities."""
        if not node.branches:
            paid = as_fraction(node.payoff) if node.payoff is not None else Fraction(0)
            return _scaled_by({(): Fraction(1)}, paid if side == "row" else -paid)
        if node.mover == side:
            return self.earned(node.branches[self.decisions[side, node.knows].played[0]].node, side)
        if node.mover is None:
            weights: Sequence[Polynomial] = [{(): as_fraction(branch.p)} for branch in node.branches]
        else:
            weights = self.decisions[node.mover, node.knows].terms
        total: Polynomial = {}
        for weight, branch in zip(weights, node.branches, strict=True):
            if weight:
                total = _added(total, _product(weight, self.earned(branch.node, side)))
        return total

    def check(self) -> Section:
        """Step 4: what each move earns in numbers, and the best replies, which prove the value."""
        lines: list[list[object]] = []
        best = {side: _ReplyWorking(self.root, side) for side in SIDES}
        for (side, knows), one in self.decisions.items():
            here = best[side].earns(knows)
            for k, move in enumerate(one.moves):
                earns = "–" if here is None else exact_text(here[k])
                lines.append(
                    [
                        self.seats[side] if not k else "",
                        one.name if not k else "",
                        move,
                        exact_text(one.mix[k]),
                        earns,
                    ]
                )
        value = as_fraction(self.solution.value.middle)
        replies = best["row"].value, -best["col"].value
        if replies != (value, value):
            raise ArithmeticError(f"the best replies earn {replies}, not {value}")
        row, col = (the(self.seats[side]) for side in SIDES)
        return Section(
            "Answer and check",
            (
                Table("", ["player", "knows", "move", "probability", "earns"], lines),
                "A move earns what its player gets on average from there on, if the best follows; a dash means that "
                "the other player never leads there. No move earns more than those that are played.",
                f"The best reply to {col}'s strategy earns {row} {exact_text(value)}, and the best reply to {row}'s "
                f"strategy holds {row} to {exact_text(value)}. So this is the value, and both strategies are optimal.",
            ),
        )


class _ReplyWorking:
    """The best reply to the other player's strategy, by information sets from the last to the first."""

    def __init__(self, root: TreeNode, side: Side) -> None:
        self.side = side
        self.sets: dict[Hashable, list[tuple[TreeNode, Fraction]]] = {}
        self.chosen: dict[Hashable, int] = {}
        stack: list[tuple[TreeNode, Fraction]] = [(root, Fraction(1))]
        while stack:
            node, weight = stack.pop()
            if node.mover == side:
                self.sets.setdefault(node.knows, []).append((node, weight))
            for branch in node.branches:
                stack.append((branch.node, weight if node.mover == side else weight * as_fraction(branch.p)))
        self.value = self.worth(root)

    def totals(self, knows: Hashable) -> list[Fraction]:
        """What each move earns in all, weighted by how often the others lead here."""
        nodes = self.sets[knows]
        return [
            sum((weight * self.worth(node.branches[k].node) for node, weight in nodes), Fraction(0))
            for k in range(len(nodes[0][0].branches))
        ]

    def earns(self, knows: Hashable) -> list[Fraction] | None:
        """What each move earns on average; None where the other player never leads here."""
        weight = sum((weight for _, weight in self.sets[knows]), Fraction(0))
        return [total / weight for total in self.totals(knows)] if weight else None

    def worth(self, node: TreeNode) -> Fraction:
        """What the player gets from a node on."""
        if not node.branches:
            paid = as_fraction(node.payoff) if node.payoff is not None else Fraction(0)
            return paid if self.side == "row" else -paid
        if node.mover == self.side:
            if node.knows not in self.chosen:
                totals = self.totals(node.knows)
                self.chosen[node.knows] = totals.index(max(totals))
            return self.worth(node.branches[self.chosen[node.knows]].node)
        return sum((as_fraction(one.p) * self.worth(one.node) for one in node.branches if one.p), Fraction(0))


def _is_never_worse(node: TreeNode, kept: int, dropped: int) -> bool:
    """Whether the worst that one move can bring its player is at least the best that another can bring."""
    sign = 1 if node.mover == "row" else -1
    ends = [
        [
            sign * end.payoff
            for end in node.branches[k].node.walk()
            if not end.branches and end.payoff is not None
        ]
        for k in (kept, dropped)
    ]
    return min(ends[0]) >= max(ends[1])


def _path(root: TreeNode, target: TreeNode) -> list[tuple[TreeNode, int]]:
    """The nodes above a node, each with the branch that leads on."""
    stack: list[tuple[TreeNode, list[tuple[TreeNode, int]]]] = [(root, [])]
    while stack:
        node, path = stack.pop()
        if node is target:
            return path
        stack += [(branch.node, [*path, (node, k)]) for k, branch in enumerate(node.branches)]
    raise ValueError("the node is not in the tree")


def _added(one: Polynomial, two: Polynomial) -> Polynomial:
    total = {key: one.get(key, Fraction(0)) + two.get(key, Fraction(0)) for key in {**one, **two}}
    return {key: factor for key, factor in total.items() if factor}


def _scaled_by(one: Polynomial, factor: Fraction | int) -> Polynomial:
    return {key: factor * each for key, each in one.items() if factor * each}


def _product(one: Polynomial, two: Polynomial) -> Polynomial:
    total: Polynomial = {}
    for first, a in one.items():
        for second, b in two.items():
            total = _added(total, {tuple(sorted((*first, *second))): a * b})
    return total


def _common_scale(each: Sequence[Polynomial]) -> Fraction:
    """The factor that makes all coefficients whole numbers without a common divisor."""
    factors = [factor for one in each for factor in one.values()]
    if not factors:
        return Fraction(1)
    bottom = lcm(*(factor.denominator for factor in factors))
    return Fraction(bottom, gcd(*(int(factor * bottom) for factor in factors)))


def _value(one: Polynomial, values: Mapping[str, Fraction]) -> Fraction:
    total = Fraction(0)
    for key, factor in one.items():
        for name in key:
            factor = factor * values[name]
        total += factor
    return total


def _text(one: Polynomial) -> str:
    """A formula such as "2 x1 - 3 x1 y2 + 1", constants last."""
    out = ""
    for key, factor in sorted(one.items(), key=lambda item: (not item[0], len(item[0]), item[0])):
        size, product = abs(factor), " ".join(key)
        shown = product if product and size == 1 else f"{exact_text(size)} {product}".rstrip()
        sign = ("-" if factor < 0 else "") if not out else (" - " if factor < 0 else " + ")
        out += sign + shown
    return out or "0"


def _solved(difference: Polynomial, values: Mapping[str, Fraction]) -> str:
    """An equation as a sentence says it: solved if it has one variable, otherwise with what satisfies it."""
    if not difference:
        return ""
    variables = sorted({name for key in difference for name in key})
    scale = _common_scale([difference])
    sides: list[Polynomial] = [{}, {}]
    for key, factor in _scaled_by(difference, scale).items():
        sides[factor < 0][key] = abs(factor)
    equation = f"{_text(sides[0])} = {_text(sides[1])}"
    found = listed(math(f"{name} = {exact_text(values[name])}") for name in variables)
    if len(variables) == 1 and all(len(key) <= 1 for key in difference):
        return (
            math(equation)
            if equation == f"{variables[0]} = {exact_text(values[variables[0]])}"
            else (f"{math(equation)}, which gives {found}")
        )
    return f"{math(equation)}, as for {found}"
