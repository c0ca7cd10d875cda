"""The descriptions of the public functions, which stand above their prototypes in include/motecurve/*.h.

A description is a comment from `/*---` to `---*/`, one `key: value` a line; a line that starts with blanks continues
the one before. docs/internals.md explains the keys. A fault is one line, with the function's name."""

import ast
import dataclasses
import difflib
import functools
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from codegen.output import ROOT

HEADERS = ROOT / "include/motecurve"
KINDS = ("out", "inout", "in", "work")  # keys that list arguments
KEYS = (*KINDS, "apart", "errors")
FLAGS = ("secret", "kept", "wiped")
# Names in lengths beside the function's numbers and the macros of the headers: the length in C.
QUANTITIES = {
    "field": "mc_curve_field_bytes(curve)",
    "scalar": "mc_curve_scalar_bytes(curve)",
    "public_key": "mc_curve_public_key_bytes(curve)",
    "signature": "mc_curve_signature_bytes(curve)",
    "extended": "mc_extended_bytes(curve)",
    "encoded": "mc_encoded_bytes(form, curve)",
    "capacity": "mc_capacity_bytes(curve)",
    "digest": "mc_hash_digest_bytes(hash)",  # or of the context's hash
    "overhead": "mc_ecies_overhead_bytes(options, curve)",
}
PROTOTYPE = re.compile(
    r"(?:/\*---\n(?P<text>(?:(?!---\*/).)*)---\*/\n)?^MC_API (?:MC_MUST_CHECK )?(?P<result>[^;()]*?)\bmc_(?P<name>\w+)"
    r"\((?P<inside>[^()]*)\);",
    re.S | re.M,
)
PARAMETER = re.compile(r"(?P<type>.*?)(?P<stars>\**)(?P<name>\w+)(?:\[(?P<count>\w+)\])?")
ITEM = re.compile(r"(?P<name>\w+)(?:\[(?P<length>.*)\])?(?P<flags>(?: \w+)*)")


class Fault(ValueError):
    """A wrong description, in one line."""


@dataclasses.dataclass(frozen=True)
class Argument:
    """A buffer or an object that a function is given."""

    name: str
    type: str  # pointed to, such as uint8_t
    kind: str  # of KINDS
    length: str  # in elements of its type, which are bytes for bytes; "1" for one object
    is_exact: bool  # an input whose `<name>_bytes` must be that length
    is_secret: bool
    is_kept: bool  # an error may leave it as it was
    is_wiped: bool  # a state that every call but a refused overlap leaves wiped

    @property
    def is_written(self) -> bool:
        return self.kind != "in"


@dataclasses.dataclass(frozen=True)
class Description:
    """A public function: its name after `mc_`, its prototype, and its description."""

    header: str
    name: str
    result: str
    parameters: tuple[str, ...]
    arguments: tuple[Argument, ...]  # in the order of the parameters
    apart: frozenset[tuple[str, str]]  # an output and an input that may not overlap
    errors: frozenset[str]  # without MC_ERROR_

    @property
    def has_status(self) -> bool:
        return self.result == "mc_status"

    @property
    def has_secrets(self) -> bool:
        return any(argument.is_secret for argument in self.arguments)

    @property
    def is_in_steps(self) -> bool:
        """Whether it begins, continues or ends a task; the outputs are then written by later steps."""
        return self.header in ("stepwise", "task")

    def argument(self, name: str) -> Argument:
        return next(argument for argument in self.arguments if argument.name == name)


def prototypes(folder: Path = HEADERS) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """Header, result, name after `mc_` and parameters of every public function, in the order of the headers' names."""
    return [(header, result, name, parameters) for header, result, name, parameters, _ in declarations(folder)]


def declarations(folder: Path) -> list[tuple[str, str, str, tuple[str, ...], str | None]]:
    """The same with the text of the description; None without one."""
    found = []
    for path in sorted(folder.glob("*.h")):
        text = re.sub(r"/\*(?!---\n).*?\*/", "", path.read_text(), flags=re.S)
        for match in PROTOTYPE.finditer(text):
            parameters = tuple(" ".join(p.split()) for p in match["inside"].split(","))
            found.append((path.stem, match["result"].strip(), match["name"], parameters, match["text"]))
    return found


@functools.cache
def described(folder: Path = HEADERS) -> Mapping[str, Description]:
    """The description of every public function, by its name after `mc_`. Raises Fault at the first wrong one."""
    found = {}
    for header, result, name, parameters, text in declarations(folder):
        check_presence(header, name, result, parameters, text)
        found[name] = read_function(header, result, parameters, text or "", name)
    return {name: with_errors(one, found) for name, one in found.items()}


def faults(folder: Path = HEADERS) -> list[str]:
    """The first fault of each function, a line each."""
    found, every = [], {}
    for header, result, name, parameters, text in declarations(folder):
        try:
            check_presence(header, name, result, parameters, text)
            every[name] = read_function(header, result, parameters, text or "", name)
        except Fault as fault:
            found.append(str(fault))
    for one in every.values():
        try:
            with_errors(one, every)
        except Fault as fault:
            found.append(str(fault))
    return found


def check_presence(header: str, name: str, result: str, parameters: tuple[str, ...], text: str | None) -> None:
    """Fault for a function without a description that has arguments or errors to describe."""
    if text is None and (data_parameters(parameters) or result == "mc_status"):
        raise Fault(f"{header}.h: mc_{name} has no description: put `/*---` with its arguments above the prototype")


def headers() -> list[str]:
    """The names of the headers with public functions, in their order."""
    return list(dict.fromkeys(f"{one.header}.h" for one in described().values()))


def data_parameters(parameters: tuple[str, ...]) -> dict[str, re.Match]:
    """The parameters that a description lists: pointers, but for curves, hashes, texts, and what callbacks get."""
    matches = {m["name"]: m for p in parameters if (m := PARAMETER.fullmatch(p))}
    is_passed_on = re.compile(r"(const mc_curve|const mc_hash) \*\w+|(void \*|mc_task_function \*)(?!memory|stack)\w+")
    return {
        name: match
        for name, match in matches.items()
        if (match["stars"] or match["count"])
        and not is_passed_on.fullmatch(match[0])
        and not (match["type"].startswith("const char") and f"{name}_bytes" not in matches)
    }


def read_function(header: str, result: str, parameters: tuple[str, ...], text: str, name: str) -> Description:
    where = f"{header}.h: mc_{name}"
    keys = keyed(text, where)
    data = data_parameters(parameters)
    numbers = {p.rpartition(" ")[2] for p in parameters if p.startswith("size_t ") and "*" not in p}
    found = {}
    for kind in KINDS:
        for item in listed(keys.get(kind, "")):
            argument = read_argument(item, kind, data, numbers, where)
            if argument.name in found:
                raise Fault(f"{where}: {argument.name} stands twice")
            found[argument.name] = argument
    if missing := [own for own in data if own not in found]:
        raise Fault(f"{where}: {missing[0]} is not described; it belongs to one of {', '.join(KINDS)}")
    pairs = frozenset(read_pair(pair, found, where) for pair in listed(keys.get("apart", "")))
    errors = frozenset(read_error(error, where) for error in listed(keys.get("errors", "")))
    if errors and result != "mc_status":
        raise Fault(f"{where}: it has errors and gives no status")
    ordered = tuple(found[own] for own in data)
    return Description(header, name, result, parameters, ordered, pairs, errors)


def keyed(text: str, where: str) -> dict[str, str]:
    """The values of a description by key."""
    found: dict[str, str] = {}
    for line in re.sub(r"\n[ \t]+", " ", text).splitlines():
        key, colon, value = line.partition(": ")
        if not colon or key not in KEYS:
            raise Fault(f"{where}: no key {key!r}{meant(key, KEYS)}")
        if key in found:
            raise Fault(f"{where}: the key {key} stands twice")
        found[key] = value.strip()
    return found


def listed(value: str) -> list[str]:
    """The items between the commas that are outside of parentheses."""
    return [item.strip() for item in re.split(r",(?![^()]*\))", value) if item.strip()]


def read_argument(item: str, kind: str, data: Mapping[str, re.Match], numbers: set[str], where: str) -> Argument:
    match = ITEM.fullmatch(item)
    if not match or match["name"] not in data:
        own = item.partition("[")[0].partition(" ")[0]
        raise Fault(f"{where}: no pointer {own!r} among its parameters{meant(own, data)}")
    name, flags = match["name"], match["flags"].split()
    if wrong := [flag for flag in flags if flag not in FLAGS]:
        raise Fault(f"{where}: {name}: no flag {wrong[0]!r}{meant(wrong[0], FLAGS)}")
    is_const = data[name]["type"].startswith("const ") and data[name]["stars"] != "**"
    if is_const != (kind == "in"):
        raise Fault(
            f"{where}: {name} stands under `{kind}`, but the prototype {'forbids' if is_const else 'allows'}"
            " to write it"
        )
    length = match["length"] or data[name]["count"] or usual_length(name, data[name], numbers, where)
    check_length(length, numbers, f"{where}: {name}")
    if "wiped" in flags and kind != "inout":
        raise Fault(f"{where}: {name} stands under `{kind}`: `wiped` is for states, under `inout`")
    is_exact = kind == "in" and match["length"] is not None and f"{name}_bytes" in numbers
    of_flags = ("secret" in flags, "kept" in flags, "wiped" in flags)
    return Argument(name, pointed_type(data[name]), kind, length, is_exact, *of_flags)


def usual_length(name: str, parameter: re.Match, numbers: set[str], where: str) -> str:
    """The length of an argument that states none: `<name>_bytes` for bytes, one for an object."""
    if pointed_type(parameter) not in ("uint8_t", "char", "void"):
        return "1"
    if f"{name}_bytes" not in numbers:
        raise Fault(f"{where}: {name} needs a length, such as {name}[scalar]: there is no parameter {name}_bytes")
    return f"{name}_bytes"


def pointed_type(parameter: re.Match) -> str:
    return (parameter["type"].removeprefix("const ") + parameter["stars"][1:]).strip()


def check_length(length: str, numbers: set[str], where: str) -> None:
    """Fault for a length that is not made of known names, whole numbers, +, - and *."""
    known = {*QUANTITIES, *numbers, *macros()}
    try:
        tree = ast.parse(length, mode="eval")
    except SyntaxError:
        raise Fault(f"{where}: the length {length!r} is no expression") from None
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id not in known:
            raise Fault(f"{where}: no length {node.id!r}{meant(node.id, known)}")
        if isinstance(node, ast.operator) and not isinstance(node, ast.Add | ast.Sub | ast.Mult):
            raise Fault(f"{where}: the length {length!r} may use +, - and * alone")


def read_pair(pair: str, arguments: Mapping[str, Argument], where: str) -> tuple[str, str]:
    first, _, second = pair.partition(" and ")
    if first not in arguments or second not in arguments or not arguments[first].is_written:
        raise Fault(f"{where}: {pair!r} under `apart` must be an output, `and`, another argument")
    return first, second


def read_error(error: str, where: str) -> str:
    if not error.startswith("as mc_") and error not in statuses():
        raise Fault(f"{where}: no error {error!r}{meant(error, statuses())}")
    return error


def with_errors(one: Description, every: Mapping[str, Description]) -> Description:
    """The description with all its errors: those of the functions that it refers to, UNSUPPORTED for a null curve or
    hash, OVERLAP for arguments that must lie apart."""
    found, todo = set(), sorted(one.errors)
    while todo:
        error = todo.pop()
        if error in found:
            continue
        found.add(error)
        if error.startswith("as mc_"):
            other = error.removeprefix("as mc_")
            if other not in every:
                raise Fault(f"{one.header}.h: mc_{one.name}: no function mc_{other}{meant(other, every)}")
            todo += every[other].errors
    if one.has_status:
        outputs = [argument for argument in one.arguments if argument.is_written]
        found |= {"UNSUPPORTED" for p in one.parameters if p.endswith(("*curve", "*hash"))}
        found |= {"OVERLAP"} if one.apart or len(outputs) > 1 else set()
    return dataclasses.replace(one, errors=frozenset(e for e in found if not e.startswith("as ")))


@functools.cache
def statuses() -> tuple[str, ...]:
    """The errors of status.h, without MC_ERROR_."""
    return tuple(re.findall(r"^    MC_ERROR_(\w+)", (HEADERS / "status.h").read_text(), re.M))


@functools.cache
def macros() -> Mapping[str, Callable[..., int] | int]:
    """The numbers and the lengths of the headers, by the names of their macros."""
    texts = "".join(path.read_text() for path in sorted(HEADERS.glob("*.h")))
    found: dict[str, Callable[..., int] | int] = {}
    for name, value in re.findall(r"^#define (MC_\w+) +(\d+)$", texts, re.M):
        found.setdefault(name, int(value))
    for name, inside, value in re.findall(r"^#define (MC_\w+_BYTES)\(([\w, ]+)\) +(\([\w() +*]+\))$", texts, re.M):
        found[name] = eval(f"lambda {inside}: {value}", dict(found))  # of our own headers
    return found


def length_of(argument: Argument, values: Mapping[str, int]) -> int:
    """The length as a number, 0 for a negative one. `values` has the quantities and the function's numbers."""
    names = {**macros(), **values}
    return max(0, eval(argument.length, {"__builtins__": {}}, names))  # of names and + - * alone: check_length


def length_in_c(argument: Argument) -> str:
    """The length as an expression of C."""
    return re.sub(r"\b[a-z]\w*\b", lambda found: QUANTITIES.get(found[0], found[0]), argument.length)


def meant(name: str, known) -> str:
    near = difflib.get_close_matches(name, list(known), 1)
    return f"; perhaps {near[0]}" if near else f"; there are {', '.join(sorted(known))}" if len(list(known)) < 9 else ""
