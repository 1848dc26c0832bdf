"""Strategies of bounded memory in lagged games: the best response to a strategy, the best strategy, and a proof that
it is the best.

**The best response.** A player who remembers the last k announced nodes has one parameter for each path of the
counter through k nodes: the probability of the exit cc. On a ring of three nodes these are 3 x 2^(k-1) parameters.

The opponent knows the strategy. When the opponent is to move, both know the last k + 1 announced nodes: the first k
of them are the memory of the player with bounded memory at the move that is not announced yet, and the last is the
node of this move. So the opponent knows the distribution of the counter's position, and only the k + 1 nodes matter
for the future: they are the states of a Markov decision process. The opponent chooses an exit; the counter moves on
from its hidden node; two nodes are paid for and announced.

`best_response` solves it for the average payoff by policy iteration in floating point (or by value iteration, if the
strategy is nearly pure, so that a response can have several closed classes), and then proves its bounds in fractions:
for any W, max over states and exits of (payoff + P W - W) bounds the EV of any response, and its minimum over the
states, with the policy's own exits, bounds the EV of this response from below, from every start. The bounds differ
only if the EV of the best response depends on the start.

**The best strategy**, by a sequence of linear programs from many starts. A strategy p concedes at most g to every
response if some W satisfies, in every state s of the opponent and for each of his exits,

    g + W(s) >= sum over the hidden exit h of p_h (payoff + W(next state)).

The best p minimises g over p, W and g together. The constraints are bilinear in p and W, so they are linearised at
the present point, and the linear program is solved with p within a trust radius; the step is taken if it lowers the
true EV of the best response, otherwise the radius shrinks. At a vertex, where the number of best responses equals the
number of parameters, this is Newton's method. The problem is not convex: the search proves the guarantee of the
strategy that it finds, but not that it is the best of all.

**The proof that no strategy with this memory does better**, by branch and bound over its parameters. Take a box of
strategies, lo <= p <= hi. Whatever p in the box is played, the opponent gets at least as much as if p were chosen
again at every move, anywhere in the box, to minimise the opponent's payoff: for any W,

    min over s of [ max over exits of  min over p in {lo, hi} of (payoff + P W) - W(s) ]

is a bound (from the span, as in `zerosum.models.stochastic.solve.average`) on the opponent's guarantee. W comes from
policy iteration on this game, started at the middle of the box. If the bound reaches the target, the box is done;
otherwise it is split along the parameter with the largest effect. When no box is left, no strategy gives the opponent
less than the target. The number of boxes grows fast with the number of parameters: three parameters take seconds. It
also grows as the target approaches the optimum: with the six parameters for two remembered nodes in Gleason's game,
II needs 14,000 boxes for a proof within .01, 232,000 within .002 and 828,000 within .001; at that rate it would be
tens of millions within .0001. One reason is that II's best strategy is not unique. Boxes are independent: once there
are many, they are divided among workers.

Reference: T. S. Ferguson and L. S. Shapley, Gleason's Game, sections 1 and 2.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Floats, Ints
from zerosum.core.errors import InputError, TooLargeError
from zerosum.core.numbers import simple_fraction
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Value
from zerosum.core.workers import HERE, Workers
from zerosum.models.lagged.answer import MemorySolution
from zerosum.models.lagged.rules import EXITS, Board, BoardGame
from zerosum.numerics.programs import NONE, MatrixEntries, minimise

ROUNDS, HALF_STEPS = 500, 2_000
"""Maximum number of rounds of policy iteration, and of half-steps of value iteration."""
OPEN_SPAN, CLOSED_SPAN = 1e-9, 1e-14
"""A span above the first number needs value iteration, which continues until the span is below the second."""
STEPS, MIN_RADIUS = 200, 1e-11
"""Maximum number of steps of the search from one start, and the trust radius at which it ends."""
PROOF_ROUNDS, DAMPED = 6, 30
"""Number of rounds of policy iteration for a box, and of damped steps where these fail."""
BATCH = 4096
"""Maximum number of boxes that are examined together."""
SHARES = 64
"""Number of tasks into which the boxes are divided once there is a batch of them."""
EPS = float(np.finfo(np.float64).eps)

Path = tuple[int, ...]
"""Nodes in the order in which the counter left them."""
Boxes = tuple[Floats, Floats]
"""The lower and upper bounds of each parameter, two arrays of shape (boxes, parameters)."""


@dataclass(frozen=True, eq=False)
class Histories:
    """The information of a player who remembers `memory` nodes, and the opponent's states."""

    board: Board
    player: Side
    memory: int
    keys: tuple[Path, ...]
    """The possible memories: the last nodes, the oldest first."""
    paths: tuple[Path, ...]
    """The opponent's states: one node more."""

    @property
    def sign(self) -> int:
        """+1 if the opponent maximises, that is, if col has the bounded memory."""
        return 1 if self.player == "col" else -1

    @cached_property
    def key(self) -> Ints:
        """For each of the opponent's states, the player's information at the hidden move."""
        number = {key: k for k, key in enumerate(self.keys)}
        return np.array([number[path[:-1]] for path in self.paths], dtype=np.int64)

    @cached_property
    def after(self) -> Ints:
        """The opponent's next state, by the opponent's exit and the hidden exit, with shape (states, 2, 2)."""
        number = {path: s for s, path in enumerate(self.paths)}
        exits = self.board.exits
        after = np.empty((len(self.paths), 2, 2), dtype=np.int64)
        for s, path in enumerate(self.paths):
            for hidden, here in enumerate(exits[path[-1]]):
                for mine in range(2):
                    after[s, mine, hidden] = number[(*path, here, exits[here][mine])[2:]]
        return after

    def pays(self, s: int, mine: int, hidden: int) -> Fraction:
        """Return the average payoff to row of the next two moves, from state s with these exits."""
        here = self.board.exits[self.paths[s][-1]][hidden]
        there = self.board.exits[here][mine]
        return (self.board.payoffs[here] + self.board.payoffs[there]) / 2

    @cached_property
    def payoff(self) -> Floats:
        """The opponent's mean payoff per two moves, in the opponent's view, with shape (states, 2, 2)."""
        shape = (len(self.paths), 2, 2)
        return np.array([self.sign * float(self.pays(*at)) for at in np.ndindex(shape)]).reshape(shape)


@dataclass(frozen=True, eq=False)
class MemoryResponse:
    """A best response, and its payoff to the row player."""

    value: Value
    """Bounds on the average payoff to row when the opponent responds as well as possible."""
    exits: Ints
    """The opponent's exit in each state."""
    W: Floats
    """Relative values of the states for the opponent."""


def histories(board: Board, player: Side, memory: int) -> Histories:
    """Return all possible memories, and the opponent's states, on the reachable part of the board."""
    if player not in SIDES:
        raise InputError(f"the player with the bounded memory must be row or col, not {player!r}")
    if memory < 1:
        raise InputError(f"the memory must be at least one node, not {memory}")
    if memory > 20_000 or board.size * 2**memory > 20_000:
        raise InputError(f"a memory of {memory} nodes on this board has too many histories; try fewer")
    # all walks of `memory + 1` nodes that can end with a move of the player: on even rings, by colour
    turns = board.turns()
    mine, theirs = turns if player == "row" else turns[::-1]
    walks: list[Path] = [(node,) for node in (theirs if memory % 2 else mine)]
    for _ in range(memory):
        walks = [(*walk, node) for walk in walks for node in dict.fromkeys(board.exits[walk[-1]])]
    paths = sorted(walks)
    keys = sorted({path[:-1] for path in paths})
    return Histories(board, player, memory, tuple(keys), tuple(paths))


def solve_response(seen: Histories, cc: Floats) -> tuple[Floats, Ints, float]:
    """Return relative values, exits and the opponent's gain, in floating point; `cc` is as in `best_response`."""
    chance = np.stack([cc[seen.key], 1 - cc[seen.key]], axis=-1)
    reward = np.einsum("sah,sh->sa", seen.payoff, chance)
    states = np.arange(len(seen.paths))
    exits = reward.argmax(axis=1)
    W, worth = _policy_values(seen, chance, reward, exits)
    for _ in range(ROUNDS):
        best = worth.max(axis=1)
        better = np.where(worth[states, exits] >= best - 1e-11, exits, worth.argmax(axis=1))
        if np.array_equal(better, exits):
            break
        exits = better
        W, worth = _policy_values(seen, chance, reward, exits)
    if np.ptp(worth.max(axis=1) - W) > OPEN_SPAN:
        W, worth = _value_iteration(seen, chance, reward, W)
        exits = worth.argmax(axis=1)
    return W, exits, float((worth.max(axis=1) - W).max())


def _value_iteration(seen: Histories, chance: Floats, reward: Floats, W: Floats) -> tuple[Floats, Floats]:
    """Compute W by half-steps of value iteration, for chains on which policy iteration fails."""
    for _ in range(HALF_STEPS):
        worth: Floats = reward + np.einsum("sah,sh->sa", W[seen.after], chance)
        best = worth.max(axis=1)
        if np.ptp(best - W) < CLOSED_SPAN:
            break
        W = (W + best) / 2
        W -= W[0]
    return W, worth


def _policy_values(seen: Histories, chance: Floats, reward: Floats, exits: Ints) -> tuple[Floats, Floats]:
    """Return the W of a policy (that of least norm, if its chain has several closed classes), and the EV of each
    exit.
    """
    size = len(seen.paths)
    states = np.arange(size)
    chain = np.zeros((size, size + 1))
    chain[:, -1] = 1.0
    chain[states, states] = 1.0
    for hidden in range(2):
        np.add.at(chain, (states, seen.after[states, exits, hidden]), -chance[:, hidden])
    found: Floats = np.linalg.lstsq(chain, reward[states, exits], rcond=None)[0].astype(np.float64)
    W = found[:-1] - found[0]
    worth: Floats = reward + np.einsum("sah,sh->sa", W[seen.after], chance)
    return W, worth


def best_response(seen: Histories, cc: Sequence[Fraction | float]) -> MemoryResponse:
    """Return the best response to a strategy; `cc` holds the probability of the exit cc for each of `seen.keys`."""
    if len(cc) != len(seen.keys) or not all(0 <= p <= 1 for p in cc):
        raise InputError(f"a strategy with this memory needs {len(seen.keys)} probabilities between 0 and 1")
    W, exits, _ = solve_response(seen, np.array([float(p) for p in cc]))
    exact = [Fraction(p) for p in cc]
    plain = [Fraction(w) for w in W.tolist()]
    simple = [simple_fraction(w, 1000) for w in W.tolist()]
    proofs = [_prove(seen, exact, vector, exits) for vector in (plain, simple)]
    low, high = max(proof[0] for proof in proofs), min(proof[1] for proof in proofs)
    value = Value(low, high) if seen.sign > 0 else Value(-high, -low)
    return MemoryResponse(value, exits, W)


def _prove(seen: Histories, cc: list[Fraction], W: list[Fraction], exits: Ints) -> tuple[Fraction, Fraction]:
    """Return a lower bound on the response's payoff, and an upper bound on that of any response, in fractions."""
    low, high = [], []
    for s in range(len(seen.paths)):
        p = cc[seen.key[s]]
        worth = [
            sum(
                (
                    chance * (seen.sign * seen.pays(s, mine, hidden) + W[seen.after[s, mine, hidden]])
                    for hidden, chance in enumerate((p, 1 - p))
                ),
                Fraction(0),
            )
            for mine in range(2)
        ]
        low.append(worth[exits[s]] - W[s])
        high.append(max(worth) - W[s])
    return min(low), max(high)


def best_strategy(
    seen: Histories, *, starts: int = 8, seed: int = 0, progress: Progress = silent, workers: Workers = HERE
) -> tuple[Floats, float]:
    """Return the best strategy found from `starts` random starts, and the payoff of the best response to it."""
    found, first = [], list(_starts(seen, starts, seed, workers))
    for one in workers.each(partial(improve, seen), first):
        found.append(one)
        progress(len(found), starts + (seen.memory > 1), "starts")
    return min(found, key=lambda one: one[1])


def _starts(seen: Histories, starts: int, seed: int, workers: Workers) -> Iterator[Floats]:
    """Yield the best strategy that remembers one node less, as a strategy of this memory, and random strategies."""
    if seen.memory > 1:
        shorter = histories(seen.board, seen.player, seen.memory - 1)
        best, _ = best_strategy(shorter, starts=starts, seed=seed, workers=workers)
        cc = dict(zip(shorter.keys, best, strict=True))
        yield np.array([cc[key[1:]] for key in seen.keys])
    random = np.random.default_rng(seed)
    for _ in range(starts):
        yield random.random(len(seen.keys))


def improve(seen: Histories, start: Floats) -> tuple[Floats, float]:
    """Return a strategy that no small step improves, reached from `start`, and the best response's value."""
    p = start
    W, _, worth = solve_response(seen, p)
    radius = 0.3
    for _ in range(STEPS):
        if radius < MIN_RADIUS:
            break
        there = _search_step(seen, p, W, radius)
        W_there, _, worth_there = solve_response(seen, there)
        if worth_there < worth - 1e-15:
            p, W, worth = there, W_there, worth_there
            radius = min(1.0, 2 * radius)
        else:
            radius /= 4
    return p, worth


def _search_step(seen: Histories, p: Floats, W: Floats, radius: float) -> Floats:
    """Return the solution of the linear program at (p, W), with p restricted to the radius."""
    states, count = len(seen.paths), p.size
    cc = p[seen.key]
    chance = np.stack([cc, 1 - cc], axis=-1)
    worth = seen.payoff + W[seen.after]
    lines = np.arange(2 * states)
    own = np.repeat(np.arange(states), 2)
    after = seen.after.reshape(2 * states, 2)
    entries = [
        (lines, seen.key[own], (worth[..., 0] - worth[..., 1]).ravel()),
        (lines, count + after[:, 0], chance[own, 0]),
        (lines, count + after[:, 1], chance[own, 1]),
        (lines, count + own, np.full(2 * states, -1.0)),
        (lines, np.full(2 * states, count + states), np.full(2 * states, -1.0)),
    ]
    at, column, value = (np.concatenate(part) for part in zip(*entries, strict=True))
    b = -np.einsum("sah,sh->sa", seen.payoff, chance).ravel()
    lower, upper = (np.concatenate([p * 0, [0.0], np.full(states, bound)]) for bound in (-NONE, NONE))
    lower[:count], upper[:count] = np.maximum(-radius, -p), np.minimum(radius, 1 - p)
    found = minimise(
        np.eye(1, len(lower), len(lower) - 1)[0], MatrixEntries(value, at, column), b, lower, upper
    )
    step: Floats = np.zeros(count) if found is None else found.x[:count]
    return np.clip(p + step, 0.0, 1.0)


def prove_best(
    seen: Histories,
    target: float,
    *,
    most: int = 2_000_000,
    progress: Progress = silent,
    workers: Workers = HERE,
) -> int:
    """Prove that every strategy concedes at least `target` to the opponent; return the number of boxes.

    Raises `TooLargeError` if more than `most` boxes would be needed, which also happens if the claim is false.
    """
    whole = np.zeros((1, len(seen.keys))), np.ones((1, len(seen.keys)))
    boxes, (lows, highs) = _examine(seen, target, most, whole, enough=BATCH)
    shares = [(lows[k::SHARES], highs[k::SHARES]) for k in range(min(SHARES, len(lows)))]
    looks = workers.each(partial(_examine, seen, target, most), shares)
    for done, (_, (more, _)) in enumerate(zip(shares, looks, strict=True), 1):
        boxes += more
        _check_number(boxes, most)
        progress(done, len(shares), "parts of the proof")
    return boxes


def _check_number(boxes: int, most: int) -> None:
    if boxes > most:
        raise TooLargeError(f"the proof needs more than {most} boxes; the target may be too near the best")


def _examine(
    seen: Histories, target: float, most: int, boxes: Boxes, enough: float = np.inf
) -> tuple[int, Boxes]:
    """Examine boxes, the last first, until no boxes or `enough` boxes are open; return the number examined and the
    open ones.
    """
    examined, (lows, highs) = 0, boxes
    while 0 < len(lows) < enough:
        examined += min(BATCH, len(lows))
        _check_number(examined + len(lows), most)
        low, high = lows[-BATCH:], highs[-BATCH:]
        bound, matters, W = _bounds(seen, low, high)
        left = bound < target
        bound[left] = np.maximum(bound[left], _damped(seen, W[left], low[left], high[left]))
        left = bound < target
        halves = _split(low[left], high[left], matters[left])
        lows = np.concatenate([lows[:-BATCH], halves[0]])
        highs = np.concatenate([highs[:-BATCH], halves[1]])
    return examined, (lows, highs)


def _split(low: Floats, high: Floats, matters: Floats) -> tuple[Floats, Floats]:
    """Return both halves of each box, divided along the parameter with the largest effect."""
    axis = matters.argmax(axis=1)
    at = np.arange(len(low))
    middle = 0.5 * (low[at, axis] + high[at, axis])
    upper_low, lower_high = low.copy(), high.copy()
    upper_low[at, axis] = middle
    lower_high[at, axis] = middle
    return np.concatenate([low, upper_low]), np.concatenate([lower_high, high])


def _bounds(seen: Histories, low: Floats, high: Floats) -> tuple[Floats, Floats, Floats]:
    """Return, for each box, the opponent's guarantee, the effect of each parameter, and the last W."""
    boxes, states = len(low), len(seen.paths)
    ends = np.stack([low[:, seen.key], high[:, seen.key]], axis=-1)
    bound = np.full(boxes, -np.inf)
    cc = ends.mean(axis=-1)
    W = np.zeros((boxes, states))
    matters = high - low
    for _ in range(PROOF_ROUNDS):
        _, exits, _ = _stage(seen, W, np.stack([cc, cc], axis=-1))
        W = _chain_values(seen, exits, cc)
        worth, exits, end = _stage(seen, W, ends)
        bound = np.maximum(bound, _least(seen, worth, W))
        cc = np.take_along_axis(ends, end[..., None], axis=-1)[..., 0]
        matters = _matters(seen, W, exits, low, high)
    return bound, matters, W


def _damped(seen: Histories, W: Floats, low: Floats, high: Floats) -> Floats:
    """Return the best bound over some rounds of W <- (W + T W) / 2, for boxes for which policy iteration fails."""
    ends = np.stack([low[:, seen.key], high[:, seen.key]], axis=-1)
    bound = np.full(len(low), -np.inf)
    W = np.where(np.abs(W).max(axis=1, keepdims=True) < 1e3, W, 0.0)
    for _ in range(DAMPED):
        worth, _, _ = _stage(seen, W, ends)
        bound = np.maximum(bound, _least(seen, worth, W))
        W = 0.5 * (W + worth)
    return bound


def _least(seen: Histories, worth: Floats, W: Floats) -> Floats:
    """Return the least of T W - W in each box, minus a bound on rounding errors: those of two products and a few
    sums.
    """
    size = np.abs(W).max(axis=1) + np.abs(seen.payoff).max()
    least: Floats = (worth - W).min(axis=1) - 16 * EPS * size
    return least


def _stage(seen: Histories, W: Floats, ends: Floats) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
    """Return the opponent's best exit in each state against the end of the box that is worst for the opponent: EV,
    exit, and end.
    """
    worth = seen.payoff + W[:, seen.after]
    by_end = worth[..., 0, None] * ends[:, :, None, :] + worth[..., 1, None] * (1 - ends[:, :, None, :])
    end = by_end.argmin(axis=-1)
    against = by_end.min(axis=-1)
    exits = against.argmax(axis=-1)
    chosen = np.take_along_axis(end, exits[..., None], axis=-1)[..., 0]
    return against.max(axis=-1), exits, chosen


def _chain_values(seen: Histories, exits: NDArray[np.int64], cc: Floats) -> Floats:
    """Return relative values of the chains given by these exits and probabilities, one chain for each box."""
    boxes, states = exits.shape
    at, s = np.arange(boxes)[:, None], np.arange(states)[None, :]
    chance = (cc, 1 - cc)
    matrix = np.zeros((boxes, states + 1, states + 1))
    matrix[:, np.arange(states), np.arange(states)] = 1.0 + 1e-9  # nonsingular even with two ergodic classes
    matrix[:, :states, states] = 1.0
    matrix[:, states, 0] = 1.0
    right = np.zeros((boxes, states + 1))
    for hidden in range(2):
        after = seen.after[s, exits, hidden]
        np.add.at(matrix, (at, s, after), -chance[hidden])
        right[:, :states] += chance[hidden] * seen.payoff[s, exits, hidden]
    W: Floats = np.linalg.solve(matrix, right[..., None])[..., 0][:, :states]
    return W


def _matters(seen: Histories, W: Floats, exits: NDArray[np.int64], low: Floats, high: Floats) -> Floats:
    """Return the width of each parameter times the largest slope of a state's value in it."""
    s = np.arange(exits.shape[1])[None, :]
    worth = (seen.payoff + W[:, seen.after])[np.arange(len(W))[:, None], s, exits]
    swing = np.abs(worth[..., 0] - worth[..., 1])
    matters = np.zeros_like(low)
    for state, key in enumerate(seen.key):
        matters[:, key] = np.maximum(matters[:, key], swing[:, state])
    answer: Floats = (matters + 1e-3) * (high - low)
    return answer


def bounded_memory(
    board: Board,
    player: Side = "col",
    memory: int = 1,
    *,
    strategy: Sequence[Fraction | float] | None = None,
    starts: int = 8,
    seed: int = 0,
    within: float | None = None,
    progress: Progress = silent,
    workers: Workers = HERE,
) -> MemorySolution:
    """Return the best strategy that remembers the last `memory` nodes, or the given one, against its best
    response.

    A given `strategy` holds the probability of cc for each of `histories(board, player, memory).keys`. With `within`,
    it is proved that no other strategy with this memory improves the guarantee by more than `within`.
    """
    if within is not None and not within > 0:
        raise InputError(f"within must be positive, not {within:g}")
    began = time.perf_counter()
    seen = histories(board, player, memory)
    searched = strategy is None
    if strategy is None:
        found, _ = best_strategy(seen, starts=starts, seed=seed, progress=progress, workers=workers)
        strategy = found.tolist()
    response = best_response(seen, strategy)
    if within is not None:
        prove_best(seen, seen.sign * float(response.value) - within, progress=progress, workers=workers)

    def named(path: Path) -> tuple[str, ...]:
        return tuple(board.names[node] for node in path)

    responded = "best response by policy iteration, proved in fractions"
    return MemorySolution(
        game=BoardGame(board),
        position_keys={"player": player, "memory": memory},
        value=response.value,
        method=f"linear programs from {starts} starts; {responded}" if searched else responded,
        positions=len(seen.paths),
        seconds=time.perf_counter() - began,
        searched=searched,
        within=within,
        player=player,
        memory=memory,
        strategy={named(key): p for key, p in zip(seen.keys, strategy, strict=True)},
        responses={named(path): EXITS[a] for path, a in zip(seen.paths, response.exits, strict=True)},
    )
