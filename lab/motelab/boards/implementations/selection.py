"""A selection whose measured code is somebody else's: it goes through the bench as ours does."""

import dataclasses
from pathlib import Path

from motelab.boards.board import Board
from motelab.boards.implementations import answers, datagram_security, operations
from motelab.boards.implementations.manifest import Build, Manifest, Work, find
from motelab.boards.implementations.source import Source
from motelab.boards.implementations.source import find as find_source
from motelab.boards.selection import Selection
from motelab.common.errors import MotecurveError
from motelab.subjects.curves import Curve
from motelab.subjects.layouts import Sizes
from motelab.subjects.operations import Operation

TIMED_RUNS = 3


@dataclasses.dataclass(frozen=True)
class ImplementationSelection(Selection):
    """An operation of an implementation on a board and a curve. It binds no member of ours."""

    manifest: Manifest = dataclasses.field(kw_only=True)
    build: Build = dataclasses.field(kw_only=True)
    work: Work = dataclasses.field(kw_only=True)
    source: Source = dataclasses.field(kw_only=True)

    @property
    def implementation(self) -> str:
        """Its name."""
        return self.manifest.name

    @property
    def implementation_commit(self) -> str | None:
        """The commit or version of its source."""
        return self.source.commit

    @property
    def max_cycles(self) -> int:
        """More for a handshake, which is five multiplications by code that takes its time."""
        is_handshake = self.operation.name in datagram_security.OPERATIONS
        return datagram_security.MAX_CYCLES if is_handshake else super().max_cycles

    @property
    def firmware(self) -> str:
        return self.operation.firmware

    @property
    def symbols(self) -> list[str]:
        return list(self.operation.symbols)

    @property
    def timed_runs(self) -> int:
        return TIMED_RUNS

    @property
    def declared_constancy(self) -> str:
        return "claimed by its authors"

    @property
    def is_constant_time(self) -> bool:
        return self.work.constant_time

    @property
    def random_variable(self) -> str:
        return self.work.random_variable

    @property
    def backend(self) -> str:
        return self.build.language

    @property
    def window(self) -> None:
        return None

    @property
    def word_bits(self) -> int:
        return self.board.word_bits

    @property
    def used_slots(self) -> list[str]:
        return []

    @property
    def ram_table_bytes(self) -> dict[str, int]:
        return {}

    @property
    def sizes(self) -> Sizes:
        return operations.octet_sizes(self.curve)

    def fitted(self, cases: list[answers.Case]) -> list[answers.Case]:
        """Those that its claims promise."""
        return answers.fitted(cases, self.operation.name, self.curve, self.work)

    def refusals(self, cases: list[answers.Case]) -> list[answers.Case]:
        """More cases, made of these, that it must refuse."""
        return answers.beside_the_curve(cases, self.operation.name, self.curve, self.work)


def select(name: str, folder: str, operation: Operation, board: Board, curve: Curve) -> ImplementationSelection:
    """The selection of an implementation by its name or its folder, with its code in `folder`; MotecurveError if its
    manifest claims no such operation, curve or board, or if the code is not there."""
    manifest = find(name)
    if board.is_host:
        raise MotecurveError(f"{board.name} runs no images, and implementations run in images; name a simulated board")
    build, work = manifest.build_for(board.name), manifest.work(operation.name, curve.name, board.name)
    source = find_source(manifest, Path(folder) if folder else None)
    taken = dataclasses.replace(operations.on(operation, curve), nonce=work.nonce)
    return ImplementationSelection(
        taken, board, curve, "fast", manifest.name, None, {}, manifest=manifest, build=build, work=work, source=source
    )
