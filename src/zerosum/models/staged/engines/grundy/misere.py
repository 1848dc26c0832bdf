"""The compiled search of all positions in misère play on several heaps."""

import numpy as np

from zerosum.core.arrays import Bools, Ints
from zerosum.core.compiled import kernel


@kernel(work=lambda shape, takes: int(np.prod(shape)))
def misere_losses(shape: Ints, takes: Ints) -> Bools:
    """Return the positions that the player to move loses; heap k has 0 … shape[k] - 1 matches, and positions are in C
    order.

    A take leads to an earlier position in this order, so one sweep from the first position suffices. A player who
    cannot take wins.
    """
    # taking a match from heap k decreases the index of a position by stride[k]
    heaps = len(shape)
    stride = np.ones(heaps, dtype=np.int64)
    for k in range(heaps - 1, 0, -1):
        stride[k - 1] = stride[k] * shape[k]
    size = stride[0] * shape[0]
    losing = np.zeros(size, dtype=np.bool_)
    for place in range(size):
        stuck, won = True, False
        # a take from any heap that leaves a lost position wins
        for k in range(heaps):
            heap = place // stride[k] % shape[k]
            for d in takes:
                if d > heap:
                    break
                stuck = False
                if losing[place - d * stride[k]]:
                    won = True
                    break
            if won:
                break
        losing[place] = not (stuck or won)
    return losing
