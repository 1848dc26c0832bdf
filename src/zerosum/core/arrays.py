"""Array types for annotations."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

Array = NDArray[Any]
"""Numbers of one type, known only at run time: floats, whole numbers, or fractions as objects."""
Scalar = Any
"""One number of an `Array`, or a whole array where the same code computes all numbers at once."""
