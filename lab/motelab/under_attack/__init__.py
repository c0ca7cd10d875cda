"""Other people's code under faults and under a probe, beside ours: campaigns, their committed rows, tables of both."""
