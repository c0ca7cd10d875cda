"""`python3 -m codegen` writes every generated file; `--check` names the stale ones and exits 1. Both name any file in
the wrong tree, src/ or generated/, and exit 1."""

import argparse
import sys

from codegen import (
    aarch64,
    arm,
    armv7,
    avr,
    curves,
    field_headers,
    generator_tables,
    interface,
    known_answers,
    msp430,
    multi_sqr,
    names,
    normal_bases,
    other_forms,
    python_curves,
    registry,
    riscv,
    sources,
    tau,
    thumb,
    tiny_curves,
    trees,
    x86_64,
)
from codegen.interface.descriptions import Fault
from codegen.output import ROOT, fitted, write_if_changed
from codegen.pages import catalogue_map, comb_picture
from codegen.pairings import bls12, eta, fourq, gls, host, tate

GENERATORS = (
    tiny_curves,
    field_headers,
    multi_sqr,
    normal_bases,
    curves,
    other_forms,
    generator_tables,
    names,
    python_curves,
    interface,
    tau,
    bls12,
    tate,
    eta,
    fourq,
    gls,
    host,
    aarch64,
    arm,
    armv7,
    avr,
    msp430,
    riscv,
    thumb,
    x86_64,
    registry,
    sources,
    catalogue_map,
    comb_picture,
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m codegen", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a generated file is stale")
    check = parser.parse_args().check
    stale = []
    known = known_answers.paths()  # written by a command of its own
    for generator in GENERATORS:
        try:
            outputs = generator.outputs()
        except (registry.RegistryError, Fault) as error:
            print(f"codegen: {error}", file=sys.stderr)
            return 2
        known |= outputs.keys()
        for path, text in ((path, fitted(path, text)) for path, text in outputs.items()):
            if check:
                if not path.exists() or path.read_text() != text:
                    stale.append(path)
            elif write_if_changed(path, text):
                print(f"wrote {path.relative_to(ROOT)}")
    for path in stale:
        print(f"stale: {path.relative_to(ROOT)} (run python3 -m codegen)", file=sys.stderr)
    misplaced = trees.complaints(known)
    for line in misplaced:
        print(line, file=sys.stderr)
    return 1 if stale or misplaced else 0


if __name__ == "__main__":
    sys.exit(main())
