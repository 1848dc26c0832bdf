"""Portable proofs: a solution as a file, and the check of the file using only the rules.

A certificate is self-contained: it holds the game with its parameters, the claimed bounds, and the strategies that
prove them, all numbers exactly. It holds exactly the mixes for which the model's verifier asks. The check is the
same verifier, which knows no solver and needs neither numba nor scipy, with the file in place of the solution.

    document   the file: its form, its checksum
    rules      the game that a file is about
    check      the check
    certify    a certificate as a file
    saved      a whole solution as a file, and back

The data of a model's verifier is read in `models/<model>/verify.py`, with `core/proofs.py`, and written in
`models/<model>/certificate.py`, with `core/writing.py`.
"""

from zerosum.certificates.certify import certify
from zerosum.certificates.check import check
from zerosum.core.verdict import Checked

__all__ = ["Checked", "certify", "check"]
