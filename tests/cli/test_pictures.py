"""What the command leaves out of matplotlib, and that the rest of matplotlib still works."""

import subprocess
import sys

import pytest


def run(code):
    """What a fresh Python prints in which every warning is an error."""
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True)
    assert not done.returncode, done.stderr
    return done.stdout.split()


START = "import sys; from zerosum.cli.pictures import import_matplotlib; import_matplotlib(); "


def test_no_picture_needs_three_dimensions():
    loaded = "print(*[name for name in sys.modules if name.startswith('mpl_toolkits.mplot3d')])"
    assert run(START + loaded) == []


def test_three_dimensions_can_be_imported_afterwards():
    assert run(START + "from mpl_toolkits.mplot3d import Axes3D; print(Axes3D.name)") == ["3d"]


def test_names_of_glyphs_are_loaded_when_they_are_used():
    glyph = "import matplotlib.dviread as d; print(d.fontTools.agl.toUnicode('alpha') == '\\u03b1')"
    assert run(START + glyph) == ["True"]


def test_properties_are_described_again_after_the_import():
    described = "from matplotlib import artist, lines; print('linewidth' in artist.kwdoc(lines.Line2D))"
    assert run(START + described) == ["True"]


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_all_kinds_of_files_are_drawn(kind, tmp_path):
    file = tmp_path / f"kuhn.{kind}"
    words = ["plot", "kuhn", "--out", str(file)]
    code = f"import sys; sys.argv[1:] = {words!r}; from zerosum.__main__ import run; run()"
    assert run(code)[0] == "drawn:"
    assert file.stat().st_size > 1000


def test_python_code_gets_all_of_matplotlib():
    code = "import sys, zerosum; zerosum.solve('kuhn').plot(); print('mpl_toolkits.mplot3d' in sys.modules)"
    assert run(code) == ["True"]
