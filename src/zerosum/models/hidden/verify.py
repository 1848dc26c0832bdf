"""Check a hidden game's strategies: the guarantee of each against a best response, from the rules and the strategies
alone.

All histories that look alike to the responder are carried along together, each with its weight: the product of the
probabilities of chance and of the opponent. They are followed until the game is over or the responder must move; then
they are grouped by the responder's information, and in each group the best move is the one with the highest total EV.

If the claim is exact, everything is computed in fractions. Otherwise a weight is a whole number of units of 2^-128
that is rounded down at every factor: the true weight is at least this number, and larger by less than one unit for
each factor. A payoff is multiplied by the bound on the weight that is better for the responder, so the sum is an
upper bound.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.game import Position
from zerosum.core.numbers import number
from zerosum.core.outward import BITS, interval
from zerosum.core.proofs import Recalled, fields, position_key, read_mix
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.value import Value
from zerosum.models.hidden.rules import Choice, Deal, End, HiddenGame, amount_of

Mix = Mapping[Hashable, Fraction]
MixOf = Callable[[Side, Hashable, Choice], Mix]
"""Maps a side, its information and its choice to the probability of each move: fractions that add up to 1."""


RangeEnds = dict[tuple[str, str, int], Fraction]
"""Ends of ranges, by information set, move and sign: +1 for the upper end, -1 for the lower one."""


def prove(game: HiddenGame, claimed: Value, data: Data) -> Value:
    """Return the bounds that the mixes in the data prove; reject data with unproved ranges."""
    knowing, *ranges = fields(data, "knowing", *["ranges"] * ("ranges" in data))
    entry_at = Recalled(knowing)
    value = bounds(game, claimed.is_exact, lambda side, *at: read_at(entry_at(side, at[0]), side, *at))
    entry_at.reject_others()
    for said in ranges:
        prove_ranges(game, value, said)
    return value


def read_at(entry: Data, side: Side, known: Hashable, turn: Choice) -> Mix:
    """Return the mix over a player's moves with this information."""
    return read_mix(entry, turn.moves, f"where {side} knows {known}")


def bounds(game: HiddenGame, exact: bool, mix_of: MixOf) -> Value:
    """Return bounds on the value, from each side's mixes given its information."""
    lower, upper = -response_bound(game, exact, mix_of, "col"), response_bound(game, exact, mix_of, "row")
    return interval(lower, upper, exact)


def response_bound(game: HiddenGame, exact: bool, mix_of: MixOf, responder: Side) -> Fraction:
    """Return an upper bound on the EV of the best response to the opponent's strategy; the EV itself if `exact`."""
    return InformedResponse(game, lambda *at: mix_of(other(responder), *at), responder, exact).ev()


Reach = Fraction | int
Event = tuple[str, Hashable]


class History(NamedTuple):
    """A path to a position: its weight, its number of factors, and both players' information."""

    position: Position
    weight: Reach
    factors: int
    mine: tuple[Hashable, ...] = ()
    theirs: tuple[Hashable, ...] = ()


@dataclass(frozen=True)
class InformedResponse:
    """The best response of one side to the other's strategy."""

    game: HiddenGame
    opponent: Callable[[Hashable, Choice], Mapping[Hashable, Fraction]]
    """Maps the opponent's information and choice to the probability of each move."""
    responder: Side
    exact: bool
    """Whether weights are fractions, not whole numbers of units that are rounded down."""
    found: dict[Hashable, tuple[dict[Hashable, Fraction], Reach]] = field(default_factory=dict)
    """For each information set of the responder: the EV of each move with best play afterwards, times the weight of
    the histories, and this weight; filled by `ev`.
    """
    paid: Callable[[Hashable, Hashable], Fraction] | None = None
    """Extra payments to the responder for moves, weighted by the responder's own reach, but not by chance and the
    opponent. If there are such payments, moves that the opponent never makes are also followed.
    """

    def ev(self) -> Fraction:
        """Return an upper bound on the responder's EV in the whole game."""
        one = Fraction(1) if self.exact else 1 << BITS
        return self._best([History(self.game.start, one, 0)]) / one

    def _best(self, histories: list[History]) -> Fraction:
        """Return an upper bound on the responder's weighted EV from these histories."""
        earned = Fraction(0)
        groups: dict[Hashable, list[tuple[History, Choice]]] = {}
        while histories:
            here = histories.pop()
            turn = self.game.turn(here.position)
            if isinstance(turn, End):
                payoff = amount_of(turn.payoff, "a payoff") * (1 if self.responder == "row" else -1)
                doubt = 0 if self.exact or payoff < 0 else here.factors
                earned += (here.weight + doubt) * payoff
            elif isinstance(turn, Choice) and turn.side == self.responder:
                known = here.mine if turn.knows is None else turn.knows
                groups.setdefault(known, []).append((here, turn))
            else:
                self._follow(here, turn, histories)
        for known, group in groups.items():
            if any(turn.moves != group[0][1].moves for _, turn in group):
                raise ArithmeticError("a player could distinguish positions by the moves offered")
            worth = {}
            for move in group[0][1].moves:
                event = (self.responder, move)
                after = [self._after(at, event, True, not turn.hidden) for at, turn in group]
                worth[move] = self._best(after) + (self.paid(known, move) if self.paid else 0)
            self.found[known] = worth, sum(here.weight for here, _ in group)
            earned += max(worth.values())
        return earned

    def _after(self, here: History, event: Event, mine: bool, theirs: bool) -> History:
        """Return the history after an event, which the responder and the opponent may or may not see."""
        ours, others = here.mine + (event,) * mine, here.theirs + (event,) * theirs
        return here._replace(position=self.game.after(here.position, event[1]), mine=ours, theirs=others)

    def _follow(self, here: History, turn: Deal | Choice, histories: list[History]) -> None:
        """Append the possible next histories at a move of chance or the opponent."""
        if isinstance(turn, Deal):
            mine, theirs = turn.learned_by if self.responder == "row" else turn.learned_by[::-1]
            who, chances = "chance", dict(turn.outcomes)
        else:
            mine, theirs, who = not turn.hidden, True, turn.side
            chances = dict(self.opponent(here.theirs if turn.knows is None else turn.knows, turn))
        for picked, p in chances.items():
            if p or self.paid is not None:
                weight = here.weight * p if self.exact else here.weight * p.numerator // p.denominator
                after = self._after(here, (who, picked), mine, theirs)
                histories.append(after._replace(weight=weight, factors=here.factors + 1))


def prove_ranges(game: HiddenGame, value: Value, said: Data) -> None:
    """Raise an error for unproved ranges of optimal strategies; other models call this function with their games as
    trees.
    """
    if not value.is_exact:
        raise InputError("a certificate of ranges needs an exact value")
    for side, part in zip(SIDES, fields(said, *SIDES, where="the ranges"), strict=True):
        _prove_ranges(game, side, Fraction(value.lower) * (1 if side == "row" else -1), part)


def _prove_ranges(game: HiddenGame, side: Side, worth: Fraction, said: Data) -> None:
    """Raise an error unless a player's ranges are attained and bounded."""
    claims, plans, bounded = fields(said, "claims", "plans", "bounds", where="the ranges")
    attained: dict[tuple[str, str], set[Fraction]] = {}
    for plan in plans:
        asked: dict[str, Mix] = {}
        response = InformedResponse(game, _mixes(plan, side, asked), other(side), exact=True)
        if response.ev() != -worth:
            raise InputError(f"a strategy of {side} that should attain a range is not optimal")
        for key, mix in asked.items():
            for move, p in mix.items():
                attained.setdefault((key, str(move)), set()).add(p)
    ends = RangeEnds()
    for bound in bounded:
        _prove_bound(game, side, worth, bound, ends)
    fields(claims, *{key for key, _ in attained}, where="the ranges")
    for key, moves in claims.items():
        fields(moves, *(move for name, move in attained if name == key), where=f"the ranges at {key:.60}")
        low = {move: ends.get((key, move, -1), Fraction(0)) for move in moves}
        high = {move: ends.get((key, move, +1), Fraction(1)) for move in moves}
        for move, stated in moves.items():
            first, last = (Fraction(number(end)) for end in stated)
            lowest = max(low[move], 1 - sum(high[one] for one in moves if one != move))
            highest = min(high[move], 1 - sum(low[one] for one in moves if one != move))
            if not {first, last} <= attained[key, move]:
                raise InputError(f"no strategy of the certificate attains the range of {move!r} at {key}")
            if lowest < first or highest > last:
                raise InputError(f"the certificate does not bound the range of {move!r} at {key}")


def _mixes(said: Data, side: Side, asked: dict[str, Mix]) -> Callable[[Hashable, Choice], Mix]:
    """Return a strategy of a certificate, wrapped so that it records which of its entries are used."""
    entry_at = Recalled(said)

    def mix_of(known: Hashable, turn: Choice) -> Mix:
        asked[position_key((side, known))] = mix = read_at(entry_at(side, known), side, known, turn)
        return mix

    return mix_of


def _prove_bound(game: HiddenGame, side: Side, worth: Fraction, bound: Data, ends: RangeEnds) -> None:
    """Check one strategy of the opponent with its payments, and record the range ends that it proves."""
    unit, pays, mixes = fields(bound, "unit", "pays", "against", where="a bound")
    size, sets = Fraction(number(unit)), dict[str, Hashable]()
    if size <= 0 or not pays:
        raise InputError("the payments of a bound must be positive")
    paid = {
        key: [(move, int(sign), Fraction(number(t))) for move, sign, t in said] for key, said in pays.items()
    }

    def payment(known: Hashable, move: Hashable) -> Fraction:
        """Return the payment for the move itself, and for reaching the set, whatever the move."""
        key = position_key((side, known))
        if key in paid and sets.setdefault(key, known) != known:
            raise InputError(f"two information sets are written as {key!r:.60}; each needs a name of its own")
        return size * sum(
            (sign * (int(name == str(move)) - t) for name, sign, t in paid.get(key, ())), Fraction(0)
        )

    response = InformedResponse(game, _mixes(mixes, other(side), {}), side, exact=True, paid=payment)
    if response.ev() > worth or not sets.keys() >= paid.keys():
        raise InputError("a bound of the certificate does not hold")
    several = sum(map(len, paid.values())) > 1
    for key, said in paid.items():
        for move, sign, t in said:
            if abs(sign) != 1 or (several and (sign < 0 or t)):
                raise InputError("a bound may pay only for one move, or for moves that are never made")
            tighter, widest = (min, 1) if sign > 0 else (max, 0)
            ends[key, move, sign] = tighter(t, ends.get((key, move, sign), Fraction(widest)))
