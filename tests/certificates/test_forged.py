"""Files that state false values under a correct checksum: none is confirmed, and each is refused for the right reason.

| file | claims | truth |
|---|---|---|
| false_kuhn_0.cert | 0 | -1/18: turns have an action "nothing", the tree has none |
| false_red_dog.cert | 35/6 | 17/6: a threshold of 2 counts the mass at win chance 1 twice |
| false_pursuit_denormal.cert | 0.666… | 0.75: weights that are multiples of 5e-324 |
| false_pennies_width.cert | [0.9, 2.9] | 0: the claim missed by its own width |
| false_small_payoffs.cert | 9e-10 | 5e-11: an absolute slack of 1e-9 |
| quadrature_false.cert | [-0.3749935, -0.3749882] | -3/8: a strategy that is right at the quadrature's nodes only |
| betting_names.cert | 0 | -100: the actions a, b and "a, b" led to turns of one name |
| knows_true.cert, forged_knows_true.cert | 1, at least 1/2 | 0: row may not know the coin, but true == 1 in Python |
| old_ranges.cert | ranges that nobody read | they are nonsense |
| split_set.efg | 1 | 0: an information set with two labels was split |
| blotto_majority.cert | 1/2, as of plain Blotto | true, of the game in which the majority of posts counts |
"""

import copy
import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import zerosum
from zerosum.certificates import budget, certify, check, document
from zerosum.certificates.certify import sealed
from zerosum.core.errors import GameError, InputError, TooLargeError, ZerosumError
from zerosum.core.value import Value
from zerosum.models.continuum.form import StepStrategy

FORGED = Path(__file__).parent / "forged"


REFUSED = {
    "false_kuhn_0": "the certificate must have exactly the actions check, bet",
    "false_red_dog": "two win probabilities from 0 to 1",
    "false_pursuit_denormal": "add up to exactly 1",
    "quadrature_false": "a polynomial is a list of at most 64 numbers",
    "betting_names": "has no 'go, \"a, b\"' in the turns",
    "knows_true": "knows must be a string or an integer",
    "forged_knows_true": "knows must be a string or an integer",
    "old_ranges": "has 'ranges' in the strategies, which the rules do not ask for",
}
"""Why a file is refused; the other false claims are checked, and not proved."""


@pytest.mark.parametrize("path", sorted(FORGED.glob("*.cert")), ids=lambda path: path.stem)
def test_a_forged_certificate_is_not_confirmed(path: Path) -> None:
    if path.stem in REFUSED:
        with pytest.raises(ZerosumError, match=re.escape(REFUSED[path.stem])):
            check(path)
    elif path.stem != "blotto_majority":
        with suppress(ZerosumError):
            assert not check(path).holds


def test_a_check_says_which_game_it_confirmed() -> None:
    found = check(FORGED / "blotto_majority.cert")
    assert found.holds
    assert found.game["parameters"] == {"regiments": "4", "enemy": "3", "posts": "2", "counts": "majority"}
    assert "counts majority" in found.which
    assert "majority" in found.title


def test_a_check_tells_files_and_payoffs_apart(tmp_path: Path) -> None:
    told = []
    for end in ("1", "2"):
        rules = tmp_path / f"game{end}.toml"
        rules.write_text(f'title = "It"\n[start]\nplayer = "row"\nmoves = {{ a = 0, b = {end} }}\n')
        file = tmp_path / "it.cert"
        file.write_text(certify(zerosum.solve("hidden", path=str(rules))), encoding="ascii")
        found = check(file)
        assert found.json()["game"]["files"]["path"] == f"SHA-256 {sha256(rules.read_bytes()).hexdigest()}"
        told.append((found.title, found.game))
    assert told[0][0] == told[1][0]
    assert told[0][1] != told[1][1]
    file.write_text(certify(zerosum.solve([[1, 2], [3, Fraction(1, 2)]], exact=True)))
    assert check(file).game["parameters"] == {"payoffs": "1 2; 3 1/2"}


def test_a_file_in_which_a_set_has_two_labels_is_refused() -> None:
    with pytest.raises(GameError, match=r"set 1 .*'a' .*'b'"):
        zerosum.solve("hidden", path=str(FORGED / "split_set.efg"))


GUESS = """EFG 2 R "" {{ "row" "col" }}
c "" 1 "" {{ "h" 1/2 "t" 1/2 }} 0
p "" 1 {0} {{ "H" "T" }} 0
t "" 1 "" {{ 1, -1 }}
t "" 2 "" {{ -1, 1 }}
p "" 1 {1} {{ "H" "T" }} 0
t "" 3 "" {{ -1, 1 }}
t "" 4 "" {{ 1, -1 }}
"""


@pytest.mark.parametrize(
    ("first", "second", "value"),
    [
        ('1 "a"', '1 "a"', 0),
        ('1 ""', '1 "a"', 0),
        ('1 "a"', '01 "a"', 0),
        ('1 "a"', '2 "a"', 1),
        ('1 "a (2)"', '2 "a"', 1),
        ('1 "set (2)"', '2 ""', 1),
    ],
)
def test_the_number_of_a_set_says_which_it_is(first: str, second: str, value: int, tmp_path: Path) -> None:
    file = tmp_path / "guess.efg"
    file.write_text(GUESS.format(first, second))
    solution = zerosum.solve("hidden", path=str(file))
    assert solution.value.lower == solution.value.upper == value
    (tmp_path / "it.cert").write_text(certify(solution))
    assert check(tmp_path / "it.cert").verdict.proved == solution.value


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
    content["game"]["model"] = "hidden"


def change_the_engine(content: Any) -> None:
    content["game"]["engine"] = "phased"


def name_no_engine(content: Any) -> None:
    content["game"]["engine"] = ""


REASONS: dict[Callable[[Any], None], str] = {
    add_a_turn: "in the turns, which the rules do not ask for",
    add_an_action: "the certificate must have exactly the actions check, bet",
    swap_actions: "the certificate must have exactly the actions check, bet",
    lose_mass: "the probabilities at 'start' must be 0 or more and add up to exactly 1",
    go_beyond_one: "end points in the certificate must increase from 0 to 1",
    bring_a_parameter: "this certificate has 'bet' in the strategies, which the rules do not ask for",
    bring_a_part: "contains 'discount', which is not part of a certificate",
    claim_beyond_floats: "is not a valid certificate: hexadecimal value too large to represent as a float",
    claim_many_packed_numbers: "has 'late' in the turns, which the rules do not ask for",
    change_the_model: "have different models: the game's model is continuum",
    change_the_engine: "have different models: the game's model is continuum",
    name_no_engine: "have different models: the game's model is continuum",
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
    monkeypatch.setattr(budget, "FEW_SECONDS", 0.1)

    def work() -> None:
        with budget.bounded("it", "") as allow_for:
            allow_for({"numbers": 10**15, "text": "eNpj"})
            while True:
                pass

    with pytest.raises(TooLargeError, match="more than"):
        work()


def test_a_key_that_comes_twice_is_refused(tmp_path: Path, kuhn: dict[str, Any]) -> None:
    file = tmp_path / "it.cert"
    file.write_text(document.render(kuhn).replace('"lower"', '"upper"'))
    with pytest.raises(InputError, match="the key 'upper' twice"):
        check(file)


def test_a_forged_solution_is_not_verified(tmp_path: Path) -> None:
    """Kuhn poker for 0: every turn has an action that the tree does not have."""
    solution = zerosum.solve("kuhn")
    steps = {
        turn: StepStrategy(
            (*one.actions, "nothing"), (0, 1), ((*[Fraction(0)] * len(one.actions), Fraction(1)),)
        )
        for turn, one in solution.steps.items()
    }
    forged = replace(solution, steps=steps, value=Value(Fraction(0), Fraction(0)))
    forged.save(tmp_path / "kuhn.json")
    with pytest.raises(InputError, match="exactly the actions"):
        zerosum.load_solution(tmp_path / "kuhn.json").verify()
