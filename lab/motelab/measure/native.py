"""Measures the host library on the computer that the lab runs on, alone or beside other libraries in the same
process.

Times of a host are not reproducible, so nothing is cached. Medians of many blocks can be compared; even better is the
ratio of two sides whose blocks took turns."""

import ctypes
import dataclasses
import hashlib
import json
import operator
import re
import statistics
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import motecurve
from codegen.built import scalar_bits
from motecurve import ecdsa
from motelab import BUILD, ROOT
from motelab.boards.selection import Member, Selection, own_members
from motelab.common import locks
from motelab.common.errors import ImageFailed, MotecurveError
from motelab.common.names import one_of
from motelab.library import bindings, host, native_build, pairing_build
from motelab.measure.records import Record
from motelab.subjects import known_answers, nonces, operations, registry
from motelab.subjects.curves import Curve
from motelab.subjects.known_answers import Case
from motelab.subjects.layouts import ELEMENT, SCALAR
from motelab.subjects.operations import OF_GROUPS
from motelab.subjects.operations_of_groups import OF_OTHER_GROUPS

# Operations that the runner knows besides those on elements (fb-, fp-, order-).
CURVE_OPERATIONS = (
    "scalar-mult", "scalar-mult-base", "scalar-mult-double", "ecdh", "ecdsa-keygen", "ecdsa-sign", "ecdsa-verify",
)  # fmt: skip
EDDSA_OPERATIONS = ("eddsa-keygen", "eddsa-sign", "eddsa-sign-expanded", "eddsa-verify")
GROUP_OPERATIONS = tuple(dict.fromkeys(name for names in OF_GROUPS.values() for name in names))
PAIRINGS = tuple(name for name in GROUP_OPERATIONS if name.startswith("pairing-"))  # on elements in words
MULTIPLICATIONS = CURVE_OPERATIONS[:3]
ELEMENT_OPERATIONS = (
    "mul", "sqr", "reduce", "mul-reduce", "mul-four", "mul-constant", "mul-montgomery", "sqr-reduce", "add", "sub",
    "inv", "normal-mul", "normal-inv",
)  # fmt: skip
# Occurs in the source of a member that has a kernel for this kind of processor, in assembly or by its special
# instructions.
KERNELS = re.compile(
    r'#include "(native/x86_64/|fb/(multiplication/carryless|wide)\.h|curve/binary/fb_wide\.h|scalar/tau/streams\.h)'
)
BLOCKS, BLOCK_MICROSECONDS = 51, 2000  # blocks of one side; a tenth of a second

Numbers = dict[str, int]


class Other(NamedTuple):
    """Another library, by its name in native_build.OTHERS, and the folder of its source if it is no package."""

    name: str = ""
    source: str = ""


NO_OTHER = Other()


@dataclasses.dataclass(frozen=True)
class Side:
    """The results of one library: microseconds of a call in each block, and outputs; or the reason why it could not
    run."""

    name: str
    version: str
    reason: str | None
    microseconds: tuple[float, ...] = ()
    results: tuple[Numbers, ...] = ()

    @property
    def median(self) -> float:
        return round(statistics.median(self.microseconds), 3)


@dataclasses.dataclass(frozen=True)
class Run:
    """The results of one run of the runner: its sides, ours first, and the clock of the core beside each block of
    ours."""

    sides: tuple[Side, ...]
    megahertz: tuple[float, ...]

    @property
    def cycles(self) -> int:
        """Cycles of one call of ours: the median over the blocks of time by clock."""
        return round(statistics.median(map(operator.mul, self.sides[0].microseconds, self.megahertz)))

    @property
    def clock_hz(self) -> int:
        return round(1e6 * statistics.median(self.megahertz))


def refusal(chosen: Selection) -> str | None:
    """Why the host library cannot be measured with these settings: an operation that the runner does not know, a
    member that the field does not have, or members that the library does not bind; None if it can."""
    operation, curve = chosen.operation, chosen.curve
    if curve.family in OF_OTHER_GROUPS or not is_known(operation.name):
        return f"{operation.name} is not measured on {chosen.board.name}"
    if operation.name not in GROUP_OPERATIONS and not any(hasattr(loaded(chosen), symbol) for symbol in chosen.symbols):
        return f"the host library has no {' or '.join(chosen.symbols)}"
    own = own_members(chosen.board, "c", curve, chosen.profile)
    for slot in chosen.used_slots:
        is_measured = chosen.bound[slot] == chosen.member and not operation.is_protocol
        if is_composed(chosen) and slot in operation.composed_of:
            continue  # the runner calls the parts of the composition
        if slot == "coordinates" and operation.name in MULTIPLICATIONS:
            continue  # these have a build of their own
        if slot == "scalar-mult" and operation.name == "ecdh" and not chosen.is_constant_time:
            continue  # the runner calls the parts of the composition
        if not is_measured and chosen.bound[slot].spec != own.get(slot):
            return f"{operation.name} with {slot} = {chosen.bound[slot].spec}: the host library binds {own.get(slot)}"
    return None


def is_known(operation: str) -> bool:
    """Whether the runner knows the operation."""
    kind, _, name = operation.partition("-")
    of_elements = kind in ("fb", "fp", "order") and name in ELEMENT_OPERATIONS
    return of_elements or operation in (*CURVE_OPERATIONS, *EDDSA_OPERATIONS, *GROUP_OPERATIONS)


def loaded(chosen: Selection) -> ctypes.CDLL:
    """The host library, with the group if the subject is one, loaded into this process."""
    if chosen.curve.family:
        return ctypes.CDLL(str(library(chosen)))
    return native_build.library(chosen.board.word_bits)


def is_composed(chosen: Selection) -> bool:
    """Whether it is a product or square and a reduction, in binary fields; the runner calls one after the other."""
    return chosen.operation.family.startswith("fb-") and chosen.member.algorithm.name == "composed"


def unanswered(chosen: Selection) -> str | None:
    """A sentence if there are no known answers for the operation; None if there are."""
    operation = chosen.operation
    try:
        known_answers.load(
            chosen.curve.name if operation.on_curve else chosen.curve.field, operation.answers or operation.name
        )
    except MotecurveError as error:
        return str(error)
    return None


def require_other(name: str, source: str = "") -> Path:
    """The side of another library, compiled if necessary. MotecurveError for an unknown name, and as
    native_build.other_side."""
    one_of("library to compare with", name, native_build.OTHERS)
    return native_build.other_side(name, source)


def figures(chosen: Selection, edge: list[Case], random: list[Case], versus: Other = NO_OTHER) -> Record:
    """Figures of the record of a selection: its `random` cases are timed, and the results of all compared with the
    known answers. With `versus`, also the time of another library for them. ImageFailed for a wrong result."""
    reason = refusal(chosen)
    if reason:
        raise MotecurveError(reason)
    if versus.name:
        require_other(*versus)
    with locks.held(BUILD / "native.lock"):  # one at a time, so that they do not disturb each other
        run = execute(chosen, edge, random, versus)
    ours, *others = run.sides
    check(chosen, ours, edge + random)
    record = own_figures(chosen, ours) | {"cycles": run.cycles, "clock_hz": run.clock_hz}
    return record | (comparison(chosen, ours, *others, random) if versus.name else {})


def own_figures(chosen: Selection, ours: Side) -> Record:
    """Figures of our side."""
    own = library(chosen).parent if chosen.curve.family else native_build.shared_library(chosen.board.word_bits).parent
    compiler, flags = native_build.compiled_by(own)
    declared = chosen.member.algorithm.constant_time
    return {
        "device": native_build.processor(),
        "kernel": kernel(chosen, ours.version),
        "constant_time_evidence": f"declared {declared}" if chosen.is_constant_time else None,
        "microseconds": ours.median,
        "runs": len(ours.microseconds),
        "min": round(min(ours.microseconds), 3),
        "median": ours.median,
        "max": round(max(ours.microseconds), 3),
        "unit": "microseconds",
        "elf_sha256": hashlib.sha256(library(chosen).read_bytes()).hexdigest(),
        "compiler": compiler,
        "flags": flags,
        "cycle_model": chosen.board.cycle_model,
    }


def comparison(chosen: Selection, ours: Side, theirs: Side, yardstick: Side, cases: list[Case]) -> Record:
    """The comparison's part of a record; if there is no comparison, the reason goes to stderr. Ratios are their time
    to ours, `reach` ours to theirs. `level` is what the library chose for the processor."""
    measure = {
        "level": ours.version,
        "yardstick": f"ECDH on secp256r1, {yardstick.version}",
        "yardstick_microseconds": yardstick.median,
        "yardstick_ratio": round(yardstick.median / ours.median, 3),
    }
    reason = theirs.reason or disagreement(chosen, ours, theirs, cases)
    if reason:
        subject = chosen.curve.name if chosen.operation.on_curve else chosen.curve.field
        print(f"motecurve: {chosen.operation.name} on {subject}: no comparison with {theirs.name}: {reason}",
              file=sys.stderr)  # fmt: skip
        return {"versus": None, "versus_microseconds": None, "ratio": None} | measure
    ratio, reach = round(theirs.median / ours.median, 3), round(ours.median / theirs.median, 3)
    least, most = (round(of(theirs.microseconds), 3) for of in (min, max))
    measure |= {"versus_min": least, "versus_max": most, "reach": reach}
    return {"versus": theirs.version, "versus_microseconds": theirs.median, "ratio": ratio} | measure


def kernel(chosen: Selection, level: str) -> str | None:
    """The members in use that have kernels, and the instructions of the processor that the library decided to use."""
    used = {name for slot in chosen.used_slots for name in kernels_of(chosen.bound[slot], chosen.curve)}
    names = {name.removeprefix("_") for name in used}  # functions of coordinates are named by their ends
    return f"{' + '.join(sorted(names))} ({level})" if names else None


def kernels_of(member: Member, curve: Curve) -> set[str]:
    """The member, if it has a kernel, and the members with kernels that it calls by name for the curve. On Koblitz
    curves these are the ones for such curves alone, if it has some; on others none of them."""
    text = (ROOT / member.algorithm.file).read_text()
    called = {name: of for of in registry.load() if of.backend == "c" for name in of.functions if f"EC({name})" in text}
    found = {name: of for name, of in called.items() if KERNELS.search((ROOT / of.file).read_text())}
    of_kind = {name for name, of in found.items() if (of.curves == "koblitz") == curve.is_koblitz}
    found = of_kind or (set(found) if curve.is_koblitz else set())
    return {*found, *([member.function] if KERNELS.search(text) else [])}


def library(chosen: Selection) -> Path:
    """The measured library: the host library, a build with the requested coordinates linked to it, or one with the
    group that the subject is."""
    word_bits, field, blinding = chosen.board.word_bits, chosen.curve.field, chosen.build_blinding
    if chosen.curve.family:
        return pairing_build.build(chosen.curve.name, word_bits)
    if "coordinates" not in chosen.used_slots:  # Montgomery curves have none
        return native_build.shared_library(word_bits, blinding)
    coordinates = chosen.bound["coordinates"].identifier
    if coordinates == own_coordinates(chosen):
        return native_build.shared_library(word_bits, blinding)
    return native_build.library_of_coordinates(word_bits, field, coordinates, blinding)


def own_coordinates(chosen: Selection) -> str:
    """The choices that the host library binds."""
    own = own_members(chosen.board, "c", chosen.curve, chosen.profile)
    return own["coordinates"].replace("-", "_")


# Running


def execute(
    chosen: Selection,
    edge: list[Case],
    random: list[Case],
    versus: Other = NO_OTHER,
    path: Path | None = None,
    blocks: int | None = None,
) -> Run:
    """Runs our side alone or, with `versus`, beside that library and the yardstick, their blocks in turns. `path` is
    another build of ours, such as one of a single field; `blocks` is the number for each side, BLOCKS by default."""
    command = [
        native_build.runner(),
        "--library",
        path or library(chosen),
        *subject_options(chosen),
    ]
    command += ["--blocks", str(blocks or BLOCKS), "--block-microseconds", str(BLOCK_MICROSECONDS)]
    for other in (native_build.other_side(*versus), native_build.yardstick()) if versus.name else ():
        command += ["--versus", other]
    lines = [f"curve {written(parameters(chosen.curve))}"] if chosen.operation.on_curve else []
    lines += [f"check {written(in_words(chosen, case))}" for case in edge]
    lines += [f"time {written(in_words(chosen, case))}" for case in random]
    done = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [f"the runner ended with {done.returncode}"])[-1]
        raise ImageFailed(f"{chosen.member.function} on {chosen.curve.name}: {last}")
    answer = json.loads(done.stdout)
    return Run(tuple(map(parse_side, answer["sides"])), tuple(answer["megahertz"]))


def parse_side(side: dict) -> Side:
    results = [{name: int(value, 16) for name, value in one.items()} for one in side.get("results", [])]
    times = tuple(side.get("microseconds", []))
    return Side(side["name"], side["version"], side["reason"], times, tuple(results))


def subject_options(chosen: Selection) -> list[str]:
    """The runner's options that select the measurement."""
    curve, sizes = chosen.curve, chosen.sizes
    aliases = [name for name in (*curve.names, *curve.record.get("openssl_names", []), *curve.oids) if "," not in name]
    values = {
        "operation": chosen.operation.name,
        "curve": curve.name,
        "aliases": ",".join(aliases),
        "field": curve.field,
        "order": f"order{scalar_bits(curve.field)}",
        "function": function(chosen),
        "element-bytes": sizes.words(sizes.field_bits),
        "scalar-bytes": sizes.words(sizes.scalar_bits),
        "octets": curve.field_bytes,
        "raw-octets": 0 if curve.form == "Weierstrass" else curve.private_key_bytes,
    }
    return [word for name, value in values.items() for word in (f"--{name}", str(value))]


def function(chosen: Selection) -> str:
    """The function of the member, without mc_<field>_; for a composed one the functions of its parts, joined by a
    plus."""
    own = own_members(chosen.board, "c", chosen.curve, chosen.profile)
    parts = chosen.operation.composed_of if is_composed(chosen) else ()
    if all(chosen.bound[slot].spec == own[slot] for slot in parts):
        return chosen.member.function
    return "+".join(chosen.bound[slot].function for slot in parts)


def parameters(curve: Curve) -> Numbers:
    """The curve's parameters as numbers; for a binary field p is the reduction polynomial."""
    modulus = curve.modulus if isinstance(curve.modulus, int) else sum(1 << exponent for exponent in curve.modulus)
    (x, y), coefficients = curve.generator, dict(curve.coefficients)
    if curve.is_prime:
        coefficients = {name: value % modulus for name, value in coefficients.items()}
    return {"p": modulus, **coefficients, "gx": x, "gy": y, "n": curve.order, "h": curve.cofactor}


def written(numbers: Numbers) -> str:
    """The numbers in the runner's notation."""
    return " ".join(f"{name}={value:x}" for name, value in numbers.items())


def in_words(chosen: Selection, case: Case, outputs: bool = False) -> Numbers:
    """Inputs of a case, or its known outputs, in the runner's form: elements in the form of the member, and numbers
    modulo an order in Montgomery form, if these alone are measured; else plain numbers."""
    operation = chosen.operation
    layout = operation.outputs if outputs else operation.inputs
    if operation.complete and not outputs:  # another library may take what these inputs are made of
        layout += operations.find(operation.answers).inputs
    numbers = {name: case.get(name, 0) for name, _ in layout if name}
    kind, sizes = chosen.operation.name.partition("-")[0], chosen.sizes
    if kind in ("fb", "fp") or chosen.operation.name in PAIRINGS:
        return {name: sizes.in_form(numbers[name]) if form == ELEMENT else numbers[name] for name, form in layout}
    if kind == "order":
        radix, order = 1 << 8 * sizes.words(sizes.scalar_bits), chosen.curve.order
        return {name: numbers[name] * radix % order if form == SCALAR else numbers[name] for name, form in layout}
    return numbers


# Checking


def check(chosen: Selection, ours: Side, cases: list[Case]) -> None:
    """ImageFailed unless every case gave its known answer."""
    if all(result.get("status") == host.Status.ERROR_UNSUPPORTED for result in ours.results):
        raise ImageFailed(f"{chosen.curve.name} has no table for {chosen.member.function}")
    for case, result in zip(cases, ours.results, strict=True):
        expected = in_words(chosen, case, outputs=True)
        if {name: result.get(name) for name in expected} != expected:
            inputs = ", ".join(f"{name} = {value:#x}" for name, value in case.items())
            raise ImageFailed(f"{chosen.member.function} gives a wrong result; known answer: {inputs}")


def disagreement(chosen: Selection, ours: Side, theirs: Side, cases: list[Case]) -> str | None:
    """The fault of the other library's results: a key or a signature that it drew must be valid, everything else
    equal to ours."""
    own = ours.results[-len(cases) :]
    for case, mine, other in zip(cases, own, theirs.results, strict=True):
        if other["status"] != 0 and not chosen.operation.name.endswith("-verify"):
            return "it reports an error"
        if chosen.operation.name in ("ecdsa-keygen", "ecdsa-sign"):
            if not is_valid(chosen, case, other):
                return "its result is not valid"
        elif chosen.operation.name.endswith("-verify"):
            if (other["status"] == 0) != (mine["status"] == 0):
                return "it disagrees on a signature"
        elif other != {name: mine[name] for name in other}:
            return "its result differs"
    return None


def is_valid(chosen: Selection, case: Case, drawn: Numbers) -> bool:
    """Whether a key pair that another library drew is consistent, or its signature verifies."""
    curve = bindings.curve(chosen.curve.name, chosen.board.word_bits)
    try:
        public_key = curve.private_key(drawn.get("d", case["d"])).public_key
        if chosen.operation.name == "ecdsa-keygen":
            return (drawn["px"], drawn["py"]) == (public_key.x, public_key.y)
        signature = b"".join(drawn[name].to_bytes(curve.scalar_bytes, "big") for name in "rs")
        ecdsa.verify_digest(public_key, signature, case["digest"].to_bytes(nonces.DIGEST_BYTES, "big"))
    except motecurve.MotecurveError:
        return False
    return True
