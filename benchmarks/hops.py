"""Through how many modules a command goes, and how often it changes from one to another.

    python benchmarks/hops.py match nakai equilibrium uniform --exact

Python calls only, of the command's second run in one process: the first imports and compiles. A hop is a call from one
module of the package into another, whatever lies between; a step is a pair of such modules.
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections import Counter
from types import FrameType

from zerosum.cli import main


def hops(words: list[str]) -> Counter[tuple[str, str]]:
    """How often each module called into each other."""
    counted: Counter[tuple[str, str]] = Counter()

    def seen(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and (name := _module(frame)):
            caller = frame.f_back
            while caller and not _module(caller):
                caller = caller.f_back
            if caller and _module(caller) != name:
                counted[_module(caller), name] += 1

    sys.argv = ["zerosum", *words]
    with contextlib.redirect_stdout(io.StringIO()):
        main()
        sys.setprofile(seen)
        try:
            main()
        finally:
            sys.setprofile(None)
    return counted


def _module(frame: FrameType) -> str:
    """The module of the package that a frame belongs to, or nothing."""
    package, _, rest = str(frame.f_globals.get("__name__", "")).partition(".")
    return rest if package == "zerosum" else ""


def report(words: list[str]) -> None:
    """The figures, and the steps that are taken most often."""
    counted = hops(words)
    modules = {name for step in counted for name in step}
    print(f"{len(modules)} modules, {counted.total()} hops, {len(counted)} different steps")
    for (one, other), times in counted.most_common(20):
        print(f"{times:6d}  {one} → {other}")


if __name__ == "__main__":
    report(sys.argv[1:])
