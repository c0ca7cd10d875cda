"""Which source defines which name, and which sources the public functions reach, from the text of the sources.

A name is one without its field: `EC(scalar_mult_ladder)` and `FB(mul_comb)` are `scalar_mult_ladder` and `mul_comb`,
and `mc_wipe` is itself. Both branches of `#if` count, so that a list is valid for every configuration."""

import argparse
import dataclasses
import functools
import json
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from codegen import registry
from codegen.built import curves_by_field, identifier, scalar_bits
from codegen.output import GENERATED, ROOT, WRITTEN, banner

FOLDERS = (WRITTEN, GENERATED)
SOURCES_FILE = GENERATED / "sources.json"
# Folders of src/ where the public functions begin: every library holds all of them.
ROOTS = ("cipher", "encoding", "hash", "native", "protocol", "word")
KINDS = {"fb": "binary", "fp": "prime"}
TABLES = ("data", "generator", "normal")  # folders of tables; each file is named after its field
# Subfolders of template folders whose files are not templates: tables, files compiled once, files for hosts or for
# images alone.
APART = (*TABLES, "once", "firmware", "host", "single")
HOST_ONLY = {"host", "x86_64", "aarch64", "batch"}
TEMPLATE = re.compile(r"\b(?:EC|FB|FP|ORDER)\((\w+)\)")
COMMENTS_AND_DIRECTIVES = re.compile(r'/\*.*?\*/|//[^\n]*|^[ \t]*#(?:\\\n|[^\n])*|"(?:\\.|[^"\\\n])*"', re.S | re.M)
COMMENTS = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include (?:"([^"]+)"|MC_STRINGIFY\(([^)]+)\))', re.M)
# A macro that gives names the prefix of a source's own.
OWN_NAMES = re.compile(r"^#define (\w+)\(name\) +(\w+)##name$", re.M)
# A name that a macro chooses by the field.
BY_FIELD = re.compile(r"^#define (\w+)_f[bp]\w+ +(mc_\w+)$", re.M)
# A kernel's label, or the name that it gives to a body of several fields.
LABEL = re.compile(r"^(?:#define KERNEL )?(mc_\w+)(?::|$)", re.M)


@dataclasses.dataclass(frozen=True)
class Source:
    """A file, the field or size of order for which it is compiled, and its window if it has one."""

    path: Path
    field: str
    window: int | None = None

    def __str__(self) -> str:
        """A line of a list: path (from the root of the project if it lies there), field, window."""
        path = self.path.relative_to(ROOT) if self.path.is_relative_to(ROOT) else self.path
        words = [str(path), self.field]
        return " ".join(words if self.window is None else [*words, str(self.window)])


@dataclasses.dataclass(frozen=True)
class Listing:
    """Sources, each with its compilations, and the headers that they include, public ones too."""

    sources: tuple[Source, ...]
    headers: tuple[Path, ...]


@functools.cache
def files() -> tuple[Path, ...]:
    """Every source of the library, in the order of their names, without firmware."""
    return tuple(
        sorted(path for folder in FOLDERS for path in folder.rglob("*.[cS]") if path.parent.name != "firmware")
    )


def text_of(path: Path) -> str:
    """The text of the source and of headers that may define functions that the source compiles: that of the same name
    (fb/basic.h), and where it has a macro G(name) for its own names, those that use it (pairing/bls12/group_law.h)."""
    text, header = path.read_text(), path.with_suffix(".h")
    if path.suffix != ".c":
        return text
    text += header.read_text() if header.exists() else ""
    for macro, prefix in OWN_NAMES.findall(text):
        included = (path.parent / Path(quoted or "-").name for quoted, _ in INCLUDE.findall(text))
        text += "".join(other.read_text() for other in included if other.exists() and other != header)
        text = re.sub(rf"\b{macro}\((\w+)\)", rf"{prefix}\1", text)
    return text


def statements(text: str) -> Iterator[tuple[str, str, str]]:
    """A piece of text outside of all braces: its words up to a body, an initializer or a semicolon; which of `{`, `=`
    and `;` ended them; and the body or initializer."""
    text = TEMPLATE.sub(r"mc_template_\1", COMMENTS_AND_DIRECTIVES.sub(" ", text))
    depth = start = 0
    head = None
    for found in re.finditer(r"[{}=;]", text):
        sign, at = found.group(), found.start()
        if sign == "{":
            depth += 1
            if head is None:
                head, end = text[start:at], "{"
        elif sign == "}":
            depth = max(depth - 1, 0)
            if depth == 0 and head is not None and end == "{" and not is_type(head):
                yield head, end, text[start:at]
                head, start = None, at + 1
        elif depth == 0 and sign == "=" and head is None:
            head, end = text[start:at], "="
        elif depth == 0 and sign == ";":
            yield (text[start:at], ";", "") if head is None else (head, end, text[start:at])
            head, start = None, at + 1


def is_type(head: str) -> bool:
    """Whether a body after these words belongs to a type."""
    return re.search(r"\b(typedef|struct|union|enum)\b[\w\s]*$", head) is not None


def declared(head: str) -> str | None:
    """The name that a definition's words declare; None if other files cannot see it."""
    if re.search(r"\b(static|typedef|MC_INLINE)\b", head):
        return None
    words = re.sub(r"\[[^]]*\]|__attribute__\s*\(\(.*?\)\)", " ", head).rstrip()
    if words.endswith(")"):  # a function: drop its parameters
        depth, at = 0, len(words)
        while at > 0:
            at -= 1
            depth += {")": 1, "(": -1}.get(words[at], 0)
            if depth == 0:
                break
        words = words[:at]
    names = re.findall(r"\w+", words)
    return names[-1].removeprefix("mc_template_") if names else None


@functools.cache
def definitions(path: Path) -> frozenset[str]:
    """The names that a source may define."""
    text = text_of(path)
    if path.suffix == ".S":
        return frozenset(LABEL.findall(text))
    found = {declared(head) for head, end, _ in statements(text) if end != ";" and not is_type(head)}
    found |= {name for macro, name in BY_FIELD.findall(text) if macro in found}
    found |= set(members().get(path, ()))
    parts = re.compile("[A-Z_](?!C_COORDINATES )")  # for names that the preprocessor joins
    return frozenset(name for name in found if name and not parts.match(name))


@functools.cache
def members() -> dict[Path, list[str]]:
    """The functions of the registry's members, by file; for coordinates the macro by which a header chooses them."""
    found = {ROOT / a.file: registry.members(a) for a in registry.collect()}
    systems = {
        a.file: f"EC_COORDINATES {a.name.replace('-', '_')}" for a in registry.collect() if a.family == "coordinates"
    }
    return found | {ROOT / file: [name] for file, name in systems.items()}


def index() -> dict[str, list[str]]:
    """The sources that define each name, in the order of names."""
    found: dict[str, list[str]] = {}
    for path in files():
        for name in definitions(path):
            found.setdefault(name, []).append(str(path.relative_to(ROOT)))
    return dict(sorted(found.items()))


@functools.cache
def mentions(path: Path) -> frozenset[str]:
    """The names that a source or header refers to, outside of comments and of pure declarations: words of macros, and
    elsewhere names with their field or `mc_`."""
    text = COMMENTS.sub(" ", path.read_text())
    macros = " ".join(re.findall(r"^[ \t]*#[ \t]*define(?:\\\n|[^\n])*", text, re.M))
    words = set(re.findall(r"\w+", macros)) | set(re.findall(r"EC_COORDINATES \w+", macros))
    for head, end, body in statements(text):
        if end != ";":
            words |= {name.removeprefix("mc_template_") for name in re.findall(r"\bmc_\w+", f"{head} {body}")}
    return frozenset(words)


@functools.cache
def headers(path: Path) -> frozenset[Path]:
    """The headers that a file includes, directly or through others; lists of all members (algorithms.h) are left
    out."""
    found: set[Path] = set()
    todo = [path]
    while todo:
        for name in re.findall(r'^[ \t]*#[ \t]*include "([^"]+)"', todo.pop().read_text(), re.M):
            for folder in FOLDERS:
                header = folder / name
                if header.exists() and header not in found and header.name != "algorithms.h":
                    found.add(header)
                    todo.append(header)
    return frozenset(found)


@functools.cache
def known() -> dict[str, list[Path]]:
    """The sources that define each name."""
    return {name: [ROOT / file for file in found] for name, found in index().items()}


@functools.cache
def windows() -> dict[str, int]:
    """The window of each member that has one, by its function."""
    pairs = ((a.windows, registry.members(a)) for a in registry.collect() if a.windows)
    return {function: window for numbers, names in pairs for window, function in zip(numbers, names, strict=True)}


def reached(roots: Iterable[Path], fields: Collection[str] = ()) -> dict[Path, set[int]]:
    """The sources that these refer to, directly or through others, and these themselves, each with the windows for
    which it is reached, if it has windows. With fields, or sizes of orders, only the sources that serve one of them."""
    found: dict[Path, set[int]] = {path: set() for path in roots}
    todo = list(found)
    seen: set[tuple[str, str | None]] = set()
    while todo:
        path = todo.pop()
        names = {(name, kind_of(text)) for text in (path, *headers(path)) for name in mentions(text)} - seen
        seen |= names
        for name, kind in sorted((n for n in names if n[0] in known()), key=str):
            for file in known()[name]:
                if not are_compatible(kind, kind_of(file)):
                    continue
                if fields and not any(serves(file, field) for field in fields):
                    continue
                if file not in found:
                    found[file] = set()
                    todo.append(file)
                if name in windows():
                    found[file].add(windows()[name])
    return found


@functools.cache
def kind_of(path: Path) -> str | None:
    """binary or prime, if the file is for fields of that kind alone."""
    parts = path.relative_to(ROOT).parts[1:]
    return KINDS.get(parts[0]) or (parts[1] if parts[0] == "curve" and parts[1] in KINDS.values() else None)


def are_compatible(kind: str | None, other: str | None) -> bool:
    """Whether code for fields of one kind, or of both, can refer to code of the other."""
    return kind is None or other is None or kind == other


def serves(path: Path, field: str) -> bool:
    """Whether a file is compiled for a field or for the order of a group: it is of the field's kind and no table of
    another field."""
    kind = KINDS.get(field[:2], "prime")
    return kind_of(path) in (None, kind) and (path.parent.name not in TABLES or path.stem == field)


def of_library() -> dict[Path, set[int]]:
    """The files that the public functions of hosts reach, with their windows."""
    roots = tuple(folder / name for folder in FOLDERS for name in ROOTS)
    return reached(path for path in files() if any(path.is_relative_to(root) for root in roots))


def of_image(curve: str, functions: Iterable[str], targets: Iterable[str] = (), members: Iterable[str] = ()) -> Listing:
    """Sources that an image of a curve, by its C name, may need for public functions such as mc_ecdh. They serve any
    configuration that binds members of the defaults, or of `members`, such as mul_reduce_composed. From each target,
    a folder of generated/native/, all kernels for the curve's field are included. Raises ValueError for an unknown
    name."""
    field = next((f for f, records in curves_by_field().items() for r in records if identifier(r) == curve), None)
    if field is None:
        raise ValueError(f"no curve {curve}")
    fields = (field, f"order{scalar_bits(field)}")
    roots = [GENERATED / f"curve/{name}/{field}.c" for name in ("data", "generator")]
    for name in (*functions, *members):
        defining = [path for path in known().get(name, ()) if any(serves(path, f) for f in fields)]
        if not defining:
            raise ValueError(f"no source for {field} defines {name}")
        roots += defining
    kernels = [path for target in targets for path in (GENERATED / "native" / target).glob("*.S")]
    roots += [path for path in kernels if path.name.startswith(f"{field}_") or not path.name.startswith(tuple(KINDS))]
    paths = [path for path in dict.fromkeys(roots) if not HOST_ONLY & set(path.parts)]
    found = {path: w for path, w in sorted(reached(paths, fields).items()) if not HOST_ONLY & set(path.parts)}
    for name in members:
        for path in found.keys() & set(known()[name]) if name in windows() else ():
            found[path].add(windows()[name])
    sources = [
        Source(p, field, w) for p, numbers in found.items() if serves(p, field) for w in sorted(numbers) or [None]
    ]
    sources += [Source(path, fields[1]) for path in found if path.relative_to(ROOT).parts[1] == "fp"]
    return Listing(tuple(sources), tuple(sorted(frozenset().union(*(all_headers(path, fields) for path in found)))))


def all_headers(path: Path, fields: Collection[str]) -> frozenset[Path]:
    """The headers that a file includes for these fields, directly or through others, except those of the
    configuration."""
    found: set[Path] = set()
    todo = [path]
    while todo:
        names = INCLUDE.findall(todo.pop().read_text())
        for name in {(a or b).replace("MC_FIELD", field) for a, b in names for field in fields}:
            for header in (folder / name for folder in (*FOLDERS, ROOT / "include")):
                if header.exists() and header not in found:
                    found.add(header)
                    todo.append(header)
    return frozenset(found)


def cmake_list() -> str:
    """generated/sources.cmake: among the files that are compiled for a field, those that the public functions reach;
    and APART."""
    entries = []
    for path, numbers in sorted(of_library().items()):
        name = next(path.relative_to(folder) for folder in FOLDERS if path.is_relative_to(folder))
        if path.suffix == ".c" and name.parts[0] not in ROOTS:
            entries += [f"{name}:{w}" for w in sorted(numbers)] or [str(name)]
    comment = "# Files of the templates that public functions reach, each with its window if it has windows.\n"
    reached_files = comment + "set(MC_REACHED\n    " + "\n    ".join(entries) + ")\n"
    apart = f"# Subfolders of template folders whose files are not templates.\nset(MC_APART {' '.join(APART)})\n"
    return banner("the sources", ("# ", "")) + apart + reached_files


def outputs() -> dict[Path, str]:
    entries = (f" {json.dumps(name)}: {json.dumps(found)}" for name, found in index().items())
    return {SOURCES_FILE: "{\n" + ",\n".join(entries) + "\n}\n", GENERATED / "sources.cmake": cmake_list()}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m codegen.sources", description=of_image.__doc__)
    parser.add_argument("--curve", required=True, help="such as sect233k1")
    parser.add_argument("--function", required=True, action="append", help="such as mc_ecdh; may be repeated")
    parser.add_argument("--target", action="append", default=[], help="such as avr; may be repeated")
    parser.add_argument("--member", action="append", default=[], help="such as mul_reduce_composed; may be repeated")
    args = parser.parse_args()
    try:
        listing = of_image(args.curve, args.function, args.target, args.member)
    except ValueError as error:
        print(f"codegen.sources: {error}", file=sys.stderr)
        return 2
    print(*listing.sources, *(path.relative_to(ROOT) for path in listing.headers), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
