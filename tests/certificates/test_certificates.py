"""Certificates: every model's proof as a file, checked without a solver; what is altered is found out."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from tests.command import run

import zerosum
from zerosum.certificates import budget, certify, check, document
from zerosum.certificates.certify import sealed
from zerosum.core.errors import InputError, TooLargeError, Unavailable
from zerosum.core.numbers import number, text
from zerosum.core.value import Value
from zerosum.core.verdict import widened
from zerosum.request.loading import load_class

EXAMPLES = Path(__file__).parents[2] / "examples"

GAMES: dict[str, dict[str, Any]] = {
    "kuhn": {},
    "relance": {},
    "two-phase-relance": {},
    "goofspiel": {"cards": 3},
    "matches": {"heaps": (3, 4), "takes": None},
    "liars-dice": {"sides": 2},
    "seven-and-a-half": {},
    "gleason": {},
    "red-dog": {"max_bet": Fraction(7, 2), "deck": "continuous"},
    "stochastic": {"path": str(EXAMPLES / "shapley.toml")},
    "betting": {"path": str(EXAMPLES / "betting-deck.toml")},
    "hidden": {"path": str(EXAMPLES / "one-card-bluff.toml")},
    "nakai": {},
    "rps": {},
}


def written(folder: Path, name: str) -> Path:
    """The certificate of a game, in a file."""
    file = folder / f"{name}.cert"
    file.write_text(certify(zerosum.solve(name, **GAMES[name])), encoding="ascii")
    return file


def altered(file: Path, change: Any) -> Path:
    """The certificate changed by someone who knows how to make its checksum."""
    content = json.loads(file.read_text())
    change(content)
    del content["format"]
    file.write_text(document.render(sealed(content)), encoding="ascii")
    return file


@pytest.mark.parametrize("name", GAMES)
def test_a_certificate_proves_what_the_solution_says(tmp_path: Path, name: str) -> None:
    solution = zerosum.solve(name, **GAMES[name])
    file = tmp_path / "it.cert"
    file.write_text(certify(solution), encoding="ascii")
    found = check(file)
    assert found.verdict.holds
    assert widened(solution.value, found.verdict.proved) == found.verdict.claimed
    assert float(found.verdict.proved.gap) <= float(solution.value.gap) + 1e-8


def test_matrix_games_and_own_games_have_certificates(tmp_path: Path) -> None:
    file = tmp_path / "it.cert"
    file.write_text(certify(zerosum.solve([[0.1, 2, -1], [0.3, -1, 3]], exact=True)))
    assert check(file).verdict.proved.gap == 0
    rules = f"{EXAMPLES / 'rps_prize.py'}"
    own = load_class(rules)
    file.write_text(certify(zerosum.solve(own())))
    assert check(file, own).verdict.holds
    with pytest.raises(InputError, match="not a built-in game"):
        check(file)


def test_a_claim_that_strategies_do_not_reach_is_not_certified() -> None:
    with pytest.raises(Unavailable, match="cannot be certified"):
        certify(replace(zerosum.solve("kuhn"), value=Value.exactly(0)))


def test_every_altered_bit_is_caught(tmp_path: Path) -> None:
    file = written(tmp_path, "kuhn")
    whole = file.read_bytes()
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << (place % 8)
        file.write_bytes(damaged)
        with pytest.raises(InputError):
            check(file)


def nudged(mix: list[str]) -> list[str]:
    """A mix with 1e-6 moved from one of its moves to another; a pure one as it is."""
    p = [Fraction(number(x)) for x in mix]
    first, *others = (place for place, x in enumerate(p) if x)
    if others:
        p[first] -= Fraction(1, 10**6)
        p[others[0]] += Fraction(1, 10**6)
    return [text(x) for x in p]


def test_a_strategy_altered_by_a_millionth_shows_in_the_bounds(tmp_path: Path) -> None:
    file = tmp_path / "it.cert"
    file.write_text(certify(zerosum.solve([[0.1, 2, -1], [0.3, -1, 3]], exact=True)))

    def change(content: Any) -> None:
        content["strategies"]["row"] = nudged(content["strategies"]["row"])

    found = check(altered(file, change))
    assert not found.verdict.holds
    assert 1e-7 < found.verdict.short["row"] < 1e-5


def all_nudged(said: Any) -> Any:
    """Every mix in a tree of data with a millionth moved."""
    if isinstance(said, list):
        return [all_nudged(part) for part in said]
    if not isinstance(said, dict):
        return said
    if all(isinstance(p, str) for p in said.values()) and len(said) > 1:
        return dict(zip(said, nudged(list(said.values())), strict=True))
    return {name: all_nudged(part) for name, part in said.items()}


MILLIONTH = Fraction(1, 10**6)


def nudge_plans(said: Any) -> None:
    for node in said["players"][0].values():
        node["r"] = [text(abs(number(r) - 1e-6)) for r in node["r"]]


def nudge_pieces(said: Any) -> None:
    """The first move is made a millionth more often, every other less often."""
    for pieces in said["states"].values():
        for row in (piece["row"] for piece in pieces):
            over = [MILLIONTH * number(c) for c in row["over"]]
            tops = {m: [(1 - MILLIONTH) * number(c) for c in top] for m, top in row["moves"].items()}
            first = next(iter(tops))
            tops[first] = [a + b for a, b in zip_longest(tops[first], over, fillvalue=Fraction(0))]
            row["moves"] = {m: [text(c) for c in top] for m, top in tops.items()}


def nudge_steps(said: Any) -> None:
    """Each act is done a millionth less often, and the one after it more."""
    for turn in said["turns"].values():
        for mix in turn["mixes"]:
            p = [Fraction(number(x)) * (1 - MILLIONTH) for x in mix]
            most = p.index(max(p))
            p[(most + 1) % len(p)] += MILLIONTH
            mix[:] = map(text, p)


def nudge_thresholds(said: Any) -> None:
    said["thresholds"] = [text(Fraction(number(t)) + MILLIONTH) for t in said["thresholds"]]


def nudge_mixes(said: Any) -> None:
    said.update(all_nudged(said))


def turn_an_act(said: Any) -> None:
    """Acts and takes are not mixed: the smallest change is another one."""
    for by_hand in said["acts"].values():
        first = "1" + ",0" * 7
        by_hand[first] = "stand" if by_hand[first] == "hit" else "hit"


NUDGES: dict[str, Any] = {
    "gleason": nudge_plans,
    "nakai": nudge_pieces,
    "relance": nudge_steps,
    "two-phase-relance": nudge_steps,
    "red-dog": nudge_thresholds,
    "seven-and-a-half": turn_an_act,
    **dict.fromkeys(("goofspiel", "stochastic", "hidden", "rps"), nudge_mixes),
}


@pytest.mark.parametrize("name", NUDGES)
def test_strategies_altered_by_a_millionth_widen_the_bounds(tmp_path: Path, name: str) -> None:
    """Near an optimum thresholds cost the square of what they are moved by, and all else as much as it is moved."""
    file = written(tmp_path, name)
    before = check(file).verdict.proved.gap
    after = check(altered(file, lambda content: NUDGES[name](content["strategies"]))).verdict.proved.gap
    assert float(after - before) > (0 if name == "red-dog" else 1e-8)


def test_another_take_loses_the_game(tmp_path: Path) -> None:
    def change(content: Any) -> None:
        content["strategies"]["takes"]["4 | 3"] = [
            [1, 4 if content["strategies"]["takes"]["4 | 3"] == [[1, 3]] else 3]
        ]

    found = check(altered(written(tmp_path, "matches"), change))
    assert not found.verdict.holds


def test_a_betting_strategy_altered_by_a_millionth_shows_too(tmp_path: Path) -> None:
    def change(content: Any) -> None:
        turn = content["strategies"]["turns"]["start"]
        turn["mixes"] = [nudged(mix) for mix in turn["mixes"]]

    assert not check(altered(written(tmp_path, "kuhn"), change)).verdict.holds


@pytest.mark.parametrize("name", ["gleason", "goofspiel", "stochastic"])
def test_a_claim_moved_by_a_millionth_is_refused(tmp_path: Path, name: str) -> None:
    def change(content: Any) -> None:
        value = content["value"]
        value["lower"], value["upper"] = (text(float(number(value[k])) + 1e-6) for k in ("lower", "upper"))

    assert not check(altered(written(tmp_path, name), change)).verdict.holds


@pytest.mark.parametrize("name", ["gleason", "goofspiel", "stochastic", "kuhn", "rps", "red-dog"])
def test_a_wide_claim_beside_the_value_is_refused(tmp_path: Path, name: str) -> None:
    def change(content: Any) -> None:
        upper = float(number(content["value"]["upper"]))
        content["value"] = {"lower": text(upper - 10), "upper": text(upper - 1)}

    assert not check(altered(written(tmp_path, name), change)).verdict.holds


def without_some_hand(content: Any) -> None:
    by_hand = next(iter(content["strategies"]["acts"].values()))
    del by_hand[next(iter(by_hand))]


def without_some_plan(content: Any) -> None:
    del next(iter(content["strategies"]["players"][0].values()))["r"]


def without_some_position(content: Any) -> None:
    positions = content["strategies"]["positions"]
    del positions[next(iter(positions))]


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("seven-and-a-half", without_some_hand),
        ("gleason", without_some_plan),
        ("goofspiel", without_some_position),
    ],
)
def test_what_is_left_out_is_missed(tmp_path: Path, name: str, change: Any) -> None:
    with pytest.raises(InputError, match=r"not (say|give)|certificate (has no|lacks|needs)"):
        check(altered(written(tmp_path, name), change))


def sampled(folder: Path, size: int, seed: int = 0) -> Path:
    file = folder / "sample.cert"
    file.write_text(certify(zerosum.solve("goofspiel", cards=4), size, seed), encoding="ascii")
    return file


def test_a_large_trick_game_is_certified_by_random_positions(tmp_path: Path) -> None:
    file = sampled(tmp_path, 60, seed=7)
    found = check(file)
    assert not found.fails
    assert not found.holds
    assert found.sample is not None
    assert (found.sample.size, found.sample.failed) == (60, 0)
    assert (
        "not a proof: if 5% of all positions were wrong, it would pass with probability 0.046" in found.found
    )
    assert found.most_confidence == 0.9539
    assert check(file, confidence=0.95).holds
    assert not check(file, confidence=0.96).holds
    digest = zerosum.solve("goofspiel", cards=4).digest()
    assert digest != zerosum.solve("goofspiel", cards=4, exact=True).digest()
    assert digest in found.found
    assert digest == found.tables != zerosum.solve("goofspiel", cards=3).digest()
    with pytest.raises(InputError, match="at random"):
        certify(zerosum.solve("kuhn"), 60)
    with pytest.raises(InputError, match="59 to 1,000,000"):
        certify(zerosum.solve("goofspiel", cards=4), 58)


def test_a_sample_has_an_exit_status_of_its_own(tmp_path: Path) -> None:
    file = str(sampled(tmp_path, 60))
    assert run("check", file).returncode == 3
    assert run("check", file, "--confidence", "0.95").returncode == 0
    assert run("check", file, "--confidence", "0.99").returncode == 3
    assert "between 0 and 1" in run("check", file, "--confidence", "95").stderr


def raise_a_value(content: Any) -> None:
    """One value, of a child or of a position itself, is raised by a millionth."""
    said = next(answer for answer in content["strategies"]["positions"].values() if len(answer) == 2)
    said[:] = [text(float(number(end)) + 1e-6) for end in said]


def nudge_the_strategies(content: Any) -> None:
    content["strategies"]["positions"] = {
        place: answer[:2] + all_nudged(answer[2:])
        for place, answer in content["strategies"]["positions"].items()
    }


@pytest.mark.parametrize("change", [raise_a_value, nudge_the_strategies])
def test_a_sample_shows_what_was_altered_by_a_millionth(tmp_path: Path, change: Any) -> None:
    found = check(altered(sampled(tmp_path, 60), change))
    assert not found.holds
    assert 1e-8 < max(found.sample.worst, *map(float, found.verdict.short.values())) < 1e-5


def test_a_start_that_fails_shows(tmp_path: Path) -> None:
    def change(content: Any) -> None:
        positions = content["strategies"]["positions"]
        for place, answer in positions.items():
            if place.startswith("(1, 2, 3, 4) | (1, 2, 3, 4)"):
                answer[2] = dict.fromkeys(answer[2], "1/4")

    found = check(altered(sampled(tmp_path, 60), change))
    assert found.fails
    assert not found.verdict.holds


@pytest.mark.parametrize("key", ["size", "seed"])
def test_a_sample_is_not_what_its_writer_chose(tmp_path: Path, key: str) -> None:
    def change(content: Any) -> None:
        content["strategies"]["sample"][key] += 1000

    with pytest.raises(InputError, match="certificate"):
        check(altered(sampled(tmp_path, 60), change))


def test_pieces_that_leave_targets_out_are_refused(tmp_path: Path) -> None:
    def change(content: Any) -> None:
        next(iter(content["strategies"]["states"].values()))[0]["from"] = text(0.25)

    with pytest.raises(InputError, match="every value"):
        check(altered(written(tmp_path, "nakai"), change))


def test_a_certificate_names_no_file_of_whoever_checks(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hunter2")

    def change(content: Any) -> None:
        content["game"]["parameters"]["targets"] = str(secret)

    with pytest.raises(InputError, match="file name"):
        check(altered(written(tmp_path, "nakai"), change))


def test_targets_of_any_size_are_integrated_in_the_end(tmp_path: Path) -> None:
    def change(content: Any) -> None:
        content["game"]["parameters"]["targets"] = "exponential(1e90)"

    assert not check(altered(written(tmp_path, "nakai"), change)).verdict.holds


@pytest.mark.parametrize("ends", [("upper",), ("lower", "upper")])
@pytest.mark.parametrize("name", ["kuhn", "stochastic"])
def test_claims_beyond_floats_are_refused(tmp_path: Path, name: str, ends: tuple[str, ...]) -> None:
    def change(content: Any) -> None:
        content["value"].update(dict.fromkeys(ends, "9" * 400))

    with pytest.raises(InputError, match="proves nothing"):
        check(altered(written(tmp_path, name), change))


def test_payoffs_beyond_floats_are_refused(tmp_path: Path) -> None:
    def change(content: Any) -> None:
        content["game"]["payoffs"][0][0] = "9" * 5000

    file = tmp_path / "it.cert"
    file.write_text(certify(zerosum.solve([[1, 0], [0, 2]])))
    with pytest.raises(InputError, match="proves nothing"):
        check(altered(file, change))


CHECKER = """
import sys
from fnmatch import fnmatch
from pathlib import Path

FORBIDDEN = (
    "numba", "llvmlite", "scipy", "highspy",
    "zerosum.models.*.solve", "zerosum.models.staged.engines.tricks.workers", "zerosum.matrix")

class Guard:
    def find_spec(self, name, path=None, target=None):
        assert not any(fnmatch(name, one) or fnmatch(name, one + ".*") for one in FORBIDDEN), name

sys.meta_path.insert(0, Guard())
from zerosum.certificates import check
for file in sys.argv[1:]:
    assert check(Path(file), confidence=0.95).holds, file
"""


def test_a_check_imports_neither_solvers_nor_numba_nor_scipy(tmp_path: Path) -> None:
    files = [str(written(tmp_path, name)) for name in GAMES] + [str(sampled(tmp_path, 60))]
    subprocess.run([sys.executable, "-c", CHECKER, *files], check=True)


def with_long_numbers(digits: int) -> str:
    """A certificate of Kuhn poker whose mixes have other numbers, each with so many digits."""
    content = json.loads(certify(zerosum.solve("kuhn")))
    for k, turn in enumerate(content["strategies"]["turns"].values()):
        bottom = 10**digits + 2 * k + 1
        turn["mixes"] = [
            [text(Fraction(bottom // (m + 3), bottom)), text(1 - Fraction(bottom // (m + 3), bottom))]
            for m in range(len(turn["mixes"]))
        ]
    del content["format"], content["sha256"]
    return document.render(sealed(content))


def test_a_file_of_very_long_numbers_is_refused_before_anything_is_computed(tmp_path: Path) -> None:
    file = tmp_path / "long.cert"
    file.write_text(with_long_numbers(2000), encoding="ascii")
    assert not check(file).holds
    file.write_text(with_long_numbers(48_000), encoding="ascii")
    with pytest.raises(TooLargeError, match="would need about"):
        check(file)


def test_who_checks_may_allow_more_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "slow.cert"
    file.write_text(certify(zerosum.solve("kuhn")), encoding="ascii")
    monkeypatch.setattr(budget, "FEW_SECONDS", -100.0)
    monkeypatch.setenv("ZEROSUM_LIMIT", "1h")
    assert check(file).holds
