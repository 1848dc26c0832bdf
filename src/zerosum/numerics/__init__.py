"""What the solvers compute with: fractions, elimination, quadrature, distributions."""
