"""What stands between the public functions of include/motecurve/ and those of one field: on hosts a table of functions
in each curve's descriptor, in a mote image direct calls. The public headers and protocol/protocol.h are the source.

A public function `mc_<name>` that ends with `const mc_curve *curve` is here if a field has EC(<name>) for its curves of
Weierstrass form, EC(x_<name>) for those of Montgomery form, EC(ed_<name>) for the Edwards curves that have EdDSA; a
form without it gives MC_ERROR_UNSUPPORTED."""

import dataclasses
import re
from pathlib import Path

from codegen.output import ROOT, banner

HEADERS = ("key", "ecdh", "ecdsa", "point", "eddsa", "schnorr", "ecqv", "ecmqv", "batch", "elgamal")
# Those whose arguments and results are public; after the others hosts burn what they left (native/burn.h).
PUBLIC = (
    *("public_key_validate", "ecdsa_verify_digest", "ecdsa_signature_validate", "ecdsa_extend"),
    *("ecdsa_extended_signature_bytes", "ecdsa_batch_bytes", "ecdsa_verify_batch", "ecdsa_verify_extended_batch"),
    *("point_encode", "point_decode", "eddsa_verify", "eddsa_verify_context", "eddsa_verify_digest"),
    *("eddsa_verify_read", "eddsa_signature_validate", "schnorr_verify", "ecqv_public_key", "elgamal_capacity"),
)
# Of these, what motes have not the memory for.
HOST_ONLY = ("ecdsa_batch_bytes", "ecdsa_verify_batch", "ecdsa_verify_extended_batch")
FIELD_HEADERS = ("protocol/protocol.h", "encoding/encoding.h")
# Form of a curve -> prefix of its functions of a field.
PREFIXES = {"WEIERSTRASS": "", "MONTGOMERY": "x_", "EDDSA": "ed_"}
FOLDER = ROOT / "src/protocol"


@dataclasses.dataclass(frozen=True)
class Function:
    """A public function: its name after `mc_`, its header, its parameters but for the curve."""

    name: str
    header: str
    parameters: tuple[str, ...]

    @property
    def declared(self) -> str:
        """The parameters, each followed by a comma."""
        return "".join(f"{parameter}, " for parameter in self.parameters)

    @property
    def arguments(self) -> str:
        """The parameters' names, each followed by a comma."""
        return "".join(re.findall(r"\w+", parameter.partition("[")[0])[-1] + ", " for parameter in self.parameters)

    @property
    def unused(self) -> str:
        """The statement that says that no parameter is used."""
        return ", ".join(f"(void){name}" for name in [*self.arguments.rstrip(", ").split(", "), "curve"]) + ";"


def field_functions() -> set[str]:
    """Names of what the fields have, as in EC(name)."""
    text = "".join((ROOT / "src" / header).read_text() for header in FIELD_HEADERS)
    return set(re.findall(r"^mc_status EC\((\w+)\)\(", text, re.M))


def functions() -> list[Function]:
    """The public functions that some field has, in the order of the headers."""
    known, found = field_functions(), []
    for header in HEADERS:
        text = re.sub(r"/\*.*?\*/", "", (ROOT / f"include/motecurve/{header}.h").read_text(), flags=re.S)
        for name, inside in re.findall(r"MC_API mc_status mc_(\w+)\((.*?)\);", text, re.S):
            *parameters, last = (" ".join(p.split()) for p in inside.split(","))
            if last == "const mc_curve *curve" and any(prefix + name in known for prefix in PREFIXES.values()):
                found.append(Function(name, header, tuple(parameters)))
    return found


def includes() -> str:
    return "".join(f'#include "motecurve/{header}.h"\n' for header in HEADERS)


def table() -> str:
    """protocol/host/functions.h: what a descriptor points to."""
    members = "".join(f"    mc_status (*{f.name})({f.declared}const void *parameters);\n" for f in functions())
    return (
        banner("the public headers")
        + "/* One field's functions for its curves of one form; parameters is the field's own type of curve. Null is\n"
        " * what a curve is not for. */\n"
        "#ifndef MC_FUNCTIONS_H\n#define MC_FUNCTIONS_H\n\n"
        f"{includes()}\ntypedef struct {{\n{members}}} mc_field_functions;\n\n#endif\n"
    )


def dispatch() -> str:
    """protocol/host/dispatch.c: the public functions on hosts."""
    text = banner("the public headers")
    text += '#include "word/config.h"\n\n#ifndef MC_SINGLE_CURVE\n'
    text += '#include "native/burn.h"\n#include "protocol/host/descriptor.h"\n'
    for f in functions():
        call = f"curve->functions->{f.name}({f.arguments}curve->parameters);"
        text += (
            f"\nmc_status mc_{f.name}({f.declared}const mc_curve *curve)\n{{\n"
            f"    if (!curve || !curve->functions->{f.name})\n        return MC_ERROR_UNSUPPORTED;\n"
        )
        if f.name in PUBLIC:
            text += f"    return {call}\n}}\n"
        else:
            burn = "mc_burn(MC_BURN_CURVE_BYTES(curve->field_bytes));"
            text += f"    mc_status status = {call}\n    {burn}\n    return status;\n}}\n"
    return text + "\n#endif\n"


def wrappers(form: str, condition: str, curves: str) -> str:
    """The functions of a field for its curves of one form, and the descriptors of these."""
    prefix = PREFIXES[form]
    present = [f for f in functions() if prefix + f.name in field_functions()]
    text = f"\n#if {condition}\n"
    for f in present:
        text += (
            f"\nstatic mc_status {prefix}{f.name}({f.declared}const void *parameters)\n{{\n"
            f"    return EC({prefix}{f.name})({f.arguments}parameters);\n}}\n"
        )
    members = "".join(f"    .{f.name} = {prefix}{f.name},\n" for f in present)
    name = f"{prefix}functions"
    return (
        f"{text}\nstatic const mc_field_functions {name} = {{\n{members}}};\n\n"
        f"#define {prefix.upper()}DESCRIPTOR(curve) MC_DESCRIPTOR(curve, {name})\n"
        f"{curves}({prefix.upper()}DESCRIPTOR)\n\n#endif\n"
    )


def descriptors() -> str:
    """protocol/descriptor.c: the descriptors of the curves over one field. Edwards curves without EdDSA have no
    functions."""
    return (
        banner("the public headers and protocol/protocol.h") + '#include "word/config.h"\n\n#ifndef MC_SINGLE_CURVE\n'
        '#include "encoding/encoding.h"\n#include "protocol/host/descriptor.h"\n#include "protocol/protocol.h"\n'
        + wrappers("WEIERSTRASS", "!FIELD_HAS_EDWARDS_CURVES", "EC_CURVES")
        + wrappers("MONTGOMERY", "FIELD_HAS_MONTGOMERY_CURVES", "EC_MONTGOMERY_CURVES")
        + wrappers("EDDSA", "FIELD_HAS_EDDSA_CURVES", "EC_EDDSA_CURVES")
        + "\n#if FIELD_HAS_EDWARDS_CURVES\n\n"
        "__attribute__((unused)) static const mc_field_functions no_functions = {NULL};\n\n"
        "#define EDWARDS_DESCRIPTOR(curve) MC_DESCRIPTOR(curve, no_functions)\n"
        "EC_OTHER_EDWARDS_CURVES(EDWARDS_DESCRIPTOR)\n\n#endif\n#endif\n"
    )


def single(f: Function) -> str:
    """protocol/single/<name>.c: the public function of a mote image with one curve. Each is a file of its own, so that
    an image takes in only what it calls."""
    text = banner("the public headers and protocol/protocol.h") + '#include "word/config.h"\n\n#ifdef MC_SINGLE_CURVE\n'
    text += f'#include "encoding/encoding.h"\n#include "motecurve/{f.header}.h"\n#include "protocol/protocol.h"\n\n'
    text += f"mc_status mc_{f.name}({f.declared}const mc_curve *curve)\n{{\n"
    for form, prefix in PREFIXES.items():
        if prefix + f.name in field_functions():
            text += (
                f"#if MC_SINGLE_CURVE_FORM == MC_FORM_{form}\n"
                f"    if (curve)\n        return EC({prefix}{f.name})({f.arguments}"
                "&MC_CONCATENATE(mc_, MC_SINGLE_CURVE));\n#endif\n"
            )
    return f"{text}    {f.unused}\n    return MC_ERROR_UNSUPPORTED;\n}}\n\n#endif\n"


def outputs() -> dict[Path, str]:
    files = {FOLDER / "host/functions.h": table(), FOLDER / "host/dispatch.c": dispatch()}
    files[FOLDER / "descriptor.c"] = descriptors()
    return files | {FOLDER / f"single/{f.name}.c": single(f) for f in functions() if f.name not in HOST_ONLY}
