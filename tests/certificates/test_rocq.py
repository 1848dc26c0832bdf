"""Proofs for the Rocq prover: what is written and, in `make proofs`, that the compiler accepts it and nothing false."""

import os
import random
import re
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.command import run

import zerosum
from zerosum.certificates.rocq import proof
from zerosum.core.errors import InputError

compiled = pytest.mark.skipif(not os.environ.get("ZEROSUM_PROOFS"), reason="make proofs compiles them")


def matrix_of(size: int) -> list[list[Fraction]]:
    luck = random.Random(size)
    return [[Fraction(luck.randint(-99, 99), luck.randint(1, 9)) for _ in range(size)] for _ in range(size)]


FORGED = Path(__file__).parent / "forged"

GAMES: dict[str, tuple[Any, dict[str, Any]]] = {
    "kuhn": ("kuhn", {}),
    "kuhn_in_words": ("kuhn", {"cards": 4, "bet": 2}),
    "leduc": ("leduc", {"ranks": 2}),
    "dice": ("liars-dice", {"sides": 2}),
    "phases": ("phases", {"cards": 2}),
    "saddle": ([[1, 2], [0, 3]], {}),
    "matrix_in_floats": (matrix_of(20), {}),
    "matrix": (matrix_of(20), {"exact": True}),
    "staged": ("inspection", {"exact": True}),
    "tricks": ("goofspiel", {"cards": 3, "exact": True}),
    "a_title_that_ends_comments": ("hidden", {"path": str(FORGED / "rocq_title.toml")}),
}


def text_of(name: str) -> str:
    game, options = GAMES[name]
    return proof(zerosum.solve(game, **options))


def coqc(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    file = folder / "game.v"
    file.write_text(text, encoding="ascii")
    return subprocess.run(["coqc", file.name], cwd=folder, capture_output=True, text=True, check=False)


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_the_compiler_accepts_it_without_axioms(tmp_path: Path, name: str) -> None:
    done = coqc(tmp_path, text_of(name))
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[:2] == 2 * ["Closed under the global context"]


FALSE = {
    "a higher bound": ("Definition lo : Q := (-1 # 18).", "Definition lo : Q := (-1 # 19)."),
    "a lower bound": ("Definition hi : Q := (-1 # 18).", "Definition hi : Q := (-1 # 17)."),
    "another payment": ("(End (-2 # 1))", "(End (-1 # 1))"),
    "another strategy": ("[(2 # 3); (1 # 3)]", "[(1 # 3); (2 # 3)]"),
    "too much probability": ("[(2 # 3); (1 # 3)]", "[(2 # 3); (2 # 3)]"),
    "less than nothing": ("[(2 # 3); (1 # 3)]", "[(4 # 3); (-1 # 3)]"),
    "a set left out": ("Definition cols : order := ([(5, ", "Definition cols : order := ([(0, "),
}


@compiled
@pytest.mark.parametrize("change", FALSE)
def test_the_compiler_refuses_what_is_false(tmp_path: Path, change: str) -> None:
    old, new = FALSE[change]
    text = text_of("kuhn")
    assert old in text
    done = coqc(tmp_path, text.replace(old, new))
    assert done.returncode
    assert "Unable to unify" in done.stderr


@pytest.mark.parametrize("name", ["kuhn", "saddle", "staged"])
def test_the_game_the_strategies_and_the_bounds_are_in_the_file(name: str) -> None:
    text = text_of(name)
    value = zerosum.solve(GAMES[name][0], **GAMES[name][1]).value
    for end, bound in (("lo", value.lower), ("hi", value.upper)):
        [said] = re.findall(rf"Definition {end} : Q := \((-?\d+) # (\d+)\)\.", text)
        assert Fraction(int(said[0]), int(said[1])) == bound
    assert "Axiom" not in text
    assert "Admitted" not in text
    assert "admit" not in text


def test_a_title_cannot_end_its_comment() -> None:
    """The title of the file is `x **))`, an axiom and the beginning of another comment."""
    text = text_of("a_title_that_ends_comments")
    assert "(** * x Axiom cheat False *)" in text
    assert text.count("(*") == text.count("*)")


def test_a_tree_is_written_whole() -> None:
    """Kuhn poker: six deals, nine nodes after each, five of them ends."""
    data = text_of("kuhn").partition("Definition game")[2]
    assert [data.count(f"({kind} ") for kind in ("End", "Choice Row", "Choice Col", "Outcome")] == [
        30,
        12,
        12,
        9,
    ]


def test_games_without_a_finite_tree_are_refused() -> None:
    with pytest.raises(InputError, match="finite tree"):
        proof(zerosum.solve("relance"))


def test_the_command_writes_it(tmp_path: Path) -> None:
    file = tmp_path / "pennies.v"
    shown = run("matrix", "1 -1; -1 1", "--rocq", str(file))
    assert f"coqc {file}" in shown.stdout
    assert "matrix [" in file.read_text()
    assert "the name of a Rocq file" in run("certify", "kuhn", "--rocq", str(tmp_path / "kuhn.cert")).stderr
