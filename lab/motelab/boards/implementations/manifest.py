"""Manifests: the facts in implementations/NAME/implementation.toml on somebody else's code, and how it is built."""

import dataclasses
import functools
from pathlib import Path
from typing import Any

from motelab import ROOT
from motelab.boards import board as boards
from motelab.boards.implementations.claims import NEVER_CLAIMED
from motelab.common import schema
from motelab.common.errors import MotecurveError
from motelab.common.names import one_of
from motelab.common.schema import Schema
from motelab.subjects import groups

FOLDER = ROOT / "implementations"
FILE = "implementation.toml"
WRITTEN, WHOLE = (Schema("motelab.boards.implementations.schemas", name) for name in ("ManifestFile", "WholeManifest"))


@dataclasses.dataclass(frozen=True)
class Build:
    """How images of these boards are built: files and folders of headers in the source, flags that follow the board's
    own. `language` is asm if any of the files is, or holds, assembly. Files of assembly get `assembly_flags`, too:
    "-x assembler-with-cpp" has a file .s preprocessed as a file .S is."""

    boards: tuple[str, ...]
    files: tuple[str, ...]
    include: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    assembly_flags: tuple[str, ...] = ()
    language: str = "c"

    @property
    def has_floats(self) -> bool:
        """Whether its flags name a floating-point unit, which the start-up of its images must then switch on."""
        return any(flag.startswith("-mfpu=") for flag in self.flags)


@dataclasses.dataclass(frozen=True)
class Work:
    """An operation that the adapter has: its curves (and boards, if not all of the builds'), whether its time does not
    depend on the secret by its authors' word, whether it refuses keys that are no points of the curve, the source of
    nonces, and a remark where its work differs from the bench's other rows. `fails_for` names known answers that it
    does not give, such as "d = 1" or "d = n - 1"; they are left out, and the tables say so. `not_on` names pairs of a
    board and a curve, such as "micaz secp192r1", on which it does not work. `algorithm` is that of ours which stands
    beside it in tables, if not the board's own choice. `set_up` is the adapter's function that goes ahead of every
    case, and whose time does not count. `resists_faults` and `resists_probes` are what its documentation says of
    glitches and of measured power: a word of claims.CLAIMS, or NEVER_CLAIMED. `random_variable` is the variable of the
    adapter from which its blinding draws; each simulated trace gets another value of it."""

    curves: tuple[str, ...]
    boards: tuple[str, ...] = ()
    constant_time: bool = False
    validates_keys: bool = False
    nonce: str | None = None
    remark: str = ""
    fails_for: tuple[str, ...] = ()
    not_on: tuple[str, ...] = ()
    algorithm: str = ""
    set_up: str = ""
    resists_faults: str = NEVER_CLAIMED
    resists_probes: str = NEVER_CLAIMED
    random_variable: str = ""

    def claims(self, board: str, curve: str) -> bool:
        """Whether it has a curve on a board for which there is a build."""
        on_board = not self.boards or board in self.boards
        return on_board and curve in self.curves and f"{board} {curve}" not in self.not_on


@dataclasses.dataclass(frozen=True)
class Manifest:
    """One implementation: `name` is that of its folder. `commit` is that of a git repository at `url`, or with
    `debian` the version of that source package. Without a URL the code lies beside the manifest."""

    name: str
    folder: Path
    title: str
    licence: str
    builds: tuple[Build, ...]
    operations: dict[str, Work]
    url: str = ""
    commit: str = ""
    debian: str = ""
    adapter: str = "adapter.c"

    @property
    def boards(self) -> tuple[str, ...]:
        """Names of the boards for which it has a build."""
        return tuple(name for build in self.builds for name in build.boards)

    def build_for(self, board: str) -> Build:
        """The build for a board; MotecurveError if it claims none."""
        for build in self.builds:
            if board in build.boards:
                return build
        raise MotecurveError(f"{self.name} claims no build for {board}; it has {', '.join(self.boards)}")

    def work(self, operation: str, curve: str, board: str) -> Work:
        """The claims about an operation on a curve; MotecurveError if it does not claim to have it."""
        if operation not in self.operations:
            raise MotecurveError(f"{self.name} claims no {operation}; it has {', '.join(self.operations)}")
        found = self.operations[operation]
        if curve not in found.curves:
            raise MotecurveError(f"{self.name} claims no {operation} on {curve}; it has {', '.join(found.curves)}")
        if not found.claims(board, curve):
            raise MotecurveError(f"{self.name} claims no {operation} on {curve} on {board}; its manifest says where")
        return found


def names() -> list[str]:
    """Every implementation that has a manifest in the project."""
    return sorted(path.parent.name for path in FOLDER.glob(f"*/{FILE}"))


def find(name: str) -> Manifest:
    """The manifest of that name, or in that folder if the name is a path; MotecurveError if there is none, or if it is
    damaged."""
    if "/" in name or (Path(name) / FILE).is_file():
        folder = Path(name).resolve()
        if not (folder / FILE).is_file():
            raise MotecurveError(f"{name} has no {FILE}; docs/open-bench.md says what it holds")
        return load(folder)
    return load(FOLDER / one_of("implementation", name, names()))


@functools.cache
def load(folder: Path) -> Manifest:
    """The manifest in a folder; MotecurveError if it is damaged or names what does not exist."""
    values = whole(WRITTEN.read(folder / FILE), folder)
    WHOLE.check(values, schema.shown(folder / FILE))
    values["builds"] = tuple(Build(**tuples(build)) for build in values["builds"])
    values["operations"] = {name: Work(**tuples(work)) for name, work in values["operations"].items()}
    found = Manifest(name=folder.name, folder=folder, **values)
    check(found)
    return found


def whole(values: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The values of a manifest, with those that it leaves to the one in the folder `like` beside its own: keys at the
    top, and keys of each build. MotecurveError if there is no such manifest, or for another number of builds."""
    if "like" not in values:
        return values
    path = folder.parent / values["like"] / FILE
    if not path.is_file():
        raise MotecurveError(f"{schema.shown(folder / FILE)}: like is {values['like']!r}, and there is no {path}")
    other = WRITTEN.read(path)
    own = {name: value for name, value in values.items() if name != "like"}
    if "builds" in own and len(own["builds"]) != len(other.get("builds", [])):
        counts = f"{len(own['builds'])} builds, and {values['like']} has {len(other.get('builds', []))}"
        raise MotecurveError(f"{schema.shown(folder / FILE)} has {counts}; give as many, each may be empty")
    pairs = zip(other.get("builds", []), own.get("builds", other.get("builds", [])), strict=True)
    return other | own | {"builds": [theirs | mine for theirs, mine in pairs]}


def tuples(table: dict[str, Any]) -> dict[str, Any]:
    """A table of a manifest with tuples for lists."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in table.items()}


def check(manifest: Manifest) -> None:
    """MotecurveError for an adapter that is absent, or a board or a curve that does not exist."""
    try:
        if not (manifest.folder / manifest.adapter).is_file():
            raise MotecurveError(f"it names the adapter {manifest.adapter}, which is not beside it")
        for build in manifest.builds:
            for name in build.boards:
                one_of("simulated board", name, boards.simulated())
        for work in manifest.operations.values():
            for name in work.boards:
                one_of("board with a build", name, manifest.boards)
            for curve in work.curves:
                groups.find(curve)
    except MotecurveError as error:
        raise MotecurveError(f"{schema.shown(manifest.folder / FILE)}: {error}") from error
