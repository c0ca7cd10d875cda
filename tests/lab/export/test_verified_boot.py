"""./motecurve firmware --for mcuboot: images signed by imgtool are valid, and no others: not with a byte changed, not
cut short, not with lengths that overflow, not by another key."""

import ctypes
import functools
import struct
from pathlib import Path

import pytest
from click.testing import CliRunner
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils

from motelab.boards import qemu_system
from motelab.commands.firmware import command
from motelab.common.errors import MotecurveError
from tests.lab.export import signed_images
from tests.lab.export.signed_images import HEADER_BYTES, KINDS, PAYLOAD, checked, signed

SIGNED_BYTES = HEADER_BYTES + len(PAYLOAD)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """A function of a kind's name: a folder with a drop, its key, and a program that checks slots here."""

    @functools.cache
    def drop_of(curve: str) -> Path:
        folder = tmp_path_factory.mktemp(curve)
        signed_images.dropped(folder, "cortex-m0plus", curve, "small")
        return folder

    @functools.cache
    def of(name: str) -> tuple[Path, Path]:
        folder = drop_of(KINDS[name].curve)
        signed_images.take_key(folder, KINDS[name])
        return folder, signed_images.on_this_computer(folder, KINDS[name])

    return of


every_kind = pytest.mark.parametrize(
    "name", [name if name == "p256" else pytest.param(name, marks=pytest.mark.slow) for name in KINDS]
)


@every_kind
def test_every_byte_counts(name, prepared):
    """One bit of each byte changed, and every shorter slot; bytes behind the image do not count."""
    folder, program = prepared(name)
    image = signed(folder, KINDS[name])
    assert checked(program, [image, image + b"\xff" * 100]) == ["VALID"] * 2
    flipped = [image[:i] + bytes([image[i] ^ 1 << i % 8]) + image[i + 1 :] for i in range(len(image))]
    refused = checked(program, flipped)
    assert "VALID" not in refused
    assert {"NONE", "KIND", "TLV", "TLV_TYPE", "KEY", "HASH", "SIGNATURE"} <= set(refused)
    assert set(refused[HEADER_BYTES:SIGNED_BYTES]) == {"HASH"}
    assert set(checked(program, [image[:count] for count in range(len(image))])) == {"NONE", "SIZE", "TLV"}


@every_kind
def test_protected_tlvs_and_other_keys(name, prepared):
    folder, program = prepared(name)
    kind = KINDS[name]
    protected = signed(folder, kind, PAYLOAD, "--security-counter", "7", "--custom-tlv", "0x00a0", "0x1234")
    padded = signed(folder, kind, PAYLOAD, "--pad", "--confirm")
    other = signed(folder, kind, PAYLOAD, key="other.pem")
    assert checked(program, [protected, padded, other]) == ["VALID", "VALID", "KEY"]
    place = SIGNED_BYTES + 8  # a byte of a protected TLV: it is hashed
    changed = protected[:place] + bytes([protected[place] ^ 1]) + protected[place + 1 :]
    assert checked(program, [changed]) == ["HASH"]


@pytest.mark.slow
def test_a_signature_of_the_image_needs_no_hash(prepared):
    """Without the TLV of the hash, which later imgtools leave out, the signature alone refuses a changed image."""
    folder, program = prepared("ed25519-pure")
    image = signed(folder, KINDS["ed25519-pure"])
    bare = with_tlvs(image, [(kind, value) for kind, value in tlvs(image).items() if kind != SHA512])
    changed = bare[:70] + b"!" + bare[71:]
    assert checked(program, [bare, changed]) == ["VALID", "SIGNATURE"]
    mark = with_tlvs(image, [(kind, b"\0" if kind == PURE else value) for kind, value in tlvs(image).items()])
    assert checked(program, [mark]) == ["TLV_MISSING"]


def tlvs(image: bytes) -> dict[int, bytes]:
    """The TLVs behind an image of the payload."""
    at, found = SIGNED_BYTES + 4, {}
    while at < len(image):
        kind, count = struct.unpack_from("<HH", image, at)
        found[kind] = image[at + 4 : at + 4 + count]
        at += 4 + count
    return found


def with_tlvs(image: bytes, found: list[tuple[int, bytes]]) -> bytes:
    """The image with these TLVs instead."""
    area = b"".join(struct.pack("<HH", kind, len(value)) + value for kind, value in found)
    return image[:SIGNED_BYTES] + struct.pack("<HH", 0x6907, len(area) + 4) + area


KEY_HASH, HASH, SHA512, SIGNATURE, PURE = 0x01, 0x10, 0x12, 0x22, 0x25


def test_tlvs_that_are_missing_or_wrong(prepared):
    """A signature of the same image by another key does not become valid beside the hash of the right key."""
    folder, program = prepared("p256")
    image = signed(folder, KINDS["p256"])
    own, other = tlvs(image), tlvs(signed(folder, KINDS["p256"], key="other.pem"))
    names = {KEY_HASH: "KEY", HASH: "HASH", SIGNATURE: "SIGNATURE"}
    whole = list(own.items())
    assert set(own) == set(names) and checked(program, [with_tlvs(image, whole)]) == ["VALID"]
    assert checked(program, [with_tlvs(image, whole[::-1])]) == ["VALID"]
    for kind, refusal in names.items():
        rest = [(k, v) for k, v in whole if k != kind]
        short = [*rest, (kind, own[kind][:-1])]
        cases = [rest, [*whole, (kind, own[kind])], short, [*rest, (kind, b"")]]
        missing = refusal if kind == SIGNATURE else "TLV_MISSING"
        expected = ["TLV_MISSING", "TLV_TYPE", missing, missing]
        assert checked(program, [with_tlvs(image, case) for case in cases]) == expected, refusal
    mixed = [{**own, SIGNATURE: other[SIGNATURE]}, {**own, KEY_HASH: other[KEY_HASH]}, {**own, 0xA0: b"unsigned"}]
    refused = checked(program, [with_tlvs(image, list(case.items())) for case in mixed])
    assert refused == ["SIGNATURE", "KEY", "TLV_TYPE"]


def der(r: bytes, s: bytes) -> bytes:
    """A SEQUENCE of two INTEGERs with these contents."""
    body = b"".join(bytes([2, len(part)]) + part for part in (r, s))
    return bytes([0x30, len(body)]) + body


def test_signatures_are_read_strictly(prepared):
    """One encoding of a signature is valid; imgtool's padding for old versions of MCUboot is another one."""
    folder, program = prepared("p256")
    image = signed(folder, KINDS["p256"])
    own = tlvs(image)
    valid = own[SIGNATURE]
    r = valid[4 : 4 + valid[3]]
    s = valid[6 + len(r) :]
    number, order = int.from_bytes(s, "big"), 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    assert der(r, s) == valid
    wrong = [
        valid + b"\0", valid[:-1], valid[:1] + b"\x81" + valid[1:], b"\x31" + valid[1:], der(b"\0" + r, s),
        der(r, b"\0" + s), der(b"", s), der(b"\0", s), der(r, b"\0"), der(s, r), der(b"\xff" + r, s), der(r, s) * 2,
        der(r, (number + order).to_bytes(33, "big")), der(b"\0" + order.to_bytes(32, "big"), s), bytes([0x30, 0]), b"0",
    ]  # fmt: skip
    cases = [with_tlvs(image, list({**own, SIGNATURE: case}.items())) for case in (valid, *wrong)]
    assert checked(program, cases) == ["VALID"] + ["SIGNATURE"] * len(wrong)


def test_the_public_key_of_mcuboot_is_read_strictly(prepared):
    """With its head or without; every other byte, length and point is refused."""
    folder, _ = prepared("p256")
    mcuboot, own = signed_images.functions(folder), ec.generate_private_key(ec.SECP256R1())
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    whole = own.public_key().public_bytes(serialization.Encoding.DER, form)
    point, head = whole[26:], whole[:26]

    def parsed(key: bytes) -> bytes | None:
        """The key that is left, or None for a refusal."""
        octets = (ctypes.c_uint8 * len(key)).from_buffer_copy(key)
        begin, end = ctypes.c_void_p(ctypes.addressof(octets)), ctypes.addressof(octets) + len(key)
        refused = mcuboot.bootutil_ecdsa_parse_public_key(None, ctypes.byref(begin), ctypes.c_void_p(end))
        return None if refused else key[begin.value - ctypes.addressof(octets) :]

    assert parsed(whole) == parsed(point) == point
    wrong = [whole[:i] + bytes([whole[i] ^ 1]) + whole[i + 1 :] for i in range(27)]
    wrong += [whole[:count] for count in range(len(whole))]
    wrong += [whole + b"\0", point + b"\0", b"\2" + point[1:33], head + b"\2" + point[1:33], b"\6" + point[1:]]
    assert all(parsed(key) is None for key in wrong)

    digest = bytes(range(32))
    signature = own.sign(digest, ec.ECDSA(utils.Prehashed(hashes.SHA256())))

    def verified(key: bytes, said: bytes, valid: bytes) -> bool:
        lengths = [ctypes.c_size_t(len(one)) for one in (key, said, valid)]
        status = mcuboot.bootutil_ecdsa_verify(None, key, lengths[0], said, lengths[1], valid, lengths[2])
        assert status in (0, -1)
        return status == 0

    assert verified(point, digest, signature) and verified(whole, digest, signature)
    off = point[:-1] + bytes([point[-1] ^ 1])
    for key in (point[:-1], off, b"\4" + bytes(64), b"\4" + b"\xff" * 64, b""):
        assert not verified(key, digest, signature)
    for said in (digest[:-1], digest + b"\0", digest[::-1], b""):
        assert not verified(point, said, signature)
    assert not verified(point, digest, signature[:-1]) and not verified(point, digest, b"")


@pytest.mark.slow
@pytest.mark.parametrize("count", [0, 32, 64, 1000])
def test_ed25519_of_mcuboot(count, prepared):
    """A message of any length: an image, or a hash of either length. 1 is valid, 0 is not."""
    folder, _ = prepared("ed25519-sha512")
    mcuboot, own, message = signed_images.functions(folder), ed25519.Ed25519PrivateKey.generate(), bytes(count)
    key, signature = own.public_key().public_bytes_raw(), own.sign(message)

    def verified(said: bytes, valid: bytes, public: bytes = key) -> int:
        return mcuboot.ED25519_verify(said, ctypes.c_size_t(len(said)), valid, public)

    assert verified(message, signature) == 1 and verified(message + b"!", signature) == 0
    order = 2**252 + 27742317777372353535851937790883648493
    beyond = int.from_bytes(signature[32:], "little") + order
    wrong = [signature[:i] + bytes([signature[i] ^ 1]) + signature[i + 1 :] for i in (0, 31, 32, 63)]
    wrong += [signature[:32] + beyond.to_bytes(32, "little"), bytes(64), b"\xff" * 64]
    assert [verified(message, one) for one in wrong] == [0] * len(wrong)
    small_order = bytes([1]) + bytes(31)  # under such a key a signature without any private key would be valid
    assert verified(message, small_order + bytes(32), small_order) == 0


def test_lengths_that_overflow(prepared):
    """Of the header and of the areas of TLVs: no sum of them is a smaller number than it should be."""
    folder, program = prepared("p256")
    image = signed(folder, KINDS["p256"])
    headers = [(32, 0, 2**32 - 32), (64, 0, 2**32 - 1), (64, 0, 2**32 - 64), (64, 0xFFFF, 200), (64, 4, 200)]
    headers += [(31, 0, 200), (0, 0, 200), (0xFFFF, 0, 200), (64, 3, 200), (64, 0, len(image) - 64), (64, 0, 0)]
    cases = [image[:8] + struct.pack("<HHI", *fields) + image[16:] for fields in headers]
    area = SIGNED_BYTES
    for total in (0, 3, 5, 7, len(image) - area - 1, len(image) - area + 1, 0xFFFF):
        cases.append(image[: area + 2] + struct.pack("<H", total) + image[area + 4 :])
    cases += [image[: area + 6] + struct.pack("<H", count) + image[area + 8 :] for count in (0xFFFF, 0xFFFC, 0x8000)]
    refused = checked(program, cases)
    assert set(refused) == {"SIZE", "TLV"}
    assert refused[:3] == ["SIZE"] * 3 and checked(program, [b"", image[:32], b"\xff" * 400]) == [
        "NONE",
        "SIZE",
        "NONE",
    ]


@pytest.mark.parametrize("count", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_it_starts_in_the_emulator(count, prepared):
    """The boot loader of the drop, and the application that it starts, or does not."""
    folder, _ = prepared("p256")
    image = signed(folder, KINDS["p256"], signed_images.application(folder))
    built = (f"FAULTS=-DMOTECURVE_VERIFICATIONS={count}", f"BUILD=verified-{count}")
    said = signed_images.started(folder, image, KINDS["p256"], *built)
    assert said == "boot: the image is valid\napplication: started\n"
    changed = image[:80] + bytes([image[80] ^ 4]) + image[81:]
    said = signed_images.started(folder, changed, KINDS["p256"], *built)
    assert said.startswith("boot: refused, reason 8\n") and "application" not in said


def sample(image: bytes, every: int) -> list[bytes]:
    """The image with a bit changed, here and there."""
    return [image[:i] + bytes([image[i] ^ 0x10]) + image[i + 1 :] for i in range(0, len(image), every)]


@pytest.mark.slow
@pytest.mark.turns(4)
@pytest.mark.parametrize("prefer", ["small", "balanced"])
@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("board", ["cortex-m0plus", "cortex-m4"])
def test_on_simulated_boards(board, name, prefer, tmp_path):
    """The machine code of the drop: a valid image, and a sample of changed ones."""
    kind = KINDS[name]
    drop = signed_images.dropped(tmp_path, board, kind.curve, prefer)
    signed_images.take_key(tmp_path, kind)
    image = signed(tmp_path, kind)
    slots = [image, *sample(image, 41), signed(tmp_path, kind, key="other.pem")]
    program = signed_images.case_image(tmp_path, kind, drop)
    run = qemu_system.execute(program, measure=None, data=signed_images.as_input(slots), **drop.board.machine)
    found = signed_images.results(run.output)
    assert found[0] == "VALID" and "VALID" not in found[1:] and found[-1] == "KEY"


def bad(*more: str) -> MotecurveError:
    asked = ["--board", "cortex-m4", "--curve", "secp256r1", "--ops", "verify", "--for", "mcuboot", "--out", "none"]
    done = CliRunner().invoke(command, [*asked, *more])
    assert isinstance(done.exception, MotecurveError)
    return done.exception


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--for", "mcubot"), "did you mean mcuboot"),
        (("--curve", "secp256k1"), "verifies on secp256r1 or Ed25519, not on secp256k1"),
        (("--ops", "sign,verify"), "needs --ops verify and no other"),
        (("--board", "micaz"), "is for cortex-m0plus and cortex-m4"),
        (("--package", "zephyr"), "leave one out"),
    ],
)
def test_bad_input(more, words):
    assert words in str(bad(*more))
