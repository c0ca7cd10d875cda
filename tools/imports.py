"""The import graph of the Python side by room, from its `import` statements alone, those inside functions too.

Rooms stand in one order, and a room imports only rooms above it in ROOMS. A floor is a step of the longest chain of
imports: a room that imports none is on floor 1. Rooms of a part of the house that has several count as one there, and
have floors of their own."""

import ast
import dataclasses
import functools
from pathlib import Path

# Each room after all rooms that it imports. A room is a package with its contents, or a module; the longest name
# counts.
ROOMS = (
    *("codegen", "codegen.known_answers", "codegen.pages", "codegen.hosts"),
    *("codegen.avr", "codegen.msp430", "codegen.x86_64", "codegen.arm", "codegen.thumb", "codegen.armv7"),
    *("codegen.riscv", "codegen.aarch64"),
    *("codegen.pairings", "codegen.__main__", "motecurve"),
    *(
        "motelab",
        "motelab.common",
        "motelab.subjects",
        "motelab.foreign",
        "motelab.library",
        "motelab.gateway",
        "motelab.boards",
    ),
    *("motelab.measure", "motelab.faults", "motelab.leakage", "motelab.advise", "motelab.sweep", "motelab.device"),
    *("motelab.compare", "motelab.under_attack", "motelab.export", "motelab.parallel", "motelab.study"),
    "motelab.lower_bounds",
    *("motelab.prove.targets", "motelab.prove.kernel", "motelab.prove.domains", "motelab.prove.meanings"),
    *("motelab.prove.methods", "motelab.prove.formulas", "motelab.prove.recodings", "motelab.prove"),
    *("motelab.report", "motelab.keys"),
    *("motelab.ibe", "motelab.network", "motelab.vectors", "motelab.commands", "motelab.cli", "tools"),
)
BUILT = {"motecurve._native", "motecurve._open"}  # of no source here, and they import none
OUTSIDE = {"motelab.__main__": "motelab.cli"}  # modules of a room that do not lie in it
PARTS = ("motelab.prove",)  # of the house, each with several rooms
ROOM_FLOORS_MAX = 10
MODULE_FLOORS_MAX = 7  # of the modules within a room, and of the rooms within a part of the house

Graph = dict[str, frozenset[str]]  # module -> modules that it imports


def graph(folders: tuple[Path, ...]) -> Graph:
    """The graph of all modules in folders that hold packages, each module by its dotted name."""
    found = {name_of(path, folder): path for folder in folders for path in sorted(folder.rglob("*.py"))}
    return {name: imported(name, path, frozenset(found)) for name, path in found.items()}


def name_of(path: Path, package: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(name: str, path: Path, known: frozenset[str]) -> frozenset[str]:
    """The known modules that a file imports: for `from a import b` the module a.b if it exists, else a. In a folder
    that is no package, programs import their neighbours by bare names."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    wanted = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            wanted += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package.rsplit(".", node.level - 1)[0] if node.level else ""
            module = ".".join(filter(None, (above, node.module)))
            wanted += [f"{module}.{alias.name}" for alias in node.names]
    if package not in known:
        wanted += [f"{package}.{one}" for one in wanted]
    return frozenset(nearest_in(one, known) for one in wanted if one not in BUILT) - {"", name}


def nearest_in(name: str, known: frozenset[str]) -> str:
    """The longest part of a dotted name, from its start, that is a known module; empty if there is none."""
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name


def room_of(module: str) -> str:
    """The room of a module; ValueError if it has none."""
    rooms = [room for room in ROOMS if module == room or module.startswith(f"{room}.")]
    if not rooms:
        raise ValueError(f"{module} lies in no room")
    return OUTSIDE.get(module) or max(rooms, key=len)


def rooms_of(modules: Graph) -> Graph:
    """Room -> rooms that its modules import."""
    found: dict[str, set[str]] = {room: set() for room in ROOMS if any(room_of(m) == room for m in modules)}
    for module, uses in modules.items():
        found[room_of(module)] |= {room_of(used) for used in uses} - {room_of(module)}
    return {room: frozenset(uses) for room, uses in found.items()}


def part_of(room: str) -> str:
    """The part of the house in which a room lies; itself if it lies in none."""
    return next((part for part in PARTS if room.startswith(f"{part}.")), room)


def parts_of(rooms: Graph) -> Graph:
    """The graph of rooms with one node for each part of the house."""
    found: dict[str, set[str]] = {part_of(room): set() for room in rooms}
    for room, uses in rooms.items():
        found[part_of(room)] |= {part_of(used) for used in uses} - {part_of(room)}
    return {room: frozenset(uses) for room, uses in found.items()}


def within(modules: Graph, room: str) -> Graph:
    """The graph of one room's modules alone."""
    own = {module for module in modules if room_of(module) == room}
    return {module: modules[module] & own for module in own}


def circle(graph: Graph) -> list[str]:
    """The nodes of one circle, the first again at the end; empty without a circle."""
    done: set[str] = set()

    def search(node: str, way: list[str]) -> list[str]:
        if node in way:
            return [*way[way.index(node) :], node]
        if node in done:
            return []
        found = next(filter(None, (search(used, [*way, node]) for used in sorted(graph[node]))), [])
        done.add(node)
        return found

    return next(filter(None, (search(node, []) for node in sorted(graph))), [])


def longest_chain(graph: Graph) -> list[str]:
    """The longest chain of imports in a graph without circles, starting from the importer."""

    @functools.cache
    def below(node: str) -> tuple[str, ...]:
        return (node, *max((below(used) for used in sorted(graph[node])), key=len, default=()))

    return list(max(map(below, sorted(graph)), key=len, default=()))


@dataclasses.dataclass(frozen=True)
class Report:
    """The graph in lines, and its faults."""

    lines: list[str]
    complaints: list[str]


def report(modules: Graph) -> Report:
    """A line for each room; circles, arrows against the order, and too many floors."""
    if found := circle(modules):
        return Report([], [f"modules import one another: {' > '.join(found)}"])
    rooms = rooms_of(modules)
    complaints = [
        f"{module} imports {used}: {room_of(module)} stands before {room_of(used)}"
        for module, uses in sorted(modules.items())
        for used in sorted(uses)
        if ROOMS.index(room_of(used)) > ROOMS.index(room_of(module))
    ]
    if found := circle(rooms):
        return Report([], [*complaints, f"rooms import one another: {' > '.join(found)}"])
    lines = [f"{'room':20} {'floor':>5} {'modules':>8} {'floors':>7}  uses"]
    for room in (room for room in ROOMS if room in rooms):
        own = within(modules, room)
        chain = longest_chain(own)
        floor = len(longest_chain({r: rooms[r] for r in below(rooms, room)}))
        uses = " ".join(used.removeprefix("motelab.") for used in ROOMS if used in rooms[room])
        lines.append(f"{room:20} {floor:5} {len(own):8} {len(chain):7}  {uses}".rstrip())
        if len(chain) > MODULE_FLOORS_MAX:
            too_many = f"{len(chain)} floors, at most {MODULE_FLOORS_MAX}: {' > '.join(chain)}"
            complaints.append(f"{room} has modules on {too_many}")
    for part in PARTS:
        own = {room for room in rooms if part_of(room) == part}
        chain = longest_chain({room: rooms[room] & own for room in own})
        if len(chain) > MODULE_FLOORS_MAX:
            complaints.append(f"{part} has {len(chain)} floors of rooms, at most {MODULE_FLOORS_MAX}")
    chain = longest_chain(parts_of(rooms))
    lines.append(f"{len(chain)} floors of rooms; the longest chain of modules has {len(longest_chain(modules))}")
    if len(chain) > ROOM_FLOORS_MAX:
        complaints.append(f"rooms are on {len(chain)} floors, at most {ROOM_FLOORS_MAX}: {' > '.join(chain)}")
    return Report(lines, complaints)


def below(graph: Graph, node: str) -> set[str]:
    """The node and everything that it imports, directly or through others."""
    found: set[str] = set()
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += graph[one]
    return found
