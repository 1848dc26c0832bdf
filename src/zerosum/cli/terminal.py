"""What reaches the terminal: no escape sequence of a name or a title, and no character that it cannot show."""

from __future__ import annotations

import io
import os
import sys

from rich import control
from rich.console import Console

__all__ = ["shown", "tame"]

CONTROLS = [code for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"]


def tame() -> None:
    """Let rich drop all control characters of texts, and streams replace what their encoding lacks.

    A stream that is closed leads nowhere; so no file that is opened later takes its place.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    Console.on_broken_pipe = _gone  # type: ignore[method-assign, assignment]
    control._CONTROL_STRIP_TRANSLATE.update(dict.fromkeys(CONTROLS))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _gone(console: Console) -> None:
    """Nobody reads any more: that is for the command to take note of, and no failure."""
    raise BrokenPipeError


def shown(text: str) -> str:
    """A text without control characters."""
    return text.translate(dict.fromkeys(CONTROLS))
