"""Worked steps of games with hidden cards: the equations are those of the literature, and the answer is proved."""

import pytest
from tests.command import run
from tests.models.matrix_game.test_steps import check_html, check_latex

import zerosum
from zerosum.core.errors import InputError
from zerosum.display.document import MATH, Formulas
from zerosum.models.hidden.steps import worked_steps


def equations(worked) -> dict[str, dict[str, str]]:
    """What each move earns at each decision that mixes, by heading and move."""
    return {
        step.heading: {label.rstrip(":"): text for label, text in part.lines}
        for step in worked.steps
        for part in step.parts
        if isinstance(part, Formulas)
    }


def test_kuhns_poker_has_the_equations_of_his_paper():
    """B calls with Q and bluffs with J a third of the time; A's call with Q is its bluff with J plus a third."""
    worked = worked_steps(zerosum.solve("kuhn"))
    assert equations(worked) == {
        "A's decision at J": {"check": "-2", "bet": "-3 y1 - 1"},
        "A's decision at Q, check, bet": {"fold": "-y2 - 1", "call": "2 y2 - 2"},
        "B's decision at Q, bet": {"fold": "-x1 - 1", "call": "2 x1 - 2"},
        "B's decision at J, check": {"check": "-1", "bet": "-3 x2 + 1"},
    }
    text = MATH.sub(
        r"\1", " ".join(part for step in worked.steps for part in step.parts if isinstance(part, str))
    )
    assert "3 y2 = 1, which gives y2 = 1/3" in text
    assert "multiplied by 6 to clear the fractions" in text
    assert "x1 = 1/3" not in text.split("which gives")[0], "a step gives only what its equation gives"
    assert "dash" not in text, "no decision is out of reach"
    assert "holds A to -1/18" in text


def test_what_is_plain_is_what_every_textbook_drops_first():
    plain = worked_steps(zerosum.solve("kuhn")).steps[0].parts[1]
    assert {tuple(row) for row in plain.rows} == {
        ("A", "J, check, bet", "fold", "call"),
        ("A", "K, check, bet", "call", "fold"),
        ("B", "K, check", "bet", "check"),
        ("B", "K, bet", "call", "fold"),
        ("B", "J, bet", "fold", "call"),
    }


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("kuhn", {"cards": 4}),
        ("kuhn", {"cards": 5, "bet": 2}),
        ("kuhn", {"cards": 3, "suits": 2}),
        ("hidden", {"path": "examples/one-card-bluff.toml"}),
        ("blind-goofspiel", {"cards": 2}),
    ],
)
def test_equations_hold_and_best_responses_prove_the_value(name, options):
    """`worked_steps` raises if an equation fails or a best response earns more; here the forms are checked as well."""
    solution = zerosum.solve(name, **options)
    worked = worked_steps(solution)
    assert str(solution.value.lower) in worked.steps[-1].parts[-1]
    check_latex(worked.document.latex())
    check_html(worked.document.html())


def test_what_is_too_large_or_not_exact_is_refused():
    with pytest.raises(InputError, match="at most 400 terminal"):
        worked_steps(zerosum.solve("leduc"))
    with pytest.raises(InputError, match="in fractions"):
        worked_steps(zerosum.solve("kuhn", numeric=True))


def test_the_command_prints_steps_or_the_reason_why_not():
    assert "4. A's decision at Q, check, bet" in run("solve", "kuhn", "--steps").stdout
    for words, said in (
        (["gleason", "--steps"], "worked steps are not available"),
        (["relance", "--steps"], "not a finite tree"),
        (["kuhn", "--steps", "--json"], "--steps cannot be printed as JSON"),
        (["kuhn", "--latex", "--html"], "choose one"),
    ):
        refused = run("solve", *words)
        assert (refused.returncode, said in refused.stderr) == (2, True), refused.stderr
