"""Bit vectors: words are terms of SMT-LIB 2, which two solvers get as one text."""

import dataclasses
from typing import Any

from motelab.prove.kernel.machine import Machine, Unknown
from motelab.prove.targets.ir import Access


@dataclasses.dataclass(frozen=True, slots=True)
class Term:
    """The name of a term, and its bits."""

    name: str
    width: int


Value = int | Term


class Vectors:
    """The domain, for Machine; `lines` define the terms, in order."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.kept: dict[tuple[str, int], Term] = {}

    def input(self, name: str, width: int) -> Term:
        self.lines.append(f"(declare-const {name} (_ BitVec {width}))")
        return Term(name, width)

    def term(self, text: str, width: int) -> Term:
        """A name for an expression; the old one if it has one."""
        if (text, width) not in self.kept:
            name = f"t{len(self.kept)}"
            self.lines.append(f"(define-fun {name} () (_ BitVec {width}) {text})")
            self.kept[text, width] = Term(name, width)
        return self.kept[text, width]

    @staticmethod
    def text(value: Value, width: int) -> str:
        return value.name if isinstance(value, Term) else f"(_ bv{value} {width})"

    def extended(self, value: Value, width: int, more: int) -> str:
        """A word with zeros above it."""
        if isinstance(value, int):
            return f"(_ bv{value} {width + more})"
        return f"((_ zero_extend {width + more - value.width}) {value.name})"

    def cut(self, term: Term | str, high: int, low: int) -> Term:
        name = term.name if isinstance(term, Term) else term
        return self.term(f"((_ extract {high} {low}) {name})", high - low + 1)

    def apply(self, name: str, width: int, operands: list[Value], count: int) -> tuple[Value, ...]:
        rule = getattr(self, f"_{name}", None)
        if rule is None:
            raise Unknown(f"{name} has no rule for bit vectors")
        return rule(width, *operands, *([count] if name == "split" else []))

    def _add(self, width: int, a: Value, b: Value, c: Value) -> tuple[Value, Value]:
        parts = " ".join(self.extended(one, size, width + 1 - size) for one, size in ((a, width), (b, width), (c, 1)))
        total = self.term(f"(bvadd {parts})", width + 1)
        return self.cut(total, width - 1, 0), self.cut(total, width, width)

    def _sub(self, width: int, a: Value, b: Value, c: Value) -> tuple[Value, Value]:
        x, y, z = (self.extended(one, size, width + 1 - size) for one, size in ((a, width), (b, width), (c, 1)))
        total = self.term(f"(bvsub (bvsub {x} {y}) {z})", width + 1)
        return self.cut(total, width - 1, 0), self.cut(total, width, width)

    def _mul(self, width: int, a: Value, b: Value) -> tuple[Value, Value]:
        total = self.term(f"(bvmul {self.extended(a, width, width)} {self.extended(b, width, width)})", 2 * width)
        return self.cut(total, width - 1, 0), self.cut(total, 2 * width - 1, width)

    def both(self, name: str, width: int, a: Value, b: Value) -> tuple[Term]:
        return (self.term(f"({name} {self.text(a, width)} {self.text(b, width)})", width),)

    def _and(self, width: int, a: Value, b: Value) -> tuple[Value]:
        return (0,) if 0 in (a, b) else self.both("bvand", width, a, b)

    def _or(self, width: int, a: Value, b: Value) -> tuple[Term]:
        return self.both("bvor", width, a, b)

    def _xor(self, width: int, a: Value, b: Value) -> tuple[Term]:
        return self.both("bvxor", width, a, b)

    def _not(self, width: int, a: Term) -> tuple[Term]:
        return (self.term(f"(bvnot {a.name})", width),)

    def _rol(self, width: int, a: Value, c: Value) -> tuple[Term, Term]:
        word = self.term(f"(concat {self.text(a, width)} {self.text(c, 1)})", width + 1)
        return self.cut(word, width - 1, 0), self.cut(word, width, width)

    def _ror(self, width: int, a: Value, c: Value) -> tuple[Term, Term]:
        word = self.term(f"(concat {self.text(c, 1)} {self.text(a, width)})", width + 1)
        return self.cut(word, width, 1), self.cut(word, 0, 0)

    def _shl(self, width: int, a: Term, n: int) -> tuple[Term]:
        return (self.term(f"(bvshl {self.text(a, width)} (_ bv{n} {width}))", width),)

    def _shr(self, width: int, a: Term, n: int) -> tuple[Term]:
        return (self.term(f"(bvlshr {self.text(a, width)} (_ bv{n} {width}))", width),)

    def _sar(self, width: int, a: Term, n: int) -> tuple[Term]:
        return (self.term(f"(bvashr {self.text(a, width)} (_ bv{n} {width}))", width),)

    def _rotate(self, width: int, a: Term, n: int) -> tuple[Term]:
        return (self.term(f"((_ rotate_right {n % width}) {a.name})", width),)

    def _bit(self, width: int, a: Term, i: int) -> tuple[Term]:
        return (self.cut(a, i, i),)

    def _setbit(self, width: int, a: Value, i: int, b: Value) -> tuple[Term]:
        cleared = f"(bvand {self.text(a, width)} (_ bv{(1 << width) - 1 ^ 1 << i} {width}))"
        placed = f"(bvshl {self.extended(b, 1, width - 1)} (_ bv{i} {width}))"
        return (self.term(f"(bvor {cleared} {placed})", width),)

    def _zero(self, width: int, a: Term) -> tuple[Term]:
        return (self.flag(f"(= {a.name} (_ bv0 {width}))"),)

    def flag(self, condition: str) -> Term:
        return self.term(f"(ite {condition} #b1 #b0)", 1)

    def _less(self, width: int, a: Value, b: Value) -> tuple[Term]:
        return (self.flag(f"(bvult {self.text(a, width)} {self.text(b, width)})"),)

    def _less_signed(self, width: int, a: Value, b: Value) -> tuple[Term]:
        return (self.flag(f"(bvslt {self.text(a, width)} {self.text(b, width)})"),)

    def _choose(self, width: int, c: Value, a: Value, b: Value) -> tuple[Term]:
        return (self.term(f"(ite (= {self.text(c, 1)} #b1) {self.text(a, width)} {self.text(b, width)})", width),)

    def _overflow_add(self, width: int, a: Value, b: Value, s: Value) -> tuple[Term]:
        x, y, z = (self.text(one, width) for one in (a, b, s))
        return (self.cut(self.term(f"(bvand (bvxor {x} {z}) (bvxor {y} {z}))", width), width - 1, width - 1),)

    def _overflow_sub(self, width: int, a: Value, b: Value, d: Value) -> tuple[Term]:
        x, y, z = (self.text(one, width) for one in (a, b, d))
        return (self.cut(self.term(f"(bvand (bvxor {x} {y}) (bvxor {x} {z}))", width), width - 1, width - 1),)

    def _join(self, width: int, *parts: Value) -> tuple[Term]:
        words = " ".join(self.text(part, width) for part in reversed(parts))
        return (self.term(f"(concat {words})", width * len(parts)),)

    _pack = _join

    def _split(self, width: int, a: Term, count: int) -> tuple[Term, ...]:
        return tuple(self.cut(a, width * i + width - 1, width * i) for i in range(count))

    def _extend(self, width: int, a: Term, n: int) -> tuple[Term]:
        return (self.term(self.extended(a, width, n - width), n),)

    def _sign_extend(self, width: int, a: Term, n: int) -> tuple[Term]:
        return (self.term(f"((_ sign_extend {n - width}) {a.name})", n),)

    def load(self, machine: Machine, access: Access, parts: list[Any]) -> Value:
        raise Unknown("a load at an address that depends on an input")
