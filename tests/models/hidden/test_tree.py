"""Game trees: their numbers add up to the value, information sets are joined, large trees are cut, TikZ is sound."""

import re
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
from tests.command import run

import zerosum
from zerosum.core.errors import InputError
from zerosum.display.style import as_svg
from zerosum.interop.gambit import to_efg
from zerosum.models.hidden.tree import game_tree

DATA = Path(__file__).parents[2] / "data"


def mean(tree) -> float:
    """What row gets on average, from the ends and the places where the tree is cut."""
    return sum(float(node.reach) * float(node.payoff or 0) for node in tree.root.walk() if not node.branches)


def test_kuhns_poker_has_thirty_ends_and_twelve_information_sets():
    tree = game_tree(zerosum.solve("kuhn"))
    assert (tree.ends, len(tree.information_sets()), tree.note) == (30, 12, "")
    assert {len(nodes) for nodes in tree.information_sets()} == {2}
    ends = [node for node in tree.root.walk() if not node.branches]
    assert sum(node.reach * node.payoff for node in ends) == Fraction(-1, 18)
    assert sum(node.reach for node in ends) == 1
    assert [branch.label for branch in tree.root.branches] == ["J", "Q", "K"]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("leduc", {}),
        ("liars-dice", {}),
        ("blind-goofspiel", {"cards": 3}),
        ("kuhn", {"cards": 4}),
        ("jujitsu", {"cards": 3}),
        ("inspection", {}),
        ("pursuit", {}),
    ],
)
def test_a_cut_tree_still_adds_up_to_the_value(name, options):
    solution = zerosum.solve(name, **options)
    tree = game_tree(solution)
    assert tree.ends <= 40
    assert mean(tree) == pytest.approx(float(solution.value.middle), abs=1e-9)
    assert tree.note == "" or re.match(r"The tree is cut: at the \d+ places", tree.note)


def test_a_tree_can_be_cut_to_very_few_ends():
    tree = game_tree(zerosum.solve("kuhn"), 4)
    assert tree.ends <= 4
    assert mean(tree) == pytest.approx(-1 / 18)


@pytest.mark.parametrize("name", ["lpfail176", "lpfail1134", "lpfail1254"])
def test_any_efg_file_has_a_tree(name):
    file = DATA / f"{name}.efg"
    solution = zerosum.solve("hidden", path=str(file))
    tree = game_tree(solution)
    assert mean(tree) == pytest.approx(float(solution.value.middle), abs=1e-9)
    assert tree.tikz().startswith("% ")


def test_the_tree_is_that_of_the_file_for_gambit(tmp_path):
    """The same number of ends, chance moves and decisions as in the .efg file that is written by other code."""
    for game in (zerosum.load("kuhn")(), zerosum.load("rps")()):
        lines = to_efg(game).splitlines()
        tree = game_tree(zerosum.solve(game))
        nodes = [*tree.root.walk()]
        assert sum(line.startswith('t "') for line in lines) == tree.ends
        assert sum(line.startswith('p "') for line in lines) == sum(node.mover is not None for node in nodes)


def test_a_game_that_is_not_a_tree_is_refused():
    with pytest.raises(InputError, match="not a finite tree"):
        game_tree(zerosum.solve("relance"))


def test_the_picture_says_what_is_what():
    drawn = as_svg(game_tree(zerosum.solve("kuhn")).figure())
    for said in ("bet: 1/3", "call: 2/3", "blue: A moves", "dashed: same information set", "-1/18 to A"):
        assert said in drawn
    assert "The tree is cut" in as_svg(game_tree(zerosum.solve("leduc")).figure())


def test_tikz_is_sound(tmp_path):
    drawn = game_tree(zerosum.solve("kuhn")).tikz()
    assert (
        drawn.count(r"\draw") == 57 + 12
    )  # a branch leads to every node but the first; a line joins each set
    assert drawn.count(r"\node") == 58
    assert drawn.count("{") == drawn.count("}")
    if shutil.which("pdflatex"):
        text = (
            f"\\documentclass{{article}}\\usepackage{{tikz}}\\begin{{document}}\n{drawn}\n\\end{{document}}"
        )
        (tmp_path / "tree.tex").write_text(text, encoding="utf-8")
        subprocess.run(
            ["pdflatex", "-halt-on-error", "tree.tex"], cwd=tmp_path, check=True, capture_output=True
        )


def test_the_command_draws_prints_and_refuses(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("plot", "kuhn", "--tree", "--out", "tree.svg").returncode == 0
    assert "call: 2/3" in (tmp_path / "tree.svg").read_text(encoding="utf-8")
    assert run("plot", "kuhn", "--tikz").stdout.startswith("% Kuhn poker")
    assert "\\input{tree}" in run("plot", "kuhn", "--tikz", "--out", "tree.tex").stdout
    assert (tmp_path / "tree.tex").read_text(encoding="utf-8").rstrip().endswith(r"\end{tikzpicture}")
    for words, said in (
        (["relance", "--tree"], "not a finite tree"),
        (["leduc", "--tree", "--public"], "draw different figures"),
        (["kuhn", "--tikz", "--out", "tree.png"], "ends in .tex"),
    ):
        refused = run("plot", *words)
        assert (refused.returncode, said in refused.stderr) == (2, True), refused.stderr
