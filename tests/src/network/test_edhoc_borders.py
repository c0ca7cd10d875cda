"""EDHOC at its borders: every octet of a proof, the longest and the first too long of each part of a message, integers
at the ends of their range, buffers and profiles that lack something."""

import ctypes
import dataclasses

import pytest

from motelab.library.host import Status
from tests.src.network.edhoc import (
    FIND,
    INITIATOR,
    RESPONDER,
    TRACES,
    Credential,
    Failed,
    Node,
    Session,
    octets,
    of_trace,
)
from tests.src.network.test_cbor import OCTETS, UNSIGNED, head
from tests.src.network.test_edhoc import encrypted_2, failure, pair, run

KEY_BYTES, PLAINTEXT_2_BYTES, IDENTIFIER_BYTES, KID_BYTES, SUITES = 32, 160, 8, 16, 16
MESSAGE_BYTES_END = 0x10000
TAG_BYTES = (8, 16, 8, 16)  # of the suites
MAC_2, MAC_3 = 2, 6  # labels
Part = ctypes.c_char_p, ctypes.c_size_t


class Proof(ctypes.Structure):
    """mc_edhoc_proof."""

    _fields_ = (
        ("credential", ctypes.POINTER(Credential)),
        *(
            member
            for name in ("id_cred", "identifier", "ead")
            for member in ((name, ctypes.c_char_p), (f"{name}_bytes", ctypes.c_size_t))
        ),
        ("mac_label", ctypes.c_uint8),
        ("is_static", ctypes.c_uint8),
    )


@pytest.mark.parametrize("suite", range(4))
@pytest.mark.parametrize("is_static", (0, 1))
def test_every_octet_of_a_proof_counts(library, suite, is_static):
    """Of a MAC each bit, of a signature one of each octet; and its length."""
    session = run(library, *pair(3 if is_static else 0, suite))[1]
    own = session.profile.own.contents
    proof = Proof(ctypes.pointer(own), own.octets[0] if hasattr(own, "octets") else b"\xa1", 1, mac_label=MAC_2)
    proof.is_static, count = is_static, TAG_BYTES[suite] if is_static else 64
    made = ctypes.create_string_buffer(count)
    assert library.mc_edhoc_prove(made, session.memory, ctypes.byref(proof)) == Status.OK

    def status(given: bytes) -> Status:
        held, length = ctypes.create_string_buffer(given, len(given) or 1), ctypes.c_size_t(len(given))
        return Status(library.mc_edhoc_check(held, length, session.memory, ctypes.byref(proof)))

    assert status(made.raw) == Status.OK
    wrong = Status.ERROR_MAC if is_static else Status.ERROR_SIGNATURE
    for bit in range(0, 8 * count, 1 if is_static else 8):
        changed = bytearray(made.raw)
        changed[bit // 8] ^= 1 << bit % 8
        assert status(bytes(changed)) in (wrong, Status.ERROR_SIGNATURE, Status.ERROR_SCALAR_RANGE), bit
    for given in (b"", made.raw[:-1], made.raw + b"\0", made.raw[: count // 2], made.raw * 2):
        assert status(given) == wrong


@pytest.mark.parametrize("suite", (2, 3))
def test_the_mac_of_message_2_shows_at_once(library, suite):
    """Its octets are the last ones. Of message 3, whose tag covers all of it, see above."""
    nodes = pair(3, suite)
    count = TAG_BYTES[suite]
    for bit in range(8 * count):
        first, second = Session(library, INITIATOR, nodes[0]), Session(library, RESPONDER, nodes[1])
        second.read(1, first.write(1, bytes(range(1, 33))))
        message = bytearray(second.write(2, bytes(range(2, 34))))
        message[len(message) - count + bit // 8] ^= 1 << bit % 8
        assert failure(first, 2, bytes(message)) == Status.ERROR_MAC


def renamed(nodes: tuple[Node, Node], side: int, id_cred: bytes) -> tuple[Node, Node]:
    """The nodes, of which one is called otherwise."""
    own = nodes[side].own
    credential = Credential.of(id_cred, *own.octets[1:])
    known = {found.octets[0]: found for found in (nodes[1 - side].own, credential)}
    made = [dataclasses.replace(node, known=known) for node in nodes]
    made[side].own = credential
    return tuple(made)


def map_of(count: int) -> bytes:
    """{33: string}, a map of so many octets that names no key identifier."""
    start = b"\xa1\x18\x21"
    length = next(n for n in range(count) if len(start + head(OCTETS, n)) + n == count)
    return start + head(OCTETS, length) + bytes(i & 0xFF for i in range(length))


@pytest.mark.parametrize(("method", "proof"), ((3, 9), (0, 66)))
def test_longest_plaintext_2(library, method, proof):
    """With an identifier of one octet; the responder writes no longer one, and the initiator reads none."""
    nodes = [dataclasses.replace(node, identifier=b"\x0e") for node in pair(method, 2)]
    longest = PLAINTEXT_2_BYTES - 1 - proof
    seen = {}
    run(library, *renamed(nodes, RESPONDER, map_of(longest)), lambda at, m: seen.setdefault(at, m))
    content = KEY_BYTES + PLAINTEXT_2_BYTES
    assert len(seen[2]) == len(head(OCTETS, content)) + content
    with pytest.raises(Failed) as found:
        run(library, *renamed(nodes, RESPONDER, map_of(longest + 1)))
    assert found.value.status == Status.ERROR_MESSAGE_LENGTH
    for count in (0, 1, 2, PLAINTEXT_2_BYTES, PLAINTEXT_2_BYTES + 1, PLAINTEXT_2_BYTES + 40, 0x7FFF):
        session = Session(library, INITIATOR, nodes[0])
        session.write(1, bytes(range(1, 33)))
        g_y = seen[2][2:][:KEY_BYTES]
        status = failure(session, 2, head(OCTETS, KEY_BYTES + count) + g_y + bytes(count))
        assert (status == Status.ERROR_MESSAGE_LENGTH) == (count > PLAINTEXT_2_BYTES), count


@pytest.mark.parametrize("count", (0, 1, 31, 32))
def test_message_2_without_a_plaintext(library, count):
    session = Session(library, INITIATOR, pair(3, 2)[0])
    session.write(1, bytes(range(1, 33)))
    assert failure(session, 2, head(OCTETS, count) + bytes([9]) * count) == Status.ERROR_ENCODING


@pytest.mark.parametrize("suite", (2, 3))
def test_longest_message_3(library, suite):
    """A string of 2^16 - 1 octets."""
    tag = TAG_BYTES[suite]
    longest = MESSAGE_BYTES_END - 1 - tag - len(head(OCTETS, tag)) - tag
    for count, is_one in ((longest, True), (longest + 1, False)):
        nodes = renamed(pair(3, suite), INITIATOR, map_of(count))
        first, second = (Session(library, role, node) for role, node in zip((INITIATOR, RESPONDER), nodes, strict=True))
        second.read(1, first.write(1, bytes(range(1, 33))))
        first.read(2, second.write(2, bytes(range(2, 34))))
        if not is_one:
            with pytest.raises(Failed) as found:
                first.write(3, size=2 * MESSAGE_BYTES_END)
            assert found.value.status == Status.ERROR_MESSAGE_LENGTH and not any(first.memory.raw)
            continue
        message = first.write(3, size=MESSAGE_BYTES_END + 2)
        assert len(message) == MESSAGE_BYTES_END + 2
        second.read(3, message)
        first.read(4, second.write(4))
        assert first.export(0, 16) == second.export(0, 16)


@pytest.mark.parametrize("side", (INITIATOR, RESPONDER))
@pytest.mark.parametrize("count", (1, 2, KID_BYTES - 1, KID_BYTES, KID_BYTES + 1, 24, 60))
def test_lengths_of_key_identifiers(library, side, count):
    kid = bytes([0xFF - i for i in range(count)])
    nodes = renamed(pair(3, 2), side, b"\xa1\x04" + head(OCTETS, count) + kid)
    if count <= KID_BYTES:
        run(library, *nodes)
        return
    with pytest.raises(Failed) as found:
        run(library, *nodes)
    assert found.value.status == Status.ERROR_CERTIFICATE


@pytest.mark.parametrize("count", range(12))
def test_lengths_of_identifiers(library, count):
    """Of our own identifier, and of the peer's in messages 1 and 2."""
    identifier = bytes([0xFF - i for i in range(count)])
    is_one = count <= IDENTIFIER_BYTES
    for side in (INITIATOR, RESPONDER):
        nodes = list(pair(3, 2))
        nodes[side] = dataclasses.replace(nodes[side], identifier=identifier)
        if is_one:
            run(library, *nodes)
            continue
        with pytest.raises(Failed) as found:
            Session(library, side, nodes[side])
        assert found.value.status == Status.ERROR_UNSUPPORTED
    trace = TRACES["static keys"]
    first = b"\x03\x02" + head(OCTETS, KEY_BYTES) + octets(trace, "g_x")[0] + head(OCTETS, count) + identifier
    session = Session(library, RESPONDER, of_trace(trace)[1])
    assert is_one or failure(session, 1, first) == Status.ERROR_UNSUPPORTED
    session = Session(library, INITIATOR, of_trace(trace)[0])
    session.write(1, *octets(trace, "x"))
    second = encrypted_2(trace, head(OCTETS, count) + identifier + b"\x32" + head(OCTETS, 8) + bytes(8))
    # 32 octets of key stream, of the whole length
    if 1 + count + 1 + 9 <= 32:
        assert failure(session, 2, second) == (Status.ERROR_MAC if is_one else Status.ERROR_UNSUPPORTED)


def message_1(method: bytes = b"\x03", suites: bytes = b"\x02", key: int = KEY_BYTES, rest: bytes = b"\x0e") -> bytes:
    """With the key of a trace, cut or made longer."""
    g_x = octets(TRACES["static keys"], "g_x")[0]
    return method + suites + head(OCTETS, key) + (g_x + bytes(9))[:key] + rest


def of_message_1(library, message: bytes) -> Status:
    session = Session(library, RESPONDER, dataclasses.replace(of_trace(TRACES["static keys"])[1], suites=b"\2"))
    try:
        session.read(1, message)
    except Failed as failed:
        return failed.status
    return Status.OK


E, U, N = Status.ERROR_ENCODING, Status.ERROR_UNSUPPORTED, Status.ERROR_NOT_MINIMAL


@pytest.mark.parametrize(
    ("method", "status"),
    (
        *(("03", Status.OK), ("04", U), ("17", U), ("1819", U), ("190103", U), ("20", U), ("22", U)),
        *(("1a7fffffff", U), ("1a80000000", E), ("1a80000003", E), ("1affffffff", E), ("1a00000003", N)),
        *(("3a7fffffff", U), ("3a80000000", E), ("3affffffff", E), ("1b0000000100000003", E), ("f5", E), ("", E)),
    ),
)
def test_methods(library, method, status):
    assert of_message_1(library, message_1(method=bytes.fromhex(method))) == status


@pytest.mark.parametrize(
    ("suites", "status"),
    (
        *(("02", Status.OK), ("820602", Status.OK), ("03", U), ("190102", U), ("21", U), ("820302", Status.OK)),
        *(("8102", E), ("80", E), ("820202", U), ("820206", U), ("82061a80000002", E), ("1a80000002", E)),
        *((f"{0x80 + SUITES - 1:02x}{'06' * (SUITES - 2)}02", Status.OK), (f"90{'06' * (SUITES - 1)}02", Status.OK)),
        *((f"91{'06' * SUITES}02", U), ("9818" + "06" * 23 + "02", U), ("9a80000000", U), ("4102", E)),
    ),
)
def test_suites(library, suites, status):
    """One is an integer, several are at most sixteen; integers are whole, not the lowest octet of one."""
    assert of_message_1(library, message_1(suites=bytes.fromhex(suites))) == status


@pytest.mark.parametrize("count", (0, 1, 31, 32, 33, 40))
def test_lengths_of_ephemeral_keys(library, count):
    assert of_message_1(library, message_1(key=count)) == (Status.OK if count == KEY_BYTES else E)


@pytest.mark.parametrize(
    ("ead", "status"),
    (
        *(("1a7fffffff", Status.OK), ("1a80000000", E), ("1a7fffffff4101", Status.OK), ("1affffffff", E)),
        *(("20", U), ("3a7fffffff", U), ("3a80000000", E), ("01410101", Status.OK), ("014101f5", E), ("0141", E)),
    ),
)
def test_labels_of_external_data(library, ead, status):
    assert of_message_1(library, message_1(rest=b"\x0e" + bytes.fromhex(ead))) == status


@pytest.mark.parametrize("suite", (0, 3))
def test_message_4_at_every_length(library, suite):
    nodes, whole = pair(3, suite), {}
    run(library, *nodes, lambda at, m: whole.setdefault(at, m))
    first, second = (Session(library, role, node) for role, node in zip((INITIATOR, RESPONDER), nodes, strict=True))
    for number in (1, 2, 3):
        writer, reader = (first, second) if number % 2 else (second, first)
        reader.read(number, writer.write(number, bytes([number]) * 31 + b"\1"))
    for size in range(1 + TAG_BYTES[suite]):
        with pytest.raises(Failed) as found:
            second.write(4, size=size)
        assert found.value.status == Status.ERROR_LENGTH
    assert second.write(4, size=1 + TAG_BYTES[suite]) == whole[4]


def test_lengths_of_exported_keys(library):
    """Of HKDF: 255 blocks."""
    session = run(library, *pair(3, 2))[0]
    longest = 255 * 32
    assert session.export(1, longest)[:32] != bytes(32)
    with pytest.raises(Failed) as found:
        session.export(1, longest + 1)
    assert found.value.status == Status.ERROR_LENGTH


def error_message(library, status: Status, node: Node, size: int) -> tuple[Status, bytes]:
    out, count = ctypes.create_string_buffer(b"\xaa" * 40, 40), ctypes.c_size_t(99)
    profile = node.profile()
    arguments = (ctypes.c_size_t(size), int(status), ctypes.byref(profile))
    result = Status(library.mc_edhoc_write_error(out, ctypes.byref(count), *arguments))
    assert out.raw[size:] == b"\xaa" * (40 - size)
    return result, out.raw[: count.value]


@pytest.mark.parametrize(
    ("status", "message"),
    (
        (Status.ERROR_UNSUPPORTED, b"\x02\x82\x02\x00"),
        (Status.ERROR_CERTIFICATE, b"\x03\xf5"),
        *((other, b"\x01\x65error") for other in (Status.ERROR_MAC, Status.ERROR_ENCODING, Status.ERROR_RANDOM)),
    ),
)
def test_error_messages_at_every_length(library, status, message):
    node = dataclasses.replace(pair(3, 2)[0], suites=b"\2\0")
    for size in range(len(message) + 3):
        expected = (Status.OK, message) if size >= len(message) else (Status.ERROR_LENGTH, b"")
        assert error_message(library, status, node, size) == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    (
        *(("0165" + b"error".hex(), (1, 0)), ("03f5", (3, 0)), ("1864a0", (100, 0)), ("00f5", E), ("", E), ("01", E)),
        *(("0202", (2, 0)), ("0200", (2, 1)), ("02820600", (2, 1)), ("02820002", (2, 0)), ("02820506", U), ("0206", U)),
        *(("028102", E), ("020202", Status.ERROR_TRAILING), ("01f5f5", Status.ERROR_TRAILING), ("02190102", U)),
        *(("1a80000000f5", E), ("2065", E), ("0105", (1, 0)), ("0291" + "02" * 17, U), ("0290" + "02" * 16, (2, 0))),
    ),
)
def test_errors_that_are_read(library, message, expected):
    """By a node with suites 2 and 0."""
    session = Session(library, INITIATOR, dataclasses.replace(pair(3, 2)[0], suites=b"\2\0"))
    if isinstance(expected, tuple):
        assert session.read_error(bytes.fromhex(message)) == expected
        return
    with pytest.raises(Failed) as found:
        session.read_error(bytes.fromhex(message))
    assert found.value.status == expected


@pytest.mark.parametrize(
    ("role", "changes", "is_one"),
    (
        (INITIATOR, {}, True),
        (RESPONDER, {}, True),
        *((role, {name: None}, False) for role in (0, 1) for name in ("own", "private_key")),
        *((role, {"find": FIND()}, False) for role in (0, 1)),
        *((role, {"suites_count": 0}, False) for role in (0, 1)),
        *((INITIATOR, {"method": method}, method <= 3) for method in range(6)),
        *((INITIATOR, {"selected": selected}, selected == 0) for selected in (0, 1, 2)),
        *((INITIATOR, {"suites": bytes([suite])}, suite < 4) for suite in range(7)),
        *((RESPONDER, {"methods": methods}, 0 < methods < 16) for methods in (0, 1, 8, 15, 16, 255)),
        (2, {}, False),
    ),
)
def test_profiles(library, role, changes, is_one):
    """What lacks something begins no session, and leaves zeros."""
    profile, memory = pair(3, 2)[0].profile(), ctypes.create_string_buffer(b"\xaa" * 512, 512)
    for name, value in changes.items():
        setattr(profile, name, value)
    status = Status(library.mc_edhoc_begin(memory, role, ctypes.byref(profile)))
    assert status == (Status.OK if is_one else Status.ERROR_UNSUPPORTED)
    assert is_one or memory.raw.strip(b"\xaa").strip(b"\0") == b""


def test_integers_are_written_by_the_shortest_heads(library):
    """As message 1 begins: method and suites."""
    for suites, selected, start in ((b"\2", 0, "0302"), (b"\6\2", 1, "03820602"), (b"\x18\x19\3", 2, "03831818181903")):
        node = dataclasses.replace(pair(3, 2)[0], suites=suites, selected=selected)
        message = Session(library, INITIATOR, node).write(1, bytes(range(1, 33)))
        assert message.startswith(bytes.fromhex(start) + head(OCTETS, KEY_BYTES))
    assert head(UNSIGNED, 24) == b"\x18\x18"
