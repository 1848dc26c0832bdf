"""Rhode Island Hold'em: seconds until best responses prove a gap, with all 52 cards (with 5 ranks of 3, if --quick).

    zerosum bench streets [--quick]

Gaps are in antes; the goal of 2e-4 means an error of 1e-4 antes. The last line is the time of the verifier.
"""

import sys
import time

from zerosum.display import Table
from zerosum.games.rhode_island import RhodeIsland
from zerosum.models.hidden.engines.streets.solve import solve

QUICK = "--quick" in sys.argv
GAPS = (1e-1, 1e-2, 1e-3, 2e-4)


def main() -> None:
    """Print the table."""
    game = RhodeIsland(5, 3, 2) if QUICK else RhodeIsland(13, 4, 3)
    solve(RhodeIsland(3, 3, 1), tolerance=1.0)  # compile
    rows: list[list[object]] = []
    left = list(GAPS)
    began, spent = time.perf_counter(), time.process_time()

    def note(done: int, total: int, unit: str) -> None:
        gap = float(unit.split()[2])
        while left and gap <= left[0]:
            times = time.process_time() - spent, time.perf_counter() - began
            rows.append([f"gap {left.pop(0):.0e} antes", done, *(f"{one:.3g} s" for one in times)])

    found = solve(game, tolerance=float(GAPS[-1] * game.ante), progress=note)
    began, spent = time.perf_counter(), time.process_time()
    holds = found.verify().proved
    rows.append(
        ["verified", "", f"{time.process_time() - spent:.2g} s", f"{time.perf_counter() - began:.2g} s"]
    )
    assert holds.lower >= found.value.lower
    assert holds.upper <= found.value.upper
    print(Table("", ["", "rounds", "processor", "clock"], rows))
    print(f"{game.title}: {float(found.value.lower):.6f} to {float(found.value.upper):.6f} chips to A")


if __name__ == "__main__":
    main()
