"""Records of the tables at which visitors play: a small store on disk that survives a restart.

A visitor is a random name in a signed cookie; a table belongs to one visitor, and nobody else can see it or play at it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import sqlite3
import threading
import time
from collections.abc import Mapping
from pathlib import Path

from zerosum.core.data import DataMap, Json
from zerosum.core.errors import InputError, StoreError

OLDEST = 90 * 24 * 3600
"""Seconds after which an unused table is deleted."""
MAX_WORDS = 20_000
"""Largest number of moves at one table."""
MAX_TABLES = 200
"""Largest number of tables of one visitor."""
MAX_DISK_BYTES = 2**30
"""Maximum size of all tables in bytes; those unused for longest are removed to make room."""

KEY = 32
"""Number of bytes of the signing key."""


class Signer:
    """A signer of visitors' names, so that no visitor can take another's."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "key"
        if not file.exists() or file.stat().st_size < KEY:  # a truncated key is not used
            file.touch(mode=0o600)
            file.write_bytes(secrets.token_bytes(KEY))
        self.key = file.read_bytes()

    def new(self) -> str:
        """Return a new visitor's name, signed."""
        return self._signed(secrets.token_urlsafe(16))

    def visitor(self, cookie: str | None) -> str | None:
        """Return the visitor of this cookie; None if it is not validly signed."""
        return self._name(cookie or "")

    def round_name(self, table: str, length: int) -> str:
        """Return the name by which anyone can view the round that ended after this number of words."""
        return self._signed(f"{table}~{length}", "round")

    def round_of(self, name: str) -> tuple[str, int] | None:
        """Return the table and the number of words of such a name; None if it is not validly signed."""
        table, _, length = (self._name(name, "round") or "").rpartition("~")
        return (table, int(length)) if table else None

    def _signed(self, name: str, kind: str = "") -> str:
        """Return a name with its signature; a name signed for one purpose is invalid for another."""
        signature = hmac.new(self.key, f"{kind}{name}".encode(errors="replace"), hashlib.sha256)
        return f"{name}.{signature.hexdigest()[:32]}"

    def _name(self, signed: str, kind: str = "") -> str | None:
        """Return the name that was signed; None if the signature is invalid."""
        name, dot, _ = signed.partition(".")
        right = self._signed(name, kind).encode(errors="replace")
        return name if dot and hmac.compare_digest(right, signed.encode(errors="replace")) else None


class Records:
    """The tables, by name."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.lock = threading.Lock()
        file = folder / "tables.sqlite"
        try:
            self.base = sqlite3.connect(file, check_same_thread=False)
            # create the store if it does not exist; delete tables that have not been used for long
            self.base.execute("pragma journal_mode = wal")
            self.base.execute("pragma synchronous = normal")
            self.base.execute(
                "create table if not exists tables (id text primary key, visitor text, touched real, record text)"
            )
            self.base.execute("create index if not exists of_visitor on tables (visitor)")
            self.base.execute("create index if not exists by_age on tables (touched)")
            self.base.execute("delete from tables where touched < ?", (time.time() - OLDEST,))
            self.base.commit()
        except sqlite3.DatabaseError as error:
            is_damaged = type(error) is sqlite3.DatabaseError  # another error: locked, or cannot be opened
            advice = "; move it away to start with a new one" if is_damaged else ""
            raise StoreError(f"{file} cannot be read: {error}{advice}") from None

    def add(
        self,
        visitor: str,
        game: str,
        given: Mapping[str, str],
        side: str,
        opponent: str,
        seed: int | None = None,
    ) -> Json:
        """Return a new record; a visitor's oldest tables are removed to make room."""
        record = {
            "id": secrets.token_urlsafe(9),
            "game": game,
            "given": dict(given),
            "side": side,
            "opponent": opponent,
            "seed": secrets.randbelow(2**63) if seed is None else seed,
            "words": [],
        }
        with self.lock:
            self.base.execute(
                "delete from tables where id in (select id from tables where visitor = ? "
                "order by touched desc limit -1 offset ?)",
                (visitor, MAX_TABLES - 1),
            )
            self._make_room()
            self._write(visitor, record)
        return record

    def _make_room(self) -> None:
        """Remove the tables that have been unused longest, if all take too much space."""
        while self._bytes() > MAX_DISK_BYTES:
            old = "select id from tables order by touched limit 100"
            if not self.base.execute(f"delete from tables where id in ({old})").rowcount:
                break

    def _bytes(self) -> int:
        """Return the number of bytes of the pages in use."""
        size, pages, free = (
            self.base.execute(f"pragma {name}").fetchone()[0]
            for name in ("page_size", "page_count", "freelist_count")
        )
        return int(size * (pages - free))

    def get(self, visitor: str | None, name: str) -> Json:
        """Return a visitor's table."""
        return self._found(
            "this table does not exist or belongs to someone else", "id = ? and visitor = ?", name, visitor
        )

    def shared(self, name: str) -> Json:
        """Return a table for anyone who has the address of one of its rounds."""
        return self._found("this round has been deleted", "id = ?", name)

    def _found(self, missing: str, where: str, *values: str | None) -> Json:
        with self.lock:
            found = self.base.execute(
                f"select record from tables where {where} and json_valid(record)", values
            ).fetchone()
        if found is None:
            raise InputError(missing)
        record: Json = json.loads(found[0])
        return record

    def keep(self, visitor: str, record: Json, words: list[str]) -> None:
        """Store the words typed at a table."""
        if len(words) > MAX_WORDS:
            raise InputError("this table has reached its maximum number of moves; start a new one")
        with self.lock:
            self._write(visitor, {**record, "words": words})

    def remove(self, visitor: str, name: str) -> None:
        """Remove a table."""
        with self.lock:
            self.base.execute("delete from tables where id = ? and visitor = ?", (name, visitor))
            self.base.commit()

    def of(self, visitor: str | None) -> list[Json]:
        """Return a visitor's tables, the latest first."""
        with self.lock:
            rows = self.base.execute(
                "select record from tables where visitor = ? and json_valid(record) "
                "order by touched desc limit 20",
                (visitor,),
            ).fetchall()
        return [json.loads(row[0]) for row in rows]

    def _write(self, visitor: str, record: DataMap) -> None:
        self.base.execute(
            "insert or replace into tables values (?, ?, ?, ?)",
            (record["id"], visitor, time.time(), json.dumps(record)),
        )
        self.base.commit()
