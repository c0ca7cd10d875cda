"""Which functions are formulas of points, and what each promises; the promises of inputs are sentences of comments."""

import dataclasses
import re

from motelab import ROOT
from motelab.prove.formulas import binary, edwards, prime
from motelab.prove.formulas.verify import Formula, Operand, Result

R, CURVE = "r", Operand("curve")
HEADERS = {"prime": "curve/prime/fp_formulas.h", "binary": "curve/binary/fb_formulas.h"}
ANY = "curve/curve.h"
SUM_DOMAIN, DOUBLE_DOMAIN = "p and q neither infinity nor equal nor opposite", "p neither infinity nor of order two"


@dataclasses.dataclass(frozen=True)
class Exclusion:
    """Cases in which a formula may be wrong, by parts of their names, and the sentence of a comment that keeps them
    from it."""

    cases: tuple[str, ...]
    file: str
    text: str

    def covers(self, case: str) -> bool:
        return any(re.search(pattern, case) for pattern in self.cases)


@dataclasses.dataclass(frozen=True)
class Entry:
    """A formula with the kind and coordinates of the library that has it, its cases, and its exclusions."""

    formula: Formula
    kind: str
    coordinates: str
    cases: tuple[str, ...]
    exclusions: tuple[Exclusion, ...] = ()
    note: str = ""
    domain: Exclusion | None = None  # which points the cases leave out

    @property
    def name(self) -> str:
        return self.formula.function + (f" ({self.note})" if self.note else "")

    @property
    def statement(self) -> str:
        parts = [f"{one.role} = {one.points}" for one in self.formula.results]
        parts += {"equal": ["the mask says P = Q"], "infinity": ["the mask says P = O"]}.get(self.formula.returns, [])
        return "; ".join(parts)


SYSTEMS = (
    "affine", "affine_slope", "projective", "projective_complete", "jacobian", "chudnovsky", "modified", "co_z",
    "lopez_dahab", "lambda", "extended", "extended_list", "extended_list_kept",
)  # fmt: skip
INFINITY = ("^P = O", "^Q = O", "^P = Q = O")
NOT_SUMS = Exclusion((*INFINITY, r"P = -?Q"), "", SUM_DOMAIN)
NOT_DOUBLES = Exclusion(("^P = O", "^2 P = O"), "", DOUBLE_DOMAIN)
NOT_INFINITY = Exclusion(INFINITY, ANY, "r = p + q, neither of them infinity")
NEITHER_INFINITY = Exclusion(INFINITY, ANY, "neither may be infinity")


NO_SLOPE = Exclusion(
    (r"P \+ Q = T", "4 P = O"), HEADERS["binary"], "Points that are given or returned as affine_slope have x != 0"
)


def of(kind: str, exclusion: Exclusion) -> Exclusion:
    """A sentence of the header of the kind."""
    return dataclasses.replace(exclusion, file=exclusion.file or HEADERS[kind])


def model(kind: str):
    return {"prime": prime, "binary": binary, "edwards": edwards}[kind]


def aliases(p: str, q: str, r: str) -> tuple[tuple[str, str], ...]:
    return tuple((R, role) for role, system in (("p", p), ("q", q)) if system == r)


def add(function: str, p: str, q: str, r: str, **more) -> Formula:
    """r = p + q."""
    parameters = (Operand(R, r), Operand("p", p, "P"), Operand("q", q, "Q"), CURVE)
    return Formula(function, parameters, (Result(R, r, "P + Q"),), aliases=aliases(p, q, r), **more)


def multiple(function: str, p: str, r: str, points: str = "2 P", curve: bool = True, form: str = "", **more) -> Formula:
    """r = a multiple of p."""
    parameters = (Operand(R, r), Operand("p", p, "P", form), *((CURVE,) if curve else ()))
    return Formula(function, parameters, (Result(R, r, points),), aliases=aliases(p, "", r), **more)


def declared(kind: str, macro: str) -> list[tuple[str, ...]]:
    """The arguments of the X of a list in the header of the kind."""
    text = (ROOT / "src" / HEADERS[kind]).read_text()
    body = re.search(rf"#define {macro}\(X\)((?:.*\\\n)*.*)", text)
    assert body, macro
    return [tuple(found.split(", ")) for found in re.findall(r"X\(([^)]*)\)", body[1])]


def sums(kind: str, macro: str) -> list[Entry]:
    return [between(kind, *names) for names in declared(kind, macro)]


def between(kind: str, p: str, q: str, r: str) -> Entry:
    """add_<p>_<q>_to_<r>"""
    formula = add(f"add_{p}_{q}_to_{r}", p, q, r)
    excluded = [of(kind, NOT_SUMS), *([NO_SLOPE] if r == "affine_slope" else [])]
    return Entry(formula, kind, DEFAULT[kind], model(kind).TWO, tuple(excluded))


def doubles(kind: str, macro: str) -> list[Entry]:
    return [doubled(kind, *names) for names in declared(kind, macro)]


def doubled(kind: str, p: str, r: str) -> Entry:
    """double_<p>_to_<r>"""
    formula = multiple(f"double_{p}_to_{r}", p, r)
    excluded = [of(kind, NOT_DOUBLES), *([NO_SLOPE] if r == "affine_slope" else [])]
    return Entry(formula, kind, DEFAULT[kind], model(kind).ONE, tuple(excluded))


DEFAULT = {"prime": "jacobian", "binary": "lopez_dahab", "edwards": "extended"}


def conversions(kind: str, c: str) -> list[Entry]:
    """From and to affine coordinates, scaling, the opposite point, and the question for infinity."""
    element = [Operand(one.lower()[-1], "element", "P", f"{c} {one}") for one in ("X", "Y", "1/Z")]
    inverse = Formula(f"{c}_to_affine_by_inverse", (Operand(R, "affine"), *element), (Result(R, "affine", "P"),))
    scale = Formula(
        f"{c}_scale", (Operand("p", c, "P"), Operand("factor", "element", "P", "factor"), CURVE), (Result("p", c, "P"),)
    )
    formulas = [
        multiple(f"{c}_from_affine", "affine", c, "P", curve=False),
        inverse,
        scale,
        multiple(f"{c}_negate", c, c, "-P", curve=False),
        Formula(f"{c}_mask_infinity", (Operand("p", c, "P"),), (), returns="infinity"),
    ]
    return [Entry(one, kind, DEFAULT[kind], model(kind).ONE) for one in formulas]


def bindable(kind: str, c: str) -> list[Entry]:
    """The six functions of a coordinate system, and those of any_coordinates.c in a library that binds it."""
    cases, one, default = model(kind).TWO, model(kind).ONE, DEFAULT[kind]
    entries = conversions(kind, c)
    entries.append(Entry(multiple(f"{c}_double", c, c), kind, default, one))
    mixed, both = add(f"{c}_add_mixed", c, "affine", c, returns="equal"), add(f"{c}_add", c, c, c, returns="equal")
    entries.append(Entry(mixed, kind, default, cases, (NOT_INFINITY,)))
    entries.append(Entry(both, kind, default, cases, (NEITHER_INFINITY,)))
    return entries + bound(kind, c)


def bound(kind: str, c: str) -> list[Entry]:
    """any_coordinates.c"""
    cases, one = model(kind).TWO, model(kind).ONE
    variable = [
        (add("point_add_mixed_var", c, "affine", c), cases),
        (add("point_add_mixed_complete", c, "affine", c), cases),
        (dataclasses.replace(add("point_add_var", c, c, c), aliases=((R, "p"),)), cases),
        (add("affine_add", "affine", "affine", "affine"), cases),
        (multiple("point_to_affine", c, "affine", "P", curve=False), one),
        (multiple("point_to_affine_var", c, "affine", "P", curve=False), one),
    ]
    if kind == "binary":
        variable.append((multiple("point_frobenius", c, c, "tau P", curve=False), one))
    return [Entry(formula, kind, c, of_case, note=f"bound: {c}") for formula, of_case in variable]


def of_prime() -> list[Entry]:
    """Curves y^2 = x^3 + a x + b."""
    kind, one, two = "prime", prime.ONE, prime.TWO
    header = HEADERS[kind]
    entries = sums(kind, "JACOBIAN_SUMS") + doubles(kind, "JACOBIAN_DOUBLES")
    entries += [
        between(kind, *names)
        for names in (("affine",) * 3, ("projective",) * 3, ("projective", "affine", "projective"))
    ]
    entries += [doubled(kind, "affine", "affine"), doubled(kind, "projective", "projective")]
    traded = "Jacobian points, with products traded for squares; domains and aliasing as above"
    as_sums = dataclasses.replace(NOT_SUMS, file=header, text=traded)
    for function, q in (("add_jacobian_jacobian_traded", "jacobian"), ("add_jacobian_affine_traded", "affine")):
        entries.append(Entry(add(function, "jacobian", q, "jacobian"), kind, "jacobian", two, (as_sums,)))
    as_doubles = dataclasses.replace(NOT_DOUBLES, file=header, text=traded)
    entries.append(
        Entry(multiple("double_jacobian_traded", "jacobian", "jacobian"), kind, "jacobian", one, (as_doubles,))
    )
    for system in ("projective", "jacobian", "chudnovsky", "modified"):
        entries += bindable(kind, system)
    for n, name in ((3, "triple"), (5, "quintuple")):
        formula = multiple(f"jacobian_{name}", "jacobian", "jacobian", f"{n} P")
        entries.append(Entry(formula, kind, "jacobian", prime.MULTIPLES[n]))
    left = multiple("modified_double", "modified", "modified", form="from_affine")
    entries.append(Entry(left, kind, "jacobian", one, note="a Z^4 left 0 by modified_from_affine"))
    return entries + complete() + affine(kind) + co_z()


def complete() -> list[Entry]:
    """Renes, Costello and Batina's formulas, for a cofactor that is odd, and for one that is even."""
    kind, c = "prime", "projective_complete"
    entries = conversions(kind, c)
    entries.append(Entry(multiple(f"{c}_double", c, c), kind, "jacobian", prime.ONE))
    odd = Exclusion(
        (r"^2 \(P - Q\) = O", "4 P = O", "2 [PQ] = O"),
        "curve/prime/fp_projective_complete.c",
        "without exceptional cases on curves of odd order",
    )
    not_q = Exclusion(("^Q = O", "^P = Q = O"), "curve/prime/fp_projective_complete.c", "q is not infinity")
    for cofactor, excluded in ((1, (odd,)), (2, ())):
        note = f"cofactor {'even' if cofactor == 2 else 'odd'}"
        both = add(f"{c}_add", c, c, c, returns="nothing", cofactor=cofactor)
        mixed = add(f"{c}_add_mixed", c, "affine", c, returns="nothing", cofactor=cofactor)
        entries.append(Entry(both, kind, "jacobian", prime.TWO_APART, excluded, note))
        entries.append(Entry(mixed, kind, "jacobian", prime.TWO_APART, (*excluded, not_q), note))
    return entries


def opposite(kind: str) -> list[Entry]:
    """affine_negate_masked, for both masks."""
    return [
        Entry(
            Formula(
                "affine_negate_masked",
                (Operand("p", "affine", "P"), Operand("mask", "number", form=mask)),
                (Result("p", "affine", points),),
            ),
            kind, DEFAULT[kind], model(kind).ONE, note=f"mask {mask}",
        )
        for mask, points in (("0", "P"), ("-1", "-P"))
    ]  # fmt: skip


def affine(kind: str) -> list[Entry]:
    """Affine points; those of affine.c are of any Weierstrass curve."""
    m = model(kind)
    given = (Operand(R, "affine"), Operand("p", "affine", "P"), Operand("q", "affine", "Q"),
             Operand("inverse", "element", "PQ", "1/(x2 - x1)"), CURVE)  # fmt: skip
    distinct = Formula("affine_add_distinct", given, (Result(R, "affine", "P + Q"),), aliases=((R, "p"), (R, "q")))
    not_distinct = Exclusion((*INFINITY, r"P = -?Q"), ANY, "r = p + q for p and q of different x")
    return [
        Entry(add("affine_add_var", "affine", "affine", "affine"), kind, DEFAULT[kind], m.TWO),
        Entry(distinct, kind, DEFAULT[kind], m.TWO, (not_distinct,)),
        Entry(multiple("affine_double_var", "affine", "affine"), kind, DEFAULT[kind], m.ONE),
        Entry(multiple("affine_negate", "affine", "affine", "-P", curve=False), kind, DEFAULT[kind], m.ONE),
        *opposite(kind),
    ]


def co_z() -> list[Entry]:
    """Points that share their Z."""
    kind, file = "prime", "scalar/ladder/co_z.h"
    excluded = Exclusion((*INFINITY, r"P = -?Q"), file, "The points are distinct, not opposite, not infinity")
    p, q, factor = Operand("p", "co_z", "P"), Operand("q", "co_z", "Q"), Operand("factor", "element")
    to = Formula(
        "co_z_add_to", (Operand("sum", "co_z"), Operand("same", "co_z"), p, q, factor),
        (Result("sum", "co_z", "P + Q", "factor"), Result("same", "co_z", "P", "factor")),
        aliases=(("sum", "p"), ("sum", "q"), ("same", "p"), ("same", "q")),
    )  # fmt: skip
    sum_ = Formula(
        "co_z_add", (p, q, factor), (Result("p", "co_z", "P + Q", "factor"), Result("q", "co_z", "P", "factor"))
    )
    conjugate = Formula(
        "co_z_add_conjugate",
        (p, q, factor),
        (Result("p", "co_z", "P + Q", "factor"), Result("q", "co_z", "P - Q", "factor")),
    )
    double = Formula(
        "co_z_double", (Operand("q", "co_z"), Operand("p", "affine", "P"), factor, CURVE),
        (Result("q", "co_z_of_affine", "2 P", "factor"), Result("p", "co_z_of_affine", "P", "factor")),
    )  # fmt: skip
    entries = [Entry(one, kind, "jacobian", prime.TWO, (excluded,)) for one in (to, sum_, conjugate)]
    not_two = Exclusion(("^P = O", "^2 P = O"), file, "q = 2 p, for p with Z = 1, y not 0")
    return [*entries, Entry(double, kind, "jacobian", prime.ONE, (not_two,))]


def of_binary() -> list[Entry]:
    """Curves y^2 + x y = x^3 + a x^2 + b."""
    kind, one = "binary", binary.ONE
    entries = sums(kind, "FB_SUMS") + doubles(kind, "FB_DOUBLES")
    for (system,) in declared(kind, "FB_SYSTEMS"):
        entries += bindable(kind, system)
        entries += [between(kind, system, q, system) for q in (system, "affine")] + [doubled(kind, system, system)]
    for n, name in ((3, "triple"), (5, "quintuple")):
        formula = multiple(f"lopez_dahab_{name}", "lopez_dahab", "lopez_dahab", f"{n} P")
        entries.append(Entry(formula, kind, "lopez_dahab", binary.MULTIPLES[n]))
    inverse = (Operand(R, "affine"), Operand("p", "affine", "P"), Operand("x", "element", "P", "1/x"), CURVE)
    double = Formula("affine_double_by_inverse", inverse, (Result(R, "affine", "2 P"),), aliases=((R, "p"),))
    no_x = Exclusion(("^P = O", "^2 P = O"), "curve/binary/fb_curve.h", "r = 2 p for p with x != 0, given 1/x")
    entries.append(Entry(double, kind, "lopez_dahab", one, (no_x,)))
    frobenius = multiple("affine_frobenius", "affine", "affine", "tau P", curve=False)
    entries.append(Entry(frobenius, kind, "lopez_dahab", one))
    return entries + affine(kind) + slopes()


def slopes() -> list[Entry]:
    """Points given by x and x + y/x; of odd order, or of any with x != 0."""
    kind, c, header = "binary", "lambda", HEADERS["binary"]
    bind, odd = DEFAULT[kind], "r = p + q for points of odd order, whose x is not 0"

    def entry(formula: Formula, cases: tuple[str, ...], *exclusions: Exclusion, odd: str = "") -> Entry:
        domain = Exclusion(("P or Q of even order",), header, odd) if odd else None
        return Entry(formula, kind, bind, cases, exclusions, domain=domain)

    no_curve = (Operand(R, c), Operand("p", c, "P"), Operand("q", "affine_slope", "Q"))
    add_slope = Formula("lambda_add_slope", no_curve, (Result(R, c, "P + Q"),), aliases=((R, "p"),))
    domain = Exclusion((*INFINITY, "P = Q"), header, "The first is for p not infinity, not q and q not infinity")
    complete_slope = dataclasses.replace(add("lambda_add_slope_complete", c, "affine_slope", c), aliases=((R, "p"),))
    variable = Formula(
        "lambda_add_slope_var",
        (Operand("p", c, "P"), Operand("q", "affine_slope", "Q"), CURVE),
        (Result("p", c, "P + Q"),),
    )
    twice = Exclusion(
        (*INFINITY, "2 P = Q"),
        header,
        "r = 2 p + q for points of odd order, where 2 p is neither q nor -q; otherwise as above",
    )
    double_add = dataclasses.replace(
        add("double_add_lambda_affine_slope_to_lambda", c, "affine_slope", c), results=(Result(R, c, "2 P + Q"),)
    )
    no_x = Exclusion(
        ("^P = O", "^2 P = O"), "curve/binary/fb_curve.h", "neither infinity nor the point of order two has it"
    )
    masked = [
        Entry(
            Formula(
                "slope_negate_masked",
                (Operand("p", "affine_slope", "P"), Operand("mask", "number", form=mask)),
                (Result("p", "affine_slope", points),),
            ),
            kind, bind, (binary.FINE, "P = O"), note=f"mask {mask}",
        )
        for mask, points in (("0", "P"), ("-1", "-P"))
    ]  # fmt: skip
    return [
        *masked,
        entry(add_slope, binary.ODD_TWO, domain, odd=odd),
        entry(complete_slope, binary.ODD_TWO, odd=odd),
        entry(variable, binary.ODD_TWO, odd="p += q, of the same points as the second"),
        entry(add("lambda_add_complete", c, c, c), binary.ODD_TWO, odd="r = p + q for any points of odd order"),
        entry(double_add, binary.TWICE_AND_ONCE, twice, odd="r = 2 p + q for points of odd order"),
        entry(multiple("lambda_from_slope", "affine_slope", c, "P", curve=False), (binary.FINE, "P = O")),
        entry(multiple("affine_to_slope_var", "affine", "affine_slope", "P", curve=False), binary.ONE, no_x),
        entry(multiple("affine_from_slope", "affine_slope", "affine", "P", curve=False), binary.ONE, no_x),
    ]


def of_edwards() -> list[Entry]:
    """Curves a x^2 + y^2 = 1 + d x^2 y^2."""
    kind, c = "edwards", "extended"
    entries = bindable(kind, c)
    apart = Exclusion((r"4 \(P - Q\) = O",), ANY, "r = p + q, where p - q has no order that divides 4")
    entries.append(Entry(add("extended_add_mixed_apart", c, "affine", c), kind, c, edwards.TWO_APART, (apart,)))
    entries.append(Entry(add("extended_add_mixed_any_var", c, "affine", c), kind, c, edwards.TWO))
    entries.append(Entry(multiple("extended_triple", c, c, "3 P"), kind, c, edwards.MULTIPLES))
    e = Operand("e", "extended_list", "P", "and Q")
    listed = (Operand("q", "affine", "Q"), Operand("mask", "number", form="-1"), CURVE)
    add_list = Formula("extended_list_add", (e, *listed), (Result("e", "extended_list", "P + Q"),))
    double_list = Formula("extended_list_double", (e, CURVE), (Result("e", "extended_list", "2 P"),))
    entries.append(Entry(add_list, kind, c, edwards.TWO))
    both = Operand("e", "extended_list_kept", "P", "and Q")
    add_kept = Formula("extended_list_add_kept", (both, CURVE), (Result("e", "extended_list_kept", "P + Q"),))
    entries.append(Entry(add_kept, kind, c, edwards.TWO))
    entries.append(Entry(double_list, kind, c, edwards.ONE))
    entries.append(Entry(multiple("affine_double_var", "affine", "affine"), kind, c, edwards.ONE))
    entries.append(Entry(add("affine_add_var", "affine", "affine", "affine"), kind, c, edwards.TWO))
    entries.append(Entry(multiple("affine_negate", "affine", "affine", "-P", curve=False), kind, c, edwards.ONE))
    return entries + opposite(kind)


# Functions of src/curve that are no formulas: patterns of names, and what they are.
OTHERS = {
    "symbolic_.*|copy|from_flash|select|set_small|swap|mask_.*|neg|trace|solve_quadratic|add_masked": "the field",
    "curve_(add|multiply).*|curve_cubic|list_run|inv_each_var": "steps of formulas",
    "(.*_)?(to|from)_form|affine_generator|.*set_infinity|.*_select|point_split|co_z_swap": "copies",
    "affine_mask_.*|affine_validate|affine_y_bit_var|affine_from_x_var|point_.*_each_var": "not of one sum or multiple",
    "affine_.*_each_var|add_signed_var|point_(triple|quintuple)_var": "calls of formulas alone",
    ".*frobenius_times|extended_list_(begin|end|keep|mask_small_order)": "calls of formulas alone",
    "halve_var": "takes roots",
}


def entries() -> list[Entry]:
    """All formulas."""
    return of_prime() + of_binary() + of_edwards()
