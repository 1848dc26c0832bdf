"""A picture that is laid out and cut before it is saved is the one that matplotlib draws."""

import io
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from matplotlib.figure import Figure
from PIL import Image, ImageOps
from tests.small import small_request

from zerosum.display.style import DOTS, box, boxes, save


def without_margins(picture: Image.Image) -> np.ndarray:
    """The dots of a picture from the first to the last one that is not white."""
    plain = picture.convert("RGB")
    return np.asarray(plain.crop(ImageOps.invert(plain).getbbox()))


@pytest.mark.parametrize("name", ["kuhn", "gleason", "two-phase-relance"])
def test_a_saved_picture_is_matplotlibs_to_the_dot(name: str, tmp_path: Path) -> None:
    solution = small_request(name).solve()
    theirs, file = io.BytesIO(), tmp_path / "picture.png"
    with matplotlib.rc_context({"text.hinting": "no_hinting"}):
        solution.plot().savefig(theirs, format="png", dpi=DOTS)
    save(solution.plot(), file)
    with Image.open(theirs) as one, Image.open(file) as two:
        assert np.array_equal(without_margins(one), without_margins(two))
        assert two.info["dpi"] == pytest.approx((DOTS, DOTS), rel=1e-4)


def test_margins_are_cut_and_what_sticks_out_stays(tmp_path: Path) -> None:
    """A line as long as half of the figure, in its middle, and one that ends outside."""
    sizes = []
    for right in (0.75, 1.25):
        figure = Figure(figsize=(4, 4))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.plot([0.25, right], [0.5, 0.5], transform=figure.transFigure, clip_on=False, linewidth=2)
        save(figure, tmp_path / "line.png")
        with Image.open(tmp_path / "line.png") as picture:
            sizes.append(without_margins(picture).shape[1] / DOTS)
    assert sizes == pytest.approx([2, 4], abs=0.05)


def test_a_figure_that_ends_within_a_dot_has_no_black_edge(tmp_path: Path) -> None:
    figure = Figure(figsize=(4.004, 3.004))
    figure.text(1, 0.5, "right", ha="right")
    figure.text(0.5, 0, "low", va="bottom")
    save(figure, tmp_path / "edge.png")
    with Image.open(tmp_path / "edge.png") as picture:
        dark = np.asarray(picture.convert("L")) < 128
    assert dark.any()
    assert max(dark.mean(axis=0).max(), dark.mean(axis=1).max()) < 0.5


def test_many_boxes_are_drawn_as_single_ones_are(tmp_path: Path) -> None:
    places = [(0.1, 0.1, 0.333, 0.5), (0.5, 0.2, 0.25, 0.7)]
    drawn = []
    for together in (True, False):
        figure = Figure(figsize=(3, 3))
        axes = figure.subplots()
        if together:
            boxes(axes, places, facecolors=[("#0072B2", 1.0), ("#E69F00", 0.25)], linewidths=0)
        else:
            for place, colour, alpha in zip(places, ("#0072B2", "#E69F00"), (1.0, 0.25), strict=True):
                box(axes, *place, color=colour, alpha=alpha, linewidth=0)
        save(figure, tmp_path / "boxes.png")
        with Image.open(tmp_path / "boxes.png") as picture:
            drawn.append(np.asarray(picture))
    assert np.array_equal(*drawn)
