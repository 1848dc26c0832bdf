"""scipy is an extra: without it all modules are imported, all games are solved, and only its own laws are refused."""

import subprocess
import sys

import pytest
from tests.small import ROOT

WITHOUT = """
import sys

class Guard:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "scipy":
            raise ModuleNotFoundError("scipy is not here", name="scipy")

sys.meta_path.insert(0, Guard())
"""

IMPORTS = """
import importlib, pkgutil
import zerosum
EXTRAS = {"cupy", "dask", "distributed", "fastapi", "ipywidgets", "phevaluator", "pygambit", "pyspiel", "uvicorn"}
for module in pkgutil.walk_packages(zerosum.__path__, "zerosum.", onerror=lambda name: None):
    if module.name.endswith("__main__"):
        continue
    try:
        importlib.import_module(module.name)
    except ModuleNotFoundError as missing:
        assert missing.name.partition(".")[0] in EXTRAS, missing
"""

SOLVES = """
from tests.small import small_request
from zerosum.games import CATALOG
for name in CATALOG:
    small_request(name).solve()
"""

LAWS = """
import zerosum
for game, words in (("nakai", {"targets": "gamma(2)"}), ("red-dog", {"deck": "continuous", "dealt": "beta(2,3)"})):
    try:
        zerosum.solve(game, **words)
    except zerosum.InputError as refused:
        assert "pip install 'zerosum[scipy]'" in str(refused), refused
    else:
        raise AssertionError(game)
"""

LARGE = """
import numpy as np
import zerosum
from zerosum.models.hidden.solve.ranges import find_ranges
from zerosum.models.stochastic.solve.processes import DENSE, total
from zerosum.numerics.sparse import identity
chain = identity(2 * DENSE, 0.5)
assert np.allclose(total(np.ones(2 * DENSE), chain), 2)  # by sparse factors
assert find_ranges(zerosum.solve("leduc"))
"""


@pytest.mark.parametrize("what", [IMPORTS, SOLVES, LAWS, LARGE], ids=["imports", "solves", "laws", "large"])
def test_the_plain_package_needs_no_scipy(what: str) -> None:
    subprocess.run([sys.executable, "-c", WITHOUT + what], check=True, cwd=ROOT)
