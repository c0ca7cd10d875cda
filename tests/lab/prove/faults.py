"""Faults planted into the code of a kernel (lab/motelab/prove/faults.py)."""

from motelab.prove.faults import NOTHING, faulty, straight

__all__ = ["NOTHING", "faulty", "straight"]
