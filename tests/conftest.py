"""What all tests share: repeatable examples, and a cache of their own that is new in every run."""

import atexit
import os
import shutil
import tempfile

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

if "ZEROSUM_CACHE" not in os.environ:
    # set once, in the first process; the workers inherit it
    os.environ["ZEROSUM_CACHE"] = tempfile.mkdtemp(prefix="zerosum-tests-")
    atexit.register(shutil.rmtree, os.environ["ZEROSUM_CACHE"], ignore_errors=True)
