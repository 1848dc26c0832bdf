"""The GPU's kernels without a GPU: the same source, built by the C++ compiler of this machine."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from zerosum.models.staged.engines.tricks.gpu.device import Build, source

COMPILER = shutil.which("g++") or shutil.which("clang++")


class HostDevice:
    """A device whose arrays are numpy's and whose warps run one after the other."""

    def __init__(self, folder: Path, *defines: str) -> None:
        code = folder / "kernels.cpp"
        code.write_text(source("host"))
        own = [f"-D{define}" for define in defines]
        self._libraries = {
            fixed: self._build(
                code, folder / f"kernels-{fixed}.so", [*Build(fixed, large=True).options, *own]
            )
            for fixed in (False, True)
        }

    @staticmethod
    def _build(code: Path, library: Path, options: list[str]) -> ctypes.CDLL:
        flags = ["-std=c++17", "-O2", "-fPIC", "-shared", *options]
        assert COMPILER is not None
        subprocess.run([COMPILER, *flags, "-o", library, code], check=True)
        return ctypes.CDLL(str(library))

    @property
    def free_bytes(self) -> int:
        return 1 << 34

    def put(self, array: Any) -> Any:
        return np.array(array, order="C")

    def empty(self, size: int, dtype: Any) -> Any:
        return np.full(size, 77, dtype)

    def tidy(self) -> None:
        pass

    def fetch(self, held: Any) -> Any:
        return held.copy()

    def launch(self, kernel: str, build: Build, blocks: int, ground: int, *arguments: Any) -> None:
        library = self._libraries[build.fixed]
        passed = [_passed(argument) for argument in arguments]
        for block in range(blocks):
            library.set_block(ctypes.c_longlong(block))
            getattr(library, kernel)(*passed)


def _passed(argument: Any) -> Any:
    """An argument as C takes it."""
    if isinstance(argument, np.ndarray):
        return ctypes.c_void_p(argument.ctypes.data)
    return ctypes.c_double(argument) if isinstance(argument, np.float64) else ctypes.c_int(argument)
