"""Circles of the tree's C and C++ files: units that need one another, by includes and by calls.

A unit is a file without its suffix: x.c and x.h of one folder are one. It needs each unit whose header it includes, and
each unit that alone defines a function that it names, so that one header for many files hides no circle. Static
functions count for nothing: other units cannot call them."""

import re
from collections import Counter
from pathlib import Path

SUFFIXES = (".c", ".h", ".cc", ".cpp", ".hpp")
ENGINE = "callers and answerers of one engine: lower files are to tell upper ones by events"
# Circles that are known and not mended yet: folder, files, reason.
KNOWN = (
    ("src/network", "exchange gather neighbours node session transmit", ENGINE),
    ("src/network/edhoc", "key prove session suite", "not split by layers yet"),
    ("simulators/network", "medium network", ENGINE),
    ("src/pairing/host", "fp2_6 fp2_6_ifma", "not looked into yet"),
    ("src/fb", "add_words basic fb", "not looked into yet"),
    ("src/word", "pace task", "not looked into yet"),
    ("include/motecurve", "curve single_curve", "not looked into yet"),
    ("parallel/src/lanes", "avx2 ifma lanes", "not looked into yet"),
    ("parallel/src/engine", "engine openmp pool", "not looked into yet"),
    ("parallel/src/curve", "comba field", "not looked into yet"),
    ("parallel/src/binary", "field template", "not looked into yet"),
    ("tests/simulators/second", "arm thumb", "not looked into yet"),
    ("tests/project/openssl_provider/beside", "beside keys", "not looked into yet"),
    ("tests/fuzz", "seeds seeds_pairing", "not looked into yet"),
    ("tests/fuzz", "fuzz peer", "not looked into yet"),
)
ALLOWED = {frozenset(f"{folder}/{file}" for file in files.split()): reason for folder, files, reason in KNOWN}
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
TEXT = re.compile(r'"(?:\\.|[^"\\\n])*"')
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.M)
DEFINITION = re.compile(
    r"^(?!static\b|MC_INLINE\b|MC_NOINLINE\b|typedef\b)\w[\w \t*]*?[ *](\w+)\([^;{}]*\)\s*\n?\{", re.M
)

PROTOTYPE = re.compile(r"^\w[^;{}=#()]*\([^;{}]*\);", re.M)  # it names a function and does not call it

Graph = dict[str, set[str]]  # unit -> units that it needs


def graph(root: Path, files: list[Path]) -> Graph:
    """The graph of units, named by their paths from root."""
    codes = {path: COMMENT.sub(" ", path.read_text()) for path in files}
    unit = {path: str(path.relative_to(root).with_suffix("")) for path in files}
    names = {path.relative_to(root).as_posix(): path for path in files}
    ends: dict[str, list[str]] = {}
    for name in names:
        ends.setdefault(name.rpartition("/")[2], []).append(name)
    defined = {path: set(DEFINITION.findall(code)) for path, code in codes.items()}
    counts = Counter(name for found in defined.values() for name in found)
    owner = {name: unit[path] for path, found in defined.items() for name in found if counts[name] == 1}
    needs: Graph = {one: set() for one in unit.values()}
    for path, code in codes.items():
        for included in INCLUDE.findall(code):
            beside = (path.parent / included).resolve()
            fits = [n for n in ends.get(included.rpartition("/")[2], []) if n == included or n.endswith(f"/{included}")]
            if beside in unit:
                needs[unit[path]].add(unit[beside])
            elif len(fits) == 1:
                needs[unit[path]].add(unit[names[fits[0]]])
        # A parameter or a static function may bear the name of another unit's function: only one folder is compared.
        for word in set(re.findall(r"\b(\w+)\s*\(", PROTOTYPE.sub("", TEXT.sub("", code)))) & owner.keys():
            if Path(owner[word]).parent == Path(unit[path]).parent:
                needs[unit[path]].add(owner[word])
    return {one: used - {one} for one, used in needs.items()}


def circles(graph: Graph) -> list[frozenset[str]]:
    """The largest sets of nodes that all lead to one another (Kosaraju's two searches)."""
    order: list[str] = []
    found: list[frozenset[str]] = []
    back: Graph = {node: set() for node in graph}
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


def complaints(found: list[frozenset[str]]) -> list[str]:
    """One line for each circle that is not allowed, and for each allowed one that is gone."""
    lines = [f"a circle of {len(one)}: {' '.join(sorted(one))}" for one in found if one not in ALLOWED]
    gone = [f"no circle any more, drop it from ALLOWED: {' '.join(sorted(one))}" for one in ALLOWED.keys() - set(found)]
    return sorted(lines + gone)
