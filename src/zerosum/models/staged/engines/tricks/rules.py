"""Trick games: two hands of ranked cards, one card of each per trick, and only the order of the two cards matters.

Both players start with the cards 1, 2, ..., `cards`. In every trick each plays a card, face down, and both are turned
over. The rules may only use whether row's card was higher, equal or lower: the *outcome*, +1, 0 or -1. Everything
else that the rules remember (score, carried ties, prizes left) is a *context*: any hashable Python value. A game is
then defined by three rules:

    start                    the context before the first trick
    trick(context, outcome)  row's immediate payment, and the next context
    settle(context)          row's payment after the last trick

If chance decides the next context (the next prize is turned up), the result is a `Chance` over contexts.

    @dataclass(frozen=True)
    class War(TrickGame):
        start = 0

        def trick(self, score, outcome):
            return 0, score + outcome

        def settle(self, score):
            return score
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol

from zerosum.core.amounts import Clean, clean_first
from zerosum.core.arrays import Ints
from zerosum.core.data import DataMap, Json
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import WAIT, Game, Position, attribute, option
from zerosum.core.limits import require_budget
from zerosum.core.numbers import Amount, as_amount, as_fraction
from zerosum.models.parts import Family
from zerosum.models.staged.rules import Outcome, StagedGame

if TYPE_CHECKING:
    from zerosum.models.staged.engines.tricks.answer import TrickSolution

Context = Hashable
"""The state of the game besides the hands."""

WIN, TIE, LOSS = 1, 0, -1
OUTCOMES = (WIN, TIE, LOSS)
"""Row's card was higher, equal, lower."""

DEAL = "the deal"
"""The position before the first context is drawn, if chance draws it."""

CARD_BYTES = 16
"""Bytes per card in both hands of a position; a play has as many positions as cards."""


class Chance:
    """A lottery of chance over contexts: pairs of a probability and a context.

    Examples
    --------
    >>> from zerosum.models.staged.engines.tricks.rules import Chance
    >>> [str(p) for p, _ in Chance.uniform(["low", "high"]).branches]
    ['1/2', '1/2']
    """

    __slots__ = ("_hash", "branches")

    def __init__(self, branches: Iterable[tuple[Amount, Context]]) -> None:
        self.branches = tuple((as_amount(p), context) for p, context in branches)
        try:
            self._hash = hash(tuple(context for _, context in self.branches))
        except TypeError:
            raise GameError(
                f"contexts must be hashable, for example tuples, unlike those in {self.branches!r}"
            ) from None

    def __getstate__(self) -> Json:
        """Return the saved state, without hashes, which differ from run to run."""
        return {"branches": self.branches}

    def __setstate__(self, saved: Json) -> None:
        Chance.__init__(self, saved["branches"])

    @classmethod
    def uniform(cls, contexts: Iterable[Context]) -> Chance:
        """Return each of the contexts with the same probability."""
        several = tuple(contexts)
        return cls((Fraction(1, len(several)), context) for context in several)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Chance) and self.branches == other.branches)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Chance({self.branches!r})"


class Coded(Protocol):
    """The rules on arrays: contexts and nodes are codes, integers chosen by the game.

    A *node* is a context, or a chance move over equally likely contexts.
    """

    @property
    def start(self) -> int:
        """The node before the first trick."""

    def branches(self, nodes: Ints) -> tuple[Ints, Ints]:
        """Return the possible contexts after chance moves: the index of each context's node, in increasing order, and
        its code.
        """

    def trick(self, contexts: Ints) -> tuple[Ints, Ints]:
        """Return the payments of a win, a tie and a loss to row, and the next nodes: both (contexts, 3)."""

    def settle(self, contexts: Ints) -> Ints:
        """Return row's payment after the last trick."""

    def code(self, node: Context | Chance) -> int | None:
        """Return the code of a node; None if it has no code."""


class TrickFamily(Family["TrickGame", "TrickSolution"]):
    """Trick games."""

    records: ClassVar[tuple[str, ...]] = (
        "staged.engines.tricks.answer.TrickSolution",
        "staged.engines.tricks.solve.tables.FloatTables",
        "staged.engines.tricks.solve.tables.ExactTables",
        "staged.engines.tricks.contexts.Codes",
        "staged.engines.tricks.contexts.NodeNumbers",
        "staged.engines.tricks.plan.Plan",
        "staged.engines.tricks.plan.Stage",
        "staged.engines.tricks.plan.Sums",
        "staged.engines.tricks.plan.Terms",
        "staged.engines.tricks.plan.Refs",
    )


@dataclass(frozen=True)
class TrickGame(Game):
    """Base of trick games; see the module for the contract.

    Examples
    --------
    >>> game = zerosum.load("goofspiel")(cards=3)
    >>> game.slug, game.model, game.engine
    ('goofspiel', 'staged', 'tricks')
    >>> print(zerosum.solve(game, exact=True).value)
    0
    """

    family: ClassVar[TrickFamily] = TrickFamily()
    plays_cards: ClassVar[bool] = True

    numbers_in: ClassVar[Mapping[str, Clean]] = {"trick": clean_first, "settle": as_amount}
    chance_label: ClassVar[str] = "chance"
    """The word for an outcome of chance, for example "prize"."""
    players: ClassVar[tuple[str, ...]] = ("uniform", "highest", "lowest", "second-lowest")

    cards: int = option(8, "cards in each hand, ranked 1, 2, ...")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.cards, int) or self.cards < 1:
            raise GameError(f"a trick game needs at least 1 card in each hand, not {self.cards}")
        require_budget(f"a play with {self.cards:,} cards in each hand", memory=CARD_BYTES * self.cards**2)

    @property
    def hand(self) -> tuple[int, ...]:
        """The cards dealt to each player."""
        return tuple(range(1, self.cards + 1))

    @attribute
    @abstractmethod
    def start(self) -> Context | Chance:
        """Return the context before the first trick, or a lottery over such contexts."""

    @abstractmethod
    def trick(self, context: Position, outcome: int, /) -> tuple[Amount, Context | Chance]:
        """Return row's payment for this outcome of the trick, and the next context."""

    @abstractmethod
    def settle(self, context: Position, /) -> Amount:
        """Return row's payment after the last trick."""

    def coded(self) -> Coded | None:
        """Return the rules on arrays, for games with millions of contexts; None if there are none."""
        return None

    def label(self, context: Position, /) -> str:
        """Return a short name for a context reached by chance."""
        return str(context)

    def remembered(self, context: Position, /) -> DataMap:
        """Return the displayed content of a context, by name; a `score` counts for row."""
        if hasattr(context, "_asdict"):
            fields: DataMap = context._asdict()
            return fields
        return {} if context is None else {"so far": context}

    def context(self, left: int, **facts: object) -> Context | Chance:
        """Return the context given by the game's `facts`, with `left` cards in each hand.

        Games with facts override this method; it raises an InputError for facts that cannot occur.
        """
        start: Context | Chance = self.start
        return start

    def as_staged(self, *, by_order: bool = False) -> OpenTricks:
        """Return the game with public hands; `by_order` renames the cards by their order."""
        return OpenTricks(self, by_order)


def exactly(payment: object, what: str) -> int | Fraction:
    """Return a payment or probability as an exact number: an int if possible, otherwise a fraction."""
    if isinstance(payment, int):
        return int(payment)
    try:
        exact = as_fraction(payment)
    except InputError:
        raise GameError(f"{what} must be a finite number, not {payment!r}") from None
    return exact.numerator if exact.denominator == 1 else exact


def in_order(row: Sequence[int], col: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return both hands, sorted, with the ranks in play renamed 1, 2, ..., since only their order matters."""
    rank = {card: i for i, card in enumerate(sorted({*row, *col}), 1)}
    return tuple(sorted(rank[card] for card in row)), tuple(sorted(rank[card] for card in col))


def shown(value: object) -> str:
    """Return a field of a context for display: cards in a row, without brackets."""
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


class Hands(NamedTuple):
    """Both hands, lowest card first, and the rest of the context."""

    row: tuple[int, ...]
    col: tuple[int, ...]
    context: Context

    def in_order(self) -> Hands:
        """Return the position with the ranks in play renamed 1, 2, ..."""
        return Hands(*in_order(self.row, self.col), self.context)

    def __str__(self) -> str:
        """Return both hands and the context, field by field if its fields have names."""
        parts = [
            f"{side} {' '.join(map(str, hand))}" for side, hand in (("row", self.row), ("col", self.col))
        ]
        fields = self.context._asdict() if hasattr(self.context, "_asdict") else {"": self.context}
        return ", ".join(parts + [f"{name} {shown(value)}".strip() for name, value in fields.items()])


@dataclass(frozen=True)
class OpenTricks(StagedGame):
    """A trick game as a staged game, position by position."""

    move: ClassVar[str] = "card"

    tricks: TrickGame
    by_order: bool = False
    """Whether to rename the cards by their order."""

    @property
    def slug(self) -> str:
        return self.tricks.slug

    @property
    def start(self) -> Hands | str:
        """Both full hands, or the deal if chance draws the first context."""
        if isinstance(self.tricks.start, Chance):
            return DEAL
        hand = self.tricks.hand
        return Hands(hand, hand, self.tricks.start)

    def moves(self, position: Hands | str) -> tuple[Sequence[int | str], Sequence[int | str]]:
        return (WAIT, WAIT) if isinstance(position, str) else (position.row, position.col)

    def play(self, position: Hands | str, row: int, col: int) -> list[Outcome]:
        if isinstance(position, str):
            hand = self.tricks.hand
            return self._next(0, hand, hand, self.tricks.start)
        outcome = (row > col) - (row < col)
        reward, after = self.tricks.trick(position.context, outcome)
        left = (tuple(c for c in position.row if c != row), tuple(c for c in position.col if c != col))
        return self._next(reward, *(in_order(*left) if self.by_order else left), after)

    def payoff(self, position: Hands) -> Amount:
        return self.tricks.settle(position.context)

    def _next(
        self, reward: Amount, row: tuple[int, ...], col: tuple[int, ...], after: object
    ) -> list[Outcome]:
        branches = after.branches if isinstance(after, Chance) else ((1, after),)
        return [(p, reward, Hands(row, col, context)) for p, context in branches]
