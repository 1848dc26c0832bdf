"""Typed data for the objects on a table (cards, dice, heaps, chips and so on), as one side sees them.

An arena fills a `Tabletop`; a front end draws it. No front end has to parse a sentence: a card has a rank and a
suit, a heap has a number, and an object that plays a move when it is touched has the name of that move.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from zerosum.core.data import Json, plain
from zerosum.core.sides import Side, other

SUITS = {"s": "s", "h": "h", "d": "d", "c": "c", "♠": "s", "♥": "h", "♦": "d", "♣": "c"}
"""The suits, as games write them."""
SIGNS = dict(zip(SUITS.values(), SUITS, strict=True))
"""The signs of the suits."""
MAX_RANK = 3
"""Largest number of characters of a rank: "10", "7½"."""


class Thing:
    """An object on a table; its fields are what a front end needs to draw it."""

    kind: ClassVar[str]
    """The kind of object, which decides how it is drawn."""

    def json(self) -> Json:
        """Return the object as plain data."""
        return {"kind": self.kind, **{name: plain(value) for name, value in vars(self).items()}}


@dataclass(frozen=True)
class TableCard:
    """A card; a face-down card has no rank."""

    rank: str = ""
    suit: str = ""
    look: Literal["", "prize", "gone", "spot"] = ""
    """A prize to be won, a card that is out of play, or an empty place."""
    word: str = ""
    """The move that plays the card; empty if it cannot be played."""
    by: Literal["", "mine", "theirs"] = ""
    """The player who owned the card, if it does not lie in front of that player."""

    def json(self) -> Json:
        """Return the card as plain data."""
        return dict(vars(self))


def card(name: object, *, word: str = "") -> TableCard:
    """Return a card by the name that a game gives it, such as K, 10♦ or Ks."""
    text = str(name)
    if 1 < len(text) <= MAX_RANK and text[-1] in SUITS:
        return TableCard(text[:-1], SUITS[text[-1]], word=word)
    return TableCard(text, word=word)


def in_signs(names: Iterable[object]) -> str:
    """Return cards for use in a sentence, with signs for their suits."""
    cards = map(card, names)
    return " ".join(f"{'10' if one.rank == 'T' else one.rank}{SIGNS.get(one.suit, '')}" for one in cards)


FACE_DOWN = TableCard()
"""A card that this side does not see."""


@dataclass(frozen=True)
class Cards(Thing):
    """A row of cards."""

    kind: ClassVar[str] = "cards"
    cards: tuple[TableCard, ...]
    label: str = ""
    """A label for people; empty for the hand of the player who sits there."""

    @classmethod
    def named(cls, names: Iterable[object], label: str = "") -> Cards:
        """Return face-up cards by their names."""
        return cls(tuple(map(card, names)), label)

    @classmethod
    def covered(cls, count: int, label: str = "") -> Cards:
        """Return cards that lie face down."""
        return cls((FACE_DOWN,) * count, label)


def played(mine: TableCard, theirs: TableCard) -> Cards:
    """Return the cards that both players played last."""
    return Cards((replace(mine, by="mine"), replace(theirs, by="theirs")), "Last: you, opponent")


@dataclass(frozen=True)
class Dice(Thing):
    """Dice that both sides see."""

    kind: ClassVar[str] = "dice"
    faces: tuple[int, ...]
    wild: int = 0
    """The wild face, which counts as any other; 0 for none."""


@dataclass(frozen=True)
class Cup(Thing):
    """A cup that hides some dice from this side."""

    kind: ClassVar[str] = "cup"
    count: int


@dataclass(frozen=True)
class Bids(Thing):
    """All bids of a dice game, in rows, with marks on the last bids and on the bids that may follow."""

    kind: ClassVar[str] = "bids"
    rows: tuple[tuple[tuple[int, int, str], ...], ...]
    """For each bid: the number of dice, the face, and the name of the move if it may be made now."""
    wild: int = 0
    mine: tuple[int, int] | None = None
    """This side's last bid."""
    theirs: tuple[int, int] | None = None


@dataclass(frozen=True)
class Gauge(Thing):
    """A number between 0 and 1, possibly hidden."""

    kind: ClassVar[str] = "gauge"
    at: float | None
    label: str = ""
    number: str = ""
    """The text beside the mark, instead of the number."""


@dataclass(frozen=True)
class Pill(Thing):
    """A short fact: a name and a number."""

    kind: ClassVar[str] = "pill"
    label: str
    value: str


@dataclass(frozen=True)
class Heaps(Thing):
    """Heaps of matches: the current sizes, and those at the start."""

    kind: ClassVar[str] = "heaps"
    left: tuple[int, ...]
    full: tuple[int, ...]


@dataclass(frozen=True)
class NodeRing(Thing):
    """Nodes that pay when a hidden counter leaves them."""

    kind: ClassVar[str] = "ring"
    names: tuple[str, ...]
    pays: tuple[float, ...]
    """The payoff to this side when the counter leaves each node."""
    edges: tuple[tuple[int, int], ...]
    possible: tuple[int, ...]
    """The nodes where the counter may stand, as far as this side knows."""


@dataclass(frozen=True)
class TokenGraph(Thing):
    """A graph with a token for each player, who may be at an unknown node."""

    kind: ClassVar[str] = "graph"
    nodes: tuple[str, ...]
    edges: tuple[tuple[str, str], ...]
    mine: str
    theirs: str
    words: tuple[tuple[str, str], ...] = ()
    """Nodes to which this side may go, and the names of the moves there."""
    in_line: bool = False
    """Whether the nodes lie in a row."""


@dataclass(frozen=True)
class Track(Thing):
    """A wrestler on a track of `size` positions; `at` counts towards the opponent's end, and beyond `size` he is
    out.
    """

    kind: ClassVar[str] = "track"
    size: int
    at: int


@dataclass(frozen=True)
class Duellists(Thing):
    """Two duellists who walk towards each other, with their current hit probabilities."""

    kind: ClassVar[str] = "duel"
    steps: int
    step: int
    mine: float
    theirs: float
    shots: tuple[tuple[int, ...], ...] | None = None
    """The steps at which this side and the opponent fired, if known."""


@dataclass(frozen=True)
class Days(Thing):
    """The stages, some of them over, and the number of inspections left."""

    kind: ClassVar[str] = "days"
    total: int
    left: int
    inspections: int


@dataclass(frozen=True)
class Posts(Thing):
    """Posts or fields with the troops of both sides; None if they are hidden or not placed yet."""

    kind: ClassVar[str] = "posts"
    worth: tuple[str, ...]
    """The value of each post."""
    mine: tuple[int | None, ...]
    theirs: tuple[int | None, ...]
    left: tuple[int, int]
    """The troops of this side and of the opponent that are not placed yet."""


@dataclass(frozen=True)
class Sign(Thing):
    """A sign shown with a hand: a coin, a symbol or fingers; face down if it has no name."""

    kind: ClassVar[str] = "sign"
    sort: Literal["coin", "sign", "fingers"]
    name: str = ""
    word: str = ""
    """The move that shows the sign."""


@dataclass(frozen=True)
class Target(Thing):
    """The prize at stake now."""

    kind: ClassVar[str] = "target"
    worth: str
    left: int
    """The number of targets still to come, including the current one."""


@dataclass(frozen=True)
class PayoffTable(Thing):
    """The current payoff of each pair of moves to this side, and the pair that was played."""

    kind: ClassVar[str] = "payoffs"
    rows: tuple[str, ...]
    cols: tuple[str, ...]
    cells: tuple[tuple[float, ...], ...]
    here: tuple[int, int] | None = None
    label: str = ""


@dataclass(frozen=True)
class StateList(Thing):
    """The states by name, and the current one."""

    kind: ClassVar[str] = "states"
    names: tuple[str, ...]
    here: str


@dataclass(frozen=True)
class Chips:
    """An amount of chips for each side: in the pot, or in the stacks."""

    mine: float
    theirs: float

    def json(self) -> Json:
        """Return the chips as plain data."""
        return dict(vars(self))


@dataclass(frozen=True)
class Tabletop:
    """A table as one side sees it, with parts near the opponent, in the middle and near this side."""

    theirs: tuple[Thing, ...] = ()
    middle: tuple[Thing, ...] = ()
    mine: tuple[Thing, ...] = ()
    pot: Chips | None = None
    stacks: Chips | None = None
    facts: tuple[Pill, ...] = ()
    """Short facts beside the middle."""

    def json(self) -> Json:
        """Return the table as plain data."""
        return {name: plain(value) for name, value in vars(self).items()}

    def open_to(self, opposite: Tabletop) -> Tabletop:
        """Return the board with the opponent's things face up, as seen from this side."""
        if any(isinstance(thing, Sign) for thing in opposite.mine):
            return self  # a sign is shown to both, or is still to be chosen
        return replace(self, theirs=opposite.mine or self.theirs)


def signs_board(
    sort: Literal["coin", "sign"],
    names: Sequence[str],
    side: Side,
    last: Mapping[Side, object],
    table: tuple[PayoffTable, ...],
) -> Tabletop:
    """Return the table of a game in which both players show a sign simultaneously, with the signs and the payoff."""
    if not last:
        mine = tuple(Sign(sort, name, name) for name in names)
        return Tabletop((Sign(sort),), table, mine)
    return Tabletop((Sign(sort, str(last[other(side)])),), table, (Sign(sort, str(last[side])),))


@dataclass(frozen=True)
class Happening:
    """An event of a round, as a side observes it: the player and the action."""

    who: Literal["you", "opponent", "chance"]
    what: str

    def json(self) -> Json:
        """Return the event as plain data."""
        return dict(vars(self))
