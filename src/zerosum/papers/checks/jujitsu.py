"""Sanwal and Drechsler, Equilibrium Strategies for Jujitsu (2002): the text, recomputed; table 5.1 is in `table`.

Claims about the first trick rest on its matrix game, whose entries are certified values. If the paper says that a
card is never played, the check covers all solutions: against the equilibrium strategy that card loses by a margin,
so that no equilibrium strategy plays it. Claims about numbers of plays and positions follow.

Results of others about Goofspiel:

- S. M. Ross, Goofspiel: the game of pure strategy, J. Appl. Prob. 8 (1971) 621-625: against a player who plays at
  random, match the prize.
- G. C. Rhoads and L. Bartholdi, Computer solution to the game of pure strategy, Games 3 (2012) 150-156: the first
  published solution with 13 cards; the optimal bids are not unimodal, and odd or maximal bids are preferred.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations, product
from math import comb, factorial
from typing import TYPE_CHECKING

import numpy as np

from zerosum.arena.players import highest, lowest, match_the_prize, uniform
from zerosum.core.arrays import Floats
from zerosum.games.goofspiel import Goofspiel
from zerosum.games.jujitsu import Jujitsu, Tricks
from zerosum.models.staged import solve as staged
from zerosum.models.staged.engines.tricks.solve import TrickSolution, solve
from zerosum.models.staged.matches import FixedPlayers, best_response, play_exactly
from zerosum.papers.formulas import holds
from zerosum.papers.verdicts import Found

if TYPE_CHECKING:
    from matplotlib.figure import Figure


SIZES = range(4, 9)
"""The paper's games: 4 to 8 cards."""

SURE = 1e-9
"""An upper bound on the errors of certified values; larger differences are certain."""


@cache
def _solved(cards: int) -> TrickSolution:
    return solve(Jujitsu(cards=cards))


@cache
def _first_trick(cards: int) -> Floats:
    """Return the matrix game of the first trick, row's card by col's."""
    solution, game = _solved(cards), Jujitsu(cards=cards)
    hand = range(1, cards + 1)
    payoffs = np.empty((cards, cards))
    for a, b in product(hand, hand):
        _, after = game.trick(Tricks(0, 0), (a > b) - (a < b))
        rest = [card for card in hand if card != a], [card for card in hand if card != b]
        payoffs[a - 1, b - 1] = float(solution.answer_at(*rest, after).value)
    return payoffs


def _first_strategy(cards: int) -> Floats:
    return np.array([float(p) for p in _solved(cards).row.values()])


def _never_played(cards: int) -> set[int]:
    """Return the cards that no equilibrium strategy plays in the first trick, because they lose against one of them."""
    worth = _first_trick(cards) @ _first_strategy(cards)
    return {card for card in range(1, cards + 1) if worth[card - 1] < -SURE}


def _is_unique(cards: int) -> bool:
    """Check that the first trick has one equilibrium: the mix on its support is unique, other cards have a lower EV."""
    played = [card for card in range(1, cards + 1) if card not in _never_played(cards)]
    inner = _first_trick(cards)[np.ix_([card - 1 for card in played], [card - 1 for card in played])]
    smallest: float = np.linalg.svd(np.vstack([inner, np.ones(len(played))]), compute_uv=False)[-1]
    return bool(smallest > SURE and (_first_strategy(cards)[[card - 1 for card in played]] > SURE).all())


def _any_card_wins() -> bool:
    """Check whether at some position two different cards both win for certain: 5 cards, 3 ahead with 2 to go."""
    game, solution = Jujitsu(cards=5), _solved(5)
    ends = {game.trick(Tricks(3, 0), outcome)[1] for outcome in (1, 0, -1)}
    return all(float(solution.answer_at((1,), (2,), end).value) > 1 - SURE for end in ends)


def _top_cards_never_played(cards: int) -> int:
    """Return the number of highest cards that are never played first."""
    held = [card in _never_played(cards) for card in range(cards, 0, -1)]
    return next((count for count, never in enumerate(held) if not never), cards)


def second_lowest_first() -> Found:
    """Check that the second lowest card is the best first card against the lowest, if later play is optimal."""
    fine = all(_first_trick(n)[:, 0].max() <= _first_trick(n)[1, 0] + SURE for n in SIZES)
    return Found(fine, ", ".join(f"{n} cards: worth {_first_trick(n)[1, 0]:.4f}" for n in SIZES))


def unique(everywhere: bool) -> Found:
    """Check whether the equilibrium is unique in the first trick, or at every position."""
    first = all(map(_is_unique, SIZES))
    if not everywhere:
        return Found(first)
    text = "with 5 cards, 3 tricks ahead and 2 to go, both cards win for sure"
    return Found(first and not _any_card_wins(), text * _any_card_wins())


def other_strategies_lose(strictly: bool) -> Found:
    """Check whether each other first card loses to the equilibrium, or at least does not win."""
    worth = {n: _first_trick(n) @ _first_strategy(n) for n in SIZES}
    even = {n: [card for card, w in enumerate(worth[n], 1) if abs(w) < SURE] for n in SIZES}
    fine = all(not even[n] if strictly else worth[n].max() < SURE for n in SIZES)
    text = "; ".join(f"{n} cards: {', '.join(map(str, cards))}" for n, cards in even.items())
    return Found(fine, f"first cards that break even against the equilibrium: {text}")


def same_for_both() -> Found:
    """Check whether both players' first mixes agree, no other is optimal, and the value is 0."""
    fine = all(
        abs(float(_solved(n).value)) < SURE
        and np.allclose([float(q) for q in _solved(n).col.values()], _first_strategy(n), atol=SURE)
        for n in SIZES
    )
    text = "to 1e-9, with 4 to 8 cards; no other first mix is optimal"
    return Found(fine and all(map(_is_unique, SIZES)), so=text)


def far_from_uniform(cards: int) -> Found:
    """Check whether playing at random in the first trick loses by a margin, so that it is not an equilibrium."""
    least = float((np.full(cards, 1 / cards) @ _first_trick(cards)).min())
    mix = ", ".join(f"{p:.4f}" for p in _first_strategy(cards))
    return Found(least < -SURE, f"the first mix is {mix}; a card at random can be made to lose {-least:.4f}")


def symmetric(sign: int) -> Found:
    """Check whether the first trick's matrix F has F = sign · Fᵀ; a game with F = -Fᵀ is also called symmetric."""
    off = {
        s: max(float(np.abs(_first_trick(n) - s * _first_trick(n).T).max()) for n in SIZES) for s in (1, -1)
    }
    text = f"F differs from {'-' * (sign < 0)}Fᵀ by up to {off[sign]:.2g}, with 4 to 8 cards"
    return Found(off[sign] < SURE, text, near=off[-1] < SURE)


def lambda_sign(negative: bool) -> Found:
    """Check whether the value λ of every child of the first trick is below 0, or takes both signs."""
    least, most = (float(pick(_first_trick(4))) for pick in (np.min, np.max))
    text = f"from {least:.3f} to {most:.3f} after the first of 4 tricks"
    return Found(most < 0 if negative else least < 0 < most, text)


def highest_never_played(cards: Sequence[int], top: int = 1) -> Found:
    """Check whether no equilibrium strategy plays one of the top cards first: each loses against one of them."""
    found = {n: _top_cards_never_played(n) for n in cards}
    return Found(all(count >= top for count in found.values()), _listed(found))


def strengthens(cards: Sequence[int]) -> Found:
    """Check whether two more cards leave more top cards unplayed at first, or increase the EV loss of the highest
    card.
    """
    sizes = sorted({n - less for n in cards for less in (0, 2)})
    kept = {n: _top_cards_never_played(n) for n in sizes}
    loss = {n: -float((_first_trick(n) @ _first_strategy(n))[-1]) for n in sizes}
    text = ", ".join(f"{n} cards: {loss[n]:.3f}" for n in sizes)
    stronger = {n: kept[n] > kept[n - 2] or loss[n] > loss[n - 2] for n in cards}
    steps = ", ".join(f"from {n - 2} to {n}" for n in cards if stronger[n])
    text = (
        f"{_listed(kept)}; what the highest loses if it is: {text}; of {len(cards)} steps by two cards these "
        f"strengthen it: {steps or 'none'}"
    )
    return Found(all(stronger.values()), text)


def _listed(found: Mapping[int, int]) -> str:
    return "top cards never played first: " + ", ".join(f"{n} cards: {count}" for n, count in found.items())


def objectives(cards: Sequence[int]) -> Found:
    """Compute row's guarantees of winning and of not losing, which must add up to one, and of the margin."""
    winning, not_losing, margin = (
        [float(solve(Jujitsu(cards=n, payoff=payoff)).value) for n in cards]
        for payoff in ("winning", "not-losing", "margin")
    )
    text = (
        f"{n} cards: {100 * w:.2f}% and {100 * d:.2f}%"
        for n, w, d in zip(cards, winning, not_losing, strict=True)
    )
    fine = (
        all(abs(w + d - 1) < SURE for w, d in zip(winning, not_losing, strict=True))
        and max(map(abs, margin)) < SURE
    )
    return Found(fine, f"either player can guarantee to win, and not to lose, this often: {'; '.join(text)}")


def draw_first_cards() -> Figure:
    """Plot the probabilities of the first card against the size of the game."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 5.5), layout="constrained")
    for axes, cards in zip(figure.subplots(2, 3).flat, range(4, 10), strict=True):
        axes.bar(range(1, cards + 1), 100 * _first_strategy(cards), color="#0072b2")
        axes.set_title(f"{cards} cards", fontsize=10)
        axes.set_xticks(range(1, cards + 1))
        axes.set_ylim(0, 60)
        axes.spines[["top", "right"]].set_visible(False)
    figure.supylabel("probability, %")
    figure.supxlabel("first card")
    return figure


Hand = tuple[int, ...]


def _pairs_of_hands(cards: int) -> Iterator[int]:
    """Yield the size of every pair of hands of equal size."""
    hand = range(1, cards + 1)
    return (k for k in range(cards + 1) for _ in product(combinations(hand, k), combinations(hand, k)))


def _paths(cards: int) -> int:
    """Count the ways to play all cards, one by one."""

    def walk(mine: frozenset[int], theirs: frozenset[int]) -> int:
        return sum(walk(mine - {a}, theirs - {b}) for a in mine for b in theirs) if mine else 1

    hand = frozenset(range(1, cards + 1))
    return walk(hand, hand)


def counted(what: str, formula: str, up_to: int) -> Found:
    """Check whether a formula in n equals a direct count, for every n up to this number of cards."""
    count: Callable[[int], int] = {
        "paths": _paths,
        "hand pairs": lambda n: sum(1 for _ in _pairs_of_hands(n)),
        "edges": lambda n: sum(k * k for k in _pairs_of_hands(n)),  # the possible tricks
    }[what]
    # formulas give fractions, but these functions take integers
    known = {"factorial": lambda n: factorial(int(n)), "choose": lambda n, k: comb(int(n), int(k))}
    for n in range(1, up_to + 1):
        if not holds(f"count == {formula}", {"count": count(n), "n": n, **known}):
            return Found(False, f"{count(n):,} {what} with n = {n}, and {count(up_to):,} with n = {up_to}")
    return Found(True, f"counted one by one up to {up_to} cards: {count(up_to):,} {what}")


def random_is_best(cards: int) -> Found:
    """Check whether random play makes all responses equally good at every position of the simplified game."""
    game = Jujitsu(cards=cards, ties="discarded")

    @cache
    def worth(row: Hand, col: Hand, at: Tricks) -> Fraction | None:
        if not row:
            return Fraction(game.settle(at))
        left = [[tuple(c for c in hand if c != played) for played in hand] for hand in (row, col)]
        after = {outcome: game.trick(at, outcome)[1] for outcome in (1, 0, -1)}
        entries = [
            [worth(mine, theirs, after[(a > b) - (a < b)]) for b, theirs in zip(col, left[1], strict=True)]
            for a, mine in zip(row, left[0], strict=True)
        ]
        if any(entry is None for line in entries for entry in line):
            return None
        lines = [*entries, *zip(*entries, strict=True)]
        means = {sum(line, Fraction(0)) / len(row) for line in lines}
        return means.pop() if len(means) == 1 else None

    hands = [hand for k in range(1, cards + 1) for hand in combinations(range(1, cards + 1), k)]
    starts = [(row, col) for row, col in product(hands, hands) if len(row) == len(col)]
    fine = all(
        worth(row, col, Tricks(score, 0)) is not None
        for row, col in starts
        for score in range(len(row) - cards, cards - len(row) + 1)
    )
    return Found(fine, so=f"in fractions, at {len(starts)} pairs of hands and every score")


def matchings_are_equally_likely(up_to: int) -> Found:
    """Check whether a player who responds to the cards seen meets every set of tricks with equal probability."""
    fine = True
    for cards in range(1, up_to + 1):
        hand, met = tuple(range(1, cards + 1)), Counter[frozenset[tuple[int, int]]]()
        for theirs in permutations(hand):
            mine, tricks = set(hand), []
            for t, card in enumerate(theirs):
                answer = sorted(mine)[sum(theirs[:t]) % len(mine)]
                mine.remove(answer)
                tricks.append((answer, card))
            met[frozenset(tricks)] += 1
        fine &= len(met) == factorial(cards) and set(met.values()) == {1}
    text = (
        f"each set of k tricks met once in k! orders, k up to {up_to}, by a player who answers what was seen"
    )
    return Found(fine, so=text)


def _draws(cards: int) -> list[tuple[int, ...]]:
    """Return the courses of a game, trick by trick, that end in a draw."""
    game, draws = Jujitsu(cards=cards), []
    for course in product((1, 0, -1), repeat=cards):
        at = Tricks(0, 0)
        for outcome in course:
            at = game.trick(at, outcome)[1]
        if game.settle(at) == 0:
            draws.append(course)
    return draws


def odd_draws(sizes: Sequence[int]) -> Found:
    """Check whether every drawn course of a game with an odd number of cards ends with a tie."""
    found = {n: _draws(n) for n in sizes}
    fine = all(course[-1] == 0 for courses in found.values() for course in courses)
    counts = ", ".join(f"{len(courses)} with n = {n}" for n, courses in found.items())
    return Found(fine, f"drawn courses: {counts}")


def second_lowest_wins() -> Found:
    """Check whether the second lowest card at each trick beats the lowest, in every game."""
    won = {n: _second_lowest(n) for n in SIZES}
    text = ", ".join(f"{w} and {lost}" for w, lost in won.values())
    return Found(all(w > lost for w, lost in won.values()), f"won and lost: {text}")


def _second_lowest(cards: int) -> tuple[int, int]:
    """Count the tricks won and lost by a player who plays the second lowest card against the lowest, to the end."""
    mine, theirs = list(range(1, cards + 1)), list(range(1, cards + 1))
    won = lost = 0
    while mine:
        a, b = mine.pop(min(1, len(mine) - 1)), theirs.pop(0)
        won, lost = won + (a > b), lost + (a < b)
    return won, lost


def smallest_winner_is_best(opponents: Sequence[str]) -> Found:
    """Check that the smallest winning card, or else the lowest, is the best response to a deterministic player."""
    for n in range(4, 8):
        for opponent in opponents:
            theirs = list(range(1, n + 1)) if opponent == "lowest" else list(range(n, 0, -1))
            best = max(_result(mine, theirs) for mine in permutations(range(1, n + 1)))
            left, rule = sorted(theirs), list[int]()
            for card in theirs:
                rule.append(next((c for c in left if c > card), left[0]))
                left.remove(rule[-1])
            if (earned := _result(rule, theirs)) < best:
                return Found(False, f"against {opponent} with {n} cards it earns {earned} and not {best}")
    every = "with 4 to 7 cards, of all orders to play one's cards"
    return Found(True, f"against {' and '.join(opponents)}, {every}")


def every_order_is_beaten(cards: Sequence[int]) -> Found:
    """Check that every order of playing the cards loses to another order."""
    orders = {n: list(permutations(range(1, n + 1))) for n in cards}
    fine = all(any(_result(mine, theirs) > 0 for mine in some) for some in orders.values() for theirs in some)
    text = ", ".join(f"{len(some)} orders of {n} cards" for n, some in orders.items())
    return Found(fine, so=f"each of {text}")


def lowest_against_random(cards: Sequence[int]) -> Found:
    """Check whether ascending order has a higher EV against a random player than the mean of all orders."""
    better, earned = [], []
    for n in cards:
        orders = list(permutations(range(1, n + 1)))
        ev = {mine: Fraction(sum(_result(mine, theirs) for theirs in orders), len(orders)) for mine in orders}
        low, high = ev[orders[0]], ev[orders[-1]]
        earned += [low, high]
        above = sum(other > low for other in ev.values())
        better.append(
            f"with {n} cards lowest earns {low}, highest {high}; {above} of {len(orders)} orders earn more"
        )
    return Found(any(earned), "; ".join(better))


def _result(mine: Sequence[int], theirs: Sequence[int]) -> int:
    """Return the result when both orders are fixed."""
    game, at = Jujitsu(cards=len(mine)), Tricks(0, 0)
    for a, b in zip(mine, theirs, strict=True):
        at = game.trick(at, (a > b) - (a < b))[1]
    return int(game.settle(at))


SEEN = 1e-3
"""A probability below this is not counted as a peak."""


def matching_is_best(cards: int) -> Found:
    """Check whether matching the prize has the same EV as the best response to a random player, exactly."""
    game = Goofspiel(cards=cards).as_staged()
    best = best_response(game, uniform, "row", exact=True).value
    mean = play_exactly(game, match_the_prize, uniform, exact=True).mean
    return Found(best == mean, f"matching earns {mean}, the best response {best}")


@cache
def _bids(cards: int) -> tuple[tuple[float, ...], ...]:
    """Return the probabilities of the first bids, for each first prize."""
    solution = solve(Goofspiel(cards=cards))
    starts = [solution.at(up=prize).row for prize in range(1, cards + 1)]
    return tuple(tuple(float(row.get(card, 0)) for card in range(1, cards + 1)) for row in starts)


def _peaks(bids: Sequence[float]) -> int:
    """Return the number of peaks in the probabilities."""
    signs = [b > a for a, b in zip([0.0, *bids], [*bids, 0.0], strict=True) if abs(b - a) > SEEN]
    return sum(up and not then for up, then in pairwise(signs))


def several_peaks(cards: int) -> Found:
    """Check whether for most first prizes the probabilities of the bids have several peaks."""
    count = sum(_peaks(bids) > 1 for bids in _bids(cards))
    return Found(count > cards / 2, f"{count} of {cards} first prizes have several peaks")


def points_to_win(cards: int) -> int:
    """Return the number of points that is more than half of all."""
    return sum(range(1, cards + 1)) // 2 + 1


def variations() -> float:
    """Return (13!)^3."""
    return float(math.factorial(13) ** 3)


def odd_or_highest(cards: int) -> Found:
    """Compare the frequency of odd or highest bids with their fraction of the cards; the paper names no measure."""
    odd = [sum(bids[0::2]) for bids in _bids(cards)]
    favoured = sum(share > 0.5 for share in odd)
    always, never = favoured == cards, favoured == 0
    those = [card for card in range(1, cards + 1) if card % 2 or card == cards]
    mean = sum(sum(bids[card - 1] for card in those) for bids in _bids(cards)) / cards
    text = (
        f"they get {mean:.1%} of the first bids and are {len(those) / cards:.1%} of the "
        f"cards; odd bids outweigh even ones for {favoured} first prizes of {cards}"
    )
    return Found(True if always else False if never else None, text)


def pure_players_lose(cards: int) -> Found:
    """Check whether each of three deterministic players is beaten by a best response."""
    game = Goofspiel(cards=cards).as_staged()
    worth = [
        staged.solve(FixedPlayers(game, row=pure)).value.upper for pure in (highest, lowest, match_the_prize)
    ]
    shown = ", ".join(f"{float(v):.3f}" for v in worth)
    text = f"with {cards} cards highest, lowest and match-the-prize are held to {shown}"
    return Found(max(worth) < 0, text)
