"""What entries send, by machine: only answers are read, whatever the bytes; and whole tournaments of forgers."""

import json
import random
from fractions import Fraction
from pathlib import Path

import pytest
from tests.fuzz.command import CASES

import zerosum
from zerosum.tournament import tournament
from zerosum.tournament.messages import (
    ProtocolError,
    decode,
    encode,
    question_text,
    read_answer,
    read_message,
)
from zerosum.tournament.sandbox import Sandbox, find_sandbox

MOVES = ("check", "bet", "fold")
FORGERS = max(2, CASES // 1000)
"""Number of entries in a tournament of forgers."""
ODD = [
    0,
    1,
    -1,
    3,
    0.5,
    True,
    None,
    "1/2",
    "1/0",
    "-1/3",
    "1" * 300,
    1e308,
    -0.0,
    10**30,
    [],
    {},
    "x",
    "\u202e",
    [0, 1],
    [1, "1/2"],
    [[0, 1]],
    {"to": 1},
]


def mutated(random: random.Random) -> bytes:
    """An answer with something wrong, or not."""
    mix = [
        [random.choice(ODD) if random.random() < 0.3 else k, random.choice(ODD)]
        for k in range(random.randrange(4))
    ]
    answer = {"to": 1, "answer": mix, "same": random.choice([True, False, 1, None])}
    if random.random() < 0.3:
        answer[random.choice(["answer", "same", "to", "failed", "__class__"])] = random.choice(ODD)
    line = bytearray(json.dumps(answer).encode())
    for _ in range(random.choice([0, 0, 1, 5])):
        line[random.randrange(len(line))] = random.randrange(256)
    return bytes(line[: random.choice([len(line), random.randrange(len(line))])])


def test_only_moves_and_numbers_come_out_of_any_bytes() -> None:
    numbers = random.Random(1)
    read = 0
    for _ in range(CASES):
        try:
            mix, same = read_answer(read_message(mutated(numbers)), MOVES)
        except ProtocolError:
            continue
        read += 1
        assert set(mix) <= set(MOVES)
        assert {type(p) for p in mix.values()} <= {int, float, Fraction}
        assert type(same) is bool
    assert read


def test_positions_arrive_as_they_were_sent() -> None:
    numbers = random.Random(2)

    def thing(depth: int) -> object:
        """Anything that rules may use as a position."""
        leaf = [None, True, 3, 10**40, -0.5, float("inf"), Fraction(1, 3), "a, b", '"name":"os', b"\x00", "✓"]
        if depth == 0 or numbers.random() < 0.3:
            return numbers.choice(leaf)
        parts = [thing(depth - 1) for _ in range(numbers.randrange(4))]
        kinds = [tuple, list, lambda some: {str(k): one for k, one in enumerate(some)}]
        return numbers.choice(kinds)(parts)

    for _ in range(max(100, CASES // 20)):
        sent = thing(4)
        arrived = decode(json.loads(json.dumps(encode(sent))))
        assert repr(arrived) == repr(sent)


def test_equal_positions_ask_the_same_question() -> None:
    seen = [zerosum.play("kuhn", seed=seed).observation() for seed in range(30)]
    assert {one.position.hand for one in seen} == {"J", "Q", "K"}
    assert len(set(map(question_text, seen))) == 3


@pytest.mark.parametrize("walls", [Sandbox(problem="this test does without"), find_sandbox()])
def test_a_tournament_of_forgers_ends_in_a_ranking(walls: Sandbox, tmp_path: Path) -> None:
    numbers = random.Random(3)
    for number in range(FORGERS):
        data = b"".join(
            mutated(numbers) + numbers.choice([b"\n", b""]) for _ in range(numbers.randrange(1, 4))
        )
        (tmp_path / f"forger{number}.py").write_text(
            f"import os\nDATA = {data!r}\n\ndef player(seen):\n    for fd in range(3, 64):\n        try:\n"
            "            os.write(fd, DATA)\n        except OSError:\n            pass\n    return seen.moves[0]\n",
            encoding="utf-8",
        )
    (tmp_path / "honest.py").write_text("def player(seen):\n    return seen.moves[0]\n", encoding="utf-8")
    found = tournament(zerosum.load("rps")(), tmp_path, seconds=1.0, sandbox=walls)
    assert len(found.results) == FORGERS + 1
    assert "honest" not in {trouble.entry for trouble in found.troubles}
    place = found.robin.rows.index("honest")
    assert found.robin.means[place][place] == 0
    assert all(-1 <= mean <= 1 for mean in found.robin.means[place])  # a forger may also send a real answer
