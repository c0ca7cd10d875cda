"""The files of kernels."""

from pathlib import Path

from motelab import ROOT
from motelab.common.names import one_of

KERNELS = ROOT / "generated/native"


def names(target: str) -> list[str]:
    """The kernels of a target, by the names of their files."""
    return sorted(path.stem for path in (KERNELS / target).glob("*.S"))


def source(target: str, kernel: str) -> Path:
    return KERNELS / target / f"{one_of(f'kernel of {target}', kernel, names(target))}.S"


def symbol_of(target: str, kernel: str) -> str:
    return f"mc_{kernel}_{target}"
