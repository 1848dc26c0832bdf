"""Matches of staged games: players fixed on one side or both, best responses, and the range over optimal strategies.

*Fixed players.* The mix of a fixed player is a chance move: the side has a single move, and the mix is averaged into
the outcomes. With one side fixed, the value is the EV of the best response, found by one choice at each position;
with both fixed, it is the expectation of the match. The exact distribution of results takes one forward pass over the
positions that the two can reach; a compiled simulation of a million rounds takes about a second.

*Range.* The EV of an optimal strategy against a weak player is not unique: if a position has many optimal mixes, some
exploit the weak player more than others. The range is over all strategies that are optimal at *every* position. At a
position with matrix A, let c(i) be the EV of move i against the fixed player, with the best (or worst) optimal play
afterwards; then

    U = max c·x    over the mixes x that are optimal in A.

That maximum is the right derivative of val(A + t c 1') at t = 0 (Mills 1956), and for all small t an optimal mix of A
+ t c 1' attains it. So one more batch of matrix games per depth is enough, and its mixes are checked: each must be
optimal in A itself.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from zerosum import matrix
from zerosum.arena.players import BEST_RESPONSE, Function, Mix, Observation, Player, ask, ask_exactly, best_of
from zerosum.arena.results import BestResponse, EquilibriumRange, Match, result_of
from zerosum.arena.sampling import sample_in_batches
from zerosum.core.arrays import Array, Floats, Ints
from zerosum.core.errors import ZerosumError
from zerosum.core.game import WAIT, Move, Position
from zerosum.core.numbers import Amount, Number
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.workers import HERE, Workers
from zerosum.models.staged.kernels import walk
from zerosum.models.staged.positions import Batch, SolveOrder, discover, order_positions, starts
from zerosum.models.staged.rules import Outcome, StagedGame

TIE_TOLERANCE = 1e-12
"""Moves whose payoffs differ by less than this count as equally good, since the difference may be rounding."""
NUDGES = (1e-5, 1e-6, 1e-7, 1e-8)
"""Sizes of t that are tried, until the mixes are optimal in A."""
OPTIMAL = 1e-9
"""The amount by which the guarantee of an optimal mix may fall short of the value, relative to the matrix."""


@dataclass(frozen=True)
class PartlyPlayed(StagedGame):
    """A staged game in which chance makes some of the moves: they are averaged into the outcomes."""

    game: StagedGame = field(repr=False)

    @property
    def slug(self) -> str:
        return self.game.slug

    @property
    def title(self) -> str:
        return self.game.title

    @property
    def start(self) -> Position:
        return self.game.start

    @abstractmethod
    def mix(self, side: Side, position: Position, moves: Sequence[Move], move: Move) -> Mapping[Move, Number]:
        """Return the probabilities of a side's moves in the whole game, if it makes this move here."""

    def play(self, position: Position, row: Move, col: Move) -> list[Outcome]:
        rows, cols = self.game.moves(position)
        row_mix, col_mix = self.mix("row", position, rows, row), self.mix("col", position, cols, col)
        merged: dict[tuple[Amount, Position], Number] = {}
        for i, p in row_mix.items():
            for j, q in col_mix.items():
                if p and q:
                    for chance, reward, after in self.game.play(position, i, j):
                        key = (reward, after)
                        merged[key] = merged.get(key, 0) + p * q * chance
        return [(chance, reward, after) for (reward, after), chance in merged.items()]

    def payoff(self, position: Position) -> Amount:
        return self.game.payoff(position)


@dataclass(frozen=True)
class FixedPlayers(PartlyPlayed):
    """A staged game with one or both sides fixed to players."""

    row: Player | None = None
    col: Player | None = None

    def moves(self, position: Position) -> tuple[Sequence[Move], Sequence[Move]]:
        """Return the moves of the free side; a fixed side waits."""
        row, col = self.game.moves(position)
        if not row:
            return (), ()
        return (WAIT if self.row else row), (WAIT if self.col else col)

    def mix(self, side: Side, position: Position, moves: Sequence[Move], move: Move) -> Mix:
        player = self.row if side == "row" else self.col
        if player is None or len(moves) == 1:
            return {move if player is None else moves[0]: 1}
        return ask(player, Observation(side, position, moves))

    @property
    def least_positions(self) -> int:
        return self.game.least_positions


def best_response(
    game: StagedGame,
    opponent: Player,
    side: Side,
    *,
    exact: bool = False,
    ties: Player | None = None,
    progress: Progress = silent,
) -> BestResponse:
    """Return the best response on `side` to `opponent`, and row's mean payoff.

    `ties` decides where moves are equally good, and at positions that the opponent's strategy never reaches.
    """
    layout = _fixed_layout(game, opponent, side, exact, progress)
    choose, worth = _respond(layout, side, exact, ties)
    value, player = worth(game.start), Function(BEST_RESPONSE.name, choose)
    if exact:
        return BestResponse(player, value)
    return BestResponse(player, float(value), _rounding(game, layout))


def response_to(
    game: StagedGame, opponent: Player, side: Side, *, progress: Progress = silent
) -> tuple[Callable[[Observation], Mix], Callable[[Position], Number]]:
    """Return a side's best move against `opponent`, and row's mean payoff from a position."""
    return _respond(
        _fixed_layout(game, opponent, side, exact=False, progress=progress), side, exact=False, ties=None
    )


def _fixed_layout(
    game: StagedGame, opponent: Player, side: Side, exact: bool, progress: Progress
) -> SolveOrder:
    """Return the positions of the game in which the opponent is fixed."""
    if exact:
        opponent = Function(opponent.name, partial(ask_exactly, opponent))
    fixed = FixedPlayers(game, col=opponent) if side == "row" else FixedPlayers(game, row=opponent)
    return order_positions(discover(fixed, exact=exact, progress=progress))


def _rounding(game: StagedGame, layout: SolveOrder) -> float:
    """Return a bound on the error of a value computed by backward induction in floats.

    At each height a sum of n products of probabilities and EVs is rounded 2 n + 4 times, each time by at most 2^-53
    of the largest EV, which is at most the largest payoff plus the largest reward of each height.
    """
    graph, heights = layout.graph, int(layout.height.max(initial=0))
    largest = max(map(abs, graph.payoff), default=0) + heights * max(map(abs, graph.reward), default=0)
    terms = int(layout.outcomes.max(initial=1)) + max(
        len(moves) for p in graph.positions for moves in game.moves(p)
    )
    return float(largest) * heights * (4 * terms + 8) * 2.0**-52


def _respond(
    layout: SolveOrder, side: Side, exact: bool, ties: Player | None
) -> tuple[Callable[[Observation], Mix], Callable[[Position], Number]]:
    """Return the best move at each position of a side that alone chooses, and row's payoff with it."""
    graph, kind = layout.graph, object if exact else np.float64
    chance, reward = (np.array(of, kind)[layout.source] for of in (graph.probability, graph.reward))
    worth: Array = np.array(graph.payoff, kind)[layout.order]
    choice, sign = np.zeros(len(worth), np.int64), 1 if side == "row" else -1
    by_move: dict[int, Sequence[Number]] = {}  # by rank, kept only to break ties
    for batch in layout.batches:
        if batch.m:
            earned = chance[batch.outcomes] * (reward[batch.outcomes] + worth[layout.child[batch.outcomes]])
            moves = sign * layout.summed(batch, earned).reshape(-1, batch.m * batch.n)
            # among moves that are equally good up to rounding take the first, so that the choice is reproducible
            most = moves.max(axis=1, keepdims=True)
            equal = moves >= most - (0 if exact else TIE_TOLERANCE)
            choice[batch.positions], worth[batch.positions] = equal.argmax(axis=1), sign * most[:, 0]
            if ties is not None:
                ranks = range(batch.positions.start, batch.positions.stop)
                by_move.update(zip(ranks, np.where(equal, most, moves).tolist(), strict=True))

    def choose(seen: Observation) -> Mix:
        if ties is None:
            return {seen.moves[choice[layout.rank[graph.index[seen.position]]]]: 1}
        place = graph.index.get(seen.position)
        known = () if place is None else by_move[int(layout.rank[place])]
        return best_of(dict(zip(seen.moves, known, strict=False)), seen, ties)

    def worth_at(position: Position) -> Number:
        found: Number = worth[layout.rank[graph.index[position]]]
        return found

    return choose, worth_at


def play_exactly(
    game: StagedGame, row: Player, col: Player, *, exact: bool = False, progress: Progress = silent
) -> Match:
    """Return the distribution of results, by one forward pass over the reachable positions.

    With both sides fixed each position has one cell, and each end none.
    """
    graph = discover(FixedPlayers(game, row, col), exact=exact, progress=progress)
    first = starts(graph.outcomes)[starts(graph.rows * graph.cols)].tolist()
    order = order_positions(graph).order[::-1].tolist()
    reached: list[dict[Number, Number]] = [defaultdict(int) for _ in order]
    reached[0][0] = 1
    results: dict[Number, Number] = defaultdict(int)
    for s in order:
        if not graph.rows[s]:
            for total, p in reached[s].items():
                results[result_of(total + graph.payoff[s])] += p
        for k in range(first[s], first[s + 1]):
            into, chance, reward = reached[graph.child[k]], graph.probability[k], graph.reward[k]
            for total, p in reached[s].items():
                into[total + reward] += p * chance
        reached[s] = {}
    return Match(row.name, col.name, dict(sorted(results.items())))


def simulate(
    game: StagedGame,
    row: Player,
    col: Player,
    *,
    plays: int,
    seed: int,
    progress: Progress = silent,
    workers: Workers = HERE,
) -> Match:
    """Simulate a number of rounds with seeded random numbers and return their results."""
    graph = discover(FixedPlayers(game, row, col), exact=False, progress=progress)
    first = starts(graph.outcomes)[starts(graph.rows * graph.cols)]
    cumulative = running_sums(np.array(graph.probability), first)
    reward, payoff = np.array(graph.reward, dtype=np.float64), np.array(graph.payoff, dtype=np.float64)
    paid = partial(_walked, (first, cumulative, graph.child, reward, payoff))
    return sample_in_batches(
        row.name, col.name, paid, plays=plays, seed=seed, progress=progress, workers=workers
    )


def _walked(
    arrays: tuple[Ints, Floats, Ints, Floats, Floats], plays: int, random: np.random.Generator
) -> Floats:
    return np.round(walk(*arrays, plays, random), 12)


def running_sums(probability: Floats, first: Ints) -> Floats:
    """Return the cumulative probabilities within each position."""
    running: Floats = np.cumsum(probability)
    before = np.concatenate(([0.0], running))[first[:-1]]
    within: Floats = running - np.repeat(before, np.diff(first))
    return within


def equilibrium_range(
    game: StagedGame,
    layout: SolveOrder,
    opponent: Player,
    side: Side = "row",
    *,
    of: Callable[[float], float] = float,
) -> EquilibriumRange:
    """Return the range of `side`'s mean payoffs against `opponent`, over all strategies optimal at every
    position.

    `of` maps the payoff at the end to the averaged quantity: `lambda pay: pay > 0` gives the probability that row
    wins; it needs a game whose rewards all come at the end.
    """
    graph = layout.graph
    value, least, most = np.zeros((3, len(layout.order)))
    chance, reward = (np.array(part, np.float64)[layout.source] for part in (graph.probability, graph.reward))
    for batch in layout.batches:
        here = batch.positions
        if batch.m == 0:
            value[here] = [float(graph.payoff[s]) for s in layout.order[here]]
            least[here] = most[here] = [of(paid) for paid in value[here].tolist()]
            continue
        p, r, child = chance[batch.outcomes], reward[batch.outcomes], layout.child[batch.outcomes]
        A = layout.summed(batch, p * (r + value[child]))
        value[here] = values_of(A)
        mixes = _mixes(game, layout, batch, opponent, other(side))
        for earned, sign in ((least, -1.0), (most, 1.0)):
            C = layout.summed(batch, p * (r + earned[child]))
            earned[here] = best_optimal(A, value[here], C, mixes, side, sign)
    ends = [float(earned[layout.rank[0]]) for earned in (least, most)]
    return EquilibriumRange(opponent.name, min(ends), max(ends))


def values_of(A: Floats) -> Floats:
    found = matrix.solve_batch(np.ascontiguousarray(A))
    return (found.lower + found.upper) / 2


def _mixes(game: StagedGame, layout: SolveOrder, batch: Batch, opponent: Player, side: Side) -> Floats:
    """Return the opponent's mix at each position of the batch."""
    order, positions = layout.order, layout.graph.positions
    mixes = np.zeros((batch.positions.stop - batch.positions.start, batch.n if side == "col" else batch.m))
    for mix, s in zip(mixes, order[batch.positions].tolist(), strict=True):
        moves = list(game.moves(positions[s])[SIDES.index(side)])
        for move, p in ask(opponent, Observation(side, positions[s], moves)).items():
            mix[moves.index(move)] = p
    return mixes


def best_optimal(A: Floats, value: Floats, C: Floats, opponent: Floats, side: Side, sign: float) -> Floats:
    """Return, for each game A with its value, the extreme (by sign) of c·x over its optimal mixes x."""
    if side == "col":
        A, C, value = -A.transpose(0, 2, 1), -C.transpose(0, 2, 1), -value
        sign, flip = -sign, -1.0
    else:
        flip = 1.0
    c = sign * np.einsum("gij,gj->gi", C, opponent)
    scale = np.maximum(np.abs(A).max(axis=(1, 2)), 1.0)
    best = np.full(len(A), np.nan)
    todo = np.arange(len(A))
    for nudge in NUDGES:
        found = matrix.solve_batch(np.ascontiguousarray(A[todo] + nudge * c[todo, :, None]))
        missed = value[todo] - np.einsum("gi,gij->gj", found.row, A[todo]).min(axis=1)
        fine = missed <= OPTIMAL * scale[todo]
        best[todo[fine]] = np.einsum("gi,gi->g", found.row, c[todo])[fine]
        todo = todo[~fine]
        if not len(todo):
            return flip * sign * best
    raise ZerosumError(
        f"{len(todo)} positions have optimal mixes too close to each other to compute the range"
    )
