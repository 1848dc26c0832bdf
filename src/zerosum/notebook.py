"""Sliders in a notebook for a game's parameters, with its solution below, which is computed again when a slider
moves.
"""

from __future__ import annotations

import importlib

from zerosum.core.data import Data
from zerosum.core.errors import ZerosumError
from zerosum.core.extras import missing_extra
from zerosum.core.foreign import Foreign
from zerosum.core.game import Game
from zerosum.request import load_game
from zerosum.request.flags import REQUIRED, Flag, flags_of_game

__all__ = ["explore"]

ROOM = 4
"""Range of a slider beyond the default of its parameter."""


def explore(game: str | Game, /, **parameters: object) -> Foreign:
    """Show a game's solution with a slider, a list or a box for each of its parameters; requires ipywidgets.

    Parameters
    ----------
    game
        The name of a game of the catalogue, or a game.
    parameters
        The initial values of parameters, by name.

    Returns
    -------
    ipywidgets.VBox
        The controls and the solution; if a choice gives no valid game, or too large a game, the reason is shown.

    Examples
    --------
    >>> widget = zerosum.notebook.explore("kuhn", cards=4)
    >>> [control.description for control in widget.children[0].children]
    ['cards', 'suits', 'replace', 'bet']
    >>> widget.children[0].children[0].value
    4
    """
    kind = type(game) if isinstance(game, Game) else load_game(game)
    begin = (
        {flag.name: getattr(game, flag.name) for flag in flags_of_game(kind)}
        if isinstance(game, Game)
        else {}
    )
    begin |= parameters
    flags = [flag for flag in flags_of_game(kind) if flag.default is not REQUIRED or flag.name in begin]
    widgets = _widgets()
    controls = {flag.name: _control(widgets, flag, begin.get(flag.name, flag.default)) for flag in flags}
    shown = widgets.HTML()

    def show(_: object = None) -> None:
        shown.value = _answer(kind, {flag: controls[flag.name].value for flag in flags})

    for control in controls.values():
        control.observe(show, "value")
    show()
    return widgets.VBox([widgets.VBox(list(controls.values())), shown])


def _answer(kind: type[Game], said: dict[Flag, object]) -> str:
    """Return the solution as HTML, or the reason why there is none."""
    from zerosum.api import solve
    from zerosum.display.html import html_page

    try:
        return solve(kind(**{flag.name: _chosen(flag, value) for flag, value in said.items()}))._repr_html_()
    except ZerosumError as error:
        return html_page("", "", notes=[str(error)])


def _control(widgets: Foreign, flag: Flag, value: Data) -> Foreign:
    """Return a control: a slider for an integer, a list for words, a box for anything else."""
    about = {"description": flag.name, "tooltip": flag.command_help}
    if flag.choices:
        return widgets.Dropdown(options=flag.choices, value=value, **about)
    if flag.annotation is bool:
        return widgets.Checkbox(value=value, **about)
    if flag.annotation is int:
        ends = {
            "min": min(0, value),
            "max": max(value, flag.default if flag.default is not REQUIRED else 0) + ROOM,
        }
        return widgets.IntSlider(value=value, continuous_update=False, **ends, **about)
    return widgets.Text(value=_typed(value), continuous_update=False, **about)


def _typed(value: object) -> str:
    """Return a value in typed form."""
    return ",".join(map(str, value)) if isinstance(value, tuple) else "" if value is None else str(value)


def _chosen(flag: Flag, value: object) -> object:
    """Return the parameter set by a control; an empty box stands for the default."""
    if not isinstance(value, str) or flag.choices:
        return value
    return flag.value(value) if value and value != _typed(flag.default) else flag.default


def _widgets() -> Foreign:
    try:
        return importlib.import_module("ipywidgets")
    except ModuleNotFoundError:
        raise missing_extra("sliders need ipywidgets", "notebook") from None
