"""The course: ten classes with the same parts, and every command and every figure of them works."""

import re
import shlex
from pathlib import Path

import pytest
from tests.command import run

from zerosum.practice import KINDS
from zerosum.web.lessons import LESSONS

ROOT = Path(__file__).resolve().parents[2]
COURSE = ROOT / "docs" / "course"
CLASSES = sorted(COURSE.glob("[0-9]*.md"))
NEEDS_A_PERSON = ("serve", "play")


def commands(page: Path) -> list[str]:
    """The commands in the blocks of a page, without those that print what is shown: other tests run these."""
    blocks = re.findall(r"^```\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [
        line.removeprefix("zerosum ")
        for block in blocks
        for line in block.splitlines()
        if line.startswith("zerosum ")
    ]


def figures(page: Path) -> list[str]:
    return re.findall(r"^Figure: `zerosum (.+)`$", page.read_text(encoding="utf-8"), re.MULTILINE)


def test_there_are_ten_classes_and_the_index_lists_them_in_order():
    index = (COURSE / "index.md").read_text(encoding="utf-8")
    assert re.findall(r"\((\d\d-\w+\.md)\)", index) == [page.name for page in CLASSES]
    assert len(CLASSES) == 10


@pytest.mark.parametrize("page", CLASSES, ids=lambda page: page.stem)
def test_a_class_has_its_parts_and_its_figures_are_drawn_by_their_commands(page):
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == [
        "Goal",
        "Demo (ten minutes)",
        "Exercise",
        "Read on",
    ]
    shown = re.findall(r"^```\{image\} \.\./_generated/course/(\S+)$", text, re.MULTILINE)
    assert shown == [command.split()[-1] for command in figures(page)]
    assert shown


@pytest.mark.parametrize("page", CLASSES, ids=lambda page: page.stem)
def test_the_commands_of_a_class_run(page, tmp_path, monkeypatch):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    for command in [*commands(page), *figures(page)]:
        if command.split()[0] not in NEEDS_A_PERSON:
            done = run(*shlex.split(command))
            assert done.returncode == 0, f"{command}: {done.stderr}"
    for command in figures(page):
        assert (tmp_path / command.split()[-1]).read_text(encoding="utf-8").startswith("<?xml")


def test_lessons_of_the_course_exist_and_notebooks_and_practice_have_their_class():
    index = (COURSE / "index.md").read_text(encoding="utf-8").lower()
    titles = {lesson.title.lower() for lesson in LESSONS.values()}
    cells = re.findall(r"^\| \[.*?\]\(.*?\) \|([^|]*)\|", index, re.MULTILINE)
    named = [lesson for cell in cells for lesson in cell.strip().split(", ") if lesson]
    assert [lesson for lesson in named if lesson not in titles] == []
    assert len(named) > 7
    assert [kind for kind in KINDS if kind not in index] == []
    whole = "".join(page.read_text(encoding="utf-8") for page in CLASSES)
    notebooks = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
    assert [path.stem for path in notebooks if path.stem not in whole] == []


def test_numbers_that_the_classes_tell_are_computed():
    """The words of the demos, beside the commands that give them."""
    assert "value is 17/7" in COURSE.joinpath("03-graph.md").read_text(encoding="utf-8")
    assert "Value 17/7. Row plays row 1 with probability 5/7" in run(
        "matrix", "2 3 1 5; 4 1 6 0", "--steps"
    ).stdout.replace("\n", " ")
    inspected = run("solve", "inspection", "--steps").stdout.replace("\n", " ")
    assert "inspect with 5/16" in inspected
    assert "worth -3/8" in inspected
    honest = run("match", "kuhn", str(ROOT / "examples" / "player.py:honest"), "--exploit", "--json").stdout
    assert '"as_row": "-1/3"' in honest
