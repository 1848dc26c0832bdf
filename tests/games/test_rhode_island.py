"""Rhode Island Hold'em: its size as published, its hands, and that the names of suits do not matter."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import pytest

import zerosum
from zerosum.core.errors import GameError, TooLargeError
from zerosum.core.sides import SIDES
from zerosum.games.rhode_island import RhodeIsland, deck, rows, strength
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.engines.streets.rules import StreetPosition
from zerosum.models.hidden.form import HiddenForm
from zerosum.models.hidden.rules import Choice, Turn, choose


@dataclass(frozen=True)
class SuitsExchanged(RhodeIsland):
    """The same game, in which players know only which of the cards that they see have the same suit."""

    def turn(self, position: StreetPosition) -> Turn:
        found = super().turn(position)
        if not isinstance(found, Choice):
            return found
        own = position.cards[SIDES.index(found.side)]
        suits: dict[int, int] = {}
        seen = [(card.rank, suits.setdefault(card.suit, len(suits))) for card in (own, *position.cards[2:])]
        return choose(found.side, found.moves, knows=(tuple(seen), position.rounds))


@pytest.mark.parametrize(("size", "value"), [((2, 2), Fraction(0)), ((2, 3), Fraction(-1, 64))])
def test_suits_can_be_exchanged(size: tuple[int, int], value: Fraction) -> None:
    solutions = [zerosum.solve(kind(*size)) for kind in (RhodeIsland, SuitsExchanged)]
    assert [solution.value.lower for solution in solutions] == [value, value]
    assert all(solution.verify().holds for solution in solutions)


class SuitsApart(RhodeIsland):
    """The same game, of whose symmetry the solver is not told."""

    def alike(self, form: HiddenForm) -> None:
        return None


def test_sets_that_differ_by_suits_have_the_same_mix() -> None:
    game = RhodeIsland(2, 3)
    merged, apart = zerosum.solve(game), zerosum.solve(SuitsApart(2, 3))
    assert isinstance(merged, HiddenSolution)
    assert merged.value == apart.value
    alike = game.alike(merged.form)
    assert alike is not None
    for side in SIDES:
        mixes: dict[int, object] = {}
        for i, number in enumerate(alike[side].tolist()):
            if merged.comes_to(side, i):
                assert mixes.setdefault(number, merged.mix_at(side, i)) == merged.mix_at(side, i)
        assert len(mixes) < len(merged.form.of(side)) / 2


def test_its_sequence_form_has_the_published_size() -> None:
    assert rows(13, 4, 3) == 91_224_226  # Gilpin and Sandholm 2007


def test_the_hands_of_a_whole_deck_are_as_many_as_they_should_be() -> None:
    kinds = [strength(hand)[0] for hand in combinations(deck(13, 4), 3)]
    assert [kinds.count(kind) for kind in range(6)] == [16_440, 3_744, 1_096, 720, 52, 48]


def test_the_tree_of_the_whole_game_is_refused_with_an_estimate_and_nonsense_with_a_reason() -> None:
    with pytest.raises(TooLargeError, match="memory"):
        RhodeIsland(13, 4, 3).require_budget_for_tree()
    for wrong in ({"ante": Fraction(1, 10**310)}, {"bets": (1, 10**300, 1)}):
        with pytest.raises(GameError, match="1e100"):
            RhodeIsland(**wrong)
    for wrong in ({"ranks": 14}, {"suits": 5}, {"ranks": 1, "suits": 3}, {"bets": (1, 2)}, {"raises": -1}):
        with pytest.raises(GameError):
            RhodeIsland(**wrong)
