"""Slow addresses of the site, asked for by machine: no answer is a failure of the site, and a visitor's moves go on."""

from collections import Counter
from pathlib import Path

from benchmarks import attack
from tests.fuzz.command import CASES

CLIENTS = min(50, max(4, CASES // 400))
SECONDS = min(60.0, max(4.0, CASES / 300))


def test_slow_addresses_never_fail_and_moves_go_on(tmp_path: Path) -> None:
    server, port = attack.start(tmp_path)
    try:
        visitors, hostile = attack.attack(port, CLIENTS, SECONDS)
        _, left = attack.stop(server)
    finally:
        server.kill()
    answers = sum((one.answers for one in hostile), Counter[str]())
    assert not {"500", "502"} & answers.keys(), answers
    assert all(one.times for one in visitors)
    assert left == 0
