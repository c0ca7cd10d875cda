"""Proofs of recodings: steps that must be proved, and planted faults that must not."""

import dataclasses

import pytest

from motelab import ROOT
from motelab.measure import recoded
from motelab.prove.recodings import base2, joint, lattices, proof, tau_adic
from motelab.prove.recodings.base2 import Broken
from motelab.prove.recodings.bits import Library, Unread
from motelab.subjects import curves

LENGTH = 20
DIGITS = "scalar/recode/digits.h"


def changed(file: str, line: str, other: str) -> Library:
    text = (ROOT / "src" / file).read_text()
    assert line in text
    return Library(((file, text.replace(line, other)),))


def rows(library: Library) -> dict[tuple[str, int | None], proof.Row]:
    return {(row.recoding, row.width): row for row in proof.base_two(library, [LENGTH], LENGTH)}


def test_every_recoding_of_base_2_is_proved():
    found = rows(Library())
    assert len(found) == len(recoded.cases())
    assert {key: row.reason for key, row in found.items() if not row.proved} == {}


@pytest.mark.parametrize(
    ("line", "other", "recodings"),
    [
        ("position->carry = (uint8_t)(value >> (window - 1));", "position->carry = 0;", {"naf", "wnaf"}),
        ("position->unread = i + window;", "position->unread = i + window - 1;", {"naf", "wnaf"}),
        ("*place = low;\n        return (int8_t)value;\n    }\n    return 0;\n}\n\n/* Base", "*place = low + 1;\n"
         "        return (int8_t)value;\n    }\n    return 0;\n}\n\n/* Base", {"sliding-window"}),
        ("const uint8_t value = EC(bits_between)(k, low, low + window);",
         "const uint8_t value = EC(bits_between)(k, low, low + window - 1);", {"fixed-window"}),
        ("(int_fast16_t)next - (int_fast16_t)bit", "(int_fast16_t)next + (int_fast16_t)bit", {"mof", "wmof"}),
        ("i == windows * window ? 1 :", "", {"regular"}),
    ],
)  # fmt: skip
def test_planted_faults_are_not_proved(line, other, recodings):
    found = rows(changed(DIGITS, line, other))
    left = {name for (name, width), row in found.items() if row.proved and width not in (1, None)}
    assert not left & recodings
    assert not any(found[name, None].proved for name in recodings & {"naf", "mof"})


def test_a_bit_outside_the_window_is_not_read():
    library = changed(DIGITS, "if (EC(bit_or_0)(k, i) == position->carry)",
                      "if (EC(bit_or_0)(k, i) == position->carry + 0 * EC(bit_or_0)(k, i + 9))")  # fmt: skip
    with pytest.raises(Unread):
        base2.from_right(library, "read_wnaf_from_right", recoded.promise("wnaf", 4), LENGTH)


@pytest.mark.parametrize(
    "lie", [{"below": 4}, {"apart": 5}, {"signed": False}, {"step": 2}], ids=lambda one: next(iter(one))
)
def test_promises_that_lie_are_not_proved(lie):
    false = dataclasses.replace(recoded.promise("wnaf", 4), **lie)
    with pytest.raises((Broken, Unread)):
        base2.from_right(Library(), "read_wnaf_from_right", false, LENGTH)


def test_digits_from_the_left_that_are_too_near():
    promise = recoded.promise("sliding-window", 4)
    assert base2.from_left(Library(), "read_sliding_window", promise, LENGTH)
    with pytest.raises(Broken):
        base2.from_left(Library(), "read_sliding_window", dataclasses.replace(promise, below=8), LENGTH)


def test_joint_sparse_form():
    assert joint.prove(Library()) == 256


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("is_3_or_5 && (y & 3) == 2 ? -digit : digit", "digit"),
        ("(x & 2) ? -1 : 1", "1"),
        ("carry_k = (uint8_t)(bit_k + carry_k - digits_of_k[i]) / 2;", "carry_k = (uint8_t)(bit_k + carry_k) / 2;"),
    ],
)
def test_faults_of_the_joint_sparse_form_are_not_proved(line, other):
    with pytest.raises(Broken):
        joint.prove(changed("scalar/recode/recode_joint_sparse_form.c", line, other))


@pytest.mark.parametrize("mu", [-1, 1])
@pytest.mark.parametrize("width", [2, 3, 4, 5, pytest.param(7, marks=pytest.mark.slow)])
def test_tau_adic_forms_are_proved(width, mu):
    assert tau_adic.prove(width, mu) == 4**width


def test_tables_of_tau_adic_digits_that_lie(monkeypatch):
    right = tau_adic.alphas(4, 1)
    monkeypatch.setattr(tau_adic, "alphas", lambda *_: right | {3: (right[3][0] + 2, right[3][1])})
    with pytest.raises(Broken, match="alpha_3"):
        tau_adic.check_tables(4, 1)


def test_lattices_are_proved():
    assert lattices.prove_glv(curves.find("secp256k1"))
    assert lattices.prove_tau(curves.find("sect163k1"), 0)


@pytest.mark.slow
def test_all_lattices_are_proved():
    assert all(lattices.prove_glv(curve) for curve in lattices.of_structure("endomorphism"))
    assert all(lattices.prove_tau(curve, which) for curve in lattices.of_structure("Koblitz") for which in (0, 1))


@pytest.mark.parametrize("place", [0, 1])
def test_a_basis_of_another_lattice_is_not_proved(place, monkeypatch):
    plain = lattices.Lattice.__init__

    def lie(self, *arguments):
        plain(self, *arguments)
        vectors = [list(one) for one in self.basis]
        vectors[place][0] += 1
        self.basis = tuple(map(tuple, vectors))

    monkeypatch.setattr(lattices.Lattice, "__init__", lie)
    with pytest.raises(Broken):
        lattices.prove_glv(curves.find("secp256k1"))
    with pytest.raises(Broken):
        lattices.prove_tau(curves.find("sect163k1"), 0)


def test_rounding_constants_of_another_size_do_not_fit(monkeypatch):
    plain = lattices.Lattice.__init__

    def lie(self, *arguments):
        plain(self, *arguments)
        self.s = (self.s[0] + (1 << 100), self.s[1])

    monkeypatch.setattr(lattices.Lattice, "__init__", lie)
    with pytest.raises(Broken, match="does not fit"):
        lattices.prove_glv(curves.find("secp256k1"))
