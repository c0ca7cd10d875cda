"""The possible subjects of measurements: curves, their security, operations and the layouts of their data, the registry
of algorithms, recodings of scalars, known answers. Nothing here builds or runs anything.

Uses common and the data of codegen. Start at curves (a Curve by any of its names), operations (their inputs and
outputs) and registry (every algorithm and its header)."""
