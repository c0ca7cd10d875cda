"""`./motecurve leakage`: rows, files, interruption, bad input; and keys that attacks compute, or do not."""

import json
import random
import shutil
from collections import namedtuple

import pytest

from motelab import ROOT
from motelab.boards import ibex_open
from motelab.boards.implementations.image import builder_of
from motelab.leakage import ask, campaign, inputs, lines, simulator
from motelab.leakage.attacks import ladder, profiled, swaps
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.measure.operation_counts import multiple
from motelab.subjects import curves

X25519 = "leakage --op ecdh --curve Curve25519 --board telosb --model weight"
WINDOW = "--from mc_fp255_clamped_scalar --to mc_fp255_clamped_scalar"
FIELDS = (
    "board operation curve implementation protect model order traces routine instruction source t_max threshold leaks"
)


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(campaign, "FOLDER", tmp_path / "kept")


def rows(lab, line: str) -> list[dict]:
    status, output, error = lab(line)
    assert status == 0, error
    return json.loads(output)


def test_clamping_a_secret_shows(lab):
    """The routine reads the secret's first and last words; it is named with its source."""
    found = rows(lab, f"{X25519} {WINDOW} --traces 60")
    assert set(FIELDS.split()) <= set(found[0])
    (row,) = [row for row in found if row["routine"] == "mc_fp255_clamped_scalar"]
    assert row["samples"] > 5
    assert row["traces"] == 60
    assert (row["protect"], row["operation"], row["curve"]) == ("none", "ecdh", "Curve25519")


def test_elmo_has_its_own_unit_of_noise(lab):
    """Clamping shows by ELMO's model, too, with the noise of that model; not in 300 times that noise."""
    line = f"{X25519} {WINDOW} --traces 60".replace("telosb", "cortex-m0plus").replace("weight", "elmo")
    row = next(row for row in rows(lab, line) if row["routine"] == "mc_fp255_clamped_scalar")
    assert row["leaks"]
    assert (row["model"], row["noise"]) == ("elmo", 0.3)
    assert not any(row["leaks"] for row in rows(lab, f"{line} --noise 90"))


# MSP430's instructions of two operands, by their first hexadecimal digit, from 4 on (SLAU049, 3.4.1).
MNEMONICS = ("mov", "add", "addc", "subc", "sub", "cmp", "dadd", "bit", "bic", "bis", "xor", "and")
MSP430 = dict(zip(MNEMONICS, range(4, 16), strict=True))


def test_assembly_of_msp430_has_its_lines(lab):
    """The instruction that stands in the line is the one in the image, for all of two operands in a ladder's step."""
    step = "mc_fp255_ladder_step_weak_msp430"
    found = rows(lab, f"{X25519} --from {step} --to {step} --traces 4 --by instruction")
    chosen = bench.select(Request(board="telosb", operation="ecdh", curve="Curve25519", backend="asm"))
    ((base, code),) = [part for part in lines.code(builder_of(chosen).build().path) if part[0] < 0xFF00 and part[1]]
    checked = 0
    for row in (row for row in found if row["routine"] == step):
        path, _, line = row["source"].rpartition(":")
        mnemonic = (ROOT / path).read_text().splitlines()[int(line) - 1].split()[0].removesuffix(".b")
        if mnemonic in MSP430:
            assert code[int(row["instruction"], 16) - base + 1] >> 4 == MSP430[mnemonic], row
            checked += 1
    assert checked > 1000


def test_the_secret_correlates_where_it_is_read(lab):
    line = f"{X25519} --from 0 --to mc_words_from_octets_little --test correlation --traces 60 --by instruction"
    strongest = rows(lab, line)[0]
    assert strongest["leaks"]
    assert strongest["routine"] == "mc_words_from_octets_little"
    assert strongest["t_max"] > strongest["threshold"]


@pytest.mark.slow
def test_clamping_has_information_and_pairs(lab):
    """The same instructions by mutual information; pairs of samples name both."""
    found = rows(lab, f"{X25519} {WINDOW} --traces 200 --test mutual-information")
    assert next(row for row in found if row["routine"] == "mc_fp255_clamped_scalar")["leaks"]
    found = rows(lab, f"{X25519} {WINDOW} --traces 200 --order 2 --pairs 3")
    assert all(int(row["second"], 16) > 0 for row in found)
    status, _, error = lab(f"{X25519} --traces 200 --order 2 --pairs 3")
    assert status == 2
    assert "--pairs takes at most 1,342,177 samples of 200 traces, and there are 2,3" in error


@pytest.mark.slow
def test_modules_of_a_netlist_have_rows(lab):
    """Reading and clamping a secret shows in the register file; a window counts instructions."""
    on_ibex = X25519.replace("telosb --model weight", "ibex --model toggles")
    line = f"{on_ibex} --to mc_fp255_clamped_scalar --traces 300"
    modules = rows(lab, f"{line} --by module")
    assert sorted(row["module"] for row in modules) == sorted(ibex_open.MODULES)
    assert next(row for row in modules if row["module"] == "registers")["leaks"]
    assert not next(row for row in modules if row["module"] == "rest")["leaks"]
    whole = rows(lab, line)
    assert {row["samples"] for row in modules} == {sum(row["samples"] for row in whole)}
    assert whole[0]["leaks"] and whole[0]["module"] is None


def test_an_interrupted_run_goes_on(lab, monkeypatch):
    """The same rows as at one go; only the missing traces are made."""
    line = f"{X25519} {WINDOW} --traces 12"
    whole = rows(lab, line)
    shutil.rmtree(campaign.FOLDER)
    monkeypatch.setattr(campaign, "CHUNK_S", 0.0)
    usual, made = simulator.run, []

    def counted(elf, machine, options, jobs):
        made.append(len(jobs := list(jobs)))
        if len(made) == 4:
            raise KeyboardInterrupt
        usual(elf, machine, options, jobs)

    monkeypatch.setattr(simulator, "run", counted)
    assert lab(line)[0] == 130
    assert made == [1, 2, 2, 2]  # the index, two chunks, and the one that is interrupted
    assert rows(lab, line) == whole
    assert made[4:] == [1, 2, 2, 2, 2]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "leakage --op ecdh --curve secp256r1 --board rpi2 --traces 9 --model weight",
            "no traces on rpi2: QEMU's plugins are not told the values of registers before version 9; boards with "
            "traces: cortex-m0plus, cortex-m4, ibex, ",
        ),
        (
            f"{X25519.replace('weight', 'toggles')} --traces 9",
            "--model toggles is of a netlist, which telosb is not; boards with this model: ibex, ibex-b",
        ),
        (f"{X25519} --traces 9 --by module", "--by module is for --model toggles, without --calls, --pairs and "),
        ("leakage --op fb-mul --board micaz --traces 9 --model weight", "fb-mul has no secret input"),
        (f"{X25519} --traces 3", "--traces 3 is too few"),
        (
            f"{X25519.replace('weight', 'elmo')} --traces 9",
            "--model elmo is of a Cortex-M0 or M0+, which telosb is not; boards with this model: cortex-m0plus, ",
        ),
        ("leakage --op ecdh --curve Curve25519 --board cortex-m4 --traces 9 --model elmo", "which cortex-m4 is not"),
        ("leakage --op ecdh --curve Curve25519 --board ibex --traces 9 --model elmo", "which ibex is not"),
        (f"{X25519} --traces 9 --order 2 --calls", "--order 2 is for t-tests of instructions"),
        (f"{X25519} --traces 9 --pairs 3", "--pairs is of second order: add --order 2"),
        (f"{X25519} --traces 9 --test mutual-information", "too few for --test mutual-information: at least 200"),
        (f"{X25519} --traces 9 --test product", "take --op ecdsa-sign"),
        (f"{X25519} --traces 4 --test profiled", "--traces 4 is too few for --test profiled: at least 5"),
        (
            f"{X25519.replace('Curve25519', 'secp256r1')} --traces 9 --test profiled",
            "--test profiled reads the steps of a ladder on x: take --op ecdh --curve Curve25519",
        ),
        (f"{X25519} --traces 9 --from no_such", "the run has no routine no_such"),
        (f"{X25519} --traces 9 --from 9 --to 9", "no samples from 9 to 9"),
        (f"{X25519} --traces 9 --model current", "'current' is not one of 'weight', 'distance', 'elmo', 'toggles'"),
    ],
)
def test_bad_input_is_one_line(lab, line, told):
    status, output, error = lab(line)
    assert (status, output) == (2, b"")
    assert told in error
    assert "Traceback" not in error


def test_keys_of_x25519_have_every_bit():
    """The highest bit that clamping leaves differs in random keys; all are below 2^255."""
    chosen = bench.select(Request(board="telosb", operation="ecdh", curve="Curve25519", backend="asm"))
    secrets = [inputs.Inputs(chosen, "random-random", False, 1).secret("random", i) for i in range(40)]
    assert {secret >> 253 for secret in secrets} == {0, 1, 2, 3}


def test_more_traces_than_the_disk_holds_are_refused_before_they_are_made(lab, monkeypatch):
    disk = namedtuple("disk", "total used free")
    monkeypatch.setattr(campaign.shutil, "disk_usage", lambda _: disk(0, 0, campaign.SPARE_BYTES + 10**6))
    status, _, error = lab(f"{X25519} --test correlation --traces 1000")
    assert status == 2
    assert "1,000 traces of 2,3" in error
    assert "take 2.4 GB; the disk has room for 0.0 GB" in error
    status, _, error = lab(f"{X25519} --test profiled --traces 1000")
    assert status == 2
    assert "the traces of both boards take 2.3 GB; the disk has room for 0.0 GB" in error


def recovered(board: str, curve: str, operation: str, blinding: str, asked: ask.Asked) -> bool:
    request = Request(board=board, operation=operation, curve=curve, backend="asm", blinding=blinding)
    return ask.rows(bench.select(request), asked)[0]["recovered"]


@pytest.mark.slow
@pytest.mark.parametrize("blinding", ["none", "coordinates"])
def test_one_trace_of_a_ladder_gives_the_key(blinding):
    """Blinded coordinates do not hide the swaps."""
    assert recovered("telosb", "Curve25519", "ecdh", blinding, ask.Asked("weight", 1, "horizontal"))


@pytest.mark.slow
@pytest.mark.parametrize("blinding", ["none", "coordinates"])
def test_the_mean_of_traces_gives_the_key_on_cortex_m(blinding):
    """Swaps by addresses change single bits: one trace is too few."""
    for traces, is_recovered in ((1, False), (30, True)):
        asked = ask.Asked("weight", traces, "horizontal")
        assert recovered("cortex-m4", "Curve25519", "ecdh", blinding, asked) == is_recovered


@pytest.mark.slow
@pytest.mark.parametrize(("blinding", "traces"), [("none", 30), ("coordinates", 30), ("both", 10)])
def test_a_profile_of_another_board_gives_the_key_from_one_trace(blinding, traces, monkeypatch):
    """On cortex-m4, where one trace alone does not; of a blinded scalar, too. What is found gives the public key. Bits
    in another order than their traces give nothing."""
    found, usual, curve = [], swaps.search, curves.find("Curve25519")
    monkeypatch.setattr(swaps, "search", lambda *given: found.append(usual(*given)) or found[-1])
    asked = ask.Asked("weight", traces, "profiled")
    assert recovered("cortex-m4", "Curve25519", "ecdh", blinding, asked)
    assert len([key for key in found if key is not None]) >= 8
    scalar = ladder.clamped(random.Random("1 secret fixed").randrange(1, 1 << 255), 255)
    for key in found:
        assert key is None or multiple(curve, key % curve.order) == multiple(curve, scalar % curve.order)
    of_trace = profiled.Traces.bits
    monkeypatch.setattr(profiled.Traces, "bits", lambda self, number: of_trace(self, number ^ 1))
    assert not recovered("cortex-m4", "Curve25519", "ecdh", blinding, asked)


@pytest.mark.slow
def test_signatures_give_the_key_unless_scalars_are_blinded():
    asked = ask.Asked("weight", 30, "product")
    assert recovered("micaz", "secp112r1", "ecdsa-sign", "none", asked)
    assert not recovered("micaz", "secp112r1", "ecdsa-sign", "scalar", asked)
