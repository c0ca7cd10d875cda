"""Recodings of two scalars at once, and into chains with the bases 2, 3 and 5: they represent the scalars, follow the
rules that define them, and are as sparse as theory says. test_scalar.py and tests/c/ test multiplications with them."""

import ctypes
import itertools
import random
from collections.abc import Iterator

import pytest

from motelab.library import host
from motelab.subjects import recodings

Columns = list[tuple[int, int]]
FIELDS = ["fb7", "fb163", "fb571", "fp7", "fp160r1", "fp256r1", "fp521"]
BITS_PER_ADDITION = {"double_base": 4.6419, "multi_base": 5.61426}  # Doche and Habsieger 2008; Yu et al. 2013


class ChainStep(ctypes.Structure):
    """mc_chain_step of scalar/scalar.h."""

    _fields_ = (
        ("twos", ctypes.c_uint16),
        ("threes", ctypes.c_uint16),
        ("fives", ctypes.c_uint8),
        ("sign", ctypes.c_int8),
    )


def joint_columns(library: host.Library, k: int, second: int) -> Columns:
    """Columns of the joint sparse form, the least significant first."""
    upper, lower = ((ctypes.c_int8 * (library.scalar_bits + 1))() for _ in range(2))
    recode = library.function("recode_joint_sparse_form_var", ctypes.c_uint16)
    length = recode(upper, lower, library.scalar(k), library.scalar(second))
    return list(zip(upper[:length], lower[:length], strict=True))


def chain(library: host.Library, name: str, k: int) -> list[recodings.Step]:
    """Steps of the chain, the last one first."""
    steps = (ChainStep * (library.scalar_bits // 2 + 2))()
    length = library.function(f"recode_chain_{name}_var", ctypes.c_uint16)(steps, library.scalar(k))
    assert length <= len(steps)
    return [(step.twos, step.threes, step.fives, step.sign) for step in steps[:length]]


def scalars(size: int) -> Iterator[int]:
    """The ends of the range and numbers between."""
    source, top = random.Random(2005), 1 << size
    small = range(min(top, 200))
    yield from (*small, *(top - 1 - k for k in small), *(source.randrange(top) for _ in range(100)))


def check_joint(columns: Columns, k: int, second: int):
    """The three rules of Solinas 2001, and the sums."""
    for place, number in enumerate((k, second)):
        assert sum(column[place] << i for i, column in enumerate(columns)) == number
    assert all(digit in (-1, 0, 1) for column in columns for digit in column)
    assert not columns or columns[-1] != (0, 0)
    assert all((0, 0) in columns[i : i + 3] for i in range(len(columns) - 2))
    for low, high in itertools.pairwise(columns):
        for place in range(2):
            assert low[place] * high[place] != -1
            if low[place] * high[place]:
                assert high[1 - place] != 0
                assert low[1 - place] == 0


@pytest.mark.parametrize("field", FIELDS)
def test_joint_sparse_form(word_bits, field):
    library = host.Library(word_bits, field)
    numbers = list(scalars(library.scalar_bits))
    for k, second in zip(numbers, random.Random(1).sample(numbers, len(numbers)), strict=True):
        check_joint(joint_columns(library, k, second), k, second)


def test_joint_sparse_form_of_all_small_numbers():
    library, source = host.Library(64, "fb163"), random.Random(3)
    for k in range(1 << 16):
        second = source.randrange(1 << 16)
        check_joint(joint_columns(library, k, second), k, second)


def least_weight(k: int, second: int, bits: int) -> int:
    """Nonzero columns of the best signed binary representation of both: the minimum over all digits, place by place,
    for each pair of carries."""
    weights = {(0, 0): 0}
    for i in range(bits + 1):
        following: dict[tuple[int, int], int] = {}
        for carries, weight in weights.items():
            sums = [(number >> i & 1) + carry for number, carry in zip((k, second), carries, strict=True)]
            choices = [[(0, s // 2)] if s % 2 == 0 else [(1, (s - 1) // 2), (-1, (s + 1) // 2)] for s in sums]
            for chosen in itertools.product(*choices):
                after = tuple(carry for _, carry in chosen)
                total = weight + any(digit for digit, _ in chosen)
                following[after] = min(total, following.get(after, total))
        weights = following
    return weights[0, 0]


def test_joint_sparse_form_is_the_sparsest():
    library = host.Library(64, "fb7")
    for k, second in itertools.product(range(128), range(0, 128, 3)):
        weight = sum(column != (0, 0) for column in joint_columns(library, k, second))
        assert weight == least_weight(k, second, 8), (k, second)


def test_density_of_the_joint_sparse_form():
    library, source, places, weight = host.Library(64, "fb571"), random.Random(5), 0, 0
    for _ in range(200):
        columns = joint_columns(library, source.getrandbits(571), source.getrandbits(571))
        places, weight = places + 571, weight + sum(column != (0, 0) for column in columns)
    assert weight / places == pytest.approx(1 / 2, rel=0.01)


def value(steps: list[recodings.Step]) -> int:
    total = 0
    for twos, threes, fives, sign in reversed(steps):
        total = total * 2**twos * 3**threes * 5**fives + sign
    return total


@pytest.mark.parametrize("name", BITS_PER_ADDITION)
@pytest.mark.parametrize("field", FIELDS)
def test_chain(word_bits, field, name):
    library = host.Library(word_bits, field)
    powers = [k for k in (2**a * 3**b * 5**c for a in range(0, 200, 23) for b in range(0, 90, 17) for c in (0, 1, 60))]
    for k in (*scalars(library.scalar_bits), *(k for k in powers if k < 1 << library.scalar_bits)):
        steps = chain(library, name, k)
        assert value(steps) == k
        assert steps == list(recodings.chain(name.replace("_", "-"), k))


@pytest.mark.parametrize("name", BITS_PER_ADDITION)
def test_chain_of_all_small_numbers(name):
    library = host.Library(64, "fb163")
    for k in range(1 << 16):
        steps = chain(library, name, k)
        assert value(steps) == k, steps
        assert all(step[3] for step in steps[1:])


@pytest.mark.parametrize("name", BITS_PER_ADDITION)
def test_density_of_chains(name):
    library, source = host.Library(64, "fb571"), random.Random(11)
    additions = sum(sum(bool(step[3]) for step in chain(library, name, source.getrandbits(571))) for _ in range(300))
    assert 300 * 571 / additions == pytest.approx(BITS_PER_ADDITION[name], rel=0.02)
