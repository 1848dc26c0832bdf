"""Count the modules that a command uses, and its calls from one module to another.

    python benchmarks/hops.py match nakai equilibrium uniform --exact

Python calls only, of the command's second run in one process: the first imports and compiles. A hop is a call from
one module of the package into another, ignoring calls in between (other packages, and the wrapper of kernels); a
step is a pair of such modules. A reader who follows the command from function to function, each once and in the
order in which they are first called, comes back to modules that were left before: each time counts as a return.
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections import Counter
from itertools import groupby
from types import CodeType, FrameType

from zerosum.cli import main

Hops = Counter[tuple[str, str]]


def hops(words: list[str]) -> tuple[Hops, list[str]]:
    """Return the number of calls between modules, and the module of each function in the order of first calls."""
    counted: Hops = Counter()
    functions: dict[CodeType, str] = {}

    def seen(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and (name := _module(frame)):
            functions.setdefault(frame.f_code, name)
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
    return counted, list(functions.values())


def _module(frame: FrameType) -> str:
    """Return the module of the package that a frame belongs to, or nothing."""
    package, _, rest = str(frame.f_globals.get("__name__", "")).partition(".")
    return rest if package == "zerosum" and rest not in ("compiled", "core.compiled") else ""


def report(words: list[str]) -> None:
    """Return the counts, and the most frequent steps."""
    counted, functions = hops(words)
    visits, modules = [name for name, _ in groupby(functions)], set(functions)
    print(
        f"{len(modules)} modules, {len(visits) - len(modules)} returns, "
        f"{counted.total()} hops, {len(counted)} different steps"
    )
    for (one, other), times in counted.most_common(20):
        print(f"{times:6d}  {one} → {other}")


if __name__ == "__main__":
    report(sys.argv[1:])
