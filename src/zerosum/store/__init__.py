"""Caches of solved tables, in memory or on disk.

disk     stores in memory and in a folder; the stores in the user's cache directory
"""

from zerosum.store.disk import (
    PART_BYTES,
    Contents,
    DiskStore,
    MemoryStore,
    Store,
    StoredTables,
    cache_directory,
    cache_store,
    remove,
    show_size,
    stored_tables,
    write_atomically,
)

__all__ = [
    "PART_BYTES",
    "Contents",
    "DiskStore",
    "MemoryStore",
    "Store",
    "StoredTables",
    "cache_directory",
    "cache_store",
    "remove",
    "show_size",
    "stored_tables",
    "write_atomically",
]
