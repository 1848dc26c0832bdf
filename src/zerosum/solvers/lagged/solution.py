"""The solution of a lagged game: its value, both players' functions and plans, and answers about any state."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import numpy as np

from zerosum.errors import InputError
from zerosum.models.lagged import Board
from zerosum.reports.table import Table
from zerosum.sides import SIDES, Side
from zerosum.solution import Solution, Strategy, Value
from zerosum.solvers.lagged.certify import Drift
from zerosum.solvers.lagged.concave import Concave
from zerosum.solvers.lagged.operator import ROW, Functions, Operator
from zerosum.solvers.lagged.scale import FLOATS
from zerosum.solvers.lagged.strategy import Interval, Plan, free_ranges
from zerosum.solvers.lagged.units import Units
from zerosum.solvers.memory import bounded_memory

__all__ = ["LaggedSolution", "chances", "enclosed", "pair_table", "piece_table"]


@dataclass(frozen=True, kw_only=True)
class LaggedSolution(Solution):
    """The answer for a lagged game, with everything needed to play and to draw."""

    board: Board
    discount: Fraction
    functions: tuple[Functions, Functions]
    """W(k, q) of the row player, and the column player's in his own view; fixed up to a constant if undiscounted."""
    drifts: tuple[Drift, Drift]
    """Bounds on TW - W for each player's functions."""
    formulations: tuple[Value, Value]
    """The value as each player's formulation alone encloses it."""
    plans: tuple[Mapping[int, Plan], Mapping[int, Plan]]
    """The players' optimal play, by the node that they have left."""
    first: tuple[float, float]
    """With which probability each player goes cc at his first move."""
    digits: int

    def next_cc(self, player: int, node: int, q: float) -> tuple[float, float]:
        """r(k, q) and s(k, q): the chances of cc next, after cc and after cl from the node."""
        r, s = self.plans[player][node].pair(np.array([q]))
        return float(r[0]), float(s[0])

    def function(self, player: int, node: int) -> Concave:
        """The player's function at a node, in floats."""
        return self.functions[player][node].convert(FLOATS)

    def ranges(self, player: int, node: int, q: float) -> tuple[Interval, Interval]:
        """All the optimal r and all the optimal s at a state."""
        plan = self.plans[player][node]
        if 0 < plan.mix[int(plan.piece_of(np.array([q]))[0])] < 1:
            return plan.ranges(q)
        functions = self.functions[player]
        operator = Operator(self.board, functions[node].scale, self.discount)
        unit = Units.of(self.board, self.discount).unit
        return free_ranges(operator, functions, player, node, q, float(unit))

    def worth(self, player: int, node: int, q: float) -> Value:
        """The player's function at a state, to the row player; without a discount, relative to the others."""
        f = self.functions[player][node]
        value = f.scale.fraction(f.values(f.scale.array([f.scale.number(q)]))[0])
        if self.discount == 1:
            return Value.exactly(value if player == ROW else -value)
        rest, drift = 1 - self.discount**2, self.drifts[player]
        around = Value(value + drift.least / rest, value + drift.most / rest)
        return around if player == ROW else -around

    def at(
        self,
        *,
        node: Annotated[str | None, "the node that the player has just left"] = None,
        q: Annotated[
            float | None, "the probability with which he went cc from there (none: all pieces)"
        ] = None,
        player: Annotated[Side | None, "whose next move is asked for: row or col"] = None,
        memory: Annotated[
            int | None, "instead: the player's best strategy that remembers so many nodes"
        ] = None,
    ) -> Solution:
        """What a player does next, who left `node` having gone cc with probability q.

        With `memory`, the best strategy that looks only at the last so many announced nodes.
        """
        if memory is not None:
            return self._bounded(player or "col", memory)
        if node is None and q is None and player is None:
            return self
        who = SIDES.index(player or "row")
        place = self.board.start if node is None else self.board.index(str(node))
        if q is not None and not 0 <= q <= 1:
            raise InputError(f"q is a probability, from 0 to 1, not {q:g}")
        if place not in self.plans[who]:
            names = ", ".join(self.board.names[k] for k in self.plans[who])
            raise InputError(f"from this start, {SIDES[who]} only ever leaves the nodes {names}")
        return self._all_states(who, place) if q is None else self._state(who, place, float(q))

    def _all_states(self, who: int, place: int) -> LaggedSolution:
        """The solution shown for all q at one node: the pieces of r and s."""
        name, plan = self.board.names[place], self.plans[who][place]
        table, shown = piece_table(plan, f"{SIDES[who]} left node {name}: the widest pieces")
        note = (
            f"{shown} of {len(plan.mix)} pieces are shown. On a piece one of r and s stands still, and the other moves "
            "as a + b/q or a + b/(1 - q)."
        )
        return dataclasses.replace(
            self,
            title=f"{self.title} · {SIDES[who]} left {name}",
            where={**self.where, "node": name, "player": SIDES[who]},
            row={},
            col={},
            tables=[table],
            notes=[note],
        )

    def _bounded(self, player: Side, memory: int) -> Solution:
        """The best strategy of bounded memory, against its best reply."""
        found = bounded_memory(self.board, player, memory)
        return dataclasses.replace(
            found,
            game=self.game,
            title=f"{self.title} · {player} remembers {memory} node{'s' * (memory != 1)}",
            where={"player": player, "memory": memory},
        )

    def _state(self, who: int, place: int, chance: float) -> LaggedSolution:
        """The solution shown for one player's state."""
        name = self.board.names[place]
        both = [chances(chance), {}] if who == ROW else [{}, chances(chance)]
        worth = self.worth(who, place, chance)
        if self.discount == 1:
            note = f"W({name}, {chance:g}) = {float(worth):.12g}, relative to the other states."
            value = self.value
        else:
            note, value = (
                f"The value is that of the state ({name}, {chance:g}).",
                enclosed(worth, self.digits, Units.of(self.board, self.discount).unit),
            )
        return dataclasses.replace(
            self,
            title=f"{self.title} · {SIDES[who]} left {name}, q = {chance:g}",
            where={**self.where, "node": name, "q": chance, "player": SIDES[who]},
            value=value,
            row=both[0],
            col=both[1],
            move="move from there",
            tables=[self._next_table(who, place, chance)],
            notes=[note],
        )

    def _next_table(self, who: int, place: int, chance: float) -> Table:
        """The next move, after each exit, with all that is optimal."""
        ranges = self.ranges(who, place, chance)
        rows = [
            [f"went {way}", p, f"{low:.6g} … {high:.6g}" if high > low + 1e-7 else "this only"]
            for way, p, (low, high) in zip(
                ("cc", "cl"), self.next_cc(who, place, chance), ranges, strict=True
            )
        ]
        return Table(f"{SIDES[who]} next", ["if he", "goes cc with probability", "optimal"], rows)


def chances(p: float) -> Strategy:
    """A probability of cc as a strategy."""
    return {"cc": p, "cl": 1 - p}


def enclosed(value: Value, digits: int, unit: Fraction = Fraction(1)) -> Value:
    """An exact interval as floats, rounded outwards; as fractions of the unit if more digits were asked for."""
    if digits <= 15:
        low, high = float(value.lower), float(value.upper)
        return Value(
            low if low <= value.lower else np.nextafter(low, -np.inf).item(),
            high if high >= value.upper else np.nextafter(high, np.inf).item(),
        )
    grain = unit / 10 ** (digits + 3)
    return Value(grain * (value.lower // grain), -grain * (-value.upper // grain))


def piece_table(plan: Plan, title: str, most: int = 30) -> tuple[Table, int]:
    """The widest pieces of a plan in order: q, the opponent's worst mix, r and s at both ends; and how many."""
    widest = np.sort(np.argsort(-np.diff(plan.q), kind="stable")[:most])
    rows = []
    for piece in widest:
        ends = plan.q[piece : piece + 2]
        inside = np.array([ends[0] + 1e-9 * (ends[1] - ends[0]), ends[1] - 1e-9 * (ends[1] - ends[0])])
        r, s = plan.pair(inside)
        cells = [*ends, plan.mix[piece], *r, *s]
        rows.append([round(float(x), 6) for x in cells])
    columns = ["q from", "to", "worst mix", "r from", "to ", "s from", " to"]
    return Table(title, columns, rows), len(rows)


def pair_table(plans: Mapping[int, Plan], board: Board, title: str) -> Table:
    """r(k, q) and s(k, q) at five values of q."""
    at = np.linspace(0, 1, 5)
    names = [board.names[node] for node in plans]
    columns = ["q", *(f"{letter}({name}, q)" for name in names for letter in "rs")]
    series = [x for plan in plans.values() for x in plan.pair(at)]
    rows = [[float(q), *(round(float(x[i]), 6) for x in series)] for i, q in enumerate(at)]
    return Table(title, columns, rows)
