"""Simulated power traces of the images that `bench` measures, and tests of what they tell about a secret. A model of
instructions, no chip's measurement.

simulator: the program that makes traces. campaign: the traces of one question, kept so that an interrupted run goes on.
inputs: the runs of its two classes. moments, statistics: t-tests. results: rows by routine and instruction. lines: their
source. matrix: stored traces, and correlations. product, swaps: attacks. export: traces as files."""
