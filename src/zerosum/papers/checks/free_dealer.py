"""Bellman and Blackwell, section 3, with a free dealer: whether sixteen is optimal, who must mix, and the value of
freedom.

The games are those in which the dealer answers by a rule (`zerosum.games.dealers_rule`). Their value is an upper
bound on the bettor's payoff against a dealer who may draw in any way. The lower bound is the guarantee of the
bettor's strategy if the dealer stands optimally, total by total, computed here for all face-up cards together.

Can the bettor avoid mixing, and are rules of totals enough for the free dealer? A strategy is pure if it is a
function of the player's information, including the player's own cards. The game after one first face-up card
answers both questions.

In the solutions the bettor's *opening*, whether to fold or bet and whether to hit a first time, is pure. After it
the first face-up card c is known to both, so that a smaller game begins, `GameAfterCard`, which is solved with all its
pure strategies by branch and bound. Let p be the probability of reaching it, and V its value.

- A dealer with a rule of totals stands from some total up, which depends on the face-up cards. Such a rule concedes
  some B > V there. The bettor who opens as in the solution, and plays elsewhere as there, gets p (B - V) more than
  the solution guarantees. This does not decide whether the dealer has a pure solution: a dealer who also looks at
  the cards that make up the total can use them as dice, 10 + 6 to stand and 9 + 7 to hit, and whether some such
  strategy gives exactly the value is open.
- A bettor without mixing, and with that opening, gets some B < V there, and so p (V - B) less than the value in all.
  Another opening gets at most the payoff of the best response that begins with it; if that is at least the value,
  the openings with and without a hit are both tried.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, product
from typing import NamedTuple, cast

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.game import Move, Position
from zerosum.core.sides import Side
from zerosum.core.solution import Value
from zerosum.games.dealers_rule import (
    HIT,
    STAND,
    BlackjackForTwo,
    DealersRule,
    DealersRulePosition,
    SevenAndAHalfForTwo,
)
from zerosum.games.free_dealer import FreeDealer
from zerosum.games.shoe import Held, Shoe
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.rules import Choice, HiddenGame, Turn, choose, deal
from zerosum.models.hidden.search import discover
from zerosum.models.hidden.solve import solve
from zerosum.models.hidden.solve.bilinear import bilinear_game
from zerosum.models.hidden.solve.guarantees import normalise, response_bound
from zerosum.models.hidden.solve.optimal import best_pure
from zerosum.models.hidden.solve.reduce import reduce_game
from zerosum.papers.verdicts import Found

GAMES: dict[str, type[DealersRule]] = {"blackjack": BlackjackForTwo, "seven-and-a-half": SevenAndAHalfForTwo}
GOALS = {"blackjack": Fraction(21)}
"""Goals other than a game's own default."""
ROUNDING = 1e-10
"""An upper bound on the error of sums in floats here."""
NARROW = 1e-3
"""Bounds as close as this answer a question."""
SURE, FEW = 0.95, 0.005
"""A fraction above the first number counts as 1; one below the second is not shown."""
HOUSE: dict[str, tuple[Fraction | int, ...]] = {
    "blackjack": (14, 15, 16, 17, 18),
    "seven-and-a-half": (4, Fraction(9, 2), 5, Fraction(11, 2), 6),
}
"""Totals at which a bound dealer may have to stand."""


@cache
def solved(game: str, stand: Fraction | int = 0) -> HiddenSolution:
    """Solve a game, once; the dealer is free unless he must stand on a total."""
    rules = GAMES[game]
    return solve(rules(goal=GOALS.get(game, rules.goal), stand=Fraction(stand)))


class PlaysSeen(NamedTuple):
    """All plays of a bettor, by the dealer's information."""

    weight: Floats
    """The probability that the dealer has this information (rows) and the bettor stands on each total."""
    stake: Floats
    """The amount won or lost then."""
    early: float
    """The bettor's payoff in plays that end before the dealer moves."""


def shares(solution: HiddenSolution, side: Side) -> Floats:
    """Return a player's reaches as floats."""
    reach = solution.reaches[side].reach
    return np.array([float(Fraction(x) / Fraction(reach[0])) for x in reach])


def prudent(solution: HiddenSolution, reach: Floats | None = None) -> Floats:
    """Return the bettor's reaches, or others, standing where a hit would leave the dealer no choice."""
    row, reach = solution.form.row, shares(solution, "row") if reach is None else reach.copy()
    onward = np.bincount(np.array(row.parent, np.int64), minlength=row.sequences) > 0
    for hit, moves in zip(row.first, row.moves, strict=True):
        if STAND in moves and not onward[hit]:
            reach[hit + 1] += reach[hit]
            reach[hit] = 0.0
    return reach


def plays(solution: HiddenSolution, reach: Floats | None = None) -> PlaysSeen:
    """Return the dealer's information when the prudent bettor, or one with these reaches, stands, with the possible
    hands.
    """
    reach = prudent(solution) if reach is None else reach
    game = cast(DealersRule, solution.game)
    form, shoe, chance = solution.form, game.shoe, dict(game.shoe.chances)
    seen = {form.seen("col", i): i for i in range(len(form.col))}
    weight, stake = np.zeros((len(seen), shoe.goal + 1)), np.zeros(len(seen))
    for i, moves in enumerate(form.row.moves):
        if STAND not in moves:
            continue
        known: Position = form.seen("row", i)
        cards = [what for who, what in known if who == "chance"]
        likely = float(np.prod([float(chance[card]) for card in cards]))
        line = seen[(*known[1:], ("row", STAND))]
        stake[line] = game.stakes[known[1][1]]
        total = shoe.total(reduce(shoe.with_card, cards, Held()))
        weight[line, total] += likely * reach[form.row.first[i] + 1]
    whole = bilinear_game(form)
    return PlaysSeen(weight, stake, float((whole.matrix[:, [0]].T @ reach)[0]) / whole.scale)


def stopping(shoe: Shoe, weight: Floats) -> Floats:
    """Return the probability that an optimally drawing dealer wins, for each row of the bettor's possible hands."""
    below = np.cumsum(weight, axis=1)

    @cache
    def best(held: Held) -> Floats:
        if held.sum > shoe.goal:
            return np.zeros(len(below))
        hit = sum((float(p) * best(shoe.with_card(held, card)) for card, p in shoe.chances), 0 * below[:, 0])
        return np.maximum(hit, below[:, shoe.total(held)]) if held.sum else hit

    return best(Held())


def guaranteed(solution: HiddenSolution, reach: Floats | None = None) -> float:
    """Return the guarantee, up to rounding, of the prudent bettor, or of one with these reaches, against any dealer."""
    game = cast(DealersRule, solution.game)
    shown = plays(solution, reach)
    late = shown.stake @ (shown.weight.sum(axis=1) - 2 * stopping(game.shoe, shown.weight))
    return shown.early + float(late)


@cache
def value(game: str) -> Value:
    """Return bounds on the bettor's payoff against a dealer who may draw in any way."""
    found = solved(game)
    return Value(min(guaranteed(found) - ROUNDING, float(found.value.lower)), float(found.value.upper))


def where_he_stands(game: str, total: int) -> Found:
    """Compute the frequency with which the free dealer stands at each hard total and above, and the frequency of
    mixing.
    """
    solution = solved(game)
    often: defaultdict[str, float] = defaultdict(float)
    mixes, lines = 0.0, plays(solution).weight.sum(axis=1)
    for line, weight in enumerate(lines):
        mix = solution.mix_at("col", line)
        mixes += weight * (max(map(float, mix.values())) < SURE)
        for rule, p in mix.items():
            often[str(rule).removeprefix("stand on ").split(",")[0]] += weight * float(p)
    shares = sorted(((p / lines.sum(), hard) for hard, p in often.items()), reverse=True)
    word = "mostly" if shares[0][1] == str(total) and shares[0][0] > 1 / 2 else "no"
    text = ", ".join(f"{hard} {100 * share:.0f}%" for share, hard in shares if share > FEW)
    mixed = f"after {100 * mixes / lines.sum():.0f}% of what he sees no rule has more than {100 * SURE:.0f}%"
    return Found(bool(value(game).gap < NARROW), f"{word}: by the open cards he sticks from {text}; {mixed}")


def freedom(game: str) -> Found:
    """Compute how much more a free dealer wins from the bettor than the best rule of the house."""
    bound = {total: float(solved(game, total).value.lower) for total in HOUSE[game]}
    rule = min(bound, key=lambda total: bound[total])
    free, stake = value(game), float(plays(solved(game)).stake.max())
    least, most = (bound[rule] - end for end in (free.upper, free.lower))
    text = (
        f"of {stake:g} at stake B loses {-bound[rule]:.4f} to the best rule, sticking on {float(rule):g}, and "
        f"{-free.upper:.4f} to {-free.lower:.4f} to a free dealer: freedom is worth {least:.4f} to {most:.4f}"
    )
    return Found(least > 0 and free.gap < NARROW, text)


def small_decks(decks: list[list[int]]) -> Found:
    """Solve decks of a few cards exactly: the bettor's value against a free dealer, and against the best rule."""
    parts, settled = [], []
    for goal, high, copies in decks:
        deck = FreeDealer(goal=Fraction(goal), cards=tuple(map(Fraction, range(1, high + 1))), copies=copies)
        values = [solve(replace(deck, stand=Fraction(stand))).value for stand in range(goal + 1)]
        free, rule = values[0].lower, min(range(2, goal + 1), key=lambda total: values[total].lower)
        best = values[rule].lower
        settled.append(all(one.is_exact for one in values) and free <= best)
        parts.append(f"goal {goal}, {copies} each of 1 to {high}: {free}; sticking on {rule}, {best}")
    return Found(all(settled), "; ".join(parts))


def pure_models(most: int) -> Found:
    """Solve small models exactly, with a dealer who is free or bound to a total, and search for pure
    solutions.

    A statement on unnamed models cannot be decided if some have pure solutions and others have none.
    """
    bound, free = _pure(most, bound=True), _pure(most, bound=False)
    unknown = [*bound["unknown"], *free["unknown"]]
    has, lacks = ([*bound[kind], *free[kind]] for kind in ("pure", "mixed"))
    text = (
        f"with a bound dealer {len(bound['pure'])} of {sum(map(len, bound.values()))} models have pure solutions; "
        f"with a free one both players mix in every solution of {'; '.join(free['mixed']) or 'none'}, "
        f"and pure solutions exist with {'; '.join(free['pure']) or 'none'}"
    )
    return Found(None if unknown or (has and lacks) else not lacks, text)


def _pure(most: int, *, bound: bool) -> dict[str, list[str]]:
    """Return the models whose solutions are pure, those where both players must mix, and those left undecided."""
    models: dict[str, list[str]] = {"pure": [], "mixed": [], "unknown": []}
    for goal in range(3, most + 1):
        for soft, stand in product((0, 2), range(2, goal + 1) if bound else (0,)):
            game = FreeDealer(goal=goal, cards=(1, 2, 3), soft=soft, stand=stand)  # type: ignore[arg-type]
            solution = solve(game, pure=True)
            exact = solution.value.lower
            rule = f", sticking on {stand}" if bound else ""
            name = f"goal {goal}{', soft' if soft else ''}{rule} ({exact})"
            pure = all(found == exact for found, _ in solution.pure.values())
            mixed = solution.pure["row"][1] < exact < solution.pure["col"][1]
            models["pure" if pure else "mixed" if mixed else "unknown"].append(name)
    return models


SECONDS = 20.0
"""Time limit of the search for pure strategies; the bound is valid whenever the search ends."""


class GameAfterCard(HiddenGame):
    """A game for two after the bettor has bet and drawn one face-up card, as some face-down cards require.

    A prudent bettor never hits recklessly, so the dealer is always free.
    """

    def __init__(self, game: DealersRule, closed: tuple[int, ...], card: int, *, is_prudent: bool) -> None:
        self.game, self.closed, self.card, self.is_prudent = game, closed, card, is_prudent

    @property
    def start(self) -> None:
        """None: the face-down card is not dealt yet."""
        return

    def turn(self, position: Position) -> Turn:
        """Deal a face-down card; then play as in the whole game, but without reckless hits."""
        if position is None:
            closed = {card: copies for card, copies in self.game.shoe.deck if card in self.closed}
            return deal(closed, to="row")
        turn = self.game.turn(position)
        if self.is_prudent and isinstance(turn, Choice) and turn.side == "row":
            is_reckless = position.closed not in self.game.still_able(position.able, position.shown)
            return choose("row", (STAND,)) if is_reckless else turn
        return turn

    def after(self, position: Position, picked: Move) -> Position:
        """Put the face-up card next to the face-down one; then play as in the whole game."""
        if position is not None:
            return self.game.after(position, picked)
        able = self.game.still_able(self.game.start.able, Held())
        shown = self.game.shoe.with_card(Held(), self.card)
        return DealersRulePosition(picked, shown, f"bet {self.game.bets[0]}", "", able)


class Opening(NamedTuple):
    """The bettor's moves with a face-down card before another card comes."""

    chosen: tuple[int, ...]
    """The sequences of the bettor's moves."""
    hits: bool


def openings(solution: HiddenSolution) -> dict[int, Opening]:
    """Return the prudent bettor's likeliest opening with each face-down card."""
    reach = prudent(solution)
    sets: dict[Position, int] = {}
    for i in range(len(solution.form.row)):
        known: Position = solution.form.seen("row", i)
        if len(known) <= 2:  # the face-down card, and the bet
            sets[known] = i
    found = {}
    for known in [known for known in sets if len(known) == 1]:
        first, bet = _likeliest(solution, reach, sets[known])
        then = sets.get((*known, ("row", bet)))
        rest = [] if then is None else [_likeliest(solution, reach, then)]
        hit = any(move == HIT for _, move in rest)
        found[known[0][1]] = Opening((first, *(k for k, _ in rest)), hit)
    return found


def _likeliest(solution: HiddenSolution, reach: Floats, index: int) -> tuple[int, Move]:
    """Return the likeliest move of the bettor at a set, as a sequence and by its name."""
    first, moves = solution.form.row.first[index], solution.form.row.moves[index]
    place = int(np.argmax(reach[first : first + len(moves)]))
    return first + place, moves[place]


def opened_purely(solution: HiddenSolution) -> Floats:
    """Return the prudent bettor's reaches with the likeliest opening made certain; later play is also prudent."""
    reach, tree = prudent(solution), bilinear_game(solution.form).row
    for k in (k for opening in openings(solution).values() for k in opening.chosen):
        moves = slice(*tree.first[tree.owner[k] : tree.owner[k] + 2])
        reach[moves] = np.where(np.arange(tree.sequences)[moves] == k, reach[tree.parent[tree.owner[k]]], 0.0)
    return prudent(solution, normalise(tree, reach))


def otherwise_opened(solution: HiddenSolution) -> dict[int, float]:
    """Return an upper bound on the payoff of a bettor who opens differently with a face-down card."""
    whole = bilinear_game(solution.form)
    dealer, every = normalise(whole.col, shares(solution, "col")), np.arange(whole.row.sequences)
    return {
        closed: max(response_bound(whole, "row", dealer, every != k) / whole.scale for k in opening.chosen)
        for closed, opening in openings(solution).items()
    }


class SmallerGame(NamedTuple):
    """The smaller game after one face-up card, in which the bettor hits with some face-down cards."""

    rules: DealersRule
    closed: tuple[int, ...]
    card: int

    @property
    def probability(self) -> float:
        """The probability that play reaches this game."""
        deck = dict(self.rules.shoe.deck)
        return sum(deck[c] for c in self.closed) * deck[self.card] / sum(deck.values()) ** 2

    def lost(self, side: Side) -> float:
        """Return the least loss of a player who may not mix there; 0 if neither player reaches it."""
        if not self.closed:
            return 0.0
        there = solve(GameAfterCard(*self, is_prudent=False), numeric=True).value
        arrays = bilinear_game(discover(GameAfterCard(*self, is_prudent=side == "col")))
        arrays = reduce_game(arrays).game if arrays.exact else arrays
        bound = float(best_pure(arrays, side, seconds=SECONDS)[1])
        lost = float(there.lower) - bound if side == "row" else bound - float(there.upper)
        return self.probability * lost


def pure_bettor(game: str, card: int) -> Found:
    """Compute an upper bound on the payoff of a bettor who may not mix."""
    solution, least, upper = solved(game), float(value(game).lower), float(value(game).upper)
    rules = cast(DealersRule, solution.game)
    hits = {closed for closed, opening in openings(solution).items() if opening.hits}
    bounds = otherwise_opened(solution)
    tied = [closed for closed, bound in bounds.items() if bound >= least]
    sets = [hits.difference(tied).union(some) for n in range(len(tied) + 1) for some in combinations(tied, n)]
    lost = min(SmallerGame(rules, tuple(sorted(hitting)), card).lost("row") for hitting in sets)
    best = max(upper - lost, *(bound for bound in bounds.values() if bound < least)) + ROUNDING
    text = f"no pure strategy of B guarantees more than {best:.5f}, and a mixed one has {least:.5f} at least"
    return Found(best < least, f"{'no' if best < least else 'undecided'}: {text}")


def dealer_with_one_rule(game: str, card: int) -> Found:
    """Compute the bettor's guarantee against a dealer with a single rule of totals for each set of face-up cards."""
    solution, upper = solved(game), float(value(game).upper)
    rules = cast(DealersRule, solution.game)
    hitting = tuple(closed for closed, opening in openings(solution).items() if opening.hits)
    mixed = guaranteed(solution, opened_purely(solution))
    worst = mixed + SmallerGame(rules, hitting, card).lost("col") - ROUNDING
    ruled = f"B gets at least {worst:.5f} from a D with one rule of totals for what lies open"
    text = f"{ruled}, and no more than {upper:.5f} from one who mixes his rules"
    still = "whether D has a pure solution in which he also looks at the cards that make up his total is open"
    return Found(worst > upper, f"{'no' if worst > upper else 'undecided'}: {text}; {still}")
