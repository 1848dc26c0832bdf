"""What is shown while a person waits."""

from typing import Any

import numba
import pytest

from zerosum.cli.terminal import COMPILING, Bar


class Terminal:
    """Standard error as a terminal that keeps what it is given."""

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        pass


def test_one_line_tells_of_compiling_and_only_when_something_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)

    twice: Any = numba.njit(lambda x: x + x)

    with Bar():
        assert terminal.text == ""
        assert twice(1.0) == 2.0
        assert terminal.text == f"{COMPILING}\n"
    with Bar():
        twice(1)
    assert terminal.text == f"{COMPILING}\n"


def test_the_bar_says_which_part_it_is_on(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("zerosum.cli.terminal.PATIENCE", 0.0)
    with Bar() as bar:
        bar.about = "lowest v highest, 2 of 4,"
        bar(1, 7, "positions")
        bar(7, 7, "positions")
        bar.about = ""
        bar(0, 3, "claims")
    assert "lowest v highest, 2 of 4, positions" in terminal.text
    assert "claims" in terminal.text


def test_the_bar_forgets_a_total_that_is_no_longer_known(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("zerosum.cli.terminal.PATIENCE", 0.0)
    with Bar() as bar:
        bar(1, 7000, "plays")
        bar(9876, 0, "questions")
    assert "9876/7000" not in terminal.text
    assert "questions" in terminal.text
