"""A picture that is laid out before it is saved is the one that matplotlib would save."""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from tests.small import small_request

from zerosum.display.style import DOTS, save


@pytest.mark.parametrize("name", ["kuhn", "gleason", "two-phase-relance"])
def test_a_saved_picture_is_matplotlibs_to_the_dot(name: str, tmp_path: Path) -> None:
    solution = small_request(name).solve()
    theirs, file = io.BytesIO(), tmp_path / "picture.png"
    solution.plot().savefig(theirs, format="png", dpi=DOTS, bbox_inches="tight")
    save(solution.plot(), file)
    with Image.open(theirs) as one, Image.open(file) as two:
        assert np.array_equal(np.asarray(one), np.asarray(two))
