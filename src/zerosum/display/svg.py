"""SVG as the site shows it: text as text, whose letters are measured once.

A text is taken to be as wide as its letters are together, which is all that a picture needs to know: a browser sets it.
(Matplotlib shapes each text anew to find how wide it is, which took most of a picture's time.)
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from matplotlib.backends.backend_svg import RendererSVG
from matplotlib.font_manager import FontProperties
from matplotlib.ft2font import FT2Font
from matplotlib.textpath import text_to_path

__all__ = ["Writer"]

WHOLE = text_to_path.FONT_SCALE
"""The size at which letters are measured, in points."""


class Letter(NamedTuple):
    """How wide a letter is, and how high and low it reaches, in points."""

    width: float
    top: float
    bottom: float


class Writer(RendererSVG):
    """Matplotlib's writer, which adds up letters."""

    def get_text_width_height_descent(
        self, s: str, prop: FontProperties, ismath: bool | Literal["TeX"]
    ) -> tuple[float, float, float]:
        """The size of one line, and how far it reaches below its base."""
        if ismath:
            size: tuple[float, float, float] = super().get_text_width_height_descent(s, prop, ismath)  # type: ignore[no-untyped-call]
            return size
        face, part = _face(prop)
        letters = [_letter(face, char) for char in s]
        top, bottom = max(one.top for one in letters), min(one.bottom for one in letters)
        return part * sum(one.width for one in letters), part * (top - bottom), -part * bottom

    def _get_font_height_metrics(
        self, prop: FontProperties
    ) -> tuple[float, float, float] | tuple[None, None, None]:
        """How far a line reaches above and below its base, and the gap between lines; at 72 dots an inch.

        Where the font does not tell, matplotlib measures.
        """
        face, part = _face(prop)
        line = _line(face)
        if line is None:
            return None, None, None
        above, below, gap = line
        return part * above, -part * below, part * gap


def _face(prop: FontProperties) -> tuple[FontProperties, float]:
    """A font at the size at which it is measured, and by how much what is drawn is smaller."""
    face = prop.copy()
    face.set_size(WHOLE)
    return face, prop.get_size_in_points() / WHOLE


def _font(face: FontProperties) -> FT2Font:
    font: FT2Font = text_to_path._get_font(face)  # type: ignore[attr-defined]
    return font


@lru_cache(4096)
def _letter(face: FontProperties, char: str) -> Letter:
    glyph = _font(face).load_char(ord(char))
    _, bottom, _, top = glyph.bbox
    return Letter(glyph.linearHoriAdvance / 2**16, top / 2**6, bottom / 2**6)


@lru_cache
def _line(face: FontProperties) -> tuple[float, float, float] | None:
    font = _font(face)
    table, scale = font.get_sfnt_table("OS/2"), WHOLE / font.units_per_EM
    if table is None:
        return None
    return scale * table["sTypoAscender"], scale * table["sTypoDescender"], scale * table["sTypoLineGap"]
