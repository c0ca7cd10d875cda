"""Other people's code under faults and under a probe, beside ours.

campaign: what one call is asked, its command, its row. plan: which calls of whose code. store: the committed rows.
tables: rows of output, theirs beside ours. lines: the same for pages and terminals.

Uses compare, leakage, faults, measure, boards, common. Start at store: planned(table)."""
