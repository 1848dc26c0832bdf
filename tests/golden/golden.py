"""What users saw before the redesign: answers as JSON, saved solutions and certificates, recorded once.

`python -m tests.golden.golden` records them again. Do that only when an answer is meant to change, and read the diff.
"""

import json
import os
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.command import run

from zerosum.cli import match

FOLDER = Path(__file__).parent
ANSWERS = FOLDER / "answers"
SOLUTIONS = FOLDER / "solutions"
CERTIFICATES = FOLDER / "certificates"
EXAMPLES = FOLDER.parents[1] / "examples"

GAMES: dict[str, list[str]] = {
    "jujitsu": ["--cards", "4"],
    "goofspiel": ["--cards", "4"],
    "matches": ["--matches", "9"],
    "red-dog": ["--ranks", "6"],
    "red-dog-pot": [],
    "blackjack": ["--deck", "2,2,2,2,2,2,2,2,2,4"],
    "seven-and-a-half": [],
    "nakai": ["--stages", "4"],
    "gleason": [],
    "relance": [],
    "two-bets": [],
    "raise": ["--cards", "5"],
    "bets": ["--cards", "3"],
    "raises": ["--cards", "3"],
    "kuhn": [],
    "leduc": ["--ranks", "2"],
    "liars-dice": ["--sides", "2"],
    "blind-goofspiel": ["--cards", "3"],
    "phases": ["--cards", "2"],
    "sealed-bets": ["--cards", "2"],
    "two-phase-relance": ["--tolerance", "0.01"],
    "two-phase-raise": ["--tolerance", "0.01"],
    "free-dealer": ["--goal", "4"],
    "blackjack-for-two": ["--goal", "5"],
    "seven-and-a-half-for-two": ["--goal", "2"],
    "rps": [],
    "morra": [],
    "blotto": [],
    "oshi-zumo": [],
    "silent-duel": [],
    "noisy-duel": [],
    "inspection": [],
    "pursuit": [],
    "hidden": ["one-card-bluff.toml"],
    "betting": ["betting-deck.toml"],
    "dealt-betting": ["betting-ranges.toml"],
    "stochastic": ["shapley.toml"],
}
"""Every game of the catalogue, and the words that make it small."""

OTHERS = [
    ["solve", "kuhn", "--cards", "4", "--bet", "2"],
    ["solve", "relance", "--bet", "3/2"],
    ["solve", "stochastic", "dare.toml"],
    ["solve", "stochastic", "big_match.toml"],
    ["solve", "stochastic", "two_positions.toml"],
    ["solve", "betting", "betting-von-neumann.toml"],
    ["solve", "betting", "betting-two-rounds.toml"],
    ["solve", "jujitsu", "--cards", "4", "--row", "1,3", "--col", "2,3", "--score", "-2"],
    ["solve", "kuhn", "--hand", "2"],
    ["solve", "gleason", "--node", "2", "--q", "0.3"],
    ["solve", "nakai", "--stages", "4", "--x", "0.4"],
    ["solve", "inspection", "--exact"],
    ["matrix", "0 -1 1; 1 0 -1; -1 1 0"],
    ["matrix", "2 -1 4; 0 3 -1", "--exact"],
]
"""Other questions."""

SAVED: dict[str, tuple[Any, dict[str, Any]]] = {
    "matrix": ([[2, -1, 4], [0, 3, -1]], {"exact": True}),
    "staged": ("inspection", {}),
    "staged-exact": ("inspection", {"exact": True}),
    "subtraction": ("matches", {"heaps": (3, 4, 5)}),
    "tricks": ("jujitsu", {"cards": 3}),
    "tricks-exact": ("goofspiel", {"cards": 3, "exact": True}),
    "targets": ("nakai", {}),
    "stochastic": ("stochastic", {"path": "dare.toml"}),
    "stochastic-limit": ("purgatory", {"levels": 3}),
    "lagged": ("gleason", {}),
    "betting": ("kuhn", {}),
    "betting-line": ("raise", {}),
    "phased": ("two-phase-relance", {"tolerance": 0.05, "cells": 8}),
    "wager": ("red-dog", {}),
    "drawing": ("seven-and-a-half", {}),
    "hidden": ("leduc", {"ranks": 2}),
    "river": ("river", {"oop": "KK, T9s, 7h6h", "ip": "QQ, AKs, AsTs", "bets": "pot"}),
    "turn": ("turn", {"oop": "KhKd, Td9d", "ip": "QhQd, AhTc", "stacks": 10}),
    "turn-floats": ("turn", {"oop": "KhKd", "ip": "QhQd, AhTc", "stacks": 10, "tolerance": 0.5}),
    "river-floats": ("river", {"oop": "KK, 7h6h", "ip": "QQ, AhKh", "bets": "pot", "tolerance": 0.01}),
    "streets": ("rhode-island", {"ranks": 2, "suits": 3, "first_order": True, "tolerance": 1.0}),
    "allocation": ("battlefields", {"soldiers": 4, "enemy": 3, "fields": (1, 1, 2)}),
    "hidden-pure": ("liars-dice", {"sides": 2, "pure": True}),
}
"""Solutions of every model that are saved and certified."""

CHANGING = {"seconds", "method"}
"""Keys that differ from run to run: a method says whether tables were found on disk."""


def questions(name: str) -> list[list[str]]:
    """The commands whose JSON is recorded for a game."""
    match = ["match", name, *GAMES[name], "equilibrium", "best-response"]
    uniform = ["match", name, *GAMES[name], "equilibrium", "uniform"]
    house = ["match", name, *GAMES[name], "equilibrium", "house"]
    return [
        ["solve", name, *GAMES[name]],
        ["verify", name, *GAMES[name]],
        uniform,
        house,
        [*uniform, "--plays", "500", "--seed", "3"],
        [*house, "--plays", "500", "--seed", "3"],
        match,
        [*uniform, "--range"],
        ["match", name, *GAMES[name], "uniform", "--exploit"],
    ]


def asked(words: list[str]) -> dict[str, Any]:
    """What a command answers as data, or the sentence by which it refuses."""
    typed = [str(EXAMPLES / word) if word.endswith(".toml") else word for word in words]
    with patch.object(match, "AT_ONCE", 600.0):  # what was computed is not sampled on a loaded machine
        shown = run(*typed, "--json")
    if shown.returncode:
        return {"words": words, "status": shown.returncode}
    return {"words": words, "status": 0, "answer": steady(json.loads(shown.stdout))}


def steady(answer: Any) -> Any:
    """An answer without times and paths."""
    if isinstance(answer, dict):
        return {key: steady(part) for key, part in answer.items() if key not in CHANGING}
    if isinstance(answer, list):
        return [steady(part) for part in answer]
    return Path(answer).name if isinstance(answer, str) and answer.endswith(".toml") else answer


def record() -> None:
    """Write all of it."""
    os.chdir(EXAMPLES)  # so that no file names a folder of this machine
    for folder in (ANSWERS, SOLUTIONS, CERTIFICATES):
        folder.mkdir(exist_ok=True)
    for name in GAMES:
        write(ANSWERS / f"{name}.json", [asked(words) for words in questions(name)])
    write(ANSWERS / "others.json", [asked(words) for words in OTHERS])
    record_files()


def record_files() -> None:
    """Write the saved solutions and the certificates."""
    import zerosum
    from zerosum.certificates import certify
    from zerosum.core.errors import ZerosumError

    os.chdir(EXAMPLES)
    for name, (game, options) in SAVED.items():
        solution = zerosum.solve(game, **options)
        solution.save(SOLUTIONS / f"{name}.json")
        write(SOLUTIONS / f"{name}.answer.json", steady(solution.json()))
        try:
            (CERTIFICATES / f"{name}.cert").write_text(certify(solution), encoding="utf-8")
        except ZerosumError as error:
            print(name, error)  # noqa: T201


def write(path: Path, answer: Any) -> None:
    """Data as a file, one line for each entry of a list."""
    lines = answer if isinstance(answer, list) else [answer]
    text = ",\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
    path.write_text(f"[\n{text}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    record()
