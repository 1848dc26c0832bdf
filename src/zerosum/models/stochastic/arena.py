"""Stochastic games at the table and in matches.

At the table a play is cut off after some stages. In a match it has no last stage: with a discount, or where the rules
stop the game, a match is worth the sum of its payoffs; without, the long-run average per stage. What two players earn,
and what the best response to one earns, are values of the game with these players fixed (`fixed`), which the solver
finds and bounds.

**A player with memory**, for games in the form of the Big Match. There is one state to play in, and one side has two
moves there: one never leaves it and pays a(j) against the move j, one always leaves it for ever and then pays b(j).
The value v is that of the matrix game with the two lines a and b: if it mixes them as 1 : c, then `(a(j) - v) + c
(b(j) - v) >= 0` for every j. No stationary strategy guarantees v, and none with finitely many memories does.
Blackwell and Ferguson's (Annals of Mathematical Statistics 39, 1968) comes near: it counts the lead k, by how many
steps the payoffs so far are ahead of v, and leaves with the chance

    1 / (k + N + 1)^2,

surely when k has fallen to -N. In the Big Match that guarantees N / (2 (N + 1)) on average in the long run, whatever
the rival does. Here N is the square root of the number of stages, rounded down: 14 for 200 stages, which guarantees
7/15. That number holds if a play that has left counts what it is paid for ever. The average over the 200 stages alone
is less, because it also counts the stages before the play left: there the same player guarantees 0.4417.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import ClassVar

from zerosum.arena.players import BEST_RESPONSE, Function, Mix, Mixture, Observation, Player, check_repeats
from zerosum.arena.results import BestResponse, EquilibriumRange, Match, MeanMatch
from zerosum.arena.sampling import long_run
from zerosum.core.errors import Unavailable
from zerosum.core.numbers import Amount, Number, short_text
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.staged.arena import OpenArena, OpenRound
from zerosum.models.stochastic.answer import StochasticSolution
from zerosum.models.stochastic.fixed import FixedPlayersGame, PlaySampler, stationary_range
from zerosum.models.stochastic.report import caveats
from zerosum.models.stochastic.rules import CutOff, StochasticGame, Visit

STAGES = 20
"""Maximum number of stages of a play at the table."""
LONG = 200
"""Number of stages of a play of a match in which a player remembers them."""
DUST = 1e-12
"""A smaller chance is only rounding."""
MOST_LINES = 12
"""Maximum number of lines of the rules that say what moves pay and where they lead."""
MOST_CELLS = 100
"""Maximum number of payoffs in the table that a player is shown."""


@dataclass(frozen=True)
class StochasticRound(OpenRound):
    """The state, and what its moves pay now."""

    def described(self, side: Side) -> Sequence[str]:
        """The state, the stage, and what each pair of moves pays to this side now."""
        assert isinstance(self.game, CutOff)
        if self.over:
            return ["the round is over"]
        state, left, total, _ = self.position
        stages = self.game.stages
        lines = [f"state {state} · stage {stages - left + 1} of at most {stages}"]
        if total:
            lines.append(f"the stages so far paid {float(total if side == 'row' else -total):+g}")
        return [*lines, *_payoffs(self.game.game, state, side)]

    def as_data(self, side: Side) -> Mapping[str, object]:
        """The states, and the one where the play is."""
        assert isinstance(self.game, CutOff)
        return {"kind": "states", "states": list(self.game.game.states), "here": self.position.state}

    def news(self, side: Side) -> Sequence[str]:
        """Who played what, what it paid, and whether the play stays where it is for ever."""
        assert isinstance(self.game, CutOff)
        state = self.position.state
        for_ever = self.game.game.absorbing(state)
        stays = [] if for_ever is None else [f"state {state}, which is never left: the round is over"]
        return [*super().news(side), *stays]


class StochasticArena(OpenArena[StochasticGame, StochasticSolution]):
    """What can be done with players of a stochastic game."""

    round: ClassVar[type[OpenRound]] = StochasticRound
    no_value: ClassVar[str] = (
        "This game pays the average of its stages, so that one stage has no value of its own: "
        "the table shows what each pair of moves pays now, and leads on."
    )

    @property
    def rules(self) -> Sequence[str]:
        """What a round is."""
        lines: tuple[str, ...] = (
            "In each stage both choose a move at the same time; col pays row, and the state may change.",
            f"A round has at most {STAGES} stages{_stop(self.game)}, and pays the "
            f"{'mean' if self.game.discount is None else 'sum'} of its stages.",
        )
        for_ever = {state: self.game.absorbing(state) for state in self.game.states}
        if any(paid is not None for paid in for_ever.values()):
            lines += (
                "It ends in a state that is never left and leaves no choice, and pays what that pays for ever.",
            )
        return (*lines, *_stages(self.game, for_ever))

    @property
    def caveats(self) -> Mapping[Side, str]:
        """Where the value needs memory: by how much the stationary strategies miss it, and which player comes near."""
        players = {side: counting_player(self.game, side) for side in SIDES}
        return {
            side: caveat
            + (f" The player {one.name} counts, and comes near it." if (one := players[side]) else "")
            for side, caveat in caveats(self.solution).items()
        }

    def roster(self, side: Side) -> Mapping[str, Player]:
        """The players to choose from; for a game in the form of the Big Match, also one that counts."""
        one = counting_player(self.game, side)
        return {**super().roster(side), **({} if one is None else {one.name: one})}

    def form(self, *players: Player) -> CutOff:
        """The game cut off after some stages: many, where a player looks back on them."""
        return self.game.as_staged(LONG if any(map(remembers, players)) else STAGES)

    def strategies(self, position: Visit) -> tuple[Mix, Mix]:
        """The stationary strategies in the state."""
        return self.solution.rows[position.state], self.solution.cols[position.state]

    def value(self, position: Visit) -> float | None:
        """The value of the state, as if the play had no last stage; with average payoffs it has none."""
        if self.game.discount is None:
            return None
        return float(self.solution.values[position.state]) if position.left else 0.0

    def best_response(self, rival: Player, side: Side) -> BestResponse:
        """Some move in each state: the solution of the game in which the rival is fixed."""
        if remembers(rival):
            return super().best_response(rival, side)
        solved = self._fixed(None, rival) if side == "row" else self._fixed(rival, None)
        mixes = (solved.rows, solved.cols)[SIDES.index(side)]
        player = Function(BEST_RESPONSE.name, lambda seen: mixes[seen.position.state])
        return BestResponse(player, solved.value.middle)

    def against_best_response(self, player: Player) -> tuple[Number | None, Number | None]:
        """What a best response leaves a player; one that counts sits on one side only."""
        if not isinstance(player, CountingPlayer):
            return super().against_best_response(player)
        left = self.best_response(player, other(player.side)).value
        return (left, None) if player.side == "row" else (None, left)

    def note(self, player: Player, side: Side) -> str:
        """Where a play is cut off, too, so that a player can look back on all of it."""
        if remembers(player):
            return (
                f"A play with the player {player.name} is cut off after {LONG} stages. If it has settled before, it "
                "counts what it is paid there for ever; otherwise it counts the average of its stages."
            )
        return super().note(player, side)

    def range(self, rival: Player) -> EquilibriumRange:
        """Over all stationary strategies that are optimal at every state."""
        if self.game.discount is None:
            raise Unavailable("the range over equilibrium strategies is not computed for average payoffs")
        values = {state: float(value) for state, value in self.solution.values.items()}
        return stationary_range(self.game, values, check_repeats(rival))

    def _match(self, row: Player, col: Player) -> Match:
        """The mean: the value of the game in which both are fixed; over many stages where one remembers them."""
        if remembers(row) or remembers(col):
            return super()._match(row, col)
        value = self._fixed(row, col).value
        return MeanMatch(row.name, col.name, {value.middle: 1}, bound=float(value.gap) / 2)

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """Sums of plays that stop, or averages over many stages; plays of fixed length where a player remembers."""
        if remembers(row) or remembers(col):
            return super()._sample(row, col, plays=plays, seed=seed)
        walk = PlaySampler(self.game, row, col)
        if self.game.discount is not None:
            return self._batched(row, col, walk.sums, plays=plays, seed=seed, batch=walk.batch(plays))
        found = long_run(walk.stages, stages=plays, seed=seed, **self._work_options)
        return MeanMatch(row.name, col.name, {found.mean: 1}, plays, error=found.error)

    def _fixed(self, row: Player | None, col: Player | None) -> StochasticSolution:
        """The game with players fixed, solved."""
        return self.solve(FixedPlayersGame(self.game, row, col))


def _stop(game: StochasticGame) -> str:
    """How a round may end before."""
    if game.discount is None:
        return ""
    if game.discount == 1:
        return ", fewer where the rules stop it"
    return f", and after each one it stops with chance {1 - game.discount}"


def _stages(game: StochasticGame, for_ever: Mapping[str, Number | None]) -> Sequence[str]:
    """What each pair of moves pays and where it leads, state by state, where there are not too many."""

    def leads(state: str, after: Mapping[str, Amount]) -> str:
        """Where a pair of moves leads, in words."""
        gone = [(to, p) for to, p in after.items() if p and to != state]
        told = [
            f"{f'with chance {short_text(Fraction(p))} ' if p != 1 else ''}on to “{to}”"
            + (
                f", which pays {short_text(Fraction(paid))} for ever"
                if (paid := for_ever[to]) is not None
                else ""
            )
            for to, p in gone
        ]
        stop = 1 - sum(after.values())
        told += (
            [f"the game stops with chance {short_text(Fraction(stop))}" if stop < 1 else "the game stops"]
            if stop > DUST
            else []
        )
        return f", {' and '.join(told)}" if told else ""

    lines = []
    for state in game.states:
        rows, cols = game.moves(state)
        if for_ever[state] is not None:
            continue
        for row in rows:
            cells = []
            for col in cols:
                paid, after = game.play(state, row, col)
                against = f"against {col} " if len(cols) > 1 else ""
                cells.append(f"{against}pays {short_text(Fraction(paid))}{leads(state, after)}")
            lines.append(f"In “{state}”, {row} {'; '.join(cells)}.")
    return lines if len(lines) <= MOST_LINES else []


def _payoffs(game: StochasticGame, state: str, side: Side) -> Sequence[str]:
    """A table: the side's own moves down, the rival's across."""
    rows, cols = game.moves(state)
    if len(rows) * len(cols) > MOST_CELLS:
        return []
    if side == "row":
        mine, theirs = rows, cols
        cells = [[float(game.play(state, i, j)[0]) for j in cols] for i in rows]
    else:
        mine, theirs = cols, rows
        cells = [[-float(game.play(state, i, j)[0]) for i in rows] for j in cols]
    first = max(map(len, mine))
    widths = [max(len(name), 7) for name in theirs]
    head = "  ".join(f"{name:>{width}}" for name, width in zip(theirs, widths, strict=True))
    lines = [
        f"{name:<{first}}  "
        + "  ".join(f"{f'{paid:+g}' if paid else '0':>{w}}" for paid, w in zip(line, widths, strict=True))
        for name, line in zip(mine, cells, strict=True)
    ]
    return ["what you get now, your moves down and the rival's across:", f"{'':<{first}}  {head}", *lines]


@dataclass(frozen=True)
class CountingPlayer:
    """Blackwell and Ferguson's strategy for one side of a game in the form of the Big Match."""

    side: Side
    state: str
    """Where there is something to choose."""
    stay: str
    leave: str
    value: Fraction
    """The value to this side."""
    step: Fraction
    """By how much one stage changes the lead, if it does."""
    name: str = "memory"

    def mix(self, seen: Observation) -> Mix:
        """Leaves with a chance that falls as the lead grows; there is no choice in other states."""
        visit: Visit = seen.position
        if visit.state != self.state:
            return {seen.moves[0]: 1}
        reserve = isqrt(int(visit.left) + visit.done) + 1
        # by how many steps what was paid is ahead of the value
        paid = Fraction(visit.total) * (1 if self.side == "row" else -1)
        chance = Fraction(1, max(1, round((paid - self.value * visit.done) / self.step) + reserve) ** 2)
        return {self.leave: chance, self.stay: 1 - chance}


def remembers(player: Player | None) -> bool:
    """Whether a player, or a part of a mixture, looks at what happened before."""
    if isinstance(player, Mixture):
        return any(remembers(part) for _, part in player.players)
    return isinstance(player, CountingPlayer)


def counting_player(game: StochasticGame, side: Side) -> CountingPlayer | None:
    """The player that counts, where the game has the form of the Big Match for this side; else None."""
    states = [state for state in game.states if game.absorbing(state) is None]
    if game.discount is not None or len(states) != 1 or len(game.moves(states[0])[SIDES.index(side)]) != 2:
        return None
    lines = {move: _line(game, states[0], side, move) for move in game.moves(states[0])[SIDES.index(side)]}
    stays = [move for move, (leaves, _) in lines.items() if leaves is False]
    goes = [move for move, (leaves, _) in lines.items() if leaves is True]
    if len(stays) != 1 or len(goes) != 1:
        return None
    a, b = lines[stays[0]][1], lines[goes[0]][1]
    from zerosum.matrix.exact import exact_game  # FLINT takes long to import

    value, mixed, _ = exact_game([a, b])
    steps = {abs(paid - value) for paid in a} - {0}
    if not all(mixed) or len(steps) != 1:
        return None
    return CountingPlayer(side, states[0], stays[0], goes[0], value, steps.pop())


def _line(game: StochasticGame, state: str, side: Side, move: str) -> tuple[bool | None, list[Fraction]]:
    """Whether a move always leaves, or never does; and what it pays, now or for ever, against each of the rival's."""
    leaving, paid = set[bool | None](), []
    for theirs in game.moves(state)[1 - SIDES.index(side)]:
        now, after = game.play(state, *((move, theirs) if side == "row" else (theirs, move)))
        goes = {t: p for t, p in after.items() if p and t != state}
        leaving.add(None if 0 < sum(goes.values()) < 1 else bool(goes))
        worth: Number = sum(p * (game.absorbing(t) or 0) for t, p in goes.items()) if goes else now
        paid.append(Fraction(worth) * (1 if side == "row" else -1))
    return leaving.pop() if len(leaving) == 1 else None, paid
