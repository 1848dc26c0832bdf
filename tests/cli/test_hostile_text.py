"""Text of files that tries to pass for output of the program: no door shows it as anything but one name."""

import re
from pathlib import Path

import pytest
from tests.command import run

from zerosum import Table, solve
from zerosum.core.errors import GameError
from zerosum.core.printable import CONTROLS, one_line, printable
from zerosum.display.document import Document, Section, latex_sentence

FORGED = Path(__file__).parents[1] / "certificates" / "forged"
HOSTILE = "\x1b[32mverified\u202e: 7\x1b[8m\n\n# yes\r\x02\\input{/etc/passwd}\x03 <script>1</script> $\\foo$"
UNSEEN = re.compile(f"[{''.join(map(chr, CONTROLS))}]")

GAME = """
title = {title}
ante = 1
[start]
player = "A"
actions.fold = "fold"
actions."{move}" = {{ bet = 1, to = "one" }}
[one]
player = "B"
actions.fold = "fold"
actions.call = "showdown"
[hands]
cards = 3
"""


def written(folder: Path, move: str = "bet $\\\\foo$ <b>") -> Path:
    file = folder / "game.toml"
    title = "".join(f"\\u{ord(letter):04x}" for letter in HOSTILE)
    file.write_text(GAME.format(title=f'"{title}"', move=move), encoding="utf-8")
    return file


def test_a_title_cannot_forge_a_confirmation() -> None:
    shown = run("check", str(FORGED / "forged_title_escape.cert"))
    verdict, *others = shown.stdout.splitlines()
    assert shown.returncode == 1
    assert verdict.startswith("NOT verified")
    assert not UNSEEN.search(shown.stdout)
    assert not [line for line in others if line.startswith(("verified", "the strategies", "NOT"))]


@pytest.mark.parametrize(
    "words",
    [
        ("solve",),
        ("solve", "--ev"),
        ("solve", "--markdown"),
        ("solve", "--latex"),
        ("solve", "--json"),
        ("verify",),
        ("match", "equilibrium", "uniform"),
        ("play",),
    ],
    ids=lambda words: "-".join(words),
)
def test_no_door_of_the_command_prints_what_could_change_other_text(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    verb, *flags = words
    shown = run(verb, "betting", str(written(tmp_path)), *flags)
    assert shown.returncode == 0
    assert not UNSEEN.search(shown.stdout + shown.stderr)
    assert not re.search(r"^# yes", shown.stdout, re.MULTILINE)
    assert "\\input{" not in (shown.stdout if "--latex" in words else "")


@pytest.mark.parametrize("kind", ["html", "tex", "md"])
def test_a_handout_cleans_what_it_shows(kind: str, tmp_path: Path) -> None:
    file = tmp_path / f"handout.{kind}"
    shown = run("handout", "betting", str(written(tmp_path)), "--out", str(file))
    text = file.read_text(encoding="utf-8")
    assert shown.returncode == 0
    assert not UNSEEN.search(text)
    assert "<script>" not in text
    assert kind != "tex" or "\\input{" not in text


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_dollar_signs_in_names_are_no_mathematics(kind: str, tmp_path: Path) -> None:
    file = tmp_path / f"picture.{kind}"
    shown = run("plot", "betting", str(written(tmp_path)), "--out", str(file))
    assert shown.returncode == 0, shown.stderr
    assert kind == "png" or not UNSEEN.search(file.read_text(encoding="utf-8"))


def test_a_page_of_a_notebook_cleans_what_it_shows(tmp_path: Path) -> None:
    shown = solve("betting", path=str(written(tmp_path)))._repr_html_()
    assert not UNSEEN.search(shown)
    assert "<script>" not in shown


def test_names_that_cannot_be_shown_are_rejected(tmp_path: Path) -> None:
    for move in ("a\\nb", "a\\u202eb", "a" * 300):
        with pytest.raises(GameError, match="name"):
            solve("betting", path=str(written(tmp_path, move)))


def test_text_is_cut_and_stays_on_one_line() -> None:
    assert one_line("a\n\u2028 b\u3164\u2800c" + "x" * 10**6).startswith("a b c")
    assert len(one_line("x" * 10**6, 50)) == 50
    assert printable("two\nlines\tand \x9bone\u2066") == "two\nlines\tand one"
    table = str(Table("a\nb", ["c\nd"], [["e\nf"]]))
    assert len(table.splitlines()) == 3


def test_a_text_between_marks_of_a_formula_is_no_command() -> None:
    assert "\\input" not in latex_sentence("\x02\\input{x}\x03")
    document = Document(HOSTILE, (Section(HOSTILE, (HOSTILE,)),))
    assert "\\input{" not in document.latex()
    assert document.markdown().count("\n#") == 1
