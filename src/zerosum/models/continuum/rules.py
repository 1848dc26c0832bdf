"""Betting games: two private hands, a public tree of bets, folds and showdowns.

Player A (row) and player B (col) each receive a hand, and see only their own. Then they walk down a public tree: at a
*decision* one of them chooses an action; a *fold* ends the game, and the player who folds loses a fixed amount; at a
*showdown* the higher hand wins a fixed amount, equal hands nothing. Amounts are total payments at the end, antes and
bets together. Hands are independent and uniform on [0, 1], or cards of a finite deck. Any other continuous
distribution becomes uniform if each hand is replaced by the fraction of hands below it.

A tree takes a few lines:

    a({"fold": fold(1), "bet": b({"fold": fold(1), "see": showdown(2)})})

`check` rejects an invalid tree with one sentence; `tree_text` and `tree_outline` display a tree.

Reference: R. Bellman and D. Blackwell, On games involving bluffing, RAND P-168, 1950.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Game, Outline, spelled
from zerosum.core.limits import require_budget
from zerosum.core.numbers import as_fraction, is_tracked
from zerosum.core.sides import Side
from zerosum.models.parts import Family, Part

if TYPE_CHECKING:
    from collections.abc import Callable

    from zerosum.models.continuum.answer import BettingSolution, ExtremePoints
    from zerosum.models.continuum.form import BettingForm

MIN_AMOUNT = Fraction(1, 10**100)
"""Smallest positive number of a game; the largest is its inverse. Floats must be able to represent all amounts."""

MAX_DEEP = 200
"""Maximum number of actions on one path of a tree."""
BYTES, SECONDS = 2000, 1e-5
"""Memory and time for laying out one node of a tree, from measurements."""

LETTER: dict[Side, str] = {"row": "A", "col": "B"}
"""The names of the players in the papers."""
SIDE_OF = {letter: side for side, letter in LETTER.items()}


@dataclass(frozen=True)
class Fold:
    """A fold: the player who chose it loses `amount`.

    Examples
    --------
    >>> from zerosum.models.continuum.rules import fold
    >>> fold("1/2")
    Fold(amount=Fraction(1, 2))
    """

    amount: Fraction


@dataclass(frozen=True)
class Showdown:
    """A showdown: the higher hand wins `amount` from the other.

    Examples
    --------
    >>> from zerosum.models.continuum.rules import showdown
    >>> showdown(2)
    Showdown(amount=Fraction(2, 1))
    """

    amount: Fraction


@dataclass(frozen=True)
class Decision:
    """A decision: `player` chooses one of the actions, listed from the weakest to the strongest.

    Examples
    --------
    >>> from zerosum.models.continuum.rules import Decision, showdown
    >>> list(Decision("row", {"check": showdown(1), "bet": showdown(2)}).actions)
    ['check', 'bet']
    """

    player: Side
    actions: Mapping[str, Node]

    def __post_init__(self) -> None:
        named = {str(action): node for action, node in self.actions.items()}
        if len(named) < len(self.actions):
            raise GameError(f"two actions have the same name, in {', '.join(map(str, self.actions))}")
        object.__setattr__(self, "actions", named)


Node = Decision | Fold | Showdown


def exact(amount: object) -> Fraction:
    """Return a number or a string as an exact fraction: "0.62" is 31/50."""
    try:
        number = as_fraction(amount)
    except InputError as problem:
        raise GameError(str(problem)) from None
    if not is_tracked(number) and number and not MIN_AMOUNT <= abs(number) <= 1 / MIN_AMOUNT:
        raise GameError("amounts and hands must be 0 or between 1e-100 and 1e100")
    return number


def fold(amount: object) -> Fold:
    """Return a fold that costs `amount`.

    Parameters
    ----------
    amount
        The loss of the player who folds: a number, or a string such as "1/2".

    Returns
    -------
    Fold
        A leaf of the tree.

    Examples
    --------
    >>> from zerosum.models.continuum.rules import fold
    >>> print(fold("0.62").amount)
    31/50
    """
    return Fold(exact(amount))


def showdown(amount: object) -> Showdown:
    """Return a showdown for `amount`.

    Parameters
    ----------
    amount
        The payoff to the higher hand.

    Returns
    -------
    Showdown
        A leaf of the tree.

    Examples
    --------
    >>> from zerosum.models.continuum.rules import showdown
    >>> print(showdown(2).amount)
    2
    """
    return Showdown(exact(amount))


def a(actions: Mapping[str, Node]) -> Decision:
    """Return a decision of A, the row player.

    Parameters
    ----------
    actions
        A's actions, from the weakest to the strongest, each with the node that follows.

    Returns
    -------
    Decision
        A node of the tree.

    Examples
    --------
    >>> from zerosum.models.continuum.rules import a, showdown
    >>> a({"check": showdown(1)}).player
    'row'
    """
    return Decision("row", actions)


def b(actions: Mapping[str, Node]) -> Decision:
    """Return a decision of B, the column player.

    Parameters
    ----------
    actions
        B's actions, from the weakest to the strongest, each with the node that follows.

    Returns
    -------
    Decision
        A node of the tree.

    Examples
    --------
    >>> from zerosum.models.continuum.rules import b, showdown
    >>> b({"check": showdown(1)}).player
    'col'
    """
    return Decision("col", actions)


def walk(node: Node, history: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Node]]:
    """Yield every node below and including this one, with the actions that lead to it."""
    yield history, node
    if isinstance(node, Decision):
        for action, child in node.actions.items():
            yield from walk(child, (*history, action))


def count(node: Node) -> int:
    """Return the number of nodes of a tree; a node with several parents counts once for each."""
    return _count(node, {}, ())


def _count(node: Node, known: dict[int, int], above: tuple[int, ...]) -> int:
    if not isinstance(node, Decision):
        return 1
    if id(node) in above:
        raise GameError("a decision of the tree leads back to itself, but a betting tree must end")
    if len(above) == MAX_DEEP:
        raise GameError(f"a betting tree may be at most {MAX_DEEP} actions deep, but this one is deeper")
    if id(node) not in known:
        inside = (*above, id(node))
        known[id(node)] = 1 + sum(_count(child, known, inside) for child in node.actions.values())
    return known[id(node)]


def check(root: Node) -> None:
    """Raise a GameError that describes the mistake in a tree; do nothing if the tree is valid.

    Parameters
    ----------
    root
        The first decision.

    Examples
    --------
    >>> from zerosum.models.continuum.rules import a, check, showdown
    >>> check(a({"bet": showdown(0)}))
    Traceback (most recent call last):
        ...
    zerosum.core.errors.GameError: the showdown after 'bet' is for 0; stakes and bets must be positive
    """
    if not isinstance(root, Decision):
        raise GameError(
            "a betting tree starts with a decision, not with a leaf; give A or B something to choose"
        )
    nodes = count(root)
    require_budget(f"a betting tree of {nodes:,} nodes", memory=BYTES * nodes, seconds=SECONDS * nodes)
    turns: dict[str, tuple[str, ...]] = {}
    for history, node in walk(root):
        where = f"after {', '.join(map(str, history))!r}" if history else "at the start"
        if turns.setdefault(spelled(history), history) is not history:
            raise GameError(
                f"two lists of actions are written as {spelled(history)!r}; give the actions names with different str()"
            )
        if isinstance(node, Decision):
            _check_decision(node, where)
        elif not isinstance(node, Fold | Showdown):
            raise GameError(f"the leaf {where} has no amount; write fold(1) or showdown(2), not {node!r}")
        elif isinstance(node, Showdown) and node.amount <= 0:
            raise GameError(f"the showdown {where} is for {node.amount}; stakes and bets must be positive")


def _check_decision(node: Decision, where: str) -> None:
    if node.player not in LETTER:
        raise GameError(
            f"the decision {where} has the player {node.player!r}, who must be 'row' (A) or 'col' (B)"
        )
    if not node.actions:
        raise GameError(f"the decision {where} has no actions; list at least one, or make it a leaf")


def tree_text(root: Node) -> str:
    """Return the tree as text, with a line per action.

    Parameters
    ----------
    root
        The first decision.

    Returns
    -------
    str
        Lines of text.

    Examples
    --------
    >>> from zerosum.models.continuum.rules import a, b, fold, showdown, tree_text
    >>> print(tree_text(a({"fold": fold(1), "bet": b({"fold": fold(1), "see": showdown(2)})})))
    A chooses
    ├─ fold: A loses 1
    └─ bet: B chooses
       ├─ fold: B loses 1
       └─ see: showdown for 2
    """
    return "\n".join(tree_outline(root).lines())


def tree_outline(node: Node, text: str = "", actor: Side = "row") -> Outline:
    """Return an outline of the tree below a node; `text` describes the move that leads to the node, and `actor` is
    the player who made it.
    """
    if isinstance(node, Showdown):
        return Outline(f"{text}showdown for {node.amount}")
    if isinstance(node, Fold):
        return Outline(f"{text}{LETTER[actor]} loses {node.amount}")
    below = (tree_outline(child, f"{action}: ", node.player) for action, child in node.actions.items())
    return Outline(f"{text}{LETTER[node.player]} chooses", tuple(below))


@dataclass(frozen=True)
class Deck:
    """A finite deck: `ranks` different ranks, `copies` cards of each.

    Examples
    --------
    >>> from zerosum.models.continuum.rules import Deck
    >>> Deck(ranks=3).spread
    (Fraction(3, 2), Fraction(1, 2))
    """

    ranks: int
    copies: int = 1
    replace: bool = False
    """Whether the second hand is dealt from a full deck again, so that the hands are independent."""

    def __post_init__(self) -> None:
        if self.ranks < 1 or self.copies < 1:
            raise GameError(f"a deck needs at least one card, not {self.ranks} ranks of {self.copies}")
        if self.ranks * self.copies < 2 and not self.replace:
            raise GameError("a deck dealt without replacement needs at least two cards, one for each player")

    @property
    def spread(self) -> tuple[Fraction, Fraction]:
        """(alpha, beta): ranks of weights w, w' meet with probability alpha w w', less beta w if equal."""
        cards = self.ranks * self.copies
        if self.replace:
            return Fraction(1), Fraction(0)
        return Fraction(cards, cards - 1), Fraction(1, cards - 1)

    @property
    def ends(self) -> list[Fraction]:
        """The ends of the ranks' intervals in [0, 1]; that of rank k, from 1, ends at k over the number of ranks."""
        return [Fraction(k, self.ranks) for k in range(self.ranks + 1)]


class BettingFamily(Family["BettingGame", "BettingSolution"]):
    """Betting games."""

    records: ClassVar[tuple[str, ...]] = (
        "continuum.answer.BettingSolution",
        "continuum.form.StepStrategy",
    )

    unavailable_reason: ClassVar[str] = (
        "hands come from [0, 1], where no single hand affects the value; use a deck instead"
    )

    extreme_points: Part[Callable[[BettingSolution], Mapping[Side, ExtremePoints]]] = Part(
        "questions.extreme_points"
    )
    """Find all optimal strategies with a deck, within the limits of the search."""


MAX_NAMED = 13
"""Largest number of cards whose names the rules list."""


@dataclass(frozen=True)
class BettingGame(Game):
    """A betting game: a tree, and the deal of hands.

    Examples
    --------
    >>> from zerosum.models.continuum.rules import a, b, fold, showdown
    >>> class OneBet(zerosum.BettingGame):
    ...     def tree(self):
    ...         return a({"check": showdown(1), "bet": b({"fold": fold(1), "call": showdown(2)})})
    >>> print(zerosum.solve(OneBet()).value)
    0.1 = 1/10
    """

    family: ClassVar[BettingFamily] = BettingFamily()
    seats: ClassVar[Mapping[Side, str]] = LETTER
    holding: ClassVar[str] = "card"

    @abstractmethod
    def tree(self) -> Decision:
        """Return the public betting tree."""

    @cached_property
    def form(self) -> BettingForm:
        """The tree in sequence form, checked and laid out once."""
        from zerosum.models.continuum.form import betting_form

        return betting_form(self.tree())

    @property
    def deck(self) -> Deck | None:
        """The deck, or None for independent hands on [0, 1]."""
        return None

    def rank(self, hand: object) -> Fraction:
        """Return the fraction of hands below a hand, which is given by its name or by the number of its card."""
        return exact(hand)

    def hand(self, rank: Fraction) -> str:
        """Return the name of the hand of this rank, the inverse of `rank`."""
        return str(rank)

    def hand_rules(self) -> tuple[str, ...]:
        """Return the rules for dealing and comparing hands, in sentences for the player."""
        deck = self.deck
        if deck is None:
            dealt = (
                "Each player is dealt a hand, a uniformly random number between 0 and 1, that only they see."
            )
        else:
            some = range(1, deck.ranks + 1) if deck.ranks <= MAX_NAMED else (1, deck.ranks)
            names = [self.hand(Fraction(rank)) for rank in some]
            listed = ", ".join(names) if deck.ranks <= MAX_NAMED else " to ".join(names)
            copies = f", {deck.copies} of each" if deck.copies > 1 else ""
            again = "; both are drawn from a full deck" if deck.replace else ""
            dealt = f"Each player is dealt one card of {listed} (the lowest first{copies}) that only they see{again}."
        tie = " Equal hands split the pot." if deck is None or deck.copies > 1 or deck.replace else ""
        first = LETTER[self.tree().player]
        return (
            dealt,
            f"{first} acts first. A player who folds loses the chips that player has put in. Otherwise "
            f"the higher hand wins the chips that the other player has put in.{tie}",
        )
