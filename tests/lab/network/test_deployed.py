"""What is deployed beside ours: its octets against real handshakes of others' code, and against published ones."""

import json
from pathlib import Path

import pytest

from motelab.boards import board as boards
from motelab.common.errors import ImageFailed
from motelab.network.deployed import (
    coap,
    dtls,
    frames,
    measured,
    more_records,
    oscore_firmware,
    protocols,
    rows,
    tinydtls,
)
from tests.conftest import part

REAL = json.loads(Path(__file__).with_name("deployed_handshakes.json").read_text())
BY_NAME = {protocol.name: protocol for protocol in protocols.all_of_them()}
HEAD, HANDSHAKE, ENCRYPTED = 13, 22, 23
EXTENDED = 12  # header of a handshake message of DTLS; TLS has 8 less


@pytest.fixture(scope="module")
def exchange():
    """The four datagrams of EDHOC over CoAP, with their message number and token."""
    return [bytes.fromhex(text) for _, text in REAL["edhoc-coap-oscore"]["datagrams"]]


def head(datagram: bytes) -> tuple[int, bytes]:
    return int.from_bytes(datagram[2:4]), datagram[4 : 4 + (datagram[0] & 15)]


def after_marker(datagram: bytes) -> bytes:
    return datagram.partition(b"\xff")[2]


def test_edhoc_s_first_messages_are_those_of_aiocoap(exchange):
    """It sends no content format."""
    values, text = coap.first_message(after_marker(exchange[0])[1:], has_format=False)
    assert coap.message(coap.CONFIRMABLE, coap.POST, *head(exchange[0]), values, text) == exchange[0]
    second = after_marker(exchange[1])
    assert coap.message(coap.ACKNOWLEDGEMENT, coap.CHANGED, *head(exchange[1]), (), second) == exchange[1]
    assert len(second) == protocols.METHOD_3[1]


def test_the_combined_request_and_its_answer_are_those_of_aiocoap(exchange):
    known = {name: bytes.fromhex(text) for name, text in REAL["edhoc-coap-oscore"]["context"].items()}
    asker, iv = known["sender_id"], coap.derived(known["secret"], known["salt"], b"", "IV", 13)
    keys = [coap.derived(known["secret"], known["salt"], who, "Key", 16) for who in (asker, known["recipient_id"])]
    assert (iv, *keys) == (known["common_iv"], known["sender_key"], known["recipient_key"])
    message_3 = after_marker(exchange[2])[: protocols.METHOD_3[2]]
    text = coap.plaintext(coap.POST, (protocols.PATH,), bytes(range(8)))
    sealed = coap.sealed(keys[0], iv, asker, 0, text)
    values = (coap.request_option(asker, 0), (coap.EDHOC_OPTION, b""))
    made = coap.message(coap.CONFIRMABLE, coap.POST, *head(exchange[2]), values, message_3 + sealed)
    assert made == exchange[2]
    sealed = coap.sealed(keys[1], iv, asker, 0, protocols.RESPONSE)
    values = (coap.RESPONSE_OPTION,)
    assert coap.message(coap.ACKNOWLEDGEMENT, coap.CHANGED, *head(exchange[3]), values, sealed) == exchange[3]


def test_octets_of_edhoc_over_coap(exchange):
    """Those of the exchange, with an octet less of token, two more of a content format, none of its EAD item."""
    formats, items = (2, 2, 0, 0), (1, 0, 0, 0)
    expected = [len(d) - 1 + more - less for d, more, less in zip(exchange, formats, items, strict=True)]
    assert list(BY_NAME["edhoc-coap-oscore"].datagrams) == expected == [64, 53, 50, 16]


def test_oscore_gives_the_vectors_of_its_rfc():
    """RFC 8613, C.1.1 and C.4."""
    secret, salt = bytes(range(1, 17)), bytes.fromhex("9e7ca92223786340")
    key, iv = coap.derived(secret, salt, b"", "Key", 16), coap.derived(secret, salt, b"", "IV", 13)
    assert (key.hex(), iv.hex()) == ("f0910ed7295e6ad4b54fc793154302ff", "4622d4dd6d944168eefb54987c")
    text = coap.plaintext(1, ((coap.URI_PATH, b"tv1"),))
    assert coap.sealed(key, iv, b"", 20, text).hex() == "612f1092f1776f1c1668b3825e"
    assert coap.request_option(b"", 20) == (9, bytes.fromhex("0914"))


def records(name: str, header: int = HEAD) -> list[tuple[str, int, bytes]]:
    """Sender, type and content of each record of a handshake."""
    found = []
    for sender, text in REAL[name]["datagrams"]:
        octets = bytes.fromhex(text)
        while octets:
            length = int.from_bytes(octets[header - 2 : header])
            found.append((sender, octets[0], octets[header : header + length]))
            octets = octets[header + length :]
    return found


def extensions(hello: bytes) -> tuple[bytes, dict[int, bytes]]:
    """A hello before its extensions, and these, which end it."""
    for start in range(len(hello) - 2):
        place, found = start + 2, {}
        if int.from_bytes(hello[start:place]) == len(hello) - place:
            while place < len(hello):
                number, length = (int.from_bytes(hello[place + i : place + i + 2]) for i in (0, 2))
                found[number] = hello[place : place + 4 + length]
                place += 4 + length
            if place == len(hello) and len(found) > 1:
                return hello[:start], found
    raise AssertionError("no extensions")


def test_messages_of_dtls_1_2_are_those_of_gnutls():
    """Of a hello the extensions that ours have, too: it sends others besides, and a session's name of 32 octets."""
    theirs = [content for _, kind, content in records("dtls-1.2") if kind == HANDSHAKE and content[:1] != b"\0"]
    ours = [message for flight in dtls.messages_12(cookie_bytes=16) for message in flight]
    assert [message[0] for message in theirs] == [message[0] for message in ours]
    for real, made in zip(theirs, ours, strict=True):
        if real[0] in (dtls.CLIENT_HELLO, dtls.SERVER_HELLO):
            (before, given), (own, wanted) = extensions(real), extensions(made)
            assert len(before) - (32 if real[0] == dtls.SERVER_HELLO else 0) == len(own)
            assert {number: given[number] for number in wanted} == wanted
        elif real[0] in (dtls.SERVER_KEY_EXCHANGE, dtls.CERTIFICATE_VERIFY):
            signature = real.rindex(b"\x04\x03") + 2
            assert len(real) - int.from_bytes(real[signature : signature + 2]) == len(made) - dtls.SIGNATURE_BYTES
        elif real[0] == dtls.CERTIFICATE_REQUEST:  # it names kinds of certificates of its own choice
            assert len(real) == len(made)
        else:
            assert len(real) == len(made)


def test_protected_records_of_dtls_1_2_are_those_of_gnutls():
    sealed = [content for _, kind, content in records("dtls-1.2") if kind == HANDSHAKE and content[:1] == b"\0"]
    finished = EXTENDED + 12
    assert [HEAD + len(content) for content in sealed] == [dtls.protected_12(finished)] * 2
    data = [content for _, kind, content in records("dtls-1.2") if kind == ENCRYPTED]
    assert [HEAD + len(content) for content in data] == [dtls.protected_12(8)] * 2


def test_messages_of_dtls_1_3_are_those_of_tls_1_3_by_gnutls():
    """Its certificates, proofs and ends, whose records have 9 octets of type and tag."""
    theirs = [(sender, len(content) - 9) for sender, kind, content in records("tls-1.3", 5) if kind == ENCRYPTED]
    certificate, finished = 104, 36
    assert [length for sender, length in theirs if sender == "I"][0::2] == [certificate, finished]
    assert [length for sender, length in theirs if sender == "R"][2::2] == [certificate, finished]
    proofs = [theirs[3][1], theirs[6][1]]
    assert all(abs(length - 8 - dtls.SIGNATURE_BYTES) <= 1 for length in proofs)
    own = sum(8 + length for length in (certificate, 8 + dtls.SIGNATURE_BYTES, finished))
    assert dtls.flights_13()[2] == dtls.protected_13(own)


def test_flights_of_dtls_1_3_are_the_published_ones():
    """draft-ietf-iotops-security-protocol-comparison, RPKs and ECDHE, without a connection id and with one of an octet.
    It counts six octets for a server's extension of one (RFC 7250), which has five, as GnuTLS's has."""
    assert dtls.flights_13() == [179, 447 - 2, 254]
    assert dtls.flights_13(connection_id_bytes=1) == [185, 454 - 2, 255]
    server = next(content for _, kind, content in records("dtls-1.2") if content[0] == dtls.SERVER_HELLO)
    assert extensions(server)[1][20] == bytes.fromhex("0014000102")


def test_frames_of_6lowpan():
    """A frame has 127 octets at most; fragments but the last hold multiples of 8 with the whole headers of 48."""
    assert frames.of_6lowpan(107) == [127]
    assert frames.of_6lowpan(108) == [11 + 4 + 9 + 96, 11 + 5 + 12]
    assert frames.of_6lowpan(447) == [120, *[11 + 5 + 104] * 3, 11 + 5 + 39]
    assert all(sum(frames.of_6lowpan(n)) - 24 - 16 * (len(frames.of_6lowpan(n)) - 1) == n for n in range(108, 1200))


def test_rows_add_up():
    row = next(row for row in rows.rows("micaz") if row["protocol"] == "edhoc-coap-oscore")
    lengths = [11 + 9 + octets for octets in (64, 53, 50, 16)]
    assert (row["frames"], row["bytes"]) == (4, sum(lengths) + 4 * 5)
    on_air = [sum(length + 6 for length in lengths[side::2]) + 2 * 11 for side in (0, 1)]  # each acknowledges two
    energy = row["energy_send_mj"] + row["energy_receive_mj"]
    assert energy == pytest.approx(sum(on_air) * 32e-6 * 3e3 * (0.0174 + 0.0188) / 2, rel=0.05)
    assert row["energy_cpu_mj"] == pytest.approx(row["cycles"] / 7.3728e6 * 3e3 * 0.008, rel=1e-6)


def test_a_frame_to_a_sleeping_radio_is_repeated_for_half_a_cycle():
    """With the radio of the CC2420 and the processor awake, on average; listening to it is short."""
    device = boards.load("telosb")
    sends = rows.sleeping_mj(device, "cc2420", [60], [])
    assert sends == pytest.approx(0.25 * 3e3 * (0.0174 + 0.0018), rel=0.05)
    assert rows.sleeping_mj(device, "cc2420", [], [60]) < sends / 20
    row = next(row for row in rows.rows("telosb") if row["protocol"] == "edhoc-coap-oscore")
    assert row["lpl_mj"] == pytest.approx(row["energy_cpu_mj"] + 2 * sends, rel=0.03)


def test_both_sides_sign_and_agree_in_dtls():
    """Each has a pair of keys, an agreement, a signature and a verification."""
    for name in ("dtls-1.2-rpk", "dtls-1.3-rpk"):
        for side in (0, 1):
            found = protocols.plus(*BY_NAME[name].computations[side::2])
            assert [found[what] for what in ("ecdsa-keygen", "ecdh", "ecdsa-sign", "ecdsa-verify")] == [1] * 4


def test_the_hybrid_brings_a_key_and_a_ciphertext():
    plain, hybrid = BY_NAME["edhoc-x25519"], BY_NAME["edhoc-x25519-ml-kem-512"]
    assert [b - a for a, b in zip(plain.datagrams, hybrid.datagrams, strict=True)] == [800, 768, 0]
    assert len(rows.sent(hybrid)[0]) == len(rows.sent(plain)[0]) + 7


def test_command_prints_them(lab):
    status, output, _ = lab("network compare --deployed --board telosb --format csv")
    assert status == 0 and output.count(b"\n") == 1 + len(BY_NAME)
    status, output, told = lab("network compare --deployed --board uno")
    assert status == 2 and not output and "uno" in told and "Traceback" not in told


@pytest.mark.slow
def test_records_of_more_boards_are_as_measured():
    assert not more_records.stale(part(list(more_records.BOARDS), 2), lambda *_: None)


def test_more_boards_have_every_record_that_rows_take():
    wanted = {*more_records.SYMMETRIC, *(operation for operation, _ in more_records.ON_CURVE)}
    for board in more_records.BOARDS:
        assert {row["operation"] for row in more_records.of_file() if row["board"] == board} == wanted
        own = [row for row in rows.rows(board) if row["protocol"] != tinydtls.PROTOCOL]
        assert not [row["why_none"] for row in own if row["why_none"]]


def test_measured_rows_are_whole():
    """Each has all fields, a key of its own, and RAM that is the sum of its parts."""
    lines = [json.loads(line) for path in measured.FOLDER.glob("*.jsonl") for line in path.read_text().splitlines()]
    assert len(lines) == len(measured.of_files())
    for row in lines:
        assert tuple(row) == measured.FIELDS and row["side"] in measured.SIDES
        assert row["protocol"] in BY_NAME and row["board"] in rows.BOARDS
        if row["why_none"] is None:
            assert row["ram_bytes"] == row["static_bytes"] + row["stack_bytes"]
            assert row["ram_bytes"] <= boards.load(row["board"]).ram_bytes
            assert row["flash_bytes"] <= boards.load(row["board"]).usable_flash_bytes


def test_columns_take_the_greater_side_or_say_why_not(monkeypatch):
    figures = {"cycles": 5, "flash_bytes": 70, "static_bytes": 3, "stack_bytes": 4}
    made = [
        measured.whole("p", "b", "initiator", "c", figures, "do"),
        measured.whole("p", "b", "responder", "c", figures | {"cycles": 6, "stack_bytes": 1}, "do"),
        measured.whole("p", "small", "initiator", "c", "too large", "do"),
        measured.whole("p", "small", "responder", "c", figures, "do"),
    ]
    monkeypatch.setattr(measured, "of_files", lambda: {tuple(row[n] for n in measured.KEY): row for row in made})
    found = measured.columns("p", "b")
    assert [found[name] for name in ("measured_cycles", "flash_bytes", "ram_bytes")] == [6, 70, 7]
    found = measured.columns("p", "small")
    assert (found["measured_cycles"], found["measured_why_none"]) == (None, "too large")
    assert set(measured.columns("p", "none").values()) == {None}


def test_firmware_takes_what_was_computed():
    """Where the same code is compiled for speed: the row's count of operations is that of the image."""
    for board in ("micaz", "nrf52840"):
        row = next(row for row in rows.rows(board) if row["protocol"] == oscore_firmware.PROTOCOL)
        assert row["measured_cycles"] == pytest.approx(row["cycles"], rel=0.02)


@pytest.mark.slow
def test_firmware_is_as_measured():
    assert not oscore_firmware.stale(part(list(oscore_firmware.BOARDS), 4), lambda *_: None)


@pytest.mark.slow
def test_firmware_refuses_a_changed_datagram(monkeypatch):
    wrong = json.loads(json.dumps(oscore_firmware.exchanges()))
    answer = wrong["initiator"]["datagrams"][3]
    answer[1] = answer[1][:-2] + f"{int(answer[1][-2:], 16) ^ 1:02x}"
    monkeypatch.setattr(oscore_firmware, "exchanges", lambda: wrong)
    with pytest.raises(ImageFailed, match="mc_bench_edhoc_coap_oscore gives a wrong result"):
        oscore_firmware.row("nrf52840", "initiator")
