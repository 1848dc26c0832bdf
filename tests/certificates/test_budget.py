"""Small files that ask for much work: a check stops within its budget, from the first character that it reads on."""

import json
import resource
from pathlib import Path
from time import thread_time
from typing import Any

import pytest

from zerosum import games
from zerosum.certificates import budget, check, document
from zerosum.certificates.certify import sealed
from zerosum.certificates.rules import model_of
from zerosum.core.errors import InputError, TooLargeError, ZerosumError
from zerosum.core.limits import watched
from zerosum.request.flags import flags_of_game

HERE = Path(__file__).parent
FORGED = HERE / "forged"
GOLDEN = HERE.parent / "golden" / "certificates"

SECONDS = 0.3
"""What a check may take here, instead of the usual few seconds."""
SLACK = 60.0
"""Further seconds for a step that cannot be stopped, such as an import."""
HUGE = ("1e300", str(10**18), str(10**6), "10000", "1000", "100", "50", "20")
"""Values that are tried for each parameter; most are rejected."""


@pytest.fixture(autouse=True)
def _little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "FEW_SECONDS", SECONDS)


def kind_in(about: dict[str, Any]) -> str:
    """The model and the engine that a file names."""
    return " ".join(about[key] for key in ("model", "engine") if key in about)


def shapes() -> dict[str, list[Any]]:
    """Strategies without content, in all forms that the certificates of each model have."""
    found: dict[str, list[Any]] = {}
    for path in sorted(GOLDEN.glob("*.cert")):
        content = json.loads(path.read_text(encoding="utf-8"))
        empty = {k: type(v)() if isinstance(v, dict | list) else v for k, v in content["strategies"].items()}
        known = found.setdefault(kind_in(content["game"]), [])
        known += [empty] if empty not in known else []
    found["staged tricks"].append({"sample": {"size": 10**6, "seed": 1, "tables": ""}, "positions": {}})
    return found


SHAPES = shapes()


def written(folder: Path, name: str, given: dict[str, str], strategies: Any) -> Path:
    about = {"name": name, "parameters": given, "files": {}, **model_of(games.load(name))}
    value = {"lower": "1/7", "upper": "1/7"}
    content = {"version": "", "game": about, "method": "x", "value": value, "strategies": strategies}
    file = folder / "it.cert"
    file.write_text(document.render(sealed(content)), encoding="utf-8")
    return file


@pytest.mark.parametrize("name", ["dos_goof", "dos_nakai1e6"])
def test_a_small_certificate_cannot_ask_for_much_work(name: str) -> None:
    began = thread_time()
    with pytest.raises(TooLargeError, match=r"work.*limit"):
        check(FORGED / f"{name}.cert")
    assert thread_time() - began < SECONDS + SLACK


@pytest.mark.parametrize("name", games.CATALOG)
def test_every_parameter_at_its_largest_value(name: str, tmp_path: Path) -> None:
    """None is confirmed; all checks end within the budget, and take little memory."""
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    kind = games.load(name)
    for flag in flags_of_game(kind):
        accepted = 0
        for value in HUGE:
            for strategies in SHAPES[" ".join(model_of(kind).values())]:
                file = written(tmp_path, name, {flag.name: value}, strategies)
                began, reason = thread_time(), ""
                try:
                    assert not check(file).holds
                except ZerosumError as error:
                    reason = str(error)
                    accepted += flag.typed not in reason
                assert "in the game" not in reason  # the file has the form of a certificate
                assert thread_time() - began < SECONDS + SLACK, (flag.name, value)
            if accepted > len(SHAPES[" ".join(model_of(kind).values())]):  # smaller values ask for less
                break
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - held < 1_500_000  # KB


def test_a_long_file_without_answers_gets_no_time(tmp_path: Path) -> None:
    file = tmp_path / "it.cert"
    file.write_text('{"a": [' + "[]," * 3_000_000 + "[]]}", encoding="utf-8")
    began = thread_time()
    with pytest.raises((TooLargeError, InputError)):
        check(file)
    assert thread_time() - began < SECONDS + SLACK


def hold_more_and_more() -> None:
    held = []
    with watched("this", 60.0, 2e7):
        while True:
            held.append(bytearray(10**6))


def ignore_the_first_error() -> None:
    stopped = 0
    with watched("this", 0.05, 1e12):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                stopped += 1
                if stopped > 1:
                    raise


def test_work_is_stopped_when_it_holds_too_much_memory() -> None:
    with pytest.raises(TooLargeError, match="of memory"):
        hold_more_and_more()


def test_nothing_is_stopped_after_the_work_is_done() -> None:
    for _ in range(20):
        with watched("this", 1e-9, 1e12):
            pass
    began = thread_time()
    while thread_time() - began < 2 * SECONDS:
        pass


def test_work_that_ignores_errors_is_stopped_as_well() -> None:
    with pytest.raises(TooLargeError):
        ignore_the_first_error()
