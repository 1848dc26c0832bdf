"""Work that would take hours or more memory than there is: refused at once, in a sentence with an estimate."""

import json
import time
from pathlib import Path

import pytest
from tests.command import run

import zerosum
from zerosum.certificates import certify, document
from zerosum.certificates.certify import sealed


@pytest.mark.parametrize(
    "words",
    [
        ["liars-dice", "--sides=100"],
        ["liars-dice", "--dice=100", "--numeric"],
        ["liars-dice", "--dice=9"],
        ["free-dealer", "--goal=9223372036854775808"],
        ["free-dealer", "--goal=1000000", "--cards=1"],
        ["two-phase-raise", "--cells", "1000"],
        ["leduc", "--limit", "1MB"],
        ["jujitsu", "--exact"],
        ["jujitsu", "--exact", "--cards=9"],
    ],
)
def test_a_large_game_is_refused_with_an_estimate(words: list[str]) -> None:
    began = time.process_time()
    shown = run("solve", *words)
    assert shown.returncode == 2
    assert "would need about" in shown.stderr
    assert len(shown.stderr.strip().splitlines()) == 1
    assert time.process_time() - began < 20


@pytest.mark.parametrize(
    ("name", "given", "change"),
    [
        ("kuhn", {}, {"cards": "10000000"}),
        ("liars-dice", {"sides": 2}, {"dice": "9"}),
        ("liars-dice", {"sides": 2}, {"sides": "100"}),
        ("free-dealer", {"goal": 4}, {"goal": "9223372036854775808"}),
        ("matches", {"matches": 9}, {"matches": "1" + 12 * "0"}),
        ("jujitsu", {"cards": 3}, {"cards": "40"}),
        ("goofspiel", {"cards": 3}, {"cards": "40"}),
        ("leduc", {}, {"ranks": "100000"}),
    ],
)
def test_a_certificate_of_a_large_game_is_refused_at_once(
    name: str, given: dict[str, object], change: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "large.cert"
    content = json.loads(certify(zerosum.solve(name, **given)))
    content["game"]["parameters"] |= change
    del content["format"]
    file.write_text(document.render(sealed(content)), encoding="ascii")
    began = time.process_time()
    shown = run("check", str(file))
    assert shown.returncode, shown.stdout
    assert len(shown.stderr.strip().splitlines()) <= 1
    assert time.process_time() - began < 20
