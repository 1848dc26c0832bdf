"""Players of lagged games that play any number of games in parallel, as arrays.

A mover gives the probabilities of cc; then it observes which exits were drawn and which nodes the counter has just
left. The optimal player keeps one number: the probability q of its last cc. So a million moves take a second.

**Players of bounded memory** look at the last few announced nodes. Between two such players the position of the
counter, the player to move and the remembered nodes form a Markov chain with few states. It ends in one of its closed
classes; the average is the mean of the classes' averages, weighted with the probability of ending in each from the
start. Both the averages and the probabilities are solutions of linear equations, found in fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from zerosum.arena.players import Mix, Mixture, Observation, Player, ask, uniform
from zerosum.arena.sampling import BURN_IN, MIN_GAMES, Average, long_run
from zerosum.core.arrays import Floats
from zerosum.core.errors import Unavailable
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side
from zerosum.core.workers import HERE, Workers
from zerosum.models.lagged.functions import Concave
from zerosum.models.lagged.rules import EXITS, Board
from zerosum.models.lagged.strategy import OptimalMoves
from zerosum.numerics.chains import connected_parts
from zerosum.numerics.exact import solve_linear
from zerosum.numerics.programs import MatrixEntries
from zerosum.numerics.sparse import matrix

NodeArray = NDArray[np.intp]
Flags = NDArray[np.bool_]
MAX_BURN_IN = 20_000
"""Maximum number of moves before counting begins; a walk forgets its start after approximately the square of the
number of nodes.
"""

CC, CL = EXITS


@dataclass(frozen=True)
class LaggedView:
    """A player's information: the nodes that the counter has left, in order, and its own exits."""

    board: Board
    side: Side
    left: tuple[int, ...]
    """Every node announced so far; the last one is where the opponent has just moved from."""
    mine: tuple[str, ...]
    """The exits that this player has taken."""

    @property
    def possible(self) -> tuple[int, ...]:
        """The nodes where the counter may be."""
        return self.board.exits[self.left[-1]] if self.left else (self.board.start,)

    def way(self, turn: int) -> str | None:
        """Return the exit that was taken, if its target has been announced; None for an exit of the opponent if both
        lead to this target.
        """
        if SIDES[turn % 2] == self.side:
            return self.mine[turn // 2]
        cc, cl = self.board.exits[self.left[turn]]
        return None if cc == cl else CC if cc == self.left[turn + 1] else CL


class Mover(Protocol):
    """A player of several games in parallel."""

    def begin(self, games: int) -> None:
        """Begin new games."""

    def chances(self, seen: NodeArray) -> Floats:
        """Return the probabilities of cc now; `seen` are the nodes just left by the opponent, -1 if there is none
        yet.
        """

    def observe(self, cc: Flags, left: NodeArray) -> None:
        """Record the drawn exits, and the nodes from which they led."""


class OptimalMover:
    """The mover that plays r(k, q) and s(k, q): it stores its last node, the q there, and the exit."""

    def __init__(self, next_moves: Mapping[int, OptimalMoves], first: float) -> None:
        self.next_moves, self.first = next_moves, first
        self.begin(1)

    def begin(self, games: int) -> None:
        """Begin new games."""
        self.left = np.full(games, -1, dtype=np.intp)
        self.q = np.full(games, self.first)
        self.cc = np.zeros(games, dtype=np.bool_)
        self.next = self.q

    def chances(self, seen: NodeArray) -> Floats:
        """Return the probabilities of cc; the node that the opponent left is the target of the mover's own exit, so
        the mover knows this exit.
        """
        self.next = np.where(self.left < 0, self.first, 0.0)
        for node, moves in self.next_moves.items():
            here = self.left == node
            if here.any():
                self.next[here] = moves.next_cc(self.q[here], self.cc[here])
        return self.next

    def observe(self, cc: Flags, left: NodeArray) -> None:
        """Store the data on which the next move depends."""
        self.left, self.q, self.cc = left, self.next, cc


class ResponseMover:
    """The mover that knows the opponent's strategy, deduces its q from the announcements, and takes the best
    exit against it.

    The EVs come from the opponent's own functions: against an optimal opponent no response is better.
    """

    def __init__(self, board: Board, opponent: OptimalMover, functions: Mapping[int, Concave]) -> None:
        self.board, self.opponent, self.functions = board, opponent, functions

    def begin(self, games: int) -> None:
        """Do nothing, since the opponent's state is deduced from the announcements."""

    def chances(self, seen: NodeArray) -> Floats:
        """Return probability 1 for the exit with the lower EV of the opponent."""
        left = np.zeros((2, len(seen)))  # the opponent's EV after either exit, from the opponent's functions
        for node in np.unique(seen).tolist():
            here, exits = seen == node, self.board.exits
            q = self.opponent.q[here]
            for way in (0, 1):
                if node < 0:  # the first move, from the known start
                    f, first = self.functions[exits[self.board.start][way]], np.array([self.opponent.first])
                    left[way, here] = f.values(first)[0]
                else:
                    r, s = self.opponent.next_moves[node].pair(q)
                    cc, cl = (self.functions[exits[target][way]] for target in exits[node])
                    left[way, here] = q * cc.values(r) + (1 - q) * cl.values(s)
        return np.where(left[0] < left[1], 1.0, 0.0)

    def observe(self, cc: Flags, left: NodeArray) -> None:
        """Do nothing."""


class MemoryMover:
    """The mover that plays by the last few announced nodes."""

    def __init__(self, board: Board, player: MemoryPlayer) -> None:
        self.size, self.player = board.size, player
        self.table: dict[int, float] = {}
        self.begin(1)

    def begin(self, games: int) -> None:
        """Begin with no announcements."""
        self.known = np.zeros(games, dtype=np.intp)

    def chances(self, seen: NodeArray) -> Floats:
        """Return the probabilities for the remembered nodes."""
        if not self.player.memory:
            return np.full(len(seen), self._chance(0))
        self._keep(seen)
        codes, where = np.unique(self.known, return_inverse=True)
        return np.array([self._chance(code) for code in codes.tolist()])[where]

    def observe(self, cc: Flags, left: NodeArray) -> None:
        """Record the player's own announced node as well."""
        if self.player.memory:
            self._keep(left)

    def _keep(self, announced: NodeArray) -> None:
        """Append the announced nodes; a memory is a number in base nodes + 1, where one digit means "none"."""
        base = self.size + 1
        pushed = (self.known * base + announced + 1) % base**self.player.memory
        self.known = np.where(announced < 0, self.known, pushed)

    def _chance(self, code: int) -> float:
        """Return the probability for the nodes that a number encodes; the player is queried once."""
        if code not in self.table:
            nodes, rest = list[int](), code
            while rest:
                rest, node = divmod(rest, self.size + 1)
                nodes.insert(0, node - 1)
            self.table[code] = float(self.player.chance(tuple(nodes)))
        return self.table[code]


class MixtureMover:
    """The mover that draws one of several players with fixed weights before each move, and plays its move."""

    def __init__(self, parts: Sequence[tuple[float, Mover]]) -> None:
        self.parts = parts

    def begin(self, games: int) -> None:
        """Begin new games for all players of the mixture."""
        for _, mover in self.parts:
            mover.begin(games)

    def chances(self, seen: NodeArray) -> Floats:
        """Return the weighted mean of their probabilities."""
        return np.asarray(sum(weight * mover.chances(seen) for weight, mover in self.parts))

    def observe(self, cc: Flags, left: NodeArray) -> None:
        """Pass the announcements to every player of the mixture."""
        for _, mover in self.parts:
            mover.observe(cc, left)


QUERIED_GAMES = 20
"""Minimum number of parallel games if a player is queried game by game: each game has a burn-in."""
QUERIED_BURN_IN = 100
"""Minimum number of moves of their burn-in; if more moves are counted, the burn-in has the same number."""


class QueriedMover:
    """The mover for any player, which queries the player game by game with its view."""

    def __init__(self, board: Board, player: Player, side: Side) -> None:
        self.board, self.player, self.side = board, player, side

    def begin(self, games: int) -> None:
        """Begin with no announcements."""
        self.left: list[list[int]] = [[] for _ in range(games)]
        self.mine: list[list[str]] = [[] for _ in range(games)]

    def chances(self, seen: NodeArray) -> Floats:
        """Return the player's probabilities of cc."""
        for left, node in zip(self.left, seen.tolist(), strict=True):
            if node >= 0:
                left.append(node)
        return np.array([self._chance(left, mine) for left, mine in zip(self.left, self.mine, strict=True)])

    def observe(self, cc: Flags, left: NodeArray) -> None:
        """Store the player's exits, and the nodes that it left."""
        for game, (way, node) in enumerate(zip(cc.tolist(), left.tolist(), strict=True)):
            self.mine[game].append(CC if way else CL)
            self.left[game].append(node)

    def _chance(self, left: Sequence[int], mine: Sequence[str]) -> float:
        view = LaggedView(self.board, self.side, tuple(left), tuple(mine))
        return float(ask(self.player, Observation(self.side, view, EXITS)).get(CC, 0))


def simulate(
    board: Board,
    row: Mover,
    col: Mover,
    *,
    moves: int = 1_000_000,
    seed: int = 1,
    progress: Progress = silent,
    workers: Workers = HERE,
) -> Average:
    """Play exactly `moves` moves, in parallel games, and return row's long-run average payoff per move."""
    size = max(map(abs, board.payoffs)) or Fraction(1)
    payoffs, exits = np.array([float(a / size) for a in board.payoffs]), np.array(board.exits)

    def begin(games: int, random: np.random.Generator) -> _BoardWalk:
        movers = deepcopy((row, col))  # other simulations may run at the same time
        for mover in movers:
            mover.begin(games)
        return _BoardWalk(payoffs, exits, movers, np.full(games, board.start), random)

    burn_in = min(MAX_BURN_IN, max(BURN_IN, board.size**2))
    is_slow = any(isinstance(mover, QueriedMover) for mover in (row, col))
    if is_slow:
        burn_in = min(burn_in, max(QUERIED_BURN_IN, moves // QUERIED_GAMES))
    found = long_run(
        begin,
        stages=moves,
        seed=seed,
        burn_in=burn_in,
        least_games=QUERIED_GAMES if is_slow else MIN_GAMES,
        progress=progress,
        workers=workers,
    )
    return Average(found.mean * float(size), found.error * float(size), found.stages)


class _BoardWalk:
    """Parallel games; a call makes the next move of each and returns its payments."""

    def __init__(
        self,
        payoffs: Floats,
        exits: NodeArray,
        movers: tuple[Mover, Mover],
        start: NodeArray,
        random: np.random.Generator,
    ) -> None:
        self.payoffs, self.exits, self.movers, self.at, self.random = payoffs, exits, movers, start, random
        self.seen, self.turn = np.full_like(start, -1), 0

    def __call__(self) -> Floats:
        mover, self.turn = self.movers[self.turn % 2], self.turn + 1
        cc = self.random.random(len(self.at)) < mover.chances(self.seen)
        mover.observe(cc, self.at)
        paid = self.payoffs[self.at]
        self.seen, self.at = self.at, np.where(cc, self.exits[self.at, 0], self.exits[self.at, 1])
        return paid


MAX_STATES = 150
"""Maximum number of states of a chain that is solved in fractions."""

State = tuple[int, int, tuple[int, ...]]
"""The player to move, the counter's node, and the last announced nodes."""
Chain = Mapping[State, Mapping[State, Fraction]]
"""The transition probabilities between states."""


@dataclass(frozen=True, eq=False)
class MemoryPlayer:
    """A player that uses the last few announced nodes, the oldest first; fewer at the beginning."""

    name: str
    memory: int
    chance: Callable[[tuple[int, ...]], Fraction]

    def mix(self, seen: Observation) -> Mix:
        """Return the mix for the announced nodes."""
        left = seen.position.left
        p = self.chance(left[len(left) - min(self.memory, len(left)) :])
        return {CC: p, CL: 1 - p}


def always(name: str, chance: Fraction) -> MemoryPlayer:
    """Return a player that ignores all information."""
    return MemoryPlayer(name, 0, lambda known: chance)


def as_memory_player(player: Player) -> MemoryPlayer | None:
    """Return the player as a player of bounded memory; None if it is not known to be one."""
    if isinstance(player, MemoryPlayer):
        return player
    if player is uniform:
        return always(player.name, Fraction(1, 2))
    if not isinstance(player, Mixture):
        return None
    parts = [(Fraction(weight), as_memory_player(part)) for weight, part in player.players]
    known = [(weight, part) for weight, part in parts if part is not None]
    if len(known) < len(parts):
        return None
    total = sum(weight for weight, _ in known)
    memory = max(part.memory for _, part in known)

    def chance(nodes: tuple[int, ...]) -> Fraction:
        return sum(
            (
                weight / total * part.chance(nodes[max(0, len(nodes) - part.memory) :])
                for weight, part in known
            ),
            Fraction(0),
        )

    return MemoryPlayer(player.name, memory, chance)


def average_of(board: Board, row: MemoryPlayer, col: MemoryPlayer) -> Fraction:
    """Return row's long-run average payoff per move."""
    start: State = (0, board.start, ())
    chain = _chain(board, (row, col), start)
    classes = _closed_classes(chain)
    earned = [_class_average(board, chain, states) for states in classes]
    if len(set(earned)) == 1:
        return earned[0]
    worth = {state: mean for states, mean in zip(classes, earned, strict=True) for state in states}
    return _expected(chain, worth)[start]


def _chain(board: Board, players: tuple[MemoryPlayer, MemoryPlayer], start: State) -> Chain:
    """Return the transitions of every state that is reachable from the start."""
    memory = max(player.memory for player in players)
    chain: dict[State, dict[State, Fraction]] = {}
    todo = [start]
    while todo:
        state = todo.pop()
        if state in chain:
            continue
        if len(chain) >= MAX_STATES:
            raise Unavailable(
                "the memories of these two players have too many states for an exact average; simulate it"
            )
        turn, at, known = state
        p = players[turn].chance(known[max(0, len(known) - players[turn].memory) :])
        kept = (*known, at)[-memory:] if memory else ()
        chain[state] = {}
        for chance, target in zip((p, 1 - p), board.exits[at], strict=True):
            after = (1 - turn, target, kept)
            if chance:
                chain[state][after] = chain[state].get(after, Fraction(0)) + chance
        todo += chain[state]
    return chain


def _closed_classes(chain: Chain) -> list[list[State]]:
    """Return the classes that the chain never leaves."""
    states = list(chain)
    number = {state: i for i, state in enumerate(states)}
    pairs = np.array([(number[one], number[two]) for one, after in chain.items() for two in after])
    graph = matrix(MatrixEntries(np.ones(len(pairs)), pairs[:, 0], pairs[:, 1]), (len(states),) * 2)
    _, label = connected_parts(graph)
    left = {int(label[one]) for one, two in pairs.tolist() if label[one] != label[two]}
    return [
        [state for state in states if label[number[state]] == group]
        for group in sorted(set(label.tolist()) - left)
    ]


def _class_average(board: Board, chain: Chain, states: Sequence[State]) -> Fraction:
    """Return the mean payoff under the stationary distribution of a closed class."""
    number = {state: i for i, state in enumerate(states)}
    size = len(states)
    table = [[Fraction(0)] * (size + 1) for _ in range(size)]
    for state, i in number.items():
        table[i][i] -= 1
        for after, chance in chain[state].items():
            table[number[after]][i] += chance
    table[-1] = [Fraction(1)] * (size + 1)
    solved = solve_linear(table)
    assert solved is not None, "a closed class has one stationary distribution"
    return sum((p * board.payoffs[at] for p, (_, at, _) in zip(solved, states, strict=True)), Fraction(0))


def _expected(chain: Chain, worth: Mapping[State, Fraction]) -> dict[State, Fraction]:
    """Return the expectation of each state over the closed classes in which it may end."""
    passing = [state for state in chain if state not in worth]
    number = {state: i for i, state in enumerate(passing)}
    table = [[Fraction(0)] * (len(passing) + 1) for _ in passing]
    for state, i in number.items():
        table[i][i] += 1
        for after, chance in chain[state].items():
            if after in worth:
                table[i][-1] += chance * worth[after]
            else:
                table[i][number[after]] -= chance
    solved = solve_linear(table)
    assert solved is not None, "states that are left have one expectation"
    return {**worth, **dict(zip(passing, solved, strict=True))}
