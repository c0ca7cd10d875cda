"""Files that are written in one step, and digests of their content."""

import functools
import hashlib
import os
import tempfile
from pathlib import Path


def write_atomically(path: Path, content: str | bytes) -> None:
    """Replaces the content of `path` in one step, so that a reader never sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    with os.fdopen(handle, "wb" if isinstance(content, bytes) else "w") as stream:
        stream.write(content)
    os.chmod(temporary, 0o644)
    os.replace(temporary, path)


def digest(*parts: bytes | str) -> str:
    """SHA-256 of parts, each preceded by its length so that no two lists run together."""
    state = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        state.update(len(data).to_bytes(8, "little"))
        state.update(data)
    return state.hexdigest()


@functools.cache
def sources_digest(*folders: Path) -> str:
    """Digest of every source in the folders; nothing else can enter an image or a library."""
    files = {path for folder in folders for path in folder.rglob("*") if path.suffix in (".c", ".h", ".S", ".ld")}
    return digest(*(part for path in sorted(files) for part in (str(path), path.read_bytes())))
