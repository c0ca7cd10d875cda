"""Operations that can be measured: their firmware, what goes in and out, which families compute them.

Nothing here names an algorithm; a member of a family that the registry lists can be measured at once."""

import dataclasses

from motecurve.names import one_of

# A build binds one member of each slot (src/word/config.h); the slots of a family that has two are for
# secrets (constant time) and, with -var, for public values.
SLOTS = {
    "fb-mul": "fb-mul",
    "fb-sqr": "fb-sqr",
    "fb-reduce": "fb-reduce",
    "fb-mul-reduce": "fb-mul-reduce",
    "fb-sqr-reduce": "fb-sqr-reduce",
    "fb-inv": "fb-inv",
    "fb-inv-var": "fb-inv",
    "scalar-mult": "scalar-mult",
    "scalar-mult-var": "scalar-mult",
}


@dataclasses.dataclass(frozen=True)
class Operation:
    """One operation. `inputs` and `outputs` are (name, length in field elements; 0 is one byte), in the order
    in which the firmware reads and writes them. `random_runs` and `random_runs_var` say how many random cases
    are timed for a member in constant time and for one that is not. `edge_runs` limits the edge cases, None
    runs them all. `function` is the routine measured where it is not the member itself; `composed_of` the
    slots whose members make one of this family when joined, the first of which may be asked for by name."""

    name: str
    family: str
    firmware: str
    inputs: tuple[tuple[str, int], ...]
    outputs: tuple[tuple[str, int], ...]
    input: str
    on_curve: bool = False
    random_runs: int = 20
    random_runs_var: int = 20
    edge_runs: int | None = None
    function: str | None = None
    composed_of: tuple[str, ...] = ()
    defines: tuple[tuple[str, str], ...] = ()

    @property
    def slots(self) -> tuple[str, ...]:
        """Slots of its family: one, or one for secrets and one for public values."""
        return tuple(slot for slot, family in SLOTS.items() if family == self.family)

    def encode(self, case: dict[str, int], word_bytes: int, degree: int) -> bytes:
        """Inputs of a case as the firmware reads them."""
        return b"".join(case[n].to_bytes(length(size, word_bytes, degree), "little") for n, size in self.inputs)

    def expected(self, case: dict[str, int], word_bytes: int, degree: int) -> bytes:
        """Outputs of a case as the firmware must write them."""
        return b"".join(case[n].to_bytes(length(size, word_bytes, degree), "little") for n, size in self.outputs)


def length(elements: int, word_bytes: int, degree: int) -> int:
    """Bytes of so many elements of a field of that degree, in whole words; 0 elements are one byte."""
    words = -(-degree // (8 * word_bytes))
    return elements * words * word_bytes or 1


ONE_ELEMENT = (("MC_BENCH_RESULT_ELEMENTS", "1"),)
TWO_ELEMENTS = (("MC_BENCH_RESULT_ELEMENTS", "2"),)
POINT_P = (("px", 1), ("py", 1))
POINT_Q = (("qx", 1), ("qy", 1))
POINT_R = (("rx", 1), ("ry", 1))

_ALL = (
    Operation(
        "fb-mul", "fb-mul", "fb_binary.c", (("a", 1), ("b", 1)), (("c", 2),), "random elements", defines=TWO_ELEMENTS
    ),
    Operation("fb-sqr", "fb-sqr", "fb_unary.c", (("a", 1),), (("c", 2),), "random elements", defines=TWO_ELEMENTS),
    Operation("fb-reduce", "fb-reduce", "fb_reduce.c", (("c", 2),), (("r", 1),), "random products"),
    Operation(
        "fb-mul-reduce", "fb-mul-reduce", "fb_binary.c", (("a", 1), ("b", 1)), (("r", 1),), "random elements",
        composed_of=("fb-mul", "fb-reduce"), defines=ONE_ELEMENT,
    ),
    Operation(
        "fb-sqr-reduce", "fb-sqr-reduce", "fb_unary.c", (("a", 1),), (("r", 1),), "random elements",
        composed_of=("fb-sqr", "fb-reduce"), defines=ONE_ELEMENT,
    ),
    Operation("fb-inv", "fb-inv", "fb_unary.c", (("a", 1),), (("r", 1),), "random elements", defines=ONE_ELEMENT),
    Operation(
        "scalar-mult", "scalar-mult", "scalar_mult.c", (("k", 1), *POINT_P), (("status", 0), *POINT_R),
        "random scalar and point", on_curve=True, random_runs=3, edge_runs=4,
    ),
)  # fmt: skip

OPERATIONS = {operation.name: operation for operation in _ALL}


def find(name: str) -> Operation:
    """The operation of that name; MotecurveError with near matches if there is none."""
    return OPERATIONS[one_of("operation", name, OPERATIONS)]
