"""A kernel by itself: its file, its contract, its object code, and its execution with values that may be unknown."""
