"""Values, tables and solutions describe themselves truly."""

import inspect
import json
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest
from tests.one_of_each import FIRST
from tests.rows import rows_of
from tests.small import small_game

import zerosum
from zerosum.core.errors import ZerosumError
from zerosum.core.solution import Solution, Value
from zerosum.display import Table, percent, report_of, strategy_tables
from zerosum.models.staged.rules import StagedGame

EXAMPLES = Path(__file__).parents[2] / "examples"


@dataclass(frozen=True)
class Pennies(StagedGame):
    """Heads or tails."""

    stake: Fraction = Fraction(1, 2)
    start = "play"

    @property
    def title(self) -> str:
        return "Matching pennies"

    def moves(self, position: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return ((), ()) if position == "over" else (("heads", "tails"), ("heads", "tails"))

    def play(self, position: str, row: str, col: str) -> list[tuple[int, int, str]]:
        return [(1, 1 if row == col else -1, "over")]


def solution(**changes: object) -> Solution:
    given: dict[str, object] = {
        "game": Pennies(),
        "value": Value(-1e-16, 1e-16),
        "row": {"heads": 0.5, "tails": 0.5},
        "col": {"heads": 0.25, "tails": 0.75},
        "method": "simplex",
        "positions": 1,
        "seconds": 0.01,
    }
    return Solution(**{**given, **changes})  # type: ignore[arg-type]


def test_json_has_the_keys_of_the_contract_and_survives_a_round_trip() -> None:
    answer = json.loads(json.dumps(solution().json()))
    assert list(answer) == ["game", "parameters", "value", "strategies", "method", "positions", "seconds"]
    assert answer["parameters"] == {"stake": "1/2"}
    assert answer["strategies"]["col"] == {"heads": 0.25, "tails": 0.75}
    assert answer["value"]["lower"] <= answer["value"]["upper"]


def test_strategies_that_agree_are_shown_once() -> None:
    same = solution(col={"heads": 0.5, "tails": 0.5})
    assert strategy_tables(same)[0].rows == [["both players", "50.0%", "50.0%"]]
    assert len(strategy_tables(solution())[0].rows) == 2


def test_players_without_a_move_in_common_have_a_table_each_and_who_waits_has_none() -> None:
    apart = strategy_tables(solution(col={"left": 0.5, "right": 0.5}))
    assert [table.columns for table in apart] == [["move", "heads", "tails"], ["move", "left", "right"]]
    assert len(strategy_tables(solution(col={"wait": 1}))) == 1


def test_text_and_html_show_title_value_and_notes() -> None:
    shown = report_of(solution(), notes=["a <note>"], tables=[Table("more", ["x", "y"], [[1, None]])])
    assert "Matching pennies" in str(shown)
    assert "a <note>" in str(shown)
    assert "a &lt;note&gt;" in shown._repr_html_()
    assert "<caption>more</caption>" in shown._repr_html_()


def test_percent() -> None:
    assert [percent(p) for p in (0.0, None, 0.00001, 0.403, Fraction(1, 3))] == [
        "–",
        "–",
        "<0.1%",
        "40.3%",
        "1/3",
    ]


ODD = [(2, 4, 2), 1.5, "x", "", -1, [1], {"a": 1}, object(), True, b"x", 10**19]


@pytest.mark.parametrize("name", FIRST.values())
def test_whatever_names_no_position_is_refused_in_a_sentence(name):
    """`solution.at(at=(2, 4, 2))` once was an AttributeError."""
    solution = zerosum.solve(small_game(name))
    for key in set(inspect.signature(solution.at).parameters) - {"progress", "store", "cluster"}:
        for odd in ODD:
            with suppress(ZerosumError):
                assert isinstance(solution.at(**{key: odd}), zerosum.Solution)


def test_a_position_itself_names_a_position():
    solution = zerosum.solve("inspection")
    position = solution.solved.graph.positions[1]
    assert solution.at(at=position).value == solution.at_position(position).value


@pytest.mark.parametrize("name", FIRST.values())
def test_one_table_holds_the_strategies_of_every_model(name):
    """The probabilities of each side add up to 1 wherever it moves."""
    solution = zerosum.solve(small_game(name))
    totals = {}
    for side, information, _, probability, _ in rows_of(solution):
        totals[side, information] = totals.get((side, information), 0) + float(probability)
    assert all(total == pytest.approx(1, abs=1e-9) for total in totals.values())
    assert tuple(solution.table().columns) == ("side", "information", "move", "probability", "ev")


def test_the_tables_of_games_with_cards_name_the_cards():
    kuhn = {tuple(line[:3]): line for line in rows_of(zerosum.solve("kuhn"))}
    assert kuhn["col", "K, bet", "call"].probability == 1
    assert kuhn["col", "K, bet", "call"].ev == 2
    assert kuhn["col", "J, bet", "call"].ev == -2
    leduc = zerosum.solve("leduc", ranks=2)
    first = rows_of(leduc)[0]
    assert first.information
    assert leduc.mix("row", first.information)[first.move] == first.probability


def test_what_does_not_name_a_position_is_told_what_does():
    with pytest.raises(ZerosumError, match=r"at=.2, 4, 2."):
        zerosum.solve("jujitsu", cards=4).at(at=(2, 4, 2))
    with pytest.raises(ZerosumError, match="row is row's cards"):
        zerosum.solve("jujitsu", cards=4).at(row=3, col=3)


def test_what_a_player_earns_with_what_it_knows():
    """With an ace row bets, and col calls two times in three: 2/3 of 2 and 1/3 of 1."""
    bluff = zerosum.solve("hidden", path=str(EXAMPLES / "one-card-bluff.toml"))
    ace = bluff.at(seen="ace")
    assert [(line.move, line.probability, line.ev) for line in rows_of(ace)] == [
        ("check", 0, 1),
        ("bet", 1, Fraction(5, 3)),
    ]
    assert "value 5/3 to row there; 0.333333… = 1/3 to row" in str(ace)
    assert ace.json()["evs"][0]["ev"] == "5/3"


def test_the_moves_of_a_staged_game_earn_what_they_earn_against_the_other():
    for line in rows_of(zerosum.solve("rps", exact=True)):
        assert line.ev == 0


def test_a_value_compares_rounds_and_formats():
    third, near = Value.exactly(Fraction(1, 3)), Value(0.3, 0.4)
    assert third == Fraction(1, 3)
    assert hash(third) == hash(Fraction(1, 3))
    assert third < 0.34
    assert third > 0.33
    assert not near < 0.35
    assert not near > 0.35
    assert near <= 0.4
    assert near >= 0.3
    assert near != 0.35
    assert near < Value(0.5, 0.6)
    assert f"{third:.4f}" == "0.3333"
    assert f"{third}" == "0.333333… = 1/3"
    assert round(third, 2) == 0.33


@pytest.mark.parametrize(("hand", "words"), [("Z", "the cards are J, Q, K"), ("4", "the cards are J, Q, K")])
def test_a_card_that_is_not_there_gets_the_list(hand, words):
    with pytest.raises(ZerosumError, match=words):
        zerosum.solve("kuhn").at(hand=hand)


def test_a_card_by_its_number_is_shown_by_its_name():
    assert zerosum.solve("kuhn").at(hand="2").position_keys["hand"] == "Q"


def test_the_table_has_the_least_and_the_most_once_ranges_are_asked_for() -> None:
    solution = zerosum.solve("kuhn")
    assert "least" not in solution.columns()
    assert solution.ranges
    columns = solution.columns()
    bluff = next(k for k, line in enumerate(rows_of(solution)) if line[:3] == ("row", "J", "bet"))
    assert (columns["least"][bluff], columns["most"][bluff]) == (0, Fraction(1, 3))
    assert tuple(columns) == tuple(solution.table().columns)


def test_the_table_says_what_each_move_earns() -> None:
    """The best move earns the value of its position; where hands are averaged, what is played earns the value."""
    for name, options, at in (
        ("jujitsu", {"cards": 4}, {}),
        ("goofspiel", {"cards": 4}, {"up": 3}),
        ("matches", {}, {"matches_left": 7}),
        ("nakai", {}, {"x": Fraction(3, 10)}),
        ("red-dog", {}, {"hand": "AS 7H 7D 2C"}),
        ("kuhn", {}, {"hand": "K"}),
    ):
        solution = zerosum.solve(name, **options).at(**at)
        for side in ("row", "col"):
            lines = [line for line in rows_of(solution) if line.side == side]
            for known in {line.information for line in lines}:
                here = [line for line in lines if line.information == known and line.ev is not None]
                best = max(float(line.ev) for line in here)
                assert sum(float(line.probability) * float(line.ev) for line in here) == pytest.approx(best)
                if name != "kuhn":
                    assert best == pytest.approx(float(solution.value) * (1 if side == "row" else -1))
    dog = zerosum.solve("red-dog")
    played = [line for line in rows_of(dog) if line.probability == 1]
    assert sum(dog.row[line.move] * line.ev for line in played) == dog.value
    prizes = {line.information for line in rows_of(zerosum.solve("goofspiel", cards=3))}
    assert prizes == {"prize 1", "prize 2", "prize 3"}


def test_a_drawing_game_lists_every_line_of_its_chart() -> None:
    """The bets earn what the arena says, and so does each act with one hand."""
    solution = zerosum.solve("seven-and-a-half")
    lines = rows_of(solution)
    assert {line.move for line in lines} >= {"fold", "stand", "hit"}
    one = solution.at(hand="7")
    earned = {line.move: line.ev for line in rows_of(one)}
    assert max(earned.values()) == one.value


def test_the_table_of_a_staged_game_has_all_positions_or_says_how_many_there_are(monkeypatch) -> None:
    """Two inspections left: every decision is listed, and the same numbers come from each position's own table."""
    solution = zerosum.solve("inspection")
    listed = {row[1] for row in solution.table().rows}
    over = {str(one) for one in solution.values if not any(solution.game.moves(one))}
    assert listed == {str(one) for one in solution.values} - over - {str(solution.game.start)} | {"start"}
    for position in list(solution.values)[:5]:
        own = solution.at_position(position).table()
        assert all(row in solution.table().rows for row in own.rows)
        assert own.title == "" or f"of {len(solution.values)}" in own.title
    monkeypatch.setattr("zerosum.models.staged.answer.MAX_LISTED", 3)
    assert f"One position of {len(solution.values)}" in solution.table().title
    assert {row[1] for row in solution.table().rows} == {"start"}
    assert "of 17,570;" in zerosum.solve("jujitsu", cards=8).table().title


def test_the_table_of_a_staged_game_has_the_ranges_of_all_positions() -> None:
    solution = zerosum.solve("inspection", exact=True)
    assert solution.ranges
    columns = solution.columns()
    found = zip(
        columns["information"], columns["probability"], columns["least"], columns["most"], strict=True
    )
    assert sum(least is not None and least <= p <= most for _, p, least, most in found) > 10
