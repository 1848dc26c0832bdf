"""What a notebook shows: cards with pictures, and sliders that solve anew."""

import base64
import re
import sys

import pytest

import zerosum
from zerosum.core.errors import InputError
from zerosum.notebook import explore


def test_a_solution_shows_its_value_its_strategies_and_its_picture():
    html = zerosum.solve("kuhn")._repr_html_()
    assert "value -0.0555555… = -1/18 to A" in html
    assert 'style="--p:55.6%"' in html
    [picture] = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', html)
    assert b"<svg" in base64.b64decode(picture)
    assert "prefers-color-scheme:dark" in html
    assert "http" not in re.sub(r'src="[^"]+"', "", html)


def test_a_value_and_a_match_show_themselves():
    assert "= -1/18" in zerosum.solve("kuhn").value._repr_html_()
    assert "between" in zerosum.solve([[0.1, -1], [-1, 1]]).value._repr_html_()
    computed = zerosum.match("kuhn", "equilibrium", "uniform")._repr_html_()
    assert "equilibrium against uniform" in computed
    assert "win 53%" in computed
    sampled = zerosum.match("kuhn", "uniform", "uniform", plays=100)._repr_html_()
    assert "100 simulated" in sampled


def test_a_slider_solves_anew_and_says_what_makes_no_game():
    pytest.importorskip("ipywidgets", reason="ipywidgets, the extra notebook, is not installed")
    widget = explore("kuhn", cards=4)
    controls, shown = widget.children
    slider = controls.children[0]
    assert "4 ranks" in shown.value
    slider.value = 3
    assert "= -1/18" in shown.value
    slider.value = 1
    assert "at least 2 ranks" in shown.value
    controls.children[3].value = "two"
    assert "not &#x27;two&#x27;" in shown.value


def test_without_ipywidgets_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    with pytest.raises(InputError, match="need ipywidgets"):
        explore("kuhn")
