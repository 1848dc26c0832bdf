"""The arena of lagged games: averages per move, sampled, or in fractions between players of bounded memory.

The solution and players of bounded memory play many games at once, as arrays; a mixture does what its parts do; a
user's function is called game by game, with what the referee has announced and its own exits.

At the table, a round is a fixed number of moves, and pays what was paid on the way. The referee announces the node
that the counter has just left; where it stands now, a player who is about to move does not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from zerosum.arena.arena import Arena
from zerosum.arena.players import BEST_RESPONSE, Function, Mix, Mixture, Observation, Player, check_repeats
from zerosum.arena.results import BestResponse, EquilibriumRange, Match, MeanMatch
from zerosum.arena.rounds import Advice, Round
from zerosum.core.errors import Unavailable
from zerosum.core.game import Move
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
    ReplyMover,
    always,
    as_memory_player,
    average_of,
    simulate,
)
from zerosum.models.lagged.functions import Concave
from zerosum.models.lagged.rules import EXITS, Board, LaggedGame

CC, CL = EXITS


class LaggedArena(Arena[LaggedGame, LaggedSolution]):
    """What can be done with players of a lagged game."""

    @property
    def rules(self) -> Sequence[str]:
        """How it is played."""
        return (
            "In turn, row first, each moves the counter by one of the two exits of the node where it stands: cc or "
            "cl (on a ring, counterclockwise or clockwise).",
            "Then the referee names the node that the counter has left, and col pays row what that node says. "
            "So you know where your rival moved from, but not where the counter stands now.",
            f"A round is {MOVES} moves.",
        )

    @cached_property
    def equilibrium(self) -> Player:
        """Keeps nothing: its q follows from its own moves."""
        return Function("equilibrium", self._optimal)

    @cached_property
    def simple(self) -> Mapping[str, Player]:
        """Players who look at nothing."""
        same = (always("always-cc", Fraction(1)), always("always-cl", Fraction(0)))
        return {**super().simple, **{player.name: player for player in same}}

    def deal(self, random: np.random.Generator) -> LaggedRound:
        """The counter on its start."""
        board = self.game.layout()
        return LaggedRound(board, board.start)

    def advice(self, round: Round, side: Side) -> Advice:
        """The solution's mix, and what each exit leaves the rival to hope for."""
        seen = round.observation(side)
        return Advice(self._optimal(seen), self._worth(seen))

    def place_on_curves(self, round: Round) -> Mapping[str, object]:
        """The state of the player to move: the node that it left last, and with which probability by cc."""
        for side in round.choosers():
            view = round.observation(side).position
            if len(view.left) > 1:
                q = self._chance(SIDES.index(side), replace(view, left=view.left[:-1]))
                return {
                    "x": float(q),
                    "choice": f"{self.game.seats[side]} left {view.board.names[view.left[-2]]}",
                }
        return {}

    def best_response(self, rival: Player, side: Side) -> BestResponse:
        """To the solution, by its own functions; to a player of bounded memory, by policy iteration, proved."""
        if rival is self.equilibrium:
            return BestResponse(self._reply_to_solution, self.solution.value.middle)
        known = as_memory_player(check_repeats(rival))
        if known is None:
            raise Unavailable(
                "best responses in this game are computed to the solution, to players who remember a few nodes, and "
                f"to mixtures of the latter; {rival.name} may look at all that was announced"
            )
        return self._reply_to(known, other(side))

    def range(self, rival: Player) -> EquilibriumRange:
        """Not known."""
        raise Unavailable(
            "the optimal strategies of this game are too many to range over: at each of infinitely many states there "
            "may be several"
        )

    def _match(self, row: Player, col: Player) -> Match:
        """The average per move of two players of bounded memory, in fractions."""
        pair = [as_memory_player(player) for player in (row, col)]
        for player, known in zip((row, col), pair, strict=True):
            if known is None:
                why = (
                    "an optimal player can be in infinitely many states"
                    if player in (self.equilibrium, self._reply_to_solution)
                    else f"{player.name} may look at all that was announced"
                )
                raise Unavailable(f"averages in this game are sampled, not computed: {why}")
        found = average_of(self.game.layout(), *(known for known in pair if known is not None))
        return MeanMatch(row.name, col.name, {found: 1})

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """Sample `plays` moves, in games side by side, after their openings."""
        movers = self._movers(row, col)
        found = simulate(self.game.layout(), *movers, moves=plays, seed=seed, **self._work_options)
        return MeanMatch(row.name, col.name, {found.mean: 1}, found.stages, error=found.error)

    def _movers(self, row: Player, col: Player) -> tuple[Mover, Mover]:
        """Both players, lowered; a reply to the solution must know its rival."""
        players = {"row": row, "col": col}
        movers = {
            side: self._lower(players[side], side)
            for side in SIDES
            if players[side] is not self._reply_to_solution
        }
        for side in SIDES:
            if side not in movers:
                rival = movers[other(side)]
                assert isinstance(rival, OptimalMover), "a reply to the solution meets the solution"
                movers[side] = ReplyMover(self.game.layout(), rival, self._functions(other(side)))
        return movers["row"], movers["col"]

    def _lower(self, player: Player, side: Side) -> Mover:
        """A player in the form in which it plays many games at once."""
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
    def _reply_to_solution(self) -> Player:
        """Takes the exit that leaves an optimal rival less."""

        def choose(seen: Observation) -> str:
            worth = self._worth(seen)
            return max(EXITS, key=lambda way: worth[way])

        return Function(BEST_RESPONSE.name, choose)

    def _reply_to(self, rival: MemoryPlayer, side: Side) -> BestResponse:
        """The best reply to a player of bounded memory who sits on `side`."""
        # finding a best reply is solving a Markov decision process, and a solver does that
        from zerosum.models.lagged.memory import best_reply, histories

        memory = max(1, rival.memory)
        seen = histories(self.game.layout(), side, memory)
        found = best_reply(seen, [rival.chance(key[len(key) - rival.memory :]) for key in seen.keys])
        exits = {path: Fraction(1 - int(way)) for path, way in zip(seen.paths, found.exits, strict=True)}
        player = MemoryPlayer(BEST_RESPONSE.name, memory + 1, lambda known: exits.get(known, Fraction(1, 2)))
        return BestResponse(player, found.value.middle)

    def _functions(self, side: Side) -> Mapping[int, Concave]:
        player = SIDES.index(side)
        return {node: self.solution.function(player, node) for node in self.solution.functions[player]}

    def _optimal(self, seen: Observation) -> Mix:
        """The solution's mix, by what is seen."""
        chance = self._chance(SIDES.index(seen.side), seen.position)
        return {CC: chance, CL: 1 - chance}

    def _chance(self, player: int, view: LaggedView) -> float:
        """The player's probability of cc now: q carried along its moves, as far as the view shows them."""
        q = self.solution.first[player]
        for turn in range(player, len(view.left) - 1, 2):
            way, (r, s) = view.way(turn), self.solution.next_cc(player, view.left[turn], q)
            q = q * r + (1 - q) * s if way is None else r if way == CC else s
        return q

    def _worth(self, seen: Observation) -> dict[str, float]:
        """What each exit is worth to its side, by the rival's own function, up to what all exits share."""
        rival, sign = SIDES.index(other(seen.side)), 1.0 if seen.side == "row" else -1.0
        return {way: sign * self._left_to(rival, seen.position, EXITS.index(way)) for way in EXITS}

    def _left_to(self, rival: int, view: LaggedView, way: int) -> float:
        """What row can expect after an exit, by the rival's own function."""
        solution, exits = self.solution, view.board.exits
        if not view.left:
            return float(solution.worth(rival, exits[view.board.start][way], solution.first[rival]))
        node, q = view.left[-1], self._chance(rival, replace(view, left=view.left[:-1]))
        pair = zip((q, 1 - q), exits[node], solution.next_cc(rival, node, q), strict=True)
        return float(
            sum(p * float(solution.worth(rival, exits[target][way], after)) for p, target, after in pair)
        )


MOVES = 20
"""Number of moves in a round."""

CC, CL = EXITS


@dataclass(frozen=True)
class LaggedRound(Round):
    """The counter's node, which nobody sees, and the moves so far."""

    board: Board
    at: int
    left: tuple[int, ...] = ()
    ways: tuple[str, ...] = ()
    length: int = MOVES

    @property
    def over(self) -> bool:
        """Whether all the moves are made."""
        return len(self.left) >= self.length

    @property
    def payoff(self) -> float:
        """What was paid for the nodes that the counter left."""
        return float(sum(self.board.payoffs[node] for node in self.left))

    def choosers(self) -> Sequence[Side]:
        """The players take turns; row begins."""
        return () if self.over else (SIDES[len(self.left) % 2],)

    def observation(self, side: Side) -> Observation:
        """All nodes left but not the one where the counter stands, and the side's own exits."""
        return Observation(
            side, LaggedView(self.board, side, self.left, self.ways[SIDES.index(side) :: 2]), EXITS
        )

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> LaggedRound:
        """The counter moves, and the referee announces the node that it left."""
        (way,) = moves.values()
        target = self.board.exits[self.at][EXITS.index(way)]
        return replace(self, at=target, left=(*self.left, self.at), ways=(*self.ways, way))

    def scene(self, side: Side) -> Sequence[str]:
        """The board, and where the counter may be."""
        view = self.observation(side).position
        places = " or ".join(self.board.names[node] for node in view.possible)
        return [
            f"the counter stands on {places} · {self.length - len(self.left)} moves to go",
            *(self._node(node, node in view.possible) for node in range(self.board.size)),
        ]

    def as_data(self, side: Side) -> Mapping[str, object]:
        """The board, and the nodes on which the counter may stand as far as this side knows."""
        board, possible = self.board, self.observation(side).position.possible
        return {
            "kind": "ring",
            "nodes": [
                {"name": board.names[k], "payoff": f"{float(board.payoffs[k]):+g}"} for k in range(board.size)
            ],
            "edges": [[k, target] for k, pair in enumerate(board.exits) for target in pair],
            "possible": list(possible),
            "told": f"the counter stands on {' or '.join(board.names[k] for k in possible)}",
        }

    def news(self, side: Side) -> Sequence[str]:
        """The referee's announcement."""
        if not self.left:
            return []
        node = self.left[-1]
        who = "you" if self.choosers_before() == side else "the rival"
        paid = float(self.board.payoffs[node]) * (1 if side == "row" else -1)
        return [
            f"{who} moved from {self.board.names[node]}: {'you get' if paid >= 0 else 'you pay'} {abs(paid):g}"
        ]

    def choosers_before(self) -> Side:
        """Who made the last move."""
        return SIDES[(len(self.left) - 1) % 2]

    def _node(self, node: int, possible: bool) -> str:
        cc, cl = (self.board.names[target] for target in self.board.exits[node])
        mark = "●?" if possible else "  "
        return f"{mark} node {self.board.names[node]} pays {float(self.board.payoffs[node]):+g}, cc to {cc}, cl to {cl}"
