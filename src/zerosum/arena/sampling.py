"""Simulated matches: many plays, dealt in batches with seeded random numbers.

A few different payoffs are counted one by one. If hands or targets come from a continuum, hardly any payoff occurs
twice; then only a summary is kept: how often each side wins, how much on average, and the standard deviation.

Every batch has its own random numbers, which follow from the seed and the number of the batch. So the results do not
depend on which worker deals a batch, or when.

Any game that can be dealt can be played out round by round (`play_out`). Each player gets only what its side may
see. Nothing is compiled, so this is slow, and used only for games without a faster method. The answers of players
are cached by observation; a function that a user wrote is called every time, because it may be random.

A play that never ends has a long-run average (`long_run`). The opening, from a start that both players know, would
bias a short average, so nothing is counted until a *burn-in* is over. Many games are played in parallel and begin
to count at different stages, so that no phase of a short cycle is counted more often than another. The games are
independent, so the spread of their sums gives an honest standard error, however few stages are counted.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.arena.players import Observation, Player, ask, has_user_function
from zerosum.arena.results import Match
from zerosum.arena.rounds import Round
from zerosum.core.arrays import Floats, Ints
from zerosum.core.errors import InputError
from zerosum.core.game import Move, Position
from zerosum.core.limits import require_budget
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side
from zerosum.core.workers import HERE, Workers

BATCH = 1 << 17
"""Number of plays in a batch."""

DealFunction = Callable[[int, "np.random.Generator"], NDArray[np.float64]]
"""A function that plays a given number of rounds and returns the payoff of each to row."""

AT_ONCE = 1000
"""Number of plays in a batch that is played round by round."""

MAX_RESULTS = 10_000
"""Maximum number of different payoffs that are counted one by one."""
MAX_KEPT = 20_000
"""Maximum number of answers of a player that are cached; hands from a continuum never occur twice."""


class Tally:
    """Counts of the payoffs of simulated rounds."""

    def __init__(self) -> None:
        self.counts: Counter[float] = Counter()
        """The number of plays with each payoff, while there are few different payoffs."""
        self.plays = 0
        self.listed = True
        """Whether there are still few different payoffs."""
        self.squares = 0.0
        self.by_sign = {sign: [0, 0.0] for sign in (-1, 0, 1)}
        """For losses, draws and wins: their number, and the sum of their payoffs."""

    def add(self, paid: np.ndarray[tuple[int], np.dtype[np.float64]]) -> None:
        """Count the payoffs of more plays."""
        self.plays += len(paid)
        values, counts = paid, np.ones(len(paid), np.int64)
        if self.listed:
            values, counts = np.unique(paid + 0.0, return_counts=True)
            self.counts.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))
            self.listed = len(self.counts) <= MAX_RESULTS
        self.squares += float(values**2 @ counts)
        for sign, sums in self.by_sign.items():
            of_sign = np.sign(values) == sign
            sums[0] += int(counts[of_sign].sum())
            sums[1] += float(values[of_sign] @ counts[of_sign])

    def match(self, row: str, col: str) -> Match:
        """Return the match so far: its results, or their summary."""
        if self.listed:
            results: dict[Number, Number] = {x: n / self.plays for x, n in sorted(self.counts.items())}
            return Match(row, col, results, self.plays)
        shares: dict[Number, Number] = {total / n: n / self.plays for n, total in self.by_sign.values() if n}
        mean = sum(total for _, total in self.by_sign.values()) / self.plays
        spread = math.sqrt(max(0.0, self.squares / self.plays - mean**2))
        return Match(row, col, shares, self.plays, spread=spread)


class PlayBatch(NamedTuple):
    """A batch of rounds for a worker."""

    plays: int
    seed: int
    number: int
    """The number of the batch, from 0."""


def generator(seed: int, number: int) -> np.random.Generator:
    """Return the random numbers of a batch; the first batch uses the seed itself."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(number,) if number else ()))


def _play_batch(deal: DealFunction, batch: PlayBatch) -> NDArray[np.float64]:
    return deal(batch.plays, generator(batch.seed, batch.number))


def sample_in_batches(
    row: str,
    col: str,
    deal: DealFunction,
    *,
    plays: int,
    seed: int,
    progress: Progress,
    workers: Workers = HERE,
    batch: int = BATCH,
) -> Match:
    """Simulate rounds in batches; the second is timed, as the first may include compiling."""
    tally, began = Tally(), 0.0
    progress(0, plays, "plays")
    batches = (
        PlayBatch(min(batch, plays - done), seed, number)
        for number, done in enumerate(range(0, plays, batch))
    )
    for number, paid in enumerate(workers.each(partial(_play_batch, deal), batches)):
        tally.add(paid)
        progress(tally.plays, plays, "plays")
        if number == 1:
            require_budget(f"{plays:,} plays", seconds=(perf_counter() - began) * (plays / batch))
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
    """Simulate rounds one by one, with two players."""
    rounds = _RoundByRound(deal, row, col)
    play = partial(sample_in_batches, row.name, col.name, rounds, batch=AT_ONCE)
    return play(plays=plays, seed=seed, progress=progress, workers=workers)


@dataclass(frozen=True)
class _RoundByRound:
    """A task that deals rounds and plays them to the end with two players."""

    deal: Callable[[np.random.Generator], Round]
    row: Player
    col: Player

    def __call__(self, plays: int, random: np.random.Generator) -> Floats:
        """Return the payoff to row of each of several plays."""
        return np.array([self._play(self.deal(random), random) for _ in range(plays)])

    def _play(self, round: Round, random: np.random.Generator) -> float:
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
    """A sampler of a player's moves, which caches the player's answers."""

    def __init__(self, player: Player) -> None:
        self.player, self.most = player, 0 if has_user_function(player) else MAX_KEPT
        self.known: dict[Position, tuple[list[Move], list[float]]] = {}
        """For each observation, the moves and the cumulative sums of their probabilities."""

    def pick(self, observation: Observation, random: np.random.Generator) -> Move:
        """Return a random move from the player's mix."""
        view = (observation.side, observation.position, tuple(observation.moves)) if self.most else None
        try:
            known = None if view is None else self.known.get(view)
        except TypeError:  # the position cannot be hashed
            known, view = None, None
        if known is None:
            mix = ask(self.player, observation)
            known = list(mix), list(accumulate(float(p) for p in mix.values()))
            if view is not None and len(self.known) < self.most:
                self.known[view] = known
        moves, sums = known
        if len(moves) == 1:
            return moves[0]
        return moves[min(bisect_right(sums, random.random() * sums[-1]), len(moves) - 1)]


BURN_IN = 1_000
"""Number of stages that are played before counting begins, unless the game needs more."""
MIN_STAGES = 100
"""Minimum number of counted stages for a simulated average."""
MIN_GAMES, STAGES_PER_GAME = 250, 4_000
"""Minimum number of parallel games, and minimum number of counted stages in each before more games are added."""
TOGETHER = 1_000
"""Number of games in a worker's task."""
PHASES = 60
"""Number of different stages at which games begin to count: a multiple of most short cycles."""

Stages = Callable[[int, "np.random.Generator"], Callable[[], Floats]]
"""A function that begins a number of games and returns a function that plays the next stage of all games and
returns the payment of each to row.
"""


class Average(NamedTuple):
    """A simulated average payoff per stage to row, and its standard error."""

    mean: float
    error: float
    stages: int
    """The number of stages that were counted."""


class ParallelGames(NamedTuple):
    """A batch of games that a worker plays in parallel."""

    seed: int
    number: int
    first: Ints
    """The stage at which counting begins in each game."""
    lengths: Ints
    """The number of counted stages in each game."""


def _total_payoffs(begin: Stages, games: ParallelGames) -> Floats:
    """Return the payoff of the counted stages of each game."""
    first, end = games.first, games.first + games.lengths
    play, totals = begin(len(first), generator(games.seed, games.number)), np.zeros(len(first))
    for stage in range(int(end.max())):
        totals += np.where((first <= stage) & (stage < end), play(), 0.0)
    return totals


def long_run(
    begin: Stages,
    *,
    stages: int,
    seed: int,
    burn_in: int = BURN_IN,
    least_games: int = MIN_GAMES,
    progress: Progress = silent,
    workers: Workers = HERE,
) -> Average:
    """Return the average payoff to row over exactly this many counted stages, in parallel games."""
    if stages < MIN_STAGES:
        raise InputError(f"a simulated average needs at least {MIN_STAGES} moves, not {stages}")
    games = min(stages, max(least_games, stages // STAGES_PER_GAME))
    first = burn_in + np.arange(games) % PHASES
    lengths = stages // games + (np.arange(games) < stages % games)
    parts = [slice(at, at + TOGETHER) for at in range(0, games, TOGETHER)]
    tasks = (ParallelGames(seed, number, first[part], lengths[part]) for number, part in enumerate(parts))
    totals = np.zeros(games)
    for part, paid in zip(parts, workers.each(partial(_total_payoffs, begin), tasks), strict=True):
        totals[part] = paid
        progress(int(lengths[: part.stop].sum()), stages, "stages")
    mean = totals.sum() / stages
    spread = np.sqrt(((totals - mean * lengths) ** 2).sum() * games / (games - 1)) / stages
    return Average(float(mean), float(spread), stages)
