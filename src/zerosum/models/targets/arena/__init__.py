"""The arena of target games: mean payoffs by integrals over x, and the distribution of results if the targets have
few values.

A player is a function of the target's value x: the solution by its formulas, simple players by step functions, a
user's function by its answers (`players`). Matches are computed from two of these behaviours (`matches`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import ClassVar

import numpy as np

from zerosum.arena.arena import Arena
from zerosum.arena.players import (
    BEST_RESPONSE,
    Mix,
    Mixture,
    Observation,
    Player,
    ask,
    check_repeats,
    uniform,
)
from zerosum.arena.results import BestResponse, EquilibriumRange, Match
from zerosum.arena.rounds import Advice, Round, SimultaneousRound, deed, payment_text
from zerosum.core.arrays import Array, Floats, Scalar
from zerosum.core.boards import Cards, Happening, TableCard, Tabletop, Target, played
from zerosum.core.game import Move, Position
from zerosum.core.numbers import short_text
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.targets.answer import TargetSolution
from zerosum.models.targets.arena.matches import (
    best_response,
    best_spans,
    mean_payoffs,
    optimal_range,
    result_chances,
    sample_payoffs,
)
from zerosum.models.targets.arena.players import (
    LayeredGame,
    QueriedPlayer,
    Span,
    SpanBehaviour,
    StateNode,
    TargetBehaviour,
    TargetView,
    even_span,
    mix_spans,
    spans_from_pieces,
)
from zerosum.models.targets.rules import TargetGame

__all__ = ["SpanPlayer", "TargetArena", "TargetRound", "TargetView"]

MAX_VALUES = 200
"""Maximum number of values of a target for which matches are computed in fractions."""

SpanRule = Callable[[StateNode, Side], Sequence[Span]]
"""A player's mixes on a side at a state, as a function of x."""


@dataclass(frozen=True)
class TargetRound(SimultaneousRound):
    """A state with a target turned up, at which both players move simultaneously."""

    game: TargetGame
    x: float = 0.0
    unseen: tuple[tuple[Side, float], ...] = ()
    """The target of the last moves, for each side that had no choice and therefore did not see it."""

    @property
    def payoff(self) -> float:
        return self.paid

    def observation(self, side: Side) -> Observation:
        return Observation(side, TargetView(self.position, self.x), self.moves(side))

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> TargetRound:
        """Return the next round: the target is paid, and the next target is turned up."""
        played = self.played(moves)
        (fixed, slope), state = self.game.play(self.position, played["row"], played["col"])
        reward = float(fixed) + float(slope) * self.x
        return replace(
            self,
            position=state,
            x=_next_target(self.game, state, random),
            paid=self.paid + reward,
            last=tuple(played.items()),
            reward=reward,
            unseen=tuple((side, self.x) for side in SIDES if side not in self.choosers()),
        )

    def description(self, side: Side) -> Sequence[str]:
        target = [f"the target is worth {short_text(self.x, 3)}", self.game.describe(self.position)]
        return [*(["the round is over"] if self.over else target), *self.so_far(side)]

    def board(self, side: Side) -> Tabletop:
        last = dict(self.last)
        before = [played(_shown(self.game, last[side]), _shown(self.game, last[other(side)]))] if last else []
        if self.over:
            return Tabletop(middle=tuple(before))
        left = self.game.stages_left(self.position)
        hand = tuple(dict.fromkeys(self.moves(side)))
        theirs = tuple(dict.fromkeys(self.moves(other(side))))
        return Tabletop(
            theirs=(Cards(tuple(_shown(self.game, move) for move in theirs)),),
            middle=(Target(short_text(self.x, 3), left), *before),
            mine=(Cards(tuple(replace(_shown(self.game, move), word=str(move)) for move in hand)),),
        )

    def happenings(self, side: Side) -> Sequence[Happening]:
        return [deed(who, side, str(move)) for who, move in self.last]

    def outcome(self, side: Side) -> str:
        """Return why the round ended before all targets were seen."""
        return "Nothing more can be won." if self.game.stages_left(self.position) > 0 else ""

    def latest_events(self, side: Side) -> Sequence[str]:
        """Describe the latest moves, their payment, and the reason if no more targets come."""
        lines = [f"the target is worth {short_text(x, 3)}" for who, x in self.unseen if who == side]
        lines += [f"{'you' if who == side else 'the opponent'}: {move}" for who, move in self.last]
        if not (self.over and self.paid == self.reward):
            lines += payment_text(self.reward, side)
        early = self.over and self.game.stages_left(self.position) > 0
        return [*lines, *(["nothing more can be won"] if early else [])]


def _shown(game: TargetGame, move: Move) -> TableCard:
    """Return the card that a move plays; an empty space if it plays none."""
    return card if (card := TableCard(game.card(move))).rank else TableCard(str(move), look="spot")


def _next_target(game: TargetGame, state: Position, random: np.random.Generator) -> float:
    """Draw a random target at a state; return 0 at the end of the game."""
    if not game.moves(state)[0]:
        return 0.0
    return float(game.target(game.stages_left(state)).sample(random, 1)[0])


@dataclass(frozen=True, eq=False)
class SpanPlayer:
    """A player with known spans at every state."""

    name: str
    arena: TargetArena
    spans: SpanRule
    exact: bool = True
    """Whether its probabilities are fractions if the targets are fractions."""

    def mix(self, observation: Observation) -> Mix:
        """Return the mix at the target of the observation."""
        view: TargetView = observation.position
        node = self.arena.find(view.state)
        behaviour = self.arena.behaviour(self, observation.side)
        mix = behaviour.mix(node, np.array([float(view.x)]))[:, 0].tolist()
        names = node.names(observation.side)
        return {names[i]: mix[i] for i in node.moves(observation.side) if mix[i] > 0}


class TargetArena(Arena[TargetGame, TargetSolution]):
    """Rounds, matches and best responses for players of a target game."""

    no_table: ClassVar[str] = "mixes are formulas in the value of the target"

    @cached_property
    def equilibrium(self) -> Player:
        """The player with the solution's own formulas."""

        def spans(node: StateNode, side: Side) -> Sequence[Span]:
            return spans_from_pieces(node.layered, self.solution.pieces_at(node.layer, node.place), side)

        return SpanPlayer("equilibrium", self, spans, exact=False)

    @cached_property
    def simple(self) -> Mapping[str, Player]:
        """Players that use only the state and the target."""
        return {**super().simple, **{name: SpanPlayer(name, self, rule) for name, rule in SIMPLE.items()}}

    def deal(self, random: np.random.Generator) -> TargetRound:
        start = self.game.start
        return TargetRound(self.game, start, x=_next_target(self.game, start, random))

    def advice(self, round: Round, side: Side) -> Advice:
        own, opponent = round.observation(side), round.observation(other(side))
        view: TargetView = own.position
        worth = dict.fromkeys(own.moves, 0.0)
        for against, p in ask(self.equilibrium, opponent).items():
            for move in own.moves:
                pair = (move, against) if side == "row" else (against, move)
                (fixed, slope), after = self.game.play(view.state, *pair)
                paid = float(fixed) + float(slope) * view.x + float(self.solution.value_at(after))
                worth[move] += float(p) * (paid if side == "row" else -paid)
        return Advice(ask(self.equilibrium, own), worth)

    def best_response(self, opponent: Player, side: Side) -> BestResponse:
        """Return the best response as a step function, by one backward pass over the stages."""
        exact = self._all_exact(opponent)
        layered = self._layered[exact]
        response, means = best_response(
            layered, self.behaviour(check_repeats(opponent), other(side), exact=exact), side
        )

        def spans(node: StateNode, _: Side) -> Sequence[Span]:
            return [span.within(node.layered) for span in response.spans(node)]

        player = SpanPlayer(BEST_RESPONSE.name, self, spans, exact=exact)
        return BestResponse(player, *means.at(layered.start))

    def range(self, opponent: Player) -> EquilibriumRange:
        """Return the range over all of row's strategies that are optimal at every state and target."""
        start = self._layered[False].start
        if start is None:
            return EquilibriumRange(opponent.name, 0.0, 0.0)
        values = [self.solution.solved.middles(layer) for layer in range(start.layer + 1)]
        players = self.behaviour(self.equilibrium, "row"), self.behaviour(check_repeats(opponent), "col")
        return EquilibriumRange(opponent.name, *optimal_range(start, values, *players))

    def _match(self, row: Player, col: Player) -> Match:
        """Compute the results if targets have few values; otherwise the mean, with a bound on its error."""
        exact = self._all_exact(row, col)
        layered = self._layered[exact]
        if layered.start is None:
            return Match(row.name, col.name, {0: 1})
        players = self.behaviour(row, "row", exact=exact), self.behaviour(col, "col", exact=exact)
        results = result_chances(layered.start, *players)
        if results is not None:
            return Match(row.name, col.name, results)
        mean, bound = mean_payoffs(layered, *players).at(layered.start)
        return Match.of_mean(row.name, col.name, mean, bound=bound)

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """Simulate all plays of a batch at once, stage by stage."""
        start = self._layered[False].start
        players = self.behaviour(row, "row"), self.behaviour(col, "col")

        def deal(count: int, random: np.random.Generator) -> Floats:
            return np.zeros(count) if start is None else sample_payoffs(start, *players, count, random)

        return self._batched(row, col, deal, plays=plays, seed=seed)

    def behaviour(self, player: Player, side: Side, *, exact: bool = False) -> TargetBehaviour:
        """Return a player's mixes on a side, as a function of the target; in fractions if `exact`."""
        key = player, side, exact
        if key not in self._behaviours:
            self._behaviours[key] = self._make_behaviour(player, side, self._layered[exact])
        return self._behaviours[key]

    def _make_behaviour(self, player: Player, side: Side, layered: LayeredGame) -> TargetBehaviour:
        if player is uniform:
            return SpanBehaviour(lambda node: [even_span(node, side, node.moves(side))])
        if isinstance(player, SpanPlayer):
            return SpanBehaviour(lambda node: player.spans(node, side))
        if isinstance(player, Mixture):
            total = Fraction(sum(weight for weight, _ in player.players))
            weights = [layered.number(Fraction(weight) / total) for weight, _ in player.players]
            parts = [self._make_behaviour(part, side, layered) for _, part in player.players]
            if not any(isinstance(part, QueriedPlayer) for part in parts):
                return SpanBehaviour(
                    lambda node: mix_spans(
                        [(w, part.spans(node)) for w, part in zip(weights, parts, strict=True)]
                    )
                )
        return QueriedPlayer(player, side)

    def _all_exact(self, *players: Player) -> bool:
        """Return whether the distributions of the targets and the players are all known in fractions."""

        def is_exact(player: Player) -> bool:
            if player is self.equilibrium:
                return self.solution.value.is_exact
            if isinstance(player, Mixture):
                return all(is_exact(part) for _, part in player.players)
            return not isinstance(player, SpanPlayer) or player.exact

        distributions = [self.game.target(left) for left in range(1, len(self._layered[False].layers) + 1)]
        return all(0 < len(distribution.exact) <= MAX_VALUES for distribution in distributions) and all(
            map(is_exact, players)
        )

    def find(self, state: Position) -> StateNode:
        return self._layered[False].find(state)

    @cached_property
    def _layered(self) -> dict[bool, LayeredGame]:
        """The game in floats, and in fractions."""
        return {exact: LayeredGame(self.game, exact) for exact in (False, True)}

    @cached_property
    def _behaviours(self) -> dict[tuple[Player, Side, bool], TargetBehaviour]:
        """The cached behaviours, by player, side, and whether they are in fractions."""
        return {}


def _choosy(node: StateNode, side: Side) -> Sequence[Span]:
    """Return the boldest moves if the target is at least average, and the most cautious ones otherwise."""
    distribution = node.distribution
    exact = sum((x * p for x, p in distribution.exact), Fraction(0))
    mean = exact if node.layered.exact else distribution.mean
    return [*_by_stake(node, side, most=False), *_by_stake(node, side, most=True, low=mean)]


def _greedy(node: StateNode, side: Side) -> Sequence[Span]:
    """Return the move with the largest immediate EV against a uniform opponent, regardless of later stages."""
    nothing: Array = np.array([node.layered.number(0)] * (node.layered.over(node.layer) + 1))
    opponent = SpanBehaviour(lambda at: [even_span(at, other(side), at.moves(other(side)))])
    return best_spans(node, opponent, side, nothing)


def _by_stake(node: StateNode, side: Side, *, most: bool, low: Scalar = -np.inf) -> Sequence[Span]:
    """Return the uniform mix, above `low`, of the moves with the largest or smallest stake at an average target."""
    c, d = node.states.fixed[node.place], node.states.slope[node.place]
    stakes = (abs(c) + abs(d) * abs(node.distribution.mean)).max(axis=1 if side == "row" else 0)
    moves = node.moves(side)
    wanted = (max if most else min)(stakes[i] for i in moves)
    return [even_span(node, side, [i for i in moves if stakes[i] == wanted], low)]


SIMPLE: Mapping[str, SpanRule] = {
    "boldest": partial(_by_stake, most=True),
    "meekest": partial(_by_stake, most=False),
    "choosy": _choosy,
    "greedy": _greedy,
}
"""The players of target games that need no solution."""
