"""The library's two trees with one include path: src/ holds the files that people wrote, generated/ those that
generators write. No file lies in the wrong tree, and none hides another."""

from collections.abc import Collection
from pathlib import Path

from codegen.output import GENERATED, ROOT, WRITTEN, is_generated


def files(tree: Path) -> list[Path]:
    return sorted(path for path in tree.rglob("*") if path.is_file())


def complaints(outputs: Collection[Path]) -> list[str]:
    """A line for each misplaced file; `outputs` are all files that generators write."""
    found = [f"{name(path)}: no generator writes it" for path in files(GENERATED) if path not in outputs]
    found += [f"{name(path)}: a generator writes it into src/" for path in sorted(outputs) if WRITTEN in path.parents]
    for path in files(WRITTEN):
        if is_generated(path) and path not in outputs:
            found.append(f"{name(path)}: a generated file in src/")
        if (GENERATED / path.relative_to(WRITTEN)).exists():
            found.append(f"{name(path)}: generated/ has a file of that name, too")
    return found


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))
