"""Malformed, oversized and hostile requests get 4xx: schemathesis against the OpenAPI description, and some by hand."""

from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from tests.web.small import answered

EXAMPLES = 6
"""So many requests for each operation, the same in every run."""
NOWHERE = 404, 405, 414
"""What a stray address gets before any operation sees it."""


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_what_the_description_allows_or_forbids_is_answered_as_it_says(
    client: TestClient, mode: GenerationMode
) -> None:
    description = schemathesis.openapi.from_dict(client.get("/openapi.json").json())
    for found in description.get_all_operations():
        _check(client, found.ok(), mode)


def _check(client: TestClient, operation: Any, mode: GenerationMode) -> None:
    """Send some requests of an operation: as it allows, or as it forbids."""

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def check(case: Any) -> None:
        answer = answered(client, _as_sent(case.as_transport_kwargs(base_url="http://testserver")))
        described = operation.definition.raw["responses"]
        assert str(answer.status_code) in described or answer.status_code in NOWHERE, answer.text
        parts = {
            place.value
            for place, part in case.meta.components.items()
            if part.mode == GenerationMode.NEGATIVE
        }
        if parts - {"cookie"}:  # whose cookie nobody signed is a stranger, and welcome
            assert 400 <= answer.status_code < 500, answer.text

    with suppress(Unsatisfiable):  # an operation that takes nothing forbids nothing
        check()


def _as_sent(asked: dict[str, Any]) -> dict[str, Any]:
    """A request as the client of the tests wants it: cookies among the headers, raw bodies as content."""
    cookies = "; ".join(f"{name}={value}" for name, value in (asked.pop("cookies", None) or {}).items())
    asked["headers"] = {**asked["headers"], **({"Cookie": cookies} if cookies else {})}
    if isinstance(asked.get("data"), str | bytes):
        asked["content"] = asked.pop("data")
    return asked


HUGE = "9" * 399
HOSTILE: list[dict[str, Any]] = [
    {"method": "GET", "url": "/static/../app.py"},
    {"method": "GET", "url": "/static/%2e%2e/app.py"},
    {"method": "GET", "url": "/static/%2e%2e%2fapp.py"},
    {"method": "GET", "url": "/lessons/..%2fbase"},
    {"method": "GET", "url": "/lessons/matches?start=" + HUGE},
    {"method": "GET", "url": "/api/games/kuhn/answer?cards=" + HUGE},
    {"method": "GET", "url": "/api/games/kuhn/answer?cards=%00"},
    {"method": "GET", "url": "/api/games/jujitsu/answer?cards=40"},
    {"method": "GET", "url": "/api/games/nakai/answer?targets=..%2f..%2fpyproject.toml"},
    {"method": "GET", "url": "/games/%3Cscript%3E"},
    {"method": "GET", "url": "/api/games/kuhn/answer?" + "&".join(f"a{k}=1" for k in range(100))},
    {"method": "GET", "url": "/api/games/jujitsu/walk?cards=3&walk=" + "0.0.0/" * 60},
    {"method": "GET", "url": "/api/games/jujitsu/walk?cards=3&walk=-1.0.0"},
    {"method": "GET", "url": "/api/games/jujitsu/walk?cards=3&mix=nan,1,1"},
    {"method": "GET", "url": "/api/games/jujitsu/walk?cards=3&mix=1e4000,1,1"},
    {"method": "GET", "url": "/api/games/relance/best-response?player=os.py:system"},
    {"method": "GET", "url": "/api/games/relance/best-response?player=bet<x,fold"},
    {"method": "GET", "url": "/api/papers/matches?game=chess"},
    {"method": "GET", "url": "/api/papers/nakai/..%2fkey.svg"},
    {"method": "GET", "url": "/api/jobs/99999999999999999999"},
    {"method": "POST", "url": "/api/tables", "content": b"[" * 5_000},
    {
        "method": "POST",
        "url": "/api/tables",
        "content": b'{"game": "kuhn", "side": null, "opponent": "\xff"}',
    },
    {"method": "POST", "url": "/api/tables", "content": b'{"game": "kuhn", "opponent": "\\ud800"}'},
    {"method": "POST", "url": "/api/tables", "json": {"game": "kuhn", "given": {"cards": "3" * 401}}},
    {
        "method": "POST",
        "url": "/api/tables",
        "json": {"game": "kuhn", "given": {str(k): "1" for k in range(30)}},
    },
    {"method": "POST", "url": "/games/kuhn/tables", "data": {"side": "referee"}},
    {"method": "DELETE", "url": "/api/tables/" + "x" * 41},
    {"method": "POST", "url": "/api/tables", "headers": {"content-length": "9" * 5_000}},
    {"method": "PUT", "url": "/api/tables"},
]


@pytest.mark.parametrize("asked", HOSTILE, ids=lambda asked: f"{asked['method']} {asked['url'][:50]}")
def test_hostile_requests_get_a_4xx(client: TestClient, asked: dict[str, Any]) -> None:
    answer = answered(client, asked)
    assert 400 <= answer.status_code < 500, answer.text[:300]
    assert "Traceback" not in answer.text
