"""The installed library: its size, its exports, and known answers from its functions on every curve; compilers warn
if a status is ignored; an image links only the sources that it needs."""

import re
import subprocess
from pathlib import Path

import pytest

from codegen import sources
from motelab import ROOT
from motelab.boards.image import Builder
from motelab.common.errors import MotecurveError
from motelab.library import host
from motelab.library.host import Status
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.subjects import curves, known_answers
from tests.public_interface import PublicInterface

HEADERS = ROOT / "include/motecurve"
# Fields -> the most bytes of the shared library, stripped.
BOUNDS = {"fb163;fp255;fp256r1": 500_000, "": 3_050_000}
ANSWERED = {"fb163;fp255;fp256r1": 6, "": 82}  # curves with known answers
IGNORING = """
#include <motecurve/ecdh.h>
void agree(uint8_t *secret, const uint8_t *own, const uint8_t *peer, const mc_curve *curve)
{
    %s mc_ecdh(secret, own, peer, 32, 65, curve);
}
"""


@pytest.fixture(scope="module", params=[pytest.param(f, marks=[] if f else pytest.mark.slow) for f in BOUNDS])
def fields(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def library(fields) -> Path:
    return host.build(64, tests=False, fields=fields) / "libmotecurve.so"


def output(*command) -> str:
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def declared() -> set[str]:
    """Names that the public headers declare for users of the library."""
    found = set()
    for path in HEADERS.glob("*.h"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
        texts = re.findall(r"^MC_API(?:_DATA)?\b([^;]*);", text, re.S | re.M)
        functions = {name for part in texts for name in re.findall(r"\b(mc_\w+)\(", part)}
        found |= functions | {n for p in texts if "(" not in p for n in re.findall(r"\b(mc_\w+)\b(?! )", p)}
    return found


def test_size(library, fields, tmp_path):
    output("strip", "-o", tmp_path / "stripped.so", library)
    assert (tmp_path / "stripped.so").stat().st_size <= BOUNDS[fields]


def test_exports_what_headers_declare(library):
    lines = output("nm", "-D", "--defined-only", "-P", library).splitlines()
    names, kinds, *_ = zip(*(line.split()[:2] for line in lines), strict=True)
    versioned = [name for name, kind in zip(names, kinds, strict=True) if kind != "A"]  # not the version itself
    assert {name.partition("@@")[2] for name in versioned} == {"MOTECURVE_0.2"}
    exported = {name.partition("@")[0] for name in versioned}
    assert exported == declared() and len(exported) > 80


def test_known_answers(library, fields):
    """Keys, agreement and signatures on every curve that has them, except signatures of EdDSA."""
    interface = PublicInterface(64, library)
    met = [name for name in interface.curves() if answered(interface, curves.find(name))]
    assert len(met) == ANSWERED[fields], met


def answered(interface: PublicInterface, curve: curves.Curve) -> int:
    """How many answers agreed; none for curves without answers."""
    count = 0
    order = "big" if curve.form == "Weierstrass" else "little"
    size = interface.size(curve.name, "field")

    def scalar(value: int) -> bytes:
        return value.to_bytes(interface.size(curve.name, "scalar"), order)

    def point(case: known_answers.Case) -> bytes:
        if curve.form == "Montgomery":
            return case["px"].to_bytes(size, order)
        return b"\x04" + case["px"].to_bytes(size, order) + case["py"].to_bytes(size, order)

    for case in cases(curve, "ecdsa-keygen"):
        count += interface.public_key(scalar(case["d"]), curve.name) == (Status.OK, point(case))
    for case in cases(curve, "ecdh"):
        secret = case["secret"].to_bytes(size, order)
        count += interface.ecdh(scalar(case["d"]), point(case), curve.name) == (Status.OK, secret)
    for case in cases(curve, "ecdsa-sign"):
        digest, signature = case["digest"].to_bytes(32, "big"), scalar(case["r"]) + scalar(case["s"])
        count += interface.sign(scalar(case["d"]), digest, curve.name) == (Status.OK, signature)
    for case in cases(curve, "ecdsa-verify"):
        digest, signature = case["digest"].to_bytes(32, "big"), scalar(case["r"]) + scalar(case["s"])
        count += interface.verify(signature, point(case), digest, curve.name) == Status.OK
    for case in cases(curve, "eddsa-keygen"):
        public = case["q"].to_bytes(interface.size(curve.name, "public_key"), order)
        count += interface.public_key(scalar(case["d"]), curve.name) == (Status.OK, public)
    asked = sum(
        len(cases(curve, name)) for name in ("ecdsa-keygen", "eddsa-keygen", "ecdh", "ecdsa-sign", "ecdsa-verify")
    )
    assert count == asked, curve.name
    return count


def cases(curve: curves.Curve, operation: str) -> list[known_answers.Case]:
    """The first random cases of the curve with known answers."""
    try:
        return known_answers.load(curve.name, operation).random[:2]
    except MotecurveError:
        return []


@pytest.mark.parametrize(("use", "warns"), [("", True), ("if (MC_OK ==", False)])
def test_an_ignored_status_warns(tmp_path, use, warns):
    text = IGNORING % use
    (tmp_path / "ignoring.c").write_text(text.replace("curve);", "curve)) return;") if use else text)
    command = ["gcc", f"-I{ROOT / 'include'}", "-c", tmp_path / "ignoring.c", "-o", tmp_path / "ignoring.o"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    assert ("-Wunused-result" in told) == warns


def test_every_status_must_be_checked():
    for path in HEADERS.glob("*.h"):
        assert not re.search(r"^MC_API mc_status\b", path.read_text(), re.M), path.name


def test_public_headers_name_no_tiny_curve():
    assert not [path.name for path in HEADERS.glob("*.h") if re.search(r"tiny", path.read_text(), re.I)]


# Board, curve, operation, its public function, and the folder of the board's kernels.
IMAGES = [
    ("micaz", "sect163k1", "ecdh", "mc_ecdh", "avr"),
    ("cortex-m4", "Curve25519", "ecdh", "mc_ecdh", "thumb"),
    ("telosb", "secp160r1", "ecdsa-sign", "mc_ecdsa_sign_digest", "msp430"),
]


@pytest.mark.parametrize(("device", "curve", "operation", "function", "target"), IMAGES)
def test_an_image_needs_listed_sources_alone(device, curve, operation, function, target):
    """The sources that are linked into an image are among those that the text of the sources names."""
    selection = bench.select(Request(board=device, operation=operation, curve=curve))
    taken = Builder(selection).build().path.with_suffix(".sources").read_text().splitlines()
    members = [member.function for slot, member in selection.bound.items() if slot != "coordinates"]
    listed = sources.of_image(curve, [function], [target], members)
    known = {str(source) for source in listed.sources}
    library = [line for line in taken if line.startswith(("src/", "generated/")) and "/firmware/" not in line]
    assert len(library) > 20 and set(library) <= known
    assert ROOT / "src/word/config.h" in listed.headers and ROOT / "include/motecurve/ecdh.h" in listed.headers


def test_sources_of_unknown_names_are_refused():
    with pytest.raises(ValueError, match="no curve sect164k1"):
        sources.of_image("sect164k1", ["mc_ecdh"])
    with pytest.raises(ValueError, match="no source for fb163 defines mc_ecdhh"):
        sources.of_image("sect163k1", ["mc_ecdhh"])
