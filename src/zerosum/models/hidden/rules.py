"""Hidden games: any finite two-person game with perfect recall, written in plain Python.

At every *position* one of three things happens, given by `turn(position)`:

    deal(outcomes, to="row")      chance picks one of the outcomes and shows it to row, to col, to both or to nobody
    choose("row", moves)          a player picks a move, which the other sees unless it is `hidden`
    end(payoff)                   the game is over and pays the row player

Then the game continues at `after(position, picked)`. By default a position is the tuple of all picks so far, and the
game starts with the empty tuple; so one rule makes a game:

    class Kuhn(HiddenGame):
        def turn(self, position):
            match position:
                case ():
                    return deal((1, 2, 3), to="row")
                case (x,):
                    return deal({1, 2, 3} - {x}, to="col")
                case (_, _) | (_, _, "check"):
                    return choose("row" if len(position) == 2 else "col", ("check", "bet"))
                case (_, _, "bet") | (_, _, "check", "bet"):
                    return choose("row" if len(position) == 4 else "col", ("fold", "call"))
                case (x, y, *_, last):
                    win = 1 if x > y else -1
                    return end({"check": win, "call": 2 * win, "fold": len(position) % 2 * -2 + 1}[last])

A player's *information* is the list of everything that this player learned and did, in order; so no player forgets
anything. A rule can also name its information sets, `choose(side, moves, knows=...)`: equal names mean that the
player cannot tell the positions apart. With such names a player may forget something; `zerosum.models.hidden.search`
rejects these games.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from zerosum.core.amounts import finite_amount
from zerosum.core.arrays import Ints
from zerosum.core.boards import Tabletop
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Game, Move, Position, attribute
from zerosum.core.limits import require_budget
from zerosum.core.numbers import Amount, Number, as_fraction
from zerosum.core.sides import SIDES, Side
from zerosum.models.parts import Family

if TYPE_CHECKING:
    import numpy as np

    from zerosum.models.hidden.answer import HiddenSolution
    from zerosum.models.hidden.form import HiddenForm

Audience = Literal["row", "col", "both", "nobody"]
"""The players who learn the outcome of a chance move."""

AUDIENCES: dict[Audience, tuple[bool, bool]] = {
    "row": (True, False),
    "col": (False, True),
    "both": (True, True),
    "nobody": (False, False),
}


class Deal(NamedTuple):
    """Chance picks one of the outcomes."""

    outcomes: tuple[tuple[Hashable, Fraction], ...]
    """Each outcome with its probability; the probabilities add up to one."""
    learned_by: tuple[bool, bool]
    """Whether row learns the outcome, and whether col does."""
    is_news: bool = False
    """Whether the outcome is an announced fact, not a dealt object."""


class Choice(NamedTuple):
    """A player's choice among moves."""

    side: Side
    moves: tuple[Hashable, ...]
    hidden: bool = False
    """Whether the move is hidden from the other player."""
    knows: Hashable = None
    """The name of the information set; by default it is everything that the player learned and did."""
    pays: Payoffs | None = None
    """The payoffs of the moves if every move ends the game; this saves visiting each leaf when the game is laid out."""


class Payoffs:
    """The payoffs to row of the moves of a last choice; the stored hash finds equal payoffs quickly."""

    def __init__(self, amounts: Iterable[Amount]) -> None:
        self.amounts = tuple(finite_amount(amount, "a payoff must be a number:") for amount in amounts)
        self._hash = hash(self.amounts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Payoffs) and self.amounts == other.amounts

    def __hash__(self) -> int:
        return self._hash


class End(NamedTuple):
    """The end of the game, with row's payoff."""

    payoff: Amount
    """The payoff to the row player."""


Turn = Deal | Choice | End


def deal(outcomes: Iterable[Move] | Mapping[Move, Amount], to: Audience = "both") -> Deal:
    """Return a chance move: equally likely outcomes (one listed twice counts twice), or outcomes with weights.

    Parameters
    ----------
    outcomes
        The possible outcomes: equally likely objects, or objects with weights.
    to
        Who learns the outcome: "row", "col", "both" or "nobody".

    Returns
    -------
    Deal
        A turn.

    Examples
    --------
    >>> [(card, str(p)) for card, p in zerosum.deal({"ace": 1, "king": 3}, to="row").outcomes]
    [('ace', '1/4'), ('king', '3/4')]
    """
    if not isinstance(to, str) or to not in AUDIENCES:
        raise GameError(f"an outcome of chance can be shown to 'row', 'col', 'both' or 'nobody', not {to!r}")
    weights: Mapping[Move, Amount] = outcomes if isinstance(outcomes, Mapping) else Counter(outcomes)
    shares = _shares(tuple(weights.values()))
    return Deal(tuple((outcome, p) for outcome, p in zip(weights, shares, strict=True) if p), AUDIENCES[to])


def tell(what: Hashable, to: Audience = "both") -> Deal:
    """Return a chance move with one outcome, which announces a fact that follows from the position.

    Parameters
    ----------
    what
        The fact that is announced.
    to
        Who learns it.

    Returns
    -------
    Deal
        A turn.

    Examples
    --------
    >>> zerosum.tell("the sum is 7", to="col").learned_by
    (False, True)
    """
    return deal((what,), to)._replace(is_news=True)


@lru_cache(maxsize=4096)
def _shares(weights: tuple[Amount, ...]) -> tuple[Fraction, ...]:
    exact = [amount_of(weight, "a weight") for weight in weights]
    if min(exact, default=Fraction(0)) < 0:
        raise GameError("the weight of an outcome of chance cannot be negative")
    whole = sum(exact, Fraction(0))
    if not whole:
        raise GameError("a chance move has no outcome of positive weight; deal at least one")
    return tuple(weight / whole for weight in exact)


def choose(
    side: str,
    moves: Iterable[Move],
    *,
    hidden: bool = False,
    knows: Hashable = None,
    pays: Payoffs | None = None,
) -> Choice:
    """Return a decision of one player; `hidden` hides the move from the other player, and `knows` names the
    information set.

    Parameters
    ----------
    side
        Who chooses: "row" or "col".
    moves
        The moves to choose from.
    hidden
        Whether the move is hidden from the other player.
    knows
        The name of the information set; by default it is everything that the player learned and did.
    pays
        The payoffs of the moves, if each of them ends the game.

    Returns
    -------
    Choice
        A turn.

    Examples
    --------
    >>> zerosum.choose("col", ("fold", "call")).moves
    ('fold', 'call')
    """
    if side not in SIDES:
        raise GameError(f"the side that chooses must be 'row' or 'col', not {side!r}")
    offered = tuple(moves)
    if pays is not None and len(pays.amounts) != len(offered):
        raise GameError(
            f"a last choice needs a payoff for each of its {len(offered)} moves, not {len(pays.amounts)} payoffs"
        )
    return Choice(side, offered, hidden, knows, pays)


PLAIN = (int, Fraction)
"""The types of numbers that need no conversion."""


def end(payoff: Amount) -> End:
    """Return a turn that ends the game with this payoff to row.

    Parameters
    ----------
    payoff
        The payoff to the row player.

    Returns
    -------
    End
        A turn.

    Examples
    --------
    >>> zerosum.end(2).payoff
    2
    """
    # most payoffs need no conversion, and a tree has very many of them
    return End(payoff if type(payoff) in PLAIN else finite_amount(payoff, "a payoff must be a number:"))


def amount_of(amount: Amount, what: str) -> Fraction:
    """Return an amount from the rules as an exact fraction (0.1 becomes 1/10)."""
    try:
        return Fraction(amount) if isinstance(amount, int) else as_fraction(amount)
    except InputError as problem:
        raise GameError(f"{what} must be a number: {problem}") from None


class HiddenFamily(Family["HiddenGame", "HiddenSolution"]):
    """Hidden games."""

    records: ClassVar[tuple[str, ...]] = (
        "hidden.answer.HiddenSolution",
        "hidden.form.HiddenForm",
        "hidden.form.InformationSets",
        "hidden.form.HistoryBlock",
        "hidden.form.RealizationPlan",
        "hidden.form.SequenceTree",
        "hidden.form.BehaviourPlan",
    )


class PlayedOut(NamedTuple):
    """An outcome of chance at a leaf whose payoff is a mean."""

    payoff: Number
    """Row's actual payoff."""
    latest_events: tuple[str, ...]
    """The events, in lines of text."""
    hands: tuple[str, str] | None
    """The final hands of row and col as text; None if no hands are compared."""
    by: Side | None
    """The player who drew the cards; None if they are public."""
    cards: tuple[str, ...]


@dataclass(frozen=True)
class HiddenGame(Game):
    """A finite game with hidden information; derive from it and write `turn`.

    Examples
    --------
    >>> class OneCard(zerosum.HiddenGame):
    ...     def turn(self, position):
    ...         match position:
    ...             case ():
    ...                 return zerosum.deal(("ace", "king"), to="row")
    ...             case (_,):
    ...                 return zerosum.choose("row", ("check", "bet"))
    ...             case (_, "bet"):
    ...                 return zerosum.choose("col", ("fold", "call"))
    ...         sign = 1 if position[0] == "ace" else -1
    ...         return zerosum.end({"check": sign, "fold": 1, "call": 2 * sign}[position[-1]])
    >>> print(zerosum.solve(OneCard()).value)
    0.333333… = 1/3
    """

    family: ClassVar[HiddenFamily] = HiddenFamily()

    move: ClassVar[str] = "move"
    """The word for a move, as in "bid" or "bet"."""
    legend: ClassVar[str] = ""
    """The meaning of numbers and short names in tables and plots of the answer."""
    holding: ClassVar[str] = "card"

    @property
    def ev_meaning(self) -> str:
        return ""

    @attribute
    def start(self) -> Position:
        """Return the first position; by default the empty tuple."""
        return ()

    @abstractmethod
    def turn(self, position: Position, /) -> Turn:
        """Return the turn at a position: `deal(...)`, `choose(...)` or `end(...)`."""

    def after(self, position: Position, picked: Move, /) -> Position:
        """Return the next position; by default the position with the choice appended.

        The rules must treat equal positions of the same class in the same way.
        """
        return (*position, picked)

    def describe_position(self, position: Position, /) -> Sequence[str]:
        """Return public facts about a position besides the events, in lines of text; nothing by default."""
        return ()

    def describe_to(self, side: Side, position: Position, /) -> Sequence[str]:
        """Return the facts of `describe_position` for the person on a side; they differ only if they name the sides."""
        return self.describe_position(position)

    def in_pot(self, position: Position, /) -> tuple[Number, Number] | None:
        """Return row's and col's chips in the pot, if there is one."""
        return None

    def stacks_left(self, position: Position, /) -> tuple[Number, Number] | None:
        """Return row's and col's remaining stacks, if they are limited."""
        return None

    def dealt_text(self, what: Hashable, /) -> str:
        """Return the displayed name of an outcome of chance."""
        return ", ".join(map(str, what)) if type(what) is tuple else str(what)

    def news_text(self, side: Side, what: Hashable, /) -> str:
        """Return an announcement of chance as a side reads it."""
        return str(what)

    def tabletop(self, position: Position, side: Side, board: Tabletop, /) -> Tabletop:
        """Return the board for a side: it contains the outcomes of chance, and a game may add to it."""
        return board

    def reason(self, position: Position, /) -> str:
        """Return why a leaf pays what it pays, in a sentence; empty if its last move says so."""
        return ""

    def lottery(self, position: Position, /) -> Mapping[Number, Number] | None:
        """Return the probability of each payoff, if the payoff of a leaf is a mean over undecided chance."""
        return None

    def play_out(self, position: Position, random: np.random.Generator, /) -> PlayedOut:
        """Draw the outcome of chance at a leaf that has a lottery."""
        raise NotImplementedError

    def named(self, position: Position, picked: Move, /) -> str:
        """Return the label of a move or an outcome of chance in plots of the tree."""
        return str(picked)

    @property
    def tree_size(self) -> int:
        """Return the approximate number of positions, if the rules can compute it without laying out the game;
        otherwise 0.
        """
        return 0

    def require_budget_for_tree(self) -> None:
        """Raise an error if there are too many positions, before work that must lay out all of them."""
        size = self.tree_size
        require_budget(
            "listing the positions of this game",
            memory=POSITION_BYTES * size,
            seconds=POSITION_SECONDS * size,
        )

    def alike(self, form: HiddenForm, /) -> Mapping[Side, Ints] | None:
        """Return, for each player, a number for each information set; the numbers are equal for sets that a symmetry
        of the game exchanges.

        The solver then looks for strategies that have the same mix at sets with equal numbers. By default the result
        is None: no symmetry is known.
        """
        return None


Knowledge = tuple[tuple[tuple[str, Hashable], ...], tuple[tuple[str, Hashable], ...]]
"""The information of row and of col: who picked what, in order."""


def knowledge_after(turn: Turn, picked: Hashable, known: Knowledge) -> Knowledge:
    """Return both players' information after a choice."""
    if isinstance(turn, End):
        return known
    who = "chance" if isinstance(turn, Deal) else turn.side
    informed = (
        turn.learned_by if isinstance(turn, Deal) else tuple(side == who or not turn.hidden for side in SIDES)
    )
    row, col = ((*own, (who, picked)) if learns else own for own, learns in zip(known, informed, strict=True))
    return row, col


POSITION_BYTES = 100
"""Approximate memory per position when a game is laid out, in bytes."""

POSITION_SECONDS = 5e-6
"""Approximate time to lay out one position."""


def require_budget_for_pairs(hands: int) -> None:
    """Raise a TooLargeError if each player has too many possible hands, since every pair of hands is a position."""
    require_budget("listing the positions of this game", memory=POSITION_BYTES * hands**2)


def check_turn(turn: Turn, position: object) -> None:
    """Raise a GameError unless a rule returned a valid turn."""
    if isinstance(turn, Choice):
        if not turn.moves:
            raise GameError(f"at {position!r} {turn.side} has no moves; return at least one, or end the game")
        if len(set(turn.moves)) < len(turn.moves):
            raise GameError(f"at {position!r} {turn.side} has the same move twice: {turn.moves}")
    elif not isinstance(turn, Deal | End):
        raise GameError(
            f"turn({position!r}) returned {turn!r}; it must return deal(...), choose(...) or end(...)"
        )
