"""Libraries of src/curve over expressions, and straight-line programs that a function of them executes."""

import ctypes
import dataclasses
import functools
from collections.abc import Mapping, Sequence
from pathlib import Path

from motelab import BUILD, HEADERS, INCLUDE_FLAGS, ROOT
from motelab.common.files import digest, sources_digest
from motelab.library import field_build

SYMBOLIC = ROOT / "simulators" / "symbolic"
FLAGS = (
    "-std=gnu11", "-O1", "-fPIC", "-w", "-ftrivial-auto-var-init=pattern", "-DMC_WORD_BITS=64", "-DMC_FIELD=symbolic",
)  # fmt: skip
WORDS = 2  # of an element
INPUT, ADD, SUB, MUL, INV, IS_ZERO, SQRT, SOLVE = range(8)
FIRST = 3  # the record of the first input: 0 is nothing, 1 is zero, 2 is one
KINDS = {"prime": (1, 0), "edwards": (1, 1), "binary": (0, 0)}
SHARED = ("curve/affine.c", "curve/any_coordinates.c", "curve/point.c", "curve/inv_each.c")
PATHS_MAX = 64  # of one function


@dataclasses.dataclass(frozen=True)
class Model:
    """A kind of curves, the coordinates that the build binds, and files of src/ with another text, as tests need."""

    kind: str
    coordinates: str
    changed: tuple[tuple[str, str], ...] = ()


@dataclasses.dataclass(frozen=True)
class Path_:
    """One path of a function: its records, the answers to its questions, what it returns, and the records of its
    outputs."""

    records: tuple[tuple[int, int, int], ...]
    answers: tuple[int, ...]
    returned: int
    outputs: tuple[tuple[int, ...], ...]


class Record(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in ("operation", "left", "right")]


def sources(kind: str) -> list[str]:
    """The files of a kind, as paths below src/."""
    folder = ROOT / "src/curve" / ("binary" if kind == "binary" else "prime")
    own = sorted(str(path.relative_to(ROOT / "src")) for path in folder.glob("*.c"))
    extra = {"prime": ["scalar/ladder/co_z.c"]}.get(kind, [])
    return [*SHARED, *own, *extra]


@functools.cache
def built(model: Model) -> Path:
    """The shared object of a model."""
    prime, edwards = KINDS[model.kind]
    flags = [*FLAGS, f"-DMC_SYMBOLIC_PRIME={prime}", f"-DMC_SYMBOLIC_EDWARDS={edwards}"]
    flags += [f"-DMC_COORDINATES={model.coordinates}"]
    name = digest(sources_digest(*HEADERS, SYMBOLIC), *flags, *(part for one in model.changed for part in one))[:16]

    def build(objects: Path, linked: Path) -> None:
        for file, text in model.changed:
            (objects / file).parent.mkdir(parents=True, exist_ok=True)
            (objects / file).write_text(text)
        # Files of scalar/ have names that files of curve/ have, too.
        units = [[name for name in sources(model.kind) if name.startswith("curve/")]]
        units += [[name] for name in sources(model.kind) if not name.startswith("curve/")]
        outputs = []
        includes = [f"-I{objects}", f"-I{SYMBOLIC}", *INCLUDE_FLAGS]
        for number, unit in enumerate([["symbolic.c"], *units]):
            outputs.append(objects / f"{number}.o")
            text = "".join(f'#include "{name}"\n' for name in unit)
            command = [field_build.COMPILER, *flags, *includes, "-c", "-x", "c", "-", "-o", outputs[-1]]
            field_build.run(command, text)
        outputs.append(stubs(outputs, objects / "stubs.o"))
        field_build.run([field_build.COMPILER, "-shared", "-Wl,-Bsymbolic", *outputs, "-o", linked])

    folder = BUILD / "symbolic" / model.kind
    folder.mkdir(parents=True, exist_ok=True)
    return field_build.shared_object(folder, name, build)


def stubs(objects: Sequence[Path], output: Path) -> Path:
    """An object that ends the process where code is reached that no formula needs."""
    names = ("nm", "--format=just-symbols")
    wanted = set(field_build.run([*names, "--undefined-only", *objects]).split())
    defined = set(field_build.run([*names, "--defined-only", *objects]).split())
    missing = sorted(name for name in wanted - defined if name.startswith("mc_"))
    text = "".join(f"void {name}(void) {{ __builtin_trap(); }}\n" for name in missing)
    field_build.run([field_build.COMPILER, "-fPIC", "-w", "-c", "-x", "c", "-", "-o", output], text)
    return output


class Library:
    """The functions of a model, run on records."""

    def __init__(self, model: Model):
        self.model = model
        self.library = ctypes.CDLL(str(built(model)))

    def name(self, function: str) -> str:
        return f"mc_symbolic_{function}"

    def has(self, function: str) -> bool:
        return hasattr(self.library, self.name(function))

    def curve(self, a_class: int, b_is_one: int, cofactor: int) -> ctypes.c_void_p:
        make = self.library[self.name("symbolic_curve")]
        make.restype = ctypes.c_void_p
        make.argtypes = (ctypes.c_uint8, ctypes.c_uint8, ctypes.c_uint32)
        return ctypes.c_void_p(make(a_class, b_is_one, cofactor))

    def run(self, function: str, arguments: Sequence, answers: Sequence[int], inputs: int) -> Path_:
        """One run. An argument is a list of records (a point: its elements; None: nothing was written), the same list
        twice where arguments are the same memory, or a number or pointer. Questions after the answers are answered
        by 0."""
        records = (Record * 8192).in_dll(self.library, self.name("symbolic_records"))
        given = (ctypes.c_uint8 * 256).in_dll(self.library, self.name("symbolic_answers"))
        for place in range(256):
            given[place] = answers[place] if place < len(answers) else 0
        self.library[self.name("symbolic_begin")](ctypes.c_uint32(inputs))
        buffers: dict[int, ctypes.Array] = {}
        passed = []
        for argument in arguments:
            if isinstance(argument, list):
                if id(argument) not in buffers:
                    words = [word for one in argument for word in (0, one if one is not None else 1 << 40)]
                    buffers[id(argument)] = (ctypes.c_uint64 * len(words))(*words)
                passed.append(buffers[id(argument)])
            else:
                passed.append(argument)
        call = self.library[self.name(function)]
        call.restype = ctypes.c_uint64
        returned = call(*passed)
        number = self.library[self.name("symbolic_number")]
        number.restype = ctypes.c_uint32
        outputs = tuple(
            tuple(number(ctypes.byref(buffers[id(one)], 8 * WORDS * i)) for i in range(len(one)))
            if isinstance(one, list)
            else ()
            for one in arguments
        )
        count = ctypes.c_uint32.in_dll(self.library, self.name("symbolic_count")).value
        asked = ctypes.c_uint32.in_dll(self.library, self.name("symbolic_questions")).value
        kept = tuple((one.operation, one.left, one.right) for one in records[:count])
        return Path_(kept, tuple(given[:asked]), returned, outputs)


@functools.cache
def library(model: Model) -> Library:
    return Library(model)


def changed(model: Model, texts: Mapping[str, str]) -> Model:
    """The model with other texts of files below src/."""
    return dataclasses.replace(model, changed=tuple(sorted(texts.items())))
