"""What every game of the catalogue answers at every door, recorded before a change and compared by meaning after it.

    python -m tests.golden.everything record before.json
    python -m tests.golden.everything compare before.json after.json

Numbers are compared as numbers, text without its numbers, times and paths; each difference is one line. The recording
is not kept in the repository: it belongs to one change. `--only kuhn,leduc` records some games.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.command import run
from tests.golden.golden import EXAMPLES, GAMES, OTHERS, steady

from zerosum import games
from zerosum.core.errors import ZerosumError
from zerosum.core.progress import silent
from zerosum.request import load_game
from zerosum.web import jobs

MORE: dict[str, list[list[str]]] = {
    "kuhn": [["--cards", "5", "--bet", "1/2"], ["--cards", "4", "--refine"]],
    "leduc": [["--ranks", "3"]],
    "jujitsu": [["--cards", "5"], ["--cards", "3", "--exact"]],
    "goofspiel": [["--cards", "3", "--exact"], ["--cards", "5"]],
    "matches": [["--heaps", "3,4,5"], ["--matches", "30", "--takes", "1,3,4"]],
    "liars-dice": [["--sides", "3"]],
    "raise": [["--bet", "2"]],
    "two-bets": [["--low", "1/2", "--high", "2"]],
    "relance": [["--bet", "3"]],
    "nakai": [["--stages", "6", "--targets", "beta(2,3)"]],
    "gleason": [["--digits", "20"]],
    "rhode-island": [["--ranks", "2", "--suits", "2"], ["--ranks", "3", "--suits", "4", "--first-order"]],
    "river": [["--oop", "KK, T9s, 7h6h", "--ip", "QQ, AKs, AsTs", "--bets", "pot"]],
    "turn": [["--oop", "KhKd, Td9d", "--ip", "QhQd, AhTc", "--stacks", "10"]],
    "toy-river": [["--a", "AA, QQ", "--b", "KK"]],
    "morra": [["--fingers", "3"]],
    "blotto": [["--soldiers", "7"]],
    "stochastic": [["big_match.toml"], ["two_positions.toml"], ["shapley.toml", "--discount", "1/2"]],
    "hidden": [["signalling.toml"]],
    "pursuit": [["--exact"]],
}
"""Further parameters, beside the small size of the golden files and the default of a game that is small."""

QUESTIONS: list[list[str]] = [
    ["solve"],
    ["solve", "--json"],
    ["solve", "--ev"],
    ["solve", "--ev", "--json"],
    ["solve", "--range"],
    ["solve", "--range", "--json"],
    ["solve", "--steps"],
    ["solve", "--latex"],
    ["plot", "--tree", "--tikz"],
    ["verify", "--json"],
    ["match", "equilibrium", "uniform", "--json"],
    ["match", "uniform", "--exploit", "--json"],
]
"""Commands about a game; its words come after the verb, and players after those."""

TIME = re.compile(r"\b\d+(\.\d+)? (s|ms|min)\b")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?:/\d+)?")


def lines(name: str) -> Iterator[list[str]]:
    """The words after the verb, for each size of a game."""
    flags = dict(load_game(name).demo_parameters)
    small = [Path(flags.pop("path")).name] if "path" in flags else []
    small += [word for flag, value in flags.items() for word in (f"--{flag.replace('_', '-')}", value)]
    seen = []
    for words in (GAMES.get(name), small, *MORE.get(name, [])):
        if words is not None and words not in seen:
            seen.append(words)
            yield words


def asked(verb: str, name: str, words: list[str], rest: list[str]) -> Any:
    """What a command answers: data, text, or its refusal."""
    shown = run(verb, name, *words, *rest)
    assert "there is no flag" not in shown.stderr or verb == "plot", shown.stderr
    if shown.returncode:
        return {"refused": shown.stderr.strip()[-300:], "status": shown.returncode}
    if "--json" in rest:
        return steady(json.loads(shown.stdout))
    return {"text": TIME.sub("T", shown.stdout).splitlines()}


def page(name: str, words: list[str]) -> Any:
    """What the site's page of the game gets."""
    given = {"path": words[0]} if words and not words[0].startswith("--") else {}
    rest = words[len(given) :]
    while rest:
        flag, *rest = rest
        value = rest.pop(0) if rest and not rest[0].startswith("--") else "true"
        given[flag[2:].replace("-", "_")] = value
    try:
        found = jobs.answer(silent, name, given)
    except (ZerosumError, ValueError) as error:
        return {"refused": str(error)}
    return steady(json.loads(json.dumps(found, default=str)))


def record(path: Path, only: set[str]) -> None:
    """Write everything into a file."""
    os.chdir(EXAMPLES)  # so that no file names a folder of this machine
    found: dict[str, Any] = {}
    began = time.perf_counter()
    for name in games.CATALOG:
        if only and name not in only:
            continue
        for words in lines(name):
            title = " ".join([name, *words])
            for verb, *rest in QUESTIONS:
                found[f"{verb} {title} {' '.join(rest)}".strip()] = asked(verb, name, words, rest)
            found[f"page {title}"] = page(name, words)
            with tempfile.TemporaryDirectory() as folder:
                run("handout", name, *words, "--out", f"{folder}/handout.html")
                found[f"handout {title}"] = written(Path(folder) / "handout.html")
                plotted = run("plot", name, *words, "--out", f"{folder}/figure.svg")
                found[f"plot {title}"] = {"status": plotted.returncode, "refused": plotted.stderr[-200:]}
                run("certify", name, *words, "--out", f"{folder}/proof.cert")
                checked = run("check", f"{folder}/proof.cert", "--json")
                found[f"check {title}"] = (
                    steady(json.loads(checked.stdout))
                    if checked.stdout
                    else {"refused": checked.stderr[-200:]}
                )
            print(f"{time.perf_counter() - began:6.0f} s  {title}", file=sys.stderr, flush=True)  # noqa: T201
    for words in [] if only else OTHERS:
        found[" ".join(words)] = asked(words[0], words[1], words[2:], ["--json"])
    path.write_text(json.dumps(found, indent=0, ensure_ascii=False), encoding="utf-8")


def written(path: Path) -> list[str]:
    """The text of a page without its markup and pictures, paragraph by paragraph."""
    if not path.exists():
        return []
    page = re.sub(r"<(svg|style|script).*?</\1>", "", path.read_text(encoding="utf-8"), flags=re.S)
    return [
        text.strip() for text in re.sub(r"<[^>]*>", "\n", TIME.sub("T", page)).split("\n") if text.strip()
    ]


def number(text: str) -> float:
    """A decimal or a fraction."""
    return float(Fraction(text)) if "/" in text else float(text)


def differences(before: Any, after: Any, path: str = "") -> Iterator[str]:
    """Where two recordings differ: floats by more than rounding, other numbers and words at all."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in before.keys() | after.keys():
            if key not in after or key not in before:
                yield f"{path}/{key}: only {'before' if key in before else 'after'}"
            else:
                yield from differences(before[key], after[key], f"{path}/{key}")
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for place, pair in enumerate(zip(before, after, strict=True)):
            yield from differences(*pair, f"{path}/{place}")
    elif isinstance(before, float | int) and isinstance(after, float | int):
        if not math.isclose(before, after, rel_tol=1e-7, abs_tol=1e-9):
            yield f"{path}: {before} became {after}"
    elif isinstance(before, str) and isinstance(after, str):
        before, after = TIME.sub("T", before), TIME.sub("T", after)
        numbers = [NUMBER.findall(text) for text in (before, after)]
        same = NUMBER.sub("#", before).split() == NUMBER.sub("#", after).split()
        if not same or not all(
            math.isclose(number(a), number(b), rel_tol=1e-5, abs_tol=1e-9)
            for a, b in zip(*numbers, strict=True)
            if not a.endswith("/0")
        ):
            yield f"{path}: {before!r:.160} became {after!r:.160}"
    elif before != after:
        yield f"{path}: {before!r:.160} became {after!r:.160}"


def compare(before: Path, after: Path) -> int:
    """Print every difference, and say how many there are."""
    count = 0
    for line in differences(*(json.loads(path.read_text(encoding="utf-8")) for path in (before, after))):
        count += 1
        print(line)  # noqa: T201
    print(f"{count} differences")  # noqa: T201
    return bool(count)


def main() -> None:
    """Record, or compare two recordings."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["record", "compare"])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    if given.what == "record":
        record(given.files[0].resolve(), set(filter(None, given.only.split(","))))
    else:
        sys.exit(compare(*given.files))


if __name__ == "__main__":
    main()
