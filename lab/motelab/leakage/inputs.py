"""The runs of a campaign: fixed and random secrets, public inputs, the state of the random source of blinding. Each run
follows from the seed and its number alone, so that any of them can be made again."""

import dataclasses
import random
from collections.abc import Callable, Iterator

from elftools.elf.elffile import ELFFile

from motelab.boards.image import Image
from motelab.boards.selection import Selection
from motelab.common.errors import MotecurveError
from motelab.leakage.simulator import Job
from motelab.measure import bench
from motelab.measure.operation_counts import multiple
from motelab.subjects import operations
from motelab.subjects.curves import Curve
from motelab.subjects.nonces import DIGEST_BYTES

Case = dict[str, int]
STATE_BYTES = 2  # that a run sets of the variable from which blinding draws
DATA_SPACE = 0x80_0000  # where AVR's linker puts data addresses
# What the two classes are: (secret of class 0, secret of class 1).
CLASSES = {
    "fixed-random": ("fixed", "random"),
    "fixed-fixed": ("fixed", "other"),
    "random-random": ("random", "random"),
    "all-fixed": ("fixed", "fixed"),
}


@dataclasses.dataclass(frozen=True)
class Inputs:
    """The inputs of a selection: which secrets the classes have (a key of CLASSES); whether the public inputs of all
    runs are those of a known answer, or drawn for each."""

    chosen: Selection
    classes: str
    is_public_drawn: bool
    seed: int

    def __post_init__(self) -> None:
        if self.chosen.operation.secret is None:
            known = ", ".join(o.name for o in operations.OPERATIONS.values() if o.secret)
            raise MotecurveError(f"{self.chosen.operation.name} has no secret input; leakage takes {known}")

    @property
    def known(self) -> Case:
        """The known answer with which the image is checked, and whose public inputs are the fixed ones."""
        return bench.cases_of(self.chosen)[1][0]

    def secret(self, kind: str, number: int) -> int:
        """The secret of a run: the fixed one, another fixed one, or that of its number."""
        draw = random.Random(f"{self.seed} secret {kind if kind != 'random' else number}")
        return draw.randrange(1, self.limit)

    @property
    def limit(self) -> int:
        """Above all secrets: any octets are a key of X25519, X448 and EdDSA; other keys are below the order."""
        operation, curve = self.chosen.operation, self.chosen.curve
        if not operation.on_curve:
            return curve.elements
        return 1 << curve.bits if curve.form == "Montgomery" or operation.name.startswith("eddsa") else curve.order

    def case(self, number: int) -> Case:
        """The inputs of a run."""
        kind = CLASSES[self.classes][number % 2]
        found = self.known | {self.chosen.operation.secret: self.secret(kind, number)}
        if self.is_public_drawn:
            found |= drawn(found, self.chosen, random.Random(f"{self.seed} public {number}"))
        return found

    def job(self, number: int, has_random_source: bool) -> Job:
        """The run itself."""
        draw = random.Random(f"{self.seed} blinding {number}")
        poke = draw.randrange(1, 1 << 8 * STATE_BYTES).to_bytes(STATE_BYTES, "little") if has_random_source else b""
        return Job(number % 2, bench.inputs(self.chosen, [self.case(number)]), poke)

    def jobs(self, first: int, end: int, has_random_source: bool) -> Iterator[Job]:
        """Runs first .. end - 1."""
        return (self.job(number, has_random_source) for number in range(first, end))


def point(curve: Curve, draw: random.Random) -> Case:
    """A public key; on Montgomery curves any coordinate is one."""
    if curve.form == "Montgomery":
        return {"px": draw.randrange(2, curve.modulus)}
    x, y = multiple(curve, draw.randrange(1, curve.order))
    return {"px": x, "py": y}


def octets(name: str) -> Callable[[Curve, random.Random], Case]:
    """A digest or a message."""
    return lambda _, draw: {name: draw.getrandbits(8 * DIGEST_BYTES)}


DRAWN = {"px": point, "digest": octets("digest"), "message": octets("message")}


def drawn(case: Case, chosen: Selection, draw: random.Random) -> Case:
    """New public inputs for a case; MotecurveError for inputs that no rule draws."""
    names = {name for name, _ in chosen.operation.inputs if name} - {chosen.operation.secret, "py"}
    unknown = names - set(DRAWN)
    if unknown or not names:
        raise MotecurveError(f"no rule draws public inputs of {chosen.operation.name}; leave out --public drawn")
    return {key: value for name in sorted(names) for key, value in DRAWN[name](chosen.curve, draw).items()}


def random_source(image: Image, variable: str) -> int | None:
    """The address of the variable from which blinding draws; None in an image without one. The compiler puts a number
    behind the name of a function's own variable."""
    with image.path.open("rb") as stream:
        file = ELFFile(stream)
        begin = DATA_SPACE if file["e_machine"] == "EM_AVR" else 0
        symbols = file.get_section_by_name(".symtab").iter_symbols()
        found = [s["st_value"] for s in symbols if variable and s.name.partition(".")[0] == variable]
    return found[0] - begin if found else None
