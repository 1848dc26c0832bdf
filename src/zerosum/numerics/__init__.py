"""Numerical tools of the solvers: fractions, elimination, quadrature, distributions."""
