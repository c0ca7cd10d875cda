"""Measurements and their records.

catalogue: the requests that a few words stand for. bench: from a request to a verified record. run_limits: when it
gives up. kept_inputs: whether somebody else's code leaves its inputs alone. native: the same on this computer.
versus_counted, openssl_armhf: other libraries beside ours. counting, operation_counts, formulas: operations executed,
not time. ctcheck, secret_values, operand_times: constant time. batch_rates, pairing_times, profile. records,
run_facts, contradictions: the kept data, and whether they can be true.

Uses boards, library, subjects, common. Start at bench: measure(requests)."""
