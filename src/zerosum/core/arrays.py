"""The types of arrays, for annotations."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

Array = NDArray[Any]
"""Numbers of one kind, which is known only when the program runs: floats, whole numbers, or fractions as objects."""
Scalar = Any
"""One number of an `Array`, or what the same lines of code are asked for in its place: a whole array."""
