"""The cluster of a machine beside others."""

import socket
import warnings

import pytest

from zerosum.core.cluster import Cluster

pytest.importorskip("distributed")


def test_a_local_cluster_needs_no_certain_port() -> None:
    """Dask's page about a scheduler is at 8787 unless told otherwise, and says so where that is taken."""
    with socket.socket() as taken, warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            taken.bind(("127.0.0.1", 8787))
            taken.listen()
        except OSError:
            pass  # somebody else has taken it
        with Cluster("local:1").connected() as client:
            assert client.submit(sum, [1, 2]).result() == 3
