"""Objects of packages without type annotations: numba, scipy, HiGHS, Dask, CuPy, OpenSpiel, ipywidgets, data frames."""

from typing import Any

Foreign = Any
"""An object of such a package, or a class or function that makes one. The code that uses it knows the package."""
