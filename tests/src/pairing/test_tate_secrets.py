"""The Tate pairing's arithmetic is constant time in points, scalars and values: valgrind follows undefined bytes to
jumps and addresses (tate_secrets.c)."""

from pathlib import Path

from motelab.library import host
from tests.src.pairing.library import build, of_type_1
from tests.src.pairing.test_bls12_secrets import reports


def program(word_bits: int, field: str) -> Path:
    folder, target = build(of_type_1(word_bits), word_bits).parent, f"tate_secrets_{field}"
    host.run_quietly(["cmake", "--build", str(folder), "--parallel", "2", "--target", target])
    return next(path for path in folder.rglob(target) if path.is_file())


def test_no_jump_and_no_address_depends_on_a_secret(word_bits):
    assert reports(program(word_bits, "fp256t")) == ""


def test_the_same_with_kernels_for_24_words():
    """Those of the level that valgrind knows; test_montgomery_24.py looks at the other's object code."""
    assert reports(program(64, "fp1536t")) == ""


def test_a_planted_leak_is_seen(word_bits):
    assert "Conditional jump" in reports(program(word_bits, "fp256t"), "leak")
