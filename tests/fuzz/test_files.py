"""Files of every kind, cut and spoilt: an answer or one sentence; and intervals that hold the exact value."""

from __future__ import annotations

import copy
import json
import re
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.fuzz.command import run, share

import zerosum
from zerosum.certificates import certify, document
from zerosum.certificates.certify import sealed

EXAMPLES = Path(__file__).parents[2] / "examples"

MATRICES = {
    ".csv": ",left,right\nup,1,-2\ndown,1/3,4e-1\n",
    ".json": '{"matrix": [[1, "1/2"], [-3, 0.25]], "rows": ["a", "b"], "columns": ["c", "d"]}',
    ".toml": 'matrix = [[1, -1], ["1/3", 2.5]]\n',
    ".nfg": 'NFG 1 R "Pennies" { "A" "B" } { 2 2 }\n1 -1 -1 1 -1 1 1 -1\n',
}
EFG = """EFG 2 R "Bluff" { "row" "col" }
c "" 1 "" { "a" 1/2 "b" 1/2 } 0
p "" 1 1 "" { "bet" "check" } 0
p "" 2 1 "" { "call" "fold" } 0
t "" 1 "" { 2, -2 }
t "" 2 "" { 1, -1 }
t "" 3 "" { 1, -1 }
p "" 1 2 "" { "bet" "check" } 0
p "" 2 1 "" { "call" "fold" } 0
t "" 4 "" { -2, 2 }
t "" 5 "" { 1, -1 }
t "" 6 "" { -1, 1 }
"""
BOARD = '[nodes.a]\npayoff = 1\ncc = "b"\ncl = "b"\n[nodes.b]\npayoff = -1\ncc = "a"\ncl = "b"\n'

NASTY = (
    *(
        "0",
        "-1",
        "1e400",
        "-1e400",
        "nan",
        "inf",
        "1000000000",
        "1" * 5000,
        "1/0",
        '"1/0"',
        "²",
        '""',
        "[]",
        "{}",
    ),
    *(
        "\x1b[31m",
        "\x00",
        "\udc80",
        "[[1]]",
        "true",
        "null",
        "0.1",
        '"a"',
        "start",
        '"\\u001b[2J"',
        "[" * 3000,
    ),
)

SOURCES: list[tuple[list[str], str, str]] = [
    *((["matrix"], suffix, text) for suffix, text in MATRICES.items()),
    (["solve", "hidden"], ".efg", EFG),
    (["solve", "gleason", "--board"], ".toml", BOARD),
    *(
        (["solve", kind], ".toml", (EXAMPLES / name).read_text(encoding="utf-8"))
        for kind, name in (
            ("betting", "betting-deck.toml"),
            ("betting", "betting-von-neumann.toml"),
            ("hidden", "one-card-bluff.toml"),
            ("stochastic", "shapley.toml"),
            ("stochastic", "two_positions.toml"),
        )
    ),
]
TOKEN = re.compile(r'"[^"\n]*"|[\w.+-]+|[^\s]|\n')


@st.composite
def spoilt(draw: st.DrawFn, text: str) -> str:
    """A text of which some tokens are replaced, doubled or left out."""
    tokens = TOKEN.findall(text)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(tokens) - 1))
        other = tokens[draw(st.integers(0, len(tokens) - 1))]
        tokens[at] = draw(st.sampled_from(("", other, f"{tokens[at]} {other}", *NASTY)))
    return " ".join(tokens)


@st.composite
def files(draw: st.DrawFn) -> tuple[list[str], str, str]:
    """A command, and a spoilt file for it."""
    words, suffix, text = draw(st.sampled_from(SOURCES))
    return words, suffix, draw(spoilt(text))


@share(17)
@given(files())
def test_spoilt_files_are_solved_or_refused_in_a_sentence(case: tuple[list[str], str, str]) -> None:
    words, suffix, text = case
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"game{suffix}")
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        run([*words, str(path)])


@cache
def certificates() -> list[str]:
    """Small certificates of several models."""
    small = [zerosum.solve("kuhn"), zerosum.solve("liars-dice", sides=2), zerosum.solve("matches", matches=5)]
    shapley = zerosum.solve("stochastic", path=str(EXAMPLES / "shapley.toml"))
    return [certify(one) for one in (*small, shapley, zerosum.solve([[1, 0], [0, 2]]))]


SPOILT_VALUES = (
    None,
    0,
    -1,
    [],
    {},
    "",
    "1/0",
    "nan",
    "0x1.8p-1",
    "1/3",
    "9" * 5000,
    "\x1b[31m",
    True,
    1e300,
    [[]],
)


def _places(content: Any) -> list[tuple[Any, Any]]:
    """Every place in a tree of lists and tables."""
    here = list(content) if isinstance(content, dict) else range(len(content))
    found = [(content, key) for key in here]
    for key in here:
        if isinstance(content[key], dict | list):
            found += _places(content[key])
    return found


@share(8)
@given(st.data())
def test_spoilt_certificates_are_refused_or_hold(data: st.DataObject) -> None:
    content = json.loads(data.draw(st.sampled_from(certificates())))
    for _ in range(data.draw(st.integers(0, 2))):
        places = _places(content)
        parent, key = places[data.draw(st.integers(0, len(places) - 1))]
        parent[key] = copy.deepcopy(data.draw(st.sampled_from(SPOILT_VALUES)))
    content.pop("format", None)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "spoilt.cert")
        path.write_text(document.render(sealed(content)))
        run(["check", str(path)])
