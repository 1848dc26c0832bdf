"""The solution of a lagged game: its value, both players' functions and next moves, and answers about any state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Annotated

import numpy as np

from zerosum.core.errors import InputError
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Solution, Strategy, Value
from zerosum.core.workers import workers_at
from zerosum.models.lagged.functions import FLOATS, Concave
from zerosum.models.lagged.recursion import ROW, Drift, Functions, Operator, Units
from zerosum.models.lagged.rules import EXITS, Board, LaggedGame
from zerosum.models.lagged.strategy import Interval, OptimalMoves, free_ranges

OTHERWISE = {
    "regions": "The interval is proved by regions that a player need not leave (see `solve`), not by the moves shown",
    "open": "The interval is proved by regions that a player need not leave, not by the moves shown",
    "grown": "The interval is proved by functions in fixed point; the moves differ from 0 and 1 by less than "
    "floats can tell",
}
"""The proof of the value if the moves shown do not prove it, by the reason why the search ended."""


@dataclass(frozen=True, kw_only=True)
class LaggedSolution(Solution):
    """The solution of a lagged game, with everything needed to play and to draw."""

    game: LaggedGame = field(repr=False)
    board: Board
    discount: Fraction
    functions: tuple[Functions, Functions]
    """W(k, q) of the row player, and the column player's functions in that player's own view; determined up to a
    constant without a discount.
    """
    drifts: tuple[Drift, Drift]
    """Bounds on TW - W for each player's functions."""
    formulations: tuple[Value, Value]
    """The bounds on the value from each player's formulation alone."""
    next_moves: tuple[Mapping[int, OptimalMoves], Mapping[int, OptimalMoves]]
    """The players' optimal play, by the node that the player has left."""
    first: tuple[float, float]
    """The probability of cc at each player's first move."""
    digits: int
    secured: Value
    """The guarantees of the strategies themselves, before regions of the board are considered."""
    by_start: Mapping[str, Value]
    """The value from each start if it depends on the start; otherwise empty."""
    ended: str
    """Why the iteration ended: "done", "chains" (done, but only where play leads), "pieces", or a gap that closed by
    "grown" functions, "slowly", by "regions", at the "smallest" number that floats can represent, or stayed "open".
    """

    @property
    def proved_otherwise(self) -> str:
        """A proof of the value that does not use the moves shown; empty if they prove it."""
        return OTHERWISE.get(self.ended, "")

    def next_cc(self, player: int, node: int, q: float) -> tuple[float, float]:
        """Return r(k, q) and s(k, q): the next probabilities of cc, after cc and after cl from the node."""
        r, s = self.next_moves[player][node].pair(np.array([q]))
        return float(r[0]), float(s[0])

    def function(self, player: int, node: int) -> Concave:
        """Return the player's function at a node, in floats."""
        return self.functions[player][node].convert(FLOATS)

    def optimal_exits(self, player: int, node: int, q: float) -> tuple[Interval, Interval]:
        """Return all optimal values of r and of s at a state."""
        moves = self.next_moves[player][node]
        if 0 < moves.mix[int(moves.piece_of(np.array([q]))[0])] < 1:
            return moves.ranges(q)
        functions = self.functions[player]
        operator = Operator(self.board, functions[node].scale, self.discount)
        unit = Units.of(self.board, self.discount).unit
        return free_ranges(operator, functions, player, node, q, float(unit))

    def worth(self, player: int, node: int, q: float) -> Value:
        """Return the player's function at a state, to row; without a discount, relative to other states."""
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
        node: Annotated[str | None, "node that the player has just left"] = None,
        q: Annotated[
            float | None, "probability of having gone cc from there [default: show all pieces]"
        ] = None,
        player: Annotated[Side | None, "player whose next move to show: row or col"] = None,
        memory: Annotated[
            int | None, "show the player's best strategy that remembers this many nodes instead"
        ] = None,
        within: Annotated[
            float | None, "with memory: prove that no such strategy is better by more than this"
        ] = None,
        cluster: Annotated[
            str | None, "with memory: search and prove on a cluster, local:4 or a scheduler's address"
        ] = None,
        progress: Progress = silent,
    ) -> Solution:
        """Return a player's next mix after leaving `node`, having gone cc with probability q.

        With `memory`, return the best strategy that uses only that number of last announced nodes.
        """
        if memory is not None:
            if node is not None or q is not None:
                raise InputError("remove node and q to get a strategy of bounded memory")
            family = self.game.family
            best = family.bounded_memory(
                self.board,
                player or "col",
                memory,
                within=within,
                progress=progress,
                workers=workers_at(cluster),
            )
            return replace(best, game=self.game)
        if within is not None or cluster is not None:
            raise InputError("within and cluster apply to strategies of bounded memory; give the memory")
        if node is None and q is None and player is None:
            return self
        who = SIDES.index(player or "row")
        if node is None and q is None:
            return replace(self, position_keys={**self._options, "player": SIDES[who]}, row={}, col={})
        place = self.board.start if node is None else self.board.index(str(node))
        if q is not None and not 0 <= q <= 1:
            raise InputError(f"q must be a probability, from 0 to 1, not {q:g}")
        if place not in self.next_moves[who]:
            names = ", ".join(self.board.names[k] for k in self.next_moves[who])
            raise InputError(f"from this start, {SIDES[who]} can leave only the nodes {names}")
        where = {**self._options, "node": self.board.names[place], "player": SIDES[who]}
        if q is None:
            return replace(self, position_keys=where, row={}, col={})
        chance = float(q)
        row, col = (as_strategy(chance), {}) if who == ROW else ({}, as_strategy(chance))
        found = replace(self, position_keys={**where, "q": chance}, row=row, col=col)
        if self.discount == 1:
            return found
        unit = Units.of(self.board, self.discount).unit
        return replace(found, value=round_outward(self.worth(who, place, chance), self.digits, unit))

    @property
    def _options(self) -> dict[str, object]:
        """The options that change the question."""
        return {} if self.discount == 1 else {"discount": self.discount}

    def data(self) -> Mapping[str, object]:
        """Return each method's result and the value by start; at a node its pieces, at a state the next moves."""
        if "player" not in self.position_keys:
            both = dict(zip(SIDES, self.formulations, strict=True))
            return {"formulations": both, **({"by_start": self.by_start} if self.by_start else {})}
        who = SIDES.index(str(self.position_keys["player"]))
        if "node" not in self.position_keys:
            return {"pieces": {self.board.names[k]: _pieces(m) for k, m in self.next_moves[who].items()}}
        place = self.board.index(str(self.position_keys["node"]))
        if "q" not in self.position_keys:
            return {"pieces": _pieces(self.next_moves[who][place])}
        q = float(str(self.position_keys["q"]))
        return {
            "worth": float(self.worth(who, place, q)),
            "next_cc": dict(zip(EXITS, self.next_cc(who, place, q), strict=True)),
            "optimal": dict(zip(EXITS, self.optimal_exits(who, place, q), strict=True)),
        }


@dataclass(frozen=True, kw_only=True)
class MemorySolution(Solution):
    """A strategy of bounded memory; its value is the average payoff under the opponent's best response."""

    player: Side = "col"
    memory: int = 1
    """Number of announced nodes that the player remembers."""
    strategy: Mapping[tuple[str, ...], Number] = field(default_factory=dict, repr=False)
    """The probability of the exit cc after the last nodes, the oldest first."""
    searched: bool = True
    """True if the strategy was found by a search, False if it was given."""
    within: float | None = None
    """A proved bound on the improvement of the guarantee by any other strategy with this memory, if
    there is a proof.
    """
    responses: Mapping[tuple[str, ...], str] = field(default_factory=dict, repr=False)
    """The opponent's best exit after the last nodes (one node more than the player remembers)."""

    def data(self) -> Mapping[str, object]:
        """Return the strategy and the best response to it, by the last nodes."""
        return {
            "cc": {" ".join(nodes): p for nodes, p in self.strategy.items()},
            "response": {" ".join(nodes): way for nodes, way in self.responses.items()},
        }


def _pieces(moves: OptimalMoves) -> list[dict[str, object]]:
    """Return the pieces of q: their ends, the opponent's worst probability of cc, and r and s at both ends."""
    ends = np.stack([moves.q[:-1], moves.q[1:]], axis=1)
    inside = ends + 1e-9 * np.diff(ends, axis=1) * np.array([1.0, -1.0])
    r, s = (x.reshape(-1, 2).tolist() for x in moves.pair(inside.ravel()))
    return [
        {"q": q, "opponent_cc": mix, "r": after_cc, "s": after_cl}
        for q, mix, after_cc, after_cl in zip(ends.tolist(), moves.mix.tolist(), r, s, strict=True)
    ]


def as_strategy(p: float) -> Strategy:
    """Return a probability of cc as a strategy."""
    return {"cc": p, "cl": 1 - p}


def round_outward(value: Value, digits: int, unit: Fraction = Fraction(1)) -> Value:
    """Round an exact interval outward to floats, or, if more digits were requested, to multiples of the unit."""
    if digits <= 15:
        low, high = float(value.lower), float(value.upper)
        return Value(
            low if low <= value.lower else np.nextafter(low, -np.inf).item(),
            high if high >= value.upper else np.nextafter(high, np.inf).item(),
        )
    grain = unit / 10 ** (digits + 3)
    return Value(grain * (value.lower // grain), -grain * (-value.upper // grain))
