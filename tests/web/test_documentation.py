"""The documentation on the site: its own scripts run, and no others."""

from pathlib import Path

from fastapi.testclient import TestClient
from starlette.applications import Starlette
from starlette.routing import Mount

from zerosum.web.app import Documentation

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
