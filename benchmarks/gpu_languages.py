"""The heart of the GPU engine in two languages: CUDA C++ by CuPy, which the engine uses, and Python by numba.cuda.

    python benchmarks/gpu_languages.py          needs a GPU, CuPy and numba-cuda
    python benchmarks/gpu_languages.py --check  the Python kernels in numba's simulator; needs neither

Each of 32 lanes has a matrix game in shared memory, and a warp tries one support on all: solve the equations,
complete the probabilities, take both bounds. In Python there are two versions: with loops over local arrays, and
with all loops unrolled, which keeps the equations in registers as C++ templates do.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

CARDS, TRIES, BLOCKS = 9, 200, 132 * 40
HOPE = 1e-6

CPLUSPLUS = """
KERNEL(WARPS) tries(const double *given, int n, int s, int times, double *out) {
    GROUND;
    __shared__ unsigned char moves[SIDE * SIDE];
    int lane = threadIdx.x;
    for (int c = 0; c < n * n; ++c) ground[32 * c + lane] = given[32 * n * n * block + 32 * c + lane];
    for (int t = 0; t < s; ++t)
        if (lane < s) moves[SIDE * t + lane] = (lane + t) % s;
    __syncwarp();
    Bounds found = {0.0, 0.0};
    for (int k = 0; k < times; ++k) {
        unsigned char *support = moves + SIDE * (k % s);
        found = TRY(ground + lane, n, n, support, support, s);
        ground[lane] += 1e-15 * found.lower;
    }
    out[64 * block + lane] = found.lower, out[64 * block + 32 + lane] = found.upper;
}
"""

PYTHON = """
def tries(given, n, times, out):
    A = cuda.shared.array({cells}, float64)
    moves = cuda.shared.array({s} * {s}, uint8)
    row = cuda.local.array({s}, int32)
    col = cuda.local.array({s}, int32)
    {locals}
    lane, block = cuda.threadIdx.x, cuda.blockIdx.x
    for c in range(n * n):
        A[32 * c + lane] = given[32 * n * n * block + 32 * c + lane]
    for t in range({s}):
        if lane < {s}:
            moves[{s} * t + lane] = (lane + t) % {s}
    cuda.syncthreads()
    lower, upper = -math.inf, math.inf
    for trial in range(times):
        first = trial % {s} * {s}
        for t in range({s}):
            row[t], col[t] = 32 * n * int(moves[first + t]) + lane, 32 * int(moves[first + t])
{body}
        A[lane] += 1e-15 * lower
    out[64 * block + lane] = lower
    out[64 * block + 32 + lane] = upper
"""

LOOPS = """
corner = A[row[0] + col[0]]
for b in range(1, S):
    g[b] = corner - A[row[0] + col[b]]
for a in range(1, S):
    left = A[row[a] + col[0]]
    D[a, S] = corner - left
    for b in range(1, S):
        D[a, b] = (A[row[a] + col[b]] - left) + g[b]
for t in range(1, S):
    D[t, t] = 1.0 / D[t, t]
    for b in range(t + 1, S + 1):
        D[t, b] *= D[t, t]
    for b in range(t + 1, S):
        g[b] -= g[t] * D[t, b]
    for a in range(t + 1, S):
        for b in range(t + 1, S + 1):
            D[a, b] -= D[a, t] * D[t, b]
for t in range(S - 1, 0, -1):
    y[t], x[t] = D[t, S], g[t]
    for b in range(t + 1, S):
        y[t] -= D[t, b] * y[b]
        x[t] -= D[b, t] * x[b]
    x[t] *= D[t, t]
x[0], y[0], p, q = 1.0, 1.0, 0.0, 0.0
for t in range(1, S):
    x[0] -= x[t]
    y[0] -= y[t]
for t in range(S):
    x[t], y[t] = max(x[t], 0.0), max(y[t], 0.0)
    p += x[t]
    q += y[t]
for t in range(S):
    x[t] *= 2.0 - p
    y[t] *= 2.0 - q
lower, upper = -math.inf, math.inf
if abs(p - 1.0) < HOPE and abs(q - 1.0) < HOPE:
    lower, upper = math.inf, -math.inf
    for k in range(n):
        down, across = 0.0, 0.0
        for t in range(S):
            down += x[t] * A[row[t] + 32 * k]
            across += y[t] * A[col[t] + 32 * n * k + lane]
        lower, upper = min(lower, down), max(upper, across)
"""
"""The body with loops, for a support of S moves in an n x n game; `spelt_out` unrolls the loops over S."""


def spelt_out(text: str, s: int) -> str:
    """Return the source with every loop over the support unrolled and every local number in its own variable."""
    steps: list[str] = []
    _unroll(text.splitlines(), {"S": s}, "", steps)
    return "\n".join(steps)


def _unroll(lines: list[str], known: dict[str, int], indent: str, steps: list[str]) -> None:
    at = 0
    while at < len(lines):
        line, at = lines[at], at + 1
        body = []
        while at < len(lines) and lines[at].startswith("    "):
            body.append(lines[at][4:])
            at += 1
        if line.startswith("for ") and "range(n)" not in line:
            name, span = line[4:-1].split(" in ")
            for value in eval(span, {}, known):
                _unroll(body, {**known, name: value}, indent, steps)
        elif body:
            steps.append(indent + line)
            _unroll(body, known, indent + "    ", steps)
        else:
            steps.append(indent + _named(line, known))


def _named(line: str, known: dict[str, int]) -> str:
    """Replace D[2, 3] by D_2_3 and so on, for the arrays that should be in registers."""
    out, at = "", 0
    while at < len(line):
        if line[at : at + 2] in ("D[", "g[", "x[", "y[") and (at == 0 or not line[at - 1].isalnum()):
            stop = line.index("]", at)
            places = eval(f"({line[at + 2 : stop]},)", {}, known)
            out, at = out + line[at] + "".join(f"_{place}" for place in places), stop + 1
        elif line[at : at + 4] in ("row[", "col["):
            stop = line.index("]", at)
            out, at = out + f"{line[at : at + 3]}[{eval(line[at + 4 : stop], {}, known)}]", stop + 1
        else:
            out, at = out + line[at], at + 1
    return out


def python_kernel(cuda: Any, n: int, s: int, spelt: bool) -> Any:
    """Return the kernel for one size, compiled by numba."""
    import math

    from numba import float64, int32, uint8

    body = spelt_out(LOOPS, s) if spelt else LOOPS.replace("S", str(s))
    body = body.replace("HOPE", str(HOPE))
    arrays = (
        ""
        if spelt
        else (
            f"D = cuda.local.array(({s}, {s + 1}), float64); g = cuda.local.array({s}, float64); "
            f"x = cuda.local.array({s}, float64); y = cuda.local.array({s}, float64)"
        )
    )
    text = PYTHON.format(
        cells=32 * n * n,
        s=s,
        locals=arrays,
        body="\n".join(" " * 8 + line for line in body.splitlines()),
    )
    names: dict[str, Any] = {"cuda": cuda, "float64": float64, "int32": int32, "uint8": uint8, "math": math}
    exec(text, names)
    return cuda.jit(names["tries"])


def games(blocks: int, n: int, s: int) -> np.ndarray:
    """Return games in which both supports are the first s moves: [block, cell, lane]."""
    draw = np.random.default_rng(n * 100 + s)
    A = draw.uniform(0.0, 0.2, (blocks, n, n, 32))
    A[:, np.arange(s), np.arange(s)] += 2.0
    A[:, s:] -= 5.0
    A[:, :s, s:] += 5.0
    return A.reshape(blocks, n * n, 32)


def check(cuda: Any, n: int = 5) -> None:
    """Check that both Python versions give tight and equal bounds."""
    for s in (1, 2, 4):
        A, found = games(1, n, s), []
        for spelt in (False, True):
            out = np.zeros(64)
            python_kernel(cuda, n, s, spelt)[1, 32](A.ravel(), n, 2, out)
            assert np.all(np.abs(out[:32] - out[32:]) < 1e-12), (s, spelt, out)
            found.append(out)
        assert np.allclose(found[0], found[1], rtol=0, atol=1e-13)
        print(
            f"support of {s}: value of the first game {found[0][0]:.12f}, bounds within 1e-12, both ways alike"
        )


def measure(cuda: Any, cupy: Any) -> None:
    """Measure the games tried per second in each language, with the card full."""
    from zerosum.models.staged.engines.tricks.gpu.device import Build, source

    room = 32 * 8 * CARDS * CARDS

    def cplusplus(*options: str) -> Any:
        module = cupy.RawModule(code=source("device") + CPLUSPLUS, options=("-std=c++17", *options))
        function = module.get_function("tries")
        function.max_dynamic_shared_size_bytes = room
        return partial(function, (BLOCKS,), (32,), shared_mem=room)

    small, large = (cplusplus("-DTRY=attempt_any", *Build(False, large).options) for large in (False, True))
    print(f"{CARDS} x {CARDS} games, {BLOCKS:,} warps, {TRIES} tries each; millions of games tried a second")
    print("support  C++, supports to 8  C++, to 11  C++, this size  numba.cuda, loops  numba.cuda, spelt out")
    for s in range(2, 9):
        A = cupy.asarray(games(BLOCKS, CARDS, s).ravel())
        outs, rates = [], []
        size = (np.int32(CARDS), np.int32(s), np.int32(TRIES))
        loops, spelt = (python_kernel(cuda, CARDS, s, way)[BLOCKS, 32] for way in (False, True))
        for work in (small, large, cplusplus(f"-DTRY=attempt<{s}>"), loops, spelt):
            out = cupy.zeros(64 * BLOCKS)
            given = ((A, *size, out),) if isinstance(work, partial) else (A, CARDS, TRIES, out)
            rates.append(32 * BLOCKS * TRIES / seconds(cupy, partial(work, *given)) / 1e6)
            outs.append(out.get().reshape(BLOCKS, 2, 32))
        for out in outs:
            assert np.all(np.abs(out[:, 0] - out[:, 1]) < 1e-11)
            assert np.allclose(out, outs[0], rtol=0, atol=1e-11)
        widths = (19, 11, 15, 18, 22)
        print(
            f"{s:7}", *(f"{rate:{width},.0f}" for rate, width in zip(rates, widths, strict=True)), flush=True
        )


def seconds(cupy: Any, work: Callable[[], None]) -> float:
    """Return the least of three times, after one run to compile."""
    work()
    cupy.cuda.runtime.deviceSynchronize()
    taken = []
    for _ in range(3):
        start, stop = cupy.cuda.Event(), cupy.cuda.Event()
        start.record()
        work()
        stop.record()
        stop.synchronize()
        taken.append(float(cupy.cuda.get_elapsed_time(start, stop)) / 1e3)
    return min(taken)


def main() -> None:
    """Check or measure."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--check", action="store_true", help="in numba's simulator")
    asked = options.parse_args()
    if asked.check:
        os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
    try:
        from numba import cuda
    except ImportError as error:
        sys.exit(f"this needs numba-cuda: {error}")
    if asked.check:
        check(cuda)
        return
    try:
        import cupy
    except ImportError as error:
        sys.exit(f"this needs CuPy: {error}")
    measure(cuda, cupy)


if __name__ == "__main__":
    main()
