"""Checks of the tree that need no build: `make check`. With --format, repairs the format instead."""

import argparse
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

from codegen.interface import descriptions
from codegen.output import is_generated
from motelab import ROOT, SOURCES
from motelab.common import schema
from motelab.library import host
from motelab.subjects import registry, security
from motelab.sweep import freshness, store
from tools import circles, figures, held_figures, imports, left, page_records, schemas

LINES_MAX, COLUMNS_MAX = 600, 120
FILES_MAX = 30  # hand-written files in a folder of src/ or codegen/
# A folder of src/ and generated/ (one include path) uses only itself and the folders before it.
FOLDERS = (
    *("word", "native", "hash", "cipher", "field", "fb", "fp"),
    *("curve", "scalar", "pairing", "gls", "fourq", "ibe", "encoding", "protocol", "network"),
)


def tracked(*suffixes: str) -> list[Path]:
    """Files that git tracks, or would track, by suffix."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\n")
    return [ROOT / name for name in names if name.endswith(suffixes) and (ROOT / name).exists()]


def run_tool(command: list[str]) -> list[str]:
    """A tool's complaints, line by line; nothing if it has none."""
    if shutil.which(command[0]) is None and not Path(command[0]).exists():
        return [f"{command[0]} is not installed"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return (done.stdout + done.stderr).splitlines() if done.returncode else []


def tool(name: str) -> str:
    return str(ROOT / ".venv/bin" / name)


def c_files() -> list[str]:
    return [str(p) for p in tracked(".c", ".h") if not is_generated(p)]


def check_format() -> list[str]:
    return run_tool([tool("clang-format"), "--dry-run", "-Werror", *c_files()]) + run_tool(
        [tool("ruff"), "format", "--check", "--quiet", "."]
    )


def check_lint() -> list[str]:
    shell = [p for p in tracked("") if p.is_file() and p.read_bytes()[:20].startswith(b"#!/usr/bin/env bash")]
    return run_tool([tool("ruff"), "check", "--quiet", "."]) + run_tool(["shellcheck", *map(str, shell)])


def check_length() -> list[str]:
    """Hand-written sources stay readable in one sitting."""
    found = []
    for path in tracked(".c", ".h", ".py", ".S", ".sh"):
        lines = len(path.read_text().splitlines())
        if lines > LINES_MAX and not is_generated(path):
            found.append(f"{path.relative_to(ROOT)}: {lines} lines, at most {LINES_MAX}")
    return found


def check_columns() -> list[str]:
    """No line of C or CMake is wider than a screen, generated or not."""
    return [
        f"{path.relative_to(ROOT)}:{number}: {len(line)} columns, at most {COLUMNS_MAX}"
        for path in tracked(".c", ".h", ".cmake")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > COLUMNS_MAX
    ]


def check_rooms() -> list[str]:
    """A folder of src/ or codegen/ fits a screen."""
    counts = Counter(path.parent for path in tracked(".c", ".h", ".py") if not is_generated(path))
    return [
        f"{folder.relative_to(ROOT)}: {count} files, at most {FILES_MAX}"
        for folder, count in counts.items()
        if count > FILES_MAX and folder.relative_to(ROOT).parts[0] in ("src", "codegen")
    ]


def check_folder_order() -> list[str]:
    """Each folder of src/ and generated/ includes only itself, those before it, public headers and the C library."""
    found = []
    for path in tracked(".c", ".h", ".S"):
        parts = path.relative_to(ROOT).parts
        if ROOT / parts[0] not in SOURCES:
            continue
        for include in re.findall(r'#\s*include\s+"([^"/]+)/', path.read_text()):
            own = FOLDERS.index(parts[1])
            if include in FOLDERS and FOLDERS.index(include) > own:
                found.append(f"{path.relative_to(ROOT)}: {parts[1]}/ must not use {include}/")
            elif include not in FOLDERS and include != "motecurve":
                found.append(f"{path.relative_to(ROOT)}: includes {include}/, which is no folder of src/ or generated/")
    return found


PYTHON = tuple(ROOT / folder for folder in ("codegen", "bindings/python/motecurve", "lab/motelab", "tools"))


def check_imports() -> list[str]:
    """Rooms of the Python side import only rooms before them, on few floors; prints the graph."""
    found = imports.report(imports.graph(PYTHON))
    print(*(f"     {line}" for line in found.lines), sep="\n")
    return found.complaints


def check_circles() -> list[str]:
    """No C files and no Python modules of the whole tree need one another in a circle."""
    files = [path for path in tracked(*circles.SUFFIXES) if not is_generated(path)]
    others = tuple(ROOT / name for name in ("tests", "curves", "boards", "examples", "packages", "parallel"))
    units, modules = circles.graph(ROOT, files), imports.graph((*PYTHON, *others))
    return circles.complaints(units) + circles.complaints(modules)


def check_symbols() -> list[str]:
    """Every symbol that the library exports begins with mc_. One field of each kind is enough, as all use the same
    templates."""
    library = next(host.build(word_bits=64, tests=False, fields="fb163;fp256r1").rglob("libmotecurve.a"))
    listing = subprocess.run(
        ["nm", "--extern-only", "--defined-only", library], check=True, capture_output=True, text=True
    ).stdout
    symbols = re.findall(r"^[0-9a-f]+ [A-Z] (\S+)$", listing, re.M)
    if not symbols:
        return [f"{library}: no symbols at all"]
    return [f"exported symbol without the prefix mc_: {s}" for s in symbols if not s.startswith("mc_")]


def check_generated() -> list[str]:
    """Generated files agree with the generators; generated/ holds nothing else, and src/ none of them."""
    complaints = run_tool([sys.executable, "-m", "codegen", "--check"])
    if not complaints:
        registry.note_fresh()
    return complaints


def check_descriptions() -> list[str]:
    """Every public function has a description of its arguments beside its prototype, and it is a right one."""
    return descriptions.faults()


def check_curves() -> list[str]:
    return run_tool([sys.executable, "curves/check.py"]) + run_tool([sys.executable, "curves/check_pairings.py"])


def check_written() -> list[str]:
    """Files that people write are as their schemas say, and every curve has its bits of security."""
    of_tools = ((schema.Schema("tools.schemas", kind.__name__), ROOT / name) for name, kind in schemas.FILES.items())
    files = [*schema.committed(), *of_tools]
    found = [fault for kind, path in files for fault in schema.faults_of(kind, path)]
    return found or security.missing()


def check_left() -> list[str]:
    """Nothing of what tools/new.py left to write is left."""
    return left.complaints(tracked(*left.KINDS))


def check_types() -> list[str]:
    """The Python package states its types, completely and rightly."""
    cache = f"--cache-dir={ROOT / 'build/mypy'}"
    return run_tool([tool("mypy"), "--strict", "--no-error-summary", cache, "bindings/python/motecurve"])


def check_sweep() -> list[str]:
    """The committed rows of the sweep are whole. Prints which are of other sources (a slow test measures a share of
    them again), and how many the plan lacks."""
    if found := freshness.damaged():
        return found
    for board, facts in store.contents()["boards"].items():
        if missing := facts["planned"] - facts["records"] - facts["left_out"]:
            print(f"     {board}: {missing:,} of {facts['planned']:,} rows of the sweep are not measured yet")
    for line in freshness.stale():
        print(f"     {line}")
    return []


def check_figures() -> list[str]:
    """Every figure of a board in a page is that of a committed record, or a mark says whose it is. Prints which records
    of pages are of other sources."""
    if found := freshness.damaged(page_records.FOLDER):
        return found
    for line in freshness.stale(page_records.FOLDER):
        print(f"     {line.replace(store.RENEW, page_records.RENEW)}")
    stale = [f"{page.relative_to(ROOT)}: stale; run tools/figures.py" for page in figures.stale()]
    return stale + [line for page in figures.pages() for line in held_figures.complaints(page)]


CHECKS = {
    "format": check_format,
    "lint": check_lint,
    "file length": check_length,
    "line length": check_columns,
    "files in a folder": check_rooms,
    "folder order": check_folder_order,
    "imports": check_imports,
    "circles": check_circles,
    "types": check_types,
    "symbol prefix": check_symbols,
    "generated files": check_generated,
    "written files": check_written,
    "descriptions of functions": check_descriptions,
    "left to write": check_left,
    "curve data": check_curves,
    "sweep": check_sweep,
    "figures of pages": check_figures,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--format", action="store_true", help="reformat the sources instead of checking them")
    if parser.parse_args().format:
        subprocess.run([tool("clang-format"), "-i", *c_files()], cwd=ROOT, check=True)
        subprocess.run([tool("ruff"), "format", "--quiet", "."], cwd=ROOT, check=True)
        return subprocess.run([tool("ruff"), "check", "--quiet", "--fix", "."], cwd=ROOT).returncode
    failed = 0
    for name, check in CHECKS.items():
        complaints = check()
        print(f"{'FAIL' if complaints else 'ok  '} {name}")
        for line in complaints[:20]:
            print(f"     {line}")
        failed += bool(complaints)
    print(f"{len(CHECKS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
