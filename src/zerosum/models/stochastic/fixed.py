"""Stochastic games in which one side, or both, is a fixed player: their values, and simulations of their plays.

**Values.** A fixed player's mix becomes a chance move: the side waits, and payoffs and next states are averaged over
its mix. With one side fixed the value is the EV of the best response; with both, it is the expectation of the match.
A player sees the state, and that the play has no last stage.

**All optimal strategies.** With a discount, the stationary strategies that are optimal at every state are those whose
mixes are optimal in each state's matrix A(s) = r + beta E v. The EV of the best of them against a fixed player is the
fixed point of

    U(s) = max of x·C(s) y   over the mixes x that are optimal in A(s),   C(s) = r + beta E U,

where y is the player's mix there; the worst is found likewise. The iteration contracts because of the discount, or of
the stops.

**Simulations.** If both players always use the same mix in a state, a stage is one draw from the outcomes of the
state. A player that uses its own random numbers is queried in every play and at every stage. With a discount each
play stops after a stage with probability 1 - discount, so that the mean of the plain sums is the discounted payoff.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from zerosum.arena.players import InconsistentPlayerError, Mix, Observation, Player, ask, check_repeats
from zerosum.arena.results import EquilibriumRange
from zerosum.arena.sampling import BATCH, Sampler
from zerosum.core.arrays import Floats, Ints
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.game import WAIT, Move, Position
from zerosum.core.limits import require_budget
from zerosum.core.numbers import Amount, Number
from zerosum.core.sides import Side
from zerosum.models.staged.kernels import walk
from zerosum.models.staged.matches import best_optimal, running_sums, values_of
from zerosum.models.stochastic.rules import Cell, StochasticGame, Visit

SETTLED = 1e-13
"""The iteration towards the fixed point ends when a step is smaller than this, relative to the largest entry."""
MAX_STEPS = 20_000
"""Maximum number of steps towards the fixed point."""


@dataclass(frozen=True)
class FixedPlayersGame(StochasticGame):
    """A stochastic game in which one or both sides are fixed players."""

    game: StochasticGame
    row: Player | None = None
    col: Player | None = None

    @property
    def title(self) -> str:
        return self.game.title

    @property
    def states(self) -> Sequence[Position]:
        states: Sequence[Position] = self.game.states
        return states

    @property
    def first_state(self) -> Position:
        return self.game.first_state

    @property
    def discount(self) -> Amount | None:
        discount: Amount | None = self.game.discount
        return discount

    def moves(self, state: Position) -> tuple[Sequence[Move], Sequence[Move]]:
        """Return the moves of the free side; a fixed side waits."""
        row, col = self.game.moves(state)
        return (WAIT if self.row else row), (WAIT if self.col else col)

    def play(self, state: Position, row: Move, col: Move) -> Cell:
        """Return the payoff and the next states, averaged over the moves of the fixed sides."""
        row_mix = mix_in(self.game, self.row, "row", state) if self.row else {row: 1}
        col_mix = mix_in(self.game, self.col, "col", state) if self.col else {col: 1}
        paid: Number = 0
        after: dict[Position, Number] = {}
        for i, p in row_mix.items():
            for j, q in col_mix.items():
                if p and q:
                    reward, to = self.game.play(state, i, j)
                    paid += p * q * reward
                    for t, chance in to.items():
                        after[t] = after.get(t, 0) + p * q * chance
        return paid, after


@dataclass(frozen=True)
class JointGame(FixedPlayersGame):
    """The game in which col chooses for both sides, so that its value is the smallest payoff to row.

    With `sign` -1 the payoffs are negated, so that its value is minus the largest payoff.
    """

    sign: int = 1

    def moves(self, state: Position) -> tuple[Sequence[Move], Sequence[Move]]:
        """Return row's waiting move, and a move of col for each pair."""
        rows, cols = self.game.moves(state)
        return WAIT, [str(k) for k in range(len(rows) * len(cols))]

    def play(self, state: Position, row: Move, col: Move) -> Cell:
        rows, cols = self.game.moves(state)
        i, j = divmod(int(col), len(cols))
        paid, after = self.game.play(state, rows[i], cols[j])
        return self.sign * paid, after


def mix_in(game: StochasticGame, player: Player, side: Side, state: Position) -> Mix:
    """Return a player's mix in a state."""
    moves = game.moves(state)[0 if side == "row" else 1]
    return ask(player, Observation(side, Visit(state, math.inf), moves))


def stationary_range(
    game: StochasticGame, values: Mapping[Position, float], opponent: Player
) -> EquilibriumRange:
    """Return the EV of row against a player, over all stationary strategies that are optimal at every state."""
    rules = {state: _StageRules.read(game, opponent, state) for state in game.states}
    worst, best = (_extreme(rules, values, sign)[game.first_state] for sign in (-1.0, 1.0))
    return EquilibriumRange(opponent.name, worst, best)


@dataclass(frozen=True)
class _StageRules:
    """A state's payoffs, the discounted probabilities of the next states, and the opponent's mix there."""

    payoff: Floats
    after: Mapping[Position, Floats]
    mix: Floats

    @staticmethod
    def read(game: StochasticGame, opponent: Player, state: Position) -> _StageRules:
        """Read a state from the rules."""
        rows, cols = game.moves(state)
        cells = [[game.play(state, i, j) for j in cols] for i in rows]
        beta, mix = float(game.discount or 0), mix_in(game, opponent, "col", state)
        return _StageRules(
            np.array([[float(paid) for paid, _ in line] for line in cells]),
            {
                t: np.array([[beta * float(to.get(t, 0)) for _, to in line] for line in cells])
                for t in game.states
            },
            np.array([float(mix.get(j, 0)) for j in cols]),
        )

    def matrix(self, values: Mapping[Position, float]) -> Floats:
        """Return the value of each pair of moves, with these continuation values."""
        worth: Floats = self.payoff + sum(chances * values[t] for t, chances in self.after.items())
        return worth

    def extreme(self, A: Floats, value: Floats, earned: Mapping[Position, float], sign: float) -> float:
        """Return the EV of the best (or worst) optimal mix of A here, with these continuation values."""
        return float(best_optimal(A[None], value, self.matrix(earned)[None], self.mix[None], "row", sign)[0])


def _extreme(
    rules: Mapping[Position, _StageRules], values: Mapping[Position, float], sign: float
) -> Mapping[Position, float]:
    """Return the EV of the best (or worst) optimal strategy from each state."""
    worth = {state: rule.matrix(values) for state, rule in rules.items()}
    own = {state: values_of(A[None]) for state, A in worth.items()}
    small = SETTLED * max(float(np.abs(A).max()) for A in worth.values())
    earned = dict(values)
    for _ in range(MAX_STEPS):
        before = earned
        earned = {state: rules[state].extreme(A, own[state], before, sign) for state, A in worth.items()}
        if max(abs(earned[state] - before[state]) for state in earned) <= small:
            return earned
    raise Unavailable("the discount is too close to 1 to compute the range over equilibrium strategies")


OVER = -1
"""The index that stands for the state after the end of a play."""
SECONDS_PER_STAGE = 3e-8
"""Approximate time for one stage of one play."""
STAGES_AT_ONCE = 3e7
"""Number of stages that are simulated between two reports of progress."""

FixedOutcome = tuple[float, float, int]
"""The probability of an outcome, its payoff, and the index of the next state."""


@dataclass(frozen=True)
class PlaySampler:
    """Two players of a game, as outcomes of each state to draw from."""

    game: StochasticGame
    row: Player
    col: Player

    def sums(self, plays: int, random: np.random.Generator) -> Floats:
        """Return the total payoff of each of several plays until it stops."""
        if not self._is_random:
            return walk(*self._flat, plays, random)
        sums = np.zeros(plays)
        for play in range(plays):
            at = self._start
            while at != OVER:
                reward, at = self._sample_stage(self._states[at], random)
                sums[play] += reward
        return sums

    def stages(self, games: int, random: np.random.Generator) -> Callable[[], Floats]:
        """Yield, stage by stage, the payoffs of several plays in parallel."""
        at = np.full(games, self._start)

        def play() -> Floats:
            nonlocal at
            if self._is_random:
                drawn = [self._sample_stage(self._states[s], random) for s in at.tolist()]
                at = np.array([t for _, t in drawn], dtype=np.int64)
                return np.array([reward for reward, _ in drawn])
            chances, rewards, after = self._outcomes
            k = (random.random(len(at))[:, None] >= chances[at]).sum(axis=1)
            paid: Floats = rewards[at, k]
            at = after[at, k]
            return paid

        return play

    def batch(self, plays: int) -> int:
        """Return the number of plays to simulate at once; reject plays that may never stop, or take too long."""
        expected = 1.0 if self._is_random else self._expected_stages()
        if expected is None:
            raise InputError(
                "with these two players, the game never stops, so the total payoff does not exist"
            )
        require_budget(
            f"simulating {plays:,} rounds, which last {expected:,.0f} stages on average,",
            seconds=SECONDS_PER_STAGE * plays * expected,
        )
        return max(1, min(BATCH, int(STAGES_AT_ONCE / expected)))

    def _expected_stages(self) -> float | None:
        """Return the expected number of stages of a play; None if it may never stop."""
        size = len(self._states)
        chances, reached, waiting = np.zeros((size, size)), set[int](), [self._start]
        for s, state in enumerate(self._states):
            for chance, _, t in self._outcomes_in(state):
                if t != OVER:
                    chances[s, t] += chance
        while waiting:
            s = waiting.pop()
            if s not in reached:
                reached.add(s)
                waiting += np.flatnonzero(chances[s]).tolist()
        states = sorted(reached)
        here = chances[np.ix_(states, states)]
        try:
            lasting = np.linalg.solve(np.eye(len(states)) - here, np.ones(len(states)))
        except np.linalg.LinAlgError:
            return None
        expected = float(lasting[states.index(self._start)])
        return expected if math.isfinite(expected) and lasting.min() > 0.5 else None

    @cached_property
    def _states(self) -> list[str]:
        return list(self.game.states)

    @cached_property
    def _start(self) -> int:
        return self._states.index(self.game.first_state)

    @cached_property
    def _is_random(self) -> bool:
        """Whether a player mixes in a state."""
        try:
            for state in self._states:
                mix_in(self.game, check_repeats(self.row), "row", state)
                mix_in(self.game, check_repeats(self.col), "col", state)
        except InconsistentPlayerError:
            return True
        return False

    @cached_property
    def _samplers(self) -> tuple[Sampler, Sampler]:
        return Sampler(self.row), Sampler(self.col)

    @cached_property
    def _flat(self) -> tuple[Ints, Floats, Ints, Floats, Floats]:
        """The outcomes of all states in one sequence, those of the start first. The end has no outcomes."""
        first_state = self.game.first_state
        order = [first_state, *(state for state in self._states if state != first_state)]
        number = {self._states.index(state): k for k, state in enumerate(order)} | {OVER: len(order)}
        listed = [self._outcomes_in(state) for state in order]
        counts = np.array([0, *(len(outcomes) for outcomes in listed), 0], dtype=np.int64)
        chances, rewards, after = zip(*(outcome for outcomes in listed for outcome in outcomes), strict=True)
        first, child = np.cumsum(counts), np.array([number[t] for t in after], dtype=np.int64)
        sums = running_sums(np.array(chances), first)
        return first, sums, child, np.array(rewards), np.zeros(len(order) + 1)

    def _sample_stage(self, state: Position, random: np.random.Generator) -> tuple[float, int]:
        """Simulate one stage of one play, with both players queried; return its payoff and the next state."""
        rows, cols = self.game.moves(state)
        here = Visit(state, math.inf)
        i = self._samplers[0].pick(Observation("row", here, rows), random)
        j = self._samplers[1].pick(Observation("col", here, cols), random)
        outcomes = list(self._outcomes_of(state, i, j, 1.0))
        drawn, total = random.random(), 0.0
        for chance, reward, t in outcomes:
            total += chance
            if drawn < total:
                return reward, t
        return outcomes[-1][1:]

    @cached_property
    def _outcomes(self) -> tuple[Floats, Floats, Ints]:
        """For each state: the cumulative probabilities of its outcomes except the last, and the payoffs and next
        states of all.
        """
        listed = [self._outcomes_in(state) for state in self._states]
        width = max(map(len, listed))
        padded = [[*outcomes, *[outcomes[-1]] * (width - len(outcomes))] for outcomes in listed]
        chances = np.ones((len(listed), width - 1))
        for sums, outcomes in zip(chances, listed, strict=True):
            sums[: len(outcomes) - 1] = np.cumsum([p for p, _, _ in outcomes])[:-1]
        rewards = np.array([[reward for _, reward, _ in outcomes] for outcomes in padded])
        return chances, rewards, np.array([[after for _, _, after in outcomes] for outcomes in padded])

    def _outcomes_in(self, state: Position) -> list[FixedOutcome]:
        """Return the possible outcomes in a state."""
        rows = mix_in(self.game, self.row, "row", state)
        cols = mix_in(self.game, self.col, "col", state)
        return [
            outcome
            for i, p in rows.items()
            for j, q in cols.items()
            if p and q
            for outcome in self._outcomes_of(state, i, j, float(p) * float(q))
        ]

    def _outcomes_of(self, state: Position, i: str, j: str, weight: float) -> Iterator[FixedOutcome]:
        """Yield the possible outcomes of a pair of moves with some weight."""
        reward, to = self.game.play(state, i, j)
        beta = 1.0 if self.game.discount is None else float(self.game.discount)
        stop = 1.0
        for t, chance in to.items():
            if chance and beta:
                stop -= beta * float(chance)
                yield weight * beta * float(chance), float(reward), self._states.index(t)
        if self.game.discount is not None and stop > 1e-12:
            yield weight * stop, float(reward), OVER
