"""The sequence form of a hidden game: every history is visited once, and what remains are flat arrays.

A *sequence* of a player is one of the player's information sets with one of its moves; sequence 0 is the empty one.
With perfect recall a player comes to an information set by one sequence only, its *parent*; so a strategy is a
probability of each sequence, its *reach*, where the reaches of a set's moves add up to the reach of its parent. A
history that ends the game is a pair of sequences with a *weight*: the probability of its chance moves times the
payoff. The row player expects the sum of x(row) · y(col) · weight, which is bilinear in the reaches x and y.

Where two histories lie in one information set and the player's own sequences differ, the player has forgotten
something: such games are refused, since neither a linear program nor a best reply by recursion is right for them.

Reference: D. Koller, N. Megiddo and B. von Stengel, Fast algorithms for finding randomized strategies in game trees,
STOC 1994; H. W. Kuhn, Extensive games and the problem of information, 1953.
"""

from __future__ import annotations

import gc
from array import array
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, Protocol

from zerosum.errors import GameError
from zerosum.limits import Meter
from zerosum.models.answer import Answer, Extreme
from zerosum.models.game import Move, Position
from zerosum.models.hidden import (
    Choice,
    Deal,
    End,
    HiddenGame,
    Payoffs,
    amount_of,
    check_turn,
)
from zerosum.numerics.rational import Amount, Number
from zerosum.progress import Progress, silent
from zerosum.sides import Side

__all__ = [
    "Event",
    "HiddenAnswer",
    "HiddenForm",
    "History",
    "Named",
    "Sets",
    "discover",
    "read_alike",
    "words",
]

Event = tuple[str, Hashable]
"""Who picked ("row", "col" or "chance"), and what."""

History = tuple[Move, ...]
"""What was picked, in order: nested pairs (earlier, picked) while it is being found, flat in a message."""

Place = tuple[Position, int, int, int, int, int, History]
"""A history to go on from: by number what row and col were told, their sequences, the chance; and what was picked."""


class Named(NamedTuple):
    """What a player knows, by the name that the rules give."""

    name: Hashable


OFTEN = 1 << 12
"""After so many positions progress is told again."""


@dataclass
class Sets:
    """The information sets of one player, each after its parent, and the numbering of the player's sequences."""

    side: Side
    parent: array[int] = field(default_factory=lambda: array("i"))
    """The sequence that leads to each set."""
    first: array[int] = field(default_factory=lambda: array("i"))
    """The sequence of each set's first move; the others follow."""
    moves: list[tuple[Hashable, ...]] = field(default_factory=list)
    keys: list[int | Named] = field(default_factory=list)
    """What the player knows at each set: a number of `HiddenForm.told`, or the name that the rules give."""
    histories: list[History] = field(default_factory=list)
    """The first history found in each set."""
    sequences: int = 1
    """How many sequences there are, the empty one included."""

    def __len__(self) -> int:
        return len(self.first)

    def history(self, index: int) -> History:
        """What was picked, in order, in the first history found in a set."""
        return _flat(self.histories[index])


@dataclass
class HiddenForm:
    """Both players' information sets, and all ends of the game."""

    row: Sets = field(default_factory=lambda: Sets("row"))
    col: Sets = field(default_factory=lambda: Sets("col"))
    ends: tuple[array[int], array[int], array[int]] = field(
        default_factory=lambda: (array("i"), array("i"), array("i"))
    )
    """Of each end: row's sequence, col's sequence, the number of its weight."""
    weights: list[Fraction] = field(default_factory=list)
    """The different weights."""
    told: list[tuple[int, Event]] = field(default_factory=lambda: [(-1, ("", ""))])
    """What a player knows: all that number so-and-so knows, and one event more."""
    positions: int = 0

    def of(self, side: Side) -> Sets:
        """The information sets of a player."""
        return self.row if side == "row" else self.col

    def seen(self, side: Side, index: int) -> tuple[Event, ...] | Hashable:
        """What the player knows at an information set: the events in order, or the name that the rules give."""
        key = self.of(side).keys[index]
        if isinstance(key, Named):
            return key.name
        events: list[Event] = []
        while key > 0:
            key, event = self.told[key]
            events.append(event)
        return tuple(reversed(events))


class HiddenAnswer(Answer, Protocol):
    """What a solution of a hidden game answers."""

    @property
    def game(self) -> HiddenGame:
        """The game itself."""

    @property
    def form(self) -> HiddenForm:
        """Its information sets."""

    @property
    def pure(self) -> Mapping[Side, tuple[Number, Number]]:
        """What a pure strategy of each player was found to guarantee, and what none can better; empty if not asked."""

    def mix(self, side: Side, seen: tuple[Event, ...] | Hashable) -> Mapping[Hashable, Number]:
        """The probability of each move of a player who knows this."""

    def mix_at(self, side: Side, index: int) -> Mapping[Hashable, Number]:
        """The same for an information set by its number."""

    def comes_to(self, side: Side, index: int) -> bool:
        """Whether the player's own moves ever lead to an information set."""

    def extremes(self, rival: Sequence[Fraction]) -> tuple[Extreme, Extreme] | None:
        """The least and the most that row's optimal strategies earn against col's reaches; None if not found."""


def read_alike(one: str, other: str) -> bool:
    """Whether two texts say the same, blanks and capitals aside."""
    return "".join(one.split()).lower() == "".join(other.split()).lower()


def words(seen: tuple[Event, ...] | Hashable) -> str:
    """What a player knows, as a person reads it."""
    if isinstance(seen, tuple) and all(isinstance(event, tuple) and len(event) == 2 for event in seen):
        return ", ".join(str(picked) for _, picked in seen) or "start"
    return str(seen)


def discover(game: HiddenGame, *, progress: Progress = silent) -> HiddenForm:
    """Visit every history of a game once."""
    collecting = gc.isenabled()
    gc.disable()  # nothing that is made here refers back to itself
    try:
        return _Search(game, progress).run()
    finally:
        if collecting:
            gc.enable()


class _Search:
    """A walk in depth over all histories, with what each player was told on the way."""

    def __init__(self, game: HiddenGame, progress: Progress) -> None:
        self.game, self.progress = game, progress
        self.meter = Meter(f"laying out the positions of {game.called}")
        self.form = HiddenForm()
        self.knowledge: dict[tuple[int, str, Hashable], int] = {}
        self.found: dict[Side, dict[int | Named, int]] = {"row": {}, "col": {}}
        self.lessons: dict[Side, list[list[int]]] = {"row": [], "col": []}
        self.chances: list[Fraction] = [Fraction(1)]
        self.chance_of: dict[Fraction, int] = {Fraction(1): 0}
        self.products: dict[tuple[int, Fraction], int] = {}
        self.weight_of: dict[tuple[int, Amount], int] = {}
        self.weights_of: dict[tuple[int, Payoffs], array[int]] = {}

    def run(self) -> HiddenForm:
        """Take positions from a stack until it is empty: (position, told row, told col, row's sequence, col's,
        number of the chance, history)."""
        turn_of, form = self.game.turn, self.form
        stack: list[tuple[Position, int, int, int, int, int, History]] = [
            (self.game.start, 0, 0, 0, 0, 0, ())
        ]
        visits = 0
        while stack:
            here = stack.pop()
            turn = turn_of(here[0])
            form.positions += 1
            visits += 1
            if visits % OFTEN == 0:
                self.progress(form.positions, form.positions + len(stack), "positions found")
                self.meter.check()
            if type(turn) is End:
                self._end(here[3], here[4], here[5], turn.payoff)
            elif type(turn) is Choice:
                self._choice(stack, here, turn)
            elif type(turn) is Deal:
                self._deal(stack, here, turn)
            else:
                check_turn(turn, here[0])
        return form

    def _end(self, row: int, col: int, chance: int, payoff: Amount) -> None:
        """Note an end of the game."""
        rows, cols, numbers = self.form.ends
        rows.append(row)
        cols.append(col)
        numbers.append(self._weight(chance, payoff))

    def _ends(self, side: Side, first: int, other: int, chance: int, pays: Payoffs) -> None:
        """Note the ends after all moves of a last choice."""
        weights = self.weights_of.get((chance, pays))
        if weights is None:
            weights = array("i", [self._weight(chance, payoff) for payoff in pays.amounts])
            self.weights_of[chance, pays] = weights
        rows, cols, numbers = self.form.ends
        mine, theirs = (rows, cols) if side == "row" else (cols, rows)
        mine.extend(range(first, first + len(weights)))
        theirs.extend((other,) * len(weights))
        numbers.extend(weights)
        self.form.positions += len(weights)

    def _weight(self, chance: int, payoff: Amount) -> int:
        """The number of a chance times a payoff."""
        number = self.weight_of.get((chance, payoff))
        if number is None:
            number = self.weight_of[chance, payoff] = len(self.form.weights)
            self.form.weights.append(self.chances[chance] * amount_of(payoff, "a payoff"))
        return number

    def _deal(self, stack: list[Place], here: Place, turn: Deal) -> None:
        """Go on with each outcome."""
        position, told_row, told_col, row, col, chance, history = here
        after, learn = self.game.after, self._learn
        for outcome, probability in reversed(turn.outcomes):
            now_row = learn(told_row, "chance", outcome) if turn.told[0] else told_row
            now_col = learn(told_col, "chance", outcome) if turn.told[1] else told_col
            now = self._times(chance, probability)
            stack.append((after(position, outcome), now_row, now_col, row, col, now, (history, outcome)))

    def _choice(self, stack: list[Place], here: Place, turn: Choice) -> None:
        """Go on with each move, under the information set's sequences."""
        position, told_row, told_col, row, col, chance, history = here
        side, moves, hidden, knows, pays = turn
        mine = side == "row"
        told, theirs, parent = (told_row, told_col, row) if mine else (told_col, told_row, col)
        key = told if knows is None else Named(knows)
        sets, index = self.form.of(side), self.found[side].get(key)
        if index is None:
            index = self._new(key, parent, turn, history, position)
        elif sets.moves[index] != moves or sets.parent[index] != parent:
            self._differ(side, index, history, moves)
        if pays is not None:
            self._ends(side, sets.first[index], col if mine else row, chance, pays)
            return
        sequence = sets.first[index] + len(moves)
        lessons = (
            self._lessons(side, index, told) if knows is None else [self._learn(told, side, m) for m in moves]
        )
        after, learn = self.game.after, self._learn
        for move, lesson in zip(reversed(moves), reversed(lessons), strict=True):
            sequence -= 1
            then = after(position, move)
            seen = theirs if hidden else learn(theirs, side, move)
            if mine:
                stack.append((then, lesson, seen, sequence, col, chance, (history, move)))
            else:
                stack.append((then, seen, lesson, row, sequence, chance, (history, move)))

    def _lessons(self, side: Side, index: int, told: int) -> list[int]:
        """What a player knows after each move of a set, found once; all of the set's histories are told the same."""
        lessons = self.lessons[side]
        if index == len(lessons):
            lessons.append([self._learn(told, side, move) for move in self.form.of(side).moves[index]])
        return lessons[index]

    def _new(self, key: int | Named, parent: int, turn: Choice, history: History, position: Position) -> int:
        """The number of a new information set."""
        check_turn(turn, position)
        sets = self.form.of(turn.side)
        self.found[turn.side][key] = len(sets)
        sets.parent.append(parent)
        sets.first.append(sets.sequences)
        sets.moves.append(turn.moves)
        sets.keys.append(key)
        sets.histories.append(history)
        sets.sequences += len(turn.moves)
        if isinstance(key, Named) or turn.pays is not None:
            self.lessons[turn.side].append([])
        return len(sets) - 1

    def _differ(self, side: Side, index: int, history: History, moves: tuple[Hashable, ...]) -> None:
        """Refuse two histories that the player cannot tell apart, though it should."""
        sets = self.form.of(side)
        why = "has come there by moves of its own that differ, and forgets them"
        if sets.moves[index] != moves:
            why = f"has the moves {_listed(sets.moves[index])} and {_listed(moves)}"
        one, another = _flat(sets.histories[index]), _flat(history)
        raise GameError(
            f"{side} cannot tell the history ({_listed(one)}) from ({_listed(another)}), "
            f"both of which it knows as {words(self.form.seen(side, index))!r}, but {why}"
        )

    def _learn(self, told: int, who: str, picked: Hashable) -> int:
        """The number of what a player knows who was told one thing more."""
        key = (told, who, picked)
        number = self.knowledge.get(key)
        if number is None:
            number = self.knowledge[key] = len(self.form.told)
            self.form.told.append((told, (who, picked)))
        return number

    def _times(self, chance: int, probability: Fraction) -> int:
        """The number of a chance times a probability."""
        number = self.products.get((chance, probability))
        if number is None:
            product = self.chances[chance] * probability
            number = self.chance_of.setdefault(product, len(self.chances))
            if number == len(self.chances):
                self.chances.append(product)
            self.products[chance, probability] = number
        return number


def _flat(history: History) -> History:
    """What was picked, in order."""
    picked = []
    while history:
        history, last = history
        picked.append(last)
    return tuple(reversed(picked))


def _listed(items: History) -> str:
    """Things in a row, as text."""
    return ", ".join(map(str, items))
