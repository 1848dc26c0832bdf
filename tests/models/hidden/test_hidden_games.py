"""The hidden games: published values, other implementations, and what their parameters refuse."""

from fractions import Fraction

import pytest

from zerosum.core.errors import GameError
from zerosum.display.report import seconds_text
from zerosum.games.blind_goofspiel import BlindGoofspiel
from zerosum.games.dealers_rule import SevenAndAHalfForTwo
from zerosum.games.leduc import Leduc
from zerosum.games.liars_dice import LiarsDice
from zerosum.games.phases import Phases, SealedBets
from zerosum.games.poker import Raise, Relance
from zerosum.matrix import solve_exact
from zerosum.models.continuum.solve import solve as solve_betting
from zerosum.models.hidden.arena import HiddenRound
from zerosum.models.hidden.certificate import verify
from zerosum.models.hidden.report import report
from zerosum.models.hidden.rules import HiddenGame, choose, deal, end, tell
from zerosum.models.hidden.solve import solve


class FromOpenSpiel(HiddenGame):
    """A game of OpenSpiel, with the information sets that it names itself."""

    def __init__(self, name):
        pyspiel = pytest.importorskip("pyspiel")
        game = pyspiel.load_game(name)
        simultaneous = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
        object.__setattr__(self, "theirs", pyspiel.convert_to_turn_based(game) if simultaneous else game)

    @property
    def start(self):
        return self.theirs.new_initial_state()

    def turn(self, state):
        if state.is_terminal():
            return end(state.returns()[0])
        if state.is_chance_node():
            return deal(dict(state.chance_outcomes()), to="nobody")
        side = "row" if state.current_player() == 0 else "col"
        return choose(side, state.legal_actions(), hidden=True, knows=state.information_state_string())

    def after(self, state, picked):
        return state.child(picked)


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("kuhn_poker", None),
        ("leduc_poker", Leduc()),
        ("liars_dice(dice_sides=4)", LiarsDice(sides=4)),
        ("liars_dice(dice_sides=2,numdice=2)", LiarsDice(dice=2, sides=2)),
        ("liars_dice(dice_sides=4,bidding_rule=reset-quantity)", LiarsDice(sides=4, order="face")),
        (
            "goofspiel(imp_info=True,num_cards=3,points_order=descending,returns_type=point_difference)",
            BlindGoofspiel(3, score="points"),
        ),
    ],
)
def test_openspiel_plays_the_same_game(name, game):
    theirs = solve(FromOpenSpiel(name), numeric=True)
    if game is None:
        assert verify(theirs).gap < 1e-9
    else:
        assert float(theirs.value) == pytest.approx(float(solve(game).value), abs=1e-9)


def test_liars_dice_with_one_die_of_six_faces():
    solution = solve(LiarsDice())
    assert solution.value.lower == solution.value.upper == Fraction(-7, 258)


@pytest.mark.parametrize("order", ["descending", "ascending", "random"])
def test_goofspiel_with_hidden_bids_is_fair(order):
    game = BlindGoofspiel(3, order=order)
    solution = solve(game)
    assert solution.value.lower == 0
    assert verify(solution) == solution.value


@pytest.mark.parametrize("cards", [2, 3, 5, 8])
def test_one_phase_is_relance_and_the_raise_game(cards):
    for raises, betting in ((0, Relance), (1, Raise)):
        one = solve(Phases(cards=cards, phases=1, raises=raises))
        assert one.value.lower == solve_betting(betting(cards=cards, replace=True)).value.lower


def test_one_sealed_bet_is_a_matrix_game():
    cards, choices = range(1, 4), range(8)
    entries = [[sum(_sealed(i, j, x, y) for x in cards for y in cards) for j in choices] for i in choices]
    assert solve(SealedBets(cards=3, phases=1)).value.lower == solve_exact(entries).value.lower / 9


def _sealed(i, j, x, y):
    """What row wins with plan i and card x against plan j and card y; bit x - 1 of a plan says whether to bet."""
    mine, theirs = 1 + (i >> (x - 1) & 1), 1 + (j >> (y - 1) & 1)
    return mine * ((x > y) - (x < y)) if mine == theirs else (theirs if mine > theirs else -mine)


def test_phases_are_proved():
    for game in (Phases(cards=3), Phases(cards=3, raises=1), SealedBets(cards=3)):
        solution = solve(game)
        assert solution.value.is_exact
        assert verify(solution) == solution.value


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Leduc(ranks=1), "three cards"),
        (lambda: Leduc(bets=(1,)), "two betting rounds"),
        (lambda: LiarsDice(sides=1), "two or more faces"),
        (lambda: BlindGoofspiel(0), "at least 1 card"),
        (lambda: Phases(phases=0), "1 phase"),
        (lambda: Phases(bet=0), "positive"),
    ],
)
def test_parameters_that_make_no_sense(make, sentence):
    with pytest.raises(GameError, match=sentence):
        make()


@pytest.mark.parametrize(
    ("game", "dealt"), [(LiarsDice(dice=2, sides=2), "1 2"), (SevenAndAHalfForTwo(goal=2), "0.5")]
)
def test_what_is_dealt_reads_as_a_person_says_it(game, dealt):
    assert any(line.startswith(f"{dealt} ") for line in str(solve(game)).splitlines())


class TwoWords(HiddenGame):
    """The name of a card has a space; what is announced has none."""

    def turn(self, position):
        if not position:
            return deal(("red ace", "black king"), to="row")
        if len(position) == 1:
            return tell("Ready", to="row")
        return choose("row", ("show", "hide")) if len(position) == 2 else end(position[0] == "red ace")


def test_news_is_what_the_rules_call_so():
    game = TwoWords()
    rounds = HiddenRound(game, game.start)
    dealt = rounds.after_pick(game.turn(()), "red ace")
    assert [card.rank for card in dealt.board("row").mine[0].cards] == ["red ace"]
    assert dealt.latest_events("row") == ["dealt to you: red ace"]
    told = dealt.after_pick(dealt.turn, "Ready")
    assert told.latest_events("row") == ["Ready"]
    assert told.board("row") == dealt.board("row")


def test_tables_begin_with_what_comes_first_and_many_moves_share_a_column():
    col = report(solve(SevenAndAHalfForTwo(goal=Fraction(7, 2)))).tables[1]
    assert col.columns == ["dealer's information set", "strategy"]
    assert col.rows[0][0] == "bet 1, stand"
    assert col.rows[1][0] == "bet 1, hit, 0.5, stand"


def test_a_long_time_is_written_in_seconds():
    assert [seconds_text(x) for x in (0.0123, 98.6, 381.2)] == ["0.012 s", "99 s", "381 s"]
