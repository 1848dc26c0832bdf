"""Pages for a class: exercises with checked answers, and games worked out one step at a time.

Forms and links do everything; `practice.js` puts the results into the page without reloading it, and keeps a score
in the browser.
"""

from __future__ import annotations

from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from zerosum.core.data import Data
from zerosum.practice import KINDS
from zerosum.web.api import TheSite
from zerosum.web.pages import templates
from zerosum.web.site import NotFound

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

GAMES = {
    "kuhn": "Kuhn poker",
    "inspection": "Inspection",
    "pennies": "Matching pennies",
    "rps": "Rock, paper, scissors",
    "jujitsu?cards=3": "Jujitsu",
    "hidden?path=one-card-bluff": "One card, one bluff",
}
"""Games that are small enough for a board; those without parameters have their default size."""
templates.env.globals["worked"] = frozenset(game for game in GAMES if "?" not in game)
MAX_NUMBER = 10**6
MAX_LENGTH = 40
"""Maximum number of characters of one blank."""


def _page(request: Request, name: str, **shown: Data) -> HTMLResponse:
    return templates.TemplateResponse(request, name, shown)


def _whole(text: str, most: int) -> int:
    """Return a number from 0 to `most` in an address; 0 for anything else."""
    return min(int(text), most) if text.isascii() and text.isdecimal() and len(text) < 9 else 0


@router.get("/practice")
def practice(request: Request) -> HTMLResponse:
    """Return the kinds of exercises."""
    return _page(request, "practice.html", kinds={kind: title for kind, (title, _) in KINDS.items()})


@router.get("/practice/{kind}")
def exercise(request: Request, kind: str, site: TheSite) -> HTMLResponse:
    """Return one exercise: the question, the result of the answer, a hint, and as many steps as requested."""
    asked = dict(request.query_params)
    number = max(1, _whole(asked.pop("number", "1"), MAX_NUMBER))
    shown = _whole(asked.pop("steps", "0"), 99)
    with_hint = asked.pop("hint", "") == "1"
    given = {name[:20]: text[:MAX_LENGTH] for name, text in asked.items() if name != "check"}
    found = site.exercise(kind, number, given)
    groups: dict[str, list[Data]] = {}
    for blank in found["blanks"]:
        groups.setdefault(blank["group"], []).append(blank)
    kept = {name: text for name, text in given.items() if text}
    return _page(
        request,
        "exercise.html",
        kind=kind,
        title=KINDS[kind][0],
        number=number,
        given=given,
        question=Markup(found["question"]),
        hint=Markup(found["hint"]) if with_hint else "",
        groups=groups,
        marks=found["marks"],
        is_right=bool(found["marks"]) and all(mark["is_right"] for mark in found["marks"]),
        steps=[Markup(step) for step in found["steps"][:shown]],
        more=len(found["steps"]) > shown,
        here=urlencode({"number": number, **kept}),
        shown=shown,
        with_hint=with_hint,
    )


@router.get("/steps")
def matrix_steps(request: Request, site: TheSite, rows: str = "3 1; 0 2", step: str = "1") -> HTMLResponse:
    """Return a payoff table worked out, one step at a time."""
    return _steps(request, site.matrix_steps(rows[:400]), {"rows": rows[:400]}, step, rows)


@router.get("/steps/{game}")
def game_steps(request: Request, game: str, site: TheSite) -> HTMLResponse:
    """Return a small game worked out, one step at a time."""
    given = dict(request.query_params)
    step = given.pop("step", "1")
    found = site.ask("steps", game, given)
    if not isinstance(found, dict):
        raise NotFound("worked steps are not available for this game")
    return _steps(request, found, given, step, game=game)


def _steps(
    request: Request, found: Data, asked: dict[str, str], step: str, rows: str = "", game: str = ""
) -> HTMLResponse:
    at = max(1, min(_whole(step, 999), len(found["steps"])))
    return _page(
        request,
        "steps.html",
        title=found["title"],
        steps=[Markup(one) for one in found["steps"][:at]],
        at=at,
        count=len(found["steps"]),
        asked=urlencode(asked),
        rows=rows,
        games=GAMES,
        here=f"{game}?{urlencode(asked)}".rstrip("?"),
    )
