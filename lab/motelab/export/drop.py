"""A source drop: the sources that some operations on one curve need on one board, and their costs there."""

import contextlib
import dataclasses
import functools

from motelab.boards import profiles, protection
from motelab.boards.board import Board
from motelab.boards.image import Builder, configuration
from motelab.boards.selection import Selection
from motelab.common.errors import DoesNotFit
from motelab.export import calls
from motelab.export.calls import Call
from motelab.export.purposes import Purpose
from motelab.export.units import Closure, closure, linked_flash_bytes
from motelab.measure.bench import Request
from motelab.measure.records import Record
from motelab.subjects.curves import Curve

PAUSE_STACK_BYTES = 32  # of mc_pace and the registers that it saves
# A call on a chip without figures may take more stack than on the board whose bounds there are: an Xtensa core has
# frames of 32 bytes and more, for the registers of a window. Those of all functions of ECDH and ECDSA on P-256 are 1.34
# times as large there (GCC 12, -mabi=windowed -fstack-usage).
STACK_FACTOR = 2
TASK_STACK_BYTES = 12 + 100  # that a task takes besides its call: saved registers, interrupts (docs/stepwise.md)


@dataclasses.dataclass(frozen=True)
class Further:
    """A public function that is not the first of a call, with the bindings and the request of its image."""

    function: str
    selection: Selection
    request: Request


@dataclasses.dataclass(frozen=True, eq=False)
class Drop:
    """The request: words of calls.WORDS, a board and a curve, a profile or another word for it, the members that take
    the place of the board's own, by slot, the purpose whose files it has beside the library, if it has one, and a
    profile of protection."""

    board: Board
    curve: Curve
    words: tuple[str, ...]
    prefer: str = profiles.USUAL
    choices: calls.Choices = ()
    purpose: Purpose | None = None
    protect: str = "timing"

    @functools.cached_property
    def calls(self) -> list[Call]:
        return calls.protected(calls.of(self.words, self.curve), self.protect, self.board, self.curve)

    @property
    def blinding(self) -> str:
        """The blinding of the sources; empty for the board's own."""
        return "both" if self.protect in protection.AGAINST_POWER else ""

    @functools.cached_property
    def selections(self) -> list[Selection]:
        """The bindings of each call's image."""
        return self.selected(self.calls)

    def selected(self, asked: list[Call]) -> list[Selection]:
        """The bindings of the images of these calls, together."""
        profile = profiles.named(self.prefer)
        return calls.selected(asked, self.board, self.curve, profile, self.choices, self.blinding)

    @property
    def requests(self) -> list[Request]:
        """The request that measures each call."""
        return [calls.request(chosen, self.choices) for chosen in self.selections]

    @functools.cached_property
    def records(self) -> list[Record]:
        """The record of each call; DoesNotFit if the board is too small for one of them. None of a chip without
        figures."""
        if self.board.portable:
            return []
        return [calls.record(*pair) for pair in zip(self.selections, self.requests, strict=True)]

    @functools.cached_property
    def further(self) -> list[Further]:
        """What measures functions besides the first of each call, with the same members. Nothing beside calls in steps,
        for which these functions are not made, nor for a chip without figures."""
        if calls.STEPWISE in self.words or self.board.portable:
            return []
        found = calls.further(self.functions, self.curve)
        every = [*self.calls, *found]
        chosen = self.selected(every)
        pairs = list(zip(every, chosen, strict=True))[len(self.calls) :]
        return [Further(call.functions[0], one, calls.request(one, self.choices)) for call, one in pairs]

    @functools.cached_property
    def further_records(self) -> dict[str, Record]:
        """The records of these functions by name, but for those for which the board is too small."""
        found = {}
        for one in self.further:
            with contextlib.suppress(DoesNotFit):
                found[one.function] = calls.record(one.selection, one.request)
        return found

    @functools.cached_property
    def functions(self) -> list[str]:
        """The public functions of the operations; the functions that these need are in the drop too."""
        more = self.purpose.functions[self.curve.name] if self.purpose else ()
        return [*calls.KEYS, *dict.fromkeys(name for call in self.calls for name in call.functions), *more]

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
        """The macros that configure the sources."""
        defines = {name: value for chosen in self.selections for name, value in chosen.operation.defines}
        kernels = [configuration(chosen) for chosen in self.selections]
        shared = {name: value for name, value in defines.items() if not name.startswith("MC_BENCH_")}
        return {name: value for values in reversed(kernels) for name, value in values.items()} | shared

    @property
    def configuration_header(self) -> str:
        """The text that defines these macros."""
        return "".join(f"#define {name} {value}\n" for name, value in self.configuration.items())

    @functools.cached_property
    def closure(self) -> Closure:
        return closure(self.builder, self.functions, self.configuration_header)

    @functools.cached_property
    def calls_flash_bytes(self) -> int:
        """Flash of the calls that the records measure, all in one program; code that they share counts once."""
        return linked_flash_bytes(self.builder, [call.functions[0] for call in self.calls], self.configuration_header)

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
        plus a pause that finds no task. For a chip without figures it is an estimate."""
        found = [bound for bound in self.closure.stack_bounds.values() if bound is not None]
        found += [record["stack_bound_bytes"] or record["stack_bytes"] for record in self.records]
        if calls.STEPWISE in self.words:
            at_once = self.at_once
            bounds = (at_once.closure.stack_bounds[name] for name in self.functions if name in at_once.functions)
            found += [bound + PAUSE_STACK_BYTES for bound in bounds if bound is not None]
        return max(found) * (STACK_FACTOR if self.board.portable else 1)

    @functools.cached_property
    def at_once(self) -> "Drop":
        """The drop without steps."""
        return dataclasses.replace(self, words=tuple(word for word in self.words if word != calls.STEPWISE))

    @property
    def task_stack_bytes(self) -> int:
        """The stack of a task that makes the deepest call."""
        return self.at_once.stack_bytes + TASK_STACK_BYTES

    def refuse_too_large(self) -> None:
        """DoesNotFit if a function uses more stack than the board has RAM."""
        if self.stack_bytes > self.board.usable_ram_bytes:
            raise DoesNotFit(f"the stack takes up to {self.stack_bytes:,} B of RAM; {self.board.room('RAM')}")
