"""Bridges to the packages where people already are; each imports its package when it is first used."""
