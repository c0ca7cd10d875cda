"""The layer between the public functions of include/motecurve/ and the functions of one field: on hosts a table of
functions in each curve's descriptor, in a mote image direct calls. The sources are the public headers, with the
descriptions in them, and the prototypes in protocol/.

A public function `mc_<name>` that ends with `const mc_curve *curve` is here if a field has EC(<name>) for its curves
of Weierstrass form, EC(x_<name>) for those of Montgomery form, EC(ed_<name>) for the Edwards curves that have EdDSA;
a form without it gives MC_ERROR_UNSUPPORTED. This layer zeroes outputs on every error, MC_ERROR_UNSUPPORTED too, and
refuses two outputs that overlap (motecurve/api.h). So the functions of a field may leave anything in their outputs on
errors. They write an output only after they have read every input."""

import dataclasses
import itertools
import re
from pathlib import Path

from codegen.interface.descriptions import Description, described, length_in_c, prototypes
from codegen.output import GENERATED, WRITTEN, banner

# Public functions that need more memory than motes have.
HOST_ONLY = ("ecdsa_batch_bytes", "ecdsa_verify_batch", "ecdsa_verify_extended_batch")
HOST_ONLY += ("eddsa_batch_bytes", "eddsa_verify_batch", "ecdh_batch")
FIELD_HEADERS = ("protocol/*/prototypes.h", "encoding/encoding.h")
# Form of a curve -> prefix of its functions of a field.
PREFIXES = {"WEIERSTRASS": "", "MONTGOMERY": "x_", "EDDSA": "ed_"}
FOLDER = GENERATED / "protocol"
# An output with a status for each input; all are set to that status.
RESULTS = "results"


@dataclasses.dataclass(frozen=True)
class Function:
    """A public function: its name after `mc_`, its header, and its parameters except the curve."""

    name: str
    header: str
    parameters: tuple[str, ...]

    @property
    def description(self) -> Description:
        return described()[self.name]

    @property
    def declared(self) -> str:
        """The parameters, each followed by a comma."""
        return "".join(f"{parameter}, " for parameter in self.parameters)

    @property
    def arguments(self) -> str:
        """The parameters' names, each followed by a comma."""
        return "".join(re.findall(r"\w+", parameter.partition("[")[0])[-1] + ", " for parameter in self.parameters)

    @property
    def outputs(self) -> dict[str, str]:
        """Name of each output -> its bytes as an expression of C; a size_t has its own size. So has a state that the
        call wipes. Work memory does not count as an output."""
        return {
            out.name: f"sizeof *{out.name}" if out.length == "1" else length_in_c(out)
            for out in self.description.arguments
            if (out.kind == "out" and out.name != RESULTS) or out.is_wiped
        }

    @property
    def has_results(self) -> bool:
        return f"mc_status *{RESULTS}" in self.parameters

    @property
    def before(self) -> str:
        """The statements before the call: they refuse a null curve and outputs that overlap."""
        objects = {out.name for out in self.description.arguments if out.type.startswith("mc_")}
        known = "".join(
            f"        mc_wipe({name}, {octets});\n"
            if name in objects or octets.isidentifier()
            else f"        *{name} = 0;\n"
            for name, octets in self.outputs.items()
            if octets.startswith("sizeof") or octets.isidentifier()  # a macro without arguments
        )
        known += f"        mc_set_results({RESULTS}, count, MC_ERROR_UNSUPPORTED);\n" if self.has_results else ""
        refused = "        return MC_ERROR_UNSUPPORTED;\n"
        text = f"    if (!curve) {{\n{known}{refused}    }}\n" if known else f"    if (!curve)\n{refused}"
        for (a, a_bytes), (b, b_bytes) in itertools.combinations(self.outputs.items(), 2):
            text += f"    if (mc_octets_overlap({a}, {a_bytes}, {b}, {b_bytes}))\n        return MC_ERROR_OVERLAP;\n"
        return text

    @property
    def after(self) -> str:
        """The statements after the call, which set `status`. A function with results has zeroed what they say, if it
        exists."""
        wiped = [f"mc_wipe({name}, {octets});" for name, octets in self.outputs.items()]
        wiped = [f"mc_set_results({RESULTS}, count, status);", *wiped] if self.has_results else wiped
        braces = (" {", "    }\n") if len(wiped) > 1 else ("", "")
        failed = "== MC_ERROR_UNSUPPORTED" if self.has_results else "!= MC_OK"
        lines = "".join(f"        {statement}\n" for statement in wiped)
        text = f"    if (status {failed}){braces[0]}\n{lines}{braces[1]}" if wiped else ""
        return f"{text}    return status;\n"

    @property
    def unused(self) -> str:
        """The statement that marks parameters as unused."""
        return ", ".join(f"(void){name}" for name in [*self.arguments.rstrip(", ").split(", "), "curve"]) + ";"


def field_functions() -> set[str]:
    """Names that the fields have, as in EC(name)."""
    text = "".join(path.read_text() for header in FIELD_HEADERS for path in sorted(WRITTEN.glob(header)))
    return set(re.findall(r"^mc_status EC\((\w+)\)\(", text, re.M))


def functions() -> list[Function]:
    """The public functions that at least one field has, in the order of the headers' names."""
    known, found = field_functions(), []
    for header, result, name, (*parameters, last) in prototypes():
        is_of_curve = result == "mc_status" and last == "const mc_curve *curve"
        if is_of_curve and any(prefix + name in known for prefix in PREFIXES.values()):
            found.append(Function(name, header, tuple(parameters)))
    return found


def includes() -> str:
    return "".join(f'#include "motecurve/{header}.h"\n' for header in sorted({f.header for f in functions()}))


def table() -> str:
    """protocol/host/functions.h: the table that a descriptor points to."""
    members = "".join(f"    mc_status (*{f.name})({f.declared}const void *parameters);\n" for f in functions())
    return (
        banner("the public headers")
        + "/* One field's functions for its curves of one form; parameters is the field's own type of curve. Null\n"
        " * stands for functions that the curve does not have. */\n"
        "#ifndef MC_FUNCTIONS_H\n#define MC_FUNCTIONS_H\n\n"
        f"{includes()}\ntypedef struct {{\n{members}}} mc_field_functions;\n\n#endif\n"
    )


def dispatch() -> str:
    """protocol/host/dispatch.c: the public functions on hosts."""
    text = banner("the public headers")
    text += '#include "word/config.h"\n\n#ifndef MC_SINGLE_CURVE\n'
    text += '#include "native/burn.h"\n#include "protocol/host/descriptor.h"\n#include "protocol/outputs.h"\n'
    for f in functions():
        burn = "" if not f.description.has_secrets else "    mc_burn(MC_BURN_CURVE_BYTES(curve->field_bytes));\n"
        text += (
            f"\nmc_status mc_{f.name}({f.declared}const mc_curve *curve)\n{{\n{f.before}"
            f"    mc_status status = MC_ERROR_UNSUPPORTED;\n    if (curve->functions->{f.name})\n"
            f"        status = curve->functions->{f.name}({f.arguments}curve->parameters);\n{burn}{f.after}}}\n"
        )
    return text + "\n#endif\n"


def wrappers(form: str, condition: str, curves: str) -> str:
    """The functions of a field for its curves of one form, and the descriptors of these curves."""
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
    """protocol/single/<name>.c: the public function of a mote image with one curve. Each has a file of its own, so
    that an image takes in only the functions that it calls."""
    text = banner("the public headers and protocol/protocol.h") + '#include "word/config.h"\n\n#ifdef MC_SINGLE_CURVE\n'
    text += f'#include "encoding/encoding.h"\n#include "motecurve/{f.header}.h"\n'
    text += '#include "protocol/outputs.h"\n#include "protocol/protocol.h"\n\n'
    text += f"mc_status mc_{f.name}({f.declared}const mc_curve *curve)\n{{\n{f.before}"
    text += "    mc_status status = MC_ERROR_UNSUPPORTED;\n"
    for form, prefix in PREFIXES.items():
        if prefix + f.name in field_functions():
            text += (
                f"#if MC_SINGLE_CURVE_FORM == MC_FORM_{form}\n"
                f"    status = EC({prefix}{f.name})({f.arguments}&MC_CONCATENATE(mc_, MC_SINGLE_CURVE));\n#endif\n"
            )
    return f"{text}    {f.unused}\n{f.after}}}\n\n#endif\n"


def every_prototype() -> str:
    """protocol/prototypes.h: the prototypes of all protocols."""
    headers = sorted(path.relative_to(WRITTEN) for path in WRITTEN.glob("protocol/*/prototypes.h"))
    included = "".join(f'#include "{header}"\n' for header in headers)
    guard = "MC_PROTOCOL_PROTOTYPES_H"
    return banner("the folders of protocol/") + f"#ifndef {guard}\n#define {guard}\n\n{included}\n#endif\n"


def outputs() -> dict[Path, str]:
    files = {FOLDER / "host/functions.h": table(), FOLDER / "host/dispatch.c": dispatch()}
    files[FOLDER / "prototypes.h"] = every_prototype()
    files[FOLDER / "descriptor.c"] = descriptors()
    return files | {FOLDER / f"single/{f.name}.c": single(f) for f in functions() if f.name not in HOST_ONLY}
