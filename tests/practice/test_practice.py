"""Practice sheets: the same seed gives the same sheet, answers are nice, and other code finds the same answers."""

import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from tests.command import run
from tests.models.matrix_game.test_steps import check_html, check_latex

import zerosum
from zerosum.core.errors import InputError
from zerosum.games.matches import Matches
from zerosum.practice import KINDS, practice

MATRICES = ["saddle", "dominance", "2x2", "2xn", "mixed"]
STEPS = {
    "dominance": "Dominance",
    "2x2": "The 2 × 2 game by oddments",
    "2xn": "The graph",
    "mixed": "Equations for the moves that are played",
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_is_the_same_sheet_and_another_one_is_not(kind):
    first, again, other = practice(kind, 7), practice(kind, 7), practice(kind, 8)
    assert first == again
    assert first.exercises != other.exercises
    assert first.questions.text() == again.questions.text()
    assert len(first.exercises) == 10


def test_a_sheet_does_not_depend_on_the_machine():
    """The first games of two sheets, recorded: a change here changes sheets that teachers have handed out."""
    assert practice("2x2", 7, 1).exercises[0].data == ((-3, 5), (0, -4))
    assert practice("subtraction", 7, 1).exercises[0].data == (10, (1, 2, 3), True)


@pytest.mark.parametrize("kind", MATRICES)
def test_matrices_have_nice_answers_by_the_step_that_is_practised(kind):
    for one in practice(kind, 3, 30).exercises:
        found = zerosum.solve(
            zerosum.MatrixGame.of([[Fraction(a) for a in row] for row in one.data]), exact=True
        )
        assert found.value.lower == found.value.upper == one.value
        probabilities = [p for mix in (found.row, found.col) for p in mix.values()]
        assert max(abs(a) for row in one.data for a in row) <= 9
        assert one.value.denominator <= 5
        if kind == "saddle":
            assert found.saddle_points
        else:
            assert found.is_unique
            assert not found.saddle_points
            assert max(p.denominator for p in probabilities) <= 6
            headings = [step.heading for step in one.answer]
            assert STEPS[kind] in headings


def test_matches_agree_with_the_solver():
    for one in practice("subtraction", 5, 40).exercises:
        matches, takes, last_wins = one.data
        game = Matches(matches=matches, takes=takes, last="wins" if last_wins else "loses")
        assert zerosum.solve(game).value.lower == one.value
        said = one.answer[0].parts[-1]
        assert said.startswith("The first player wins" if one.value == 1 else "The second player wins")
        left = [int(n) for n in re.findall(r"\d+", said.partition("always leave a losing number:")[2])]
        assert left
        assert max(left) < matches  # every take leaves fewer


def test_bluffing_agrees_with_the_matrix_of_all_plans():
    """Every plan of row (what to do with each card) against every plan of col, by counting what happens."""
    for one in practice("bluffing", 5, 40).exercises:
        ante, bet, h, bluff, call = one.data
        rows = []
        for bets in product((False, True), repeat=2):  # with a losing card, with a winning card
            line = []
            for calls in (True, False):
                paid = Fraction(0)
                for wins, weight in ((False, 1 - h), (True, h)):
                    stake = ante + bet if bets[wins] and calls else ante
                    folded = bets[wins] and not calls
                    paid += weight * (ante if folded else stake if wins else -stake)
                line.append(paid)
            rows.append(line)
        found = zerosum.solve(zerosum.MatrixGame.of(rows), exact=True)
        assert found.value.lower == found.value.upper == one.value
        mix = [
            Fraction(0),
            1 - bluff,
            Fraction(0),
            bluff,
        ]  # plans: (False, False), (False, True), (True, False), (True, True)
        assert min(sum(p * row[j] for p, row in zip(mix, rows, strict=True)) for j in (0, 1)) == one.value
        assert max(call * row[0] + (1 - call) * row[1] for row in rows) == one.value


@pytest.mark.parametrize("kind", KINDS)
def test_both_sheets_are_well_formed(kind):
    sheet = practice(kind, 2, 4)
    for document in (sheet.questions, sheet.answers):
        check_latex(document.latex())
        assert document.markdown().startswith("# Practice: ")
        check_html(document.html())
    assert "Value " not in sheet.questions.text()


def test_the_command_prints_and_writes_sheets(tmp_path: Path):
    assert run("practice", "2x2", "--count", "2").stdout.count("Exercise ") == 2
    assert "The 2 × 2 game by oddments" in run("practice", "2x2", "--count", "1", "--answers").stdout
    file = tmp_path / "sheet.tex"
    assert run("practice", "mixed", "--seed", "7", "--count", "2", "--out", str(file)).returncode == 0
    check_latex(file.read_text(encoding="utf-8"))
    check_latex((tmp_path / "sheet-answers.tex").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["sadle"], "did you mean 'saddle'"),
        (["saddle", "--count", "0"], "from 1 to 100 exercises"),
        (["saddle", "--out", "sheet.pdf"], "ends in .md, .tex, .txt, .html"),
        (["saddle", "--latex", "--markdown"], "choose one"),
    ],
)
def test_wrong_words_are_refused_in_one_sentence(words, said):
    refused = run("practice", *words)
    assert refused.returncode == 2
    assert said in refused.stderr


def test_an_unknown_kind_is_refused():
    with pytest.raises(InputError):
        practice("chess")
