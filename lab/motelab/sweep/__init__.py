"""Sweeps: every board's costs for many curves, operations and algorithms, kept in a columnar store.

plan: the rows that a sweep measures. journal: answers as they come, which outlive a kill. run: from requests to
answers, on the cores of this computer or on a Dask cluster. store: the committed rows, in SQL. work: which rows of a
plan are known, and which are missing. parts: everything on which a row depends. freshness: whether that is still as the
store has it.

Uses measure, boards, subjects, common. Start at store: records(board, operation)."""
