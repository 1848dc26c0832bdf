"""Sanwal and Drechsler, Equilibrium Strategies for Jujitsu (2002): the text, recomputed; table 5.1 has its own module.

Claims about the first trick rest on its matrix game, whose entries are certified values. Where the paper says that a
card is never played, more is checked than one solution: against the equilibrium strategy that card loses by
a margin, so that no equilibrium strategy plays it.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb, factorial
from typing import TYPE_CHECKING

import numpy as np

from zerosum.arrays import Floats
from zerosum.games.jujitsu import Jujitsu, Tricks
from zerosum.papers.claims import Claim, Picture, question, statement
from zerosum.solvers.tricks import TrickSolution, solve

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["CLAIMS", "PICTURES"]

SIZES = range(4, 9)
"""The paper's games: 4 to 8 cards."""

SURE = 1e-9
"""Certified values err by less than this; what is clearer than it is a fact."""

Hand = tuple[int, ...]


@cache
def _solved(cards: int) -> TrickSolution:
    return solve(Jujitsu(cards=cards))


@cache
def _first_trick(cards: int) -> Floats:
    """The matrix game of the first trick, row's card by col's."""
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
    """Cards that no equilibrium strategy plays in the first trick: they lose against one of them."""
    worth = _first_trick(cards) @ _first_strategy(cards)
    return {card for card in range(1, cards + 1) if worth[card - 1] < -SURE}


def _is_unique(cards: int) -> bool:
    """Whether the first trick has one equilibrium: cards outside its support lose, and within it nothing is free."""
    played = [card for card in range(1, cards + 1) if card not in _never_played(cards)]
    inner = _first_trick(cards)[np.ix_([card - 1 for card in played], [card - 1 for card in played])]
    smallest: float = np.linalg.svd(np.vstack([inner, np.ones(len(played))]), compute_uv=False)[-1]
    return bool(smallest > SURE and (_first_strategy(cards)[[card - 1 for card in played]] > SURE).all())


def _any_card_wins() -> bool:
    """Whether at some position two different cards are both sure to win: 5 cards, 3 ahead with 2 to go."""
    game, solution = Jujitsu(cards=5), _solved(5)
    ends = {game.trick(Tricks(3, 0), outcome)[1] for outcome in (1, 0, -1)}
    return all(float(solution.answer_at((1,), (2,), end).value) > 1 - SURE for end in ends)


def _top_cards_never_played(cards: int) -> int:
    """How many of the highest cards are never played first."""
    held = [card in _never_played(cards) for card in range(cards, 0, -1)]
    return next((count for count, never in enumerate(held) if not never), cards)


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
    """Ways to play all cards, counted trick by trick."""
    return cards * cards * _paths(cards - 1) if cards else 1


def _random_is_best(cards: int) -> bool:
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
    return all(
        worth(row, col, Tricks(score, 0)) is not None
        for row, col in starts
        for score in range(len(row) - cards, cards - len(row) + 1)
    )


def _matchings_are_equally_likely(cards: int) -> bool:
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


def _second_lowest_wins(cards: int) -> tuple[int, int]:
    """Tricks won and lost by one who plays the second lowest card against the lowest, to the end."""
    mine, theirs = list(range(1, cards + 1)), list(range(1, cards + 1))
    won = lost = 0
    while mine:
        a, b = mine.pop(min(1, len(mine) - 1)), theirs.pop(0)
        won, lost = won + (a > b), lost + (a < b)
    return won, lost


def _sizes(say: str) -> str:
    return f"{say}, for 4 to 8 cards"


def _draw_first_cards() -> Figure:
    """The first card by size of the game."""
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


CLAIMS: tuple[Claim, ...] = (
    statement(
        "section 1.2",
        "against one who always plays the lowest card first, the second lowest is an optimal reaction",
        lambda: all(_first_trick(n)[:, 0].max() <= _first_trick(n)[1, 0] + SURE for n in SIZES),
        computed=lambda: ", ".join(f"{n} cards: worth {_first_trick(n)[1, 0]:.4f}" for n in SIZES),
    ),
    statement(
        "section 2.1",
        "player 1 has a unique strategy for maximizing his expected score",
        lambda: all(_is_unique(n) for n in SIZES) and not _any_card_wins(),
        computed="with 5 cards, 3 tricks ahead and 2 to go, both cards win for sure",
        corrected=(_sizes("unique in the first trick"), lambda: all(_is_unique(n) for n in SIZES)),
        why="once the score is decided, every card is as good as another",
        expected_to_hold=False,
    ),
    statement(
        "section 3",
        "with hand size n, the number of unique paths through the game tree is n!^2",
        lambda: all(_paths(n) == factorial(n) ** 2 for n in SIZES),
    ),
    statement(
        "section 3",
        "the number of unique sub-games is (2^n)^2 = 4^n",
        lambda: all(_hand_pairs(n) == 4**n for n in SIZES),
        computed=lambda: f"{_hand_pairs(8):,} pairs of hands with 8 cards, not {4**8:,}",
        corrected=(
            "(2n choose n) pairs of hands, since both hold equally many cards",
            lambda: all(_hand_pairs(n) == comb(2 * n, n) for n in SIZES),
        ),
        why="4^n counts pairs of hands of different sizes too; and a sub-game has a score and ties besides",
        expected_to_hold=False,
    ),
    statement(
        "section 3",
        "recombination does not affect the number of edges, which grows at (n!)^2",
        lambda: all(_edges(n) == factorial(n) ** 2 for n in SIZES),
        computed=lambda: f"{_edges(8):,} edges with 8 cards, and 8!^2 is {factorial(8) ** 2:,}",
        corrected=(
            "n^2 (2n-2 choose n-1) edges between pairs of hands",
            lambda: all(_edges(n) == n * n * comb(2 * n - 2, n - 1) for n in SIZES),
        ),
        why="(n!)^2 counts paths; a pair of hands that many paths reach has its k^2 tricks once",
        expected_to_hold=False,
    ),
    statement(
        "section 4",
        "without carried ties, against a uniformly random player every game on k cards has probability 1/k!",
        lambda: all(_matchings_are_equally_likely(k) for k in range(1, 8)),
        computed="each set of k tricks met once in k! orders, k up to 7, by a player who answers what was seen",
    ),
    statement(
        "section 4",
        "without carried ties, uniformly random play is an equilibrium at every node (4 x 4)",
        lambda: _random_is_best(4),
        computed="in fractions, at every pair of hands and score, whatever their sizes",
    ),
    statement(
        "section 4",
        "for 4 x 4 to 8 x 8 the root equilibrium strategy weighs the highest card with 0 probability",
        lambda: all(n in _never_played(n) for n in SIZES),
        computed=_sizes("no equilibrium strategy plays it: it loses by a margin"),
    ),
    question(
        "section 4",
        "the zero weight on the highest card should continue and strengthen as the size is increased",
        lambda: (
            "top cards never played first: "
            + ", ".join(f"{n} cards: {_top_cards_never_played(n)}" for n in range(4, 12))
        ),
    ),
    question(
        "section 4",
        "the same, up to the full suit of 13 cards",
        lambda: (
            "top cards never played first: "
            + ", ".join(f"{n} cards: {_top_cards_never_played(n)}" for n in (12, 13))
        ),
        slow=True,
    ),
    statement(
        "section 5.2",
        "in a game with an odd number of cards it is only possible to tie if the last trick is a tie",
        lambda: all(course[-1] == 0 for n in (1, 3, 5, 7, 9) for course in _draws(n)),
        computed=lambda: f"all {len(_draws(7))} drawn courses of 7 tricks, and so for 1, 3, 5 and 9",
    ),
    statement(
        "section 5.2",
        "for 7 x 7, the highest two cards have a probability of zero at the top level",
        lambda: {6, 7} <= _never_played(7),
        computed=lambda: f"of 7 cards these are never played first: {sorted(_never_played(7))}",
    ),
    statement(
        "section 5.2",
        "playing the second lowest card at each trick beats the lowest card at every iteration of the game",
        lambda: all(_second_lowest_wins(n) == (n - 1, 1) for n in SIZES),
        computed="it wins every trick but the last, and so every game",
    ),
)

PICTURES: tuple[Picture, ...] = (
    Picture(
        name="jujitsu-first-card",
        caption="The equilibrium strategy of the first trick of Jujitsu, by number of cards: the top cards are kept.",
        draw=_draw_first_cards,
    ),
)
