"""A small game with hidden cards or moves, worked out step by step: the indifference equations of every hand.

A player mixes two moves only if they have the same EV. This is an equation about the *other* player's probabilities,
and a teacher uses these equations to find the bluffs of Kuhn poker:

    1  Obvious decisions: those at which one move is never worse than another, whatever follows.
    2  The moves that are certain in the solution that is shown, and names for the other probabilities:
       x1, x2, … of row, y1, y2, … of col.
    3  For every decision at which a player mixes: the EV of each move, as a formula in the other player's
       probabilities. Setting the EVs equal gives an equation.
    4  Check: the EV of each move at every decision, in numbers. No move has a higher EV than the moves that are
       played, and the best responses to both strategies prove the value.

The EV of a move is weighted by the probability that chance and the other player lead here, up to a common factor. At
later decisions the player follows the solution; if it mixes, the player makes the first of its moves, since all have
the same EV.

The solver only tells which moves are played. Equations and check are computed from the tree.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from flint import fmpq_mpoly_ctx

from zerosum.core.errors import InputError
from zerosum.core.foreign import Foreign
from zerosum.core.numbers import as_fraction, exact_text
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.solution import Solution
from zerosum.display.document import Formulas, Part, Section, Worked, listed, math, sum_text
from zerosum.display.table import Table
from zerosum.display.tree import TreeNode
from zerosum.display.views import with_article
from zerosum.models.hidden.tree import game_tree
from zerosum.numerics.exact import as_fractions, as_rational

MAX_ENDS, MAX_SETS = 400, 24
"""Maximum number of leaves of the tree, and of decisions of both players; more do not fit on a blackboard."""

Polynomial = Foreign
"""A polynomial of FLINT in the probabilities that have names."""
LETTERS: dict[Side, str] = {"row": "x", "col": "y"}


@dataclass(frozen=True)
class _DecisionWorking:
    """An information set: its nodes, and the mix there."""

    side: Side
    name: str
    moves: tuple[str, ...]
    mix: tuple[Fraction, ...]
    nodes: tuple[tuple[TreeNode, Fraction], ...]
    """The nodes, each with the probability from chance moves alone."""
    terms: tuple[Polynomial, ...]
    """The probability of each move as a formula: a number, or a variable."""
    variables: Mapping[str, tuple[str, Fraction]]
    """The move that each variable stands for, and its probability in the solution."""

    @property
    def played(self) -> list[int]:
        """The indices of the moves with positive probability."""
        return [k for k, p in enumerate(self.mix) if p]


def worked_steps(solution: Solution) -> Worked:
    """Work out a game with the indifference equations of its decisions.

    Raises
    ------
    InputError
        If the game is too large or not a finite tree, or if the solution is not exact.
    """
    if not solution.value.is_exact:
        raise InputError(
            "worked steps need an exact solution; solve the game in fractions, or choose a smaller one"
        )
    if solution.position_keys:
        position = ", ".join(f"{name} {asked}" for name, asked in solution.position_keys.items())
        raise InputError(f"steps solve the whole game, not one decision; remove {position}")
    tree = game_tree(solution, MAX_ENDS)
    if tree.note:
        raise InputError(
            f"worked steps are limited to games with at most {MAX_ENDS} terminal nodes; choose a smaller game"
        )
    board = _HiddenWorking(solution, tree.root)
    if len(board.decisions) > MAX_SETS:
        raise InputError(
            f"worked steps are limited to {MAX_SETS} decisions in total, not {len(board.decisions)}; "
            f"choose a smaller game"
        )
    steps = [board.plain(), board.names(), *board.equations(), board.check()]
    return Worked(solution.game.title, tuple(step for step in steps if step is not None))


class _HiddenWorking:
    """The working of a tree: its decisions, and the EVs of moves there."""

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
        most = sum(len(nodes[0][0].branches) for nodes in found.values())
        names = [f"{letter}{k}" for letter in LETTERS.values() for k in range(1, most + 1)]
        self.ring = fmpq_mpoly_ctx.get(names, "lex")
        counts: dict[Side, int] = {"row": 0, "col": 0}
        for (side, knows), nodes in sorted(found.items(), key=lambda item: item[0][0] != "row"):
            branches = nodes[0][0].branches
            mix = tuple(as_fraction(branch.p) for branch in branches)
            played = [k for k, p in enumerate(mix) if p]
            terms: list[Polynomial] = [self.number(p) for p in mix]
            variables: dict[str, tuple[str, Fraction]] = {}
            for k in played[1:]:
                counts[side] += 1
                variable = f"{LETTERS[side]}{counts[side]}"
                variables[variable] = branches[k].label, mix[k]
                terms[k] = self.ring.gen(names.index(variable))
                terms[played[0]] = (1 if k == played[1] else terms[played[0]]) - terms[k]
            self.decisions[side, knows] = _DecisionWorking(
                side,
                nodes[0][0].seen,
                tuple(branch.label for branch in branches),
                mix,
                tuple(nodes),
                tuple(terms),
                variables,
            )

    def number(self, x: Fraction) -> Polynomial:
        """Return a constant polynomial."""
        return self.ring.constant(as_rational(x))

    def plain(self) -> Section | None:
        """Write step 1: moves that are never worse than another, node by node, whatever follows."""
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
            "Obvious decisions",
            (
                "Some decisions need no calculation: at every node of the information set, the worst "
                "outcome of one move is at least as good as the best outcome of any other move.",
                Table("", ["player", "information set", "plays", "never better"], lines),
            ),
        )

    def names(self) -> Section:
        """Write step 2: the moves that are certain in the solution, and names for the other probabilities."""
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
                "In the solution, these decisions are pure; the check at the end proves that they are optimal.",
                Table("", ["player", "information set", "plays"], certain),
            ]
        if mixed:
            parts += [
                "At the other decisions the player mixes. We name the probabilities below; the first move "
                "played there gets the remaining probability.",
                Table("", ["player", "information set", "plays", "with probability"], mixed),
            ]
        return Section("Pure and mixed decisions", tuple(parts))

    def equations(self) -> list[Section]:
        """Write step 3: an equation for every decision at which a player mixes."""
        steps = []
        for one in self.decisions.values():
            if not one.variables:
                continue
            earned = [self.formula(one, k) for k in one.played]
            scale = _common_scale(earned)
            earned = [each * as_rational(scale) for each in earned]
            who, opponent = with_article(self.seats[one.side]), with_article(self.seats[other(one.side)])
            start = who[:1].upper() + who[1:]
            lines = [
                (f"{one.moves[k]}:", _text(_terms(each))) for k, each in zip(one.played, earned, strict=True)
            ]
            values = {name: p for each in self.decisions.values() for name, (_, p) in each.variables.items()}
            results = []
            for k, each in zip(one.played[1:], earned[1:], strict=True):
                difference = each - earned[0]
                if difference(*(as_rational(values.get(name, Fraction(0))) for name in self.ring.names())):
                    raise ArithmeticError(f"{one.moves[k]} of {who} at {one.name} has a different EV")
                results.append(_solved(difference, values))
            said = [result for result in results if result]
            conclusion = (
                f"So {listed(said)}." if said else f"They are equal regardless of {opponent}'s moves."
            )
            steps.append(
                Section(
                    f"{start}'s decision at {one.name}",
                    (
                        f"{start} mixes {listed(one.moves[k] for k in one.played)} here, so these moves "
                        f"must have the same EV against {opponent}. "
                        f"Weighted by how often chance and {opponent} lead to this point"
                        + (
                            f", and multiplied by {exact_text(scale)} to clear the fractions"
                            if scale != 1
                            else ""
                        )
                        + f", {who} earns:",
                        Formulas(tuple(lines)),
                        conclusion,
                    ),
                )
            )
        return steps

    def formula(self, one: _DecisionWorking, move: int) -> Polynomial:
        """Return the EV of a move at a decision, as a formula in the opponent's probabilities."""
        total = self.number(Fraction(0))
        for node, chance in one.nodes:
            after = self.ev(node.branches[move].node, one.side)
            total += self.opponent_reach(node, one.side) * as_rational(chance) * after
        return total

    def opponent_reach(self, target: TreeNode, side: Side) -> Polynomial:
        """Return the probability that the opponent's moves lead to a node, as a formula."""
        path = _path(self.root, target)
        found = self.number(Fraction(1))
        for node, k in path:
            if node.mover == other(side):
                found *= self.decisions[node.mover, node.knows].terms[k]
        return found

    def ev(self, node: TreeNode, side: Side) -> Polynomial:
        """Return a player's EV from a node, as a formula in the opponent's probabilities."""
        if not node.branches:
            paid = as_fraction(node.payoff) if node.payoff is not None else Fraction(0)
            return self.number(paid if side == "row" else -paid)
        if node.mover == side:
            return self.ev(node.branches[self.decisions[side, node.knows].played[0]].node, side)
        if node.mover is None:
            weights: Sequence[Polynomial] = [self.number(as_fraction(branch.p)) for branch in node.branches]
        else:
            weights = self.decisions[node.mover, node.knows].terms
        total = self.number(Fraction(0))
        for weight, branch in zip(weights, node.branches, strict=True):
            if weight:
                total += weight * self.ev(branch.node, side)
        return total

    def check(self) -> Section:
        """Write step 4: the EV of each move in numbers, and the best responses, which prove the value."""
        lines: list[list[object]] = []
        best = {side: _ResponseWorking(self.root, side) for side in SIDES}
        for (side, knows), one in self.decisions.items():
            here = best[side].ev(knows)
            for k, move in enumerate(one.moves):
                ev = "–" if here is None else exact_text(here[k])
                lines.append(
                    [
                        self.seats[side] if not k else "",
                        one.name if not k else "",
                        move,
                        exact_text(one.mix[k]),
                        ev,
                    ]
                )
        value = as_fraction(self.solution.value.middle)
        responses = best["row"].value, -best["col"].value
        if responses != (value, value):
            raise ArithmeticError(f"the best responses earn {responses}, not {value}")
        row, col = (with_article(self.seats[side]) for side in SIDES)
        unmet = any(line[-1] == "–" for line in lines)
        return Section(
            "Answer and check",
            (
                Table("", ["player", "information set", "move", "probability", "EV"], lines),
                "A move's EV is its player's average payoff from there with the best moves afterwards. "
                + "A dash means that the opponent never lets play reach that point. " * unmet
                + "No move has a higher EV than the moves that are played.",
                f"The best response to {col}'s strategy earns {row} {exact_text(value)}; the best response to {row}'s "
                f"strategy holds {row} to {exact_text(value)}. So this is the value, and both strategies are optimal.",
            ),
        )


class _ResponseWorking:
    """The best response to the opponent's strategy, from the last information set to the first."""

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
        """Return the total EV of each move, weighted by the probability that chance and the opponent lead here."""
        nodes = self.sets[knows]
        return [
            sum((weight * self.worth(node.branches[k].node) for node, weight in nodes), Fraction(0))
            for k in range(len(nodes[0][0].branches))
        ]

    def ev(self, knows: Hashable) -> list[Fraction] | None:
        """Return the average EV of each move; None if the opponent never leads here."""
        weight = sum((weight for _, weight in self.sets[knows]), Fraction(0))
        return [total / weight for total in self.totals(knows)] if weight else None

    def worth(self, node: TreeNode) -> Fraction:
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
    """Return whether the worst outcome of one move is at least the best outcome of another."""
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
    """Return the nodes above a node, each with the branch to the next one."""
    stack: list[tuple[TreeNode, list[tuple[TreeNode, int]]]] = [(root, [])]
    while stack:
        node, path = stack.pop()
        if node is target:
            return path
        stack += [(branch.node, [*path, (node, k)]) for k, branch in enumerate(node.branches)]
    raise ValueError("the node is not in the tree")


def _terms(one: Polynomial) -> dict[tuple[str, ...], Fraction]:
    """Return the coefficients by products of variables; the empty product is the constant."""
    names, factors = one.context().names(), as_fractions(one.coeffs())
    keys = [
        tuple(name for name, power in zip(names, powers, strict=True) for _ in range(int(power)))
        for powers in one.monoms()
    ]
    return dict(zip(keys, factors, strict=True))


def _common_scale(each: Sequence[Polynomial]) -> Fraction:
    """Return the factor that makes all coefficients coprime integers."""
    factors = [factor for one in each for factor in _terms(one).values()]
    if not factors:
        return Fraction(1)
    bottom = lcm(*(factor.denominator for factor in factors))
    return Fraction(bottom, gcd(*(int(factor * bottom) for factor in factors)))


def _text(terms: Mapping[tuple[str, ...], Fraction]) -> str:
    """Return a formula such as "2 x1 - 3 x1 y2 + 1", constants last."""
    order = sorted(terms.items(), key=lambda item: (not item[0], len(item[0]), item[0]))
    return sum_text((factor, " ".join(key)) for key, factor in order)


def _solved(difference: Polynomial, values: Mapping[str, Fraction]) -> str:
    """Return an equation in a sentence: solved if it has one variable, otherwise with the values of the solution."""
    if not difference:
        return ""
    terms, scale = _terms(difference), _common_scale([difference])
    variables = sorted({name for key in terms for name in key})
    sides: list[dict[tuple[str, ...], Fraction]] = [{}, {}]
    for key, factor in terms.items():
        sides[factor < 0][key] = abs(factor) * scale
    equation = f"{_text(sides[0])} = {_text(sides[1])}"
    found = listed(math(f"{name} = {exact_text(values[name])}") for name in variables)
    if len(variables) == 1 and all(len(key) <= 1 for key in terms):
        return (
            math(equation)
            if equation == f"{variables[0]} = {exact_text(values[variables[0]])}"
            else (f"{math(equation)}, which gives {found}")
        )
    return f"{math(equation)}, as for {found}"
