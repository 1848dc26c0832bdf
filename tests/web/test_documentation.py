"""The documentation on the site: its own scripts run, and no others."""

import re
from pathlib import Path
from urllib.parse import parse_qsl, urljoin

from fastapi.testclient import TestClient
from starlette.applications import Starlette
from starlette.routing import Mount

from zerosum.web import documentation
from zerosum.web.app import Documentation
from zerosum.web.catalogue import check_given

# the digest of "alert(1)", from openssl: printf 'alert(1)' | openssl dgst -sha256 -binary | base64
DIGEST = "bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI="
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'"


def test_a_page_brings_the_digests_of_its_own_scripts(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<script>alert(1)</script><script src='x.js'></script>")
    (tmp_path / "x.js").write_text("alert(2)")
    client = TestClient(Starlette(routes=[Mount("/docs", Documentation(tmp_path, POLICY))]))
    policy = client.get("/docs/").headers["content-security-policy"]
    assert policy == (
        f"default-src 'none'; script-src 'self' 'sha256-{DIGEST}'; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data:"
    )
    assert "content-security-policy" not in client.get("/docs/x.js").headers


def test_every_formula_is_mathml_and_every_link_and_picture_leads_somewhere() -> None:
    names = [str(file.relative_to(documentation.SOURCES)) for file in documentation.SOURCES.rglob("*.md")]
    names = [name for name in names if not name.startswith("_")]
    made = {
        f"/docs/{name.removesuffix('.md')}.html": documentation.page(name.removesuffix(".md"))
        for name in names
    }
    assert sum(found[1].count("<math") for found in made.values() if found) > 500
    for address, found in made.items():
        assert found is not None
        text = re.sub("<pre[^>]*>.*?</pre>|<code>.*?</code>", "", str(found[1]), flags=re.DOTALL)
        assert not re.search(r"[$][^$<]+[$]|\\\w", text), f"raw TeX on {address}"
        for link in re.findall(r'(?:href|src)="(?!https?:)([^"#]+)', text):
            target = urljoin(address, link)
            path = target.removeprefix("/docs/")
            if target.startswith("/docs/"):
                assert documentation.page(path) or documentation.picture(path), f"{link} on {address}"
            else:
                assert target.startswith(("/api/games/", "/games/"))


def test_a_plot_of_a_built_in_game_is_drawn_by_the_site() -> None:
    texts = [page.read_text(encoding="utf-8") for page in documentation.SOURCES.rglob("*.md")]
    addresses = {address for text in texts for address in documentation.site_figures(text).values()}
    assert len(addresses) >= 12
    for address in addresses:
        game, _, query = address.removeprefix("/api/games/").partition("/picture.svg?")
        check_given(game, dict(parse_qsl(query)))


def test_only_pictures_of_the_documentation_are_served() -> None:
    assert documentation.picture("papers/gleason-1.png") is not None
    assert documentation.picture("../src/zerosum/web/static/icon.svg") is None
    assert documentation.picture("conf.py") is None


def test_a_page_is_kept_once_by_whatever_name_it_is_asked_for() -> None:
    assert documentation.page("theory/certificates")
    kept = documentation.render.cache_info().currsize
    for path in ("/theory/certificates.html", "theory/certificates///", "theory//certificates", "x", "y/z"):
        documentation.page(path)
    for path in ("theory/../theory/certificates", "./theory/certificates", "../docs/theory/certificates"):
        assert documentation.page(path) is None
    assert documentation.render.cache_info().currsize == kept


def test_the_margin_lists_all_pages_and_opens_the_part_with_this_one(client: TestClient) -> None:
    page = client.get("/docs/theory/lagged.html").text
    assert '<a href="/docs/theory/lagged.html" aria-current="page">Lagged games</a>' in page
    assert 'href="/docs/theory/matrix_game.html"' in page
    assert 'href="/docs/howto/install.html"' not in page
    shown = {one["address"] for here in ("index", "howto/cite", "papers/nakai") for one in _listed(here)}
    assert {"/docs/howto/install.html", "/docs/papers/gleason.html", "/docs/_generated/games.html"} <= shown


def _listed(here: str) -> list[dict[str, str]]:
    return [inner for one in documentation.contents(here) for inner in (one, *one["below"])]


def test_a_long_page_lists_its_sections_and_a_short_one_does_not(client: TestClient) -> None:
    long, short = client.get("/docs/design.html").text, client.get("/docs/howto/install.html").text
    assert '<a href="#the-idea">The idea</a>' in long
    assert '<section id="the-idea">' in long
    assert "On this page" not in short
