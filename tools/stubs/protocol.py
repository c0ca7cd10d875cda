"""The stubs of a new protocol: one function from a private key to a shared value, which is there to be changed. They
compile, and the tests of all public functions call them."""

import argparse
import re
from pathlib import Path

from codegen.interface.descriptions import described
from codegen.output import ROOT, write_if_changed
from tools import left
from tools.stubs import formatted

HEADER = """/* {mark} what the protocol is for, and its source (paper or RFC, section). */
#ifndef MOTECURVE_{capitals}_H
#define MOTECURVE_{capitals}_H

#include "motecurve/curve.h"

/* {mark} what the function computes, its time, its errors. */
/*---
out: secret[field] secret
in: private_key[scalar] secret
errors: as mc_public_key
---*/
MC_API MC_MUST_CHECK mc_status mc_{name}(uint8_t *secret, const uint8_t *private_key, size_t private_key_bytes,
                           const mc_curve *curve);

#endif
"""
PROTOTYPES = """/* {mark} the protocol's name, over one field. */
#ifndef MC_PROTOCOL_{capitals}_PROTOTYPES_H
#define MC_PROTOCOL_{capitals}_PROTOTYPES_H

#include "curve/curve.h"
#include "motecurve/{name}.h"

/* protocol/{name}/{name}.c */
mc_status EC({name})(uint8_t *secret, const uint8_t *private_key, size_t private_key_bytes,
                     const MC_FLASH EC(curve) *curve);

#endif
"""
SOURCE = """#include "encoding/encoding.h"
#include "protocol/protocol.h"

mc_status EC({name})(uint8_t *secret, const uint8_t *private_key, size_t private_key_bytes,
                     const MC_FLASH EC(curve) *curve)
{{
    /* {mark} the computation; secrets are wiped by mc_wipe, and EC_WIPE_SPILLED() ends it. */
    (void)secret, (void)private_key, (void)private_key_bytes, (void)curve;
    return MC_ERROR_UNSUPPORTED;
}}
"""
FIRMWARE = """/* {mark} what is measured. */
#include "bench.h"
#include "motecurve/{name}.h"

static uint8_t private_key[MC_MAX_SCALAR_BYTES], secret[MC_MAX_FIELD_BYTES];

void bench_operation(void)
{{
    uint8_t status = MC_OK;
    bench_read(private_key, sizeof private_key);
    BENCH_CALL(status = mc_{name}(secret, private_key, sizeof private_key, MC_THE_CURVE));
    bench_write(&status, sizeof status);
    bench_write(secret, sizeof secret);
}}
"""
ANSWERS = '''"""Known answers for {name}: points by PARI/GP."""

import random

from codegen.known_answers.gp import split

CASES = 6


def answers(curve, draw: random.Random) -> dict:
    """First of private keys at the ends of their range."""
    keys = [1, curve.n - 1, *(draw.randrange(1, curve.n) for _ in range(CASES))]
    # {mark} the shared values of these keys, by code that is not the library's.
    secrets = [0 for _ in keys]
    cases = [{{"d": d, "status": 0, "secret": secret}} for d, secret in zip(keys, secrets, strict=True)]
    return {{"{name}": split(cases, 2)}}
'''
TEST = '''"""{mark} what is tested, and against which oracle."""

from codegen.interface.descriptions import described


def test_{name}():
    # {mark} vectors of the source, and results against an oracle.
    assert "{name}" in described()
'''
PYTHON = '''"""{mark} what the protocol is for."""

from motecurve.keys import PrivateKeyLike, private_key_of


def {name}(private_key: PrivateKeyLike) -> bytes:
    """{mark} what it returns, and what it raises."""
    key = private_key_of(private_key)
    library = key.curve.library
    secret = library.buffer(key.curve.field_bytes)
    library.call("{name}", [secret], [key.memory], key.curve.pointer)
    return library.bytes(secret)
'''
OPERATION = """    Operation(
        "{name}", "scalar-mult-base", "{name}.c", (("d", SCALAR_OCTETS),), (("status", STATUS), ("secret", OCTETS)),
        "{mark} which inputs", on_curve=True, random_runs=3, edge_runs=2, secret="d", symbols=("mc_{name}",),
    ),
"""
ROW = "| {mark} for which purpose | **{name}**, `{name}.h` | {mark} keys | {mark} randomness |\n"
OPERATIONS, PAGE = ROOT / "lab/motelab/subjects/operations.py", ROOT / "docs/protocols.md"
FIRST_OPERATION = '    Operation(\n        "schnorr-sign",'  # new ones stand before it
FIRST_LINES = re.compile(r"\A.*?\n\n(?:\|.*\n)+", re.S)  # of the page, with its first table


def files(name: str, mark: str) -> dict[Path, str]:
    """The text of each file, by its path. ValueError for a name that is none, or is taken."""
    if not re.fullmatch(r"[a-z][a-z0-9]*", name):
        raise ValueError(f"{name!r} is no name of a protocol: small letters and digits, the first a letter")
    folder, header = ROOT / "src/protocol" / name, ROOT / f"include/motecurve/{name}.h"
    if taken := next((path for path in (folder, header) if path.exists()), None):
        raise ValueError(f"{taken.relative_to(ROOT)} exists already")
    if name in described():
        raise ValueError(f"there is a function mc_{name} already")
    texts = {
        header: HEADER,
        folder / "prototypes.h": PROTOTYPES,
        folder / f"{name}.c": SOURCE,
        folder / f"firmware/{name}.c": FIRMWARE,
        folder / "answers.py": ANSWERS,
        ROOT / f"tests/src/protocol/test_{name}.py": TEST,
        ROOT / f"bindings/python/motecurve/{name}.py": PYTHON,
    }
    names = {"name": name, "capitals": name.upper(), "mark": mark}
    found = {path: formatted(path, text.format(**names)) for path, text in texts.items()}
    head, place, rest = OPERATIONS.read_text().partition(FIRST_OPERATION)
    page = PAGE.read_text()
    end = FIRST_LINES.match(page).end()
    found[OPERATIONS] = head + OPERATION.format(**names) + place + rest
    found[PAGE] = page[:end] + ROW.format(**names) + page[end:]
    return found


LEFT = """{name} is in {files}. What is left:
{places}
Then:
  make generate
  python3 -m codegen.known_answers --subject secp256r1
  ./motecurve bench --op {name} --curve secp256r1
  .venv/bin/python -m pytest tests/src/protocol/test_{name}.py tests/src/whole/test_overlap.py"""


def create(asked: argparse.Namespace) -> int:
    written = files(asked.name, left.MARK)
    for path, text in written.items():
        write_if_changed(path, text)
    places = "\n".join(f"  {line}" for path in written for line in left.in_file(path))
    names = ", ".join(str(path.relative_to(ROOT)) for path in written)
    print(LEFT.format(name=asked.name, files=names, places=places))
    return 0


def add_to(kinds: argparse._SubParsersAction) -> None:
    protocol = kinds.add_parser("protocol", help="a protocol on curves of Weierstrass form")
    protocol.add_argument("name", metavar="NAME", help="small letters and digits, such as sigma2")
    protocol.set_defaults(run=create)
