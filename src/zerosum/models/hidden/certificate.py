"""The certificate of a hidden game: a mix for everything that a player can know while the other plays on.

A certificate may also hold the ranges of optimal strategies. For each player:

    claims    the least and the greatest probability of each move, at each information set that one of the plans reaches
    plans     optimal strategies, each proved by the opponent's best reply; every end must be attained by one of them
    bounds    strategies of the opponent, and small payments to the player for moves, or for coming to a set

If the best reply to such a strategy, payments included, earns the player no more than the value, then no optimal
strategy is paid anything, since it earns the value without payments. So a payment of 1 for a move and of -t for coming
to its set proves that no optimal strategy makes the move more often than t. Ends of 0 and 1 need no bound, and the
moves of a set bound each other, since their probabilities add up to 1.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.family import Certificate
from zerosum.core.game import Strategy
from zerosum.core.numbers import number
from zerosum.core.proofs import Recalled, fields, position_key, read_mix, recorded, written_mix
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.value import Value
from zerosum.models.hidden.rules import Choice, HiddenGame
from zerosum.models.hidden.verify import BestReply, bounds

if TYPE_CHECKING:
    from zerosum.models.hidden.answer import HiddenSolution

Mix = dict[Hashable, Fraction]


def write(solution: HiddenSolution) -> Data:
    """The mixes that the verifier asks for, by player and knowledge."""
    mixes: dict[str, Data] = {}
    write_at = recorded(solution.mix, written_mix, into=mixes)

    def mix_of(side: Side, known: Hashable, turn: Choice) -> Mix:
        write_at(side, known)
        return _read(mixes[position_key((side, known))], side, known, turn)

    bounds(solution.game, solution.value.is_exact, mix_of)
    if "ranges" not in vars(solution):
        return {"knowing": mixes}
    return {"knowing": mixes, "ranges": solution.game.family.range_proofs(solution)}


def prove(game: HiddenGame, claimed: Value, data: Data) -> Value:
    """The bounds that the mixes in the data prove; refused if it also claims ranges that it does not prove."""
    if isinstance(data, dict) and "ranges" in data:
        value = prove(game, claimed, {name: part for name, part in data.items() if name != "ranges"})
        if not value.is_exact:
            raise InputError("a certificate of ranges needs an exact value")
        for side, said in zip(SIDES, fields(data["ranges"], *SIDES, where="the ranges"), strict=True):
            worth = Fraction(value.lower) if side == "row" else -Fraction(value.lower)
            _prove_ranges(game, side, worth, said)
        return value
    [mixes] = fields(data, "knowing")
    entry_at = Recalled[Data](mixes, lambda entry, *_: entry)
    proved = bounds(
        game,
        claimed.is_exact,
        lambda side, known, turn: _read(entry_at(side, known), side, known, turn),
    )
    entry_at.refuse_others()
    return proved


def _prove_ranges(game: HiddenGame, side: Side, worth: Fraction, said: Data) -> None:
    """Refuse ranges of a player that are not attained or not bounded."""
    claims, plans, bounded = fields(said, "claims", "plans", "bounds", where="the ranges")
    attained: dict[tuple[str, str], set[Fraction]] = {}
    for plan in plans:
        entry_at, asked = Recalled[Data](plan, lambda entry, *_: entry), dict[str, Mix]()

        def mine(
            known: Hashable,
            turn: Choice,
            entry_at: Recalled[Data] = entry_at,
            asked: dict[str, Mix] = asked,
        ) -> Mix:
            asked[position_key((side, known))] = mix = _read(entry_at(side, known), side, known, turn)
            return mix

        if BestReply(game, mine, other(side), exact=True).earned() != -worth:
            raise InputError(f"a strategy of {side} that is to attain ranges is not optimal")
        for key, mix in asked.items():
            for move, p in mix.items():
                attained.setdefault((key, str(move)), set()).add(p)
    most: dict[tuple[str, str], Fraction] = {}
    least: dict[tuple[str, str], Fraction] = {}
    for bound in bounded:
        _prove_bound(game, side, worth, bound, least, most)
    fields(claims, *{key for key, _ in attained}, where="the ranges")
    for key, moves in claims.items():
        ends = {move: tuple(Fraction(number(end)) for end in pair) for move, pair in moves.items()}
        if set(ends) != {move for name, move in attained if name == key}:
            raise InputError(f"the certificate must give the range of every move at {key}, and of no other")
        low = {move: least.get((key, move), Fraction(0)) for move in ends}
        high = {move: most.get((key, move), Fraction(1)) for move in ends}
        for move, (first, last) in ends.items():
            others = [one for one in ends if one != move]
            lowest = max(low[move], 1 - sum(high[one] for one in others))
            highest = min(high[move], 1 - sum(low[one] for one in others))
            if not {first, last} <= attained.get((key, move), set()):
                raise InputError(f"no strategy of the certificate attains the range of {move!r} at {key}")
            if lowest < first or highest > last:
                raise InputError(f"the certificate does not bound the range of {move!r} at {key}")


def _prove_bound(
    game: HiddenGame,
    side: Side,
    worth: Fraction,
    bound: Data,
    least: dict[tuple[str, str], Fraction],
    most: dict[tuple[str, str], Fraction],
) -> None:
    """Check one strategy of the opponent with its payments, and note the ends that it proves."""
    unit, pays, mixes = fields(bound, "unit", "pays", "against", where="a bound")
    size = Fraction(number(unit))
    if size <= 0 or not pays:
        raise InputError("the payments of a bound must be positive")
    paid = {
        key: {move: (int(sign), Fraction(number(t))) for move, sign, t in said} for key, said in pays.items()
    }
    by_set = _Payments(side, paid, size)

    entry_at = Recalled[Data](mixes, lambda entry, *_: entry)

    def theirs(known: Hashable, turn: Choice) -> Mix:
        return _read(entry_at(other(side), known), other(side), known, turn)

    reply = BestReply(game, theirs, side, exact=True, paid=by_set)
    if reply.earned() > worth or not by_set.asked.keys() >= paid.keys():
        raise InputError("a bound of the certificate does not hold")
    several = sum(map(len, paid.values())) > 1
    for key, said in paid.items():
        for move, (sign, ratio) in said.items():
            if abs(sign) != 1 or (several and (sign < 0 or ratio)):
                raise InputError("a bound pays for one move, or for moves that are never made")
            if sign > 0:
                most[key, move] = min(ratio, most.get((key, move), Fraction(1)))
            else:
                least[key, move] = max(ratio, least.get((key, move), Fraction(0)))


class _Payments(Mapping[Hashable, Mapping[Hashable, Fraction]]):
    """What a player is paid at an information set, by what the player knows there."""

    def __init__(
        self, side: Side, paid: Mapping[str, Mapping[str, tuple[int, Fraction]]], size: Fraction
    ) -> None:
        self.side, self.paid, self.size = side, paid, size
        self.asked: dict[str, Hashable] = {}

    def __getitem__(self, known: Hashable) -> Mapping[Hashable, Fraction]:
        key = position_key((self.side, known))
        if key not in self.paid:
            raise KeyError(known)
        if self.asked.setdefault(key, known) != known:
            raise InputError(f"two information sets read {key!r:.60}; a certificate needs distinct texts")
        return _MovePayments(self.paid[key], self.size)

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.paid)

    def __len__(self) -> int:
        return len(self.paid)


class _MovePayments(Mapping[Hashable, Fraction]):
    """The payments for the moves of one set: for the move itself, and for coming to the set whatever is played."""

    def __init__(self, said: Mapping[str, tuple[int, Fraction]], size: Fraction) -> None:
        self.said, self.size = said, size

    def __getitem__(self, move: Hashable) -> Fraction:
        total = Fraction(0)
        for name, (sign, ratio) in self.said.items():
            total += sign * (int(name == str(move)) - ratio)
        return total * self.size

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.said)

    def __len__(self) -> int:
        return len(self.said)


def verify(solution: HiddenSolution) -> Value:
    """Bounds on the value, from the solution's mixes as a certificate would have them."""

    def mix_of(side: Side, known: Hashable, turn: Choice) -> Mix:
        mix: Strategy = solution.mix(side, known)
        return _read(written_mix(mix), side, known, turn)

    return bounds(solution.game, solution.value.is_exact, mix_of)


def _read(entry: Data, side: Side, known: Hashable, turn: Choice) -> Mix:
    return read_mix(entry, turn.moves, f"where {side} knows {known}")


CERTIFICATE = Certificate(write, prove)
