"""`python3 -m codegen.known_answers` writes the known answers; `--check` says which differ and exits 1. With
`--subject secp256r1` only those of that field or curve."""

import argparse
import sys

from codegen.known_answers import COMMAND, outputs, paths
from codegen.output import ROOT, write_if_changed


def main() -> int:
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file differs")
    parser.add_argument("--subject", action="append", metavar="NAME", help="only this field or curve; may be repeated")
    arguments = parser.parse_args()
    check, chosen = arguments.check, arguments.subject
    known = {path.stem for path in paths()}
    if unknown := [name for name in chosen or () if name not in known]:
        parser.error(f"no field or curve with known answers is named {unknown[0]}")
    stale = 0
    for path, text in outputs(lambda name: not chosen or name in chosen).items():
        if not check:
            write_if_changed(path, text)
        elif not path.exists() or path.read_text() != text:
            print(f"differs: {path.relative_to(ROOT)}", file=sys.stderr)
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
