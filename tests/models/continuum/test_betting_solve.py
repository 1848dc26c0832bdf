"""Solutions on [0, 1]: the papers' closed forms, and proofs by code that shares nothing with the solver."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from zerosum.core.errors import InputError
from zerosum.core.solution import Value
from zerosum.games.betting_file import BettingFile
from zerosum.games.poker import Bets, Kuhn, Raise, Raises, Relance, TwoBets
from zerosum.models.continuum.answer import BettingSolution
from zerosum.models.continuum.certificate import verify
from zerosum.models.continuum.rules import BettingGame, Decision, Deck, a, b, fold, showdown
from zerosum.models.continuum.solve import solve

F = Fraction
BETS = st.fractions(min_value=F(1, 20), max_value=20, max_denominator=20)


def ends(solution: BettingSolution, turn: str = "start") -> list[Fraction]:
    return [Fraction(x) for x in solution.steps[turn].ends[1:-1]]


def proved(game: Relance | TwoBets | Raise | Bets | Raises | Kuhn) -> BettingSolution:
    """A solution that is exact, and that the verifier finds exact too."""
    solution = solve(game)
    assert solution.value.is_exact
    assert verify(solution) == solution.value
    return solution


@settings(max_examples=12, deadline=None)
@given(bet=BETS)
@example(bet=F(1, 100))
@example(bet=F(1, 1000))
def test_relance_for_any_bet(bet: Fraction) -> None:
    solution = proved(Relance(bet=bet))
    b = bet / (bet + 2)
    assert solution.is_pure
    assert ends(solution, "bet") == [b]
    assert solution.row == {"fold": b**2, "bet": 1 - b**2}
    assert solution.value == Value.exactly(-(b**2))


@settings(max_examples=12, deadline=None)
@given(bet=BETS)
def test_raise_for_any_bet(bet: Fraction) -> None:
    """The paper's (16), (17), (19) and (21)."""
    solution = proved(Raise(bet=bet))
    v, c1, c2 = ends(solution, "bet")
    (u,), (w,) = ends(solution), ends(solution, "bet, raise")
    a = bet
    assert v == a / (a + 2)
    assert c1 == (8 * a**2 + 6 * a + (12 * a**2 + 8 * a) * v) / (20 * a**2 + 26 * a + 8)
    assert (a + 2) * u - (3 * a + 2) * w == -2 * a
    assert (a + 2) * u - 2 * (1 + a) * c1 == -a
    assert w - 2 * c2 == -1
    assert (3 * a + 2) * c1 + a * c2 == 2 * a + 2 * a * v
    spread, top = c2 - c1, 1 - c2
    value = -1 + (a + 1) * spread**2 + 2 * (a + 1) * spread * top + (2 * a + 1) * top**2
    assert solution.value == Value.exactly(value)
    assert value == -u


@pytest.mark.long
@settings(max_examples=20, deadline=None)
@given(low=st.fractions(min_value=F(1, 30), max_value=2, max_denominator=30), more=BETS)
def test_two_bets_over_the_whole_region(low: Fraction, more: Fraction) -> None:
    """G - 1 where A folds, 1 - 1/G where A never does."""
    solution = proved(TwoBets(low=low, high=low + more))
    c1, c2 = 2 / (2 + low), 2 / (2 + low + more)
    g = c1 * (2 - c1 + c2 * (c1 - c2) / 2)
    assert solution.value == Value.exactly(g - 1 if g <= 1 else 1 - 1 / g)
    assert solution.row["fold"] == max(1 - g, F(0))


def test_paper_table_for_a_raise() -> None:
    solution = proved(Raise())
    assert ends(solution, "bet") == [F(1, 3), F(31, 81), F(61, 81)]
    assert ends(solution) == [F(43, 243)]
    assert ends(solution, "bet, raise") == [F(41, 81)]
    five = proved(Raise(bet=F(5)))
    assert ends(five, "bet") == [F(5, 7), F(3310, 4466), F(2029, 2233)]


def test_kuhn_on_the_unit_interval() -> None:
    assert proved(Kuhn(cards=0)).value == Value.exactly(F(-1, 18))


def test_von_neumann() -> None:
    """Pot 2, bet B: the first player's value is B/((B + 1)(B + 4)) per ante, a published closed form."""
    path = Path(__file__).parents[3] / "examples" / "betting-von-neumann.toml"
    assert solve(BettingFile(path=str(path))).value == Value.exactly(F(1, 9))


@pytest.mark.parametrize(
    ("game", "value"),
    [
        (Raises(raises=0), F(-1, 9)),
        (Raises(raises=2), F(-583, 3483)),
        (Raises(raises=3), F(-55651, 329751)),
        (Bets(sizes=(F(1), F(2), F(4), F(8))), F(-13, 200)),
    ],
)
def test_more_raises_and_sizes(game: Raises | Bets, value: Fraction) -> None:
    solution = proved(game)
    assert solution.value == Value.exactly(value)
    assert solution.is_pure


def test_a_tree_that_needs_mixing_off_the_path() -> None:
    game = Bets(sizes=(F(1), F(2)), raises=1)
    solution = proved(game)
    assert solution.value == Value.exactly(F(-51, 251))
    assert solution.row["bet 2"] == 0
    near = solve(game, numeric=True)
    assert near.value.gap <= 1e-9
    assert F(-51, 251) in near.value
    again = verify(near)
    assert again.lower == pytest.approx(near.value.lower, abs=1e-15)


def test_every_hand_is_told_what_to_do() -> None:
    solution = solve(Raise())
    assert solution.at(hand="0.35", player="B").col == {"raise": 1}
    assert solution.at(hand="0.1").row == {"fold": 1}
    assert solution.at(hand="0.9", node="bet, raise").row == {"see": 1}
    assert solution.at(hand="1").value == Value.exactly(F(-1) + 2 * 2 * F(30, 81) + 2 * 3 * F(20, 81))
    assert solution.at(node="bet").col == {"fold": F(1, 3), "see": F(10, 27), "raise": F(8, 27)}
    assert solution.at() is solution


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"hand": "2"}, "must be in"),
        ({"hand": "x"}, "not a number"),
        ({"node": "bet, bet"}, "decisions come after"),
        ({"player": "C"}, "A or B"),
        ({"node": "bet", "player": "A"}, "B decides"),
    ],
)
def test_questions_that_make_no_sense(asked: dict[str, str], words: str) -> None:
    with pytest.raises(InputError, match=words):
        solve(Raise()).at(**asked)


def test_mean_over_hands_is_the_value() -> None:
    """What A may expect, averaged over A's hands, is the value of the game."""
    solution = solve(Raise())
    cuts = sorted({x for plan in solution.steps.values() for x in plan.ends})
    total = F(0)
    for low, high in pairwise(cuts):
        middle = solution.at(hand=str((low + high) / 2), node="start").value.middle
        total += (high - low) * middle
    assert total == solution.value.lower


def test_options_are_checked() -> None:
    with pytest.raises(InputError, match="tolerance"):
        solve(Raise(), tolerance=0.0)
    with pytest.raises(InputError, match="cells"):
        solve(Raise(), cells=1)


def test_the_tree_can_be_shown() -> None:
    assert "└─ bet: B chooses" in solve(Relance()).at(tree=True).report().notes


def test_json_keeps_its_keys() -> None:
    answer = solve(Raise()).json()
    assert answer["value"] == {"lower": "-43/243", "upper": "-43/243"}
    assert answer["strategies"]["row"] == {"fold": "43/243", "bet": "200/243"}
    assert set(answer) >= {"game", "parameters", "method", "positions", "seconds"}


@dataclass(frozen=True)
class Tree(BettingGame):
    """A game that is only its tree."""

    root: Decision
    cards: int = 0

    def tree(self) -> Decision:
        return self.root

    @property
    def deck(self) -> Deck | None:
        return Deck(self.cards) if self.cards else None


@pytest.mark.parametrize("cards", [0, 5])
def test_a_player_without_a_choice(cards: int) -> None:
    """A alone chooses: fold or a showdown of the same stake, which is worth more to every hand but the lowest."""
    solution = solve(Tree(a({"fold": fold(1), "see": showdown(1)}), cards))
    assert solution.value == Value.exactly(F(0))
    assert solution.col == {}


def test_the_second_player_may_begin() -> None:
    mirrored = Tree(b({"fold": fold(1), "bet": a({"fold": fold(1), "see": showdown(2)})}))
    solution = solve(mirrored)
    assert solution.value == Value.exactly(F(1, 9))
    assert verify(solution) == solution.value
    assert solution.col["fold"] == F(1, 9)
