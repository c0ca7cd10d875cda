"""Common part of the tests of coordinate systems over prime and over binary fields."""

import functools
import random
import re
import subprocess

from motelab import BUILD, INCLUDE_FLAGS, ROOT
from motelab.library import host
from motelab.library.host import Status
from motelab.measure import counting, operation_counts
from motelab.subjects import curves
from tests.oracles import pari_curves as pari


@functools.cache
def sums(curve: str) -> list[tuple[pari.Point, pari.Point, pari.Point, pari.Point]]:
    """p, q, p + q and 2 p for random points."""
    source = random.Random(curve)
    base = pari.text(pari.generator(curve))
    pairs = [[f"multiply({base}, {source.randrange(1, pari.order(curve))})" for _ in "pq"] for _ in range(4)]
    found = pari.evaluate(curve, [e for p, q in pairs for e in (p, q, f"add({p}, {q})", f"add({p}, {p})")])
    return [tuple(found[i : i + 4]) for i in range(0, len(found), 4)]


def declared(field: str, header: str) -> set[str]:
    """Names of the sums and doubles that a header of src/curve/ declares."""
    command = [
        "cc",
        "-E",
        "-P",
        f"-DMC_FIELD={field}",
        "-DMC_WORD_BITS=64",
        *INCLUDE_FLAGS,
        f"src/curve/{header}",
    ]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return set(re.findall(rf"mc_{field}_((?:add|double)_\w+(?:_to_[a-z_]+|_traded))\b", run.stdout))


def check_scalar_multiplications(name: str, system: str) -> None:
    """Every member that can be built over the system, for scalars at the ends and random ones."""
    curve = curves.find(name)
    host.require(curve.field)
    library = counting.library(curve.field, system)
    source = random.Random(system)
    for member in library.members("scalar-mult"):
        for k in (0, 1, curve.order - 1, curve.order, source.randrange(curve.order), source.randrange(curve.order)):
            status, result = library.scalar_mult(member, k, curve.generator, curve.identifier)
            if status == Status.ERROR_UNSUPPORTED and not curve.is_koblitz:
                break
            expected = operation_counts.multiple(curve, k % curve.order)
            assert (status, result) == (Status.OK, expected or None), (member, k)


def check_every_scalar(field: str, system: str, word_bits: int) -> None:
    """Every pair of points, and every scalar multiplication by every scalar, of the tiny curves over a field."""
    folder = BUILD / f"coordinates-{field}-{system}-w{word_bits}"
    options = [f"MC_FIELDS={field}", "MC_TESTS=ON", "MC_TINY_FIELDS=ON", f"MC_WORD_BITS={word_bits}"]
    options += [f"CMAKE_C_FLAGS=-DMC_COORDINATES={system}", "CMAKE_C_FLAGS_RELEASE=-O1"]
    programs = [f"test_curve_exhaustive_{field}", f"test_scalar_exhaustive_{field}"]
    for command in (
        ["cmake", "-S", ROOT, "-B", folder, *(f"-D{option}" for option in options)],
        ["cmake", "--build", folder, "--parallel", "2", "--target", *programs],
        ["ctest", "--test-dir", folder, "--output-on-failure", "--no-tests=error", "-R", "^test_(curve|scalar)_exh"],
    ):
        run = subprocess.run(command, capture_output=True, text=True)
        assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
