"""Import everything that a worker may need, once: workers are forked from the process that has imported it."""

import gc

import highspy  # noqa: F401 - betting and hidden games
import matplotlib.backends.backend_svg  # noqa: F401 - pictures

from zerosum.models.family import families
from zerosum.web import jobs  # noqa: F401

for family in families():
    parts = family.solve, family.plot, family.report, family.arena

gc.freeze()  # imported objects stay: workers need not scan them for garbage again
gc.set_threshold(50_000)  # a plot has many small objects, which are freed together at the end
