"""Files that state false values under a correct checksum: none is confirmed, and each is refused for the right reason.

| file | claims | truth |
|---|---|---|
| false_kuhn_0.cert, false_kuhn_solution.json | 0 | -1/18: turns have an action "nothing", the tree has none |
| false_red_dog.cert | 35/6 | 17/6: a threshold of 2 counts the mass at win chance 1 twice |
| false_pursuit_denormal.cert | 0.666… | 0.75: weights that are multiples of 5e-324 |
| false_pennies_width.cert | [0.9, 2.9] | 0: the claim missed by its own width |
| false_small_payoffs.cert | 9e-10 | 5e-11: an absolute slack of 1e-9 |
| quadrature_false.cert | [-0.3749935, -0.3749882] | -3/8: a strategy that is right at the quadrature's nodes only |
"""

import copy
import json
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import zerosum
from zerosum.certificates import certify, check, document
from zerosum.certificates.budget import bounded
from zerosum.certificates.certify import sealed
from zerosum.core import limits
from zerosum.core.errors import InputError, TooLargeError

FORGED = Path(__file__).parent / "forged"


@pytest.mark.parametrize("path", sorted(FORGED.glob("*.cert")), ids=lambda path: path.stem)
def test_a_forged_certificate_is_not_confirmed(path: Path) -> None:
    with suppress(InputError):
        assert not check(path).holds


@pytest.fixture(scope="module")
def kuhn() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(certify(zerosum.solve("kuhn")))
    return content


def add_a_turn(content: Any) -> None:
    turns = content["strategies"]["turns"]
    turns["fold"] = turns["start"]


def add_an_action(content: Any) -> None:
    for turn in content["strategies"]["turns"].values():
        turn["actions"].append("nothing")
        turn["mixes"] = [["0"] * len(mix) + ["1"] for mix in turn["mixes"]]


def swap_actions(content: Any) -> None:
    content["strategies"]["turns"]["start"]["actions"].reverse()


def lose_mass(content: Any) -> None:
    content["strategies"]["turns"]["start"]["mixes"][0] = ["1/2", "499999999999/1000000000000"]


def go_beyond_one(content: Any) -> None:
    content["strategies"]["turns"]["start"]["ends"][-1] = "2"


def bring_a_parameter(content: Any) -> None:
    content["strategies"]["bet"] = "2"


def bring_a_part(content: Any) -> None:
    content["discount"] = "1/2"


def claim_beyond_floats(content: Any) -> None:
    content["value"]["upper"] = "0x1.0p+1024"


def claim_many_packed_numbers(content: Any) -> None:
    content["strategies"]["turns"]["late"] = {"numbers": 10**400, "text": ""}


def change_the_model(content: Any) -> None:
    content["game"]["model"] = "wager"


REASONS: dict[Callable[[Any], None], str] = {
    add_a_turn: "in the turns, and the rules do not ask for it",
    add_an_action: "the actions at 'start' are check, bet, and the certificate has others",
    swap_actions: "the actions at 'start' are check, bet, and the certificate has others",
    lose_mass: "the probabilities at 'start' must be 0 or more and add up to exactly 1",
    go_beyond_one: "end points that grow from 0 to 1",
    bring_a_parameter: "this certificate has 'bet' in the strategies, and the rules do not ask for it",
    bring_a_part: "holds 'discount', which does not belong in a certificate",
    claim_beyond_floats: "is not a valid certificate: hexadecimal value too large to represent as a float",
    claim_many_packed_numbers: "has 'late' in the turns, and the rules do not ask for it",
    change_the_model: "gives its game another model than betting",
}


@pytest.mark.parametrize("change", REASONS, ids=lambda change: change.__name__)
def test_a_refusal_names_its_reason(
    tmp_path: Path, kuhn: dict[str, Any], change: Callable[[Any], None]
) -> None:
    content = copy.deepcopy(kuhn)
    change(content)
    del content["format"]
    file = tmp_path / "it.cert"
    file.write_text(document.render(sealed(content)))
    with pytest.raises(InputError, match=re.escape(REASONS[change])):
        check(file)


def test_packed_numbers_get_no_more_time_than_their_text_could_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "thread_time", lambda: 0.0)
    with bounded("it", {"numbers": 10**15, "text": "eNpj"}):
        monkeypatch.setattr(limits, "thread_time", lambda: 10.0)
        with pytest.raises(TooLargeError, match="more than"):
            limits.tick()


def test_a_key_that_comes_twice_is_refused(tmp_path: Path, kuhn: dict[str, Any]) -> None:
    file = tmp_path / "it.cert"
    file.write_text(document.render(kuhn).replace('"lower"', '"upper"'))
    with pytest.raises(InputError, match="the key 'upper' twice"):
        check(file)


def test_a_forged_solution_is_not_verified() -> None:
    with pytest.raises(InputError, match="actions at"):
        zerosum.load_solution(FORGED / "false_kuhn_solution.json").verify()
