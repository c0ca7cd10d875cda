"""The files of kernels."""

import functools
import re
from pathlib import Path

from motelab import ROOT
from motelab.common.names import one_of
from motelab.prove.targets import ABSENT, FOLDERS, SEVERAL

KERNELS = ROOT / "generated/native"
DEFINED = re.compile(r"^    \.global mc_(\w+)$", re.M)


def names(target: str) -> list[str]:
    """The kernels of a target, by the names of their files, or of their functions where a file has several."""
    if target in SEVERAL:
        return sorted(functions(target))
    found = (path.stem for path in (KERNELS / folders(target)[0]).glob("*.S"))
    return sorted(name for name in found if target not in ABSENT or ABSENT[target] not in name)


@functools.cache
def functions(target: str) -> dict[str, Path]:
    """Of a target whose files define several kernels, the file of each."""
    paths = sorted((KERNELS / folders(target)[0]).glob("*.S"))
    return {name: path for path in paths for name in DEFINED.findall(path.read_text())}


def folders(target: str) -> tuple[str, ...]:
    """The folder of a target's kernels, and those of others that they refer to."""
    return FOLDERS.get(target, (target,))


def source(target: str, kernel: str) -> Path:
    if target in SEVERAL:
        return functions(target)[one_of(f"kernel of {target}", kernel, names(target))]
    for folder in folders(target)[1:]:
        if (path := KERNELS / folder / f"{kernel}.S").exists() and kernel not in names(target):
            return path
    return KERNELS / folders(target)[0] / f"{one_of(f'kernel of {target}', kernel, names(target))}.S"


def symbol_of(target: str, kernel: str) -> str:
    return f"mc_{kernel}" if target in SEVERAL else f"mc_{kernel}_{folders(target)[0]}"


def stem_of(target: str, symbol: str) -> str | None:
    """The kernel that defines a symbol."""
    if target in SEVERAL:
        return name if (name := symbol.removeprefix("mc_")) in functions(target) else None
    for folder in folders(target):
        stem = symbol.removeprefix(f"mc_{folder}_").removeprefix("mc_").partition(f"_{folder}")[0]
        if (KERNELS / folder / f"{stem}.S").exists():
            return stem
    return None
