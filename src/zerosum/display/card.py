"""HTML as notebooks show it: cards that need nothing from outside, in light and in dark.

A notebook says whether it is dark (Jupyter by an attribute of its body, VS Code by a class), or else the system
does. In the dark, pictures are turned over and their hues turned back.
"""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["card", "picture", "shares", "table"]

DARK = "--zs-ink:#e8e6e3;--zs-quiet:#a5a29c;--zs-line:#45433f;--zs-bar:#2f6f9f;--zs-turn:invert(1) hue-rotate(180deg);"

STYLE = f"""<style>
.zs{{--zs-ink:#1d1c1a;--zs-quiet:#66635d;--zs-line:#dedbd5;--zs-bar:#b9dcf2;--zs-turn:none;
 color:var(--zs-ink);font:14px/1.5 system-ui,sans-serif;max-width:60em}}
@media (prefers-color-scheme:dark){{.zs{{{DARK}}}}}
body[data-jp-theme-light="true"] .zs,body.vscode-light .zs{{
 --zs-ink:#1d1c1a;--zs-quiet:#66635d;--zs-line:#dedbd5;--zs-bar:#b9dcf2;--zs-turn:none}}
body[data-jp-theme-light="false"] .zs,body.vscode-dark .zs{{{DARK}}}
.zs h4{{font-size:1.05em;margin:.2em 0 0;color:inherit}}
.zs .zs-value{{font-size:1.35em;font-weight:600;font-variant-numeric:tabular-nums;margin:0 0 .4em}}
.zs .zs-scroll{{overflow-x:auto}}
.zs table{{border-collapse:collapse;margin:.5em 0;font-variant-numeric:tabular-nums;color:inherit}}
.zs caption{{text-align:left;color:var(--zs-quiet);padding:.2em 0}}
.zs th,.zs td{{text-align:left;padding:.2em .7em;border:0;border-bottom:1px solid var(--zs-line);
 background:none;color:inherit}}
.zs .zs-n{{text-align:right}}
.zs td[style]{{background:linear-gradient(90deg,var(--zs-bar) var(--p),transparent var(--p))}}
.zs .zs-note{{color:var(--zs-quiet);margin:.2em 0}}
.zs img{{max-width:100%;filter:var(--zs-turn)}}
.zs .zs-shares{{display:flex;height:1.5em;border-radius:4px;overflow:hidden;font-size:.85em;margin:.4em 0}}
.zs .zs-shares span{{color:#fff;text-align:center;overflow:hidden;white-space:nowrap}}
</style>"""

SHARE_COLOURS = ("#0072B2", "#767676", "#A04000")
"""Win, draw and loss; white is read on each."""


def card(title: str, value: str, parts: Iterable[str] = (), notes: Iterable[str] = ()) -> str:
    """A title, the value large below it, whatever there is to show, and notes."""
    told = "".join(f'<p class="zs-note">{html.escape(note)}</p>' for note in notes if note)
    head = f"<h4>{html.escape(title)}</h4>" if title else ""
    shown = f'<p class="zs-value">{html.escape(value)}</p>' if value else ""
    return "\n".join([f'{STYLE}<div class="zs">{head}{shown}', *parts, f"{told}</div>"])


def table(title: str, columns: Sequence[str], cells: Sequence[Sequence[str]]) -> str:
    """A table with a caption, inside a card or alone; a percentage has a bar behind it."""
    numeric = [all(_is_number(cell) for cell in column) for column in zip(*cells, strict=True)]
    head = "".join(
        f"<th{_class(right)}>{html.escape(column)}</th>"
        for column, right in zip(columns, numeric, strict=False)
    )
    body = "".join(f"<tr>{''.join(map(_cell, row, numeric))}</tr>" for row in cells)
    caption = f"<caption>{html.escape(title)}</caption>" if title else ""
    inside = f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="zs-scroll">{inside}</div>'


def _cell(text: str, right: bool) -> str:
    share = text.removesuffix("%").replace("<", "")
    bar = f' style="--p:{share}%"' if text.endswith("%") and _is_number(share) else ""
    return f"<td{_class(right)}{bar}>{html.escape(text)}</td>"


def _class(right: bool) -> str:
    return ' class="zs-n"' if right else ""


def _is_number(text: str) -> bool:
    """Whether a cell is a number, a percentage or a dash."""
    try:
        float(text.removesuffix("%").replace("<", "").replace(",", "") if text != "–" else 0)
    except ValueError:
        return False
    return True


def shares(parts: Sequence[tuple[str, float]]) -> str:
    """A bar cut into named shares that add up to one."""
    cut = "".join(
        f'<span style="width:{100 * p:.2f}%;background:{colour}" title="{name} {p:.1%}">{name} {p:.0%}</span>'
        for (name, p), colour in zip(parts, SHARE_COLOURS, strict=True)
        if p
    )
    return f'<div class="zs-shares">{cut}</div>'


def picture(figure: Figure, told: str) -> str:
    """A figure as an image inside the page, sharp at any size."""
    drawn = io.BytesIO()
    figure.savefig(drawn, format="svg", bbox_inches="tight", transparent=True)
    data = base64.b64encode(drawn.getvalue()).decode("ascii")
    return f'<img alt="{html.escape(told)}" src="data:image/svg+xml;base64,{data}">'
