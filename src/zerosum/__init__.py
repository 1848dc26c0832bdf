"""Two-person zero-sum sequential games, solved with a certificate on every number."""

__version__ = "0.1.0"
