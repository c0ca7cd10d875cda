"""From a user's request to the members that an image binds: members of families, windows, backends."""

import dataclasses
import functools
import re
from collections.abc import Collection

from codegen.built import scalar_bits
from motelab.boards import conditions
from motelab.boards.board import Board
from motelab.common.errors import MotecurveError
from motelab.common.names import one_of
from motelab.subjects import registry
from motelab.subjects.curves import Curve
from motelab.subjects.layouts import Sizes
from motelab.subjects.operations import Operation, fits
from motelab.subjects.registry import Algorithm
from motelab.subjects.slots import SLOTS

OURS = "motecurve"
BACKENDS = ("c", "asm")
REDUCTIONS = {"fb-reduce", "fp-reduce"}  # families without members that read a table
BLINDED = ("scalar-mult", "scalar-mult-base", "scalar-mult-x")  # slots of multiplications by secrets
RANDOM_VARIABLE = "blinding_state"  # of boards/firmware/main.c
BLINDINGS = ("none", "coordinates", "scalar", "both")  # the parts that are blinded (docs/protection/blinding.md)


@dataclasses.dataclass(frozen=True)
class Member:
    """One function of the library: an algorithm with one of its windows, if it has any."""

    algorithm: Algorithm
    window: int | None = None

    @property
    def function(self) -> str:
        """Name without `mc_<field>_`."""
        return self.algorithm.function(self.window)

    @property
    def identifier(self) -> str:
        """The algorithm's name as part of a C name."""
        return self.algorithm.name.replace("-", "_")

    @property
    def spec(self) -> str:
        """NAME[/WINDOW][:asm], as in board files."""
        window = "" if self.window is None else f"/{self.window}"
        return self.algorithm.name + window + ("" if self.algorithm.backend == "c" else f":{self.algorithm.backend}")


def parse_spec(spec: str) -> tuple[str, int | None, str | None]:
    """Name, window and backend of NAME[/WINDOW][:BACKEND]."""
    name, _, backend = spec.partition(":")
    name, _, window = name.partition("/")
    if backend and backend not in BACKENDS:
        raise MotecurveError(f"{spec!r}: a backend is {' or '.join(BACKENDS)}, not {backend!r}")
    if window and not window.isdigit():
        raise MotecurveError(f"{spec!r}: a window is a number, not {window!r}")
    return name, int(window) if window else None, backend or None


@functools.cache
def usable(family: str, board: Board, curve: Curve, slot: str = "") -> tuple[Algorithm, ...]:
    """Members of `family` that images of the board can use for that curve and its field, or for that slot."""
    field = f"order{scalar_bits(curve.field)}" if slot.startswith("order-") else curve.field
    targets = board.compiler.targets
    found = [
        a
        for a in registry.load()
        if a.family == family
        and (a.backend == "c" or (a.target in targets and a.field == field))
        and suits(a, curve)
        and a.requires in conditions.met(board, field)
    ]
    kernels = sorted((a for a in found if a.target), key=lambda a: targets.index(a.target), reverse=True)
    preferred = {a.name: a for a in kernels}  # of those with one name, the member of the first target
    return tuple(a for a in found if not a.target or a is preferred[a.name])


def suits(algorithm: Algorithm, curve: Curve) -> bool:
    """Whether the algorithm serves that kind of curve."""
    special = [("koblitz", curve.is_koblitz), ("glv", curve.endomorphism is not None)]
    return algorithm.curves in ("any", curve.kind, *(name for name, is_so in special if is_so))


def find_member(family: str, spec: str, board: Board, curve: Curve, backend: str = "c", slot: str = "") -> Member:
    """The member that `spec` names. Without a backend in `spec`, `backend` is preferred to C; with one, it must
    exist."""
    name, window, wanted = parse_spec(spec)
    known = usable(family, board, curve, slot)
    one_of(f"algorithm of {family} on {curve.name}", name, [a.name for a in known])
    versions = {a.backend: a for a in known if a.name == name}
    algorithm = versions.get(wanted) if wanted else versions.get(backend) or versions.get("c")
    if algorithm is None:
        has = " or ".join(versions)
        raise MotecurveError(f"{family} {name} has no backend {wanted or backend} on {board.name}; it has {has}")
    if algorithm.windows and window not in algorithm.windows:
        raise MotecurveError(f"{family} {name} has windows {', '.join(map(str, algorithm.windows))}; give one of them")
    if window is not None and not algorithm.windows:
        raise MotecurveError(f"{family} {name} has no windows, but window {window} was given")
    return Member(algorithm, window)


@dataclasses.dataclass(frozen=True)
class Selection:
    """The members that an image measures and binds."""

    operation: Operation
    board: Board
    curve: Curve
    profile: str
    algorithm: str
    member: Member
    bound: dict[str, Member]
    build_blinding: str = "none"
    cases: int = 0  # random ones beyond the known answers, for the mean of what varies

    @property
    def max_cycles(self) -> int:
        """Cycles, or instructions, of one image with all its cases; more means an endless loop."""
        return 10_000_000_000

    @property
    def implementation(self) -> str:
        """Whose code is measured: this library's, unless motelab/boards/implementations says otherwise."""
        return OURS

    @property
    def implementation_commit(self) -> str | None:
        """The commit of other people's code; None for ours, which is the checkout's."""
        return None

    @property
    def blinding(self) -> str:
        """The blinding of the measured operation in the build: none if it multiplies by no secret. Scalars are
        blinded only in protocols, not by the members themselves."""
        if not self.is_constant_time or not any(slot in BLINDED for slot in self.used_slots):
            return "none"
        if self.operation.is_protocol:
            return self.build_blinding
        return {"both": "coordinates", "scalar": "none"}.get(self.build_blinding, self.build_blinding)

    @property
    def random_variable(self) -> str:
        """The variable of the image from which its blinding draws; empty without blinding."""
        return "" if self.blinding == "none" else RANDOM_VARIABLE

    @property
    def firmware(self) -> str:
        """Name of the firmware's file that runs the operation."""
        return self.operation.firmware.format(algorithm=self.member.identifier)

    @property
    def symbols(self) -> list[str]:
        """Possible names of the measured routine; the first that the image has counts."""
        names = {"field": self.curve.field, "function": self.member.function, "algorithm": self.member.identifier}
        names["scalar_bits"] = str(scalar_bits(self.curve.field))
        return [symbol.format(**names) for symbol in self.operation.symbols]

    @property
    def timed_runs(self) -> int:
        """The number of random cases that are timed."""
        operation = self.operation
        return operation.random_runs if self.member.algorithm.is_constant_time else operation.random_runs_var

    @property
    def declared_constancy(self) -> str:
        """The weaker of the words that the headers of the member and of the arithmetic below it say on their time."""
        own = self.member.algorithm.constant_time
        return f"declared {'same-trace' if self.table_readers and own != 'no' else own}"

    def fitted(self, cases: list[dict[str, int]]) -> list[dict[str, int]]:
        """The known answers of these that the measured code must give: all."""
        return cases

    def refusals(self, cases: list[dict[str, int]]) -> list[dict[str, int]]:
        """Cases made of these that the measured code must refuse: none, since the tests of the library have them."""
        return []

    @property
    def ram_table_bytes(self) -> dict[str, int]:
        """Members that take part and have tables in RAM, with their bytes."""
        word_bytes, used = self.board.word_bits // 8, [self.bound[slot] for slot in self.used_slots]
        words = -(-self.curve.bits // self.board.word_bits)
        bits = scalar_bits(self.curve.field)
        found = {m.spec: m.algorithm.ram_bytes(m.window, words, word_bytes, bits) for m in (self.member, *used)}
        return {spec: count for spec, count in found.items() if count}

    @property
    def sizes(self) -> Sizes:
        """Sizes of the numbers that go to and from the image."""
        field, word_bits = self.curve.field, self.board.word_bits
        sizes = Sizes(word_bits // 8, self.curve.bits, scalar_bits(field), self.curve.order.bit_length())
        if not self.is_montgomery:
            return sizes
        radix, p = 1 << 8 * sizes.words(self.curve.bits), self.curve.modulus
        if not self.curve.is_prime:
            f = sum(1 << exponent for exponent in p)
            return dataclasses.replace(sizes, modulus=f, radix=radix, is_prime=False)
        return dataclasses.replace(
            sizes, modulus=p, radix=pow(radix, -1, p) if self.operation.family == "fp-reduce" else radix
        )

    @property
    def is_montgomery(self) -> bool:
        """Whether elements are in Montgomery form: as the member states, or as the field holds them."""
        if not self.curve.is_prime:
            return self.operation.family == "fb-mul-montgomery"
        own = self.board.is_montgomery(self.curve)
        return {"plain": False, "montgomery": True}.get(self.member.algorithm.form, own)

    @property
    def word_bits(self) -> int:
        """Bits of a word, unless the member or a part of it uses other words."""
        parts = (self.member, *(self.bound[slot] for slot in self.operation.composed_of if slot in self.used_slots))
        return next((int(m.algorithm.word_bits) for m in parts if m.algorithm.word_bits), self.board.word_bits)

    @property
    def window(self) -> int | None:
        """Window of the requested algorithm, which may be a part of a composed one."""
        parts = [self.bound[slot] for slot in self.operation.composed_of]
        return next((m.window for m in (*parts, self.member) if m.algorithm.name == self.algorithm), None)

    @property
    def inlined_kernels(self) -> list[str]:
        """Members in C around a kernel, which compilers that see the whole library inline."""
        used = (self.bound[slot] for slot in self.used_slots)
        return [m.function for m in used if m.algorithm.backend == "asm" and m.algorithm.file.endswith(".c")]

    @property
    def backend(self) -> str:
        """asm if any member that takes part is assembly."""
        return "asm" if any(self.bound[slot].algorithm.backend == "asm" for slot in self.used_slots) else "c"

    @property
    def is_constant_time(self) -> bool:
        """Whether the headers of the member, of the parts of a composition, and of everything that gets secrets claim
        constant time."""
        parts = [s for s in self.used_slots if s in self.operation.composed_of or f"{s}-var" in SLOTS]
        declared = all(m.algorithm.is_constant_time for m in (self.member, *(self.bound[slot] for slot in parts)))
        return declared and not (self.board.has_data_cache and self.table_readers)

    @property
    def table_readers(self) -> list[Member]:
        """Members of the arithmetic of secrets that read a table of their own at a secret index, which a data cache
        reveals. (Members above the arithmetic read whole tables on such boards: curve/lookup.c.)"""
        own = (
            "fb-",
            "fp-",
            "order-",
            "ladder-step",
            "doubling",
            "addition",
            "jacobian-",
            "window-step",
            "differences-step",
        )
        arithmetic = [s for s in self.used_slots if s.startswith(own) and not s.endswith("-var")]
        members = [self.bound[slot] for slot in arithmetic]
        return [m for m in members if m.algorithm.constant_time == "same-trace" and set(m.algorithm.uses) <= REDUCTIONS]

    @property
    def used_slots(self) -> list[str]:
        """Slots whose members take part: the member's own, and those of the families that each member uses."""
        found = [slot for slot, member in self.bound.items() if member == self.member]
        families = ("field-mul-reduce", "field-sqr-reduce", "field-inv") if self.operation.on_curve else ()
        families += self.operation.uses
        found += [s for s in (slot_for(family, self.member, self.curve) for family in families) if s in self.bound]
        for slot in found:  # grows while it is walked
            uses = self.bound[slot].algorithm.uses
            if slot.startswith("order-"):  # members of fp- families there call one another modulo the order
                uses = [name for name in (u.replace("fp-", "order-") for u in uses) if name in SLOTS]
            used = [slot_for(family, self.bound[slot], self.curve) for family in uses]
            # A field of even degree has no half-trace, and the member works without it.
            found += [other for other in dict.fromkeys(used) if other not in found and other in self.bound]
        return [slot for slot in self.bound if slot in found]

    @property
    def choices(self) -> dict[str, str]:
        """Slot -> member, for all that take part."""
        return {slot: self.bound[slot].spec for slot in self.used_slots}


def slot_for(family: str, user: Member, curve: Curve) -> str:
    """The slot from which a member takes a family; `field-` stands for the curve's kind of field. If there are two,
    constant-time code takes the slot for secrets."""
    family = re.sub("^field-", "fp-" if curve.is_prime else "fb-", family)
    var = f"{family}-var"
    return var if var in SLOTS and not user.algorithm.is_constant_time else family


def has_form(algorithm: Algorithm, slot: str, board: Board, curve: Curve) -> bool:
    """Whether the member takes elements in the slot's form: the field's form, or Montgomery's modulo group orders."""
    montgomery = slot.startswith("order-") or board.is_montgomery(curve)
    return algorithm.form in ("any", "montgomery" if montgomery else "plain")


def bind(slot: str, spec: str, board: Board, curve: Curve, backend: str = "c") -> Member:
    """The member for a slot; a slot for secrets takes only members in constant time."""
    member = find_member(SLOTS[slot], spec, board, curve, backend, slot)
    if not has_form(member.algorithm, slot, board, curve):
        raise MotecurveError(f"{spec} is for elements in {member.algorithm.form} form; {curve.field} has another")
    if (f"{slot}-var" in SLOTS or slot == "scalar-mult-base") and not member.algorithm.is_constant_time:
        raise MotecurveError(f"{spec} is not constant time; {slot} is for secrets")
    return member


def own_members(board: Board, backend: str, curve: Curve, profile: str) -> dict[str, str]:
    """Slot -> spec of the board's own choices for the curve: for each slot the first that its field has."""
    chosen = {}
    for slot, specs in board.own_choices(backend, curve, profile).items():
        known = {
            (a.name, a.backend) for a in usable(SLOTS[slot], board, curve, slot) if has_form(a, slot, board, curve)
        }
        parsed = [(spec, parse_spec(spec)) for spec in specs]
        fitting = [spec for spec, (name, _, wanted) in parsed if (name, wanted or "c") in known]
        if not fitting:
            raise MotecurveError(f"{board.name} names no member of {slot} for {curve.name}: {', '.join(specs)}")
        chosen[slot] = fitting[0]
    return chosen | (own_kernels(board, curve, chosen) if curve.family and backend == "asm" else {})


def own_kernels(board: Board, group: Curve, chosen: dict[str, str]) -> dict[str, str]:
    """Slot -> spec of kernels for the field of a group with a pairing, where no table of the board names one: the first
    in constant time for the board's own processor (its first target, armv7 of the Cortex-M4, and not thumb)."""
    own, found = board.compiler.targets[:1], {}
    for slot, family in SLOTS.items():
        if fits(slot, group) and not chosen.get(slot, "").endswith(":asm"):
            members = usable(family, board, group, slot)
            fitting = (a for a in members if a.target in own and a.is_constant_time and has_form(a, slot, board, group))
            if kernel := next(fitting, None):
                found[slot] = Member(kernel, kernel.windows[0] if kernel.windows else None).spec
    return found


def select(
    operation: Operation,
    board: Board,
    curve: Curve,
    *,
    algorithm: str = "",
    window: int | None = None,
    backend: str = "c",
    profile: str = "fast",
    choices: tuple[tuple[str, str], ...] = (),
    blinding: str = "",
) -> Selection:
    """The members that an image binds for one measurement; MotecurveError if a name is unknown or does not fit.
    Without `algorithm` the board's own choice is measured, the constant-time one if there are two. To repeat others'
    work, `choices` may let a protocol multiply secrets by a member that is not constant time; the selection then is
    not constant time either."""
    one_of("backend", backend, BACKENDS)
    one_of("profile", profile, board.compiler.profiles)
    blinding = one_of("blinding", blinding or board.blinding, BLINDINGS)
    own = own_members(board, backend, curve, profile)
    bound = {slot: bind(slot, spec, board, curve) for slot, spec in own.items()}
    for slot, spec in operation.choices:
        if slot in bound:
            bound[slot] = bind(slot, spec, board, curve, backend)
    for slot, spec in choices:
        one_of("family", slot, SLOTS)
        repeats = operation.is_protocol and slot == "scalar-mult"
        bound[slot] = (find_member if repeats else bind)(slot, spec, board, curve, backend)
    if not is_measured(operation, bound):
        raise MotecurveError(f"{operation.name} is not measured on {board.name}: the board has no {operation.family}")
    if not algorithm:
        if operation.slots[0] not in bound:
            names = ", ".join(dict.fromkeys(a.name for a in usable(operation.family, board, curve)))
            raise MotecurveError(f"{board.name} binds no member of {operation.family}; name an algorithm: {names}")
        member = bound[operation.slots[0]]
    else:
        slot, part = asked_for(operation, algorithm, window, backend, board, curve)
        bound[slot] = part
        if slot in operation.composed_of:
            bound[operation.slots[0]] = find_member(operation.family, "composed", board, curve)
        member = part if slot in operation.slots else bound[operation.slots[0]]
    return Selection(operation, board, curve, profile, algorithm or member.algorithm.name, member, bound, blinding)


def is_measured(operation: Operation, own: Collection[str]) -> bool:
    """Whether a board that chooses members for the slots `own` has the operation; some operations exist only on
    hosts."""
    return operation.slots[0] not in SLOTS or operation.slots[0] in own


def asked_for(
    operation: Operation, algorithm: str, window: int | None, backend: str, board: Board, curve: Curve
) -> tuple[str, Member]:
    """The member named `algorithm` and its slot. If only a part of a composed operation has that name and backend, it
    is that part."""
    spec = algorithm if window is None else f"{algorithm}/{window}"
    part = operation.composed_of[:1]
    if part:
        names = {(a.name, a.backend) for a in usable(operation.family, board, curve)}
        parts = {(a.name, a.backend) for a in usable(SLOTS[part[0]], board, curve)}
        if (algorithm, backend) not in names and (algorithm, backend) in parts:
            return part[0], find_member(SLOTS[part[0]], spec, board, curve, backend)
    member = find_member(operation.family, spec, board, curve, backend, operation.slot)
    if backend == "asm" and member.algorithm.backend == "c" and not member.algorithm.uses:
        raise MotecurveError(f"{operation.family} {algorithm} has no assembly for {board.name}; use --backend c")
    first, *var = operation.slots
    if operation.takes_secrets and not member.algorithm.is_constant_time:
        raise MotecurveError(f"{algorithm} is not constant time, which {operation.name} needs")
    return (first if member.algorithm.is_constant_time or not var else var[0]), member
