"""Writes the records of a new curve from its parameters alone, and says what is left to do.

    .venv/bin/python tools/new.py curve FILE [--name NAME] [--alias NAME]... [--standard NAME]... [--oid OID]...

FILE has the parameters of a curve in short Weierstrass form, as one of these:

- explicit parameters in PEM or DER, as `openssl ecparam -param_enc explicit` writes them;
- a record as in curves/curves.json, of which name, field, a and b are needed;
- a record of the collection std-curves.

PARI/GP counts the points, and finds a generator where none is given. Curves that are broken whatever their size are
refused: anomalous ones, and those of a small embedding degree.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / folder) for folder in ("", "lab", "bindings/python")]

from codegen.output import write_if_changed  # noqa: E402
from curves import analysis  # noqa: E402
from tools import curve_records  # noqa: E402

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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(metavar="KIND", required=True)
    curve = kinds.add_parser("curve", help="a curve in short Weierstrass form")
    curve.add_argument("file", type=Path, metavar="FILE")
    curve.add_argument("--name", help="its name in the project; names that others use go to --alias")
    for option, key in (("--alias", "aliases"), ("--standard", "standards"), ("--oid", "oids")):
        curve.add_argument(option, dest=key, action="append", metavar="NAME", help="may be repeated")
    curve.set_defaults(run=new_curve)
    asked = parser.parse_args()
    try:
        return asked.run(asked)
    except (OSError, ValueError, RuntimeError) as error:
        print(f"tools/new.py: {str(error).splitlines()[0]}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
