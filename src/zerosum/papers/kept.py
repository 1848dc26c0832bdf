"""Verdicts, kept: what was found of each claim, one small file each, so that the site can show it without the work.

They belong to one version of the package and to the claim as it stands; whoever recomputes a claim writes it anew.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from pathlib import Path

from zerosum import __version__
from zerosum.core.data import Json
from zerosum.papers import Paper
from zerosum.papers.judge import Judged
from zerosum.papers.rows import Claim
from zerosum.store import cache_directory

__all__ = ["keep", "recall"]


def keep(judged: Iterable[Judged]) -> None:
    """Keep what was found; nothing where nothing can be written."""
    for one in judged:
        place = _place(one.paper, one.claim)
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            part = place.with_suffix(f".{os.getpid()}.part")
            part.write_text(json.dumps(one.json(), ensure_ascii=False), encoding="utf-8")
            part.replace(place)
        except OSError:
            return


def recall(paper: Paper, claim: Claim) -> Json | None:
    """What was found of a claim, as `Judged.json` has it; None if nobody has recomputed it here."""
    try:
        row: Json = json.loads(_place(paper, claim).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return row


def _place(paper: Paper, claim: Claim) -> Path:
    name = hashlib.sha256(f"{__version__} {paper.key} {claim}".encode()).hexdigest()[:32]
    return cache_directory() / "verdicts" / f"{name}.json"
