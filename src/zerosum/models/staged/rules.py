"""Staged games: finite games with public positions, written in plain Python.

At a *position* s each side has a list of moves. The two choose at once; then chance picks an *outcome*, which
pays the row player a reward and names the next position. Where neither side has a move the game is over
and pays `payoff(s)`. The value obeys Shapley's recursion

    v(s) = val[ sum_k p_k (r_k + v(s_k)) ]        over the outcomes k of each pair of moves,

where `val` is the value of a matrix game. A game in turns is the case where the side that waits has a single
move; a chance position is the case where both sides have a single move.

A game is four rules: `start`, `moves`, `play`, `payoff`. Positions may be any hashable thing and no position
may come back, so that every play ends.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from zerosum.core.family import Family
from zerosum.core.game import Game, Move, Position
from zerosum.core.numbers import Amount
from zerosum.models.staged.family import StagedFamily

Outcome = tuple[Amount, Amount, Position]
"""Probability, reward to the row player, next position."""


@dataclass(frozen=True)
class StagedGame(Game):
    """A finite game whose position is public; derive from it and write the rules.

    With parameters, make the class a frozen dataclass; without any, a plain class will do:

        class Pennies(StagedGame):
            start = "play"

            def moves(self, position):
                return ("HT", "HT") if position == "play" else ((), ())

            def play(self, position, row, col):
                return [(1, 1 if row == col else -1, "over")]

    Examples
    --------
    >>> class Twice(zerosum.StagedGame):
    ...     start = 2
    ...     def moves(self, position):
    ...         return (("h", "t"), ("h", "t")) if position else ((), ())
    ...     def play(self, position, row, col):
    ...         return [(1, 3 if row == col == "h" else 1 if row == col else -1, position - 1)]
    >>> print(zerosum.solve(Twice(), exact=True).value)
    0.666666… = 2/3
    """

    family: ClassVar[Family[Any, Any]] = StagedFamily()

    move: ClassVar[str] = "move"
    """What a move is called: "card", "exit", "call"."""

    @property
    @abstractmethod
    def start(self) -> Position:
        """The first position; a class attribute or a property."""

    @abstractmethod
    def moves(self, position: Position) -> tuple[Sequence[Move], Sequence[Move]]:
        """The row player's moves and the column player's; both empty where the game is over."""

    @abstractmethod
    def play(self, position: Position, row: Move, col: Move) -> Iterable[Outcome]:
        """What a pair of moves can lead to: (probability, reward, next position)."""

    def payoff(self, position: Position) -> Amount:
        """What the row player is paid where the game is over; nothing, unless a game says otherwise."""
        return 0

    def pays_now(self, position: Position, row: Move, col: Move) -> Amount:
        """What a pair of moves pays at once, on average. Games that know this sum may override it."""
        return sum(p * reward for p, reward, _ in self.play(position, row, col))

    def told(self, position: Position) -> Sequence[str]:
        """What a position means, in lines for a person at the table."""
        return [f"the position: {position}" if any(self.moves(position)) else "the game is over"]

    def as_data(self, position: Position) -> Mapping[str, object]:
        """A position as data, for a front end that draws it: its kind, and what is on the table; empty by default."""
        return {}

    def told_of(self, position: Position, outcome: Outcome) -> Sequence[str]:
        """What chance shows by an outcome of a position, in lines for a person at the table; nothing by default."""
        return ()

    @property
    def least_positions(self) -> int:
        """A lower bound on the number of positions that the solver visits, such as the number of stages.

        A game with too many is refused before the work starts, so a game whose size is a parameter overrides this.
        """
        return 1
