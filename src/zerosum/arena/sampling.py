"""Matches by many plays, which are dealt in batches that do not wait for each other.

Few different payoffs are counted one by one. Where targets come from a continuum no payoff comes back; then only
what a table shows is kept: how often each side wins, how much on average, and the spread.

Every batch has random numbers of its own, by the seed and the batch's number. So whoever deals it, and when, the
results are the same.

Any game that can be dealt can be played out round by round (`play_out`). Hidden hands stay hidden: each player is asked
with what it may see. Nothing is compiled, so this is the slow way, for games that have no faster one. Players are
asked once for each view and their answers kept; a function of a person's own is asked every time, for it may
throw dice itself."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.arena.players import Observation, Player, ask, has_user_function
from zerosum.arena.results import Match, SummaryMatch
from zerosum.arena.rounds import Round
from zerosum.core.arrays import Floats, Ints
from zerosum.core.errors import InputError
from zerosum.core.game import Move, Position
from zerosum.core.limits import afford
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side
from zerosum.core.workers import HERE, Workers

BATCH = 1 << 17
"""How many plays are dealt at once."""

Deal = Callable[[int, np.random.Generator], NDArray[np.float64]]
"""Deals and plays so many rounds, and tells what each paid to row."""

AT_ONCE = 1000
"""How many rounds are dealt at once, where they go round by round."""

MOST_RESULTS = 10_000
"""So many different payoffs are counted one by one."""
MOST_KEPT = 20_000
"""So many answers of a player are kept; hands from a continuum never come back."""


class Tally:
    """What has been paid so far."""

    def __init__(self) -> None:
        self.counts: Counter[float] = Counter()
        """How often each payoff came, as long as there are few."""
        self.plays = 0
        self.listed = True
        """Whether there still are few."""
        self.squares = 0.0
        self.by_sign = {sign: [0, 0.0] for sign in (-1, 0, 1)}
        """How many losses, draws and wins there were, and what they paid."""

    def add(self, paid: np.ndarray[tuple[int], np.dtype[np.float64]]) -> None:
        """Count some more plays."""
        self.plays += len(paid)
        values, counts = paid, np.ones(len(paid), np.int64)
        if self.listed:
            values, counts = np.unique(paid + 0.0, return_counts=True)
            self.counts.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))
            self.listed = len(self.counts) <= MOST_RESULTS
        self.squares += float(values**2 @ counts)
        for sign, sums in self.by_sign.items():
            of_sign = np.sign(values) == sign
            sums[0] += int(counts[of_sign].sum())
            sums[1] += float(values[of_sign] @ counts[of_sign])

    def match(self, row: str, col: str) -> Match:
        """The results, or their summary."""
        if self.listed:
            results: dict[Number, Number] = {x: n / self.plays for x, n in sorted(self.counts.items())}
            return Match(row, col, results, self.plays)
        shares: dict[Number, Number] = {total / n: n / self.plays for n, total in self.by_sign.values() if n}
        mean = sum(total for _, total in self.by_sign.values()) / self.plays
        spread = math.sqrt(max(0.0, self.squares / self.plays - mean**2))
        return SummaryMatch(row, col, shares, self.plays, spread=spread)


class Plays(NamedTuple):
    """Some plays to deal."""

    plays: int
    seed: int
    number: int
    """Which batch it is, the first being 0."""


def generator(seed: int, number: int) -> np.random.Generator:
    """The random numbers of a batch; the first has those of the seed itself."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(number,) if number else ()))


def _batches(plays: int, seed: int, batch: int) -> Iterator[Plays]:
    for number, done in enumerate(range(0, plays, batch)):
        yield Plays(min(batch, plays - done), seed, number)


def _dealt(deal: Deal, batch: Plays) -> NDArray[np.float64]:
    """What the plays of a batch paid."""
    return deal(batch.plays, generator(batch.seed, batch.number))


def sample_in_batches(
    row: str,
    col: str,
    deal: Deal,
    *,
    plays: int,
    seed: int,
    progress: Progress,
    workers: Workers = HERE,
    batch: int = BATCH,
) -> Match:
    """The results of so many plays, dealt a batch at a time with seeded random numbers.

    The first batch may have waited for the compiler; the second tells what all will take.
    """
    tally, began = Tally(), 0.0
    progress(0, plays, "plays")
    for number, paid in enumerate(workers.each(partial(_dealt, deal), _batches(plays, seed, batch))):
        tally.add(paid)
        progress(tally.plays, plays, "plays")
        if number == 1:
            afford(f"{plays:,} plays", seconds=(perf_counter() - began) * (plays / batch))
        began = perf_counter()
    return tally.match(row, col)


def play_out(
    deal: Callable[[np.random.Generator], Round],
    row: Player,
    col: Player,
    *,
    plays: int,
    seed: int,
    progress: Progress,
    workers: Workers = HERE,
) -> Match:
    """So many rounds, one after another."""
    rounds, names = _Rounds(deal, row, col), (row.name, col.name)
    return sample_in_batches(
        *names, rounds, plays=plays, seed=seed, progress=progress, workers=workers, batch=AT_ONCE
    )


@dataclass(frozen=True)
class _Rounds:
    """Deals rounds and lets two players play them to the end."""

    deal: Callable[[np.random.Generator], Round]
    row: Player
    col: Player

    def __call__(self, plays: int, random: np.random.Generator) -> Floats:
        """What so many rounds pay, one after another."""
        return np.array([self._played(self.deal(random), random) for _ in range(plays)])

    def _played(self, round: Round, random: np.random.Generator) -> float:
        """The payoff of a round."""
        while not round.over:
            choosers = round.choosers()
            moves = {
                side: self._samplers[side].pick(round.observation(side), random)
                for side in SIDES
                if side in choosers
            }
            round = round.after(moves, random)
        return round.payoff

    @cached_property
    def _samplers(self) -> Mapping[Side, Sampler]:
        return {"row": Sampler(self.row), "col": Sampler(self.col)}


class Sampler:
    """Draws the moves of a player, and keeps some of the player's answers."""

    def __init__(self, player: Player) -> None:
        self.player, self.most = player, 0 if has_user_function(player) else MOST_KEPT
        self.kept: dict[Position, tuple[list[Move], list[float]]] = {}

    def pick(self, seen: Observation, random: np.random.Generator) -> Move:
        """A move by the player's mix."""
        moves, sums = self._answer(seen)
        if len(moves) == 1:
            return moves[0]
        return moves[min(bisect_right(sums, random.random() * sums[-1]), len(moves) - 1)]

    def _answer(self, seen: Observation) -> tuple[list[Move], list[float]]:
        """The moves and the running sums of their probabilities."""
        if not self.most:
            return self._asked(seen)
        view = (seen.side, seen.position, tuple(seen.moves))
        try:
            known = self.kept.get(view)
        except TypeError:
            return self._asked(seen)
        if known is None:
            known = self._asked(seen)
            if len(self.kept) < self.most:
                self.kept[view] = known
        return known

    def _asked(self, seen: Observation) -> tuple[list[Move], list[float]]:
        mix = ask(self.player, seen)
        return list(mix), list(accumulate(float(p) for p in mix.values()))


BURN_IN = 1_000
"""How many stages are played before any is counted, unless the game needs more."""
LEAST_STAGES = 100
"""Fewer counted stages than this give no average worth the name."""
LEAST_GAMES, STAGES_PER_GAME = 250, 4_000
"""How many games there are side by side, and how long they may be before there are more."""
TOGETHER = 1_000
"""So many games are a task."""
PHASES = 60
"""At how many different stages games begin to count: a multiple of most short cycles."""

Stages = Callable[[int, np.random.Generator], Callable[[], Floats]]
"""Begins so many games; what it returns plays the next stage of all, and tells what each paid to row."""


class Average(NamedTuple):
    """A sampled average payoff per stage to row, and its standard error."""

    mean: float
    error: float
    stages: int
    """How many stages were counted."""


class Games(NamedTuple):
    """Some games to play side by side."""

    seed: int
    number: int
    first: Ints
    """At which stage each begins to count."""
    lengths: Ints
    """How many stages of each are counted."""


def _totals(begin: Stages, games: Games) -> Floats:
    """What the counted stages of each game pay."""
    _, _, first, lengths = games
    play, totals = begin(len(first), generator(games.seed, games.number)), np.zeros(len(first))
    for stage in range(int((first + lengths).max())):
        totals += np.where((first <= stage) & (stage < first + lengths), play(), 0.0)
    return totals


def long_run(
    begin: Stages,
    *,
    stages: int,
    seed: int,
    burn_in: int = BURN_IN,
    progress: Progress = silent,
    workers: Workers = HERE,
) -> Average:
    """Count exactly so many stages, in games side by side, and average what they pay to row."""
    if stages < LEAST_STAGES:
        raise InputError(f"a sampled average takes at least {LEAST_STAGES} moves, not {stages}")
    games = min(stages, max(LEAST_GAMES, stages // STAGES_PER_GAME))
    first = burn_in + np.arange(games) % PHASES
    lengths = stages // games + (np.arange(games) < stages % games)
    parts = [slice(at, at + TOGETHER) for at in range(0, games, TOGETHER)]
    tasks = (Games(seed, number, first[part], lengths[part]) for number, part in enumerate(parts))
    totals = np.zeros(games)
    for part, paid in zip(parts, workers.each(partial(_totals, begin), tasks), strict=True):
        totals[part] = paid
        progress(int(lengths[: part.stop].sum()), stages, "stages")
    mean = totals.sum() / stages
    spread = np.sqrt(((totals - mean * lengths) ** 2).sum() * games / (games - 1)) / stages
    return Average(float(mean), float(spread), stages)
