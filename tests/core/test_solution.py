"""Values, tables and solutions describe themselves truly."""

import json
from fractions import Fraction

from zerosum.reports.table import Table, percent
from zerosum.solution import Solution, Value


def solution(**changes: object) -> Solution:
    given: dict[str, object] = {
        "game": "pennies",
        "parameters": {"stake": Fraction(1, 2)},
        "title": "Matching pennies",
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
    assert same.strategy_table().rows == [["plays it", "50.0%", "50.0%"]]
    assert len(solution().strategy_table().rows) == 2


def test_text_and_html_show_title_value_and_notes() -> None:
    shown = solution(notes=["a <note>"], tables=[Table("more", ["x", "y"], [[1, None]])])
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
