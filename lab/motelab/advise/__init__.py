"""Advice: the curve and the members that meet the demands of a device, from records alone; nothing is measured.

choices: a curve with one record for each call. quantities: numbers with units, as users type them. demands: limits and
properties, and by how much a choice misses one. ranking: order, Pareto front, reasons. conflicts: the demands that
cannot be met, and the nearest choice. configuration: the commands that measure and write a choice. confirmation: the
first choice built, run and compared with its records.

Uses measure, boards, subjects, common; the command hands it the records. Start at ranking: advice(...)."""
