"""Betting games: two private hands, a public tree of bets, folds and showdowns.

Player A (row) and player B (col) each receive a hand, and see only their own. Then they walk down a public
tree: at a *decision* one of them chooses an action; a *fold* ends the game and costs the one who folds a
fixed amount; a *showdown* ends it with the higher hand winning a fixed amount, equal hands nothing. Amounts
are what changes hands in the end, antes and bets together. Hands are independent and uniform on [0, 1], or
cards of a finite deck. Any other continuous distribution becomes uniform by ranking: a hand stands for the
share of hands below it.

A tree takes a few lines:

    a({"fold": fold(1), "bet": b({"fold": fold(1), "see": showdown(2)})})

What a tree may not be, `check` says in one sentence; `tree_text` shows it.

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
from zerosum.core.game import Game
from zerosum.core.limits import afford
from zerosum.core.numbers import as_fraction
from zerosum.core.sides import Side
from zerosum.models.betting.family import BettingFamily

if TYPE_CHECKING:
    from zerosum.models.betting.form import BettingForm

SMALLEST = Fraction(1, 10**100)
"""Smallest positive number of a game; the largest is its inverse. Floats must be able to represent them."""

MOST_DEEP = 200
"""Maximum number of actions on one path of a tree."""
BYTES, SECONDS = 2000, 1e-5
"""Memory and time for laying out one node of a tree, as measured."""

LETTER: dict[Side, str] = {"row": "A", "col": "B"}
"""The papers' names of the players."""
SIDE_OF = {letter: side for side, letter in LETTER.items()}


@dataclass(frozen=True)
class Fold:
    """The one who chose it gives up, and loses `amount`.

    Examples
    --------
    >>> from zerosum.models.betting.rules import fold
    >>> fold("1/2")
    Fold(amount=Fraction(1, 2))
    """

    amount: Fraction


@dataclass(frozen=True)
class Showdown:
    """The hands are compared; the higher wins `amount` from the other.

    Examples
    --------
    >>> from zerosum.models.betting.rules import showdown
    >>> showdown(2)
    Showdown(amount=Fraction(2, 1))
    """

    amount: Fraction


@dataclass(frozen=True)
class Decision:
    """`player` chooses one of the actions; list them from the weakest to the strongest.

    Examples
    --------
    >>> from zerosum.models.betting.rules import Decision, showdown
    >>> list(Decision("row", {"check": showdown(1), "bet": showdown(2)}).actions)
    ['check', 'bet']
    """

    player: Side
    actions: Mapping[str, Node]


Node = Decision | Fold | Showdown


def exact(amount: object) -> Fraction:
    """A number or a text as an exact fraction: "0.62" is 31/50."""
    try:
        number = as_fraction(amount)
    except InputError as problem:
        raise GameError(str(problem)) from None
    if number and not SMALLEST <= abs(number) <= 1 / SMALLEST:
        raise GameError("amounts and hands lie between 1e-100 and 1e100, or are 0")
    return number


def fold(amount: object) -> Fold:
    """A fold that costs `amount`.

    Parameters
    ----------
    amount
        What the one who folds loses: a number, or a text such as "1/2".

    Returns
    -------
    Fold
        A leaf of the tree.

    Examples
    --------
    >>> from zerosum.models.betting.rules import fold
    >>> print(fold("0.62").amount)
    31/50
    """
    return Fold(exact(amount))


def showdown(amount: object) -> Showdown:
    """A showdown for `amount`.

    Parameters
    ----------
    amount
        What the higher hand wins.

    Returns
    -------
    Showdown
        A leaf of the tree.

    Examples
    --------
    >>> from zerosum.models.betting.rules import showdown
    >>> print(showdown(2).amount)
    2
    """
    return Showdown(exact(amount))


def a(actions: Mapping[str, Node]) -> Decision:
    """A decision of A, the row player.

    Parameters
    ----------
    actions
        What A may do, from the weakest to the strongest, and what follows.

    Returns
    -------
    Decision
        A node of the tree.

    Examples
    --------
    >>> from zerosum.models.betting.rules import a, showdown
    >>> a({"check": showdown(1)}).player
    'row'
    """
    return Decision("row", actions)


def b(actions: Mapping[str, Node]) -> Decision:
    """A decision of B, the column player.

    Parameters
    ----------
    actions
        What B may do, from the weakest to the strongest, and what follows.

    Returns
    -------
    Decision
        A node of the tree.

    Examples
    --------
    >>> from zerosum.models.betting.rules import b, showdown
    >>> b({"check": showdown(1)}).player
    'col'
    """
    return Decision("col", actions)


def walk(node: Node, history: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Node]]:
    """Every node below and including this one, with the actions that lead to it."""
    yield history, node
    if isinstance(node, Decision):
        for action, child in node.actions.items():
            yield from walk(child, (*history, action))


def count(node: Node) -> int:
    """The number of nodes of a tree; a node to which several actions lead counts once for each."""
    return _count(node, {}, ())


def _count(node: Node, known: dict[int, int], above: tuple[int, ...]) -> int:
    if not isinstance(node, Decision):
        return 1
    if id(node) in above:
        raise GameError("a decision of the tree leads back to itself, and a betting tree must end")
    if len(above) == MOST_DEEP:
        raise GameError(f"a betting tree may be {MOST_DEEP} actions deep, and this one is deeper")
    if id(node) not in known:
        inside = (*above, id(node))
        known[id(node)] = 1 + sum(_count(child, known, inside) for child in node.actions.values())
    return known[id(node)]


def check(root: Node) -> None:
    """Raise a GameError that says what is wrong with a tree; do nothing if it is sound.

    Parameters
    ----------
    root
        The first decision.

    Examples
    --------
    >>> from zerosum.models.betting.rules import a, check, showdown
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
    afford(f"a betting tree of {nodes:,} nodes", memory=BYTES * nodes, seconds=SECONDS * nodes)
    for history, node in walk(root):
        where = f"after {', '.join(history)!r}" if history else "at the start"
        if isinstance(node, Decision):
            _check_decision(node, where)
        elif not isinstance(node, Fold | Showdown):
            raise GameError(f"the leaf {where} has no amount; write fold(1) or showdown(2), not {node!r}")
        elif isinstance(node, Showdown) and node.amount <= 0:
            raise GameError(f"the showdown {where} is for {node.amount}; stakes and bets must be positive")


def _check_decision(node: Decision, where: str) -> None:
    """A decision belongs to A or B and offers something."""
    if node.player not in LETTER:
        raise GameError(f"the decision {where} belongs to {node.player!r}; it must be 'row' (A) or 'col' (B)")
    if not node.actions:
        raise GameError(f"the decision {where} offers no action; list at least one, or make it a leaf")


def tree_text(root: Node) -> str:
    """The tree as text, a line per action.

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
    >>> from zerosum.models.betting.rules import a, b, fold, showdown, tree_text
    >>> print(tree_text(a({"fold": fold(1), "bet": b({"fold": fold(1), "see": showdown(2)})})))
    A chooses
    ├─ fold: A loses 1
    └─ bet: B chooses
       ├─ fold: B loses 1
       └─ see: showdown for 2
    """
    lines = [f"{LETTER[root.player]} chooses"] if isinstance(root, Decision) else [_leaf(root, "row")]
    lines += _branches(root, "")
    return "\n".join(lines)


def _branches(node: Node, margin: str) -> list[str]:
    """The lines of everything below a node."""
    if not isinstance(node, Decision):
        return []
    lines: list[str] = []
    for i, (action, child) in enumerate(node.actions.items()):
        last = i == len(node.actions) - 1
        then = f"{LETTER[child.player]} chooses" if isinstance(child, Decision) else _leaf(child, node.player)
        lines.append(f"{margin}{'└─' if last else '├─'} {action}: {then}")
        lines += _branches(child, margin + ("   " if last else "│  "))
    return lines


def _leaf(leaf: Fold | Showdown, actor: Side) -> str:
    """What a leaf pays, in words."""
    if isinstance(leaf, Showdown):
        return f"showdown for {leaf.amount}"
    return f"{LETTER[actor]} loses {leaf.amount}"


@dataclass(frozen=True)
class Deck:
    """A finite deck: `ranks` different ranks, `copies` cards of each.

    Examples
    --------
    >>> from zerosum.models.betting.rules import Deck
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
        """(alpha, beta): ranks of weights w meet with probability alpha w w', less beta w if they are equal."""
        cards = self.ranks * self.copies
        if self.replace:
            return Fraction(1), Fraction(0)
        return Fraction(cards, cards - 1), Fraction(1, cards - 1)

    @property
    def ends(self) -> list[Fraction]:
        """The ends of the ranks' intervals in [0, 1]; that of rank k, from 1, ends at k over the number of ranks."""
        return [Fraction(k, self.ranks) for k in range(self.ranks + 1)]


@dataclass(frozen=True)
class BettingGame(Game):
    """A betting game: a tree, and how hands are dealt.

    Examples
    --------
    >>> from zerosum.models.betting.rules import a, b, fold, showdown
    >>> class OneBet(zerosum.BettingGame):
    ...     def tree(self):
    ...         return a({"check": showdown(1), "bet": b({"fold": fold(1), "call": showdown(2)})})
    >>> print(zerosum.solve(OneBet()).value)
    0.1 = 1/10
    """

    family: ClassVar[BettingFamily] = BettingFamily()
    seats: ClassVar[Mapping[Side, str]] = LETTER

    @abstractmethod
    def tree(self) -> Decision:
        """The public betting tree."""

    @cached_property
    def form(self) -> BettingForm:
        """The tree in sequence form, checked and laid out once."""
        from zerosum.models.betting.form import betting_form

        return betting_form(self.tree())

    @property
    def deck(self) -> Deck | None:
        """The deck, or None for independent hands on [0, 1]."""
        return None

    def rank(self, hand: object) -> Fraction:
        """A hand as a person names it, as the share of hands below it (or the number of its card)."""
        return exact(hand)

    def hand(self, rank: Fraction) -> str:
        """The other way: what a person calls the hand of this rank."""
        return str(rank)
