"""Files of traces: each kind by a reader of its own, by the description of the format, and by other people's programs
where they are installed (lab/traces-requirements.in)."""

import json
from collections import namedtuple

import numpy as np
import pytest

from motelab.common.errors import MotecurveError
from motelab.leakage import campaign, simulator
from motelab.leakage.export import ets, formats, trs, zarr
from motelab.leakage.export.traces import Traces
from motelab.leakage.simulator import Job
from tests.lab.leakage.test_traces import assembled, words

WINDOW = "--from mc_fp255_clamped_scalar --to mc_fp255_clamped_scalar"
X25519 = f"leakage --op ecdh --curve Curve25519 --board telosb --model weight {WINDOW} --test fixed-fixed"
SAMPLES = {kind: np.arange(12, dtype=kind).reshape(3, 4) * 20 for kind in ("u1", "u2", "u4")}
DATA, FACTS = [b"one", b"two", b"three"], {"model": "weight", "step": 1.0}


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(campaign, "FOLDER", tmp_path / "kept")


def read_trs(content: bytes) -> tuple[np.ndarray, list[bytes]]:
    """By the description in Riscure's documentation."""
    fields, at = {}, 0
    while True:
        tag, length = content[at], content[at + 1]
        fields[tag] = int.from_bytes(content[at + 2 : at + 2 + length], "little")
        at += 2 + length
        if tag == trs.END:
            break
    data, size = fields[trs.DATA_BYTES], fields[trs.SAMPLES] * fields[trs.CODING]
    parts = [content[i : i + data + size] for i in range(at, len(content), data + size)]
    assert len(parts) == fields[trs.TRACES]
    return np.array([np.frombuffer(p[data:], f"<i{fields[trs.CODING]}") for p in parts]), [p[:data] for p in parts]


def read_zarr(folder) -> np.ndarray:
    """An array of format 2 without compression: each part has the whole size of a chunk, and its place as its name."""
    about = json.loads((folder / ".zarray").read_text())
    assert (about["zarr_format"], about["order"], about["compressor"], about["filters"]) == (2, "C", None, None)
    (rows, columns), (height, width) = about["shape"], about["chunks"]
    assert width == columns
    whole = np.zeros((-(-rows // height) * height, columns), about["dtype"])
    for number in range(len(whole) // height):
        part = np.fromfile(folder / f"{number}.0", about["dtype"]).reshape(height, width)
        whole[number * height : (number + 1) * height] = part
    assert len(list(folder.iterdir())) == 1 + len(whole) // height
    return whole[:rows]


def test_traces_are_written_for_others(lab, tmp_path):
    """The same samples in each kind of file; inputs where a file has room for them. A second time it is replaced."""
    for name in ("traces.npy", "traces.trs", "traces.zarr", "traces.zarr"):
        status, _, error = lab(f"{X25519} --traces 4 --output {name}")
        assert status == 0, error
    traces = np.load(tmp_path / "traces.npy")
    assert traces.shape[0] == 4
    assert (traces[0] == traces[2]).all()
    assert (traces[0] != traces[1]).any()
    read, data = read_trs((tmp_path / "traces.trs").read_bytes())
    assert (read == traces).all()
    assert data[0] == data[2] != data[1]
    assert (read_zarr(tmp_path / "traces.zarr/traces") == traces).all()
    assert [bytes(row) for row in read_zarr(tmp_path / "traces.zarr/data")] == data
    about = json.loads((tmp_path / "traces.zarr/.zattrs").read_text())
    assert (about["model"], about["unit"], about["board"]) == ("weight", "bit", "telosb")
    assert not list(tmp_path.glob(".*.part"))


@pytest.mark.parametrize("kind", SAMPLES)
def test_parts_of_zarr_are_filled_up(tmp_path, monkeypatch, kind):
    monkeypatch.setattr(zarr, "PART_BYTES", 8 * np.dtype(kind).itemsize)
    zarr.write(tmp_path / "a.zarr", Traces(SAMPLES[kind], DATA, FACTS))
    assert (tmp_path / "a.zarr/traces/1.0").stat().st_size == 8 * np.dtype(kind).itemsize
    assert (read_zarr(tmp_path / "a.zarr/traces") == SAMPLES[kind]).all()


@pytest.mark.parametrize("kind", SAMPLES)
def test_trs_has_samples_of_every_size(tmp_path, kind):
    trs.write(tmp_path / "a.trs", Traces(SAMPLES[kind], DATA, FACTS))
    read, data = read_trs((tmp_path / "a.trs").read_bytes())
    assert (read == SAMPLES[kind]).all()
    assert data == [b"one\0\0", b"two\0\0", b"three"]


@pytest.mark.parametrize("kind", SAMPLES)
def test_trsfile_reads_them(tmp_path, kind):
    trsfile = pytest.importorskip("trsfile")
    trs.write(tmp_path / "a.trs", Traces(SAMPLES[kind], DATA, FACTS))
    with trsfile.open(str(tmp_path / "a.trs"), "r") as read:
        assert [list(trace.samples) for trace in read] == SAMPLES[kind].tolist()


@pytest.mark.parametrize("kind", SAMPLES)
def test_zarr_reads_them(tmp_path, kind):
    library = pytest.importorskip("zarr")
    zarr.write(tmp_path / "a.zarr", Traces(SAMPLES[kind], DATA, FACTS))
    read = library.open_group(str(tmp_path / "a.zarr"), mode="r")
    assert (read["traces"][:] == SAMPLES[kind]).all()
    assert read["traces"].dtype == kind
    assert bytes(read["data"][2]) == b"three"
    assert dict(read.attrs) == FACTS


@pytest.mark.parametrize("kind", SAMPLES)
def test_estraces_reads_them(tmp_path, kind):
    estraces = pytest.importorskip("estraces")
    ets.write(tmp_path / "a.ets", Traces(SAMPLES[kind], DATA, FACTS))
    read = estraces.read_ths_from_ets_file(tmp_path / "a.ets")
    assert (read.samples[:] == SAMPLES[kind]).all()
    assert bytes(read.data[2]) == b"three"
    assert dict(read.headers) == FACTS


def powers(data, key: int):
    """What the planted program handles: not linear, so that one key alone explains it."""
    table = np.array([pow(3, exponent, 257) & 0xFF for exponent in range(256)], np.uint8)
    return table[np.asarray(data, np.uint8) ^ np.uint8(key)]


def test_scared_finds_a_planted_key(tmp_path):
    """Their correlation attack, on the file, with noise of two bits: of 256 guesses the right one is the strongest."""
    scared, estraces = pytest.importorskip("scared"), pytest.importorskip("estraces")
    key, known = 0xA7, np.random.default_rng(3).integers(256, size=400, dtype=np.uint8)
    planted, out = assembled(tmp_path, "cortex-m0plus"), tmp_path / "samples"
    line, jobs = words(planted, tmp_path, "weight"), [Job(0, bytes([value, 0])) for value in powers(known, key)]
    simulator.run(planted.elf, line, [], jobs[:1])
    simulator.run(planted.elf, line, ["--samples", str(out)], jobs)
    samples, data = np.fromfile(out, np.uint8).reshape(len(jobs), -1), [bytes([value]) for value in known]
    ets.write(tmp_path / "a.ets", Traces(samples, data, FACTS))
    read = estraces.read_ths_from_ets_file(tmp_path / "a.ets")
    noise = np.random.default_rng(4).standard_normal(read.samples[:].shape) * 2
    noisy = estraces.read_ths_from_ram(read.samples[:] + noise, data=read.data)

    @scared.attack_selection_function
    def handled(data, guesses):
        return np.stack([powers(data, guess) for guess in guesses], axis=1)

    attack = scared.CPAAttack(selection_function=handled, model=scared.HammingWeight(), discriminant=scared.maxabs)
    attack.run(scared.Container(noisy))
    assert int(attack.scores[:, 0].argmax()) == key


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a.csv", "its name must end in .npy, .trs, .zarr or .ets"),
        ("no/such/a.npy", "there is no folder no/such"),
        ("taken.zarr", "there is a folder of that name that holds no traces"),
    ],
)
def test_bad_names_are_one_line(lab, tmp_path, name, told):
    (tmp_path / "taken.zarr").mkdir()
    status, output, error = lab(f"{X25519} --traces 9 --output {name}")
    assert (status, output) == (2, b"")
    assert told in error
    assert "Traceback" not in error


def test_a_missing_library_is_named(monkeypatch):
    monkeypatch.setattr(formats.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(MotecurveError, match=r"\.ets needs h5py: .*pip install -r lab/traces-requirements\.lock"):
        formats.require_name("a.ets")


def test_a_file_that_the_disk_does_not_hold_is_refused_before_traces_are_made(lab, monkeypatch, tmp_path):
    disk = namedtuple("disk", "total used free")
    monkeypatch.setattr(campaign.shutil, "disk_usage", lambda _: disk(0, 0, campaign.SPARE_BYTES + 10**5))
    monkeypatch.setattr(campaign.Campaign, "sums", lambda *_: pytest.fail("traces are made"))
    status, _, error = lab(f"{X25519} --traces 2000 --output a.trs")
    assert status == 2
    assert "a.trs and its traces take 0.0 GB; the disk has room for 0.0 GB" in error
    assert not (tmp_path / "a.trs").exists()
