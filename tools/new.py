"""Writes a new curve, field, board, algorithm or protocol where it belongs, and says what is left to do. `make check`
repeats what is left to write until it is done.

    .venv/bin/python tools/new.py curve FILE [--name NAME] [--alias NAME]... [--standard NAME]... [--oid OID]...

FILE has the parameters of a curve in short Weierstrass form, as one of these:

- explicit parameters in PEM or DER, as `openssl ecparam -param_enc explicit` writes them;
- a record as in curves/curves.json, with name, field, a and b at least;
- a record of the collection std-curves.

PARI/GP counts the points, and finds a generator where none is given. Curves that are broken whatever their size are
refused: anomalous ones, and those of a small embedding degree.

    .venv/bin/python tools/new.py recoding NAME

    .venv/bin/python tools/new.py scalar-mult NAME
    .venv/bin/python tools/new.py algorithm FAMILY NAME

NAME is of small letters and digits, with hyphens. The file registers the algorithm by itself; families are those of
codegen/registry.py, such as fb-mul.

    .venv/bin/python tools/new.py board NAME --chip ATmega1284P --clock-hz 16000000

avr-gcc knows the memories of its chips. For others --ram-bytes and --flash-bytes are needed, and --like BOARD where the
chip's name does not tell its core.

    .venv/bin/python tools/new.py field 162,27,0

A binary field without curves, for tests. A field with curves comes with its curve.

    .venv/bin/python tools/new.py protocol NAME

NAME is of small letters and digits, and begins with a letter. Six places are written: the folder src/protocol/NAME, the
public header, the test, the row of docs/protocols.md, the operation of the lab, the module of the Python package.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / folder) for folder in ("", "lab", "bindings/python")]

from tools.stubs import algorithm, board, curve, field, protocol, recoding  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(metavar="KIND", required=True)
    for kind in (curve, recoding, algorithm, board, field, protocol):
        kind.add_to(kinds)
    asked = parser.parse_args()
    try:
        return asked.run(asked)
    except (OSError, ValueError, RuntimeError) as error:
        print(f"tools/new.py: {str(error).splitlines()[0]}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
