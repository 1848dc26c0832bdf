"""Sanwal and Drechsler on what can be counted: paths, hands, edges, sets of tricks, drawn courses, orders of play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb, factorial

from zerosum.games.jujitsu import Jujitsu, Tricks
from zerosum.papers.checks.jujitsu import SIZES
from zerosum.papers.formulas import holds
from zerosum.papers.verdicts import Found

Hand = tuple[int, ...]


def _hand_pairs(cards: int) -> int:
    """Pairs of equally many cards, counted one by one."""
    hand = range(1, cards + 1)
    return sum(1 for k in range(cards + 1) for _ in product(combinations(hand, k), combinations(hand, k)))


def _edges(cards: int) -> int:
    """Tricks that can be played at all pairs of hands, counted one by one."""
    hand = range(1, cards + 1)
    pairs = (k for k in range(cards + 1) for _ in product(combinations(hand, k), combinations(hand, k)))
    return sum(k * k for k in pairs)


def _paths(cards: int) -> int:
    """Ways to play all cards, gone through one by one."""

    def walk(mine: frozenset[int], theirs: frozenset[int]) -> int:
        return sum(walk(mine - {a}, theirs - {b}) for a in mine for b in theirs) if mine else 1

    hand = frozenset(range(1, cards + 1))
    return walk(hand, hand)


def counted(what: str, formula: str, up_to: int) -> Found:
    """Whether a formula in n gives what is counted one by one, for every n up to so many cards."""
    count = {"paths": _paths, "hand pairs": _hand_pairs, "edges": _edges}[what]
    for n in range(1, up_to + 1):
        letters = {"count": count(n), "n": n, "factorial": _whole(factorial), "choose": _whole(comb)}
        if not holds(f"count == {formula}", letters):
            return Found(False, f"{count(n):,} {what} with n = {n}, and {count(up_to):,} with n = {up_to}")
    return Found(True, f"counted one by one up to {up_to} cards: {count(up_to):,} {what}")


def _whole(function: Callable[..., int]) -> Callable[..., int]:
    """A function of whole numbers, which formulas hand over as fractions."""
    return lambda *numbers: function(*map(int, numbers))


def random_is_best(cards: int) -> Found:
    """Whether playing at random leaves the other nothing to choose at any position of the simplified game."""
    game = Jujitsu(cards=cards, ties="discarded")

    @cache
    def worth(row: Hand, col: Hand, at: Tricks) -> Fraction | None:
        if not row:
            return Fraction(game.settle(at))
        entries = [
            [
                worth(
                    tuple(c for c in row if c != a),
                    tuple(c for c in col if c != b),
                    game.trick(at, (a > b) - (a < b))[1],
                )
                for b in col
            ]
            for a in row
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
    """Whether against a random player every set of tricks is as likely as any other."""
    fine = all(map(_matchings_are_equal, range(1, up_to + 1)))
    told = (
        f"each set of k tricks met once in k! orders, k up to {up_to}, by a player who answers what was seen"
    )
    return Found(fine, so=told)


def _matchings_are_equal(cards: int) -> bool:
    """Whether a player who answers what was seen meets each set of tricks as often as any other."""
    hand = tuple(range(1, cards + 1))
    met: Counter[frozenset[tuple[int, int]]] = Counter()
    for theirs in permutations(hand):
        mine, tricks = set(hand), []
        for t, card in enumerate(theirs):
            answer = sorted(mine)[sum(theirs[:t]) % len(mine)]
            mine.remove(answer)
            tricks.append((answer, card))
        met[frozenset(tricks)] += 1
    return len(met) == factorial(cards) and set(met.values()) == {1}


def _draws(cards: int) -> list[tuple[int, ...]]:
    """The courses of a game, trick by trick, that end in a draw."""
    game, draws = Jujitsu(cards=cards), []
    for course in product((1, 0, -1), repeat=cards):
        at = Tricks(0, 0)
        for outcome in course:
            at = game.trick(at, outcome)[1]
        if game.settle(at) == 0:
            draws.append(course)
    return draws


def odd_draws(sizes: Sequence[int]) -> Found:
    """Whether every drawn course of an odd game ends with a tie."""
    found = {n: _draws(n) for n in sizes}
    fine = all(course[-1] == 0 for courses in found.values() for course in courses)
    return Found(
        fine, "drawn courses: " + ", ".join(f"{len(courses)} with n = {n}" for n, courses in found.items())
    )


def second_lowest_wins() -> Found:
    """Whether the second lowest card at each trick beats the lowest, in every game."""
    won = {n: _second_lowest(n) for n in SIZES}
    told = ", ".join(f"{w} and {lost}" for w, lost in won.values())
    return Found(all(w > lost for w, lost in won.values()), f"won and lost: {told}")


def _second_lowest(cards: int) -> tuple[int, int]:
    """Tricks won and lost by one who plays the second lowest card against the lowest, to the end."""
    mine, theirs = list(range(1, cards + 1)), list(range(1, cards + 1))
    won = lost = 0
    while mine:
        a, b = mine.pop(min(1, len(mine) - 1)), theirs.pop(0)
        won, lost = won + (a > b), lost + (a < b)
    return won, lost


def smallest_winner_is_best(rivals: Sequence[str]) -> Found:
    """Whether the smallest card that beats a deterministic player's, or the lowest if none does, earns the most."""
    for n in range(4, 8):
        for rival in rivals:
            theirs = list(range(1, n + 1)) if rival == "lowest" else list(range(n, 0, -1))
            best = max(_result(mine, theirs) for mine in permutations(range(1, n + 1)))
            mine = _smallest_winners(theirs)
            if _result(mine, theirs) < best:
                return Found(
                    False, f"against {rival} with {n} cards it earns {_result(mine, theirs)} and not {best}"
                )
    return Found(
        True, f"against {' and '.join(rivals)}, with 4 to 7 cards, of all orders to play one's cards"
    )


def every_order_is_beaten(cards: Sequence[int]) -> Found:
    """Whether every order in which to play one's cards loses to another, which a rival who knows it can play."""
    orders = {n: list(permutations(range(1, n + 1))) for n in cards}
    fine = all(any(_result(mine, theirs) > 0 for mine in some) for some in orders.values() for theirs in some)
    told = ", ".join(f"{len(some)} orders of {n} cards" for n, some in orders.items())
    return Found(fine, so=f"each of {told}")


def _smallest_winners(theirs: Sequence[int]) -> list[int]:
    """What the rule plays against a known order of cards."""
    left, mine = sorted(theirs), []
    for card in theirs:
        mine.append(next((c for c in left if c > card), left[0]))
        left.remove(mine[-1])
    return mine


def _result(mine: Sequence[int], theirs: Sequence[int]) -> int:
    """Who wins when both orders are fixed."""
    game, at = Jujitsu(cards=len(mine)), Tricks(0, 0)
    for a, b in zip(mine, theirs, strict=True):
        at = game.trick(at, (a > b) - (a < b))[1]
    return int(game.settle(at))
