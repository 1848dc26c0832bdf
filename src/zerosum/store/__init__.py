"""Solved tables, kept: in memory, or on disk where they outlive the program.

memory   what a store is, and one that lasts as long as the program
disk     one in a folder: written atomically, checksummed, memory-mapped, resumable
files    a file put in its place whole or not at all, and one writer at a time
shelf    the user's cache directory: what is kept there, and removing it
"""

from zerosum.store.disk import DiskStore
from zerosum.store.files import show_size
from zerosum.store.memory import Contents, MemoryStore, Store
from zerosum.store.shelf import Kept, cache_directory, cache_store, kept, remove

__all__ = [
    "Contents",
    "DiskStore",
    "Kept",
    "MemoryStore",
    "Store",
    "cache_directory",
    "cache_store",
    "kept",
    "remove",
    "show_size",
]
