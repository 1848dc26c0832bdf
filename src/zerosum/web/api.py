"""The JSON API, which the pages themselves use; `/openapi.json` describes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Cookie, Depends, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from zerosum import games
from zerosum.core.data import Data, Json
from zerosum.core.errors import ZerosumError
from zerosum.core.sides import Side
from zerosum.web.catalogue import check_player, entry, papers
from zerosum.web.own import MAX_TEXT
from zerosum.web.search import MAX_HITS, find
from zerosum.web.site import NotFound, Site
from zerosum.web.strategies import MAX_STRATEGY
from zerosum.web.workers import JobPending

router = APIRouter(prefix="/api")
COOKIE = "zerosum_visitor"

Wrong: dict[int | str, Json] = {
    code: {"description": text}
    for code, text in {
        400: "one sentence that states the problem",
        403: "the request comes from another site",
        404: "the item does not exist",
        409: "the table has changed since",
        411: "the request does not state its length",
        413: "the request is too large",
        422: "the work is too large, or the request is malformed",
        503: "the site is busy",
    }.items()
}
Later: dict[int | str, Json] = {**Wrong, 202: {"description": "in progress; poll the job"}}
IMAGE: Json = {
    "responses": {**Later, 200: {"content": {"image/svg+xml": {}}}},
    "response_class": Response,
}
PICTURE = {
    "Cache-Control": "private, max-age=600",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}
"""The content security policy of a standalone picture: its own styles, but no scripts."""
Text = Annotated[str, Field(max_length=400)]
GameName = Annotated[str, Path(max_length=60)]
End = Annotated[float, Query(gt=0, le=1000)]
"""The upper end of a plot's range, which begins at 0."""
TableName = Annotated[str, Path(max_length=40)]


class NewTable(BaseModel):
    """The data for opening a table."""

    game: Annotated[str, Field(max_length=60)]
    given: Annotated[dict[str, Text], Field(max_length=24)] = {}
    side: Side | None = None
    opponent: Text = ""
    lesson: Text = ""
    """The lesson in which the table is opened; its first round asks the lesson's question."""


class OwnGame(BaseModel):
    """A game written by a visitor."""

    text: Annotated[str, Field(max_length=MAX_TEXT)]


class OwnStrategy(BaseModel):
    """A strategy submitted by a visitor."""

    text: Annotated[str, Field(max_length=MAX_STRATEGY)]
    ending: Annotated[str, Field(max_length=8)] = ".csv"
    """The extension of its file."""
    fill: bool = False
    """Whether all moves are equally likely at missing decisions."""


class Move(BaseModel):
    """A move at a table: its name, "undo", or anything to begin the next round."""

    word: Text
    turn: Annotated[int, Field(ge=0, le=10**9)]


def site_of(request: Request) -> Site:
    """Return the site's state."""
    site: Site = request.app.state.site
    return site


TheSite = Annotated[Site, Depends(site_of)]
Visitor = Annotated[str | None, Cookie(alias=COOKIE, max_length=200)]


def visitor_of(site: Site, cookie: str | None, response: Response) -> str:
    """Return the visitor, who gets a name and a signed cookie at the first table."""
    known = site.signer.visitor(cookie)
    if known is None:
        cookie = site.signer.new()
        response.set_cookie(COOKIE, cookie, max_age=90 * 24 * 3600, httponly=True, samesite="strict")
        known = cookie.partition(".")[0]
    return known


def given_in(request: Request, *own: str) -> dict[str, str]:
    return {key: text for key, text in request.query_params.items() if key not in own}


@router.get("/games")
def list_games() -> Json:
    """Return the games: their names, rules in a line, and papers."""
    listed = [
        {"name": one.name, "summary": one.summary, "paper": one.paper} for one in games.CATALOG.values()
    ]
    return {"games": listed}


@router.post("/own", responses=Later)
def read_own(wanted: OwnGame, site: TheSite) -> Data:
    """Return the game described by a text, with its rules, or the error and its line; nothing is stored."""
    found = soon(lambda: site.read_own(wanted.text))
    return found if isinstance(found, Response) else {name: found[name] for name in found if name != "text"}


@router.get("/games/{game}", responses=Wrong)
def describe(game: GameName) -> Json:
    """Return one game: its rules, and its parameters as fields of a form."""
    if game not in games.CATALOG:
        raise NotFound(f"there is no game called {game!r} here")
    found = entry(game)
    return {
        "name": found.name,
        "title": found.title,
        "rules": found.rules,
        "paper": found.paper,
        "fields": found.fields,
    }


@router.get("/games/{game}/answer", responses=Later)
def answer(game: GameName, request: Request, site: TheSite) -> Data:
    """Return the solution as data and as a report; the parameters of the game are in the address."""
    return soon(lambda: site.ask("answer", game, given_in(request)))


@router.get("/games/{game}/walk", responses=Later)
def walk(
    game: GameName,
    request: Request,
    site: TheSite,
    steps: Annotated[str, Query(max_length=400, alias="walk")] = "",
    mix: Annotated[str, Query(max_length=400)] = "",
) -> Data:
    """Return the position at the end of the moves in `walk`: its value, both mixes, and the EV of each pair
    of moves.

    With a `mix` of row's, as weights, also return row's EV with it against each of col's moves.
    """
    return soon(lambda: site.ask("walk", game, given_in(request, "walk", "mix"), path=steps, mix=mix))


@router.get("/games/{game}/best-response", responses=Later)
def best_response(
    game: GameName,
    request: Request,
    site: TheSite,
    player: Annotated[str, Query(max_length=400)],
    side: Side = "row",
) -> Data:
    """Return the best response to a player on a side, such as "lowest" or "bet<1/9,fold<2/3,bet", and row's
    payoff.
    """
    check_player(player)
    given = given_in(request, "player", "side")
    return soon(lambda: site.ask("best_response", game, given, player=player, side=side))


@router.post("/games/{game}/leaks", responses=Later)
def leaks(game: GameName, wanted: OwnStrategy, request: Request, site: TheSite) -> Data:
    """Return the leaks of a strategy, and the name under which it can be an opponent: a table in CSV or JSON,
    ranges, or a profile, for the game with the parameters in the address.
    """
    text, ending, fill = wanted.text, wanted.ending, wanted.fill
    return soon(lambda: site.ask("leaks", game, given_in(request), text=text, ending=ending, fill=fill))


@router.get("/games/{game}/sweep", responses=Later)
def sweep(
    game: GameName,
    request: Request,
    site: TheSite,
    over: Annotated[str, Query(max_length=20)],
    points: Annotated[int, Query(ge=2, le=201)] = 101,
) -> Data:
    """Return the solution for values from 0 to 1 of a number that names a position: q in gleason, x in nakai."""
    return soon(
        lambda: site.ask("sweep", game, given_in(request, "over", "points"), over=over, points=points)
    )


@router.get("/games/{game}/formula", responses=Later)
def formula(
    game: GameName,
    request: Request,
    site: TheSite,
    over: Annotated[str, Query(max_length=20)],
    to: Annotated[float, Query(gt=0, le=1000)] = 4,
    entry: Annotated[int | None, Query(ge=0, le=50)] = None,
    at: Annotated[float, Query(ge=-1000, le=1000)] = 1,
    quiet: bool = False,
) -> Data:
    """Return the value as an exact formula in one parameter of the game, piece by piece, and points of its curve.

    In a list, `entry` is the number of the entry that stays a variable, from 0. If the payoffs change inside the
    range, the formula is for the part that contains `at`. With `quiet`, return null instead of an error if there is
    no formula.
    """
    given = given_in(request, "over", "to", "entry", "at", "quiet")
    try:
        return soon(lambda: site.ask("formula", game, given, over=over, to=to, entry=entry, at=at))
    except ZerosumError:
        if quiet:
            return None
        raise


@router.get("/games/{game}/map", responses=Later)
def plane(game: GameName, request: Request, site: TheSite, right: End = 4, top: End = 4) -> Data:
    """Return the value as exact formulas in the game's first two numbers, from 0 to `right` and `top`: regions and
    curves."""
    given = given_in(request, "right", "top")
    return soon(lambda: site.ask("plane", game, given, right=right, top=top))


@router.get("/games/{game}/map.svg", **IMAGE)
def plane_picture(game: GameName, request: Request, site: TheSite, right: End = 4, top: End = 4) -> Response:
    """Return the picture of the map."""
    return _image(lambda: site.map_picture(game, given_in(request, "right", "top"), right, top))


@router.get("/games/{game}/ranges", responses=Later)
def ranges(game: GameName, request: Request, site: TheSite) -> Data:
    """Return the range of each move's probability over all optimal strategies, at every decision."""
    return soon(lambda: site.ask("ranges", game, given_in(request)))


@router.get("/games/{game}/evs", responses=Later)
def evs(game: GameName, request: Request, site: TheSite) -> Data:
    """Return the reach of every decision, the EV of each move, and the cost of a mistake."""
    return soon(lambda: site.ask("evs", game, given_in(request)))


@router.get("/games/{game}/locked", responses=Later)
def locked(
    game: GameName, request: Request, site: TheSite, lock: Annotated[str, Query(max_length=400)]
) -> Data:
    """Return the solution with some decisions locked, such as "J, check: bet 1/2", the cost, and how both
    players adapt.
    """
    return soon(lambda: site.ask("locked", game, given_in(request, "lock"), lock=lock))


@router.get("/games/{game}/lock-curve", responses=Later)
def lock_curve(
    game: GameName,
    request: Request,
    site: TheSite,
    lock: Annotated[str, Query(max_length=400)],
    points: Annotated[int, Query(ge=2, le=201)] = 13,
) -> Data:
    """Return the value to row for each probability from 0 to 1 of one locked move, such as "J, check: bet"."""
    given = given_in(request, "lock", "points")
    return soon(lambda: site.ask("lock_curve", game, given, lock=lock, points=points))


@router.get("/games/{game}/picture.svg", **IMAGE)
def picture(game: GameName, request: Request, site: TheSite) -> Response:
    """Return the picture of the solution."""
    return _image(lambda: site.picture(game, given_in(request)))


@router.get("/search", include_in_schema=False)  # any text is a valid query, so there is nothing to describe
def search(q: Annotated[str, Query(max_length=100)] = "") -> list[Json]:
    """Return games, lessons, papers and pages of the documentation that contain these words, best first."""
    return [one._asdict() for one in find(q)[:MAX_HITS]]


@router.get("/papers")
def list_papers() -> Json:
    """Return the papers, and the verdicts on their claims as far as they have been recomputed here."""
    return {"papers": papers()}


@router.get("/papers/{paper}", responses=Later)
def paper(paper: GameName, site: TheSite, game: Annotated[str, Query(max_length=60)] = "") -> Data:
    """Return a paper's claims with their verdicts, recomputed if necessary; those about one game if it is
    given.
    """
    return soon(lambda: site.verdicts(paper, game))


@router.get("/papers/{paper}/{name}.svg", **IMAGE)
def figure(paper: GameName, name: GameName, site: TheSite) -> Response:
    """Return a picture of the papers' report."""
    return _image(lambda: site.figure(paper, name))


def _image(draw: Callable[[], str]) -> Response:
    try:
        text = draw()
    except JobPending as found:
        return JSONResponse(progress_of(found), 202)
    return Response(text, media_type="image/svg+xml", headers=PICTURE)


def soon(ask: Callable[[], Data]) -> Data:
    """Return an answer, or the address of its progress."""
    try:
        return ask()
    except JobPending as found:
        return JSONResponse(progress_of(found), 202)


def progress_of(found: JobPending) -> Json:
    return {"job": found.job.number, "progress": found.job.progress}


@router.get("/jobs/{number}", responses=Wrong)
def job(number: Annotated[int, Path(ge=1, le=10**12)], site: TheSite) -> Json:
    """Return the progress of a job; request the answer again from its own address when it is done."""
    found = site.job(number)
    return {"under_way": found is not None, "progress": found.progress if found else None}


@router.post("/tables", status_code=201, responses=Later)
def open_table(new: NewTable, site: TheSite, response: Response, cookie: Visitor = None) -> Json:
    """Open a new table; while its game is being solved, the answer has only the table's `id`, for asking again."""
    visitor = visitor_of(site, cookie, response)
    name = site.open(visitor, new.game, new.given, new.side or "", new.opponent, new.lesson)
    try:
        return site.table(visitor, name)
    except JobPending as found:
        response.status_code = 202
        return {"id": name, **progress_of(found)}


@router.get("/tables", responses=Wrong)
def list_tables(site: TheSite, cookie: Visitor = None) -> Json:
    """Return your tables, the latest first."""
    mine = site.records.of(site.signer.visitor(cookie))
    return {"tables": [{key: one[key] for key in ("id", "game", "side", "opponent")} for one in mine]}


@router.get("/tables/{name}", responses=Later)
def see_table(name: TableName, site: TheSite, hint: bool = False, cookie: Visitor = None) -> Data:
    """Return the current state of your table, with the solution's advice on request."""
    return soon(lambda: site.table(site.signer.visitor(cookie), name, hint=hint))


@router.post("/tables/{name}/move", responses=Later)
def move(name: TableName, move: Move, site: TheSite, cookie: Visitor = None) -> Data:
    """Make a move, take one back ("undo"), or begin the next round."""
    return soon(lambda: site.act(site.signer.visitor(cookie) or "", name, move.word, move.turn))


@router.get("/tables/{name}/observed-strategy", responses=Later)
def observed_strategy(name: TableName, site: TheSite, cookie: Visitor = None) -> Data:
    """Return your frequencies at a table, decision by decision, and the winnings of an opponent who knows
    them.
    """
    return soon(lambda: site.observed_strategy(site.signer.visitor(cookie), name))


@router.get("/tables/{name}/review", responses=Later)
def review(name: TableName, site: TheSite, cookie: Visitor = None) -> Data:
    """Return the last round with all cards face up, once it is over."""
    return soon(lambda: site.review(site.signer.visitor(cookie), name))


@router.get("/rounds/{name}", responses=Later)
def shared_round(name: Annotated[str, Path(max_length=120)], site: TheSite) -> Data:
    """Return a finished round, for anyone who has its name from the `address` of a review: `view` and `review`."""
    return soon(lambda: dict(zip(("view", "review"), site.shared_round(name), strict=True)))


@router.delete("/tables/{name}", responses=Wrong)
def leave(name: TableName, site: TheSite, cookie: Visitor = None) -> Json:
    """Leave a table for good."""
    site.records.remove(site.signer.visitor(cookie) or "", name)
    return {"left": name}
