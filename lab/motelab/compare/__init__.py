"""Our figures beside others': published figures, the rules that match each with a measurement of ours, goals, cost
models of papers, committed records of every simulated board and counts of other libraries.

Uses measure, boards, subjects, common. Start at matches: paired(source)."""
