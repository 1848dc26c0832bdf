"""Bridges to other packages; each imports its package when it is first used."""
