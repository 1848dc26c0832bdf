"""Staged games: finite games with public positions, written in plain Python.

At a *position* s each side has a list of moves. The two choose simultaneously; then chance picks an *outcome*, which
gives the row player a reward and determines the next position. If neither side has a move, the game is over with the
payoff `payoff(s)`. The value obeys Shapley's recursion

    v(s) = val[ sum_k p_k (r_k + v(s_k)) ]        over the outcomes k of each pair of moves,

where `val` is the value of a matrix game. In a game in which the players move in turn, the waiting side has a single
move; at a chance position both sides have a single move.

A game consists of four rules: `start`, `moves`, `play`, `payoff`. Positions may be any hashable objects, and no
position may occur again, so that every play ends.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from zerosum.models.parts import Family

if TYPE_CHECKING:
    from zerosum.models.staged.answer import StagedSolution
from zerosum.core.amounts import Clean, clean_outcomes
from zerosum.core.boards import PayoffTable, Pill, Tabletop
from zerosum.core.game import Game, Move, Position, attribute
from zerosum.core.numbers import Amount, as_amount
from zerosum.core.sides import Side

Outcome = tuple[Amount, Amount, Position]
"""Probability, reward to the row player, next position."""

MAX_TABLE = 6
"""Largest number of moves of a side for which the board shows the payoffs."""


class StagedFamily(Family["StagedGame", "StagedSolution"]):
    """Staged games."""

    records: ClassVar[tuple[str, ...]] = (
        "staged.answer.StagedSolution",
        "staged.answer.SolvedPositions",
        "staged.positions.PositionGraph",
        "staged.positions.SolveOrder",
        "staged.positions.Batch",
    )


@dataclass(frozen=True)
class StagedGame(Game):
    """A finite game whose position is public; derive from this class and write the rules.

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

    numbers_in: ClassVar[Mapping[str, Clean]] = {
        "play": clean_outcomes,
        "payoff": as_amount,
        "pays_now": as_amount,
    }
    move: ClassVar[str] = "move"
    """The word for a move, for example "card", "exit" or "call"."""

    if_positions_repeat: ClassVar[str] = ""
    """Advice in the error message if positions occur again."""

    @attribute
    @abstractmethod
    def start(self) -> Position:
        """Return the first position; a class attribute or a property."""

    @abstractmethod
    def moves(self, position: Position, /) -> tuple[Sequence[Move], Sequence[Move]]:
        """Return the row player's moves and the column player's; both are empty when the game is over."""

    @abstractmethod
    def play(self, position: Position, row: Move, col: Move, /) -> Iterable[Outcome]:
        """Return the possible outcomes of a pair of moves: (probability, reward, next position)."""

    def payoff(self, position: Position, /) -> Amount:
        """Return the row player's payoff when the game is over; 0 by default."""
        return 0

    def pays_now(self, position: Position, row: Move, col: Move, /) -> Amount:
        """Return the mean immediate payoff of a pair of moves. Games with a formula for it may override this."""
        return sum(p * reward for p, reward, _ in self.play(position, row, col))

    def describe_position(self, position: Position, /) -> Sequence[str]:
        """Return a description of a position, in lines for the player."""
        return [f"the position: {position}" if any(self.moves(position)) else "the game is over"]

    def describe_to(self, side: Side, position: Position, /) -> Sequence[str]:
        """Return the lines of `describe_position` for the person on a side; they differ only if they name the sides."""
        return self.describe_position(position)

    def tabletop(self, position: Position, side: Side, last: Mapping[Side, Move], /) -> Tabletop:
        """Return a side's board with the last moves; by default the immediate payoffs, if there are few."""
        table = self.payoff_table(position, side, last)
        if table or not (last or any(self.moves(position))):
            return Tabletop(middle=table)
        rows, cols = map(len, self.moves(position))
        mine, theirs = (rows, cols) if side == "row" else (cols, rows)
        labels = {"Your moves": str(mine), "Opponent's moves": str(theirs)}
        if last:
            labels = {"You" if who == side else "Opponent": str(move) for who, move in last.items()}
        return Tabletop(facts=tuple(Pill(name, text) for name, text in labels.items()))

    def payoff_table(
        self, position: Position, side: Side, last: Mapping[Side, Move] | None = None, /
    ) -> tuple[PayoffTable, ...]:
        """Return a side's immediate payoffs of all pairs of moves, with the pair that ended a game of one move."""
        if not any(self.moves(position)) and last and len(last) == 2:
            position = self.start
        rows, cols = self.moves(position)
        if not rows or max(len(rows), len(cols)) > MAX_TABLE:
            return ()
        here = None
        if last and len(last) == 2:
            if last["row"] not in rows or last["col"] not in cols:
                return ()
            here = (rows.index(last["row"]), cols.index(last["col"]))
        paid = [[float(self.pays_now(position, i, j)) for j in cols] for i in rows]
        if side == "col":
            paid = [[-entry for entry in line] for line in zip(*paid, strict=True)]
            rows, cols, here = cols, rows, here and here[::-1]
        cells = tuple(tuple(entry + 0.0 for entry in line) for line in paid)
        return (PayoffTable(tuple(map(str, rows)), tuple(map(str, cols)), cells, here),)

    def describe_outcome(self, position: Position, outcome: Outcome, /) -> Sequence[str]:
        """Return a description of an outcome of chance, in lines for the player; none by default."""
        return ()

    @property
    def least_positions(self) -> int:
        """A lower bound on the number of positions that the solver visits, such as the number of stages.

        A game with too many positions is rejected before the work starts, so a game whose size is a parameter should
        override this.
        """
        return 1
