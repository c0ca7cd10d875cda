"""`python3 -m codegen.known_answers` writes the known answers; `--check` says which differ and exits 1."""

import argparse
import sys

from codegen.known_answers import COMMAND, outputs
from codegen.output import ROOT, write_if_changed


def main() -> int:
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file differs")
    check = parser.parse_args().check
    stale = 0
    for path, text in outputs().items():
        if not check:
            write_if_changed(path, text)
        elif not path.exists() or path.read_text() != text:
            print(f"differs: {path.relative_to(ROOT)}", file=sys.stderr)
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
