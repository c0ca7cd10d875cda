"""The tree of calls of one measurement, with cycles, from the simulator's trace and its profile."""

from collections import Counter
from collections.abc import Container, Mapping
from typing import Any

import numpy
from elftools.elf.elffile import ELFFile

from motelab.boards.image import Image
from motelab.boards.implementations.image import builder_of
from motelab.common import cache
from motelab.common.files import digest
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.measure.profile import profile

SEPARATOR = " > "  # between the routines of a path
Path = tuple[int, ...]  # routines by their index, from the measured one
Names = tuple[str, ...]
Row = dict[str, Any]


def call_tree(request: Request) -> list[Row]:
    """One row for each path of calls, the measured routine first: `path`, `calls`, `cycles_self`, `cycles_total`
    (instructions on boards without cycles), and below each path its callees, the dearest first.

    The profile gives the cycles of each routine, the trace the instructions of each path. A routine's own cycles are
    divided among its paths in proportion to their instructions. ImageFailed if the result is wrong."""
    chosen = bench.select(request)
    image = builder_of(chosen).build()
    case = bench.inputs(chosen, bench.cases_of(chosen)[1][:1])
    simulator = bench.simulator_of(chosen.board)
    key = digest("call tree", image.sha256, image.symbol, case, simulator.fingerprint())
    rows = cache.get(key)
    if rows is None:
        costs: Counter[str] = Counter()  # two files may have a routine of the same name
        for row in profile(request):
            costs[row["routine"]] += row["cycles_self"]
        trace = simulator.full_trace(image.path, measure=image.symbol, data=case, **chosen.board.machine)
        starts, names = routines(image, costs)
        rows = ordered(shared(paths(visits(trace.counters, starts)), names, costs))
        cache.put(key, rows)
    return rows


def routines(image: Image, known: Container[str]) -> tuple[list[int], list[str]]:
    """The first address of each routine of an image, in ascending order, and its name. Routines of a compiler's
    library may have symbols without a type: they count if the profile knows them."""
    with image.path.open("rb") as stream:
        symbols = ELFFile(stream).get_section_by_name(".symtab").iter_symbols()
        # Bit 0 of a routine of Thumb is no part of its address; on AVR it is 0.
        found = {
            s["st_value"] & ~1: s.name
            for s in symbols
            if s["st_info"]["type"] == "STT_FUNC" or (s["st_info"]["type"] == "STT_NOTYPE" and s.name in known)
        }
    starts = sorted(found)
    return starts, [found[start] for start in starts]


def visits(counters, starts: list[int]) -> list[tuple[int, int]]:
    """The routines that follow each other in a trace of program counters, each by its index, with its number of
    entries in the trace until the next."""
    at = numpy.searchsorted(numpy.array(starts), numpy.frombuffer(counters, dtype=numpy.uint32), side="right") - 1
    changes = numpy.flatnonzero(numpy.diff(at)) + 1
    begins = numpy.concatenate(([0], changes))
    lengths = numpy.diff(numpy.concatenate((begins, [len(at)])))
    return list(zip(at[begins].tolist(), lengths.tolist(), strict=True))


def paths(visited: list[tuple[int, int]]) -> dict[Path, tuple[int, int]]:
    """Path of calls -> calls, entries in the trace. Nothing recurses: a routine that is on the path was returned to,
    another one was called."""
    found: dict[Path, list[int]] = {}
    path: Path = ()
    for routine, entries in visited:
        is_return = routine in path
        path = path[: path.index(routine) + 1] if is_return else (*path, routine)
        counts = found.setdefault(path, [0, 0])
        counts[0] += not is_return
        counts[1] += entries
    return {path: (calls, entries) for path, (calls, entries) in found.items()}


def shared(found: dict[Path, tuple[int, int]], names: list[str], costs: Mapping[str, int]) -> dict[Names, list[int]]:
    """Path of names -> calls, own cycles: a routine's cycles are divided by the entries of its paths, without a
    remainder."""
    entries_of: Counter[str] = Counter()
    for path, (_, entries) in found.items():
        entries_of[names[path[-1]]] += entries
    given: Counter[str] = Counter()  # entries of a routine that have their cycles already
    made: dict[Names, list[int]] = {}
    for path, (calls, entries) in found.items():
        last = names[path[-1]]
        before, given[last] = given[last], given[last] + entries
        cost, all_entries = costs[last], entries_of[last]
        row = made.setdefault(tuple(names[routine] for routine in path), [0, 0])
        row[0] += calls
        row[1] += cost * given[last] // all_entries - cost * before // all_entries
    return made


def ordered(made: dict[Names, list[int]]) -> list[Row]:
    """The rows, a path before the paths that lead on from it, the dearest of these first."""
    totals = dict.fromkeys(made, 0)
    for path, (_, own) in made.items():
        for end in range(len(path)):
            totals[path[: end + 1]] += own
    rank = {path: (-total, path[-1]) for path, total in totals.items()}
    order = sorted(made, key=lambda path: [rank[path[: end + 1]] for end in range(len(path))])
    return [
        {"path": SEPARATOR.join(path), "calls": made[path][0], "cycles_self": made[path][1],
         "cycles_total": totals[path]}
        for path in order
    ]  # fmt: skip
