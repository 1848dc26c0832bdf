"""The arena of target games: means by exact integrals over the target's value, results in full where it has few values.

Players go by what they do with a target of value x: the solution by its formulas, simple players by steps, a
person's own function by being asked. Every question is then one about two lowered players (`spans`, `meeting`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial

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
from zerosum.arena.results import BestResponse, EquilibriumRange, Match, MeanMatch
from zerosum.arena.rounds import Advice, Round
from zerosum.core.arrays import Array, Floats
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.targets.answer import TargetSolution
from zerosum.models.targets.arena.extremes import range_of
from zerosum.models.targets.arena.meeting import best_reply, best_spans, mean_of, paid_in, results_of
from zerosum.models.targets.arena.rounds import TargetRound, TargetView, dealt
from zerosum.models.targets.arena.spans import (
    Asked,
    Layout,
    Lowered,
    Span,
    Spanned,
    Spot,
    from_pieces,
    joined,
    mixed,
)
from zerosum.models.targets.rules import TargetGame

MOST_VALUES = 200
"""Targets with so many values are reckoned with in fractions."""

Choice = Callable[[Spot, Side], Sequence[Span]]
"""What a simple player does at a state."""


@dataclass(frozen=True, eq=False)
class SpanPlayer:
    """A player whose spans are known at every state."""

    name: str
    arena: TargetArena
    spans: Callable[[Spot, Side], Sequence[Span]]
    exact: bool = True
    """Whether it is known in fractions where the targets are."""

    def mix(self, seen: Observation) -> Mix:
        """The spans' mix at the target that is seen."""
        view: TargetView = seen.position
        spot = self.arena.layout(exact=False).find(view.state)
        mix = self.arena.lowered(self, seen.side).mix(spot, np.array([float(view.x)]))[:, 0].tolist()
        names = spot.names(seen.side)
        return {names[i]: mix[i] for i in spot.moves(seen.side) if mix[i] > 0}


class TargetArena(Arena[TargetGame, TargetSolution]):
    """What can be done with players of a target game."""

    @cached_property
    def equilibrium(self) -> Player:
        """The solution's own formulas."""
        return SpanPlayer("equilibrium", self, self._optimal, exact=False)

    @cached_property
    def simple(self) -> Mapping[str, Player]:
        """The players that look at the state and the target, and no further."""
        return {**super().simple, **{name: SpanPlayer(name, self, choice) for name, choice in SIMPLE.items()}}

    def deal(self, random: np.random.Generator) -> TargetRound:
        """The start, with the first target turned up."""
        return dealt(self.game, random)

    def advice(self, round: Round, side: Side) -> Advice:
        """The mix at this target, and what each move is worth against the rival's."""
        seen = {who: round.observation(who) for who in SIDES}
        row, col = (ask(self.equilibrium, seen[who]) for who in SIDES)
        view = seen[side].position
        worth = np.array(
            [[self._worth(view, one, two) for two in seen["col"].moves] for one in seen["row"].moves]
        )
        if side == "row":
            return Advice(row, _named(seen, "row", worth @ _weights(seen, "col", col)))
        return Advice(col, _named(seen, "col", -_weights(seen, "row", row) @ worth))

    def best_response(self, rival: Player, side: Side) -> BestResponse:
        """The step function that does best, by one pass backward over the stages."""
        exact = self._in_fractions(rival)
        layout = self.layout(exact=exact)
        reply, earned = best_reply(layout, self.lowered(check_repeats(rival), other(side), exact=exact), side)
        player = SpanPlayer(BEST_RESPONSE.name, self, partial(_as_written, reply), exact=exact)
        return BestResponse(player, earned.at(layout.start)[0])

    def range(self, rival: Player) -> EquilibriumRange:
        """Over all of row's strategies that are optimal at every state and target."""
        start = self.layout(exact=False).start
        if start is None:
            return EquilibriumRange(rival.name, 0.0, 0.0)
        values = [self.solution.middles_at(at) for at in range(start.at + 1)]
        players = self.lowered(self.equilibrium, "row"), self.lowered(check_repeats(rival), "col")
        return EquilibriumRange(rival.name, *range_of(start, values, *players))

    def _match(self, row: Player, col: Player) -> Match:
        """The results where targets have few values; else the mean, with a bound on its error."""
        exact = self._in_fractions(row, col)
        layout = self.layout(exact=exact)
        if layout.start is None:
            return Match(row.name, col.name, {0: 1})
        players = self.lowered(row, "row", exact=exact), self.lowered(col, "col", exact=exact)
        results = results_of(layout.start, *players)
        if results is not None:
            return Match(row.name, col.name, results)
        mean, bound = mean_of(layout, *players).at(layout.start)
        return MeanMatch(row.name, col.name, {mean: 1}, bound=bound)

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """All plays of a batch at once, stage by stage."""
        start = self.layout(exact=False).start
        players = self.lowered(row, "row"), self.lowered(col, "col")

        def deal(count: int, random: np.random.Generator) -> Floats:
            return np.zeros(count) if start is None else paid_in(start, *players, count, random)

        return self._batched(row, col, deal, plays=plays, seed=seed)

    def layout(self, *, exact: bool) -> Layout:
        """The game laid out, in fractions or in floats."""
        return self._layouts[exact]

    def lowered(self, player: Player, side: Side, *, exact: bool = False) -> Lowered:
        """What a player does on a side, as a function of the target."""
        key = player, side, exact
        if key not in self._kept:
            self._kept[key] = self._lower(player, side, self.layout(exact=exact))
        return self._kept[key]

    def _lower(self, player: Player, side: Side, layout: Layout) -> Lowered:
        if player is uniform:
            return Spanned(lambda spot: _alike(spot, side))
        if isinstance(player, SpanPlayer):
            return Spanned(lambda spot: player.spans(spot, side))
        if isinstance(player, Mixture):
            total = sum(weight for weight, _ in player.players)
            parts = [
                (layout.number(Fraction(weight) / Fraction(total)), self._lower(part, side, layout))
                for weight, part in player.players
            ]
            if not any(isinstance(part, Asked) for _, part in parts):
                return Spanned(lambda spot: mixed([(weight, part.spans(spot)) for weight, part in parts]))
        return Asked(player, side)

    def _in_fractions(self, *players: Player) -> bool:
        """Whether all is known exactly: the targets' laws, and the players."""
        laws = [self.game.target(left) for left in range(1, len(self.layout(exact=False).layers) + 1)]
        return all(0 < len(law.exact) <= MOST_VALUES for law in laws) and all(map(self._is_exact, players))

    def _is_exact(self, player: Player) -> bool:
        if player is self.equilibrium:
            return self.solution.value.is_exact
        if isinstance(player, Mixture):
            return all(self._is_exact(part) for _, part in player.players)
        return not isinstance(player, SpanPlayer) or player.exact

    def _optimal(self, spot: Spot, side: Side) -> Sequence[Span]:
        return from_pieces(spot.layout, self.solution.pieces_at(spot.at, spot.s), side)

    def _worth(self, view: TargetView, row: str, col: str) -> float:
        """What a pair of moves is worth at a target, with the solution to follow."""
        (fixed, slope), after = self.game.play(view.state, row, col)
        left = float(self.solution.value_at(after)) if self.game.moves(after)[0] else 0.0
        return float(fixed) + float(slope) * view.x + left

    @cached_property
    def _layouts(self) -> dict[bool, Layout]:
        return {exact: Layout(self.game, exact) for exact in (False, True)}

    @cached_property
    def _kept(self) -> dict[tuple[Player, Side, bool], Lowered]:
        return {}


def _as_written(reply: Lowered, spot: Spot, side: Side) -> Sequence[Span]:
    """The spans of a best response, in the numbers of another layout."""
    return [span.within(spot.layout) for span in reply.spans(spot)]


def _weights(seen: Mapping[Side, Observation], side: Side, mix: Mix) -> Floats:
    return np.array([float(mix.get(move, 0)) for move in seen[side].moves])


def _named(seen: Mapping[Side, Observation], side: Side, worth: Floats) -> dict[str, float]:
    return dict(zip(seen[side].moves, worth.tolist(), strict=True))


def _alike(spot: Spot, side: Side) -> Sequence[Span]:
    """Every move alike."""
    return [joined(spot, side, spot.moves(side))]


def _boldest(spot: Spot, side: Side) -> Sequence[Span]:
    """The moves that put the most at stake for an average target."""
    return [joined(spot, side, _staking(spot, side, most=True))]


def _meekest(spot: Spot, side: Side) -> Sequence[Span]:
    """The moves that put the least at stake."""
    return [joined(spot, side, _staking(spot, side, most=False))]


def _choosy(spot: Spot, side: Side) -> Sequence[Span]:
    """Bold where the target is worth its mean or more, meek where it is worth less."""
    law = spot.law
    mean = sum((x * p for x, p in law.exact), Fraction(0)) if spot.layout.exact else law.mean
    return [*_meekest(spot, side), joined(spot, side, _staking(spot, side, most=True), mean)]


def _greedy(spot: Spot, side: Side) -> Sequence[Span]:
    """The move that pays best at this target if the rival plays any move alike; what follows is not looked at."""
    nothing: Array = np.array([spot.layout.number(0)] * (spot.layout.over(spot.at) + 1))
    return best_spans(spot, Spanned(lambda where: _alike(where, other(side))), side, nothing)


def _staking(spot: Spot, side: Side, *, most: bool) -> list[int]:
    """The moves of a side that can win or lose the most, or the least, at an average target."""
    layer = spot.layout.layers[spot.at]
    c, d = layer.fixed[spot.s], layer.slope[spot.s]
    stakes = (abs(c) + abs(d) * abs(spot.law.mean)).max(axis=1 if side == "row" else 0)
    moves = spot.moves(side)
    wanted = (max if most else min)(stakes[i] for i in moves)
    return [i for i in moves if stakes[i] == wanted]


SIMPLE: Mapping[str, Choice] = {
    "boldest": _boldest,
    "meekest": _meekest,
    "choosy": _choosy,
    "greedy": _greedy,
}
"""The players that need no solution, beside those of every game."""
