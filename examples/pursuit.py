"""A cat and a mouse on a ring of rooms.

Each turn both run at once: the mouse one room to the left, one to the right, or not at all; the cat up to `speed`
rooms either way. A move is the number of rooms, -1 for one to the left. If they end a turn in the same room
the mouse is caught and the cat, the row player, wins 1. A mouse that is free after the last turn is safe.
So the value is the probability that the mouse is caught.

On a ring of no more than 2 speed + 1 rooms the cat can reach every room; it must guess which of three the mouse
runs to, and the value is 1 - (2/3)^turns. On a larger ring it first has to come near, and the mouse can see it
coming. A cat as slow as the mouse never catches it on a ring of four rooms or more.

    zerosum solve examples/pursuit.py:Pursuit --rooms 9 --turns 4
    zerosum solve examples/pursuit.py:Pursuit --rooms 9 --turns 4 --at "(2, 3)"
"""

from dataclasses import dataclass

from zerosum import GameError, StagedGame, option


@dataclass(frozen=True)
class Pursuit(StagedGame):
    """The position is (turns left, rooms from the cat to the mouse, going right); the gap is 0 when caught."""

    rooms: int = option(8, "rooms on the ring")
    turns: int = option(3, "turns before the mouse is safe")
    apart: int = option(2, "rooms from the cat to the mouse at the start")
    speed: int = option(2, "rooms that the cat can run in a turn")
    move = "rooms run"

    def __post_init__(self):
        if self.rooms < 3 or self.turns < 1 or not 0 < self.apart < self.rooms:
            raise GameError("a pursuit needs 3 rooms or more, a turn or more, and two who start apart")

    @property
    def start(self):
        return self.turns, self.apart

    def moves(self, position):
        turns, gap = position
        if turns == 0 or gap == 0:
            return (), ()
        return range(-self.speed, self.speed + 1), range(-1, 2)

    def play(self, position, cat, mouse):
        turns, gap = position
        return [(1, 0, (turns - 1, (gap + mouse - cat) % self.rooms))]

    def payoff(self, position):
        _, gap = position
        return 1 if gap == 0 else 0
