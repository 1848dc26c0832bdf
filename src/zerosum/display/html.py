"""HTML for notebooks: self-contained pages with light and dark colours.

A notebook says whether it is dark (Jupyter by an attribute of its body, VS Code by a class); otherwise the system
decides. In dark mode, the colours of plots are inverted and their hues rotated back.
"""

from __future__ import annotations

import base64
import html
import io
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from zerosum.core.printable import printable

if TYPE_CHECKING:
    from matplotlib.figure import Figure

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

MINUS = re.compile(r"(?<![\w.])-(?=[\d.])")
"""The hyphen typed as the minus sign of a negative number."""
SHARE_COLOURS = ("#0072B2", "#767676", "#A04000")
"""Colours for win, draw and loss; white text is readable on all three."""


def html_page(title: str, value: str, parts: Iterable[str] = (), notes: Iterable[str] = ()) -> str:
    """Return HTML with a title, the value in large type below it, the parts (HTML) and the notes (text)."""
    head = f"<h4>{escape(title)}</h4>" if title else ""
    shown = f'<p class="zs-value">{escape(value)}</p>' if value else ""
    below = "".join(f'<p class="zs-note">{escape(note)}</p>' for note in notes if note)
    return "\n".join([f'{STYLE}<div class="zs">{head}{shown}', *parts, f"{below}</div>"])


def html_table(title: str, columns: Sequence[str], cells: Sequence[Sequence[str]]) -> str:
    """Return a table with a caption, inside a page or standalone, with a bar behind each percentage."""
    classes = [' class="zs-n"' if all(map(_is_number, column)) else "" for column in zip(*cells, strict=True)]
    head = "".join(f"<th{kind}>{escape(column)}</th>" for column, kind in zip(columns, classes, strict=False))
    body = "".join(f"<tr>{''.join(map(_cell, row, classes))}</tr>" for row in cells)
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    inside = f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="zs-scroll">{inside}</div>'


def escape(text: str) -> str:
    """Return text as HTML, escaped, without characters that could change the display of other text."""
    return html.escape(printable(text))


def with_minus(text: str) -> str:
    """Return a text in which negative numbers have a true minus sign."""
    return MINUS.sub("−", text)


def _cell(text: str, kind: str) -> str:
    share = text.removesuffix("%").replace("<", "")
    bar = f' style="--p:{share}%"' if text.endswith("%") and _is_number(share) else ""
    return f"<td{kind}{bar}>{escape(text)}</td>"


def _is_number(text: str) -> bool:
    """Return whether a cell is a number, a percentage or a dash."""
    try:
        float(text.removesuffix("%").replace("<", "").replace(",", "") if text != "–" else 0)
    except ValueError:
        return False
    return True


def html_shares(parts: Sequence[tuple[str, float]]) -> str:
    """Return a bar divided into named shares that add up to one."""
    parts_html = "".join(
        f'<span style="width:{100 * p:.2f}%;background:{colour}" title="{name} {p:.1%}">{name} {p:.0%}</span>'
        for (name, p), colour in zip([(escape(name), p) for name, p in parts], SHARE_COLOURS, strict=True)
        if p
    )
    return f'<div class="zs-shares">{parts_html}</div>'


def html_figure(figure: Figure, description: str) -> str:
    """Return a figure as an SVG image inside the page."""
    from zerosum.display.style import plain_text

    drawn = io.BytesIO()
    with plain_text(figure):
        figure.savefig(drawn, format="svg", bbox_inches="tight", transparent=True)
    data = base64.b64encode(drawn.getvalue()).decode("ascii")
    return f'<img alt="{escape(description)}" src="data:image/svg+xml;base64,{data}">'
