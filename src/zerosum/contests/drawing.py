"""Matches of drawing games: a bettor against the house, exactly and by compiled simulation.

Only the bettor chooses. The house follows the rule of the game, so the second player is called `house`, and any
other name there means it too. That makes all questions about the pair questions about the bettor alone:

- what it is *held to* is what it earns: the house's rule is the only answer that there is to any bettor;
- what the house *gives away* is what the best bettor earns, which is the value of the game;
- the *range* over optimal strategies is that one value: whatever is optimal against a fixed rule earns it.

The law of the results is computed in fractions (`drawing_conduct`), or sampled by compiled rounds (`drawing_kernel`).
A function of a person's own may throw dice, so in a simulation it is asked anew every time, round by round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from zerosum.arena.matches import Match
from zerosum.arena.public import Solve
from zerosum.contests.course import EquilibriumRange, player_called
from zerosum.contests.drawing_conduct import conduct_of, law_of_results
from zerosum.contests.drawing_kernel import simulate
from zerosum.contests.sampled import SampledContest
from zerosum.errors import InputError
from zerosum.loading import looks_like_a_file
from zerosum.models.drawing import PULL, STICK, DrawingGame
from zerosum.players import Function, Mix, Player, Seen, uniform
from zerosum.progress import Progress
from zerosum.rounds import Dealer, dealer_for
from zerosum.rounds.drawing import FOLD, DrawingView
from zerosum.solution import Number
from zerosum.solvers.drawing.counts import with_card

__all__ = ["HOUSE", "DrawingContest", "contest"]

HOUSE = "house"
"""What the second player is called."""


@dataclass(frozen=True)
class DrawingContest:
    """What can be asked about bettors in a drawing game."""

    game: DrawingGame
    solution: Solve
    progress: Progress

    note: ClassVar[str] = "the second player is the house, which follows its rule and chooses nothing"
    """What a person should read with every answer."""

    def names(self) -> Sequence[str]:
        """The bettors: the solution, and some that do without it."""
        return list(self._bettors)

    def rivals(self) -> Sequence[str]:
        """The only second player."""
        return [HOUSE]

    def exactly(self, row: str, col: str) -> Match:
        """The probability of each payoff, in fractions unless the bettor is a function that answers in floats."""
        _seat_the_house(col, self._known)
        conduct = conduct_of(self.game, self._bettor(row))
        return Match(row, HOUSE, law_of_results(self.game, conduct, self.solution().plans))

    def simulated(self, row: str, col: str, *, plays: int, seed: int) -> Match:
        """Compiled rounds for the bettors of `names` and their mixtures; one by one for functions of one's own."""
        _seat_the_house(col, self._known)
        bettor = self._bettor(row)
        if looks_like_a_file(row):
            sampled = SampledContest(self._dealer, self.progress, self._known)
            return replace(sampled.simulated(row, uniform.name, plays=plays, seed=seed), col=HOUSE)
        conduct = conduct_of(self.game, bettor)
        shares = simulate(self.game, conduct, plays=plays, seed=seed, progress=self.progress)
        return Match(row, HOUSE, shares, plays)

    def exploited(self, name: str) -> tuple[Number, Number]:
        """What a bettor earns against the house's rule, and what the best bettor earns against it."""
        return self.exactly(name, HOUSE).mean, self.solution().value.middle

    def range(self, rival: str) -> EquilibriumRange:
        """The value, for whatever is optimal against a fixed rule earns just that."""
        _seat_the_house(rival, self._known)
        value = float(self.solution().value)
        return EquilibriumRange(HOUSE, value, value)

    @cached_property
    def _dealer(self) -> Dealer:
        return dealer_for(self.game, self.solution)

    @cached_property
    def _bettors(self) -> Mapping[str, Player]:
        best = self._dealer.equilibrium
        return {player.name: player for player in (best, uniform, *_simple_bettors(self.game, best))}

    @cached_property
    def _known(self) -> Mapping[str, Player]:
        """The bettors by all their names: against a fixed rule the equilibrium is the best response."""
        return {**self._bettors, "random": uniform, "best-response": self._dealer.equilibrium}

    def _bettor(self, name: str) -> Player:
        for part in _parts(name):
            if part == HOUSE:
                raise InputError(
                    "the house follows its rule and cannot be the bettor: name it second, as in equilibrium house"
                )
            if part not in self._known and not looks_like_a_file(part):
                raise InputError(
                    f"there is no player {part!r} for this game; the players are {', '.join(self.names())}"
                )
        return player_called(name, self._known)


def _simple_bettors(game: DrawingGame, best: Player) -> list[Player]:
    """Bettors as people are, the careful ones with the least bet."""

    def as_the_house(view: DrawingView) -> bool:
        return game.rival_pulls(view.hand)

    def if_safe(view: DrawingView) -> bool:
        return as_the_house(view) and not _may_go_over(game, view)

    return [
        Function("mimic-the-house", lambda seen: _least_bet(seen, as_the_house)),
        Function("never-bust", lambda seen: _least_bet(seen, if_safe)),
        Function("boldest", lambda seen: _greatest_bet(seen, best)),
        Function("meekest", lambda seen: FOLD),
    ]


def _least_bet(seen: Seen, pulls: Callable[[DrawingView], bool]) -> str:
    """Never folds, makes the least bet, and then pulls by a rule."""
    if FOLD in seen.moves:
        return str(seen.moves[1])
    return PULL if PULL in seen.moves and pulls(seen.position) else STICK


def _greatest_bet(seen: Seen, best: Player) -> Mix:
    """Never folds, makes the greatest bet whatever the card, and then draws as the solution does."""
    return {seen.moves[-1]: 1} if FOLD in seen.moves else best.mix(seen)


def _may_go_over(game: DrawingGame, view: DrawingView) -> bool:
    """Whether some card that the bettor does not see would take the hand over."""
    return any(
        count - view.hand[kind] - (kind == view.up) > 0 and game.score(with_card(view.hand, kind)) is None
        for kind, count in enumerate(game.supply)
    )


def _parts(name: str) -> list[str]:
    """The players named in a mixture, or the one player."""
    if looks_like_a_file(name):
        return [name]
    return [part.partition("*")[2].strip() or part.strip() for part in name.split("+")]


def _seat_the_house(name: str, known: Mapping[str, Player]) -> None:
    """Refuse a second player who would have to choose; every bettor of the game has nothing to choose there."""
    if name != HOUSE and name not in known:
        raise InputError(
            f"{name!r} cannot sit there: the second player is the house, which only follows its rule"
        )


def contest(game: DrawingGame, solution: Solve, progress: Progress) -> DrawingContest:
    """The contest of a drawing game."""
    return DrawingContest(game, solution, progress)
