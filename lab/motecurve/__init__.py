"""The lab: what every curve, algorithm and protocol costs on a device, each figure from a verified run."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
