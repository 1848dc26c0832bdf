"""Matches of drawing games: a bettor against the house, exactly and by compiled simulation.

The house draws by its rule. The law of the results is computed in fractions (`conduct`), or sampled by compiled
rounds (`kernel`). A function of a person's own may throw dice, so in a simulation it is asked anew every
time, round by round. Beside the solution and the one who acts at random there are four bettors:

- `mimic-the-house` never folds, makes the least bet, and pulls as the house does;
- `never-bust` does the same, but pulls only if no card that it does not see can take it over;
- `boldest` makes the greatest bet on every card, and then draws as the solution does;
- `meekest` folds every card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from zerosum.arena.players import Function, Mix, Player, Seen, uniform
from zerosum.arena.public import Solve
from zerosum.arena.results import Match
from zerosum.arena.tally import in_batches
from zerosum.contests.drawing.conduct import conduct_of, law_of_results
from zerosum.contests.drawing.kernel import rounds_of
from zerosum.contests.house import HOUSE, HouseContest
from zerosum.loading import looks_like_a_file
from zerosum.models.drawing import PULL, STICK, DrawingGame
from zerosum.progress import Progress
from zerosum.rounds import dealer_for
from zerosum.rounds.drawing import FOLD, DrawingView
from zerosum.solvers.drawing.counts import with_card

__all__ = ["DrawingContest", "contest"]


@dataclass(frozen=True)
class DrawingContest(HouseContest):
    """What can be asked about bettors in a drawing game."""

    game: DrawingGame

    @cached_property
    def bettors(self) -> Mapping[str, Player]:
        """The solution; one who acts at random; and some that play as people do."""
        best = dealer_for(self.game, self.solution).equilibrium
        return {player.name: player for player in (best, uniform, *_simple_bettors(self.game, best))}

    def exactly(self, row: str, col: str) -> Match:
        """The probability of each payoff, in fractions unless the bettor is a function that answers in floats."""
        self.seat(col)
        conduct = conduct_of(self.game, self.bettor(row))
        return Match(row, HOUSE, law_of_results(self.game, conduct, self.solution().plans))

    def simulated(self, row: str, col: str, *, plays: int, seed: int) -> Match:
        """Compiled rounds for the bettors of `names` and their mixtures; one by one for functions of one's own."""
        self.seat(col)
        if looks_like_a_file(row):
            return self.played_out(row, plays=plays, seed=seed)
        deal = rounds_of(self.game, conduct_of(self.game, self.bettor(row)))
        return in_batches(row, HOUSE, deal, plays=plays, seed=seed, progress=self.progress)


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


def contest(game: DrawingGame, solution: Solve, progress: Progress) -> DrawingContest:
    """The contest of a drawing game."""
    return DrawingContest(game, solution, progress)
