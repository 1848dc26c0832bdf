"""Proofs that travel: a solution as a file, and the check of such a file by the rules alone.

A certificate holds what a stranger needs: the game with its parameters, the bounds that are claimed, and the strategies
that are to prove them, every number exactly. Which strategies these are is decided by the verifier of the model: what
it asks of the solution when the certificate is written is what is written, and nothing else. The check is the same
verifier, which knows no solver and needs neither numba nor scipy, with the file in the solution's place.

    rules      a game as data and back: name, parameters, the files that it was read from
    document   the file: its form, its checksum
    saved      a whole solution as a file, and back
    check      certify and check

What a model's verifier asks for is written and read in `models/<model>/certificate.py`, with `core/proofs.py`.
"""

from zerosum.certificates.check import Checked, certify, check

__all__ = ["Checked", "certify", "check"]
