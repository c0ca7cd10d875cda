"""The recodings of src/scalar/recode, compiled for scalars of which some bits are known (simulators/bits)."""

import ctypes
import functools
from collections.abc import Sequence
from pathlib import Path

from motelab import BUILD, HEADERS, INCLUDE_FLAGS, ROOT
from motelab.common.errors import MotecurveError
from motelab.common.files import digest, sources_digest
from motelab.library import field_build

SIMULATOR = ROOT / "simulators" / "bits"
FLAGS = ("-std=gnu11", "-O1", "-fPIC", "-w", "-DMC_WORD_BITS=64")
UNKNOWN = 2
BITS_MAX = 1024


class Unread(MotecurveError):
    """A step read a bit that it should not depend on."""


@functools.cache
def built(changed: tuple[tuple[str, str], ...] = ()) -> Path:
    """The shared object; `changed`: other texts of files below src/, for tests."""
    name = digest(sources_digest(*HEADERS, SIMULATOR), *FLAGS, *(part for one in changed for part in one))[:16]

    def build(objects: Path, linked: Path) -> None:
        for file, text in changed:
            (objects / file).parent.mkdir(parents=True, exist_ok=True)
            (objects / file).write_text(text)
        includes = [f"-I{SIMULATOR}", f"-I{objects}", *INCLUDE_FLAGS]
        field_build.run([field_build.COMPILER, *FLAGS, *includes, "-shared", SIMULATOR / "bits.c", "-o", linked])

    folder = BUILD / "bits"
    folder.mkdir(parents=True, exist_ok=True)
    return field_build.shared_object(folder, name, build)


class Library:
    """The functions, and the bits that are known."""

    def __init__(self, changed: tuple[tuple[str, str], ...] = ()):
        self.library = ctypes.CDLL(str(built(changed)))
        self.length = ctypes.c_uint16.in_dll(self.library, "mc_bits_length")
        self.known = ((ctypes.c_uint8 * BITS_MAX) * 2).in_dll(self.library, "mc_bits_known")
        self.unknown = ctypes.c_uint8.in_dll(self.library, "mc_bits_read_unknown")
        scalars = (ctypes.c_uint64 * (BITS_MAX // 64) * 2).in_dll(self.library, "mc_bits_scalars")
        self.scalars = [ctypes.byref(scalars, 0), ctypes.byref(scalars, BITS_MAX // 8)]
        self.states = (ctypes.c_uint16 * 3)()

    def forget(self, length: int) -> None:
        """Scalars of that many bits, none of them known."""
        self.length.value = length
        for one in self.known:
            ctypes.memset(one, UNKNOWN, BITS_MAX)

    def know(self, low: int, bits: Sequence[int], which: int = 0) -> None:
        """The bits from `low` on; those from the length on are left out."""
        for i, bit in enumerate(bits):
            if 0 <= low + i < self.length.value:
                self.known[which][low + i] = bit

    def function(self, name: str, restype: type = ctypes.c_int8) -> ctypes._CFuncPtr:
        found = self.library[f"mc_bits_{name}"]
        found.restype = restype
        return found

    def step(self, reader: str, state: tuple[int, ...], window: int) -> tuple[int, tuple[int, ...]]:
        """The digit that a reader returns from a state, and the state after it. Unread if it read other bits."""
        for i, value in enumerate(state):
            self.states[i] = value
        digit = self.function(f"step_{reader}")(self.states, ctypes.c_uint8(window))
        if self.unknown.value:
            raise Unread(f"{reader} reads a bit outside its window at {state}")
        return digit, tuple(self.states)

    def recode(self, name: str, length: int, k: int, window: int) -> list[int]:
        """All digits of a scalar."""
        self.forget(length)
        self.know(0, [k >> i & 1 for i in range(length)])
        digits = (ctypes.c_int8 * (length + 1))()
        count = self.function(name, ctypes.c_uint16)(digits, self.scalars[0], ctypes.c_uint8(window))
        return digits[:count]

    def recode_joint(self, length: int, k: int, other: int) -> list[tuple[int, int]]:
        """All columns of two scalars in joint sparse form."""
        self.forget(length)
        for which, scalar in enumerate((k, other)):
            self.know(0, [scalar >> i & 1 for i in range(length)], which)
        digits = (ctypes.c_int8 * (length + 1))(), (ctypes.c_int8 * (length + 1))()
        count = self.function("recode_joint_sparse_form_var", ctypes.c_uint16)(*digits, *self.scalars)
        return list(zip(digits[0][:count], digits[1][:count], strict=True))
