"""Proofs that travel: a solution as a file, and the check of such a file by the rules alone.

A certificate holds what a stranger needs: the game with its parameters, the bounds that are claimed, and the strategies
that are to prove them, every number exactly. The verifier of the model decides which strategies these
are: a certificate holds exactly what the verifier asks of the solution. The check is the same
verifier, which knows no solver and needs neither numba nor scipy, with the file in the solution's place.

    document   the file: its form, its checksum
    rules      the game that a file is about
    check      the check
    certify    a certificate as a file
    saved      a whole solution as a file, and back

What a model's verifier asks for is read in `models/<model>/verify.py`, with `core/proofs.py`, and written in
`models/<model>/certificate.py`, with `core/writing.py`.
"""

from zerosum.certificates.certify import certify
from zerosum.certificates.check import check
from zerosum.core.verdict import Checked

__all__ = ["Checked", "certify", "check"]
