"""Stochastic games in the arena.

A round with a person is cut off after some stages. In a match a play has no last stage: with a discount, or if the
rules stop the game, its result is the sum of its payoffs; otherwise it is the long-run average per stage. The EVs of
two players, and that of the best response to a player, are values of the game with these players fixed (`fixed`),
which the solver finds and bounds.

**A player with memory**, for games in the form of the Big Match. There is one state with choices, and one side has
two moves there: one never leaves it and pays a(j) against the move j, the other always leaves it forever and then
pays b(j) at every stage. The value v is that of the matrix game with the two rows a and b: if it mixes them as 1 : c,
then `(a(j) - v) + c (b(j) - v) >= 0` for every j. No stationary strategy guarantees v, and no strategy with finite
memory does. The strategy of Blackwell and Ferguson (Annals of Mathematical Statistics 39, 1968) comes close: it
counts the lead k, the number of steps by which the payoffs so far are ahead of v, and leaves with the probability

    1 / (k + N + 1)^2,

and surely when k has fallen to -N. In the Big Match that guarantees N / (2 (N + 1)) on average in the long run,
whatever the opponent does. Here N is the square root of the number of stages, rounded down: 14 for 200 stages, which
guarantees 7/15. This number holds if a play that has left counts its payoffs forever. The average over the 200 stages
alone is less, because it also counts the stages before the play left: there the same player guarantees 0.4417.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import ClassVar, NoReturn

from zerosum.arena.arena import Arena
from zerosum.arena.players import BEST_RESPONSE, Function, Mix, Mixture, Observation, Player, check_repeats
from zerosum.arena.results import BestResponse, EquilibriumRange, Match
from zerosum.arena.rounds import Round, paid_text
from zerosum.arena.sampling import long_run
from zerosum.arena.strategies import DecisionPoint
from zerosum.core.boards import Pill, StateList, Tabletop
from zerosum.core.errors import Unavailable
from zerosum.core.game import Instruction, Move, Position
from zerosum.core.numbers import Amount, Number, as_fraction, short_text
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.value import Value
from zerosum.models.staged.arena import OpenArena, OpenRound
from zerosum.models.stochastic.answer import StochasticSolution
from zerosum.models.stochastic.fixed import FixedPlayersGame, JointGame, PlaySampler, stationary_range
from zerosum.models.stochastic.report import caveats
from zerosum.models.stochastic.rules import CutOff, StochasticGame, Visit
from zerosum.models.stochastic.table import tabulate

STAGES = 20
"""Maximum number of stages of a round with a person."""
LONG = 200
"""Number of stages of a play of a match in which a player uses the history."""
PROBABILITY_TOLERANCE = 1e-12
"""A smaller probability is a rounding error."""
MAX_LINES = 12
"""Maximum number of lines of the rules about payoffs and next states of moves."""
MAX_CELLS = 100
"""Maximum number of payoffs in the table that a player is shown."""


@dataclass(frozen=True)
class StochasticRound(OpenRound):
    """The state, and the present payoffs of its moves."""

    def described(self, side: Side) -> Sequence[str]:
        """Return the state, the stage, and this side's present payoffs for all pairs of moves."""
        assert isinstance(self.game, CutOff)
        if self.over:
            return ["the round is over"]
        state, left, total, _ = self.position
        stages = self.game.stages
        lines = [f"state {state} · stage {stages - left + 1} of at most {stages}"]
        if total:
            lines.append(f"payoff of the stages so far: {float(total if side == 'row' else -total):+g}")
        return [*lines, *_payoffs(self.game.game, state, side)]

    def board(self, side: Side) -> Tabletop:
        assert isinstance(self.game, CutOff)
        states = tuple(map(str, self.game.game.states))
        where = (StateList(states, str(self.position.state)),) if len(states) > 1 else ()
        table = () if self.over else self.game.payoff_table(self.position, side)
        won = (Pill("So far", paid_text(self.won(side))),) if self.paid and not self.over else ()
        left = () if self.over else (Pill("Stages left", str(self.position.left)),)
        return Tabletop(middle=(*where, *table), facts=(*left, *won))

    def latest_events(self, side: Side) -> Sequence[str]:
        """Return both players' moves, the payoff, and whether play stays in this state forever."""
        assert isinstance(self.game, CutOff)
        state = self.position.state
        for_ever = self.game.game.absorbing(state)
        stays = [] if for_ever is None else [f"state {state} is absorbing: the round is over"]
        return [*super().latest_events(side), *stays]


class StochasticArena(OpenArena[StochasticGame, StochasticSolution]):
    """Rounds, matches and best responses for players of a stochastic game."""

    round: ClassVar[type[OpenRound]] = StochasticRound
    no_value: ClassVar[str] = (
        "The payoff of this game is the average over its stages, so a single stage has no value. The "
        "table shows the immediate payoff of each pair of moves, and choosing one leads on."
    )

    def paid_before(self, round: Round, side: Side) -> float | None:
        """Return None, since a round is cut off after some stages."""
        return None

    @property
    def rules(self) -> Sequence[Instruction]:
        lines: tuple[str, ...] = (
            "In each stage, both players choose a move simultaneously. Col pays row, and the state may change.",
            f"A round has at most {STAGES} stages{_stop(self.game)}, and its payoff is the "
            f"{'mean' if self.game.discount is None else 'sum'} of the stage payoffs.",
        )
        for_ever = {state: self.game.absorbing(state) for state in self.game.states}
        if any(paid is not None for paid in for_ever.values()):
            lines += (
                "It also ends in an absorbing state in which neither player has a choice, and then pays "
                "the payoff of that state forever.",
            )
        return (*lines, *_stages(self.game, for_ever))

    @property
    def caveats(self) -> Mapping[Side, str]:
        """If the value needs memory: the shortfall of each side's stationary strategy, and the player that comes
        close.
        """
        players = {side: counting_player(self.game, side) for side in SIDES}
        return {
            side: caveat
            + (
                f" The player {one.name} remembers earlier stages and comes close to the value."
                if (one := players[side])
                else ""
            )
            for side, caveat in caveats(self.solution).items()
        }

    def roster(self, side: Side) -> Mapping[str, Player]:
        """Return the available players; for a game in the form of the Big Match, also the counting player."""
        one = counting_player(self.game, side)
        return {**super().roster(side), **({} if one is None else {one.name: one})}

    def form(self, *players: Player) -> CutOff:
        """Return the game cut off after some stages: many, if a player uses the history."""
        return self.game.as_staged(LONG if any(map(remembers, players)) else STAGES)

    def strategies(self, position: Visit) -> tuple[Mix, Mix]:
        return self.solution.rows[position.state], self.solution.cols[position.state]

    def value(self, position: Visit) -> float | None:
        """Return the value of the state, as if play had no last stage; None for average payoffs."""
        if self.game.discount is None:
            return None
        return float(self.solution.values[position.state]) if position.left else 0.0

    def decisions(self, side: Side) -> Iterator[DecisionPoint]:
        """Yield every state, since stationary strategies use nothing else."""
        for state in self.game.states:
            moves = self.game.moves(state)[SIDES.index(side)]
            yield DecisionPoint(str(state), Observation(side, Visit(state, math.inf), tuple(moves)))

    def known(self, seen: Observation) -> Position:
        return seen.position.state

    def leaks(self, player: Player, side: Side, response: Player) -> NoReturn:
        """Raise an error, since leaks are not computed: play goes on forever."""
        raise Unavailable(
            "in a stochastic game the loss cannot be split over states, since play returns to them"
        )

    def best_response(self, opponent: Player, side: Side) -> BestResponse:
        """Return a best move in each state: the solution of the game in which the opponent is fixed."""
        if remembers(opponent):
            return super().best_response(opponent, side)
        solved = self._fixed(None, opponent) if side == "row" else self._fixed(opponent, None)
        mixes = (solved.rows, solved.cols)[SIDES.index(side)]
        player = Function(BEST_RESPONSE.name, lambda seen: mixes[seen.position.state])
        return BestResponse(player, solved.value.middle, float(solved.value.gap) / 2)

    def answer_to(self, player: Player, side: Side) -> tuple[Player, Value]:
        return Arena.answer_to(self, player, side)

    def against_best_response(self, player: Player) -> tuple[Number | None, Number | None]:
        """Return a player's payoff against a best response; a player that counts covers one side only."""
        if not isinstance(player, CountingPlayer):
            return super().against_best_response(player)
        left = self.best_response(player, other(player.side)).value
        return (left, None) if player.side == "row" else (None, left)

    def note(self, player: Player, side: Side) -> str:
        """Return a note on the number of stages, for a player that uses its whole history."""
        if remembers(player):
            return (
                f"Rounds with the player {player.name} are cut off after {LONG} stages. If play has settled by then, "
                "the payoff is the long-run average; otherwise it is the average over the stages."
            )
        return super().note(player, side)

    def range(self, opponent: Player) -> EquilibriumRange:
        """Return the range over all stationary strategies that are optimal at every state."""
        if self.game.discount is None:
            raise Unavailable("the range over equilibrium strategies is not computed for average payoffs")
        values = {state: float(value) for state, value in self.solution.values.items()}
        return stationary_range(self.game, values, check_repeats(opponent))

    def extreme_payoffs(self) -> tuple[Number, Number]:
        """Return row's lowest and highest payoff, which both sides together can achieve."""
        least, greatest = (self.solve(JointGame(self.game, sign=sign)).value.middle for sign in (1, -1))
        return least, -greatest

    def _match(self, row: Player, col: Player) -> Match:
        """Return the mean: the value of the game with both players fixed; simulate stages if a player uses the
        history.
        """
        if remembers(row) or remembers(col):
            return super()._match(row, col)
        value = self._fixed(row, col).value
        return Match.of_mean(row.name, col.name, value.middle, bound=float(value.gap) / 2)

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """Return sums of plays that stop, or averages over many stages; plays of fixed length if a player uses the
        history.
        """
        if remembers(row) or remembers(col):
            return super()._sample(row, col, plays=plays, seed=seed)
        tabulate(self.game)  # this rejects rules that break the contract
        walk = PlaySampler(self.game, row, col)
        if self.game.discount is not None:
            return self._batched(row, col, walk.sums, plays=plays, seed=seed, batch=walk.batch(plays))
        found = long_run(walk.stages, stages=plays, seed=seed, **self._work_options)
        return Match.of_mean(row.name, col.name, found.mean, plays, error=found.error)

    def _fixed(self, row: Player | None, col: Player | None) -> StochasticSolution:
        """Solve the game with players fixed, and return the solution."""
        tabulate(self.game)  # this rejects rules that break the contract before they are averaged
        return self.solve(FixedPlayersGame(self.game, row, col))


def _stop(game: StochasticGame) -> str:
    """Return a sentence on how a round may end early."""
    if game.discount is None:
        return ""
    if game.discount == 1:
        return ", fewer if the rules stop it"
    return f", and after each stage it stops with probability {1 - game.discount}"


def _stages(game: StochasticGame, for_ever: Mapping[Position, Number | None]) -> Sequence[str]:
    """Return the payoff and the next state of each pair of moves, state by state, if there are not too many."""

    def leads(state: Position, after: Mapping[Position, Amount]) -> str:
        """Return the next state of a pair of moves, in words."""
        told = []
        for to, p in after.items():
            if p and to != state:
                likely = f"with probability {short_text(as_fraction(p))} " if p != 1 else ""
                paid = for_ever[to]
                pays = "" if paid is None else f", which pays {short_text(as_fraction(paid))} forever"
                told.append(f"{likely}on to “{to}”{pays}")
        stop = 1 - sum(after.values())
        if stop > PROBABILITY_TOLERANCE:
            likely = f" with probability {short_text(Fraction(stop))}" if stop < 1 else ""
            told.append(f"the game stops{likely}")
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
                cells.append(f"{against}pays {short_text(as_fraction(paid))}{leads(state, after)}")
            lines.append(f"In “{state}”, {row} {'; '.join(cells)}.")
    return lines if len(lines) <= MAX_LINES else []


def _payoffs(game: StochasticGame, state: Position, side: Side) -> Sequence[str]:
    """Return a table: a row for each of the side's moves, a column for each of the opponent's."""
    rows, cols = game.moves(state)
    if len(rows) * len(cols) > MAX_CELLS:
        return []
    names, across = [*map(str, rows)], [*map(str, cols)]
    cells = [[float(game.play(state, i, j)[0]) for j in cols] for i in rows]
    if side == "col":
        names, across, cells = across, names, [[-paid for paid in line] for line in zip(*cells, strict=True)]
    first = max(map(len, names))
    widths = [max(len(name), 7) for name in across]
    head = "  ".join(f"{name:>{width}}" for name, width in zip(across, widths, strict=True))
    lines = [
        f"{name:<{first}}  "
        + "  ".join(f"{f'{paid:+g}' if paid else '0':>{w}}" for paid, w in zip(line, widths, strict=True))
        for name, line in zip(names, cells, strict=True)
    ]
    return [
        "immediate payoff to you (your moves down, the opponent's across):",
        f"{'':<{first}}  {head}",
        *lines,
    ]


@dataclass(frozen=True)
class CountingPlayer:
    """The strategy of Blackwell and Ferguson for one side of a game in the form of the Big Match."""

    side: Side
    state: Position
    """The only state with choices."""
    stay: Move
    leave: Move
    value: Fraction
    """The value to this side."""
    step: Fraction
    """The change of the total payoff that changes the lead by 1."""
    name: str = "memory"

    def mix(self, seen: Observation) -> Mix:
        """Leave with a probability that falls as the lead grows; other states have a single move."""
        visit: Visit = seen.position
        if visit.state != self.state:
            return {seen.moves[0]: 1}
        reserve = isqrt(int(visit.left) + visit.done) + 1
        # the number of steps by which the payoffs are ahead of the value
        paid = Fraction(visit.total) * (1 if self.side == "row" else -1)
        chance = Fraction(1, max(1, round((paid - self.value * visit.done) / self.step) + reserve) ** 2)
        return {self.leave: chance, self.stay: 1 - chance}


def remembers(player: Player | None) -> bool:
    """Return whether a player, or a part of a mixture, uses the history."""
    if isinstance(player, Mixture):
        return any(remembers(part) for _, part in player.players)
    return isinstance(player, CountingPlayer)


def counting_player(game: StochasticGame, side: Side) -> CountingPlayer | None:
    """Return the counting player if the game has the form of the Big Match for this side; otherwise None."""
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


def _line(
    game: StochasticGame, state: Position, side: Side, move: Move
) -> tuple[bool | None, list[Fraction]]:
    """Return whether a move always or never leaves, and its payoff, now or forever, against each move of the other
    side.
    """
    leaving, paid = set[bool | None](), []
    for theirs in game.moves(state)[1 - SIDES.index(side)]:
        now, after = game.play(state, *((move, theirs) if side == "row" else (theirs, move)))
        goes = {t: p for t, p in after.items() if p and t != state}
        leaving.add(None if 0 < sum(goes.values()) < 1 else bool(goes))
        worth: Number = sum(p * (game.absorbing(t) or 0) for t, p in goes.items()) if goes else now
        paid.append(Fraction(worth) * (1 if side == "row" else -1))
    return leaving.pop() if len(leaving) == 1 else None, paid
