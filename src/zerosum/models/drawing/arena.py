"""Drawing games in the arena: a bettor against the house, exactly and by compiled simulation.

The house draws by its rule. The distribution of the results is computed in fractions (`drawing_behaviour`), or
sampled by compiled rounds (`drawing_kernel`). A function of a person's own may throw dice, so in a simulation it is
asked anew every time, round by round. Beside the solution and the one who acts at random there are four bettors:

- `mimic-the-house` never folds, makes the least bet, and pulls as the house does;
- `never-bust` does the same, but pulls only if no card that it does not see can take it over;
- `boldest` makes the greatest bet on every card, and then draws as the solution does;
- `meekest` folds every card, and sticks where another has bet for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

import numpy as np

from zerosum.arena.arena import SoloArena
from zerosum.arena.players import HOUSE, Function, Mix, Observation, Player, has_user_function, uniform
from zerosum.arena.results import Match
from zerosum.arena.rounds import Advice
from zerosum.core.limits import afford
from zerosum.models.drawing.behaviour import behaviour_of, distribution_of_results
from zerosum.models.drawing.dealing import deal
from zerosum.models.drawing.kernel import rounds_of
from zerosum.models.drawing.round import DrawingRound, DrawingView
from zerosum.models.drawing.rules import FOLD, PULL, STICK, DrawingGame, PlayingCard, with_card
from zerosum.models.drawing.spots import DrawingAnswer, first_act

__all__ = ["DrawingArena"]

CARD_BYTES = 100
"""About what a card of a deck takes."""


class DrawingArena(SoloArena[DrawingGame, DrawingAnswer]):
    """Bettors of a drawing game against the house."""

    @cached_property
    def simple(self) -> Mapping[str, Player]:
        """One who acts at random, and some that play as people do."""
        return {player.name: player for player in (uniform, *_simple_bettors(self.game, self.equilibrium))}

    def deal(self, random: np.random.Generator) -> DrawingRound:
        """A card each."""
        return DrawingRound(deal(self.game, random, self._pack))

    @cached_property
    def _pack(self) -> tuple[PlayingCard, ...]:
        cards = sum(self.game.supply)
        afford(f"a deck of {cards:,} cards", memory=CARD_BYTES * cards)
        return self.game.pack()

    def advise(self, seen: Observation) -> Advice:
        """The best act, and the exact worth of each; where two are as good, the one that the solution names."""
        view: DrawingView = seen.position
        game, ante = self.game, self.game.stakes.ante
        spot = self.solution.spots[view.up][view.hand]
        if view.bet is None:
            bets = {f"bet {bet}": bet for bet in game.allowed_bets()}
            worth = {
                act: float(-ante if act == FOLD else (ante + bets[act]) * spot.best) for act in seen.moves
            }
            return Advice({first_act(game.stakes, spot.best)[0]: 1}, worth)
        stake, parts = ante + view.bet, {STICK: spot.stick, PULL: spot.pull}
        return Advice({spot.act: 1}, {act: float(stake * (parts[act] or 0)) for act in seen.moves})

    def _match(self, row: Player, col: Player) -> Match:
        """The probability of each payoff, in fractions unless the bettor is a function that answers in floats."""
        behaviour = behaviour_of(self.game, row)
        return Match(row.name, HOUSE.name, distribution_of_results(self.game, behaviour, self.solution.spots))

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """Compiled rounds; one by one for functions of a person's own."""
        if has_user_function(row):
            return super()._sample(row, col, plays=plays, seed=seed)
        dealt = rounds_of(self.game, behaviour_of(self.game, row))
        return self._batched(row, col, dealt, plays=plays, seed=seed)


def _simple_bettors(game: DrawingGame, best: Player) -> list[Player]:
    """Bettors as people are; those who watch their cards make the least bet."""

    def as_the_house(view: DrawingView) -> bool:
        return game.rival_pulls(view.hand)

    def if_none_goes_over(view: DrawingView) -> bool:
        return as_the_house(view) and not _may_go_over(game, view)

    return [
        Function("mimic-the-house", lambda seen: _least_bet(seen, as_the_house)),
        Function("never-bust", lambda seen: _least_bet(seen, if_none_goes_over)),
        Function("boldest", lambda seen: _greatest_bet(seen, best)),
        Function("meekest", lambda seen: FOLD if FOLD in seen.moves else STICK),
    ]


def _least_bet(seen: Observation, pulls: Callable[[DrawingView], bool]) -> str:
    """Never folds, makes the least bet, and then pulls by a rule."""
    if FOLD in seen.moves:
        return str(seen.moves[1])
    return PULL if PULL in seen.moves and pulls(seen.position) else STICK


def _greatest_bet(seen: Observation, best: Player) -> Mix:
    """Never folds, makes the greatest bet whatever the card, and then draws as the solution does."""
    return {seen.moves[-1]: 1} if FOLD in seen.moves else best.mix(seen)


def _may_go_over(game: DrawingGame, view: DrawingView) -> bool:
    """Whether some card that the bettor does not see would take the hand over."""
    return any(
        count - view.hand[kind] - (kind == view.up) > 0 and game.score(with_card(view.hand, kind)) is None
        for kind, count in enumerate(game.supply)
    )
