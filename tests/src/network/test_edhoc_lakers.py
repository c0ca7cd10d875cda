"""EDHOC with another implementation of RFC 9528, lakers, which has method 3 with suite 2."""

import lakers
import pytest

from tests.src.network.edhoc import INITIATOR, RESPONDER, TRACES, Session, octets, of_trace

TRACE = TRACES["static keys"]
EPHEMERAL = bytes(range(1, 33))
LABEL, CONTEXT, BYTES = 7, b"context", 32  # of labels, lakers has one byte, which from 24 on is not in CBOR


@pytest.fixture
def credentials() -> dict[str, lakers.Credential]:
    return {side: lakers.Credential(*octets(TRACE, f"cred_{side}")) for side in "ir"}


def test_we_initiate(library, credentials):
    session = Session(library, INITIATOR, of_trace(TRACE)[0])
    other = lakers.EdhocResponder(*octets(TRACE, "sk_r"), credentials["r"])
    # Suites 6 and 2 of the trace: lakers takes the last.
    other.process_message_1(session.write(1, EPHEMERAL))
    session.read(2, other.prepare_message_2(lakers.CredentialTransfer.ByReference, b"\x27", []))
    id_cred, _ = other.parse_message_3(session.write(3))
    other.verify_message_3(lakers.credential_check_or_fetch(id_cred, credentials["i"]))
    session.read(4, other.prepare_message_4([]))
    check_keys(session, other)


def test_they_initiate(library, credentials):
    other = lakers.EdhocInitiator()
    session = Session(library, RESPONDER, of_trace(TRACE)[1])
    session.read(1, other.prepare_message_1(b"\x0e", []))
    _, id_cred, _ = other.parse_message_2(session.write(2, EPHEMERAL))
    valid = lakers.credential_check_or_fetch(id_cred, credentials["r"])
    other.verify_message_2(*octets(TRACE, "sk_i"), credentials["i"], valid)
    message_3, _ = other.prepare_message_3(lakers.CredentialTransfer.ByReference, [])
    session.read(3, message_3)
    other.process_message_4(session.write(4))
    check_keys(session, other)


def check_keys(session: Session, other) -> None:
    assert session.export(LABEL, BYTES, CONTEXT) == other.edhoc_exporter(LABEL, CONTEXT, BYTES)
    session.update(b"event")
    other.edhoc_key_update(b"event")
    assert session.export(LABEL, BYTES, CONTEXT) == other.edhoc_exporter(LABEL, CONTEXT, BYTES)
