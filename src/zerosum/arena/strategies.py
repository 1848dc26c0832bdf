"""Strategies as tables: a probability for each side, information set and move. Tables and players can be converted
to each other.

`table_of` asks a player for its mix at every decision of its sides; `player_of` makes a player from a table. The
arena defines the decisions and their readable names (`Arena.decisions`). If hands are points of an interval, a row
of the table is about an interval of hands: "0 to 1/9, bet".
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from zerosum.arena.players import ROUNDING, Mix, Observation, Player, Stepwise
from zerosum.core.errors import InputError
from zerosum.core.game import Move, as_typed
from zerosum.core.numbers import Number, as_fraction, exact_text, nearest_float
from zerosum.core.sides import SIDES, Side

if TYPE_CHECKING:
    from zerosum.arena.arena import Arena

Missing = Literal["uniform"] | None
"""The rule for decisions missing from a table: all moves equally likely; None if missing decisions are rejected."""

StrategyTable = Mapping[tuple[Side, str], Mapping[str, Number]]
"""The probability of each move by its name, for each side and readable information set."""

MAX_LISTED = 3
"""Maximum number of information sets that an error lists."""


class StrategyRow(NamedTuple):
    """A row of a player's table."""

    side: Side
    information: str
    """The side's information set; empty if nothing is hidden."""
    move: Move
    probability: Number


class DecisionPoint(NamedTuple):
    """A decision of a side, with a readable name of the side's information there."""

    information: str
    seen: Observation


@dataclass(frozen=True)
class TablePlayer:
    """A player that looks its mixes up in a table.

    Examples
    --------
    >>> from zerosum.arena.strategies import player_of, table_of
    >>> from zerosum.models.family import arena_for
    >>> arena = arena_for(zerosum.load("kuhn")())
    >>> table = table_of(arena, arena.equilibrium)
    >>> [row.move for row in table if row.information == "J"], str(table[0].probability)
    (['check', 'bet'], '2/3')
    """

    name: str
    mixes: Mapping[tuple[Side, Hashable], Mix] = field(repr=False)
    """The mixes, by side and information set."""
    known: Callable[[Observation], Hashable] = field(repr=False)
    """A function that returns a side's information as used in the keys of `mixes`."""
    filled: int = 0
    """The number of decisions missing from the table."""

    @property
    def sides(self) -> tuple[Side, ...]:
        return tuple(side for side in SIDES if any(one == side for one, _ in self.mixes))

    def mix(self, seen: Observation) -> Mix:
        """Return the mix from the table; a single move needs no entry."""
        if len(seen.moves) == 1:
            return {seen.moves[0]: 1}
        found = self.mixes.get((seen.side, self.known(seen)))
        if found is None:
            raise InputError(
                f"{self.name} has no entry for {seen.side} at {str(seen.position)!r:.80}; "
                f"it is a strategy of {' and '.join(self.sides) or 'neither side'}"
            )
        return found


@dataclass(frozen=True)
class TableSteps(Stepwise):
    """A player of a game with hands from an interval, with a table of mixes by interval."""

    sides: tuple[Side, ...] = SIDES
    filled: int = 0


def table_of(arena: Arena[Any, Any], player: Player, sides: Sequence[Side] = SIDES) -> list[StrategyRow]:
    """Return a player's mix at every decision of some sides, with a row for each move."""
    return [
        row for side in SIDES if side in sides and side in arena.sides for row in arena.rows(player, side)
    ]


def rows_at(decisions: Iterable[DecisionPoint], player: Player) -> Iterator[StrategyRow]:
    """Yield a player's mix at some decisions, except where it has a single move."""
    for information, seen in decisions:
        if len(seen.moves) > 1:
            mix = player.mix(seen)
            for move in seen.moves:
                yield StrategyRow(seen.side, information, move, mix.get(move, 0))


def player_of(arena: Arena[Any, Any], table: StrategyTable, name: str, missing: Missing = None) -> Player:
    """Return the player that a table describes, checked against the game; the player has the sides in the table."""
    if missing not in (None, "uniform"):
        raise InputError(f"missing information sets can be filled only with uniform, not {missing!r}")
    sides = [side for side in SIDES if any(one == side for one, _ in table)]
    if not sides:
        raise InputError(f"{name} contains no strategy for either side")
    for side in sides:
        if side not in arena.sides:
            raise InputError(f"{name} has a strategy of {side}, but in this game only row chooses")
    return arena.player_of(table, name, missing)


def looked_up(arena: Arena[Any, Any], table: StrategyTable, name: str, missing: Missing) -> TablePlayer:
    """Return the player of a table with a row for each move at each decision."""
    rest = dict(table)
    alike = {(side, _letters(information)): (side, information) for side, information in table}
    mixes: dict[tuple[Side, Hashable], Mix] = {}
    unsaid: list[str] = []
    for side in dict.fromkeys(side for side, _ in table):
        decisions = list(arena.decisions(side))
        choices = [one for one in decisions if len(one.seen.moves) > 1]
        for information, seen in decisions:
            key = (side, information)
            if key not in rest:
                key = alike.get((side, _letters(information)), key)
            if key not in rest and len(choices) == 1 and (seen is choices[0].seen):
                key = next(((side, text) for text in ("", "start") if (side, text) in rest), key)
            given = rest.pop(key, None)
            if given is not None:
                mixes[side, arena.known(seen)] = mix_of(given, seen.moves, f"{name} at {information!r}")
            elif len(seen.moves) > 1:
                unsaid.append(f"{arena.game.seats[side]}: {information}")
                mixes[side, arena.known(seen)] = dict.fromkeys(seen.moves, Fraction(1, len(seen.moves)))
    if rest:
        raise InputError(
            f"{name} has {_count(len(rest), 'information set')} that this game does not have: "
            f"{_first(f'{side}: {information}' for side, information in rest)}; "
            "check that the strategy is for this game, with these parameters"
        )
    _reject_missing(name, unsaid, missing)
    return TablePlayer(name, mixes, arena.known, len(unsaid))


def named_moves(moves: Sequence[Move]) -> dict[str, Move]:
    """Return moves by their names in tables; use `repr` if two names would be equal."""
    named = {str(move): move for move in moves}
    return named if len(named) == len(moves) else {repr(move): move for move in moves}


def as_table(rows: Iterable[StrategyRow]) -> dict[tuple[Side, str], dict[str, Number]]:
    """Return rows by side and information set, each with its moves by their names."""
    found: dict[tuple[Side, str], dict[Move, Number]] = {}
    for row in rows:
        found.setdefault((row.side, row.information), {})[row.move] = row.probability
    return {key: dict(zip(named_moves(list(mix)), mix.values(), strict=True)) for key, mix in found.items()}


def mix_of(given: Mapping[str, Number], moves: Sequence[Move], where: str) -> Mix:
    """Return the mix over the game's own moves that a table gives by their names."""
    named = named_moves(moves)
    typed = {_letters(name): move for name, move in named.items()}
    mix: dict[Move, Number] = {}
    for name, p in given.items():
        move = named.get(name, typed.get(_letters(name)))
        if move is None and name not in named:
            raise InputError(f"{where} has no move {name!r:.40}; the moves are {', '.join(named)}")
        if move in mix:
            raise InputError(f"{where} gives {name!r:.40} twice; give each move one probability")
        if not 0 <= p <= 1 + ROUNDING:
            raise InputError(
                f"{where} gives {name!r:.40} the probability {nearest_float(p):g}; it must be from 0 to 1"
            )
        mix[move] = p
    total = sum(mix.values())
    if abs(float(total) - 1) > ROUNDING:
        raise InputError(f"{where} has probabilities that add up to {float(total):.12g}, not 1")
    return mix


INTERVAL = re.compile(r"(?:[^\d.,]* )?(?P<low>[\d./eE+-]+) to (?P<high>[\d./eE+-]+)(?:, (?P<turn>.*))?")
"""Matches the name of an interval of hands and the previous moves in a row of a table: "0 to 1/9, bet"."""


class HandCell(NamedTuple):
    """A player's mix on an interval of hands."""

    low: Fraction
    high: Fraction
    mix: Mix


def interval_rows(
    side: Side, label: str, after: str, moves: Sequence[Move], cells: Iterable[HandCell]
) -> Iterator[StrategyRow]:
    """Yield the rows of one decision; neighbouring intervals with the same mix are merged."""
    merged: list[HandCell] = []
    for cell in cells:
        if merged and all(merged[-1].mix.get(move, 0) == cell.mix.get(move, 0) for move in moves):
            merged[-1] = merged[-1]._replace(high=cell.high)
        else:
            merged.append(cell)
    for low, high, mix in merged:
        information = f"{label}{exact_text(low)} to {exact_text(high)}{after}"
        for move in moves:
            yield StrategyRow(side, information, move, mix.get(move, 0))


def read_cells(
    table: StrategyTable, turns: Mapping[tuple[Side, str], Sequence[Move]], name: str, missing: Missing
) -> tuple[dict[tuple[Side, str], list[HandCell]], int]:
    """Return the cells of each decision of `turns`, which cover [0, 1], and the number of filled gaps."""
    found: dict[tuple[Side, str], list[HandCell]] = {}
    for (side, information), given in table.items():
        match = INTERVAL.fullmatch(information.strip())
        here: tuple[Side, str] = (side, (match["turn"] if match else None) or "start")
        if match is None or here not in turns:
            raise InputError(
                f"{name} has {information!r:.60}, which is not an interval of hands at a decision of {side}, such as "
                "'0 to 1/9' or '1/9 to 1, bet'"
            )
        low, high = as_fraction(match["low"]), as_fraction(match["high"])
        if not 0 <= low < high <= 1:
            raise InputError(
                f"{name} has the interval {information!r:.60}; its ends must increase from 0 to 1"
            )
        mix = mix_of(given, turns[here], f"{name} at {information!r}")
        found.setdefault(here, []).append(HandCell(low, high, mix))
    unsaid, filled = list[str](), dict[tuple[Side, str], list[HandCell]]()
    for side, turn in turns:
        if all(one != side for one, _ in table):
            continue
        moves, cells = turns[side, turn], sorted(found.get((side, turn), ()), key=lambda cell: cell.low)
        even = dict.fromkeys(moves, Fraction(1, len(moves)))
        whole: list[HandCell] = []
        for cell in [*cells, HandCell(Fraction(1), Fraction(1), even)]:
            last = whole[-1].high if whole else Fraction(0)
            if cell.low < last:
                raise InputError(f"{name} has two rows for {side} with the hand {cell.low} after {turn!r}")
            if cell.low > last:
                unsaid.append(f"{side}: {last} to {cell.low}{'' if turn == 'start' else f', {turn}'}")
                whole.append(HandCell(last, cell.low, even))
            if cell.low < cell.high:
                whole.append(cell)
        filled[side, turn] = whole
    _reject_missing(name, unsaid, missing)
    return filled, len(unsaid)


def stepped(
    cells: Mapping[tuple[Side, str], Sequence[HandCell]],
    name: str,
    filled: int,
    turn_of: Callable[[Observation], str],
) -> TableSteps:
    """Return the player that looks up its hand, the `strength` of its observation, in a decision's cells."""
    ends = sorted({Fraction(0), Fraction(1), *(cell.low for turn in cells.values() for cell in turn)})

    def choose(seen: Observation) -> Mix:
        here = cells.get((seen.side, turn_of(seen)))
        if here is None:
            raise InputError(f"{name} has no entry for {seen.side}")
        place = bisect_right([cell.low for cell in here], seen.position.strength) - 1
        return here[place].mix

    sides = tuple(side for side in SIDES if any(one == side for one, _ in cells))
    return TableSteps(name, choose, ends=tuple(ends), sides=sides, filled=filled)


def cells_between(ends: Iterable[Number], mix_at: Callable[[Fraction], Mix]) -> Iterator[HandCell]:
    """Yield the cells between neighbouring end points, each with the mix at its midpoint."""
    for low, high in pairwise(sorted({Fraction(end) for end in ends})):
        yield HandCell(low, high, mix_at((low + high) / 2))


def _reject_missing(name: str, unsaid: Sequence[str], missing: Missing) -> None:
    if unsaid and missing is None:
        raise InputError(
            f"{name} has no entry for {_count(len(unsaid), 'information set')}: {_first(unsaid)}; add the "
            "missing rows, or fill them with uniform mixes by the option `missing`"
        )


def _first(named: Iterable[str]) -> str:
    """List the first few, and give the number of the others."""
    listed = list(named)
    return "; ".join(f"{one:.60}" for one in listed[:MAX_LISTED]) + "; …" * (len(listed) > MAX_LISTED)


def _count(n: int, what: str) -> str:
    return f"{n:,} {what}{'s' * (n != 1)}"


def _letters(text: str) -> str:
    """Return a text reduced to the letters that matter for recognising a name."""
    return "".join(as_typed(text).split())
