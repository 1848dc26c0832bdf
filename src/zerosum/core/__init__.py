"""Types and tools used by every other part: values, solutions, sides, errors, limits, progress."""
