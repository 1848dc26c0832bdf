"""Check a trick game's strategies: what each guarantees when the other side knows it and replies best.

With row's strategy x fixed at every position, col faces a problem of their own, solved from the last trick up:

    L(position) = min over col's cards b of sum over row's cards a of x(a) (paid + L(next)),

and row is sure of L at the start; likewise col's strategies hold row down to U. Only the rules and the
strategies are used. Hands are renamed 1, 2, ... in order, since only order matters. Floats are rounded outward.
"""

from __future__ import annotations

from collections.abc import Callable

from zerosum.core.errors import TooLargeError
from zerosum.core.numbers import Number
from zerosum.core.solution import Value
from zerosum.models.tricks.rules import Chance, Context, TrickAnswer, TrickGame, in_order
from zerosum.numerics.outward import Terms, mean, mixed

__all__ = ["Bounds", "Check", "Hand", "verify"]

Hand = tuple[int, ...]
Bounds = tuple[Number, Number]
Asked = Callable[[Hand, Hand, Context], Bounds]

MOST_POSITIONS = 300_000
"""More positions than this would take plain Python minutes."""


def verify(game: TrickGame, solution: TrickAnswer) -> Value:
    """Bounds on the value at the solution's position, from `solution.answer_at(...)` alone."""
    check = Check(game, solution)
    lower, upper = check.node(*in_order(*solution.hands), solution.context)
    return Value(min(lower, upper), upper)


class Check:
    """What the strategies guarantee, position by position."""

    def __init__(self, game: TrickGame, solution: TrickAnswer) -> None:
        self.game = game
        self.solution = solution
        self.exact: bool = solution.value.is_exact
        self.known: dict[tuple[Hand, Hand, Context], Bounds] = {}

    def node(self, row: Hand, col: Hand, at: Context | Chance, asked: Asked | None = None) -> Bounds:
        """The bounds before chance, or in a context; `asked` says them in a context."""
        position = asked or self.position
        if not isinstance(at, Chance):
            return position(row, col, at)
        branches = [(p, position(row, col, one)) for p, one in at.branches]
        return self._bounds([(p, low) for p, (low, _) in branches], [(p, high) for p, (_, high) in branches])

    def position(self, row: Hand, col: Hand, at: Context) -> Bounds:
        """The bounds at two hands in a context."""
        key = row, col, at
        if key not in self.known:
            if len(self.known) >= MOST_POSITIONS:
                raise TooLargeError(
                    f"{self.game.title} has more than {MOST_POSITIONS:,} positions, too many to look at one by one; "
                    "a sample of them can be looked at"
                )
            self.known[key] = self.bounds(row, col, at) if row else self._end(at)
        return self.known[key]

    def _end(self, at: Context) -> Bounds:
        paid = [(1, self.game.settle(at))]
        return self._bounds(paid, paid)

    def bounds(self, row: Hand, col: Hand, at: Context) -> Bounds:
        """The bounds at a position that is not over, from those of its children."""
        answer = self.solution.answer_at(row, col, at)
        after = {(a, b): self._after(row, col, at, a, b) for a in row for b in col}
        lower = [[(p, after[a, b][0]) for a, p in answer.row.items()] for b in col]
        upper = [[(p, after[a, b][1]) for b, p in answer.col.items()] for a in row]
        return (
            min(mixed(terms, -1, exact=self.exact) for terms in lower),
            max(mixed(terms, +1, exact=self.exact) for terms in upper),
        )

    def _after(self, row: Hand, col: Hand, at: Context, a: int, b: int) -> Bounds:
        """What a trick pays and what follows."""
        reward, then = self.game.trick(at, (a > b) - (a < b))
        left = in_order(tuple(c for c in row if c != a), tuple(c for c in col if c != b))
        low, high = self.node(*left, then)
        return self._bounds([(1, reward), (1, low)], [(1, reward), (1, high)])

    def _bounds(self, low: Terms, high: Terms) -> Bounds:
        """Two means, the one rounded down and the other up."""
        return mean(low, -1, exact=self.exact), mean(high, +1, exact=self.exact)
