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

from codegen import recodings  # noqa: E402
from codegen.output import write_if_changed  # noqa: E402
from curves import analysis  # noqa: E402
from tools import curve_records, left, new_protocol  # noqa: E402
from tools.stubs import algorithm, board, field  # noqa: E402

LEFT = """{name} is in {files}. What is left:
  python3 curves/check.py --curve {name}
  make generate && python3 -m codegen.known_answers --subject {name}
  ./motecurve curves show {name}
  curves/remarks.json, if its name may be taken for another curve's, or the origin of its coefficients is known"""


def new_curve(asked: argparse.Namespace) -> int:
    given, parameters = curve_records.read(asked.file.read_bytes())
    name = asked.name or given.get("name")
    if not name:
        raise ValueError(f"{asked.file} gives the curve no name; give it one by --name")
    own = {"name": name}
    own |= {key: value for key in ("aliases", "standards", "oids") if (value := getattr(asked, key))}
    found = curve_records.Folder(ROOT)
    found.refuse_known(given | own, parameters)
    print(f"counting the points of {name}, and factoring the order of its twist", file=sys.stderr)
    written = found.with_curve(given | own, parameters, analysis.of(parameters))
    for path, text in written.items():
        write_if_changed(path, text)
    files = ", ".join(str(path.relative_to(ROOT)) for path in written)
    print(LEFT.format(name=name, files=files))
    return 0


RECODING = """/*---
name: {name}
family: recoding
summary: {mark} which digits, in one line
source: {mark} a key of docs/bibliography.md and the place in it, or author and year
domain: 0 <= k < 2^l
constant_time: no
widths: {mark} none, or like 2 to 8
digits: {mark} what the digits keep to; codegen/recodings/__init__.py has the terms
density: {mark} share of the digits other than 0, as a formula in w
---*/
#include "scalar/recode/digits.h"

uint16_t EC(recode_{c_name}_var)(int8_t *digits, const mc_word *k, uint8_t window)
{{
    /* {mark} the digits of k; scalar/recode/digits.h has readers from either side. */
    (void)k;
    (void)window;
    for (uint16_t i = 0; i < RECODE_DIGITS; i++)
        digits[i] = 0;
    return 0;
}}
"""

LEFT_OF_RECODING = """{file} is written. What is left:
{places}
Then:
  make generate
  ./motecurve check --algorithm {name}
  .venv/bin/python -m pytest tests/src/scalar/test_recodings.py"""


def new_recoding(asked: argparse.Namespace) -> int:
    name = asked.name
    c_name = name.replace("-", "_")
    path = ROOT / f"src/scalar/recode/recode_{c_name}.c"
    algorithm.refuse_known(recodings.FAMILY, name, path)
    write_if_changed(path, RECODING.format(name=name, c_name=c_name, mark=left.MARK))
    places = "\n".join(f"  {line}" for line in left.in_file(path))
    print(LEFT_OF_RECODING.format(file=path.relative_to(ROOT), places=places, name=name))
    return 0


LEFT_OF_PROTOCOL = """{name} is in {files}. What is left:
{places}
Then:
  make generate
  python3 -m codegen.known_answers --subject secp256r1
  ./motecurve bench --op {name} --curve secp256r1
  .venv/bin/python -m pytest tests/src/protocol/test_{name}.py tests/src/whole/test_overlap.py"""


def new_protocol_of(asked: argparse.Namespace) -> int:
    written = new_protocol.files(asked.name, left.MARK)
    for path, text in written.items():
        write_if_changed(path, text)
    places = "\n".join(f"  {line}" for path in written for line in left.in_file(path))
    files = ", ".join(str(path.relative_to(ROOT)) for path in written)
    print(LEFT_OF_PROTOCOL.format(name=asked.name, files=files, places=places))
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(metavar="KIND", required=True)
    curve = kinds.add_parser("curve", help="a curve in short Weierstrass form")
    curve.add_argument("file", type=Path, metavar="FILE")
    curve.add_argument("--name", help="its name in the project; names that others use go to --alias")
    for option, key in (("--alias", "aliases"), ("--standard", "standards"), ("--oid", "oids")):
        curve.add_argument(option, dest=key, action="append", metavar="NAME", help="may be repeated")
    curve.set_defaults(run=new_curve)
    recoding = kinds.add_parser("recoding", help="a recoding of scalars to base 2")
    recoding.add_argument("name", metavar="NAME", help="small letters and digits, with hyphens, such as signed-window")
    recoding.set_defaults(run=new_recoding)
    protocol = kinds.add_parser("protocol", help="a protocol on curves of Weierstrass form")
    protocol.add_argument("name", metavar="NAME", help="small letters and digits, such as sigma2")
    protocol.set_defaults(run=new_protocol_of)
    for kind in (algorithm, board, field):
        kind.add_to(kinds)
    asked = parser.parse_args()
    try:
        return asked.run(asked)
    except (OSError, ValueError, RuntimeError) as error:
        print(f"tools/new.py: {str(error).splitlines()[0]}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
