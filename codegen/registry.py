"""The registry: every algorithm file describes itself in a structured header; the registry collects these.

A header is the first comment of the file, from `/*---` to `---*/`, one `key: value` a line (a line that starts with
blanks continues the one before). The function's name follows from family and name."""

import dataclasses
import json
import re
from pathlib import Path

from codegen import recodings
from codegen.output import GENERATED, LEFT_TO_WRITE, ROOT, WRITTEN, banner

CONSTANT_TIME_CLASSES = ("no", "same-trace", "same-trace-and-addresses")

# Family -> (prefix of the function's name, folder of the sources, prototype of a member).
FAMILIES = {
    "fb-add": ("add", "fb", "void {f}(mc_word *r, const mc_word *a, const mc_word *b)"),
    "fb-mul": ("mul", "fb", "void {f}(mc_word *c, const mc_word *a, const mc_word *b)"),
    "fb-sqr": ("sqr", "fb", "void {f}(mc_word *c, const mc_word *a)"),
    "fb-reduce": ("reduce", "fb", "void {f}(mc_word *r, mc_word *c)"),
    "fb-mul-reduce": ("mul_reduce", "fb", "void {f}(mc_word *r, const mc_word *a, const mc_word *b)"),
    "fb-mul-constant": (
        "mul_constant",
        "fb",
        "void {f}(mc_word *r, const mc_word *a, const mc_word (*table)[FB_WORDS])",
    ),
    "fb-mul-montgomery": ("mul_montgomery", "fb", "void {f}(mc_word *r, const mc_word *a, const mc_word *b)"),
    "fb-mul-four": ("mul_four", "fb", "void {f}(mc_word *r, const mc_word *a, const mc_word *b)"),
    # The last parameter is public.
    "fb-mul-each": ("mul_each", "fb", "void {f}(mc_word *r, const mc_word *a, const mc_word *b, uint8_t count)"),
    "fb-sqr-reduce": ("sqr_reduce", "fb", "void {f}(mc_word *r, const mc_word *a)"),
    # The last parameter is public.
    "fb-sqr-times": ("sqr_times", "fb", "void {f}(mc_word *r, const mc_word *a, unsigned count)"),
    "fb-inv": ("inv", "fb", "void {f}(mc_word *r, const mc_word *a)"),
    "fb-sqrt": ("sqrt", "fb", "void {f}(mc_word *r, const mc_word *a)"),
    "fb-half-trace": ("half_trace", "fb", "void {f}(mc_word *r, const mc_word *a)"),
    # In normal basis (fb/normal_basis/normal.h).
    "fb-normal-mul": ("normal_mul", "fb", "void {f}(mc_word *r, const mc_word *a, const mc_word *b)"),
    "fb-normal-inv": ("normal_inv", "fb", "void {f}(mc_word *r, const mc_word *a)"),
    "fp-add": ("add", "fp", "void {f}(mc_word *r, const mc_word *a, const mc_word *b FP_M)"),
    "fp-sub": ("sub", "fp", "void {f}(mc_word *r, const mc_word *a, const mc_word *b FP_M)"),
    "fp-mul": ("mul", "fp", "void {f}(mc_word *c, const mc_word *a, const mc_word *b)"),
    "fp-sqr": ("sqr", "fp", "void {f}(mc_word *c, const mc_word *a)"),
    "fp-reduce": ("reduce", "fp", "void {f}(mc_word *r, mc_word *c FP_M)"),
    "fp-mul-reduce": ("mul_reduce", "fp", "void {f}(mc_word *r, const mc_word *a, const mc_word *b FP_M)"),
    "fp-sqr-reduce": ("sqr_reduce", "fp", "void {f}(mc_word *r, const mc_word *a FP_M)"),
    "fp-mul-small": ("mul_small", "fp", "void {f}(mc_word *r, const mc_word *a, uint32_t c FP_M)"),
    "fp-inv": ("inv", "fp", "void {f}(mc_word *r, const mc_word *a FP_M)"),
    "fp-sqrt": ("sqrt", "fp", "mc_word {f}(mc_word *r, const mc_word *a FP_M)"),
    # Of F_p(u), u^2 = -1, elements as two of F_p in a row (pairing/prime/fp2.h).
    "fp2-mul": ("fp2_mul", "fp", "void {f}(mc_word *r, const mc_word *a, const mc_word *b FP_M)"),
    "fp2-sqr": ("fp2_sqr", "fp", "void {f}(mc_word *r, const mc_word *a FP_M)"),
    # Of F_p4 = F_p2(s), s^2 = 1 + u.
    "fp4-sqr": (
        "fp4_sqr",
        "fp",
        "void {f}(mc_word *r0, mc_word *r1, const mc_word *a0, const mc_word *a1 FP_M)",
    ),
    # Digits of k < 2^EC_SCALAR_BITS, least significant first; returns their number. A recoding without windows
    # ignores the window.
    "recoding": ("recode", "scalar", "uint16_t {f}(int8_t *digits, const mc_word *k, uint8_t window)"),
    # Digits of two scalars below 2^EC_SCALAR_BITS, with the same number of places.
    "recoding-joint": (
        "recode_joint",
        "scalar",
        "uint16_t {f}(int8_t *digits_of_k, int8_t *digits_of_l, const mc_word *k, const mc_word *l)",
    ),
    # Steps of a chain that makes k < 2^EC_SCALAR_BITS, last step first; returns their number.
    "recoding-chain": ("recode_chain", "scalar", "uint16_t {f}(mc_chain_step *steps, const mc_word *k)"),
    "coordinates": ("", "curve", None),  # a file of several functions, declared in curve/curve.h
    "scalar-mult": (
        "scalar_mult",
        "scalar",
        "mc_status {f}(EC(affine) *r, const mc_word *k, const EC(affine) *p, const MC_FLASH EC(curve) *curve)",
    ),
    "scalar-mult-x": (
        "scalar_mult_x",
        "scalar",
        "mc_status {f}(mc_word *r, const mc_word *k, const mc_word *x, const MC_FLASH EC(montgomery_curve) *curve)",
    ),
    # A step of the Montgomery ladder on x-coordinates (scalar/scalar.h).
    "ladder-step": (
        "ladder_step",
        "scalar",
        "void {f}(mc_word *points, const mc_word *x, mc_word swap, uint32_t a24)",
    ),
    # A doubling of a point X, 2 Y, Z (scalar/scalar.h).
    "doubling": ("doubling", "scalar", "void {f}(mc_word *sum, const mc_word *az4, mc_word *power)"),
    # An addition of such a point and one with Z = 1 (scalar/scalar.h).
    "addition": ("addition", "scalar", "void {f}(mc_word *sum, const mc_word *entry)"),
    # The same of Jacobian points (curve/curve.h).
    "jacobian-addition": ("jacobian_addition", "scalar", "void {f}(mc_word *sum, const mc_word *entry)"),
    "jacobian-doubling": ("jacobian_doubling", "scalar", "void {f}(mc_word *point)"),
    # Doublings of such a point, and an addition (scalar/scalar.h).
    "window-step": (
        "window_step",
        "scalar",
        "void {f}(mc_word *sum, const mc_word *entry, const mc_word *a, uint8_t doublings)",
    ),
    # A step of the ladder on differences (scalar/scalar.h).
    "differences-step": ("differences_step", "scalar", "void {f}(mc_word *elements, mc_word mask)"),
    "scalar-mult-base": (
        "scalar_mult_base",
        "scalar",
        "mc_status {f}(EC(affine) *r, const mc_word *k, const MC_FLASH EC(curve) *curve)",
    ),
    "scalar-mult-double": (
        "scalar_mult_double",
        "scalar",
        "mc_status {f}(EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q, "
        "const MC_FLASH EC(curve) *curve)",
    ),
}

REQUIRED = ("name", "family", "summary", "source", "domain", "constant_time")
OPTIONAL = {
    "windows": "",
    "uses": "",
    "requires": "1",
    "curves": "any",
    "form": "any",
    "ram_table_bytes": "0",
    "flash_table_bytes": "0",
    "word_bits": "",
    "recoding": "",
    "density": "",
    "widths": "",
    "digits": "",
    "doublings": "",
    "additions": "",
    "halvings": "",
    "frobenius_maps": "",
    "triplings": "",
    "quintuplings": "",
    "backend": "c",
    "target": "",
    "field": "",
}


# The curves that an algorithm serves.
CURVE_CLASSES = ("any", "binary", "koblitz", "prime", "glv", "montgomery", "edwards")
# The form of a prime field's elements that a member needs before it can be bound.
FORMS = ("any", "plain", "montgomery")


class RegistryError(ValueError):
    """A header that does not follow the rules; the message names the file and the fault."""


@dataclasses.dataclass
class Algorithm:
    """One member of a family. Byte counts are formulas in n (words of an element), W (word bytes), l (bits of
    scalars) and w (window). In scalar multiplications `doublings`, `additions`, `halvings`, `frobenius_maps`,
    `triplings` and `quintuplings` are formulas that count the operations executed for a scalar k > 0 and a point of
    large order. They may use l, order_bits, bits and ones (of k), length, weight and largest (of the digits of
    `recoding`: all, the nonzero ones, the largest size), sizes and sizes_ones (the number of distinct sizes of
    nonzero digits, and the number of ones in them), koblitz (1 on Koblitz curves, else 0), for chains twos, threes and
    fives (sums of exponents), and with an endomorphism half_bits (of the halves of a scalar; length is then the
    longer one's, and weight that of both). In recodings `density` is the share of nonzero digits, in chains the share
    of additions in the bits of k, as a formula in w."""

    name: str
    family: str
    summary: str
    source: str
    domain: str
    constant_time: str
    file: str
    backend: str = "c"
    target: str = ""
    field: str = ""
    windows: list[int] = dataclasses.field(default_factory=list)
    uses: list[str] = dataclasses.field(default_factory=list)
    requires: str = "1"
    curves: str = "any"
    form: str = "any"
    ram_table_bytes: str = "0"
    flash_table_bytes: str = "0"
    word_bits: str = ""
    recoding: str = ""
    density: str = ""
    widths: str = ""
    digits: str = ""
    doublings: str = ""
    additions: str = ""
    halvings: str = ""
    frobenius_maps: str = ""
    triplings: str = ""
    quintuplings: str = ""

    def function(self, window: int | None = None) -> str:
        """Name after `mc_<field>_`: prefix, name, window, `_var` if not constant time, target of a kernel."""
        parts = FAMILIES[self.family][0] + "_" + self.name.replace("-", "_")
        if self.windows:
            parts += str(window)
        if self.constant_time == "no":
            parts += "_var"
        return parts + (f"_{self.target}" if self.target else "")


def parse_header(path: Path) -> dict[str, str] | None:
    """Key and values of the file's header, or None if it has none."""
    match = re.search(r"/\*---\n(.*?)\n---\*/", path.read_text(), re.S)
    if not match:
        return None
    values: dict[str, str] = {}
    key = None
    for line in match.group(1).splitlines():
        if line[:1].isspace() and key:
            values[key] += " " + line.strip()
            continue
        key, colon, value = line.partition(":")
        if not colon:
            raise RegistryError(f"{path}: header line without a colon: {line!r}")
        values[key] = value.strip()
    return values


def read_algorithm(path: Path) -> Algorithm | None:
    """The algorithm that `path` declares, checked, or None if it declares none."""
    values = parse_header(path)
    if values is None:
        return None
    where = path.relative_to(ROOT)
    missing = [key for key in REQUIRED if not values.get(key)]
    unknown = [key for key in values if key not in REQUIRED and key not in OPTIONAL]
    if missing or unknown:
        raise RegistryError(f"{where}: header lacks {missing or 'nothing'}, has unknown keys {unknown or 'none'}")
    if left := next((key for key, value in values.items() if value.startswith(LEFT_TO_WRITE)), None):
        raise RegistryError(f"{where}: the key {left!r} is left to write")
    if values["family"] not in FAMILIES:
        raise RegistryError(f"{where}: family {values['family']!r} is none of {', '.join(FAMILIES)}")
    if values["constant_time"] not in CONSTANT_TIME_CLASSES:
        raise RegistryError(f"{where}: constant_time must be one of {', '.join(CONSTANT_TIME_CLASSES)}")
    values = {**OPTIONAL, **values}
    if values["curves"] not in CURVE_CLASSES:
        raise RegistryError(f"{where}: curves must be one of {', '.join(CURVE_CLASSES)}")
    if values["form"] not in FORMS:
        raise RegistryError(f"{where}: form must be one of {', '.join(FORMS)}")
    if values["family"] == recodings.FAMILY and (fault := recodings.fault(values)):
        raise RegistryError(f"{where}: {fault}")
    uses = [u.strip() for u in values["uses"].split(",") if u.strip()]
    windows = [int(w) for w in values["windows"].split(",") if w.strip()]
    return Algorithm(**{**values, "uses": uses, "windows": windows, "file": str(where)})


def collect() -> list[Algorithm]:
    """Every algorithm of the library, sorted by family, name and backend."""
    found = []
    for path in (p for tree in (WRITTEN, GENERATED) for p in sorted(tree.rglob("*.[cS]"))):
        algorithm = read_algorithm(path)
        if algorithm:
            found.append(algorithm)
    seen: dict[tuple, str] = {}
    for a in found:
        kind = a.curves if a.family == "coordinates" else ""  # binary and prime curves have systems of one name
        key = (a.family, a.name, a.backend, a.target, a.field, kind)
        if key in seen:
            raise RegistryError(f"{a.file}: {a.family} {a.name} is already declared by {seen[key]}")
        seen[key] = a.file
    refuse_unknown_recodings(found)
    order = list(FAMILIES)
    return sorted(found, key=lambda a: (order.index(a.family), a.name, a.backend, a.field, a.curves))


def refuse_unknown_recodings(found: list[Algorithm]) -> None:
    """RegistryError if a multiplication reads a recoding of no file, and states no density itself."""
    known = {a.name for a in found if a.density and a.family in (recodings.FAMILY, "recoding-chain")}
    for a in found:
        if a.recoding and a.recoding not in known and not a.density:
            raise RegistryError(f"{a.file}: recoding {a.recoding!r} has no file; add it, or the key 'density' here")


def members(algorithm: Algorithm) -> list[str]:
    return [algorithm.function(w) for w in (algorithm.windows or [None])]


def algorithms_header(algorithms: list[Algorithm], folder: str) -> str:
    """C header: a prototype for each member of the folder's families, and for each family a list macro
    MC_<FAMILY>_MEMBERS(X) that tests iterate over. A kernel's prototype is present wherever its field is."""
    guard = f"MC_{folder.upper()}_ALGORITHMS_H"
    template, macro_prefix = {"fb": ("FB", "MC"), "fp": ("FP", "MC_FP"), "scalar": ("EC", "MC")}[folder]
    text = banner(f"the headers of src/{folder}/ and generated/native/") + f"#ifndef {guard}\n#define {guard}\n"
    for family, (prefix, where, prototype) in FAMILIES.items():
        if where != folder or prototype is None:
            continue
        portable = [a for a in algorithms if a.family == family and a.backend == "c"]
        text += "\n"
        for a in portable:
            for function in members(a):
                text += prototype.format(f=f"{template}({function})") + ";\n"
        for function in sorted({f for a in algorithms if a.family == family and a.backend != "c" for f in members(a)}):
            text += prototype.format(f=f"{template}({function})") + ";\n"
        macro = f"{macro_prefix}_{prefix.upper()}_MEMBERS"
        names = []
        for number, a in enumerate(portable):
            guarded = f"{macro}_{number}"
            listed = " ".join(f"X({function})" for function in members(a))
            if a.requires == "1":
                text += f"#define {guarded}(X) {listed}\n"
            else:
                text += f"#if {a.requires}\n#define {guarded}(X) {listed}\n#else\n#define {guarded}(X)\n#endif\n"
            names.append(f"{guarded}(X)")
        text += f"#define {macro}(X) {' '.join(names)}\n"
    return text + "\n#endif\n"


def outputs() -> dict[Path, str]:
    algorithms = collect()
    files = {
        GENERATED / folder / "algorithms.h": algorithms_header(algorithms, folder) for folder in ("fb", "fp", "scalar")
    }
    of_base_2 = [(a.name, a.function(), a.widths, a.digits) for a in algorithms if a.family == recodings.FAMILY]
    files[recodings.HEADER] = recodings.header(of_base_2)
    listing = {
        "generated": banner("the headers of src/", ("", "")).strip(),
        "algorithms": [{**dataclasses.asdict(a), "functions": members(a)} for a in algorithms],
    }
    files[GENERATED / "registry.json"] = json.dumps(listing, indent=1) + "\n"
    return files
