"""Le Her against Montmort's numbers, and against the rules counted card by card."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

import zerosum
from zerosum.core.errors import GameError
from zerosum.games.le_her import LeHer

F = Fraction


def test_value_and_mixes_are_those_of_1713() -> None:
    solution = zerosum.solve(LeHer())
    assert solution.value.lower == solution.value.upper == F(11327, 22100)
    assert solution.verify().proved == solution.value
    row = _mixes(solution, "row")
    assert row["7"]["swap"] == F(3, 8)
    assert all(mix["swap"] in (0, 1) for card, mix in row.items() if card != "7")
    col = {name: mix for name, mix in _mixes(solution, "col").items() if name.endswith("keep")}
    assert col["8, keep"]["draw"] == F(5, 8)
    assert all(mix["draw"] in (0, 1) for name, mix in col.items() if name != "8, keep")


@pytest.mark.parametrize(
    ("seven", "eight", "wins"),
    [("swap", "draw", 2828), ("swap", "keep", 2838), ("keep", "draw", 2834), ("keep", "keep", 2828)],
)
def test_the_two_by_two_game_of_montmort_and_bernoulli(seven: str, eight: str, wins: int) -> None:
    assert _receivers_chance(13, 4, 7 if seven == "swap" else 6, 8 if eight == "draw" else 7) == F(wins, 5525)


def _receivers_chance(ranks: int, suits: int, swaps: int, draws: int) -> Fraction:
    """Count over all orders of three cards: the receiver swaps up to one rank, the dealer draws up to another."""
    won = total = 0
    for x, y, drawn in _triples(ranks, suits):
        weight = x[1] * y[1] * drawn[1]
        total += weight
        receiver, dealer, third = x[0], y[0], drawn[0]
        swapped = receiver <= swaps and dealer != ranks
        if swapped:
            receiver, dealer = dealer, receiver
        refused = receiver <= swaps and dealer == ranks and not swapped
        wants = dealer < receiver if swapped else dealer <= draws and not refused
        if wants and third != ranks:
            dealer = third
        won += weight * (receiver > dealer)
    return F(won, total)


def _triples(ranks: int, suits: int) -> list[tuple[tuple[int, int], ...]]:
    """All ranks of three cards in order, each with the number of cards of that rank that are left."""
    found = []
    for x in range(1, ranks + 1):
        for y in range(1, ranks + 1):
            for z in range(1, ranks + 1):
                left = (suits, suits - (y == x), suits - (z == x) - (z == y))
                if min(left) > 0:
                    found.append(((x, left[0]), (y, left[1]), (z, left[2])))
    return found


def _mixes(solution, side):
    """The mixes of a side by what it was dealt and what followed."""
    return {name: solution.mix_at(side, i) for i, name in enumerate(solution.form.names[side])}


@pytest.mark.parametrize(("ranks", "suits"), [(2, 2), (3, 1), (3, 2), (5, 1)])
@pytest.mark.parametrize("ties", ["dealer", "receiver", "split"])
def test_small_decks_against_all_pure_strategies(ranks: int, suits: int, ties: str) -> None:
    game = LeHer(ranks=ranks, suits=suits, ties=ties)
    assert zerosum.solve(game).value.lower == _by_hand(game)


def _by_hand(game: LeHer) -> Fraction:
    """The value by the deck itself: the dealer answers each receiver's strategy best, card by card."""
    deck = [name for name in game.cards for _ in range(game.suits)]
    deals = list(permutations(range(len(deck)), 3))

    def wins(receiver: str, dealer: str) -> Fraction:
        a, b = game.cards[receiver], game.cards[dealer]
        return F(a > b) if a != b else {"dealer": F(0), "receiver": F(1), "split": F(1, 2)}[game.ties]

    names = list(game.cards)
    rows = [{name: bool(bits >> k & 1) for k, name in enumerate(names)} for bits in range(2 ** len(names))]
    # the payoff is the sum over the dealer's cards of what the dealer's choice with each leaves
    table = []
    for swaps in rows:
        sure, by_card = F(0), {name: [F(0), F(0)] for name in names}
        after = dict[tuple[str, str], list[Fraction]]()
        for i, j, k in deals:
            x, y, z = deck[i], deck[j], deck[k]
            if swaps[x] and y == "K":
                sure += wins(x, y)
            elif swaps[x]:
                sums = after.setdefault((y, x), [F(0), F(0)])
                sums[0] += wins(y, x)
                sums[1] += wins(y, x if z == "K" else z)
            else:
                by_card[y][0] += wins(x, y)
                by_card[y][1] += wins(x, y if z == "K" else z)
        sure += sum(min(sums) for sums in after.values())
        table.append((sure, by_card))
    payoffs = [
        [(sure + sum(by_card[name][draws[name]] for name in names)) / len(deals) for draws in rows]
        for sure, by_card in table
    ]
    return zerosum.solve(zerosum.MatrixGame.of(payoffs), exact=True).value.lower


def test_titles_and_what_is_refused() -> None:
    assert LeHer(ranks=5, ties="split").title == "Le Her · 5 ranks of 4 · ties are split"
    assert list(LeHer(ranks=4).cards) == ["A", "2", "3", "K"]
    assert list(LeHer(ranks=14).cards)[-2:] == ["13", "K"]
    with pytest.raises(GameError, match="three cards"):
        LeHer(ranks=2, suits=1)
