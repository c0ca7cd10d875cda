"""A curve from its parameters alone: its records, and the line of its field."""

import argparse
import sys
from pathlib import Path

from codegen.output import ROOT, write_if_changed
from curves import analysis
from tools.stubs import curve_records

LEFT = """{name} is in {files}. What is left:
  python3 curves/check.py --curve {name}
  make generate && python3 -m codegen.known_answers --subject {name}
  ./motecurve curves show {name}
  curves/remarks.json, if its name may be taken for another curve's, or the origin of its coefficients is known"""


def create(asked: argparse.Namespace) -> int:
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


def add_to(kinds: argparse._SubParsersAction) -> None:
    curve = kinds.add_parser("curve", help="a curve in short Weierstrass form")
    curve.add_argument("file", type=Path, metavar="FILE")
    curve.add_argument("--name", help="its name in the project; names that others use go to --alias")
    for option, key in (("--alias", "aliases"), ("--standard", "standards"), ("--oid", "oids")):
        curve.add_argument(option, dest=key, action="append", metavar="NAME", help="may be repeated")
    curve.set_defaults(run=create)
