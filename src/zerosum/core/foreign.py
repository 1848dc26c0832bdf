"""Objects of packages that have no types: numba, scipy, HiGHS, Dask, CuPy, OpenSpiel, ipywidgets, data frames."""

from typing import Any

Foreign = Any
"""Such an object, or a class or function that makes one. The code that holds it knows which package it is from."""
