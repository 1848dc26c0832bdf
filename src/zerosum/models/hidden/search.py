"""Building the sequence form: every history of a hidden game is visited once, in waves of arrays.

A wave holds many histories of one length. The rules are called once for each distinct position in it. Everything else
(the players' information, their sequences, the probabilities) is in arrays with one index per history; a new object
gets the next free index. If very many histories follow a wave, they are processed in parts, one after another, so
that few positions are held in memory at a time; histories that follow the same one stay together.

If two histories are in one information set and the player's own sequences differ, the player has forgotten something:
such games are rejected, because neither a linear program nor a best response by recursion is right for them.

At the end information sets are numbered in the order of a depth-first walk.
"""

from __future__ import annotations

import gc
from array import array
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, pairwise
from random import Random
from statistics import median
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from zerosum.core.arrays import Bools, Ints
from zerosum.core.errors import GameError
from zerosum.core.game import Position
from zerosum.core.limits import ABSURD, Meter, require_budget
from zerosum.core.numbers import Amount
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side
from zerosum.models.hidden.form import (
    Event,
    HiddenForm,
    History,
    HistoryBlock,
    InformationSets,
    NamedSet,
    words,
)
from zerosum.models.hidden.rules import (
    POSITION_BYTES,
    POSITION_SECONDS,
    Choice,
    Deal,
    End,
    HiddenGame,
    Payoffs,
    Turn,
    amount_of,
    check_turn,
)

OFTEN = 16
"""Number of positions between two checks of the deadline."""
MANY = 1 << 16
"""Approximate maximum number of histories in a wave. If a game has more, its size is estimated first."""

PROBES = 101
"""Number of random plays from which the size of a game is estimated."""

T = TypeVar("T", bound=Hashable)


class Numbers(dict[T, int], Generic[T]):
    """Indices for distinct objects, in the order of their first use."""

    def __init__(self, *first: T) -> None:
        super().__init__()
        self.all: list[T] = []
        for one in first:
            self[one]

    def __missing__(self, one: T) -> int:
        number = self[one] = len(self.all)
        self.all.append(one)
        return number

    def of(self, things: Sequence[T]) -> list[int]:
        """Return the indices of distinct objects, looked up one after another."""
        known = [self.get(one, -1) for one in things]
        if -1 in known:
            new = [one for one, number in zip(things, known, strict=True) if number < 0]
            self.update(zip(new, range(len(self.all), len(self.all) + len(new)), strict=True))
            self.all.extend(new)
            known = [self[one] for one in things]
        return known


class Wave(NamedTuple):
    """Histories of equal length, as columns."""

    positions: list[Position]
    """The distinct positions."""
    picked: list[Hashable]
    """The possible last picks."""
    at: Ints
    """The index of each history's position."""
    before: Ints
    """The index of the history that each history extends."""
    pick: Ints
    """The index of the last pick."""
    knowledge: Ints
    """The index of the information of each player (column) before the last pick."""
    event: Ints
    """The index of the last event."""
    hears: Ints
    """1 if the player (column) knows the last event."""
    reached: Ints
    """The index of each player's sequence."""
    chance: Ints
    """The index of the probability of all chance moves."""

    def only(self, part: Bools | slice) -> Wave:
        return Wave(self.positions, self.picked, *(column[part] for column in self[2:]))

    def compact(self) -> Wave:
        """Return the same wave, without positions that belong to none of its histories."""
        used, at = np.unique(self.at, return_inverse=True)
        return self._replace(positions=[self.positions[place] for place in used.tolist()], at=at)


CHANCE, OVER = 2, 3
"""Values for the player to move besides the players 0 and 1: chance, or nobody because the game is over."""


@dataclass
class Turns:
    """The turns at a wave's positions, and the next position of each possible choice."""

    lines: list[tuple[int, ...]] = field(default_factory=list)
    """For each position: the player to move, the index of the first possible pick, the number of picks, whether row
    and whether col learns the pick, the name of the information set (-1 for none) or the payoff, and the moves; all
    as numbers.
    """
    picked: list[Hashable] = field(default_factory=list)
    events: list[int] = field(default_factory=list)
    factors: list[int] = field(default_factory=list)
    """The index of each pick's probability."""
    then: list[int] = field(default_factory=list)
    """The index of the position after each pick."""
    positions: list[Position] = field(default_factory=list)
    """The distinct next positions."""
    places: dict[tuple[type, Position], int] = field(default_factory=dict)

    def place(self, position: Position) -> int:
        new = len(self.positions)
        what = _as_key(position.payoff) if type(position) is End else position
        try:
            place = self.places.setdefault((type(position), what), new)
        except TypeError:  # positions need not be hashable
            place = new
        if place == new:
            self.positions.append(position)
        return place


class _Offer(NamedTuple):
    """The constant part of all choices with the same moves: the player, who sees them, and indices."""

    player: int
    row_hears: bool
    col_hears: bool
    moves: int
    events: list[int]
    certain: list[int]
    """The index of each move's factor, which is 1."""


def discover(game: HiddenGame, *, progress: Progress = silent, counted: bool = False) -> HiddenForm:
    """Return the sequence form of a game; every history is visited once.

    If `counted`, every end pays 1, so that weights are probabilities.
    """
    collecting = gc.isenabled()
    gc.disable()  # nothing here is part of a reference cycle
    try:
        return _Search(game, progress, counted).run()
    finally:
        if collecting:
            gc.enable()


def estimated_size(game: HiddenGame, meter: Meter) -> float:
    """Estimate the number of histories of a game without laying it out, as the median over random plays.

    A play that finds n1, n2, ... possible picks suggests 1 + n1 + n1 n2 + ... histories. This estimate is right on
    average, so at least half of all plays suggest at most twice the true number.

    Reference: D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 1975.
    """
    chance, sizes = Random(1), list[float]()
    for _ in range(PROBES):
        position, alike, size = game.start, 1.0, 1.0
        while not isinstance(turn := position if type(position) is End else game.turn(position), End):
            check_turn(turn, position)
            meter.check()
            picks = [one for one, _ in turn.outcomes] if isinstance(turn, Deal) else turn.moves
            alike *= len(picks)
            size += alike
            if (isinstance(turn, Choice) and turn.pays is not None) or size > ABSURD:
                break
            position = game.after(position, chance.choice(picks))
        sizes.append(size)
    return median(sizes)


class _Search:
    """The state of the search while waves are expanded."""

    def __init__(self, game: HiddenGame, progress: Progress, counted: bool) -> None:
        self.game, self.progress, self.counted, self.form = game, progress, counted, HiddenForm()
        self.meter = Meter(f"listing the positions of {game.slug}")
        self.events: Numbers[Event] = Numbers()
        self.knowledge = Numbers(-1)
        """The possible information of players: pairs of an earlier entry and one more event."""
        self.moves: Numbers[tuple[Hashable, ...]] = Numbers()
        self.names: Numbers[Hashable] = Numbers()
        self.chances, self.factors = Numbers(Fraction(1)), Numbers(Fraction(1))
        self.payoffs: Numbers[Amount | tuple[int, int]] = Numbers()
        """Amounts; fractions are stored as numerators and denominators, which are looked up faster."""
        self.choices: dict[tuple[Side, tuple[Hashable, ...], bool], _Offer] = {}
        self.weights: Numbers[int] = Numbers()
        """Pairs of a probability of chance and a payoff."""
        self.found: dict[Side, Numbers[int]] = {"row": Numbers(), "col": Numbers()}
        """The index of each set, by the player's information there."""
        self.offered: dict[Side, array[int]] = {"row": array("i"), "col": array("i")}
        """The number of each set's moves."""
        self.ends: list[tuple[Ints, Ints, Ints]] = []
        self.histories, self.known = 0, 1
        """The number of histories that have not ended, and of all histories found so far."""
        self.estimated = False

    def run(self) -> HiddenForm:
        none, both = np.zeros(1, np.int64), np.zeros((1, 2), np.int64)
        start = Wave([self.game.start], [()], none, none, none, both, none, both, both, none)
        waves = [iter([start])]
        while waves:
            self._require_budget(self.known)
            if wave := next(waves[-1], None):
                waves.append(self._next(wave))
            else:
                waves.pop()
        return self._form()

    def _require_budget(self, found: int) -> None:
        """Raise an error if many histories have been found and the estimate predicts too many."""
        if found > MANY and not self.estimated:
            self.estimated, size = True, estimated_size(self.game, self.meter)
            require_budget(self.meter.what, memory=POSITION_BYTES * size, seconds=POSITION_SECONDS * size)

    def _next(self, wave: Wave) -> Iterator[Wave]:
        turns = self._turns(wave.positions)
        lines = np.array(turns.lines, np.int64)[wave.at]
        over, many = lines[:, 0] == OVER, lines[:, 2]
        ended = wave.only(over)
        weight = _numbered(self.weights, ended.chance, lines[over, 5])
        self.ends.append((ended.reached[:, 0], ended.reached[:, 1], weight))
        self.form.positions, self.known = self.form.positions + len(many), self.known + int(many.sum())
        self.progress(self.form.positions, self.known, "positions found")
        self.meter.check()
        wave, lines = wave.only(~over), lines[~over]
        number = np.arange(self.histories, self.histories + len(wave.at))
        if len(number):
            before, pick = wave.before.astype(np.int32), wave.pick.astype(np.int32)
            self.form.past.append(HistoryBlock(self.histories, before, pick, wave.picked))
            self.histories += len(number)
        for part in _parts(lines[:, 2]):
            yield self._after(wave.only(part), number[part], lines[part].T, turns).compact()

    def _after(self, wave: Wave, number: Ints, lines: Ints, turns: Turns) -> Wave:
        """Return the histories that follow those of a wave; `number` holds the indices of the latter."""
        who, first, many, *hears, name, moves = lines
        known = wave.knowledge.copy()
        for me in range(2):
            learns = wave.hears[:, me] > 0
            known[learns, me] = _numbered(self.knowledge, known[learns, me], wave.event[learns])
        which = np.repeat(np.arange(len(who)), many)
        offset = np.arange(len(which)) - np.repeat(np.cumsum(many) - many, many)
        pick, reached = first[which] + offset, wave.reached[which]
        for me, side in enumerate(SIDES):
            mine, starts = who == me, np.zeros(len(who), np.int64)
            keys = np.where(name < 0, known[:, me], -1 - name)[mine]
            starts[mine] = self._sequences(side, keys, wave.reached[mine, me], moves[mine], number[mine])
            reached[mine[which], me] = (starts[which] + offset)[mine[which]]
        event, factor, then = (
            np.array(column, np.int64)[pick] for column in (turns.events, turns.factors, turns.then)
        )
        heard = np.column_stack(hears)[which]
        chance = self._times(wave.chance[which], factor)
        columns = then, number[which], pick, known[which], event, heard, reached, chance
        return Wave(turns.positions, turns.picked, *columns)

    def _turns(self, positions: list[Position]) -> Turns:
        turns, paid = Turns(), dict[Payoffs, list[int]]()
        for k, position in enumerate(positions):
            if (
                k % OFTEN == 0 or len(turns.then) > MANY
            ):  # the rules may be slow, or lead to very many positions
                self.meter.check()
                self._require_budget(len(turns.then))
            turn: Turn = position if type(position) is End else self.game.turn(position)
            if type(turn) is End:
                turns.lines.append((OVER, 0, 0, 0, 0, self.payoffs[_as_key(turn.payoff)], 0))
            elif type(turn) is Choice:
                self._choice(turns, paid, turn, position)
            elif type(turn) is Deal:
                turns.lines.append((CHANCE, len(turns.picked), len(turn.outcomes), *turn.learned_by, 0, 0))
                for outcome, probability in turn.outcomes:
                    turns.picked.append(outcome)
                    turns.events.append(self.events["chance", outcome])
                    turns.factors.append(self.factors[probability])
                    turns.then.append(turns.place(self.game.after(position, outcome)))
            else:
                check_turn(turn, position)
        return turns

    def _choice(self, turns: Turns, paid: dict[Payoffs, list[int]], turn: Choice, position: Position) -> None:
        """Record a choice; if its moves end the game, record the ends as the next positions."""
        side, moves, hidden, knows, pays = turn
        offer = self.choices.get((side, moves, hidden))
        if offer is None:
            check_turn(turn, position)
            hears = (side == "row" or not hidden, side == "col" or not hidden)
            events = [self.events[side, move] for move in moves]
            offer = _Offer(SIDES.index(side), *hears, self.moves[moves], events, [0] * len(moves))
            self.choices[side, moves, hidden] = offer
        me, row_hears, col_hears, number, events, certain = offer
        name = -1 if knows is None else self.names[knows]
        turns.lines.append((me, len(turns.picked), len(moves), row_hears, col_hears, name, number))
        turns.picked.extend(moves)
        turns.events.extend(events)
        turns.factors.extend(certain)
        if pays is None:
            after, place = self.game.after, turns.place
            turns.then.extend([place(after(position, move)) for move in moves])
            return
        if pays not in paid:
            paid[pays] = [turns.place(End(payoff)) for payoff in pays.amounts]
        turns.then.extend(paid[pays])

    def _times(self, chance: Ints, factor: Ints) -> Ints:
        less, products = factor > 0, Numbers[int]()
        which = _numbered(products, chance[less], factor[less])
        parts = [self.chances.all[one] * self.factors.all[two] for one, two in _pairs(products)]
        chance[less] = np.array([self.chances[part] for part in parts], np.int64)[which]
        return chance

    def _sequences(self, side: Side, keys: Ints, parents: Ints, moves: Ints, numbers: Ints) -> Ints:
        """Return the sequence of the first move of the set of each history at which a player moves."""
        different, first, which = np.unique(keys, return_index=True, return_inverse=True)
        sets, offered = self.form.of(side), self.offered[side]
        own = np.array(self.found[side].of(different.tolist()), np.int64)
        new = own >= len(sets)
        if new.any():
            begins = first[new]
            moves_here = [self.moves.all[number] for number in moves[begins].tolist()]
            sizes = [len(some) for some in moves_here]
            offered.extend(moves[begins].tolist())
            sets.parent.extend(parents[begins].tolist())
            sets.first.extend(accumulate(sizes[:-1], initial=sets.sequences))
            sets.moves.extend(moves_here)
            sets.keys.extend(
                key if key >= 0 else NamedSet(self.names.all[-1 - key]) for key in different[new].tolist()
            )
            sets.histories.extend(numbers[begins].tolist())
            sets.sequences += sum(sizes)
        parent, offer, start = (np.array(column)[own][which] for column in (sets.parent, offered, sets.first))
        for i in np.nonzero((parent != parents) | (offer != moves))[0].tolist():
            self._reject(side, int(own[which[i]]), int(numbers[i]), self.moves.all[moves[i]])
        return start

    def _reject(self, side: Side, index: int, number: int, moves: tuple[Hashable, ...]) -> None:
        """Raise a GameError for two histories that the player cannot distinguish although perfect recall or the moves
        require it.
        """
        self._store_knowledge()
        sets = self.form.of(side)
        reason = "its own earlier moves differ, so the game lacks perfect recall"
        if sets.moves[index] != moves:
            reason = f"has the moves {_listed(sets.moves[index])} and {_listed(moves)}"
        one, another = self.form.history(sets.histories[index]), self.form.history(number)
        raise GameError(
            f"{side} cannot distinguish the history ({_listed(one)}) from ({_listed(another)}), "
            f"both of which it knows as {words(self.form.seen(side, index))!r}, but {reason}"
        )

    def _store_knowledge(self) -> None:
        """Store the information that each index stands for."""
        events = self.events.all
        self.form.knowledge += [(before, events[event]) for before, event in _pairs(self.knowledge)[1:]]

    def _form(self) -> HiddenForm:
        form = self.form
        self._store_knowledge()
        amounts = [
            Fraction(1)
            if self.counted
            else Fraction(*payoff)
            if isinstance(payoff, tuple)
            else amount_of(payoff, "a payoff")
            for payoff in self.payoffs.all
        ]
        form.weights = [self.chances.all[chance] * amounts[payoff] for chance, payoff in _pairs(self.weights)]
        row, col, weight = (np.concatenate(column) for column in zip(*self.ends, strict=True))
        when = _in_depth(form.past, self.histories)
        form.ends = _in_order(form.row, when)[row], _in_order(form.col, when)[col], weight
        return form


def _as_key(amount: Amount) -> Amount | tuple[int, int]:
    """Return an amount as a lookup key: numerator and denominator of a fraction, which hash faster."""
    return amount.as_integer_ratio() if type(amount) is Fraction else amount


def _parts(many: Ints) -> Iterator[slice]:
    """Yield slices of histories such that each slice has about MANY successors."""
    begins = np.flatnonzero(np.diff((np.cumsum(many) - many) // MANY, prepend=-1)).tolist()
    for begin, end in pairwise([*begins, len(many)]):
        yield slice(begin, end)


def _numbered(numbers: Numbers[int], one: Ints, two: Ints) -> Ints:
    """Return the index of each pair (one[i], two[i]), looked up as one integer."""
    different, which = np.unique((one << 32) | two, return_inverse=True)
    return np.array(numbers.of(different.tolist()), np.int64)[which]


def _pairs(numbers: Numbers[int]) -> list[tuple[int, int]]:
    """Return the pairs that belong to the indices of `_numbered`."""
    return [(pair >> 32, pair & 0xFFFFFFFF) for pair in numbers.all]


def _in_depth(past: list[HistoryBlock], many: int) -> Ints:
    """Return the depth-first order of the histories; siblings are consecutive."""
    size, when = np.ones(many, np.int64), np.zeros(many, np.int64)
    eldest = [np.flatnonzero(np.diff(part.before, prepend=-1)) for part in past]
    own = [slice(part.first, part.first + len(part.before)) for part in past]
    for part, begins, mine in zip(past[:0:-1], eldest[:0:-1], own[:0:-1], strict=True):
        size[part.before[begins]] += np.add.reduceat(size[mine], begins)
    for part, begins, mine in zip(past[1:], eldest[1:], own[1:], strict=True):
        earlier = np.cumsum(size[mine]) - size[mine]
        earlier -= np.repeat(earlier[begins], np.diff(begins, append=len(part.before)))
        when[mine] = when[part.before] + 1 + earlier
    return when


def _in_order(sets: InformationSets, when: Ints) -> Ints:
    """Sort a player's sets, each after its parent; return the new number of each sequence."""
    parents, histories, first = (
        np.array(column, np.int64) for column in (sets.parent, sets.histories, sets.first)
    )
    counts = np.diff(first, append=sets.sequences)
    owner = np.repeat(np.arange(-1, len(sets)), np.concatenate([[1], counts]))[parents].tolist()
    due: list[int] = []
    for above, own in zip(owner, when[histories].tolist(), strict=True):
        due.append(max(own, due[above]) if above >= 0 else own)
    sorted_sets = np.argsort(due, kind="stable")
    begins = np.cumsum(counts[sorted_sets]) - counts[sorted_sets] + 1
    shift = np.empty(len(sets), np.int64)
    shift[sorted_sets] = begins - first[sorted_sets]
    new = np.arange(sets.sequences)
    new[1:] += np.repeat(shift, counts)
    order = sorted_sets.tolist()
    sets.parent = array("i", new[parents[sorted_sets]].tolist())
    sets.histories = array("i", histories[sorted_sets].tolist())
    sets.moves, sets.keys = [sets.moves[i] for i in order], [sets.keys[i] for i in order]
    sets.first = array("i", begins.tolist())
    return new


def _listed(items: History) -> str:
    return ", ".join(map(str, items))
