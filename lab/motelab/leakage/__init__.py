"""Simulated power traces of the images that `bench` measures, and tests of what they tell about a secret. A model of
instructions, no chip's measurement.

ask: the door, a question and its rows. simulator: the programs that make traces. campaign: the traces of one question,
kept so that an interrupted run goes on. inputs: the runs of its classes. moments, statistics: t-tests. results: rows by
routine and instruction. routines, lines: names and sources of instructions. matrix: stored traces, and correlations.
information: mutual information. pairs: second order of two samples. attacks: keys from traces. export: traces as files.
plot: a chart of what a test found."""
