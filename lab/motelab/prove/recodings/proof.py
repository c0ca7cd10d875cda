"""The verdicts on recodings."""

import dataclasses
import re
import time
from collections.abc import Callable, Iterator

from motelab import ROOT
from motelab.common.errors import MotecurveError
from motelab.measure import recoded
from motelab.prove.recodings import base2, joint, lattices, tau_adic
from motelab.prove.recodings.base2 import Broken
from motelab.prove.recodings.bits import BITS_MAX, Library

READERS = {
    "binary": (base2.from_right, "read_bits_from_right"),
    "naf": (base2.from_right, "read_wnaf_from_right"),
    "wnaf": (base2.from_right, "read_wnaf_from_right"),
    "sliding-window": (base2.from_left, "read_sliding_window"),
    "fixed-window": (base2.from_left, "read_fixed_window"),
    "mof": (base2.from_left, "read_mof"),
    "wmof": (base2.from_left, "read_mof"),
}
WINDOWS = {"binary": 1, "mof": 1, "naf": 2}  # of those that ignore the caller's
WHOLE = 163  # the length of which every place is looked at
NEAR = 20  # places from either end of the others
SMALL = 9  # bits of the scalars that are recoded whole
BY_INDUCTION, BY_BOUNDS = "induction", "constants and bounds"


@dataclasses.dataclass(frozen=True)
class Row:
    """A recoding, as `prove --recodings` reports it. scalars: for which it is shown; steps: how many were executed."""

    recoding: str
    width: int | None
    scalars: str
    statement: str
    method: str
    proved: bool
    reason: str
    steps: int
    seconds: float


def lengths() -> list[int]:
    """The lengths of scalars that fields have."""
    texts = [path.read_text() for path in (ROOT / "generated/field").glob("*.h")]
    found = {int(length) for text in texts for length in re.findall(r"EC_SCALAR_BITS (\d+)", text)}
    return sorted(length for length in found if length > SMALL)


def attempt(
    recoding: str, width: int | None, scalars: str, statement: str, method: str, work: Callable[[], int]
) -> Row:
    """The row of one proof."""
    started = time.monotonic()
    steps, reason = 0, ""
    try:
        steps = work()
    except (Broken, MotecurveError) as error:
        reason = str(error)
    seconds = round(time.monotonic() - started, 2)
    return Row(recoding, width, scalars, statement, method, not reason, reason, steps, seconds)


def base_two(library: Library, of_lengths: list[int], whole: int = WHOLE) -> Iterator[Row]:
    """Recodings of base 2, of every width. The C compares places with the length and does nothing else with either, so
    that places far from the ends are alike; of one length all are looked at."""
    for name, width in recoded.cases():
        promise = recoded.promise(name, width)
        own = dataclasses.replace(promise, width=WINDOWS.get(name, width))
        function = f"recode_{name.replace('-', '_')}" + ("" if name == "regular" else "_var")

        def work(name: str = name, promise=promise, own=own, function: str = function) -> int:
            steps = 0
            for length in of_lengths:
                near = BITS_MAX if length == whole else NEAR
                if name == "regular":
                    steps += base2.regular(library, own, length)
                else:
                    prove, reader = READERS[name]
                    steps += prove(library, reader, own, length, near)
            return steps + base2.small_scalars(library, function, promise, SMALL, recoded.fault)

        digits = recoded.members()[name].digits
        statement = f"sum of d_i 2^i = k{' | 1' if promise.is_without_0 else ''}; digits {digits}; at most l + 1 places"
        shown = width if recoded.members()[name].widths != "none" else None
        yield attempt(name, shown, "all k < 2^l", statement, BY_INDUCTION, work)


def others() -> Iterator[tuple[str, Callable[[], Row]]]:
    """The joint sparse form, tau-adic forms, and lattices."""
    pair = "sum of (u_i, v_i) 2^i = (k, l); digits -1, 0, 1; of three columns one is 0"
    yield (
        "sparse-form",
        lambda: attempt("sparse-form", None, "all k, l", pair, BY_INDUCTION, lambda: joint.prove(Library())),
    )
    for width in tau_adic.WIDTHS:
        for mu in (-1, 1):
            statement = "sum of alpha_u tau^i = c + d tau; |u| < 2^(w-1), odd; of w digits one is not 0"
            name = f"wtnaf, mu = {mu}"
            yield (
                name,
                lambda n=name, w=width, m=mu, s=statement: attempt(
                    n, w, "all c + d tau", s, BY_INDUCTION, lambda: tau_adic.prove(w, m)
                ),
            )
    for curve in lattices.of_structure("Koblitz"):
        for which, delta in enumerate(("(tau^m - 1)/(tau - 1)", "tau^m - 1")):
            statement = f"k = r modulo {delta}; r fits in its words"
            yield (
                curve.name,
                lambda c=curve, w=which, s=statement: attempt(
                    f"tau_reduce, {c.name}", None, "all k < 2^l", s, BY_BOUNDS, lambda: lattices.prove_tau(c, w)
                ),
            )
    for curve in lattices.of_structure("endomorphism"):
        statement = "k = k0 + k1 lambda modulo n; |k0|, |k1| < 2^FP_GLV_BITS"
        yield (
            curve.name,
            lambda c=curve, s=statement: attempt(
                f"glv_split, {c.name}", None, "all k < 2^l", s, BY_BOUNDS, lambda: lattices.prove_glv(c)
            ),
        )
