"""A player with memory, for games in the form of the Big Match.

There is one state to play in, and one side has two moves there: one never leaves it and pays a(j) against the move
j, one always leaves it for ever and then pays b(j). The value v is that of the matrix game with the two lines a and b:
if it mixes them as 1 : c, then `(a(j) - v) + c (b(j) - v) >= 0` for every j. No stationary strategy guarantees v, and
none with finitely many memories does. Blackwell and Ferguson's (Annals of Mathematical Statistics 39, 1968) comes near:
it counts the lead k, by how many steps the payoffs so far are ahead of v, and leaves with the chance

    1 / (k + N + 1)^2,

surely when k has fallen to -N. In the Big Match that guarantees N / (2 (N + 1)) on average in the long run, whatever
the rival does. Here N grows with the length of the play, as its square root. What it guarantees over so many stages
against all rivals, who may remember as much, is what the best response in the game cut off after them leaves.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from zerosum.arena.players import Mix, Mixture, Observation, Player
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side
from zerosum.matrix.exact import exact_game
from zerosum.models.stochastic.rules import StochasticGame
from zerosum.models.stochastic.stages import Visit

__all__ = ["Counting", "counting", "remembers"]


@dataclass(frozen=True)
class Counting:
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
        chance = Fraction(1, max(1, self._lead(visit) + reserve) ** 2)
        return {self.leave: chance, self.stay: 1 - chance}

    def _lead(self, visit: Visit) -> int:
        """By how many steps what was paid is ahead of the value."""
        paid = Fraction(visit.total) * (1 if self.side == "row" else -1)
        return round((paid - self.value * visit.done) / self.step)


def remembers(player: Player | None) -> bool:
    """Whether a player, or a part of a mixture, looks at what happened before."""
    if isinstance(player, Mixture):
        return any(remembers(part) for _, part in player.players)
    return isinstance(player, Counting)


def counting(game: StochasticGame, side: Side) -> Counting | None:
    """The player that counts, where the game has the form of the Big Match for this side; else None."""
    states = [state for state in game.states if game.absorbing(state) is None]
    if game.beta is not None or len(states) != 1 or len(game.moves(states[0])[SIDES.index(side)]) != 2:
        return None
    lines = {move: _line(game, states[0], side, move) for move in game.moves(states[0])[SIDES.index(side)]}
    stays = [move for move, (leaves, _) in lines.items() if leaves is False]
    goes = [move for move, (leaves, _) in lines.items() if leaves is True]
    if len(stays) != 1 or len(goes) != 1:
        return None
    a, b = lines[stays[0]][1], lines[goes[0]][1]
    value, mixed, _ = exact_game([a, b])
    steps = {abs(paid - value) for paid in a} - {0}
    if not all(mixed) or len(steps) != 1:
        return None
    return Counting(side, states[0], stays[0], goes[0], value, steps.pop())


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
