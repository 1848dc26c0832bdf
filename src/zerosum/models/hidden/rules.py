"""Hidden games: any finite two-person game with perfect recall, written in plain Python.

At every *position* one of three things happens, and `turn(position)` says which:

    deal(outcomes, to="row")      chance picks one of the outcomes and shows it to row, to col, to both or to nobody
    choose("row", moves)          a player picks a move, which the other sees unless it is `hidden`
    end(payoff)                   the game is over and pays the row player

Then the game continues at `after(position, picked)`. By default a position is the tuple of everything that was picked
so far, and the game starts with the empty tuple; so one rule makes a game:

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

A player's *information* is the list of everything that this player learned and did, in order; so nobody forgets. A rule
can also name its information sets, `choose(side, moves, knows=...)`: equal names mean that the player cannot tell the
positions apart. With such names a player may forget something; `zerosum.models.hidden.search` refuses these games.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from zerosum.core.arrays import Ints
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Game, Move, Position
from zerosum.core.limits import afford
from zerosum.core.numbers import Amount, Number, as_fraction
from zerosum.core.sides import SIDES, Side
from zerosum.models.hidden.family import HiddenFamily

if TYPE_CHECKING:
    from zerosum.models.hidden.form import HiddenForm

Audience = Literal["row", "col", "both", "nobody"]
"""Who learns what chance picked."""

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
    told: tuple[bool, bool]
    """Whether row learns the outcome, and whether col does."""


class Choice(NamedTuple):
    """A player picks one of the moves."""

    side: Side
    moves: tuple[Hashable, ...]
    hidden: bool = False
    """Whether the move is hidden from the other player."""
    knows: Hashable = None
    """The name of the information set; by default it is everything that the player learned and did."""
    pays: Payoffs | None = None
    """If every move ends the game, what the moves pay; this saves visiting each end when the game is laid out."""


class Payoffs:
    """What the moves of a last choice pay row; it stores its hash, so equal payoffs are found quickly."""

    def __init__(self, amounts: Iterable[Amount]) -> None:
        self.amounts = tuple(amounts)
        self._hash = hash(self.amounts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Payoffs) and self.amounts == other.amounts

    def __hash__(self) -> int:
        return self._hash


class End(NamedTuple):
    """The game is over."""

    payoff: Amount
    """What the row player is paid."""


Turn = Deal | Choice | End


def deal(outcomes: Iterable[Move] | Mapping[Move, Amount], to: Audience = "both") -> Deal:
    """A chance move: outcomes that are equally likely (one listed twice counts twice), or outcomes with weights.

    Parameters
    ----------
    outcomes
        What chance picks from: equally likely things, or things with weights.
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
        raise GameError(f"chance tells 'row', 'col', 'both' or 'nobody', not {to!r}")
    weights: Mapping[Move, Amount] = outcomes if isinstance(outcomes, Mapping) else Counter(outcomes)
    shares = _shares(tuple(weights.values()))
    return Deal(tuple((outcome, p) for outcome, p in zip(weights, shares, strict=True) if p), AUDIENCES[to])


def tell(what: Hashable, to: Audience = "both") -> Deal:
    """A chance move with one outcome: something that follows from the position becomes known.

    Parameters
    ----------
    what
        What becomes known.
    to
        Who learns it.

    Returns
    -------
    Deal
        A turn.

    Examples
    --------
    >>> zerosum.tell("the sum is 7", to="col").told
    (False, True)
    """
    return deal((what,), to)


@lru_cache(maxsize=4096)
def _shares(weights: tuple[Amount, ...]) -> tuple[Fraction, ...]:
    """Each weight divided by their sum."""
    exact = [amount_of(weight, "a weight") for weight in weights]
    if min(exact, default=Fraction(0)) < 0:
        raise GameError("chance cannot give an outcome a negative weight")
    whole = sum(exact, Fraction(0))
    if not whole:
        raise GameError("chance has nothing to pick from; deal at least one outcome of positive weight")
    return tuple(weight / whole for weight in exact)


def choose(
    side: Side,
    moves: Iterable[Move],
    *,
    hidden: bool = False,
    knows: Hashable = None,
    pays: Payoffs | None = None,
) -> Choice:
    """A decision of one player; `hidden` if the other does not see the move, `knows` to name the information set.

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
        What the moves pay, if each of them ends the game.

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
            f"a last choice pays for each of its {len(offered)} moves, not {len(pays.amounts)} amounts"
        )
    return Choice(side, offered, hidden, knows, pays)


def end(payoff: Amount) -> End:
    """The end of the game, and what it pays the row player.

    Parameters
    ----------
    payoff
        What the row player is paid.

    Returns
    -------
    End
        A turn.

    Examples
    --------
    >>> zerosum.end(2).payoff
    2
    """
    return End(payoff)


def amount_of(amount: Amount, what: str) -> Fraction:
    """An amount that the rules give, as an exact fraction (0.1 becomes 1/10)."""
    try:
        return Fraction(amount) if isinstance(amount, int) else as_fraction(amount)
    except InputError as problem:
        raise GameError(f"{what} must be a number: {problem}") from None


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
    """What numbers and short names in tables and pictures of the answer mean."""
    deals: ClassVar[str] = "card"
    """What chance deals, as it is drawn: a "card", or a "die" for each number."""

    @property
    def start(self) -> Position:
        """The first position; by default the empty tuple."""
        return ()

    @abstractmethod
    def turn(self, position: Position) -> Turn:
        """What happens at a position: `deal(...)`, `choose(...)` or `end(...)`."""

    def after(self, position: Position, picked: Move) -> Position:
        """The next position; by default the position with what was picked appended.

        The rules must say the same of equal positions of one class."""
        return (*position, picked)

    def told(self, position: Position) -> Sequence[str]:
        """What both players may see of a position beside the events, in lines for a person; nothing by default."""
        return ()

    def in_pot(self, position: Position) -> tuple[Number, Number] | None:
        """What row and col have put into the pot, where there is one."""
        return None

    def named(self, position: Position, picked: Move) -> str:
        """What a move or an outcome of chance is called in pictures of the tree."""
        return str(picked)

    def alike(self, form: HiddenForm) -> Mapping[Side, Ints] | None:
        """For each player, a number for each information set: the same for sets that a symmetry of the game exchanges.

        None, as by default, if the rules know no symmetry. The solver then looks for strategies that mix in the same
        way at sets that are alike.
        """
        return None


Knowledge = tuple[tuple[tuple[str, Hashable], ...], tuple[tuple[str, Hashable], ...]]
"""What row and what col have learned and done: who picked what, in order."""


def knowledge_after(turn: Turn, picked: Hashable, known: Knowledge) -> Knowledge:
    """What both players know after something was picked."""
    if isinstance(turn, End):
        return known
    who = "chance" if isinstance(turn, Deal) else turn.side
    informed = (
        turn.told if isinstance(turn, Deal) else tuple(side == who or not turn.hidden for side in SIDES)
    )
    row, col = ((*own, (who, picked)) if learns else own for own, learns in zip(known, informed, strict=True))
    return row, col


POSITION_BYTES = 100
"""Approximate memory per position when a game is laid out, in bytes."""


def afford_pairs(hands: int) -> None:
    """Raise a TooLargeError if each player has too many possible hands: every pair of them is a position."""
    afford("laying out the positions of this game", memory=POSITION_BYTES * hands**2)


def check_turn(turn: Turn, position: object) -> None:
    """Raise a GameError if what a rule returned is not a valid turn."""
    if isinstance(turn, Choice):
        if not turn.moves:
            raise GameError(f"at {position!r} {turn.side} has no move; give at least one, or end the game")
        if len(set(turn.moves)) < len(turn.moves):
            raise GameError(f"at {position!r} {turn.side} has the same move twice: {turn.moves}")
    elif not isinstance(turn, Deal | End):
        raise GameError(f"turn({position!r}) gives {turn!r}; it must be deal(...), choose(...) or end(...)")
