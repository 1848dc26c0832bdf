"""Words and tools that every other part uses: values, solutions, sides, errors, limits, progress."""
