"""Everything that a worker may need, imported once: workers are forked from the process that has done it."""

import gc

import highspy  # noqa: F401 - betting and hidden games
import matplotlib.backends.backend_svg  # noqa: F401 - pictures

from zerosum.models.family import families
from zerosum.web import jobs  # noqa: F401

for family in families():
    parts = family.solve, family.plot, family.report, family.arena

gc.freeze()  # what is imported stays: no worker looks through it again
gc.set_threshold(50_000)  # a picture is many small things, which go together when it is done
