"""Push or fold: the counts of deals against direct enumeration, the charts against published ones."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from phevaluator import evaluate_cards

import zerosum
from zerosum.core.errors import GameError
from zerosum.games import preflop
from zerosum.games.preflop import BOARDS, NAMES, PAIRS, counts, hand_rank
from zerosum.games.push_fold import PushFold
from zerosum.models.hidden.engines.river.ranges import CLASSES, DECK, HANDS

F = Fraction


def _call(solution: zerosum.HiddenSolution, hand: str) -> Fraction:
    return F(solution.mix("col", (("chance", hand), ("row", "shove")))["call"])


def _shove(solution: zerosum.HiddenSolution, hand: str) -> Fraction:
    return F(solution.mix("row", (("chance", hand),))["shove"])


def test_hands_rank_as_another_evaluator_ranks_them() -> None:
    random = np.random.default_rng(7)
    hands = [random.permutation(52)[:7] for _ in range(2_000)]
    # nearly always a flush or a straight, which random hands seldom have
    hands += [4 * random.permutation(13)[:7] for _ in range(200)]
    hands += [np.arange(low, low + 7) * 4 % 52 + random.integers(0, 4, 7) for low in range(13)]
    ours = [int(hand_rank(hand)) for hand in hands]
    theirs = [-evaluate_cards(*(DECK[card] for card in hand)) for hand in hands]
    assert len(set(zip(ours, theirs, strict=True))) == len(set(ours)) == len(set(theirs))
    assert sorted(range(len(hands)), key=lambda k: (ours[k], k)) == sorted(
        range(len(hands)), key=lambda k: (theirs[k], k)
    )


@pytest.mark.long
def test_the_boards_up_to_suits_stand_for_all() -> None:
    boards, weights = preflop.canonical_boards()
    assert len(boards) == 134_459
    assert weights.sum() == 2_598_960


def test_counts_add_up() -> None:
    wins, ties = counts()
    assert PAIRS.sum() == 1326 * 1225
    assert (wins + wins.T + ties == PAIRS * BOARDS).all()
    assert (ties == ties.T).all()
    everything = (wins + ties / 2).sum(1) / (PAIRS * BOARDS).sum(1)
    # pocket aces and 3-2 offsuit against a random hand, as every table of equities has them
    assert round(everything[NAMES.index("AA")], 4) == 0.8520
    assert round(everything[NAMES.index("32o")], 4) == 0.3230


@pytest.mark.parametrize("pair", np.random.default_rng(52).choice(169, (2, 2)).tolist())
def test_random_counts_are_those_of_all_boards_one_by_one(pair: list[int]) -> None:
    """The stored counts were found board by board; here each pair of hands meets on its 1,712,304 boards."""
    one, other = (CLASSES[NAMES[number]] for number in pair)
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    wins = ties = pairs = 0
    for first in one:
        for second in other:
            cards = (*HANDS[first], *HANDS[second])
            if len(set(cards)) == 4:
                kind = tuple([card % 4 for card in cards].index(card % 4) for card in cards)
                if kind not in found:
                    found[kind] = preflop.on_all_boards(np.array(cards))
                wins, ties, pairs = wins + found[kind][0], ties + found[kind][1], pairs + 1
    assert pairs == PAIRS[tuple(pair)]
    assert (wins, ties) == (counts().wins[tuple(pair)], counts().ties[tuple(pair)])


def test_value_and_charts_for_seven_big_blinds() -> None:
    solution = zerosum.solve(PushFold(stack=F(7)))
    assert solution.value.is_exact
    assert solution.verify().proved == solution.value
    # holdemresources.net: 63s is shoved up to 7.1 big blinds, and Q2o calls up to 5.6
    assert _shove(solution, "63s") == 1
    assert _call(solution, "Q2o") == 0
    # two grids in the report, and on the site
    text = str(solution)
    assert "small blind, at the start: shove, in percent" in text
    assert "big blind, after shove: call, in percent" in text
    (view,) = solution.game.family.views(solution)
    assert [(one["grid"], len(one["hands"])) for one in view["decisions"]] == [(True, 169)] * 2
    assert {hand["cell"] for hand in view["decisions"][0]["hands"]} == set(NAMES)


@pytest.mark.long
@pytest.mark.parametrize(
    ("stack", "side", "hand", "plays"),
    [
        # Q2o calls up to 5.6 big blinds; 63s is shoved up to 7.1, is folded in a gap, and is shoved again below 2.3
        ("5.5", "col", "Q2o", 1),
        ("5.8", "col", "Q2o", 0),
        ("4", "row", "63s", 0),
        ("2.2", "row", "63s", 1),
    ],
)
def test_charts_are_those_published(stack: str, side: str, hand: str, plays: int) -> None:
    solution = zerosum.solve(PushFold(stack=F(stack)))
    assert (_shove if side == "row" else _call)(solution, hand) == plays


def test_with_a_stack_of_the_big_blind_everything_is_in() -> None:
    """The big blind is all-in before the cards: no call costs anything, and pushing risks half a big blind more."""
    solution = zerosum.solve(PushFold(stack=F(1)))
    wins, ties = counts()
    equity = (wins + ties / 2).sum(1) / (PAIRS * BOARDS).sum(1)
    weights = PAIRS.sum(1) / PAIRS.sum()
    assert float(solution.value.middle) == pytest.approx(
        weights @ np.maximum(-0.5, 2 * equity - 1), abs=1e-12
    )


def test_a_showdown_pays_the_stacks_as_the_board_says() -> None:
    game = PushFold()
    position = ("AKs", "AKs", "shove", "call")
    chances = game.lottery(position)
    assert chances
    assert sum(chances.values()) == 1
    random = np.random.default_rng(5)
    shown = [game.play_out(position, random) for _ in range(50)]
    assert {float(one.payoff) for one in shown} <= {10.0, 0.0, -10.0}
    assert all(len({*one.cards}) == 5 for one in shown)
    mean = float(sum(payoff * p for payoff, p in game.lottery(("AA", "72o", "shove", "call")).items()))
    assert mean == pytest.approx(float(game.turn(("AA", "72o", "shove", "call")).payoff))


def test_strange_stacks_and_antes_are_refused() -> None:
    with pytest.raises(GameError, match="1 to 25 big blinds, not 26"):
        PushFold(stack=F(26))
    with pytest.raises(GameError, match=r"stack of .* one"):
        PushFold(stack=F(2), ante=F(3, 2))
    with pytest.raises(GameError, match="whole classes without weights"):
        PushFold(dealt="AA, AhKh")
    with pytest.raises(zerosum.InputError, match="complete grid"):
        zerosum.solve(PushFold(stack=F(1))).plot(whiskers=True)
