"""What can be measured: curves, their security, operations, the registry of algorithms, recodings of scalars, known
answers. Nothing here builds or runs anything.

Uses common and the data of codegen. Start at curves (a Curve by any of its names), operations (what goes in and out)
and registry (every algorithm and its header)."""
