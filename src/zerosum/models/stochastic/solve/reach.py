"""The states from which a player can reach a set of ends: surely, almost surely, or with a probability arbitrarily
close to 1.

A state is won

* *surely* if some strategy reaches the ends for all random draws;
* *almost surely* if some strategy reaches them with probability 1;
* *limit-surely* if for every e > 0 some strategy reaches them with probability 1 - e.

All three sets are fixed points over sets of states (de Alfaro, Henzinger and Kupferman, Concurrent reachability
games, Theoretical Computer Science 386, 2007), and take polynomial time. Let X be the states that are already closer
to the ends, and Y the states that may still be won. A state is added to X

* surely, if a move leads into X whatever the opponent does;
* almost surely, if against every move of the opponent some move that cannot leave Y leads to X with positive
  probability;
* limit-surely, if moves can be found level by level: those of a level may leave Y only against moves of the opponent
  against which an earlier level leads to X with positive probability. Their probability is e times smaller for each
  level, so that at each stage leading to X is at least 1 / e times as likely as leaving Y.

If X stops growing before it is Y, the next Y is X. The last X is the answer; `rank` is the round in which a state was
added, and `levels` holds the moves that are played there, with their powers of e.

**The proof** (`in_the_limit`) is a family of stationary strategies for an infinitesimal t > 0, of the form that every
limit proof has (`zerosum.models.stochastic.answer.LimitProof`). In a state of rank k a move of level l gets the
probability t^(a l), and the state has the value w - (w - m) (t - t^b(k)), where w is the payoff of the ends and m the
least payoff. With B the largest b of all ranks before k, a = B + 1 and b(k) = a l + B + 1 for the highest level l:
the gain of a stage by stepping down, at least t^(a l + B), is of a lower order than its loss by leaving Y, at most
t^(a (l + 1)), than t^b(k), and than the discount's t^N.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count

from zerosum.core.limits import check_deadline
from zerosum.core.numbers import as_fraction
from zerosum.core.sides import Side
from zerosum.models.stochastic.answer import SURENESS, LimitProof, Manner, Polynomial, Winning
from zerosum.models.stochastic.table import StateTable

Leads = Sequence[Sequence[frozenset[int]]]
"""For each move of the player and each move of the opponent, the possible next states."""


@dataclass(frozen=True)
class WonStates:
    """The states that are won in one manner, with the moves that win."""

    rank: Mapping[int, int]
    """The round in which a state was found; 0 for the ends."""
    levels: Mapping[int, Mapping[int, int]]
    """In each state except the ends, the moves that are played, each with its level."""


@dataclass(frozen=True)
class Reach:
    """A side's means of reaching the ends that pay it as much as possible."""

    side: Side
    payoff: Fraction
    """Row's payoff at these ends; no payoff is better for the side."""
    ends: frozenset[int]
    won: Mapping[Manner, WonStates]


def reach_best_ends(table: StateTable, side: Side) -> Reach | None:
    """Return a side's means of reaching its best-paying ends; None if there are no ends, or if another payoff is
    better.

    An end is an absorbing state without choices.
    """
    best = (max if side == "row" else min)(as_fraction(payoff) for payoff, _ in table.cells)
    paid = {s: table.end_payoff(s) for s in range(table.size)}
    ends = frozenset(s for s, x in paid.items() if x is not None and as_fraction(x) == best)
    if not ends:
        return None
    leads = _leads(table, side)
    every = frozenset(range(table.size))
    won: dict[Manner, WonStates] = {}
    for manner in SURENESS:
        won[manner] = won_states(leads, ends, every, manner)
    return Reach(side, best, ends, won)


def _leads(table: StateTable, side: Side) -> list[Leads]:
    """Return the possible next states of each state's moves, the side's own moves first."""
    number = {name: s for s, name in enumerate(table.states)}
    every: list[Leads] = []
    for s in range(table.size):
        m, n, first = len(table.rows[s]), len(table.cols[s]), int(table.first[s])
        lines = [
            [
                frozenset(number[t] for t, p in table.cells[first + i * n + j][1].items() if p)
                for j in range(n)
            ]
            for i in range(m)
        ]
        every.append(lines if side == "row" else list(zip(*lines, strict=True)))
    return every


def won_states(
    leads: Sequence[Leads], ends: Collection[int], every: Collection[int], manner: Manner
) -> WonStates:
    """Return the states from which the ends are reached in a manner: a fixed point over Y of fixed points over X."""
    thought = frozenset(every)
    before = [set[int]() for _ in leads]
    for s, lines in enumerate(leads):
        for t in frozenset[int]().union(*(to for line in lines for to in line)):
            before[t].add(s)
    while True:
        rank, levels, found = dict.fromkeys(ends, 0), dict[int, Mapping[int, int]](), set(ends)
        for round in count(1):
            check_deadline()
            nearer = frozenset(rank)
            # only states that may lead to the states added last need to be checked
            asked = (thought & set[int]().union(*(before[s] for s in found))) - nearer
            moves = {s: own for s in asked if (own := _moves(leads[s], thought, nearer, manner))}
            found = set(moves)
            if not found:
                break
            rank.update(dict.fromkeys(found, round))
            levels.update(moves)
        if manner == "sure" or len(rank) == len(thought):
            return WonStates(rank, levels)
        thought = frozenset(rank)


def _moves(
    leads: Leads, thought: frozenset[int], nearer: frozenset[int], manner: Manner
) -> Mapping[int, int] | None:
    """Return the moves that bring play nearer to the ends, with their levels; None if there are none."""
    if manner == "sure":
        return next(({a: 0} for a, line in enumerate(leads) if all(to <= nearer for to in line)), None)
    every, levels, met = range(len(leads[0])), dict[int, int](), set[int]()
    for level in count():
        # moves that can leave Y only against moves against which an earlier level already leads to X
        safe = [a for a, line in enumerate(leads) if all(b in met or line[b] <= thought for b in every)]
        new = {a: {b for b in every if b not in met and leads[a][b] & nearer} for a in safe}
        levels.update({a: level for a, meets in new.items() if meets})
        met.update(*new.values())
        if len(met) == len(every):
            return levels
        if manner == "almost sure" or not any(new.values()):
            return None
    raise AssertionError("unreachable")


def winning(table: StateTable, reach: Reach) -> Winning:
    """Return a description of the states from which the ends are reached, and the manner."""
    names = table.states
    manners = {
        names[s]: next(manner for manner in SURENESS if s in reach.won[manner].rank)
        for s in range(table.size)
        if s in reach.won["limit sure"].rank
    }
    ends = tuple(names[s] for s in sorted(reach.ends))
    return Winning(ends, reach.payoff, manners)


def in_the_limit(table: StateTable, reach: Reach) -> LimitProof:
    """Return the proof that the limit-sure states have the value of the ends."""
    won, of_row = reach.won["limit sure"], reach.side == "row"
    payoffs = [as_fraction(payoff) for payoff, _ in table.cells]
    worst = min(payoffs) if of_row else max(payoffs)
    at_stake = reach.payoff - worst
    moves = table.rows if of_row else table.cols
    values: dict[object, Polynomial] = {name: {0: worst} for name in table.states}
    mixes = {
        name: {a: _constant(Fraction(1, len(own))) for a in own}
        for name, own in zip(table.states, moves, strict=True)
    }
    order, before, largest = 0, 1, 1
    for s, rank in sorted(won.rank.items(), key=lambda one: one[1]):
        if rank > order:
            order, before = rank, largest
        power = 1
        if rank:
            levels, step = won.levels[s], before + 1
            power = step * max(levels.values()) + before + 1
            mixes[table.states[s]] = {a: _share(levels, k, step) for k, a in enumerate(moves[s])}
        largest = max(largest, power)
        values[table.states[s]] = {0: reach.payoff, 1: -at_stake} | (
            {power: at_stake} if power > 1 else {1: Fraction(0)}
        )
    return LimitProof(largest + 1, {0: Fraction(1)}, values, mixes)


def _constant(c: Fraction) -> Polynomial:
    return {0: c}


def _share(levels: Mapping[int, int], move: int, step: int) -> Polynomial:
    """Return the probability of a move: t^(step * level), at level 0 an equal share of the remaining probability."""
    if move not in levels:
        return {0: Fraction(0)}
    if levels[move]:
        return {step * levels[move]: Fraction(1)}
    first = sum(not level for level in levels.values())
    share: dict[int, Fraction] = {0: Fraction(1, first)}
    for level in levels.values():
        if level:
            share[step * level] = share.get(step * level, Fraction(0)) - Fraction(1, first)
    return share
