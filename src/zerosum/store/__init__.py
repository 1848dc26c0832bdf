"""Solved tables, kept: in memory, or on disk where they outlive the program.

disk     what a store is; one in memory and one in a folder
cache    the stores in the user's cache directory: list them, remove them
"""

from zerosum.store.cache import StoredTables, cache_directory, cache_store, remove, stored_tables
from zerosum.store.disk import Contents, DiskStore, MemoryStore, Store, show_size, write_atomically

__all__ = [
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
