"""The solver of street games: discounted regret minimisation on vectors over private cards, up to suits.

    kernels   compiled loops

Small games are solved as hidden games, in fractions. For the others, each decision and each hand keeps the *regret* of
each move: how much more it would have earned than the mix did. A round of one player takes three sweeps over the public
tree of boards and bets: the reaches of both players go down, what the ends are worth comes up, and the regrets are
updated on the way. A showdown is a sum in the order of strength; a player's own card needs no correction there, since
it is neither weaker nor stronger than itself. In round t positive regrets are first multiplied by t^1.5 / (t^1.5 + 1)
and negative ones by 1/2, and the average strategy gives round t a weight of t⁴. Players take turns.

The averages become optimal. What best replies earn against them are bounds on the value at any time; they are computed
for the averages as they are returned, in whole units of 2^-24, and widened by what floats may lose.

Rhode Island Hold'em with 52 cards has 325 boards of two cards up to suits, 49 lines of bets before the last round and
at most 37 hands: 3.9 million decisions and 9.8 million probabilities.

Reference: N. Brown and T. Sandholm, Solving imperfect-information games via discounted regret minimization, AAAI 2019.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from zerosum.core.arrays import Array, Floats
from zerosum.core.compiled import threads
from zerosum.core.errors import InputError
from zerosum.core.limits import afford
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.value import Value
from zerosum.models.hidden.solve import solve as solve_hidden
from zerosum.models.streets.answer import UNITS, StreetAnswer, StreetSolution
from zerosum.models.streets.rules import StreetGame
from zerosum.models.streets.solve.kernels import BetRound, Street, ascend, descend

MOST_IN_A_TREE = 100_000
"""Maximum number of positions of a game that is solved as a hidden game."""

GAP = 2e-4
"""The gap at which the solver stops by default, as a share of the smallest stake: the value is known to half of it."""

CHECK_GROWTH = 1.15
"""The gap is computed whenever the number of rounds has grown by this factor."""

LOSSES = 2.0**-53 * 16
"""What floats lose at most in a best reply, relative to the largest stake, for each card, node and street: twice what
`verify` allows for, so that both intervals fit."""

NUMBER_BYTES, NUMBER_SECONDS = 48, 2e-5
"""Approximate memory and time to solve a game, for each probability in its strategies."""

PIECES = 8
"""Number of pieces into which the boards of a street are cut for each thread."""


def solve(
    game: StreetGame,
    *,
    progress: Progress = silent,
    numeric: Annotated[bool, "stop at floats, and do not look for fractions"] = False,
    first_order: Annotated[bool, "use the method for large games, however small this one is"] = False,
    tolerance: Annotated[
        float | None, "the gap at which the method for large games stops; by default 2e-4 of the ante"
    ] = None,
    rounds: Annotated[int, "maximum number of rounds of the method for large games"] = 100_000,
    pure: Annotated[
        bool,
        "also what the best pure strategies guarantee, in small games, by 20 s of search for each player",
    ] = False,
    refine: Annotated[
        bool, "the quasi-perfect equilibrium of a small game: the limit of exact trembles, with its proof"
    ] = False,
) -> StreetAnswer:
    """Value and strategies of a street game; a large one that is stopped by Ctrl-C has the best bounds so far."""
    if rounds < 1:
        raise InputError(f"the number of rounds must be at least 1, and {rounds} is not")
    if tolerance is not None and not tolerance > 0:
        raise InputError(f"the tolerance must be positive, and {tolerance} is not; it is a gap in chips")
    if not first_order and game.tree_size <= MOST_IN_A_TREE:
        return solve_hidden(game, progress=progress, numeric=numeric, pure=pure, refine=refine)
    if pure or refine:
        asked = "pure strategies" if pure else "a refinement"
        raise InputError(
            f"{asked} can be had for games of up to {MOST_IN_A_TREE:,} positions, and this one has about "
            f"{game.tree_size:,}; ask for a smaller deck or fewer raises"
        )
    began = time.perf_counter()
    with ThreadPoolExecutor(threads()) as pool:
        work, stopped = StreetRounds(game, pool), ""
        try:
            work.run(GAP * work.ante if tolerance is None else tolerance, rounds, progress)
        except KeyboardInterrupt:
            if not np.isfinite(work.gap):
                raise
            stopped = ", stopped early"
    return StreetSolution(
        game=game,
        value=Value(-work.best["row"][0] - work.margin, work.best["col"][0] + work.margin),
        method=f"discounted regret on boards up to suits, {work.done:,} rounds{stopped}",
        positions=game.form.decisions,
        seconds=time.perf_counter() - began,
        mixes={side: work.best[side][1] for side in SIDES},
    )


@dataclass
class StreetRounds:
    """Regret minimisation on one street game."""

    game: StreetGame
    pool: ThreadPoolExecutor

    def __post_init__(self) -> None:
        form = self.game.form
        shapes = {
            side: [
                (len(boards), form.lines(s), form.slots(side), max(len(one.hands) for one in boards))
                for s, boards in enumerate(form.streets)
            ]
            for side in SIDES
        }
        afford("solving this game", memory=NUMBER_BYTES * form.size, seconds=NUMBER_SECONDS * form.size)
        cards = len(self.game.deck)
        self.deals = cards * (cards - 1)
        who: dict[Side | None, int] = {"row": 0, "col": 1}
        self.bets: BetRound = (
            np.array([who[p.side] if p.side else 2 if p.close >= 0 else 3 for p in form.bets]),
            np.array([p.first for p in form.bets]),
            np.array([len(p.moves) for p in form.bets]),
            np.array([p.slot for p in form.bets]),
            np.array([p.close if p.close >= 0 else who.get(p.folded, -1) for p in form.bets]),
        )
        self.streets = [self._arrays(s) for s in range(len(form.streets))]
        self.stakes = [np.array(form.stakes(s), float) for s in range(len(form.streets))]
        largest = float(max(stakes.max() for stakes in self.stakes))
        self.ante = float(min(stakes[stakes > 0].min() for stakes in self.stakes))
        self.margin = LOSSES * largest * (cards + len(form.bets)) * len(form.streets)
        self.done = 0
        self.regret, self.total = (
            {side: [np.zeros(s) for s in shapes[side]] for side in SIDES} for _ in "12"
        )
        self.best: dict[Side, tuple[float, list[Array]]] = {side: (np.inf, []) for side in SIDES}
        lines = [form.lines(s) for s in range(len(form.streets) + 1)]
        wide = [shape[3] for shape in shapes["row"]]
        self.reach = [np.ones((2, 1, 1, wide[0]))]
        self.reach += [np.zeros((2, len(b), lines[s + 1], wide[s])) for s, b in enumerate(form.streets[:-1])]
        self.worth = [np.zeros((len(b), lines[s], wide[s])) for s, b in enumerate(form.streets)]

    def _arrays(self, s: int) -> Street:
        """The boards of a street as the kernels have them."""
        boards = self.game.form.streets[s]
        shape = len(boards), max(len(one.hands) for one in boards)
        counts, chance, old = np.zeros(shape), np.zeros(shape), np.zeros(shape, np.int64)
        order = np.zeros((*shape, 2), np.int64)
        unseen = len(self.game.deck) - 1 - s
        for b, one in enumerate(boards):
            n = len(one.hands)
            counts[b, :n] = one.counts
            if s:
                old[b, :n] = one.old
                before = self.game.form.streets[s - 1][one.before].counts
                chance[b, :n] = [
                    one.cards * count / (before[k] * unseen)
                    for count, k in zip(one.counts, one.old, strict=True)
                ]
            if s == len(self.game.form.streets) - 1:
                strengths = [self.game.strength((hand, *one.board)) for hand in one.hands]
                at = {strength: k for k, strength in reversed([*enumerate(strengths)])}
                past = {strength: k + 1 for k, strength in enumerate(strengths)}
                order[b, :n] = [(at[strength], past[strength]) for strength in strengths]
        return (
            np.array([len(one.hands) for one in boards]),
            counts,
            np.array([one.before for one in boards]),
            old,
            chance,
            np.array([one.first for one in boards]),
            np.array([one.first + one.follow for one in boards]),
            order,
        )

    def _on_boards(self, s: int, work: Callable[[int, int], None]) -> None:
        """Call a function for all boards of a street, in pieces for each thread."""
        boards = len(self.streets[s][0])
        piece = -(-boards // (PIECES * threads()))
        if piece == 1:
            work(0, boards)
        else:
            starts = range(0, boards, piece)
            list(self.pool.map(lambda start: work(start, min(start + piece, boards)), starts))

    def sweep(
        self,
        side: Side,
        theirs: list[Floats],
        fade: tuple[float, float, float] | None = None,
    ) -> float:
        """What a side earns against the mixes or regrets of the other: at best, or with `fade` while it learns."""
        me, mine, last = SIDES.index(side), self.regret[side], len(self.streets) - 1
        for s in range(last):

            def down(start: int, stop: int, s: int = s) -> None:
                descend(
                    self.bets,
                    self.streets[s],
                    me,
                    mine[s],
                    theirs[s],
                    self.reach[s],
                    start,
                    stop,
                    self.reach[s + 1],
                )

            self._on_boards(s, down)
        for s in range(last, -1, -1):

            def up(start: int, stop: int, s: int = s) -> None:
                ascend(
                    self.bets,
                    self.streets[s],
                    self.streets[min(s + 1, last)],
                    me,
                    fade is not None,
                    fade or (0.0, 0.0, 0.0),
                    self.stakes[s],
                    mine[s],
                    self.total[side][s],
                    theirs[s],
                    self.reach[s],
                    self.worth[s + 1] if s < last else np.zeros((0, 1, 1)),
                    start,
                    stop,
                    self.worth[s],
                )

            self._on_boards(s, up)
        return float(self.streets[0][1][0] @ self.worth[0][0, 0]) / self.deals

    @property
    def gap(self) -> float:
        """The gap of the best strategies so far, in chips, with what floats may have lost."""
        return float(sum(self.best[side][0] for side in SIDES) + 2 * self.margin)

    def offer(self, side: Side) -> None:
        """Keep a side's average strategy if its best reply earns less than against the one kept so far."""
        mixes = [self._averaged(side, total) for total in self.total[side]]
        earned = self.sweep(other(side), mixes)
        if earned < self.best[side][0]:
            self.best[side] = earned, [mix.astype(np.float32) for mix in mixes]

    def _averaged(self, side: Side, total: Floats) -> Floats:
        """Mixes in whole units from the reaches of all rounds; where a hand never came, all moves alike."""
        mixes = np.empty_like(total)
        for point in self.game.form.bets:
            if point.side == side:
                after = slice(point.slot, point.slot + len(point.moves))
                shares, count = total[:, :, after], len(point.moves)
                whole = shares.sum(axis=2, keepdims=True)
                mix = np.where(whole > 0, shares / np.where(whole > 0, whole, 1.0), 1.0 / count)
                mix = np.floor(mix * UNITS) / UNITS
                largest = mix.argmax(axis=2)[:, :, None, :]
                missing = 1.0 - mix.sum(axis=2, keepdims=True)
                np.put_along_axis(mix, largest, np.take_along_axis(mix, largest, 2) + missing, 2)
                mixes[:, :, after] = mix
        return mixes

    def run(self, goal: float, rounds: int, progress: Progress) -> None:
        """Rounds until the gap is at most the goal."""
        check = self.done + 8
        while self.gap > goal and self.done < rounds:
            self.done += 1
            t = self.done
            fade = t**1.5 / (t**1.5 + 1), 0.5, (t / (t + 1)) ** 4
            for side in SIDES:
                self.sweep(side, self.regret[other(side)], fade)
            if t >= check or t == rounds:
                check = int(t * CHECK_GROWTH) + 1
                for side in SIDES:
                    self.offer(side)
            progress(t, rounds, f"rounds, gap {self.gap / self.ante:.1e} antes")
