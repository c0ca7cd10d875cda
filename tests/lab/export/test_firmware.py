"""./motecurve firmware: its sources compile alone without warnings, become the lab's machine code, give the known
answers in the cycles of the record, and refuse a device that is too small."""

import dataclasses
import json
import re
import statistics
import subprocess

import pytest
from click.testing import CliRunner

from codegen.sources import Source
from motelab import ROOT
from motelab.boards import binutils
from motelab.boards import board as boards
from motelab.boards.image import Builder
from motelab.commands.firmware import command
from motelab.common.errors import DoesNotFit, MotecurveError
from motelab.export import calls, costs, layout, texts, writing
from motelab.export.drop import Drop
from motelab.measure import bench
from motelab.subjects import curves
from tests.lab.export import strict

MOST_FILES = 10
# Words that look like files of a drop, but are a user's or stand for any number of bytes.
OTHER_NAMES = {"device.ld"}
FILE = re.compile(r"[\w./-]*\w\.(?:[chS]|ld|md|txt)\b")
SYSTEM_HEADER = re.compile(r"^#include <[^>]*>", re.M)
DROPS = [
    "micaz sect233k1 ecdh,sign,verify speed",
    "cortex-m0plus secp256r1 ecdh balanced",
]
SLOW = [
    "cortex-m0plus secp256r1 ecdh speed",
    "micaz secp256r1 sign,verify balanced",
    "telosb sect233k1 ecdh balanced",
    "cortex-m4 Ed25519 sign,verify balanced",
    "micaz sect163k1 sign,verify size",
    "micaz Ed25519 sign,verify speed",
    "micaz Curve25519 ecdh speed",
    "micaz sect163r2 sign,verify,stepwise speed",
    "micaz sect283k1 ecdh speed scalar-mult=ladder fb-inv=itoh-tsujii:c",
    "telosb sect233k1 ecdh,sign,verify speed",
    "telosb secp256r1 verify size",
    "telosb sect163r2 verify,stepwise speed",
    "cortex-m4 secp256r1 ecdh,sign,verify speed",
    "rpi2 secp256r1 ecdh,sign,verify speed",
    "rv32 sect233k1 ecdh,sign,verify speed",
    "rv32 Ed25519 verify size",
]


def drop_of(asked: str) -> Drop:
    board, curve, words, prefer, *members = asked.split()
    device = calls.board_of("riscv") if board == "rv32" else boards.load(board)
    choices = tuple(tuple(member.split("=")) for member in members)
    return Drop(device, curves.find(curve), calls.parsed(words), prefer, choices)


def made(drop: Drop, folder, *variables: str) -> subprocess.CompletedProcess:
    """`make` in the folder of a drop."""
    tools = [f"BINUTILS={binutils.folder(drop.board.compiler.binutils)}/"] if drop.board.compiler.binutils else []
    return subprocess.run(["make", *tools, *variables], cwd=folder, capture_output=True, text=True)


@pytest.mark.parametrize(
    "asked", [*DROPS, *(pytest.param(asked, marks=(pytest.mark.slow, pytest.mark.turns(3))) for asked in SLOW)]
)
def test_drop(asked, tmp_path):
    """The objects of a drop, linked with the bench in the lab's order, run as the lab's image does."""
    drop, folder = drop_of(asked), tmp_path / "mote"
    files = layout.files(drop)
    assert len(files) <= MOST_FILES and not lacking(files)
    writing.write(folder, files)
    for name in ("motecurve.h", "README.md", "Makefile"):
        assert texts.version() in (folder / name).read_text() and texts.commit() in (folder / name).read_text()
    built = made(drop, folder, strict.MAKE)
    assert built.returncode == 0, built.stderr
    programs = {"avr-gcc": ["simavr", "-m", "atmega128"], "arm-linux-gnueabi-gcc": ["qemu-arm"]}
    if drop.board.compiler.command in programs:
        example = [*programs[drop.board.compiler.command], str(folder / "build/example.elf")]
        shown = subprocess.run(example, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
        assert "motecurve: ok" in shown.stdout  # simavr prints on its standard error everything that the chip sends
    if "arm-linux" in drop.board.compiler.command:
        assert "with Linux, such as a Cortex-A (`--target armv7`)" in files["README.md"]
    if drop.board.simulator == "qemu":  # whose images have no C library, and another float ABI
        platform = f"-I{drop.board.platform_folder} -I{ROOT / 'boards/firmware'}"
        flags = " ".join([*drop.builder.flags, platform])
        own = ("CC=arm-linux-gnueabi-gcc", f"MACHINE={flags}", "BUILD=soft", "soft/libmotecurve.a")
        assert made(drop, folder, strict.MAKE, *own).returncode == 0
        (folder / "build").rename(folder / "hard")
        (folder / "soft").rename(folder / "build")
    for selection, record in zip(drop.selections, drop.records, strict=True):
        image = linked(drop, selection, folder)
        cases = bench.cases_of(selection)[1]
        run = bench.simulator_of(drop.board).execute(
            image,
            measure=Builder(selection).build().symbol,
            step=selection.operation.step,
            data=bench.inputs(selection, cases),
            max_cycles=selection.max_cycles,
            **drop.board.machine,
        )
        assert run.output == bench.outputs(selection, cases)
        costs = sorted(one.cost for one in run.runs)
        assert (costs[0], statistics.median_low(costs), costs[-1]) == tuple(record[n] for n in ("min", "median", "max"))
        assert max(one.stack_bytes for one in run.runs) <= drop.stack_bytes


def lacking(files: dict[str, str]) -> set[str]:
    """Files that the header or the README names, and that a drop has not."""
    text = SYSTEM_HEADER.sub("", files["motecurve.h"]) + files["README.md"]
    return set(FILE.findall(text)) - set(files) - OTHER_NAMES


MEASURED = ("mc_ecdh", "mc_ecdsa_sign_digest", "mc_ecdsa_sign_message", "mc_ecdsa_verify_digest")
MEASURED += ("mc_ecdsa_verify_message", "mc_key_generate")


def test_costs_of_every_call():
    """Also of those that hash, and of keys: each row has a time and bytes. Hashing adds to time, stack and flash."""
    table = costs.calls_table(drop_of("cortex-m0plus secp256r1 ecdh,sign,verify small"))
    rows = {
        row[0].strip(" `"): [cell.strip() for cell in row[1:]]
        for row in (r.split("|")[1:-1] for r in table.splitlines())
    }
    assert set(MEASURED) <= set(rows)
    numbers = {name: [float(cell.replace(",", "")) for cell in rows[name]] for name in MEASURED}
    for word in ("sign", "verify"):
        digest, message = (numbers[f"mc_ecdsa_{word}_{form}"] for form in ("digest", "message"))
        cycles, flash, stack = ([form[column] for form in (digest, message)] for column in (0, 3, 5))
        assert all(of_digest < of_message for of_digest, of_message in (cycles, flash, stack))
        assert cycles[1] - cycles[0] < 0.1 * cycles[0]


def test_what_is_not_measured_is_named():
    """Key generation on Curve25519 has no operation in the lab."""
    assert "`mc_key_generate` there is no figure" in costs.remarks(drop_of("cortex-m0plus Curve25519 ecdh small"))
    assert not costs.remarks(drop_of("cortex-m0plus secp256r1 ecdh small"))


def test_a_file_that_is_lacking_is_noticed():
    files = {
        "motecurve.h": "#include <stdint.h>\n/* motecurve.c, kdf.h */\n",
        "motecurve.c": "",
        "README.md": "`Makefile`",
    }
    assert lacking(files) == {"kdf.h"}


def linked(drop: Drop, selection, folder):
    """An image of the bench with the objects of the drop instead of the library's."""
    builder = Builder(selection)
    work = folder / selection.operation.name
    work.mkdir()
    (work / "image.h").write_text(builder.config_header())
    named = {unit: folder / f"build/unit_{unit.number}.o" for unit in drop.closure.units}
    units = {str(unit.source): path for unit, path in named.items() if not unit.is_helper}
    objects = [str(path) for unit, path in named.items() if unit.is_helper]  # the bench has them by other names
    for line in builder.link(()).with_suffix(".sources").read_text().splitlines():
        path, field, *window = line.split()
        source = Source(ROOT / path, field, *map(int, window))
        extra = builder.flags_of_firmware if source.path in builder.firmware else ()
        objects.append(str(units[line] if line in units else builder.compile(source, work, extra)))
    image = work / "image.elf"
    builder.run([*builder.linker(), "-o", str(image), *objects, *drop.board.compiler.link_flags])
    return image


def test_members_that_replace_the_board_s_own():
    """They are in the configuration and in both commands of the README; another call's bindings stay together."""
    own, other = (
        drop_of("micaz sect283k1 ecdh,sign speed"),
        drop_of("micaz sect283k1 ecdh,sign speed scalar-mult=ladder"),
    )
    changed = {name: value for name, value in other.configuration.items() if own.configuration.get(name) != value}
    assert changed == {"MC_SCALAR_MULT": "scalar_mult_ladder"}
    assert "--prefer speed --with scalar-mult=ladder --out" in costs.made_by(other)
    assert costs.measured_by(other).count("--with scalar-mult=ladder") == 4 and "--with" not in costs.measured_by(own)


@pytest.mark.slow
def test_flash_of_calls_together():
    """Less than the sum of the records, since calls share code, and more than the largest; of one call as recorded, but
    for the bench's own use of the C library."""
    together = drop_of("micaz secp256r1 sign,verify speed")
    alone = [record["flash_bytes"] for record in together.records]
    assert max(alone) < together.calls_flash_bytes < sum(alone)
    one = drop_of("micaz secp256r1 sign speed")
    assert one.calls_flash_bytes == pytest.approx(one.records[0]["flash_bytes"], rel=0.02)


def test_makefile_refuses_what_does_not_fit(tmp_path):
    """sect233k1 needs more stack than 2 KB of RAM: without the check it overwrites its own variables. The linker knows
    the chip's RAM; the Makefile compares with what it is told."""
    drop = drop_of("micaz sect233k1 ecdh speed")
    writing.write(tmp_path / "mote", layout.files(drop))
    small = made(drop, tmp_path / "mote", "MACHINE=-mmcu=atmega328p", "RAM_BYTES=2048", "FLASH_BYTES=32768")
    assert small.returncode != 0
    assert "bytes_of_stack_in_motecurve' will not fit in region `data'" in small.stderr
    small = made(drop, tmp_path / "mote", "RAM_BYTES=2048")
    assert small.returncode != 0 and "does not fit: too little RAM" in small.stdout
    assert not (tmp_path / "mote/build/example.elf").exists()


def test_what_the_board_cannot_hold_is_refused():
    small = dataclasses.replace(boards.load("micaz"), ram_bytes=1280)
    drop = dataclasses.replace(drop_of("micaz secp256r1 verify speed"), board=small)
    with pytest.raises(DoesNotFit, match=r"of RAM; micaz has 1,280"):
        layout.files(drop)


def run(*arguments: str):
    return CliRunner().invoke(command, arguments)


def test_json(tmp_path):
    asked = ("--target", "avr", "--curve", "sect233k1", "--ops", "sign", "--out", str(tmp_path / "mote"))
    done = run(*asked, "--format", "json")
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)
    files = {row["file"]: row["bytes"] for row in rows if "file" in row}
    assert files == {path.name: path.stat().st_size for path in (tmp_path / "mote").iterdir()}
    assert [row["operation"] for row in rows if "file" not in row] == ["ecdsa-sign"]


BASE = ("--board", "micaz", "--curve", "sect233k1", "--ops", "sign")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((*BASE[:4], "--ops", "sing"), "did you mean sign"),
        ((*BASE[:4], "--ops", "stepwise"), "a drop needs an operation"),
        ((*BASE[:4], "--ops", "ecdh,stepwise"), "stepwise is for ECDSA"),
        ((*BASE[:2], "--curve", "sect233k2", *BASE[4:]), "did you mean"),
        ((*BASE[:2], "--curve", "Curve25519", *BASE[4:]), "Curve25519 has no sign; it has ecdh"),
        (("--board", "mikaz", *BASE[2:]), "did you mean micaz"),
        (("--target", "arv", *BASE[2:]), "did you mean armv7 or avr"),
        (("--board", "host", *BASE[2:]), "name a simulated board"),
        (BASE[2:], "name a device"),
        ((*BASE, "--prefer", "sped"), "no preference 'sped'; did you mean speed"),
        ((*BASE, "--with", "scalar-mut=ladder"), "did you mean scalar-mult"),
        ((*BASE, "--with", "scalar-mult-base=fixed"), "no algorithm of scalar-mult-base"),
        ((*BASE[:4], "--ops", "ecdh", "--with", "scalar-mult=wtnaf/5"), "the time of ecdh by wtnaf tells the secret"),
        ((*BASE[:4], "--ops", "sign,stepwise", "--with", "fb-inv=euclid"), "need fb-inv=itoh-tsujii:c"),
    ],
)
def test_bad_input(arguments, words, tmp_path):
    done = run(*arguments, "--out", str(tmp_path / "mote"))
    assert isinstance(done.exception, MotecurveError)
    assert words in str(done.exception)
    assert not list(tmp_path.iterdir())


def test_weak_curve_is_called_weak(tmp_path):
    done = CliRunner().invoke(
        command, (*BASE[:2], "--curve", "sect113r1", "--ops", "sign", "--out", str(tmp_path / "m"))
    )
    assert "sect113r1 is weak" in done.stderr
    assert "weak" in (tmp_path / "m/README.md").read_text()


def test_folder_that_is_not_empty(tmp_path):
    (tmp_path / "own.c").write_text("int x;\n")
    (tmp_path / "motecurve_random.c").write_text("filled in\n")
    (tmp_path / "src").mkdir()
    (tmp_path / "src/motecurve_fits.c").write_text("of an earlier drop\n")
    files = {"README.md": "new\n", "motecurve_random.c": "empty\n", "src/a.c": "\n", "src/motecurve.c": "\n"}
    with pytest.raises(MotecurveError, match="not empty"):
        writing.write(tmp_path, files)
    assert not (tmp_path / "README.md").exists()
    writing.write(tmp_path, files, force=True)
    assert {path.name for path in tmp_path.iterdir()} == {"own.c", "motecurve_random.c", "README.md", "src"}
    assert {path.name for path in (tmp_path / "src").iterdir()} == {"a.c", "motecurve.c"}
    assert (tmp_path / "motecurve_random.c").read_text() == "filled in\n"
