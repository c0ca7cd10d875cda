"""The lab: what every curve, algorithm and protocol costs on a device, each figure from a verified run."""

import hashlib
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The library's C: the files that people wrote and those that codegen writes. Both folders are on the include path, as
# are public headers.
SOURCES = (ROOT / "src", ROOT / "generated")
HEADERS = (*SOURCES, ROOT / "include")
INCLUDE_FLAGS = tuple(f"-I{folder}" for folder in HEADERS)
DATA = Path(__file__).parent / "data"


NO_HOME = Path("/proc/no-home/.cache")


def python_path(root: Path = ROOT) -> str:
    """PYTHONPATH of the checkout `root`: what ./motecurve and Makefile set."""
    return os.pathsep.join(map(str, (root, root / "lab", root / "bindings/python")))


def build_folder(root: Path) -> Path:
    """Where the lab keeps its builds and measurements: in the checkout or, if that cannot be written, in a separate
    folder among the user's caches. Without a home it is NO_HOME, which cannot be made: what keeps nothing works."""
    inside = root / "build"
    if os.access(inside if inside.exists() else root, os.W_OK):
        return inside
    try:
        caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:  # a user without an entry and without HOME
        caches = NO_HOME
    return caches / "motecurve" / hashlib.sha256(os.fsencode(root)).hexdigest()[:16]


BUILD = build_folder(ROOT)
