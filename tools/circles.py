"""Circles of the tree's C and C++ files: units that need one another, by includes and by calls.

A unit is a file without its suffix: x.c and x.h of one folder are one. A header without an include guard is a text for
those that include it, no interface, and so a unit of its own. A unit needs each unit whose header it includes, and each
unit that alone defines a function that it names, so that one header for many files hides no circle. Static functions
count for nothing: other units cannot call them. Neither do macros with arguments, by which templates make names, and a
function in a header that calls one which the header itself declares: it stands above its interface, not above the
unit that fulfils it."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

SUFFIXES = (".c", ".h", ".cc", ".cpp", ".hpp")
HEADERS = (".h", ".hpp")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
TEXT = re.compile(r'"(?:\\.|[^"\\\n])*"')
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.M)
GUARD = re.compile(r"\s*#\s*(ifndef\s+(\w+)\s+#\s*define\s+\2\b|pragma\s+once\b)")
MACRO = re.compile(r"^\s*#\s*define\s+(\w+)\(", re.M)
DEFINITION = re.compile(
    r"^(?!static\b|MC_INLINE\b|MC_NOINLINE\b|typedef\b)\w[\w \t*]*?[ *](\w+)\([^;{}]*\)\s*\n?\{", re.M
)
PROTOTYPE = re.compile(r"^\w[^;{}=#()]*?(\w+)\([^;{}]*\);", re.M)  # it names a function and does not call it

Graph = Mapping[str, Iterable[str]]  # unit -> units that it needs
Reasons = dict[str, dict[str, str]]  # unit -> units that it needs, each with the line of text that makes it so


def graph(root: Path, files: list[Path]) -> Reasons:
    """The graph of units, named by their paths from root."""
    codes = {path: COMMENT.sub(" ", path.read_text()) for path in files}
    unit = {path: unit_of(path.relative_to(root), code) for path, code in codes.items()}
    needs: Reasons = {one: {} for one in unit.values()}
    for path, needed, reason in (*includes(root, codes), *calls(root, codes)):
        if unit[path] != unit[needed]:
            needs[unit[path]].setdefault(unit[needed], reason)
    return needs


def unit_of(path: Path, code: str) -> str:
    is_fragment = path.suffix in HEADERS and not GUARD.match(code)
    return (path if is_fragment else path.with_suffix("")).as_posix()


Edges = Iterable[tuple[Path, Path, str]]  # file, file that it needs, why


def includes(root: Path, codes: dict[Path, str]) -> Edges:
    names = {path.relative_to(root).as_posix(): path for path in codes}
    ends: dict[str, list[str]] = {}
    for name in names:
        ends.setdefault(name.rpartition("/")[2], []).append(name)
    for path, code in codes.items():
        for included in INCLUDE.findall(code):
            beside = (path.parent / included).resolve()
            fits = [n for n in ends.get(included.rpartition("/")[2], []) if n == included or n.endswith(f"/{included}")]
            reason = f"{path.relative_to(root).as_posix()} includes {included}"
            if beside in codes:
                yield path, beside, reason
            elif len(fits) == 1:
                yield path, names[fits[0]], reason


def calls(root: Path, codes: dict[Path, str]) -> Edges:
    macros = {name for code in codes.values() for name in MACRO.findall(code)}
    defined = {path: set(DEFINITION.findall(code)) - macros for path, code in codes.items()}
    counts = Counter(name for found in defined.values() for name in found)
    owner = {name: path for path, found in defined.items() for name in found if counts[name] == 1}
    for path, code in codes.items():
        own = set(PROTOTYPE.findall(code)) if path.suffix in HEADERS else set()
        called = set(re.findall(r"\b(\w+)\s*\(", PROTOTYPE.sub("", TEXT.sub("", code))))
        # A parameter or a static function may bear the name of another unit's function: only one folder is compared.
        for word in sorted((called - own) & owner.keys()):
            if owner[word].parent == path.parent:
                yield path, owner[word], f"{path.relative_to(root).as_posix()} calls {word} of {owner[word].name}"


def circles(graph: Graph) -> list[frozenset[str]]:
    """The largest sets of nodes that all lead to one another (Kosaraju's two searches)."""
    order: list[str] = []
    found: list[frozenset[str]] = []
    back: dict[str, set[str]] = {node: set() for node in graph}
    for node, used in graph.items():
        for one in used:
            back[one].add(node)

    def search(start: str, edges: Graph, seen: set[str]) -> list[str]:
        left, way = [], [(start, iter(sorted(edges[start])))]
        seen.add(start)
        while way:
            rest = way[-1][1]
            following = next((one for one in rest if one not in seen), None)
            if following is None:
                left.append(way.pop()[0])
            else:
                seen.add(following)
                way.append((following, iter(sorted(edges[following]))))
        return left

    seen: set[str] = set()
    for node in sorted(graph):
        if node not in seen:
            order += search(node, graph, seen)
    seen = set()
    for node in reversed(order):
        if node not in seen and len(members := search(node, back, seen)) > 1:
            found.append(frozenset(members))
    return found


def complaints(graph: Graph) -> list[str]:
    """One line for each circle: its units, and the edges between them."""
    return sorted(
        f"a circle of {len(one)}: {' '.join(sorted(one))}: {'; '.join(edges(one, graph))}" for one in circles(graph)
    )


def edges(circle: frozenset[str], graph: Graph) -> list[str]:
    """What makes each edge within a circle: the file and the name."""
    return [
        used[other] if isinstance(used, dict) else f"{one} imports {other}"
        for one, used in sorted(graph.items())
        if one in circle
        for other in sorted(circle.intersection(used))
    ]
