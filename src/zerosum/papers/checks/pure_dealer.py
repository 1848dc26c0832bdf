"""Can the bettor, or the free dealer, do without mixing? It is decided by what follows one first open card.

In the solutions the bettor's *opening*, whether he folds or bets and whether he pulls a first card, is pure. After it
the first open card c is known to both, so that a smaller game begins, `Opened`, which is solved with all its pure
strategies by branch and bound. Let p be the chance of coming there, and V its value.

- A dealer has a rule of totals for each sight of open cards: stick from so much on. (His own cards could serve him as
  dice, 10 + 6 to stick and 9 + 7 to pull; that counts as mixing here.) Without mixing he lets the bettor have more
  than V there, B say. The bettor who opens as in the solution, and plays elsewhere as there, gets p (B - V) more than
  what the solution guarantees him.
- A bettor without mixing, and with that opening, gets less than V there, B say, and so p (V - B) less in all than
  the game is worth. With another opening he gets no more than the best reply to the dealer that opens so; where that
  is no less than the value, the openings with and without a pull are both gone through.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple, cast

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.game import Move, Position
from zerosum.core.sides import Side
from zerosum.games.dealers_rule import PULL, STICK, DealersRule, Table
from zerosum.games.shoe import Held
from zerosum.models.hidden.rules import Choice, HiddenGame, Turn, choose, deal
from zerosum.models.hidden.search import discover
from zerosum.models.hidden.solve import HiddenSolution, solve
from zerosum.models.hidden.solve.bilinear import bilinear
from zerosum.models.hidden.solve.pure import best_pure
from zerosum.models.hidden.solve.reaches import most, settled
from zerosum.models.hidden.solve.reduce import reduced
from zerosum.papers.checks.free_dealer import ROUNDING, guaranteed, prudent, shares, solved, value
from zerosum.papers.verdicts import Found

__all__ = ["Opened", "pure_player"]

SECONDS = 20.0
"""How long pure strategies are searched for; a bound holds whenever the search ends."""


class Opened(HiddenGame):
    """A game for two after the bettor has bet and pulled one open card, which some closed cards make him do.

    If he is prudent he never pulls recklessly, so that the dealer is free after all that he does.
    """

    def __init__(self, game: DealersRule, closed: tuple[int, ...], card: int, *, is_prudent: bool) -> None:
        self.game, self.closed, self.card, self.is_prudent = game, closed, card, is_prudent

    @property
    def start(self) -> None:
        """The closed card is not dealt yet."""
        return

    def turn(self, position: Position) -> Turn:
        """A closed card; then as in the whole game, but for reckless pulls."""
        if position is None:
            return deal(
                {card: copies for card, copies in self.game.shoe.deck if card in self.closed}, to="row"
            )
        turn = self.game.turn(position)
        if (
            self.is_prudent
            and isinstance(turn, Choice)
            and turn.side == "row"
            and not self._may_pull(position)
        ):
            return choose("row", (STICK,))
        return turn

    def after(self, position: Position, picked: Move) -> Position:
        """The open card beside the closed one; then as in the whole game."""
        if position is not None:
            return self.game.after(position, picked)
        able = self.game.still_able(self.game.start.able, Held())
        shown = self.game.shoe.with_card(Held(), self.card)
        return Table(picked, shown, f"bet {self.game.bets[0]}", "", able)

    def _may_pull(self, position: Table) -> bool:
        """Whether a pull is not reckless."""
        return position.closed in self.game.still_able(position.able, position.shown)


class Opening(NamedTuple):
    """What the bettor does with a closed card before another comes."""

    chosen: tuple[int, ...]
    """The sequences of his moves."""
    pulls: bool


def openings(solution: HiddenSolution) -> dict[int, Opening]:
    """The prudent bettor's likeliest opening with each closed card."""
    reach = prudent(solution)
    sets: dict[Position, int] = {}
    for i in range(len(solution.form.row)):
        told: Position = solution.form.seen("row", i)
        if len(told) <= 2:  # the closed card, and the bet
            sets[told] = i
    found = {}
    for told in [told for told in sets if len(told) == 1]:
        first, bet = _likeliest(solution, reach, sets[told])
        then = sets.get((*told, ("row", bet)))
        rest = [] if then is None else [_likeliest(solution, reach, then)]
        pulled = any(move == PULL for _, move in rest)
        found[told[0][1]] = Opening((first, *(k for k, _ in rest)), pulled)
    return found


def _likeliest(solution: HiddenSolution, reach: Floats, index: int) -> tuple[int, Move]:
    """The likeliest move of the bettor at a set, as a sequence and by its name."""
    first, moves = solution.form.row.first[index], solution.form.row.moves[index]
    place = int(np.argmax(reach[first : first + len(moves)]))
    return first + place, moves[place]


def opened_purely(solution: HiddenSolution) -> Floats:
    """The prudent bettor's reaches with the likeliest opening, for certain; he is prudent after it too."""
    reach, tree = prudent(solution), bilinear(solution.form).row
    for k in (k for opening in openings(solution).values() for k in opening.chosen):
        moves = slice(*tree.first[tree.owner[k] : tree.owner[k] + 2])
        reach[moves] = np.where(np.arange(tree.sequences)[moves] == k, reach[tree.parent[tree.owner[k]]], 0.0)
    return prudent(solution, settled(tree, reach))


def otherwise_opened(solution: HiddenSolution) -> dict[int, float]:
    """What the bettor gets at the most who opens otherwise with a closed card."""
    whole = bilinear(solution.form)
    dealer, every = settled(whole.col, shares(solution, "col")), np.arange(whole.row.sequences)
    return {
        closed: max(most(whole, "row", dealer, every != k) / whole.scale for k in opening.chosen)
        for closed, opening in openings(solution).items()
    }


class After(NamedTuple):
    """The smaller game after one open card, where the bettor pulls with some closed cards."""

    rules: DealersRule
    closed: tuple[int, ...]
    card: int

    @property
    def often(self) -> float:
        """How likely it is to begin."""
        deck = dict(self.rules.shoe.deck)
        return sum(deck[c] for c in self.closed) * deck[self.card] / sum(deck.values()) ** 2

    def lost(self, side: Side) -> float:
        """What a player loses there, at the least, who may not mix; nothing where nobody comes there."""
        if not self.closed:
            return 0.0
        there = solve(Opened(*self, is_prudent=False), numeric=True).value
        arrays = bilinear(discover(Opened(*self, is_prudent=side == "col")))
        bound = float(best_pure(reduced(arrays).game if arrays.exact else arrays, side, seconds=SECONDS)[1])
        return self.often * (float(there.lower) - bound if side == "row" else bound - float(there.upper))


def pure_player(game: str, side: Side, card: int) -> Found:
    """What the bettor gets if he may not mix, or if the dealer may not, beside what he gets if both may."""
    return pure_bettor(game, card) if side == "row" else pure_dealer(game, card)


def pure_bettor(game: str, card: int) -> Found:
    """What a bettor gets at the most who may not mix."""
    solution, least, upper = solved(game), float(value(game).lower), float(value(game).upper)
    rules = cast(DealersRule, solution.game)
    pulls = {closed for closed, opening in openings(solution).items() if opening.pulls}
    bounds = otherwise_opened(solution)
    tied = [closed for closed, bound in bounds.items() if bound >= least]
    sets = [
        pulls.difference(tied).union(some) for n in range(len(tied) + 1) for some in combinations(tied, n)
    ]
    lost = min(After(rules, tuple(sorted(pulling)), card).lost("row") for pulling in sets)
    best = max(upper - lost, *(bound for bound in bounds.values() if bound < least)) + ROUNDING
    text = f"no pure strategy of B guarantees more than {best:.5f}, and a mixed one has {least:.5f} at least"
    return Found(best < least, f"{'no' if best < least else 'undecided'}: {text}")


def pure_dealer(game: str, card: int) -> Found:
    """What the bettor gets at least from a dealer who may not mix his rules."""
    solution, upper = solved(game), float(value(game).upper)
    rules = cast(DealersRule, solution.game)
    pulling = tuple(closed for closed, opening in openings(solution).items() if opening.pulls)
    mixed = guaranteed(solution, opened_purely(solution))
    worst = mixed + After(rules, pulling, card).lost("col") - ROUNDING
    ruled = f"B gets at least {worst:.5f} from a D with one rule of totals for what lies open"
    text = f"{ruled}, and no more than {upper:.5f} from one who mixes"
    return Found(worst > upper, f"{'no' if worst > upper else 'undecided'}: {text}")
