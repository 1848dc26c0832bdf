"""Rhode Island Hold'em: its size as published, its hands, and that exchanging suits loses nothing."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import pytest

import zerosum
from zerosum.core.errors import GameError, TooLargeError
from zerosum.games.rhode_island import RhodeIsland, RhodeIslandPosition, deck, known, rows, strength
from zerosum.models.hidden.rules import Choice, Turn, choose


@dataclass(frozen=True)
class WithSuits(RhodeIsland):
    """The same game, in which players know the suits by name."""

    def turn(self, position: RhodeIslandPosition) -> Turn:
        found = super().turn(position)
        return choose(found.side, found.moves) if isinstance(found, Choice) else found


@pytest.mark.parametrize(("size", "value"), [((2, 2), Fraction(0)), ((2, 3), Fraction(-1, 64))])
def test_exchanging_suits_loses_nothing(size: tuple[int, int], value: Fraction) -> None:
    solutions = [zerosum.solve(kind(*size)) for kind in (RhodeIsland, WithSuits)]
    assert [solution.value.lower for solution in solutions] == [value, value]
    assert all(solution.verify().holds for solution in solutions)


def test_its_sequence_form_has_the_published_size() -> None:
    assert rows(13, 4, 3) == 91_224_226  # Gilpin and Sandholm 2007


def test_the_hands_of_a_whole_deck_are_as_many_as_they_should_be() -> None:
    kinds = [strength(hand)[0] for hand in combinations(deck(13, 4), 3)]
    assert [kinds.count(kind) for kind in range(6)] == [16_440, 3_744, 1_096, 720, 52, 48]


def test_a_player_knows_which_cards_have_the_same_suit_and_no_more() -> None:
    queen, king, ace = (card for card in deck(3, 2) if card.name in ("Qs", "Kh", "Ah"))
    assert known((queen, king, ace), (("check", "check"), (), ())) == "Qx, check, check, Ky, Ay"


def test_the_whole_game_is_refused_with_an_estimate_and_nonsense_with_a_reason() -> None:
    with pytest.raises(TooLargeError, match="memory"):
        RhodeIsland(13, 4, 3)
    for wrong in ({"ranks": 14}, {"suits": 5}, {"ranks": 1, "suits": 3}, {"bets": (1, 2)}, {"raises": -1}):
        with pytest.raises(GameError):
            RhodeIsland(**wrong)
