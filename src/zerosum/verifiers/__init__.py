"""Proofs: each model's bounds recomputed from the strategies alone, by code that imports no solver."""
