"""Proofs that digits of scalars stand for the scalar: `./motecurve prove --recodings`."""
