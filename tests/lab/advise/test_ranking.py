"""Ranking, Pareto front and conflicts of choices, against definitions written out here: over random choices by brute
force, and over the committed records by what the files themselves say."""

import itertools
import json
import random

import pytest

from motelab import DATA, ROOT
from motelab.advise import conflicts, demands, ranking
from motelab.advise.choices import Choice, candidates
from motelab.advise.demands import Wishes
from motelab.advise.quantities import Battery
from motelab.boards import board
from motelab.common.errors import MotecurveError
from motelab.compare import committed

MICAZ, RPI2, CORTEX_M4 = board.load("micaz"), board.load("rpi2"), board.load("cortex-m4")
SECP256R1 = next(r for r in committed.of("micaz") if (r["curve"], r["operation"]) == ("secp256r1", "ecdh"))
CURVES = ("sect163k1", "sect163r2", "secp192r1", "sect233k1", "secp256r1", "sect283k1")
ANYTHING = Wishes(security_bits=0, allows_weak=True)


def made(curve: str = "secp256r1", **figures) -> Choice:
    """A choice with these figures; a megahertz, so that cycles are microseconds."""
    cycles = figures.pop("cycles", 1000)
    times = {"median": cycles, "cycles": cycles, "microseconds": cycles, "energy_mj": cycles / 1e6}
    return Choice((SECP256R1 | {"curve": curve, "ram_static_bytes": 0} | times | figures,))


def some(source: random.Random, count: int) -> list[Choice]:
    """Random choices with figures from a few values, so that many are equal."""
    return [
        made(
            source.choice(CURVES), cycles=source.randint(1, 4) * 1000, flash_bytes=source.randint(1, 4),
            stack_bound_bytes=source.randint(1, 4),
        )
        for _ in range(count)
    ]  # fmt: skip


def bits_of_files() -> dict[str, int]:
    listed = json.loads((ROOT / "curves/security.json").read_text())["curves"]
    return {one["name"]: round(one["rho_bits_with_automorphisms"]) for one in listed}


BITS = bits_of_files()


def raw(choice: Choice) -> tuple[int, int, int, int]:
    """Time, flash, RAM and lacking security, from the fields of the record and the file of curves."""
    (record,) = choice.records
    return record["median"], record["flash_bytes"], record["stack_bound_bytes"], -BITS[record["curve"]]


@pytest.mark.parametrize("seed", range(5))
def test_the_front_by_definition(seed):
    """A choice is on it unless another is nowhere worse and somewhere better."""
    choices = some(random.Random(seed), 60)
    beaten = {
        b for a, b in itertools.permutations(choices, 2) if raw(a) != raw(b)
        and all(x <= y for x, y in zip(raw(a), raw(b), strict=True))
    }  # fmt: skip
    assert ranking.front(choices) == set(choices) - beaten and beaten


def test_equal_choices_are_both_on_the_front():
    twins = [made(flash_bytes=5), made(flash_bytes=5), made(flash_bytes=6)]
    assert ranking.front(twins) == set(twins[:2])


@pytest.mark.parametrize(("by", "place"), [("time", 0), ("flash", 1), ("ram", 2), ("security", 3)])
def test_the_order(by, place):
    found = ranking.advice(some(random.Random(7), 40), demands.of(ANYTHING, MICAZ), by).ranked
    values = [raw(choice)[place] for choice in found]
    assert values == sorted(values) and len(found) == 40
    assert found[0] in ranking.front(found)


@pytest.mark.parametrize("seed", range(4))
def test_excluded_by_definition(seed):
    """Limits on random choices: the ranked ones are those whose own figures keep them, and the reason of any other
    names the first limit that it breaks."""
    source = random.Random(seed)
    choices = some(source, 60)
    wishes = Wishes(
        flash_bytes=source.randint(1, 4), ram_bytes=source.randint(1, 4), time_ms=source.randint(1, 4),
        security_bits=source.choice((80, 96, 112)),
    )  # fmt: skip
    found = ranking.advice(choices, demands.of(wishes, MICAZ))

    def first_broken(choice: Choice) -> str | None:
        median, flash, ram, lack = raw(choice)
        broken = {
            "weak": -lack < 80, "security": -lack < wishes.security_bits, "flash": flash > wishes.flash_bytes,
            "ram": ram > wishes.ram_bytes, "time": median / 1000 > wishes.time_ms,
        }  # fmt: skip
        return next((name for name, is_broken in broken.items() if is_broken), None)

    assert {choice for choice in choices if first_broken(choice) is None} == set(found.ranked)
    assert all(lacking[0].name == first_broken(choice) for choice, lacking in found.excluded)
    counts = [len(lacking) for _, lacking in found.excluded]
    assert counts == sorted(counts)


@pytest.mark.parametrize("seed", range(6))
def test_the_fewest_demands_that_exclude_one_another(seed):
    """No smaller set of demands is met by no choice, and none of the set can be left out."""
    source = random.Random(seed)
    choices = some(source, 3)
    wanted = demands.of(Wishes(2, 2, 2, security_bits=source.choice((96, 112))), MICAZ)
    names = {demand.name: demand for demand in wanted}
    advice = ranking.advice(choices, wanted)
    conflict = conflicts.of(advice, wanted)
    assert (conflict is None) == bool(advice.ranked)
    if conflict:
        admitted = [c for c in choices if BITS[c.name] >= 80] or choices
        met = {name: [d.distance(c) == 0 for c in admitted] for name, d in names.items()}
        alone = {name for name, found in met.items() if not any(found)}
        together = [demand.name for demand in conflict.demands]
        if alone:
            assert set(together) == alone
        else:
            assert not any(all(found) for found in zip(*(met[name] for name in together), strict=True))
            fewer = itertools.combinations(names, len(together) - 1)
            assert all(any(all(row) for row in zip(*(met[n] for n in few), strict=True)) for few in fewer if few)


def test_one_demand_that_nothing_meets():
    choices = [made("secp256r1", flash_bytes=700), made("sect283k1", flash_bytes=900), made("sect163k1", flash_bytes=5)]
    wanted = demands.of(Wishes(flash_bytes=500), MICAZ)
    conflict = conflicts.of(ranking.advice(choices, wanted), wanted)
    first, nearest = conflict.lines
    assert first.startswith("flash of at most 500 B cannot be met: secp256r1, ") and "700 B, 200 above 500" in first
    assert nearest.startswith("nearest: secp256r1, ")


def test_a_bit_of_security_is_as_far_as_twice_the_flash():
    """Of two choices that miss a demand, twice and a half the flash is nearer than two bits less, and farther than
    one."""
    large = made("secp256r1", flash_bytes=2_500)
    for bits, first in ((112, "sect233k1"), (113, "secp256r1")):  # sect233k1 has 111
        choices = [large, made("sect233k1", flash_bytes=900)]
        found = ranking.advice(choices, demands.of(Wishes(flash_bytes=1_000, security_bits=bits), MICAZ))
        assert found.excluded[0][0].name == first


def test_a_battery_lasts_by_hand():
    """1,000 mAh at 3 V are 10.8 MJ in thousandths; 10 mJ 24 times a day take 240 mJ: 45,000 days, 123.203 years."""
    choice = made(cycles=10_000_000)
    wishes = Wishes(per_day=24, battery=Battery(1000, 3), life_days=45_000)
    assert demands.life_years(choice, wishes) == pytest.approx(45_000 / 365.25, abs=0.001)
    for days, holds in ((44_900, True), (45_100, False)):
        wanted = demands.of(Wishes(per_day=24, battery=Battery(1000, 3), life_days=days), MICAZ)
        assert (demands.missed(wanted, choice) == []) == holds


@pytest.mark.parametrize(("per_day", "holds"), [(8_640, True), (8_641, False)])
def test_a_day_has_86400_seconds(per_day, holds):
    """10 s each."""
    wanted = demands.of(Wishes(per_day=per_day), MICAZ)
    assert (demands.missed(wanted, made(cycles=10_000_000)) == []) == holds


def test_memories_of_the_board_are_limits():
    """The MICAz has 4 KB of RAM and 128 KB of flash, whatever is allowed."""
    wanted = demands.of(Wishes(flash_bytes=10**6, ram_bytes=10**6), MICAZ)
    assert [d.name for d in demands.missed(wanted, made(flash_bytes=131_073, stack_bound_bytes=4_097))] == [
        "flash",
        "ram",
    ]
    assert not demands.missed(wanted, made(flash_bytes=131_072, stack_bound_bytes=4_096))


@pytest.mark.parametrize(
    ("device", "wishes", "words"),
    [
        (RPI2, Wishes(time_ms=3), "rpi2 counts instructions"),
        (RPI2, Wishes(per_day=3), "rpi2 counts instructions"),
        (CORTEX_M4, Wishes(energy_mj=3), "cortex-m4 has no current"),
        (MICAZ, Wishes(battery=Battery(1, 3)), "--per-day"),
        (MICAZ, Wishes(life_days=3), "--battery"),
    ],
)
def test_demands_that_the_figures_cannot_answer(device, wishes, words):
    with pytest.raises(MotecurveError, match=words):
        demands.of(wishes, device)


STANDARDS = json.loads((ROOT / "curves/curves.json").read_text())["curves"]


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("nist", "FIPS 186 / SP 800-186"), ("sec", "SEC 2"), ("SEC 2", "SEC 2"), ("brainpool", "RFC 5639"),
        ("x962", "ANSI X9.62"), ("X9.62", "ANSI X9.62"), ("rfc7748", "RFC 7748"), ("rfc8032", "RFC 8032"),
    ],
)  # fmt: skip
def test_standards(words, meant):
    wanted = demands.of(Wishes(standards=(words,), security_bits=0, allows_weak=True), MICAZ)
    for curve in (one for one in STANDARDS if one.get("generator_valid", True)):
        assert (not demands.missed(wanted, made(curve["name"], stack_bound_bytes=1, flash_bytes=1))) == (
            meant in curve["standards"]
        ), curve["name"]


def test_constant_time_of_a_call_with_a_secret():
    """Verification has none, and may take its time."""
    records = {r["operation"]: r for r in committed.of("micaz") if r["curve"] == "secp256r1" and r["profile"] == "fast"}
    verify, sign = records["ecdsa-verify"], records["ecdsa-sign"]
    assert not verify["constant_time"] and not Choice((verify,)).telling and not Choice((verify,)).is_constant_time
    assert Choice((sign, verify)).is_constant_time
    telling = Choice((sign | {"constant_time": False}, verify))
    assert telling.telling == ["ecdsa-sign"] and not telling.is_constant_time
    assert [d.name for d in demands.missed(demands.of(Wishes(), MICAZ), telling)] == ["constant-time"]
    assert not demands.missed(demands.of(Wishes(wants_constant_time=False), MICAZ), telling)


@pytest.mark.parametrize("name", ["micaz", "telosb", "rpi2"])
def test_candidates_are_the_rows_of_the_file(name):
    """One for each record of the call; for two calls, those of one curve and profile with the same members."""
    lines = (DATA / f"records/{name}.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    ecdh = [row for row in rows if row["operation"] == "ecdh"]
    assert [choice.records[0] for choice in candidates(rows + ecdh, [("ecdh",)])] == sorted(
        ecdh, key=lambda row: list(dict.fromkeys(r["curve"] for r in rows)).index(row["curve"])
    )
    pairs = [
        (sign["elf_sha256"], verify["elf_sha256"]) for sign in rows for verify in rows
        if (sign["operation"], verify["operation"]) in (("ecdsa-sign", "ecdsa-verify"), ("eddsa-sign", "eddsa-verify"))
        and (sign["curve"], sign["profile"]) == (verify["curve"], verify["profile"])
        and not any(verify["choices"].get(slot, spec) != spec for slot, spec in sign["choices"].items())
    ]  # fmt: skip
    calls = [("ecdsa-sign", "eddsa-sign"), ("ecdsa-verify", "eddsa-verify")]
    found = candidates(rows, calls)
    assert sorted(tuple(r["elf_sha256"] for r in choice.records) for choice in found) == sorted(pairs) and pairs
    for choice in found:
        assert choice.flash_bytes == sum(r["flash_bytes"] for r in choice.records)
        stacks = [r["ram_static_bytes"] for r in choice.records], [r["stack_bound_bytes"] for r in choice.records]
        assert choice.ram_bytes == sum(stacks[0]) + max(stacks[1])
