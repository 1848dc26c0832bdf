"""A proof of a game's value for the Rocq prover (Coq 8.16), which trusts nothing of this package.

The file begins with `proof.v`, which defines finite games with information sets, strategies and their payoffs, and
proves a theorem about all such games. Then come the game, the strategies and the bounds as data, and the theorem
that the value of this game lies between these bounds, whose proof is one computation. A reader has to read the
definitions, the data and the statement; the compiler does the rest.
"""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from importlib.resources import files
from typing import NamedTuple

from zerosum.certificates.certify import certify
from zerosum.core.errors import InputError
from zerosum.core.game import Position
from zerosum.core.limits import require_budget
from zerosum.core.numbers import Number, as_fraction, number, numbers
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Solution
from zerosum.core.writing import exact_probabilities
from zerosum.models.hidden.rules import Deal, End, HiddenGame, Knowledge, amount_of, knowledge_after
from zerosum.models.matrix_game.rules import MatrixGame

PAIR_SECONDS = 4e-6
"""Approximate time that the compiler takes for a pair of nodes."""

Way = tuple[tuple[int, int], ...]
"""The moves of a player so far, the last one first: information sets and indices of moves."""


class ProofDecision(NamedTuple):
    """An information set: its moves, and the sequence that leads to it."""

    mix: Sequence[Number]
    before: Way


def proof(solution: Solution) -> str:
    """Return the text of a proof that the compiler `coqc` accepts.

    Parameters
    ----------
    solution
        The solution of a matrix game or of a game that is a finite tree, at its start.

    Examples
    --------
    >>> from zerosum.certificates.rocq import proof
    >>> print(proof(zerosum.solve("kuhn")).splitlines()[-6])
    Theorem the_value : forall v, is_value game v -> lo <= v <= hi.
    """
    content = json.loads(certify(solution))
    lower, upper = (Fraction(number(content["value"][end])) for end in ("lower", "upper"))
    game = solution.game
    if isinstance(game, MatrixGame):
        lines = ";\n  ".join(_listed(map(_number, line)) for line in game.payoffs)
        tree = f"matrix [\n  {lines}]"
        decisions = {side: [ProofDecision(numbers(content["strategies"][side]), ())] for side in SIDES}
    else:
        written = WrittenTree(solution)
        tree, decisions = written.text, {side: list(written.decisions[side].values()) for side in SIDES}
    parts = [f"Definition game : tree :=\n  {tree}."]
    for side, plan, order in zip(SIDES, ("x", "y"), ("rows", "cols"), strict=True):
        mixes = ";\n  ".join(_listed(map(_number, one.mix)) for one in decisions[side])
        parts.append(f"Definition {plan} : plan := planned [\n  {mixes}].")
        places = [
            f"({k}, {len(one.mix)}, {_listed(f'({i}, {j})' for i, j in one.before)})"
            for k, one in reversed([*enumerate(decisions[side])])
        ]
        parts.append(f"Definition {order} : order := ({_listed(places)})%nat.")
    parts.append(f"Definition lo : Q := {_number(lower)}.\nDefinition hi : Q := {_number(upper)}.")
    title = " ".join(
        re.findall("[A-Za-z0-9]+", game.title)
    )  # remove anything that could begin or end a comment
    opening = (files("zerosum.certificates") / "proof.v").read_text(encoding="utf-8")
    ending = (
        "Theorem the_guarantees : bounded game lo hi.\n"
        "Proof. apply (checked game x y rows cols lo hi). vm_compute. reflexivity. Qed.\n\n"
        "Theorem the_value : forall v, is_value game v -> lo <= v <= hi.\n"
        "Proof. exact (bounded_value game lo hi the_guarantees). Qed.\n\n"
        "Print Assumptions the_guarantees.\nPrint Assumptions the_value."
    )
    return "\n\n".join([opening.rstrip(), f"(** * {title} *)", *parts, ending, ""])


class WrittenTree:
    """A finite game as a term, with its information sets in order of appearance."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.tree: HiddenGame = solution.game.family.extensive(solution.game)
        self.decisions: dict[Side, dict[Hashable, ProofDecision]] = {side: {} for side in SIDES}
        self.numbers: dict[Side, dict[Hashable, int]] = {side: {} for side in SIDES}
        self.nodes = 0

    @cached_property
    def text(self) -> str:
        """The term; writing it fills `decisions`."""
        return "".join(self._written(self.tree.start, ((), ()), {"row": (), "col": ()}))

    def _written(self, position: Position, known: Knowledge, ways: dict[Side, Way]) -> Iterator[str]:
        self.nodes += 1
        require_budget(f"a proof about more than {self.nodes:,} nodes", seconds=PAIR_SECONDS * self.nodes**2)
        turn = self.tree.turn(position)
        if isinstance(turn, End):
            yield f"(End {_number(amount_of(turn.payoff, 'a payoff'))})"
            return
        if isinstance(turn, Deal):
            yield "(Chance "
            for picked, chance in turn.outcomes:
                yield f"(Outcome {_number(chance)} "
                yield from self._written(
                    self.tree.after(position, picked), knowledge_after(turn, picked, known), ways
                )
                yield "\n"
            yield "NoOutcome" + ")" * (len(turn.outcomes) + 1)
            return
        side: Side = turn.side
        knows: Hashable = known[SIDES.index(side)] if turn.knows is None else ("named", turn.knows)
        number = self.numbers[side].setdefault(knows, len(self.numbers[side]))
        if knows not in self.decisions[side]:
            known_here = known[SIDES.index(side)] if turn.knows is None else turn.knows
            mix = self.solution.family.mix_in_tree(self.solution, side, position, known_here)
            shares = exact_probabilities([mix.get(move, 0) for move in turn.moves])
            self.decisions[side][knows] = ProofDecision(shares, ways[side])
        decision = self.decisions[side][knows]
        if decision.before != ways[side] or len(decision.mix) != len(turn.moves):
            raise InputError(f"{side} forgets its own moves; a proof needs perfect recall")
        yield f"(Choice {side.title()} {number} "
        for k, picked in enumerate(turn.moves):
            yield "(Move "
            further = {**ways, side: ((number, k), *ways[side])}
            yield from self._written(
                self.tree.after(position, picked), knowledge_after(turn, picked, known), further
            )
            yield "\n"
        yield "NoMove" + ")" * (len(turn.moves) + 1)


def _number(x: object) -> str:
    exact = as_fraction(x)
    return f"({exact.numerator} # {exact.denominator})"


def _listed(texts: Iterator[str] | Sequence[str] | map[str]) -> str:
    return f"[{'; '.join(texts)}]"
