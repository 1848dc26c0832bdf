"""The pages: usable without JavaScript: forms and links do everything, and scripts only make it smoother."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request, Response, UploadFile
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse
from fastapi.templating import Jinja2Templates
from markupsafe import Markup, escape

from zerosum import __version__, games
from zerosum.arena.rounds import paid_text
from zerosum.core.data import Data, Json
from zerosum.core.errors import InputError, ZerosumError
from zerosum.core.printable import printable
from zerosum.display.html import with_minus
from zerosum.display.views import with_article
from zerosum.papers import PAPERS
from zerosum.web.actions import action_classes
from zerosum.web.api import TheSite, Visitor, visitor_of
from zerosum.web.catalogue import (
    character,
    entry,
    examples,
    full_name,
    heading,
    map_of,
    paper_view,
    papers,
    papers_about,
)
from zerosum.web.covers import EXERCISES, LESSON_COVERS, cover
from zerosum.web.documentation import contents, headings, picture
from zerosum.web.documentation import page as page_of_documentation
from zerosum.web.lessons import LESSONS
from zerosum.web.own import EXAMPLES as OWN_GAMES
from zerosum.web.own import MAX_TEXT, keep
from zerosum.web.search import MAX_HITS, find, marked, similar
from zerosum.web.site import NotFound, Site
from zerosum.web.workers import Job, JobPending

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
templates = Jinja2Templates(Path(__file__).parent / "templates")
templates.env.finalize = lambda shown: printable(shown) if type(shown) is str else shown
PROVED = {
    "exact": {"title": "Exact", "text": "proved in fractions"},
    "bounds": {"title": "Certified", "text": "proved within bounds"},
    "": {"title": "An estimate", "text": "not a bound"},
}
"""The remark about the value on a game's page, by the kind of proof."""
templates.env.globals |= {
    "version": __version__,
    "lessons": LESSONS,
    "exercises": EXERCISES,
    "PROVED": PROVED,
}
templates.env.filters["heading"] = heading
templates.env.filters["query"] = lambda given: urlencode(given)
templates.env.filters["with_article"] = with_article
templates.env.filters["action_classes"] = action_classes
templates.env.filters["paid"] = paid_text
templates.env.filters["cover"] = cover
templates.env.filters["lesson_cover"] = LESSON_COVERS.get
templates.env.filters["slug"] = lambda verdict: verdict.replace(",", "").replace(" ", "-")
templates.env.filters["character"] = lambda opponent: character(opponent).title


def _with_code(text: str) -> Markup:
    """Return a text of the papers as HTML: backticks enclose commands, empty lines separate paragraphs, x_1 is an
    index, and x^2 a power.
    """

    def shown(part: str) -> str:
        text = HYPHEN.sub("−", with_minus(part)).replace(" <= ", " ≤ ").replace(" >= ", " ≥ ")
        text = INDEX.sub(r"\1<sub>\2\3</sub>", str(escape(text)))
        return POWER.sub(r"<sup>\1\2</sup>", text).replace("\n\n", "<br><br>")

    parts = [
        Markup(shown(part)) if k % 2 == 0 else Markup("<code>{}</code>").format(part)
        for k, part in enumerate(text.split("`"))
    ]
    return Markup("").join(parts)


def _nested(rules: Sequence[Json]) -> Markup:
    """Return the rules: a paragraph for each, and nested lists for subsequent events, like `rules` in dom.js."""

    def below(one: Json) -> Markup:
        lines = Markup("").join(
            Markup("<li>{}{}</li>").format(with_minus(line["text"]), below(line)) for line in one["below"]
        )
        return Markup('<ul class="rule">{}</ul>').format(lines) if lines else lines

    return Markup("").join(
        Markup('<p class="rule">{}</p>{}').format(with_minus(one["text"]), below(one)) for one in rules
    )


def _section(path: str) -> str:
    """Return the navigation section of a page."""
    found = [start for start in SECTIONS if path.startswith(start)]
    return SECTIONS[max(found, key=len)] if found else ""


templates.env.filters["section"] = _section
templates.env.filters["nested"] = _nested
templates.env.filters["minus"] = with_minus
templates.env.filters["with_code"] = _with_code
templates.env.filters["marked"] = marked

START = ("kuhn", "liars-dice", "goofspiel", "gleason", "blackjack", "rps")
"""Games to start with."""
TAUGHT = {game for lesson in LESSONS.values() for game in lesson.games}
"""Games that a lesson explains."""
SECTIONS = {
    "/games": "Play",
    "/tables": "Play",
    "/rounds": "Play",
    "/games/": "Solve",
    "/solve": "Solve",
    "/steps": "Solve",
    "/lessons": "Learn",
    "/practice": "Learn",
    "/papers": "Papers",
    "/docs": "Docs",
    "/api": "Docs",
}
"""The navigation section of a page, by the beginning of its address; the longest match counts."""
GENRES = ("poker", "cards", "dice", "guessing", "pursuit", "your own")
"""The shelves of the gallery, in this order."""
GLOSSARY = {
    "ante": "the chips that each player puts in the pot before the first action",
    "check": "to pass without betting",
    "bet": "to put money in the pot; the opponent must call (match it), raise or fold",
    "call": "to match a bet",
    "see": "to match a bet; another word for call",
    "fold": "to give up the hand and lose the chips you have put in",
    "raise": "to match a bet and add to it",
    "showdown": "both players show their hands, and the higher hand wins the pot",
    "trick": "one card from each player; the higher card wins",
    "stand": "to take no more cards",
}
"""Explanations of words in the rules for beginners."""
INDEX = re.compile(r"(?<!\w)([A-Za-zα-ωΑ-Ω∫])_(?:(\w)(?!\w)|\{([^{}]*)\})")
"""Matches a letter with an index."""
POWER = re.compile(r"\^(?:(\d)(?!\w)|\{([^{}]*)\})")
"""Matches a superscript."""
HYPHEN = re.compile(r"(?<= )-(?= )|(?<![^\s({|,=])-(?=[\w(])|(?<=[a-z)])-(?=\d)|(?<=\([a-z])-(?=[a-z]\))")
"""Matches a hyphen used as a minus sign in a formula: between spaces, before a letter, between a letter and a
number, or between two letters in parentheses.
"""
SEES = re.compile(r"\bsee:|(?:\bor|,) see\b")
"""Matches "see" as a move; players also see cards."""
OWN = ("walk", "after", "holding", "side", "opponent")
"""Parts of the address of a game's page besides the game's parameters: the path walked, the decision and the hand
shown, and the opponent.
"""
FIELDS = 6
"""Number of fields of a long form that are not folded."""
WRONG = {404: "Not found", 500: "Something went wrong"}
"""The headings of pages about errors, by their status."""
MAX_EMBEDDED = 2**16
"""Maximum number of characters of drawings inside a page; larger ones are requested once the page is shown."""


def _page(request: Request, name: str, status: int = 200, **shown: Data) -> HTMLResponse:
    return templates.TemplateResponse(request, name, shown, status)


def wrong(request: Request, sentence: str, status: int) -> HTMLResponse:
    """Return a page with one sentence about an error, and links: for an unknown address, pages that contain
    its words.
    """
    words = " ".join(re.findall(r"[a-z]{3,}", request.url.path.rpartition("/")[2].lower()))[:100]
    near = (find(words) or similar(words))[:5] if status == 404 and words else []
    return _page(
        request,
        "wrong.html",
        status,
        heading=WRONG.get(status, "This does not work"),
        sentence=sentence,
        near=near,
    )


def still_working(request: Request, job: Job) -> HTMLResponse:
    """Return a page that shows the progress of a job, and becomes the requested page once the job is done."""
    return _page(request, "waiting.html", 202, job=job.number)


@router.get("/")
def home(request: Request) -> HTMLResponse:
    """Return a hand to play, the path of lessons, games to start with, and the meaning of "proved"."""
    built_in = _built_in()
    house = [name for name in built_in if "col" not in entry(name).sides]
    return _page(
        request, "home.html", count=len(built_in), house=len(house), start=[_tile(name) for name in START]
    )


@router.get("/games")
def gallery(
    request: Request,
    genre: Annotated[str, Query(max_length=40)] = "",
    q: Annotated[str, Query(max_length=100)] = "",
    lesson: bool = False,
) -> HTMLResponse:
    """Return all games, or those of one genre, matching a search, or with a lesson."""
    listed = [_tile(name) for name in games.CATALOG]
    count = Counter(one["genre"] for one in listed)
    words = q.lower().split()
    return _page(
        request,
        "games.html",
        solved=len(_built_in()),
        games=[one | {"hidden": not _is_asked_for(one, genre, words, lesson)} for one in listed],
        genres={one: count[one] for one in dict.fromkeys((*GENRES, *count)) if count[one]},
        chosen=genre if genre in count else "",
        q=q,
        lesson=lesson,
    )


def _built_in() -> list[str]:
    """Return the games with rules of their own, without those that are read from a file."""
    return [name for name in games.CATALOG if not examples(name)]


def _is_asked_for(one: Json, genre: str, words: Sequence[str], lesson: bool) -> bool:
    return (
        (genre == one["genre"] or not genre)
        and all(word in one["words"] for word in words)
        and (one["lesson"] or not lesson)
    )


def _tile(name: str) -> Json:
    """Return a game as the gallery shows it; a game that is read from a file has a generic name."""
    kind = games.CATALOG[name].load()
    title = heading(entry(name).title)[0]
    if examples(name):
        title = f"{kind.summary[0].upper()}{kind.summary[1:]}"
    genre = kind.genre or "others"
    return {
        "name": name,
        "title": title,
        "tagline": kind.tagline,
        "genre": genre,
        "size": f"?{urlencode(kind.gallery)}" if kind.gallery else "",
        "cover": cover(name),
        "source": kind.paper,
        "lesson": name in TAUGHT,
        "words": f"{title} {kind.tagline} {kind.summary} {genre} {name} {games.CATALOG[name].paper}".lower(),
    }


@router.get("/lessons")
def lessons(request: Request) -> HTMLResponse:
    """Return the path of lessons, and exercises."""
    return _page(request, "lessons.html")


@router.get("/solve")
def solve(
    request: Request, site: TheSite, example: Annotated[str, Query(max_length=20)] = "table"
) -> HTMLResponse:
    """Return the page on which a visitor writes a game, and the built-in games."""
    one = OWN_GAMES.get(example, OWN_GAMES["table"])
    try:
        found = site.read_own(one.text)
    except JobPending:  # the example is shown until then
        found = {"title": one.title, "rules": []}
    return _solve(request, one.text, found)


@router.post("/solve")
def solve_own(
    request: Request,
    site: TheSite,
    text: Annotated[str, Form(max_length=MAX_TEXT)] = "",
    file: UploadFile | None = None,
) -> Response:
    """Store a game that a visitor has written and go to its page; report the error in a text that is not a
    game.
    """
    if file is not None and file.filename:
        try:
            text = file.file.read(4 * MAX_TEXT).decode("utf-8-sig")
        except UnicodeDecodeError:
            return _solve(request, text, {"error": "the file is not a text file", "line": 0}, 400)
    found = site.read_own(text)
    if "error" in found:
        return _solve(request, text, found, 400)
    return RedirectResponse(f"/games/{found['game']}?path={keep(found['text'], found['suffix'])}", 303)


def _solve(request: Request, text: str, found: Json, status: int = 200) -> HTMLResponse:
    return _page(
        request,
        "solve.html",
        status,
        count=len(_built_in()),
        text=text,
        found=found,
        examples=OWN_GAMES,
        most=MAX_TEXT,
    )


@router.get("/search")
def search(request: Request, q: Annotated[str, Query(max_length=100)] = "") -> HTMLResponse:
    """Return the pages that contain the words searched for."""
    found = find(q)
    return _page(request, "search.html", q=q, found=found[:MAX_HITS], count=len(found))


@router.get("/games/{game}")
def game(request: Request, game: str, site: TheSite) -> Response:
    """Return a game: its rules, its solution, tools to explore and play it, and its paper."""
    asked = dict(request.query_params)
    opening = games.CATALOG[game].load().gallery if game in games.CATALOG else {}
    if opening and not set(asked) - set(OWN):
        return RedirectResponse(f"/games/{game}?{urlencode({**opening, **asked})}", 307)
    return _game(request, game, site, asked)


def _game(
    request: Request, game: str, site: Site, asked: Mapping[str, str], rejected: str = ""
) -> HTMLResponse:
    """Return a game's page for the parameters in its address; if a table could not be opened, show the reason next
    to its form.
    """
    if game not in games.CATALOG:
        raise NotFound(f"there is no game called {game!r} here")
    given = {name.removesuffix("_"): text for name, text in asked.items() if name not in OWN}
    fields = entry(game).fields["game"]
    shown = len(fields) if len(fields) <= FIELDS + 1 else FIELDS
    answer, trouble, job = None, "", None
    try:
        answer = site.ask("answer", game, given)
    except JobPending as found:
        job = found.job.number
    except ZerosumError as error:
        trouble = str(error)
    return _page(
        request,
        "game.html",
        400 if trouble or rejected else 200,
        game=entry(game),
        called=heading(entry(game).title)[0],
        given=given,
        fields=fields[:shown],
        more_fields=fields[shown:],
        more_given=any(one["name"] in given for one in fields[shown:]),
        own={name: asked.get(name, "") for name in OWN},
        answer=answer,
        is_embedded=answer is not None and len(json.dumps(answer["views"])) <= MAX_EMBEDDED,
        trouble=trouble,
        rejected=rejected,
        job=job,
        opponents=entry(game).opponents,
        plane=map_of(game),
        full_name=full_name(game, given),
        words=_words_of((answer or {"rules": entry(game).rules})["rules"]),
        papers=papers_about(full_name(game, given)),
    )


@router.get("/docs")
@router.get("/docs/{path:path}")
def documentation(request: Request, path: str = "") -> Response:
    """Return a page of the documentation, rendered from its text; the pages of `make docs` are served instead
    if they exist.
    """
    if request.url.path == "/docs":
        return RedirectResponse("/docs/index.html", 307)
    drawn = picture(path)
    if drawn is not None:
        return FileResponse(drawn)
    found = page_of_documentation(path)
    if found is None:
        raise NotFound("the documentation has no such page")
    here = path.removesuffix(".html").strip("/") or "index"
    return _page(
        request,
        "docs.html",
        title=found[0],
        text=found[1],
        headings=headings(found[1]),
        contents=contents(here),
    )


@router.get("/api")
def api(request: Request) -> HTMLResponse:
    """Return the API as a page for people."""
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
                    "part": path.split("/")[2],
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
    return _page(request, "api.html", calls=calls, contents=contents(""))


def _words_of(rules: Sequence[Json]) -> dict[str, str]:
    """Return the words in the rules that a beginner may not know, with explanations."""
    todo, texts = list(rules), []
    while todo:
        one = todo.pop()
        texts.append(one["text"].lower())
        todo += one["below"]
    text = " ".join(texts)
    used = set(re.findall(r"[a-z]+", text))
    known = {word: means for word, means in GLOSSARY.items() if used & {word, f"{word}s", f"{word}ed"}}
    if not SEES.search(text):
        known.pop("see", None)
    if not used & {"bet", "bets", "raise", "raises"}:
        known.pop("call", None)  # "call" is also used for dice and numbers of fingers
    return known


@router.get("/papers")
def all_papers(request: Request) -> HTMLResponse:
    """Return the report: the papers' claims, and the results."""
    return _page(request, "papers.html", papers=papers())


@router.get("/papers/{key}")
def one_paper(request: Request, key: str, site: TheSite, recompute: bool = False) -> HTMLResponse:
    """Return a paper: its background, its figures, every claim with its verdict, and the unchecked parts."""
    if key not in PAPERS:
        raise NotFound(f"there is no paper called {key!r} here")
    job = None
    if recompute:
        try:
            site.verdicts(key, "")
        except JobPending as found:
            job = found.job.number
    return _page(request, "paper.html", paper=paper_view(PAPERS[key], PAPERS[key].claims()), job=job)


@router.post("/games/{game}/tables")
def sit_down(
    request: Request,
    game: str,
    site: TheSite,
    side: Annotated[str, Form(pattern="^(row|col|)$")] = "",
    opponent: Annotated[str, Form(max_length=400)] = "",
    lesson: Annotated[str, Form(max_length=40)] = "",
    cookie: Visitor = None,
) -> Response:
    """Open a table and go there."""
    answer = RedirectResponse("/", 303)
    visitor = visitor_of(site, cookie, answer)
    given = dict(request.query_params)
    try:
        name = site.open(visitor, game, given, side, opponent, lesson)
    except InputError as error:
        return _game(request, game, site, {**given, "side": side, "opponent": opponent}, str(error))
    answer.headers["location"] = f"/tables/{name}"
    return answer


@router.get("/lessons/{name}")
def one_lesson(
    request: Request, name: str, site: TheSite, start: str = "12", takes: str = "1,2,3", at: str = "1"
) -> HTMLResponse:
    """Return a lesson; the lesson on matches has slides, up to any start."""
    if name not in LESSONS:
        raise NotFound(f"there is no lesson called {name!r}")
    given = {"matches": start, "takes": takes}
    made = site.ask("slides", "matches", given) if name == "matches" else []
    slide = min(int(at[:9]), len(made)) if at.isascii() and at.isdecimal() else 1
    names = list(LESSONS)
    return _page(
        request,
        f"lesson_{name}.html",
        lesson=LESSONS[name],
        place=names.index(name) + 1,
        names={game: heading(entry(game).title)[0] for game in LESSONS[name].games},
        next_lesson=dict(pairwise(names)).get(name, ""),
        previous_lesson=names[names.index(name) - 1] if names.index(name) else "",
        slides=made,
        given=given,
        at=max(1, slide),
    )
