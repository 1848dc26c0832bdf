"""A handout has its five parts, its answers are those of the arena, and its LaTeX is well-formed."""

from pathlib import Path

import pytest
from tests.command import run
from tests.models.matrix_game.test_steps import check_latex
from tests.small import small_request

import zerosum
from zerosum.handout import handout

HEADINGS = ["The rules", "The question", "The solution", "Three questions", "Answers"]


@pytest.mark.parametrize(
    "name", ["kuhn", "rps", "matches", "red-dog", "leduc", "oshi-zumo", "pursuit", "two-phase-relance"]
)
def test_every_model_has_a_page(name):
    page = handout(small_request(name).solve(), "picture.pdf")
    assert [section.heading for section in page.sections] == HEADINGS
    questions, answers = page.sections[3].parts[:-1], page.sections[4].parts
    assert [text[:2] for text in questions] == [text[:2] for text in answers] == ["1.", "2.", "3."]
    check_latex(page.latex())
    front = page.text().split("\f")[0]
    assert len(front.splitlines()) < 75


def test_the_answers_for_kuhns_poker():
    answers = handout(zerosum.solve("kuhn")).sections[4].parts
    assert answers == (
        "1. Ten times the value: -5/9.",
        "2. -5/12, 13/36 less than the value.",
        "3. 1/2, 5/9 more than the value.",
    )
    held = run("match", "kuhn", "uniform", "--exploit", "--json").stdout
    assert '"as_row": "-5/12", "as_col": "1/2"' in held


def test_a_page_mentions_no_table_that_it_lacks():
    page = handout(small_request("le-her").solve(), "picture.pdf").text()
    assert "are shown" not in page
    assert "to Receiver" in page
    assert "What does the hunter get on average?" in handout(zerosum.solve("pursuit")).text()


def test_a_class_that_no_simple_player_can_play_gets_other_questions(monkeypatch):
    solution = zerosum.solve("rps")
    monkeypatch.setattr("zerosum.handout.arena_for", _refuse)
    assert [text[:20] for text in handout(solution).sections[3].parts[:-1]] == [
        "1. Both players play",
        "2. How does row star",
        "3. What is the value",
    ]


def _refuse(*given):
    raise zerosum.InputError("no arena")


def test_the_command_writes_the_page_and_its_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    assert run("handout", "rps", "--out", "rps.tex").returncode == 0
    check_latex((tmp_path / "rps.tex").read_text(encoding="utf-8"))
    assert (tmp_path / "rps-picture.pdf").read_bytes().startswith(b"%PDF")
    assert run("handout", "rps").returncode == 0
    assert "(<rps-handout-picture.png>)" in (tmp_path / "rps-handout.md").read_text(encoding="utf-8")
    assert (tmp_path / "rps-handout-picture.png").exists()
    assert run("handout", "rps", "--out", "rps.html").returncode == 0
    assert '<img src="rps-picture.svg" alt="The solution of rps">' in (tmp_path / "rps.html").read_text(
        encoding="utf-8"
    )


def test_a_file_of_no_form_is_refused_before_the_work():
    refused = run("handout", "rps", "--out", "rps.doc")
    assert refused.returncode == 2
    assert "ends in .md, .tex, .txt, .html" in refused.stderr


def test_a_handout_tells_the_rules_as_the_table_does():
    page = str(handout(zerosum.solve("matches", matches=9, takes=(2, 3), last="wins")))
    assert "2 or 3 matches" in page
    assert "cannot move" in page
    assert "wins, or loses" not in page


def test_what_is_nearly_a_round_number_is_not_rounded_to_it():
    page = str(handout(zerosum.solve("matches", matches=30)))
    assert "2 less than the value" not in page.replace("about 2 less", "")


def test_rounded_answers_say_about():
    first, second, _ = handout(zerosum.solve("leduc")).sections[4].parts
    assert first == "1. Ten times the value: about -0.8561."
    assert second == "2. -383/144, about 2.5741 less than the value."
    assert "about" not in handout(zerosum.solve("goofspiel", cards=4)).sections[4].parts[1]
