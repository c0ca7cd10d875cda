"""A member of a family of algorithms (codegen/registry.py): its file, with a header and a function that are left to
write."""

import argparse
import collections
import re
from pathlib import Path

from codegen import recodings, registry
from codegen.output import ROOT, write_if_changed
from tools import left
from tools.stubs import formatted

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MULTIPLICATION = "scalar-mult"
HEADER_OF = {"fb": "fb/fb.h", "fp": "fp/fp.h", "scalar": "scalar/scalar.h"}  # by the folder of a family
MACRO_OF = {"fb": "FB", "fp": "FP", "scalar": "EC"}
STUB = """/*---
name: {name}
family: {family}
summary: {mark} the idea, in one line
source: {mark} a key of docs/bibliography.md and the place in it, or author and year
domain: {mark} which inputs are allowed; what comes of others
constant_time: {mark} same-trace, same-trace-and-addresses, or no: then the function's name ends in _var
{more}---*/
#include "{header}"

{prototype}
{{
    /* {mark} the computation; {header} says what the family computes. */
{body}}}
"""
# Keys that the family needs beside.
MORE = {
    MULTIPLICATION: """uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
recoding: {mark} whose digits it reads; leave the line out if none
doublings: {mark} how many for a scalar, as a formula (docs/internals.md, "One algorithm, one file")
additions: {mark} how many, too
""",
}
LEFT = """{file} is written. What is left:
{places}
Then:
  make generate
  ./motecurve check --algorithm {name}
  ./motecurve bench --op {family} --algorithm {name}"""


def families() -> list[str]:
    """Those whose members are a function of their own in C. Recodings have a kind of their own, with more keys."""
    return [name for name, (_, _, prototype) in registry.FAMILIES.items() if prototype and name != recodings.FAMILY]


def folder_of(family: str) -> Path:
    """The folder with the most members of a family."""
    found: collections.Counter[Path] = collections.Counter()
    top = registry.FAMILIES[family][1]
    for path in sorted((ROOT / "src" / top).rglob("*.c")):
        if (registry.parse_header(path) or {}).get("family") == family:
            found[path.parent] += 1
    return found.most_common(1)[0][0] if found else ROOT / "src" / top


def refuse_known(family: str, name: str, path: Path) -> None:
    """ValueError if the name is none, or the file or a member of that name exists."""
    if not NAME.fullmatch(name):
        kind = "a recoding" if family == recodings.FAMILY else "an algorithm"
        raise ValueError(f"{name!r} is no name of {kind}: small letters and digits, with single hyphens between")
    if path.exists():
        raise ValueError(f"{path.relative_to(ROOT)} exists already")
    for known in sorted((ROOT / "src" / registry.FAMILIES[family][1]).rglob("*.c")):
        values = registry.parse_header(known) or {}
        if (values.get("family"), values.get("name")) == (family, name):
            kind = "recoding" if family == recodings.FAMILY else family
            raise ValueError(f"the {kind} {name} exists already, in {known.relative_to(ROOT)}")


def stub(family: str, name: str) -> str:
    """The text of the file. The function gives zeros, or refuses, until it is written."""
    prefix, top, prototype = registry.FAMILIES[family]
    function = f"{MACRO_OF[top]}({prefix}_{name.replace('-', '_')})"
    signature = prototype.format(f=function)
    body = "".join(f"    (void){parameter};\n" for parameter in parameters_of(signature))
    if signature.startswith("mc_status"):
        is_point = "EC(affine) *r" in signature
        result = "EC(affine_set_infinity)(r)" if is_point else "mc_wipe(r, sizeof(mc_word[EC_WORDS]))"
        body = body.replace("    (void)r;\n", f"    {result};\n") + "    return MC_ERROR_UNSUPPORTED;\n"
    elif not signature.startswith("void"):
        body += "    return 0;\n"
    more = MORE.get(family, "").format(mark=left.MARK)
    header = HEADER_OF[top]
    text = STUB.format(
        name=name, family=family, mark=left.MARK, more=more, header=header, prototype=signature, body=body
    )
    return formatted(ROOT / "src/new.c", text)


def parameters_of(signature: str) -> list[str]:
    """The names of the parameters of a prototype."""
    inside = signature.rpartition(" FP_M)")[0] or signature[:-1]
    inside = inside[inside.index("(", inside.index(")")) + 1 :]  # behind the name, which is in brackets of its own
    return [re.search(r"(\w+)\)?(?:\[\w+\])?$", part.strip())[1] for part in inside.split(",")]


def create(asked: argparse.Namespace) -> int:
    family, name = asked.family, asked.name
    if family not in families():
        raise ValueError(f"{family!r} is no family; one of these: {', '.join(families())}")
    path = folder_of(family) / f"{name.replace('-', '_')}.c"
    if registry.FAMILIES[family][1] != "scalar":
        path = path.with_stem(f"{registry.FAMILIES[family][0]}_{path.stem}")
    refuse_known(family, name, path)
    write_if_changed(path, stub(family, name))
    places = "\n".join(f"  {line}" for line in left.in_file(path))
    print(LEFT.format(file=path.relative_to(ROOT), places=places, name=name, family=family))
    return 0


def add_to(kinds: argparse._SubParsersAction) -> None:
    algorithm = kinds.add_parser("algorithm", help="a member of a family of algorithms")
    algorithm.add_argument("family", metavar="FAMILY", help="such as fb-mul, fp-inv or scalar-mult")
    multiplication = kinds.add_parser(MULTIPLICATION, help="a scalar multiplication: the algorithm of that family")
    multiplication.set_defaults(family=MULTIPLICATION)
    for one in (algorithm, multiplication):
        one.add_argument("name", metavar="NAME", help="small letters and digits, with hyphens")
        one.set_defaults(run=create)
