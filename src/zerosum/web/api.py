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
from zerosum.web.site import Missing, Site
from zerosum.web.workers import Underway

router = APIRouter(prefix="/api")
COOKIE = "zerosum_visitor"

Wrong: dict[int | str, Json] = {
    code: {"description": text}
    for code, text in {
        400: "one sentence about what is wrong",
        403: "the request comes from another site",
        404: "there is no such thing",
        409: "the table has gone on",
        411: "the request does not say how long it is",
        413: "the request is too large",
        422: "the work is too large, or the request is malformed",
        503: "the site is busy",
    }.items()
}
Later: dict[int | str, Json] = {**Wrong, 202: {"description": "under way: ask for the job"}}
IMAGE: Json = {
    "responses": {**Later, 200: {"content": {"image/svg+xml": {}}}},
    "response_class": Response,
}
PICTURE = {
    "Cache-Control": "private, max-age=600",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}
"""A picture looked at by itself brings its own styles, and nothing that runs."""
Text = Annotated[str, Field(max_length=400)]
GameName = Annotated[str, Path(max_length=60)]
End = Annotated[float, Query(gt=0, le=1000)]
"""Where a picture ends; it begins at 0."""
TableName = Annotated[str, Path(max_length=40)]


class NewTable(BaseModel):
    """A table to be opened."""

    game: Annotated[str, Field(max_length=60)]
    given: Annotated[dict[str, Text], Field(max_length=24)] = {}
    side: Side | None = None
    rival: Text = ""


class Move(BaseModel):
    """A move at a table: its name, "undo", or anything to begin the next round."""

    word: Text
    turn: Annotated[int, Field(ge=0, le=10**9)]


def site_of(request: Request) -> Site:
    """The site's state."""
    site: Site = request.app.state.site
    return site


TheSite = Annotated[Site, Depends(site_of)]
Visitor = Annotated[str | None, Cookie(alias=COOKIE, max_length=200)]


def visitor_of(site: Site, cookie: str | None, response: Response) -> str:
    """The visitor, who gets a name and a signed cookie at the first table."""
    known = site.signer.visitor(cookie)
    if known is None:
        cookie = site.signer.new()
        response.set_cookie(COOKIE, cookie, max_age=90 * 24 * 3600, httponly=True, samesite="strict")
        known = cookie.partition(".")[0]
    return known


def _given(request: Request, *own: str) -> dict[str, str]:
    return {key: text for key, text in request.query_params.items() if key not in own}


@router.get("/games")
def list_games() -> Json:
    """The games: their names, rules in a line, and papers."""
    listed = [
        {"name": one.name, "summary": one.summary, "paper": one.paper} for one in games.CATALOG.values()
    ]
    return {"games": listed}


@router.get("/games/{game}", responses=Wrong)
def describe(game: GameName) -> Json:
    """One game: its rules, and its parameters as fields of a form."""
    if game not in games.CATALOG:
        raise Missing(f"there is no game called {game!r} here")
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
    """The solution, as data and as a report; the parameters of the game are those of the address."""
    return _soon(lambda: site.ask("answer", game, _given(request)))


@router.get("/games/{game}/walk", responses=Later)
def walk(
    game: GameName,
    request: Request,
    site: TheSite,
    steps: Annotated[str, Query(max_length=400, alias="walk")] = "",
    mix: Annotated[str, Query(max_length=400)] = "",
) -> Data:
    """A position, walked to by the moves in `walk`: its value, both mixes, and what each pair of moves is worth.

    With a `mix` of row's, as weights, also what each of col's moves leaves of it.
    """
    return _soon(lambda: site.ask("walk", game, _given(request, "walk", "mix"), path=steps, mix=mix))


@router.get("/games/{game}/reply", responses=Later)
def reply(
    game: GameName,
    request: Request,
    site: TheSite,
    player: Annotated[str, Query(max_length=400)],
    side: Side = "row",
) -> Data:
    """The best reply to a player on a side, such as "lowest" or "bet<1/9,fold<2/3,bet", and what row is then paid."""
    check_player(player)
    given = _given(request, "player", "side")
    return _soon(lambda: site.ask("reply", game, given, player=player, side=side))


@router.get("/games/{game}/sweep", responses=Later)
def sweep(
    game: GameName,
    request: Request,
    site: TheSite,
    over: Annotated[str, Query(max_length=20)],
    points: Annotated[int, Query(ge=2, le=201)] = 101,
) -> Data:
    """The solution at places from 0 to 1 of a number that names a position: q of gleason, x of nakai."""
    return _soon(lambda: site.ask("sweep", game, _given(request, "over", "points"), over=over, points=points))


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
    """The value as an exact formula in one parameter of the game, piece by piece, and points of its curve.

    In a list, `entry` is the number of the entry that stays a variable, from 0. If the payoffs change inside the range,
    the formula is that of the part with `at`. With `quiet`, null instead of an error where there is none.
    """
    given = _given(request, "over", "to", "entry", "at", "quiet")
    try:
        return _soon(lambda: site.ask("formula", game, given, over=over, to=to, entry=entry, at=at))
    except ZerosumError:
        if quiet:
            return None
        raise


@router.get("/games/{game}/map", responses=Later)
def plane(game: GameName, request: Request, site: TheSite, right: End = 4, top: End = 4) -> Data:
    """The value as exact formulas in the game's first two numbers, from 0 to `right` and `top`: regions and curves."""
    given = _given(request, "right", "top")
    return _soon(lambda: site.ask("plane", game, given, right=right, top=top))


@router.get("/games/{game}/map.svg", **IMAGE)
def plane_picture(game: GameName, request: Request, site: TheSite, right: End = 4, top: End = 4) -> Response:
    """The picture of the map."""
    return _image(lambda: site.map_picture(game, _given(request, "right", "top"), right, top))


@router.get("/games/{game}/ranges", responses=Later)
def ranges(game: GameName, request: Request, site: TheSite) -> Data:
    """At every decision the least and the greatest probability of each move over all optimal strategies."""
    return _soon(lambda: site.ask("ranges", game, _given(request)))


@router.get("/games/{game}/earnings", responses=Later)
def earnings(game: GameName, request: Request, site: TheSite) -> Data:
    """At every decision how often it is reached, what each move earns, and what a wrong one costs."""
    return _soon(lambda: site.ask("earnings", game, _given(request)))


@router.get("/games/{game}/locked", responses=Later)
def locked(
    game: GameName, request: Request, site: TheSite, lock: Annotated[str, Query(max_length=400)]
) -> Data:
    """The solution with some decisions fixed, such as "J, check: bet 1/2", what that costs, and how both adapt."""
    return _soon(lambda: site.ask("locked", game, _given(request, "lock"), lock=lock))


@router.get("/games/{game}/lock-curve", responses=Later)
def lock_curve(
    game: GameName,
    request: Request,
    site: TheSite,
    lock: Annotated[str, Query(max_length=400)],
    points: Annotated[int, Query(ge=2, le=201)] = 13,
) -> Data:
    """The value to row for each probability from 0 to 1 of one locked move, such as "J, check: bet"."""
    given = _given(request, "lock", "points")
    return _soon(lambda: site.ask("lock_curve", game, given, lock=lock, points=points))


@router.get("/games/{game}/picture.svg", **IMAGE)
def picture(game: GameName, request: Request, site: TheSite) -> Response:
    """The picture of the solution."""
    return _image(lambda: site.picture(game, _given(request)))


@router.get("/games/{game}/thumbnail.svg", **IMAGE)
def thumbnail(game: GameName, request: Request, site: TheSite) -> Response:
    """A small picture of the solution, for a list of games."""
    return _image(lambda: site.thumbnail(game, _given(request)))


@router.get("/papers")
def list_papers() -> Json:
    """The papers, and what became of their claims as far as they have been recomputed here."""
    return {"papers": papers()}


@router.get("/papers/{paper}", responses=Later)
def paper(paper: GameName, site: TheSite, game: Annotated[str, Query(max_length=60)] = "") -> Data:
    """A paper's claims with their verdicts, recomputed unless they have been; those about one game if it is named."""
    return _soon(lambda: site.verdicts(paper, game))


@router.get("/papers/{paper}/{name}.svg", **IMAGE)
def figure(paper: GameName, name: GameName, site: TheSite) -> Response:
    """A picture of the papers' report."""
    return _image(lambda: site.figure(paper, name))


def _image(draw: Callable[[], str]) -> Response:
    try:
        text = draw()
    except Underway as found:
        return JSONResponse(_progress(found), 202)
    return Response(text, media_type="image/svg+xml", headers=PICTURE)


def _soon(ask: Callable[[], Data]) -> Data:
    """An answer, or where to hear how far it is."""
    try:
        return ask()
    except Underway as found:
        return JSONResponse(_progress(found), 202)


def _progress(found: Underway) -> Json:
    return {"job": found.job.number, "progress": found.job.progress}


@router.get("/jobs/{number}", responses=Wrong)
def job(number: Annotated[int, Path(ge=1, le=10**12)], site: TheSite) -> Json:
    """How far a job is; one that is done is asked for again, where it was asked for."""
    found = site.job(number)
    return {"under_way": found is not None, "progress": found.progress if found else None}


@router.post("/tables", status_code=201, responses=Later)
def open_table(new: NewTable, site: TheSite, response: Response, cookie: Visitor = None) -> Json:
    """Sit down at a new table; while its game is being solved there is only its name, `id`, to ask for it again."""
    visitor = visitor_of(site, cookie, response)
    name = site.open(visitor, new.game, new.given, new.side or "", new.rival)
    try:
        return site.table(visitor, name)
    except Underway as found:
        response.status_code = 202
        return {"id": name, **_progress(found)}


@router.get("/tables", responses=Wrong)
def list_tables(site: TheSite, cookie: Visitor = None) -> Json:
    """Your tables, the latest first."""
    mine = site.records.of(site.signer.visitor(cookie))
    return {"tables": [{key: one[key] for key in ("id", "game", "side", "rival")} for one in mine]}


@router.get("/tables/{name}", responses=Later)
def see_table(name: TableName, site: TheSite, hint: bool = False, cookie: Visitor = None) -> Data:
    """Your table as it stands; with the solution's advice if it is asked for."""
    return _soon(lambda: site.table(site.signer.visitor(cookie), name, hint=hint))


@router.post("/tables/{name}/move", responses=Later)
def move(name: TableName, move: Move, site: TheSite, cookie: Visitor = None) -> Data:
    """Make a move, take one back ("undo"), or begin the next round."""
    return _soon(lambda: site.act(site.signer.visitor(cookie) or "", name, move.word, move.turn))


@router.get("/tables/{name}/habits", responses=Later)
def habits(name: TableName, site: TheSite, cookie: Visitor = None) -> Data:
    """How you have played at a table, decision by decision, and what a rival who knew it would win by it."""
    return _soon(lambda: site.habits(site.signer.visitor(cookie), name))


@router.get("/tables/{name}/review", responses=Later)
def review(name: TableName, site: TheSite, cookie: Visitor = None) -> Data:
    """The last round with everything open, once it is over."""
    return _soon(lambda: site.review(site.signer.visitor(cookie), name))


@router.get("/rounds/{name}", responses=Later)
def shared_round(name: Annotated[str, Path(max_length=120)], site: TheSite) -> Data:
    """A finished round, for anybody who has its name from the `address` of a review: `view` and `review`."""
    return _soon(lambda: dict(zip(("view", "review"), site.shared_round(name), strict=True)))


@router.delete("/tables/{name}", responses=Wrong)
def leave(name: TableName, site: TheSite, cookie: Visitor = None) -> Json:
    """Leave a table for good."""
    site.records.remove(site.signer.visitor(cookie) or "", name)
    return {"left": name}
