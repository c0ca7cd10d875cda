"""DTLS 1.2 by TinyDTLS: the handshake that its datagrams must equal, and its rows."""

import hashlib

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from motelab.boards import board as boards
from motelab.boards.implementations import manifest
from motelab.compare import committed, committed_implementations
from motelab.network.deployed import dtls, dtls_answers, dtls_handshake, measured, protocols, rows, tinydtls
from motelab.network.deployed.dtls_handshake import prf

# The vector of TLS 1.2's PRF with SHA-256 that the IETF's list on TLS has.
SECRET = bytes.fromhex("9bbe436ba940f017b17652849a71db35")
SEED = bytes.fromhex("a0ba9f936cda311827a6f796ffd5198c")
FIRST_32 = bytes.fromhex("e3f229ba727be17b8d122620557cd453c2aab21d07c3d495329b52d4e61edb5a")
HEADERS, RENEGOTIATION, SUITES = 13, 5, 4  # octets


@pytest.fixture(scope="module")
def handshake():
    return dtls_answers.whole("0", dtls.SIGNATURE_BYTES, dtls.SIGNATURE_BYTES)


def test_prf_gives_its_vector():
    assert prf(SECRET, b"test label", SEED, 32) == FIRST_32


def test_signatures_are_of_the_keys(handshake):
    """The server's over both random numbers and its share, by other code."""
    sides, datagrams = handshake
    exchange = datagrams[5][1][25:]
    share, signature = exchange[:69], exchange[73:]
    key = ec.derive_private_key(sides["server"].key, ec.SECP256R1()).public_key()
    text = sides["client"].random + sides["server"].random + share
    key.verify(signature, text, ec.ECDSA(hashes.SHA256()))
    mine = ec.derive_private_key(sides["client"].ephemeral, ec.SECP256R1())
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), share[4:])
    product = dtls_handshake.CURVE.multiply(
        sides["client"].ephemeral * sides["server"].ephemeral, dtls_handshake.CURVE.generator
    )
    assert mine.exchange(ec.ECDH(), theirs) == product[0].to_bytes(32)


def test_answers_are_as_computed_now():
    assert dtls_answers.FILE.read_text() == dtls_answers.text()


def test_datagrams_are_those_of_the_answers(handshake):
    _, datagrams = handshake
    assert tinydtls.datagrams() == tuple(len(octets) for _, octets in datagrams)
    assert tuple(dtls_answers.SIDES.index(side) for side, _ in datagrams) == tinydtls.SENDERS
    assert len({hashlib.sha256(octets).digest() for _, octets in datagrams}) == len(datagrams)


def test_flights_are_the_computed_ones_with_more_headers_and_extensions():
    """A record's header for each message, two more suites in hellos, an extension of renegotiation in the answer."""
    found, computed = list(tinydtls.datagrams()), list(protocols.dtls_12().datagrams)
    flights = [found[0], found[1], found[2], sum(found[3:8]), sum(found[8:13]), sum(found[13:15]), *found[15:]]
    more = [SUITES, 0, SUITES, 4 * HEADERS + RENEGOTIATION, 2 * HEADERS, 0, 0, 0]
    assert [a - b for a, b in zip(flights, computed, strict=True)] == more


def test_records_are_verified_and_of_every_claim():
    found = manifest.find(tinydtls.NAME)
    records = committed_implementations.of(tinydtls.NAME)
    claimed = {
        (board, name) for name, work in found.operations.items() for board in found.boards
        if work.claims(board, "secp256r1")
    }  # fmt: skip
    assert {(row["board"], row["operation"]) for row in records} == claimed
    assert all(row["verified"] for row in records)


def test_rows_take_the_measured_cycles():
    """A board without both records says why: a MICAz has too little RAM."""
    found = {row["board"]: row for row in rows.rows() if row["protocol"] == tinydtls.PROTOCOL}
    assert set(found) == set(rows.BOARDS)
    for name, row in found.items():
        if len(tinydtls.records(name)) < 2:
            assert row["why_none"] and row["measured_why_none"] == row["why_none"]
        else:
            assert row["cycles"] in tinydtls.sides(name)
            assert row["measured_cycles"] == max(tinydtls.sides(name)) > 1e8
            assert row["frames"] == 22
    assert "static RAM" in found["micaz"]["why_none"] and not found["nrf52840"]["why_none"]


def test_columns_are_those_of_the_records():
    devices = [boards.load(name) for name in rows.BOARDS]
    assert committed.read_lines(measured.file(tinydtls.FILE)) == tinydtls.measured_rows(devices)
