"""A source drop: the sources that some operations on one curve need on one board, and their costs there."""

import dataclasses
import functools

from motelab.boards.board import Board
from motelab.boards.image import Builder
from motelab.boards.selection import Selection
from motelab.common.errors import DoesNotFit
from motelab.export import calls
from motelab.export.calls import Call
from motelab.export.units import Closure, closure
from motelab.measure.records import Record
from motelab.subjects.curves import Curve

PAUSE_STACK_BYTES = 32  # of mc_pace and the registers that it saves


@dataclasses.dataclass(frozen=True, eq=False)
class Drop:
    """The request: words of calls.WORDS, a board and a curve, and one of calls.PREFER."""

    board: Board
    curve: Curve
    words: tuple[str, ...]
    prefer: str = "speed"

    @functools.cached_property
    def calls(self) -> list[Call]:
        return calls.of(self.words, self.curve)

    @functools.cached_property
    def selections(self) -> list[Selection]:
        """The bindings of each call's image."""
        return calls.selected(self.calls, self.board, self.curve, calls.PREFER[self.prefer])

    @functools.cached_property
    def records(self) -> list[Record]:
        """The record of each call; DoesNotFit if the board is too small for one of them."""
        return [calls.record(chosen) for chosen in self.selections]

    @functools.cached_property
    def functions(self) -> list[str]:
        """The public functions of the operations; the functions that these need are in the drop too."""
        return [*calls.KEYS, *dict.fromkeys(name for call in self.calls for name in call.functions)]

    @functools.cached_property
    def offered(self) -> frozenset[str]:
        """The symbols of the drop that its header may declare. If a call is made in steps, the function that makes it
        at once is left out."""
        whole = {name for found in calls.CALLS.values() for call in found for name in call.functions}
        return self.closure.symbols - (whole - set(self.functions))

    @functools.cached_property
    def builder(self) -> Builder:
        """The units compiled for the board, with the members that all calls bind."""
        return Builder(self.selections[0])

    @functools.cached_property
    def configuration(self) -> dict[str, str]:
        """The macros of motecurve_config.h."""
        defines = {name: value for chosen in self.selections for name, value in chosen.operation.defines}
        kernels = [Builder(chosen).configuration() for chosen in self.selections]
        shared = {name: value for name, value in defines.items() if not name.startswith("MC_BENCH_")}
        return {name: value for values in reversed(kernels) for name, value in values.items()} | shared

    @functools.cached_property
    def closure(self) -> Closure:
        header = "".join(f"#define {name} {value}\n" for name, value in self.configuration.items())
        return closure(self.builder, self.functions, header)

    @property
    def has_assembly(self) -> bool:
        return any(unit.is_assembly for unit in self.closure.units)

    @property
    def lacks_c_library(self) -> bool:
        """Whether Debian has no C library for the compiler, so that the drop includes the one header that it needs."""
        return bool(self.board.compiler.binutils) or self.board.compiler.command == "riscv64-unknown-elf-gcc"

    @property
    def assembly_file(self) -> str:
        """The name of the file of kernels."""
        return f"motecurve_{self.board.compiler.targets[0]}.S"

    @functools.cached_property
    def stack_bytes(self) -> int:
        """The most stack that a function uses: by the bounds or, for calls without one, as measured. If calls can
        pause, nothing has a bound. A call that is not made in steps then uses as much as in the drop without steps,
        plus a pause that finds no task."""
        found = [bound for bound in self.closure.stack_bounds.values() if bound is not None]
        found += [record["stack_bound_bytes"] or record["stack_bytes"] for record in self.records]
        if calls.STEPWISE in self.words:
            at_once = dataclasses.replace(self, words=tuple(word for word in self.words if word != calls.STEPWISE))
            bounds = (at_once.closure.stack_bounds[name] for name in self.functions if name in at_once.functions)
            found += [bound + PAUSE_STACK_BYTES for bound in bounds if bound is not None]
        return max(found)

    def refuse_too_large(self) -> None:
        """DoesNotFit if a function uses more stack than the board has RAM."""
        name = self.board.name
        if self.stack_bytes > self.board.ram_bytes:
            has = f"{name} has {self.board.ram_bytes:,}"
            raise DoesNotFit(f"the stack takes up to {self.stack_bytes:,} B of RAM; {has}")
