"""The arena of lagged games: averages per move, sampled, or in fractions between players of bounded memory.

The solution and players of bounded memory play many games at once, as arrays; a mixture does as its parts say; a
function of a person's own is asked game by game, with what the referee has announced and its own exits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from zerosum.arena.arena import Arena
from zerosum.arena.players import BEST_RESPONSE, Function, Mix, Mixture, Observation, Player, check_repeats
from zerosum.arena.results import BestResponse, EquilibriumRange, Match, MeanMatch
from zerosum.arena.rounds import Advice, Round
from zerosum.core.errors import Unavailable
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.lagged.arena.memory import Remembering, always, average_of, remembering
from zerosum.models.lagged.arena.movers import Asked, BestReply, Blended, Mover, Optimal, Recalling, simulate
from zerosum.models.lagged.arena.rounds import MOVES, LaggedRound, LaggedView
from zerosum.models.lagged.rules import EXITS, Concave, LaggedAnswer, LaggedGame

__all__ = ["LaggedArena", "LaggedRound", "LaggedView"]

CC, CL = EXITS


class LaggedArena(Arena[LaggedGame, LaggedAnswer]):
    """What can be done with players of a lagged game."""

    @property
    def rules(self) -> Sequence[str]:
        """How it is played."""
        return (
            "In turn, row first, each moves the counter by one of the two exits of the node where it stands: cc or "
            "cl (on a ring, counterclockwise or clockwise).",
            "Then the referee names the node that the counter has left, and column pays row what that node says. "
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

    def best_response(self, rival: Player, side: Side) -> BestResponse:
        """To the solution, by its own functions; to a player of bounded memory, by policy iteration, proved."""
        if rival is self.equilibrium:
            return BestResponse(self._reply_to_solution, self.solution.value.middle)
        known = remembering(check_repeats(rival))
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
        pair = [remembering(player) for player in (row, col)]
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
        """So many counted moves, in games side by side, once their openings are over."""
        movers = self._movers(row, col)
        found = simulate(self.game.layout(), *movers, moves=plays, seed=seed, **self._watched)
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
                assert isinstance(rival, Optimal), "a reply to the solution meets the solution"
                movers[side] = BestReply(self.game.layout(), rival, self._functions(other(side)))
        return movers["row"], movers["col"]

    def _lower(self, player: Player, side: Side) -> Mover:
        """A player in the form in which it plays many games at once."""
        board, known = self.game.layout(), remembering(player)
        if known is not None:
            return Recalling(board, known)
        if player is self.equilibrium:
            mine = SIDES.index(side)
            return Optimal(self.solution.next_moves[mine], self.solution.first[mine])
        if isinstance(player, Mixture):
            total = sum(weight for weight, _ in player.players)
            return Blended(
                [(float(weight / total), self._lower(part, side)) for weight, part in player.players]
            )
        return Asked(board, player, side)

    @cached_property
    def _reply_to_solution(self) -> Player:
        """Takes the exit that leaves an optimal rival less."""

        def choose(seen: Observation) -> str:
            worth = self._worth(seen)
            return max(EXITS, key=lambda way: worth[way])

        return Function(BEST_RESPONSE.name, choose)

    def _reply_to(self, rival: Remembering, side: Side) -> BestResponse:
        """The best reply to a player of bounded memory who sits on `side`."""
        # finding a best reply is solving a Markov decision process, and a solver does that
        from zerosum.models.lagged.memory import best_reply, histories

        memory = max(1, rival.memory)
        seen = histories(self.game.layout(), side, memory)
        found = best_reply(seen, [rival.chance(key[len(key) - rival.memory :]) for key in seen.keys])
        exits = {path: Fraction(1 - int(way)) for path, way in zip(seen.paths, found.exits, strict=True)}
        player = Remembering(BEST_RESPONSE.name, memory + 1, lambda known: exits.get(known, Fraction(1, 2)))
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
