"""Matches of drawing games: a bettor against the house, exactly and by compiled simulation.

The house draws by its rule. The law of the results is computed in fractions (`drawing_conduct`), or sampled by compiled
rounds (`drawing_kernel`). A function of a person's own may throw dice, so in a simulation it is asked anew every
time, round by round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from zerosum.arena.matches import Match
from zerosum.arena.public import Solve
from zerosum.contests.course import player_called
from zerosum.contests.drawing_conduct import conduct_of, law_of_results
from zerosum.contests.drawing_kernel import simulate
from zerosum.contests.house import HOUSE, HouseContest, check_house
from zerosum.contests.sampled import SampledContest
from zerosum.errors import InputError
from zerosum.loading import looks_like_a_file
from zerosum.models.drawing import PULL, STICK, DrawingGame
from zerosum.players import Function, Mix, Player, Seen, uniform
from zerosum.progress import Progress
from zerosum.rounds import Dealer, dealer_for
from zerosum.rounds.drawing import FOLD, DrawingView
from zerosum.solution import Value
from zerosum.solvers.drawing.counts import with_card

__all__ = ["DrawingContest", "contest"]


@dataclass(frozen=True)
class DrawingContest(HouseContest):
    """What can be asked about bettors in a drawing game."""

    game: DrawingGame
    solution: Solve
    progress: Progress

    @property
    def value(self) -> Value:
        """What the best bettor earns."""
        value: Value = self.solution().value
        return value

    def names(self) -> Sequence[str]:
        """The bettors: the solution, and some that do without it."""
        return list(self._bettors)

    def exactly(self, row: str, col: str) -> Match:
        """The probability of each payoff, in fractions unless the bettor is a function that answers in floats."""
        check_house(col)
        conduct = conduct_of(self.game, self._bettor(row))
        return Match(row, HOUSE, law_of_results(self.game, conduct, self.solution().plans))

    def simulated(self, row: str, col: str, *, plays: int, seed: int) -> Match:
        """Compiled rounds for the bettors of `names` and their mixtures; one by one for functions of one's own."""
        check_house(col)
        bettor = self._bettor(row)
        if looks_like_a_file(row):
            sampled = SampledContest(self._dealer, self.progress, self._known)
            return replace(sampled.simulated(row, uniform.name, plays=plays, seed=seed), col=HOUSE)
        conduct = conduct_of(self.game, bettor)
        shares = simulate(self.game, conduct, plays=plays, seed=seed, progress=self.progress)
        return Match(row, HOUSE, shares, plays)

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
        """The bettor, or the mixture of bettors, that a person names."""
        for part in _parts(name):
            if part == HOUSE:
                raise InputError(
                    "the house is no bettor: name it second, as in: match blackjack equilibrium house"
                )
            if part not in self._known and not looks_like_a_file(part):
                raise self.unknown(part)
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


def contest(game: DrawingGame, solution: Solve, progress: Progress) -> DrawingContest:
    """The contest of a drawing game."""
    return DrawingContest(game, solution, progress)
