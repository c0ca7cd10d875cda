"""An upper bound of the stack that a routine of a linked image uses, from its instructions alone."""

import dataclasses
import functools
from collections.abc import Callable
from pathlib import Path

from motelab.boards.stack import arm, avr, msp430, riscv
from motelab.boards.stack.calls import Bound, Link, bound_of
from motelab.boards.stack.program import Decoder, Program
from motelab.common import cache
from motelab.common.files import digest

__all__ = ["DECODERS", "Bound", "Link", "bound", "kept_bound"]

# Machine of an image's ELF header -> decoder of its instructions.
DECODERS: dict[str, Callable[[Program], Decoder]] = {
    "EM_AVR": avr.Avr,
    "EM_MSP430": msp430.Msp430,
    "EM_ARM": arm.Arm,
    "EM_RISCV": riscv.RiscV,
}


def bound(path: Path, routine: str) -> Bound | None:
    """The bound of a routine of an image, return address included; None for an unknown processor. MissingTool without
    the objdump of its target, ImageFailed if there is no such routine."""
    program = Program.read(path)
    decoder = DECODERS.get(program.machine)
    return bound_of(decoder(program), routine) if decoder else None


def kept_bound(path: Path, sha256: str, routine: str) -> Bound | None:
    """As `bound`; a bound is kept in the cache under the digest of the image, the routine and this analysis."""
    key = digest("bound of the stack", sha256, routine, _sources())
    kept = cache.get(key)
    if kept is not None:
        return Bound.from_dict(kept)
    found = bound(path, routine)
    if found is not None:
        cache.put(key, dataclasses.asdict(found))
    return found


@functools.cache
def _sources() -> str:
    return digest(*(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))))
