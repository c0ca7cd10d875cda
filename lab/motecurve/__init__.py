"""The lab: what every curve, algorithm and protocol costs on a device, each figure from a verified run."""

import hashlib
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The library's C: what people wrote of it and what codegen writes. Both are on the include path, as are public headers.
SOURCES = (ROOT / "src", ROOT / "generated")
HEADERS = (*SOURCES, ROOT / "include")
INCLUDE_FLAGS = tuple(f"-I{folder}" for folder in HEADERS)
DATA = Path(__file__).parent / "data"


def build_folder(root: Path) -> Path:
    """Where the lab keeps what it builds and measures: in the checkout or, where that cannot be written, in a folder of
    its own among the user's caches."""
    inside = root / "build"
    if os.access(inside if inside.exists() else root, os.W_OK):
        return inside
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return caches / "motecurve" / hashlib.sha256(os.fsencode(root)).hexdigest()[:16]


BUILD = build_folder(ROOT)
