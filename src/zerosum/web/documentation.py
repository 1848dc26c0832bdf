"""The built documentation, under the site's rules: of scripts inside a page only those run that were built into it."""

from __future__ import annotations

import base64
import hashlib
import os
import re
from pathlib import Path

from fastapi.staticfiles import StaticFiles
from starlette.responses import Response
from starlette.types import Scope

__all__ = ["Documentation"]

INLINE = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)


class Documentation(StaticFiles):
    """Files whose pages name their own scripts, and nobody else's, in the policy that goes with them."""

    def __init__(self, directory: Path, policy: str) -> None:
        super().__init__(directory=directory, html=True)
        self.policy = policy

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """A file; with a page comes its policy."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        if Path(full_path).suffix == ".html":
            page = Path(full_path).read_text(encoding="utf-8")
            response.headers["Content-Security-Policy"] = policy_for(page, self.policy)
        return response


def policy_for(page: str, policy: str) -> str:
    """The policy with the digests of the scripts inside a page, and with styles and icons, which the theme has."""
    digests = {hashlib.sha256(script.encode()).digest() for script in INLINE.findall(page)}
    allowed = "".join(f" 'sha256-{base64.b64encode(digest).decode()}'" for digest in sorted(digests))
    for kind, more in {"script-src": allowed, "style-src": " 'unsafe-inline'", "img-src": " data:"}.items():
        policy = policy.replace(f"{kind} 'self'", f"{kind} 'self'{more}")
    return policy
