"""What every command prints with --json is what `docs/reference/output.schema.json` says."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.command import run

from zerosum.cli import VERBS

jsonschema_rs = pytest.importorskip("jsonschema_rs")

ROOT = Path(__file__).parents[2]
SCHEMA: dict[str, Any] = json.loads((ROOT / "docs/reference/output.schema.json").read_text(encoding="utf-8"))
COMMANDS = [
    "games",
    "store",
    "solve kuhn",
    "solve kuhn --ev",
    "solve kuhn --range",
    "solve kuhn --hand K",
    "solve nakai --stages 2",
    "solve gleason",
    "solve matches --matches 9",
    "solve red-dog --ranks 6",
    "solve seven-and-a-half",
    "solve hidden {examples}/one-card-bluff.toml",
    "solve hidden {examples}/one-card-bluff.toml --seen ace",
    "solve stochastic {examples}/shapley.toml",
    "verify goofspiel --cards 3",
    "verify relance",
    "exploit kuhn uniform",
    "exploit blackjack mimic-the-house",
    "exploit relance uniform",
    "match kuhn equilibrium uniform",
    "match kuhn equilibrium meekest --range",
    "match kuhn uniform --exploit",
    "match kuhn --all --out {tmp}/match.png",
    "match jujitsu --cards 3 equilibrium uniform --plays 50",
    "tournament {tmp} --game pennies",
    "matrix 1,-1;-1,1",
    "matrix 1,-1;-1,1 --exact",
    "plot rps --out {tmp}/rps.png",
    "sweep kuhn --bet 1,-1 --workers 1",
    "formula kuhn --bet 1..2",
    "check {golden}/betting.cert",
    "check {golden}/tricks.cert",
    "reproduce matches",
]


def schema_of(command: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{command}", "$defs": SCHEMA["$defs"]}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_prints_what_the_schema_says(command: str, tmp_path: Path) -> None:
    folders = {
        "examples": ROOT / "examples",
        "golden": ROOT / "tests/golden/certificates",
        "tmp": tmp_path,
    }
    for name, move in (("anna", 0), ("ben", -1)):
        (tmp_path / f"{name}.py").write_text(f"def player(seen):\n    return seen.moves[{move}]\n", "utf-8")
    words = command.format(**folders).split()
    shown = run(*words, "--json")
    assert shown.returncode == 0, shown.stderr
    jsonschema_rs.validate(schema_of(words[0]), json.loads(shown.stdout))


def test_recorded_answers_of_every_game_fit_the_schema() -> None:
    """The golden answers leave out what changes from run to run."""
    count = 0
    for path in (ROOT / "tests/golden/answers").glob("*.json"):
        for entry in json.loads(path.read_text(encoding="utf-8")):
            answer = entry.get("answer")
            if entry.get("status") == 0 and isinstance(answer, dict) and entry["words"][0] in SCHEMA["$defs"]:
                jsonschema_rs.validate(schema_of(entry["words"][0]), {"method": "", "seconds": 0, **answer})
                count += 1
    assert count > 250


def test_every_command_with_json_is_in_the_schema() -> None:
    """Every command is in the schema, or does not take --json."""
    for name in VERBS:
        shown = run(
            name,
            *(
                ["kuhn"]
                if name
                in (
                    "solve",
                    "plot",
                    "verify",
                    "certify",
                    "match",
                    "exploit",
                    "play",
                    "formula",
                    "sweep",
                    "tournament",
                )
                else []
            ),
            "--help",
        )
        assert (" --json " in shown.stdout) == (name in SCHEMA["$defs"]), name
        assert name not in SCHEMA["$defs"] or any(command.split()[0] == name for command in COMMANDS), name


@pytest.mark.parametrize("wrong", ["1.5", "1/-2", "a", "", "1e3", None])
def test_a_number_is_a_float_or_a_fraction_in_a_text(wrong: object) -> None:
    with pytest.raises(jsonschema_rs.ValidationError):
        jsonschema_rs.validate(schema_of("number"), wrong)


@pytest.mark.parametrize(("flag", "key"), [("--ev", "evs"), ("--range", "ranges")])
def test_the_schema_knows_the_answers_to_questions(flag: str, key: str) -> None:
    (answer,) = json.loads(run("solve", "pennies", flag, "--json").stdout)[key][:1]
    listed = SCHEMA["$defs"]["solve"]["properties"][key]["items"]["properties"]
    assert set(listed) == set(answer)
