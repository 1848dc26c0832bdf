"""The arena of lagged games: averages per move, simulated, or in fractions between players of bounded memory.

The solution and players of bounded memory play many games at once, as arrays; a mixture combines the arrays of its
parts; a user's function is called game by game, with the announced nodes and its own exits.

For a person, a round is a fixed number of moves, and its payoff is the sum of their payments. The referee announces
the node that the counter has just left; the player to move does not know where the counter is now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np

from zerosum.arena.arena import Arena
from zerosum.arena.players import BEST_RESPONSE, Function, Mix, Mixture, Observation, Player, check_repeats
from zerosum.arena.results import BestResponse, EquilibriumRange, Match
from zerosum.arena.rounds import Advice, Round, deed
from zerosum.core import boards
from zerosum.core.errors import Unavailable
from zerosum.core.game import Instruction, Move
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.lagged.answer import LaggedSolution
from zerosum.models.lagged.arena.movers import (
    LaggedView,
    MemoryMover,
    MemoryPlayer,
    MixtureMover,
    Mover,
    OptimalMover,
    QueriedMover,
    ResponseMover,
    always,
    as_memory_player,
    average_of,
    simulate,
)
from zerosum.models.lagged.functions import Concave
from zerosum.models.lagged.rules import EXITS, Board, LaggedGame

CC, CL = EXITS


class LaggedArena(Arena[LaggedGame, LaggedSolution]):
    """Rounds, matches and best responses for players of a lagged game."""

    no_table: ClassVar[str] = "mixes are functions of a probability that changes with every move"

    @property
    def rules(self) -> Sequence[Instruction]:
        return (
            "Starting with row, the players take turns moving the counter through one of its node's two exits: cc or "
            "cl (on a ring, counterclockwise or clockwise).",
            "Then the referee announces the node that the counter has left, and col pays row the amount on that node. "
            "So you know where your opponent moved from, but not where the counter is now.",
            f"A round lasts {MOVES} moves.",
        )

    @cached_property
    def equilibrium(self) -> Player:
        """The player that follows the solution; it has no state, since its q follows from its own moves."""
        return Function("equilibrium", self._optimal)

    @cached_property
    def simple(self) -> Mapping[str, Player]:
        """Players that ignore all information."""
        same = (always("always-cc", Fraction(1)), always("always-cl", Fraction(0)))
        return {**super().simple, **{player.name: player for player in same}}

    def deal(self, random: np.random.Generator) -> LaggedRound:
        board = self.game.layout()
        return LaggedRound(board, board.start)

    def advice(self, round: Round, side: Side) -> Advice:
        """Return the solution's mix, and the opponent's expectation after each exit."""
        seen = round.observation(side)
        return Advice(self._optimal(seen), self._worth(seen))

    def paid_before(self, round: Round, side: Side) -> float | None:
        """Return None: the EV of a move is an average per move."""
        return None

    def place_on_curves(self, round: Round) -> Mapping[str, object]:
        """Return the mover's state: the last node that the mover left, and the probability of cc there."""
        for side in round.choosers():
            view = round.observation(side).position
            if len(view.left) > 1:
                q = self._chance(SIDES.index(side), replace(view, left=view.left[:-1]))
                return {
                    "x": float(q),
                    "choice": f"{self.game.seats[side]} left {view.board.names[view.left[-2]]}",
                }
        return {}

    def best_response(self, opponent: Player, side: Side) -> BestResponse:
        """Return the best response to the solution, computed from its functions, or to a player of bounded memory,
        computed by policy iteration.
        """
        if opponent is self.equilibrium:
            return BestResponse(self._response_to_solution, self.solution.value.middle)
        known = as_memory_player(check_repeats(opponent))
        if known is None:
            raise Unavailable(
                "best responses in this game are available only against the solution, players who remember a few "
                f"nodes, and mixtures of the latter; {opponent.name} may use everything that was announced"
            )
        return self._response_to(known, other(side))

    def range(self, opponent: Player) -> EquilibriumRange:
        """Raise an error, since the range is not known."""
        raise Unavailable(
            "the range over optimal strategies is not available, since there may be several at each of "
            "infinitely many states"
        )

    def extreme_payoffs(self) -> tuple[Number, Number]:
        """Return the smallest and the largest average per move on the board, which are averages of cycles (Karp
        1978).
        """
        board = self.game.layout()
        least, greatest = (_least_cycle(board, sign) for sign in (1, -1))
        return least, -greatest

    def _match(self, row: Player, col: Player) -> Match:
        """Return the average per move of two players of bounded memory, in fractions."""
        pair = [as_memory_player(player) for player in (row, col)]
        for player, known in zip((row, col), pair, strict=True):
            if known is None:
                reason = (
                    "an optimal player can be in infinitely many states"
                    if player in (self.equilibrium, self._response_to_solution)
                    else f"{player.name} may use everything that was announced"
                )
                raise Unavailable(f"averages in this game can only be simulated: {reason}")
        found = average_of(self.game.layout(), *(known for known in pair if known is not None))
        return Match.of_mean(row.name, col.name, found)

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """Simulate `plays` moves in parallel games, not counting the moves before counting begins."""
        movers = self._movers(row, col)
        found = simulate(self.game.layout(), *movers, moves=plays, seed=seed, **self._work_options)
        return Match.of_mean(row.name, col.name, found.mean, found.stages, error=found.error)

    def _movers(self, row: Player, col: Player) -> tuple[Mover, Mover]:
        """Return both players as movers; a best response to the solution needs its opponent."""
        players = {"row": row, "col": col}
        movers = {
            side: self._lower(players[side], side)
            for side in SIDES
            if players[side] is not self._response_to_solution
        }
        for side in SIDES:
            if side not in movers:
                opponent = movers[other(side)]
                assert isinstance(opponent, OptimalMover), (
                    "a best response to the solution can play only against the solution"
                )
                movers[side] = ResponseMover(self.game.layout(), opponent, self._functions(other(side)))
        return movers["row"], movers["col"]

    def _lower(self, player: Player, side: Side) -> Mover:
        """Return a player in a form that plays many games at once."""
        board, known = self.game.layout(), as_memory_player(player)
        if known is not None:
            return MemoryMover(board, known)
        if player is self.equilibrium:
            mine = SIDES.index(side)
            return OptimalMover(self.solution.next_moves[mine], self.solution.first[mine])
        if isinstance(player, Mixture):
            total = sum(weight for weight, _ in player.players)
            return MixtureMover(
                [(float(weight / total), self._lower(part, side)) for weight, part in player.players]
            )
        return QueriedMover(board, player, side)

    @cached_property
    def _response_to_solution(self) -> Player:
        """The best response to the solution; it takes the exit with the lower EV of an optimal opponent."""

        def choose(seen: Observation) -> str:
            worth = self._worth(seen)
            return max(EXITS, key=lambda way: worth[way])

        return Function(BEST_RESPONSE.name, choose)

    def _response_to(self, opponent: MemoryPlayer, side: Side) -> BestResponse:
        """Return the best response to a player of bounded memory on `side`."""
        # finding a best response means solving a Markov decision process, which needs a solver
        from zerosum.models.lagged.memory import best_response, histories

        memory = max(1, opponent.memory)
        seen = histories(self.game.layout(), side, memory)
        found = best_response(seen, [opponent.chance(key[len(key) - opponent.memory :]) for key in seen.keys])
        exits = {path: Fraction(1 - int(way)) for path, way in zip(seen.paths, found.exits, strict=True)}
        player = MemoryPlayer(BEST_RESPONSE.name, memory + 1, lambda known: exits.get(known, Fraction(1, 2)))
        return BestResponse(player, found.value.middle)

    def _functions(self, side: Side) -> Mapping[int, Concave]:
        player = SIDES.index(side)
        return {node: self.solution.function(player, node) for node in self.solution.functions[player]}

    def _optimal(self, seen: Observation) -> Mix:
        """Return the solution's mix, given the view."""
        chance = self._chance(SIDES.index(seen.side), seen.position)
        return {CC: chance, CL: 1 - chance}

    def _chance(self, player: int, view: LaggedView) -> float:
        """Return the player's probability of cc now: q, updated with the moves in the view."""
        q = self.solution.first[player]
        for turn in range(player, len(view.left) - 1, 2):
            way, (r, s) = view.way(turn), self.solution.next_cc(player, view.left[turn], q)
            q = q * r + (1 - q) * s if way is None else r if way == CC else s
        return q

    def _worth(self, seen: Observation) -> dict[str, float]:
        """Return the EV of each exit to its side from the opponent's own function, up to a common constant."""
        opponent, sign = SIDES.index(other(seen.side)), 1.0 if seen.side == "row" else -1.0
        return {way: sign * self._left_to(opponent, seen.position, EXITS.index(way)) for way in EXITS}

    def _left_to(self, opponent: int, view: LaggedView, way: int) -> float:
        """Return row's expectation after an exit, from the opponent's own function."""
        solution, exits = self.solution, view.board.exits
        if not view.left:
            return float(solution.worth(opponent, exits[view.board.start][way], solution.first[opponent]))
        node, q = view.left[-1], self._chance(opponent, replace(view, left=view.left[:-1]))
        pair = zip((q, 1 - q), exits[node], solution.next_cc(opponent, node, q), strict=True)
        return float(
            sum(p * float(solution.worth(opponent, exits[target][way], after)) for p, target, after in pair)
        )


def _least_cycle(board: Board, sign: int) -> Fraction:
    """Return the least average payoff, times a sign, over the cycles that can be reached from the start."""
    n = board.size
    reached: list[dict[int, Fraction]] = [
        {board.start: Fraction(0)}
    ]  # by length: the cost of the cheapest walk to each node
    for _ in range(n):
        following: dict[int, Fraction] = {}
        for node, paid in reached[-1].items():
            for to in board.exits[node]:
                total = paid + sign * board.payoffs[node]
                following[to] = min(total, following.get(to, total))
        reached.append(following)
    return min(
        max((paid - reached[k][node]) / (n - k) for k in range(n) if node in reached[k])
        for node, paid in reached[n].items()
    )


MOVES = 20
"""Number of moves in a round."""


@dataclass(frozen=True)
class LaggedRound(Round):
    """A round: the counter's node, which the player to move does not know, and the moves so far."""

    nodes: Board
    at: int
    left: tuple[int, ...] = ()
    ways: tuple[str, ...] = ()
    length: int = MOVES

    @property
    def over(self) -> bool:
        return len(self.left) >= self.length

    @property
    def payoff(self) -> float:
        return float(sum(self.nodes.payoffs[node] for node in self.left))

    def choosers(self) -> Sequence[Side]:
        """Return the player to move: the players alternate, and row begins."""
        return () if self.over else (SIDES[len(self.left) % 2],)

    def observation(self, side: Side) -> Observation:
        """Return all nodes left, without the counter's present node, and the side's own exits."""
        return Observation(
            side, LaggedView(self.nodes, side, self.left, self.ways[SIDES.index(side) :: 2]), EXITS
        )

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> LaggedRound:
        """Move the counter; the referee announces the node that it left."""
        (way,) = moves.values()
        target = self.nodes.exits[self.at][EXITS.index(way)]
        return replace(self, at=target, left=(*self.left, self.at), ways=(*self.ways, way))

    def description(self, side: Side) -> Sequence[str]:
        view = self.observation(side).position
        places = " or ".join(self.nodes.names[node] for node in view.possible)
        return [
            f"the counter stands on {places} · {self.length - len(self.left)} moves to go",
            *map(self._node, range(self.nodes.size)),
        ]

    def board(self, side: Side) -> boards.Tabletop:
        board = self.nodes
        possible = (self.at,) if self.over else self.observation(side).position.possible
        sign = 1 if side == "row" else -1
        won = sign * self.payoff + 0.0
        ring = boards.NodeRing(
            tuple(board.names),
            tuple(sign * float(pays) + 0.0 for pays in board.payoffs),
            tuple((k, target) for k, pair in enumerate(board.exits) for target in pair),
            tuple(possible),
        )
        left = boards.Pill("Moves left", str(self.length - len(self.left)))
        return boards.Tabletop(
            middle=(ring,), facts=(boards.Pill("So far", f"{won:+g}" if won else "0"), left)
        )

    def move_text(self, move: Move) -> str:
        """Return the direction as a word."""
        return {CC: "counterclockwise", CL: "clockwise"}[move]

    def consequence(self, side: Side, move: Move) -> str:
        """Return the nodes to which an exit leads."""
        way = EXITS.index(move)
        places = dict.fromkeys(
            self.nodes.names[self.nodes.exits[k][way]] for k in self.observation(side).position.possible
        )
        return f"To {' or '.join(places)}"

    def happenings(self, side: Side) -> Sequence[boards.Happening]:
        if not self.left:
            return []
        return [deed(self.choosers_before(), side, f"from node {self.nodes.names[self.left[-1]]}")]

    def latest_events(self, side: Side) -> Sequence[str]:
        if not self.left:
            return []
        node = self.left[-1]
        who = "you" if self.choosers_before() == side else "the opponent"
        paid = float(self.nodes.payoffs[node]) * (1 if side == "row" else -1)
        return [
            f"{who} moved from {self.nodes.names[node]}: {'you get' if paid >= 0 else 'you pay'} {abs(paid):g}"
        ]

    def choosers_before(self) -> Side:
        """Return the player who made the last move."""
        return SIDES[(len(self.left) - 1) % 2]

    def _node(self, node: int) -> str:
        cc, cl = (self.nodes.names[target] for target in self.nodes.exits[node])
        return (
            f"node {self.nodes.names[node]} pays {float(self.nodes.payoffs[node]):+g}, cc to {cc}, cl to {cl}"
        )
