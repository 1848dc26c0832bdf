"""The pages: readable without JavaScript, since forms and links do everything that the scripts do more smoothly."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse
from fastapi.templating import Jinja2Templates
from markupsafe import Markup, escape

from zerosum import __version__, games
from zerosum.arena.rounds import paid_text
from zerosum.core.data import Data, Json
from zerosum.core.errors import InputError, ZerosumError
from zerosum.display.views import the
from zerosum.papers import PAPERS
from zerosum.web.api import TheSite, Visitor, visitor_of
from zerosum.web.catalogue import (
    character,
    entry,
    examples,
    full_name,
    map_of,
    paper_view,
    papers,
    papers_about,
)
from zerosum.web.documentation import page as page_of_documentation
from zerosum.web.documentation import picture
from zerosum.web.site import Missing, Site
from zerosum.web.workers import LIMIT, Underway


class Lesson(NamedTuple):
    """A lesson of the list: one idea in five minutes."""

    title: str
    summary: str
    insight: str
    """The idea in one sentence, with which the lesson begins."""
    games: tuple[str, ...]
    """The games that it explains; the first is the one it uses."""


LESSONS = {
    "mix": Lesson(
        "Why mix",
        "One coin, one slider: the only mix that nobody can use against you.",
        "If your rival can guess your move, you lose; so make every guess equally bad.",
        (
            "pennies",
            "rps",
            "morra",
            "blotto",
            "silent-duel",
            "oshi-zumo",
            "noisy-duel",
            "inspection",
            "pursuit",
        ),
    ),
    "jack": Lesson(
        "Why bluff with the worst card",
        "Kuhn's poker: one slider, how often the jack bets, and what you earn.",
        "The worst card bets one time in three: exactly often enough that the queen does not care whether to call.",
        ("kuhn", "toy-river", "leduc", "dealt-betting"),
    ),
    "several": Lesson(
        "Why the solver shows this and not that",
        "A river with three hands: one slider, how often the kings shove, and what that costs.",
        "Many strategies can be optimal at once; a solver shows one of them, and a range shows all.",
        ("toy-river", "kuhn", "leduc"),
    ),
    "trick": Lesson(
        "One trick of Jujitsu",
        "Drag your mix, and see what the rival can do about it.",
        "A mix is good if the rival's best answer to it is as weak as possible.",
        ("jujitsu", "goofspiel", "blind-goofspiel"),
    ),
    "bluff": Lesson(
        "Why bluff",
        "Drag the thresholds of a bet and watch the best reply.",
        "Bad hands bet so that good hands are paid.",
        ("relance", "two-bets", "raise", "raises", "bets", "kuhn", "leduc", "two-phase-relance"),
    ),
    "proof": Lesson(
        "What a proof is",
        "Two mixes, two promises: where they meet, nobody can argue.",
        "A value is proved by two strategies: one that wins at least that amount, and one that loses no more.",
        ("pennies",),
    ),
    "matches": Lesson(
        "Leave the last match",
        "Bricker's slides, one for every position, made by the recursion itself.",
        "Solve the small heaps first: a heap is lost if every move leaves a heap that is won.",
        ("matches",),
    ),
    "lag": Lesson(
        "One move behind",
        "What it costs not to know where the counter stands.",
        "What your rival does not know yet is worth something, and it is worth most if it is a coin toss.",
        ("gleason",),
    ),
    "target": Lesson(
        "A target of random value",
        "High, low or middle: when is the target worth a good card?",
        "Save good cards for good targets, and mix where the target is in between.",
        ("nakai",),
    ),
}
"""The lessons by name."""

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
templates = Jinja2Templates(Path(__file__).parent / "templates")
templates.env.globals |= {"version": __version__, "lessons": LESSONS}
templates.env.filters["query"] = lambda given: urlencode(given)
templates.env.filters["the"] = the
templates.env.filters["paid"] = paid_text
templates.env.filters["character"] = lambda rival: character(rival).title


def _with_code(text: str) -> Markup:
    """A text of the papers: commands stand between backticks, paragraphs between empty lines, and x_1 is an index."""
    parts = [
        Markup(INDEX.sub(r"\1<sub>\2</sub>", str(escape(part))).replace("\n\n", "<br><br>"))
        if k % 2 == 0
        else Markup("<code>{}</code>").format(part)
        for k, part in enumerate(text.split("`"))
    ]
    return Markup("").join(parts)


BRANCH = re.compile(r"((?:│ {2}| {3})*)[├└]─ ")
"""How a terminal draws a line of a tree."""


def _nested(rules: Sequence[str]) -> Markup:
    """The rules, a paragraph a line; the lines of a tree become lists inside lists, as `rules` in dom.js does it."""
    parts: list[Markup] = []
    level = 0
    for line in (*rules, ""):
        branch = BRANCH.match(line)
        deep = len(branch[1]) // 3 + 1 if branch else 0
        if deep > level:
            parts.append(Markup('<ul class="rule">'))
        else:
            parts.append(Markup("</li></ul>") * (level - deep) + Markup("</li>" if deep else ""))
        if branch:
            parts.append(Markup("<li>{}").format(line[branch.end() :]))
        elif line:
            parts.append(Markup('<p class="rule">{}</p>').format(line))
        level = deep
    return Markup("").join(parts)


templates.env.filters["nested"] = _nested
templates.env.filters["with_code"] = _with_code

START = ("kuhn", "rps", "matches", "blackjack")
"""Games to start with."""
GENRES = ("poker", "cards", "dice", "guessing", "pursuit", "your own")
"""The shelves of the gallery, in this order."""
GLOSSARY = {
    "ante": "what a player pays before anything is decided",
    "check": "to pass without betting",
    "bet": "to put money in; a rival who may answer must match it or give up",
    "call": "to match a bet, so that the hands are compared",
    "see": "to match a bet, so that the hands are compared",
    "fold": "to give up, and lose what you have put in",
    "raise": "to match a bet and put in more",
    "showdown": "both show their hands, and the higher one wins the pot",
    "trick": "one card from each player; the higher one wins it",
    "stick": "to take no more cards",
}
"""Words of the rules, for a beginner."""
BOARD = re.compile(r" ([2-9TJQKA][shdc]){3,}$")
"""The cards on the table in the title of a game, which the gallery leaves out."""
INDEX = re.compile(r"\b([A-Za-z])_(\w)\b")
"""A letter with an index."""
SEES = re.compile(r"\bsee:|(?:\bor|,) see\b")
"""Where "see" is a move; players also see cards."""
OWN = ("walk", "side", "rival")
"""What the address of a game's page holds beside the game's parameters: where one has walked, whom one plays."""
FIELDS = 6
"""Number of fields of a long form that are not folded."""
MENU = 24
"""Largest number of moves that are shown as a row of buttons."""


def _page(request: Request, name: str, status: int = 200, **shown: Data) -> HTMLResponse:
    return templates.TemplateResponse(request, name, shown, status)


def wrong(request: Request, sentence: str, status: int) -> HTMLResponse:
    """A page with one sentence about what is wrong."""
    return _page(request, "wrong.html", status, sentence=sentence)


@router.get("/")
def home(request: Request) -> HTMLResponse:
    """A hand to play, lessons, games to start with, and the gallery by genre."""
    listed = {name: _card(name) for name in games.CATALOG}
    shelves = {
        genre: [one for one in listed.values() if one["genre"] == genre]
        for genre in dict.fromkeys((*GENRES, *(one["genre"] for one in listed.values())))
    }
    return _page(
        request,
        "home.html",
        count=len(listed),
        start=[listed[name] for name in START],
        shelves={genre: some for genre, some in shelves.items() if some},
    )


def _card(name: str) -> Json:
    """A game as the gallery shows it; one that is read from a file goes by what it is."""
    kind = games.CATALOG[name].load()
    title = BOARD.sub("", entry(name).title.partition(" · ")[0])
    return {
        "name": name,
        "title": f"{kind.summary[0].upper()}{kind.summary[1:]}" if examples(name) else title,
        "invitation": kind.invitation,
        "genre": kind.genre or "others",
        "size": f"?{urlencode(kind.gallery)}" if kind.gallery else "",
    }


@router.get("/games/{game}")
def game(request: Request, game: str, site: TheSite) -> HTMLResponse:
    """A game: its rules, its solution, where to explore and to play, and its paper."""
    return _game(request, game, site, dict(request.query_params))


def _game(
    request: Request, game: str, site: Site, asked: Mapping[str, str], refused: str = ""
) -> HTMLResponse:
    """A game's page for what is asked in its address; beside the form for a table, why one could not be had."""
    if game not in games.CATALOG:
        raise Missing(f"there is no game called {game!r} here")
    given = {name.removesuffix("_"): text for name, text in asked.items() if name not in OWN}
    fields = entry(game).fields["game"]
    shown = len(fields) if len(fields) <= FIELDS + 1 else FIELDS
    answer, trouble, job = None, "", None
    try:
        answer = site.ask("answer", game, given)
    except Underway as found:
        job = found.job.number
    except ZerosumError as error:
        trouble = str(error)
    return _page(
        request,
        "game.html",
        400 if trouble or refused else 200,
        game=entry(game),
        given=given,
        fields=fields[:shown],
        more_fields=fields[shown:],
        more_given=any(one["name"] in given for one in fields[shown:]),
        own={name: asked.get(name, "") for name in OWN},
        answer=answer,
        trouble=trouble,
        refused=refused,
        job=job,
        rivals=entry(game).rivals,
        plane=map_of(game),
        full_name=full_name(game, given),
        words=_words_of((answer or {"rules": entry(game).rules})["rules"]),
        papers=papers_about(full_name(game, given)),
    )


@router.get("/docs")
@router.get("/docs/{path:path}")
def documentation(request: Request, path: str = "") -> Response:
    """A page of the documentation, made from its text; where `make docs` has built it, that is served instead."""
    if request.url.path == "/docs":
        return RedirectResponse("/docs/index.html", 307)
    drawn = picture(path)
    if drawn is not None:
        return FileResponse(drawn)
    found = page_of_documentation(path)
    if found is None:
        raise Missing("the documentation has no such page")
    return _page(request, "docs.html", title=found[0], text=found[1])


@router.get("/api")
def api(request: Request) -> HTMLResponse:
    """The API, for people."""
    described = request.app.openapi()
    calls = []
    for path, methods in described["paths"].items():
        for method, call in methods.items():
            content = (
                call.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            )
            schema = described["components"]["schemas"].get(content.get("$ref", "").rpartition("/")[2], {})
            calls.append(
                {
                    "method": method.upper(),
                    "path": path,
                    "text": call.get("description", ""),
                    "parameters": [
                        {
                            "name": one["name"],
                            "required": one.get("required"),
                            "kind": one["schema"].get("type", "text"),
                        }
                        for one in call.get("parameters", [])
                        if one["in"] != "cookie"
                    ],
                    "body": list(schema.get("properties", {})),
                }
            )
    return _page(request, "api.html", calls=calls)


def _words_of(rules: Sequence[str]) -> dict[str, str]:
    """The words of the rules that a beginner may not know, explained."""
    text = " ".join(rules).lower()
    used = set(re.findall(r"[a-z]+", text))
    known = {word: means for word, means in GLOSSARY.items() if used & {word, f"{word}s", f"{word}ed"}}
    if not SEES.search(text):
        known.pop("see", None)
    if not used & {"bet", "bets", "raise", "raises"}:
        known.pop("call", None)  # dice and numbers of fingers are called, too
    return known


@router.get("/papers")
def all_papers(request: Request) -> HTMLResponse:
    """The report: what the papers say, and what became of it."""
    return _page(request, "papers.html", papers=papers())


@router.get("/papers/{key}")
def one_paper(request: Request, key: str, site: TheSite, recompute: bool = False) -> HTMLResponse:
    """A paper: its story, its pictures, every claim with its verdict, and what was not checked."""
    if key not in PAPERS:
        raise Missing(f"there is no paper called {key!r} here")
    job = None
    if recompute:
        try:
            site.verdicts(key, "")
        except Underway as found:
            job = found.job.number
    return _page(request, "paper.html", paper=paper_view(PAPERS[key], PAPERS[key].claims()), job=job)


@router.post("/games/{game}/tables")
def sit_down(
    request: Request,
    game: str,
    site: TheSite,
    side: Annotated[str, Form(pattern="^(row|col|)$")] = "",
    rival: Annotated[str, Form(max_length=400)] = "",
    cookie: Visitor = None,
) -> Response:
    """Open a table and go there."""
    answer = RedirectResponse("/", 303)
    visitor = visitor_of(site, cookie, answer)
    given = dict(request.query_params)
    try:
        name = site.open(visitor, game, given, side, rival)
    except InputError as error:
        return _game(request, game, site, {**given, "side": side, "rival": rival}, str(error))
    answer.headers["location"] = f"/tables/{name}"
    return answer


@router.get("/tables/{name}")
def table(
    request: Request,
    name: str,
    site: TheSite,
    hint: bool = False,
    late: bool = False,
    cookie: Visitor = None,
) -> Response:
    """A table as it stands, or how far the solving of its game is, and whether a move came too late for it."""
    visitor = site.signer.visitor(cookie)
    try:
        view = site.table(visitor, name, hint=hint)
        review = site.review(visitor, name) if view["over"] else None
    except Underway:
        return _page(request, "waiting.html", 202, asks=f"/api/tables/{name}", late=late)
    return _page(request, "table.html", view=view, review=review, menu=len(view["moves"]) <= MENU)


@router.get("/rounds/{name}")
def shared_round(request: Request, name: str, site: TheSite) -> Response:
    """A finished round, to be looked at by anybody who has its address."""
    try:
        view, review = site.shared_round(name)
    except Underway:
        return _page(request, "waiting.html", 202, asks=f"/api/rounds/{name}")
    return _page(request, "round.html", view=view, review=review)


@router.post("/tables/{name}/move")
def move(
    name: str,
    site: TheSite,
    word: Annotated[str, Form(max_length=400)],
    turn: Annotated[int, Form(ge=0)],
    cookie: Visitor = None,
) -> Response:
    """Make a move and look at the table again."""
    try:
        site.act(site.signer.visitor(cookie) or "", name, word, turn)
    except Underway:
        return RedirectResponse(f"/tables/{name}?late=true", 303)
    return RedirectResponse(f"/tables/{name}", 303)


@router.get("/tables")
def tables(request: Request, site: TheSite, cookie: Visitor = None) -> HTMLResponse:
    """A visitor's tables."""
    mine = [one for one in site.records.of(site.signer.visitor(cookie)) if one["game"] in games.CATALOG]
    return _page(
        request, "tables.html", tables=mine, entries={one["game"]: entry(one["game"]) for one in mine}
    )


@router.get("/lessons/{name}")
def one_lesson(
    request: Request, name: str, site: TheSite, start: str = "12", takes: str = "1,2,3", at: str = "1"
) -> HTMLResponse:
    """A lesson; that of the matches has slides, up to any start."""
    if name not in LESSONS:
        raise Missing(f"there is no lesson called {name!r}")
    given = {"matches": start, "takes": takes}
    made = site.ask("slides", "matches", given, wait=LIMIT) if name == "matches" else []
    slide = min(int(at[:9]), len(made)) if at.isascii() and at.isdecimal() else 1
    names = list(LESSONS)
    return _page(
        request,
        f"lesson_{name}.html",
        lesson=LESSONS[name],
        names={game: _card(game)["title"] for game in LESSONS[name].games},
        next_lesson=names[(names.index(name) + 1) % len(names)],
        slides=made,
        given=given,
        at=max(1, slide),
    )
