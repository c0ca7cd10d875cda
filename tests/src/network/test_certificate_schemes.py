"""The schemes ecqv, ecdsa_ecdh and edhoc by themselves: two nodes agree; attackers are refused, each with its code."""

import ctypes
import dataclasses
import functools
import hashlib
import types

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils

from motelab.common.errors import MotecurveError
from motelab.library import bindings, host
from motelab.library.host import Status
from motelab.network import certificates, provision
from motelab.network.simulation import schemes
from tests.src.network import exchange
from tests.src.network.exchange import PAN, Failed, Side, draw, run

NUMBERS = {"ecqv": 5, "ecdsa_ecdh": 6, "edhoc": 7}
FIELDS = {"sect163k1": "fb163", "secp256r1": "fp256r1", "Curve25519": "fp255", "Ed25519": "fp255"}
IDS = (3, 258, 4000)


@dataclasses.dataclass(frozen=True)
class Case:
    """A scheme with what its nodes are provisioned for."""

    scheme: str
    curve: str = "sect163k1"
    method: int = 3
    suites: tuple[int, ...] = (2,)

    def __str__(self) -> str:
        what = f"{self.method}-{'-'.join(map(str, self.suites))}" if self.scheme == "edhoc" else self.curve
        return f"{self.scheme}-{what}"

    def stores(self, seed: str = "network", pan: int = PAN, ids: tuple[int, ...] = IDS) -> dict[int, bytes]:
        return stores(self, seed, pan, ids)

    def made(self, seed: str, pan: int, ids: tuple[int, ...]) -> dict[int, bytes]:
        if self.scheme == "edhoc":
            name = certificates.edhoc_curve(self.method, self.suites)
            parts = certificates.edhoc_parts(ids, draw(seed), curve(name), self.method, self.suites)
        else:
            make = getattr(certificates, f"{self.scheme}_parts")
            parts = make(ids, pan, draw(seed), curve(self.curve))
        return exchange.stores(NUMBERS[self.scheme], parts)

    def side(self, library, own: int, peer: int, store: bytes | None = None, **more) -> Side:
        return Side(library, self.scheme, store or self.stores()[own], own, peer, **more)

    def sides(self, library, **more) -> tuple[Side, Side]:
        return self.side(library, 3, 258, **more), self.side(library, 258, 3, **more)


@functools.cache
def stores(case: Case, *arguments) -> dict[int, bytes]:
    return case.made(*arguments)


def curve(name: str):
    host.require(FIELDS[name])
    return bindings.curve(name, 64, FIELDS[name])


ECQV, SIGNED = Case("ecqv"), Case("ecdsa_ecdh")
EDHOC = Case("edhoc")
EDHOC_SIGNED = Case("edhoc", method=0)
CASES = (
    ECQV,
    Case("ecqv", "secp256r1"),
    SIGNED,
    Case("ecdsa_ecdh", "secp256r1"),
    EDHOC,
    EDHOC_SIGNED,
    Case("edhoc", suites=(0,)),
    Case("edhoc", method=0, suites=(0,)),
    Case("edhoc", suites=(3, 2)),
)
ONE_OF_EACH = (ECQV, SIGNED, EDHOC, EDHOC_SIGNED)
all_cases = pytest.mark.parametrize("case", CASES, ids=str)
one_of_each = pytest.mark.parametrize("case", ONE_OF_EACH, ids=str)


def refusal(initiator: Side, responder: Side, alter: exchange.Alter = lambda number, message: message) -> Status:
    """The status that ends an exchange, at which neither side has been left with the other's secret."""
    with pytest.raises(Failed) as found:
        run(initiator, responder, alter)
    return found.value.status


@all_cases
def test_both_sides_agree(library, case):
    """On a secret that no side has twice: nonces are others, or ephemeral keys."""
    secrets = set()
    for attempt in range(3):
        nonces = (bytes([attempt]) * 8, b"") if attempt < 2 else (b"", bytes([attempt]) * 8)
        initiator, responder = case.sides(library, nonces=nonces)
        initiator.seed += f" {attempt}"
        assert initiator.start() == responder.start() == Status.OK
        run(initiator, responder)
        assert initiator.secret == responder.secret != bytes(16)
        secrets.add(initiator.secret)
    assert len(secrets) == 3


@all_cases
def test_repeated_nonces(library, case):
    """With both nonces as they were, new ephemeral keys still make another secret; ecqv has none, and repeats its own.
    One new nonce of either side is enough there, too."""
    secrets = []
    for nonces, seed in (((b"", b""), ""), ((b"", b""), " again"), ((b"initiata", b""), ""), ((b"", b"responde"), "")):
        sides = case.sides(library, nonces=nonces)
        for side in sides:
            side.seed += seed
        run(*sides)
        secrets.append(sides[0].secret)
    assert (secrets[0] == secrets[1]) == (case.scheme == "ecqv")
    assert case.scheme == "edhoc" or secrets[2] != secrets[0]
    assert len({secrets[0], secrets[3]}) == 2


@all_cases
def test_stores_come_of_the_seed(library, case):
    assert case.made("network", PAN, IDS) == case.stores()
    assert all(case.stores()[node] != store for node, store in case.stores("other").items())


WRONG_AUTHORITY = {"ecqv": Status.ERROR_MAC, "ecdsa_ecdh": Status.ERROR_CERTIFICATE}


@pytest.mark.parametrize("case", (ECQV, SIGNED), ids=str)
@pytest.mark.parametrize("intruder", (3, 258))
def test_wrong_authority(library, case, intruder):
    stores = {**case.stores(), intruder: case.stores("another authority")[intruder]}
    sides = (case.side(library, 3, 258, stores[3]), case.side(library, 258, 3, stores[258]))
    assert refusal(*sides) == WRONG_AUTHORITY[case.scheme]


@pytest.mark.parametrize("case", (ECQV, SIGNED), ids=str)
def test_certificate_of_another_network(library, case):
    """Of the same authority, in another PAN."""
    sides = (case.side(library, 3, 258), case.side(library, 258, 3, case.stores(pan=PAN + 1)[258]))
    assert refusal(*sides) in (Status.ERROR_MAC, Status.ERROR_CERTIFICATE)


@one_of_each
@pytest.mark.parametrize("liar", (3, 258))
def test_identity_of_another_node(library, case, liar):
    """Node 4000 is genuine, and speaks in the name of another: its frames have that address."""
    stores = {**case.stores(), liar: case.stores()[4000]}
    sides = (case.side(library, 3, 258, stores[3]), case.side(library, 258, 3, stores[258]))
    if case.scheme == "edhoc":  # it names itself: the application of the standard decides whether to talk to it
        sides[liar == 258].exchange.own = 4000
    expected = Status.ERROR_MAC if case.scheme == "ecqv" else Status.ERROR_CERTIFICATE
    assert refusal(*sides) == expected


@one_of_each
def test_swapped_identities(library, case):
    """An attacker exchanges the addresses in the frames of one exchange, so that the responder takes it for one with
    node 4000."""
    initiator, responder = case.side(library, 3, 4000), case.side(library, 258, 3)
    assert refusal(initiator, responder) in (Status.ERROR_MAC, Status.ERROR_SIGNATURE, Status.ERROR_CERTIFICATE)
    initiator, responder = case.side(library, 3, 258), case.side(library, 258, 5)
    assert refusal(initiator, responder) in (Status.ERROR_MAC, Status.ERROR_SIGNATURE, Status.ERROR_CERTIFICATE)


@dataclasses.dataclass
class Changed:
    """Changes one octet of one message."""

    number: int
    place: int
    by: int = 1

    def __call__(self, number: int, message: bytes) -> bytes:
        if number != self.number:
            return message
        changed = bytearray(message)
        changed[self.place] ^= self.by
        return bytes(changed)


# What a change in each part of a message leads to: octets of parts, by the field's and the scalar's bytes of sect163k1.
POINT = {"ENCODING", "COORDINATE_RANGE", "NOT_ON_CURVE", "Y_BIT", "INFINITY", "SUBGROUP"}
ALTERED = {
    ("ecqv", 1): ((22, POINT | {"MAC"}),),
    ("ecqv", 2): ((22, POINT | {"MAC"}), (8, {"MAC"})),
    ("ecqv", 3): ((8, {"MAC"}),),
    ("ecdsa_ecdh", 1): ((22, POINT | {"SIGNATURE"}),),
    ("ecdsa_ecdh", 2): (
        (22, POINT | {"SIGNATURE"}),
        (64, {"CERTIFICATE", "SCALAR_RANGE"}),
        (42, {"SIGNATURE", "SCALAR_RANGE"}),
    ),
    ("ecdsa_ecdh", 3): ((64, {"CERTIFICATE", "SCALAR_RANGE"}), (42, {"SIGNATURE", "SCALAR_RANGE"})),
}


@pytest.mark.parametrize("number", (1, 2, 3))
@pytest.mark.parametrize("case", (ECQV, SIGNED), ids=str)
def test_altered_octets(library, case, number):
    """Each octet of each message, by turns in its lowest and its highest bit; the status tells the part."""
    start = 0
    for count, statuses in ALTERED[case.scheme, number]:
        found = set()
        for place in range(start, start + count):
            status = refusal(*case.sides(library), Changed(number, place, (1, 0x80)[place % 2]))
            found.add(status.name.removeprefix("ERROR_"))
        assert found <= statuses, f"octets {start} to {start + count - 1}"
        start += count
    assert len(run(*case.sides(library))[number - 1]) == start


@pytest.mark.parametrize("number", (1, 2, 3))
@pytest.mark.parametrize("case", (EDHOC, EDHOC_SIGNED), ids=str)
def test_altered_octets_of_edhoc(library, case, number):
    """The standard encrypts nearly all; no change comes through. The tag of message 3 stands for all of it."""
    found = set()
    for place in range(len(run(*case.sides(library))[number - 1])):
        found.add(refusal(*case.sides(library), Changed(number, place, (1, 0x80)[place % 2])))
    assert Status.OK not in found
    if number == 3:
        assert found <= {Status.ERROR_MAC, Status.ERROR_ENCODING, Status.ERROR_NOT_MINIMAL, Status.ERROR_TRAILING}


@one_of_each
def test_lengths(library, case):
    """One octet fewer or more, and none, of each message."""
    wrong = {Status.ERROR_LENGTH} if case.scheme != "edhoc" else set(Status) - {Status.OK, Status.ERROR_LENGTH}
    room = case.sides(library)[0].scheme.message_bytes_max
    for number in (1, 2, 3):
        for change in (lambda m: m[:-1], lambda m: (m + b"\0")[:room], lambda _m: b""):
            messages = run(*case.sides(library))
            if change(messages[number - 1]) == messages[number - 1]:
                continue
            status = refusal(
                *case.sides(library), lambda n, m, number=number, change=change: change(m) if n == number else m
            )
            assert status in wrong


@one_of_each
def test_replayed(library, case):
    """Messages of a session that was heard, in the next one: the responder's nonce is another, and so are its keys."""
    initiator, responder = case.sides(library)
    heard = run(initiator, responder)
    later = case.side(library, 258, 3, nonces=(b"", b"responde"))
    later.seed += " later"
    later.read(1, heard[0])
    assert later.write(2) != heard[1]
    with pytest.raises(Failed) as found:
        later.read(3, heard[2])
    assert found.value.status in (Status.ERROR_MAC, Status.ERROR_SIGNATURE)
    assert later.secret != responder.secret
    later = case.side(library, 3, 258, nonces=(b"initiata", b""))
    later.seed += " later"
    later.write(1)
    with pytest.raises(Failed):
        later.read(2, heard[1])


@one_of_each
def test_reflected(library, case):
    """A node's own messages come back to it, as those of a peer."""
    initiator, responder = case.sides(library)
    room = initiator.scheme.message_bytes_max
    first = initiator.write(1)
    with pytest.raises(Failed):
        initiator.read(2, first)
    initiator, responder = case.sides(library)
    responder.read(1, initiator.write(1))
    with pytest.raises(Failed):
        responder.read(3, responder.write(2)[-room:])


@pytest.mark.parametrize("case", (ECQV, SIGNED), ids=str)
def test_reflected_proof(library, case):
    """A responder's own proof, cut out of message 2, is none of the initiator: roles are part of it."""
    initiator, responder = case.sides(library)
    responder.read(1, initiator.write(1))
    with pytest.raises(Failed) as found:
        responder.read(3, responder.write(2)[22:])
    assert found.value.status == {"ecqv": Status.ERROR_MAC, "ecdsa_ecdh": Status.ERROR_CERTIFICATE}[case.scheme]


@pytest.mark.parametrize("case", (EDHOC, EDHOC_SIGNED, Case("edhoc", suites=(0,))), ids=str)
def test_edhoc_wrong_credential(library, case):
    """The peer's private key is not the one whose public key this side has."""
    other = case.stores("another network")[258]
    store = bytearray(case.stores()[258])
    store[14:46] = other[14:46]
    status = refusal(case.side(library, 3, 258), case.side(library, 258, 3, bytes(store)))
    assert status == (Status.ERROR_SIGNATURE if case.method == 0 else Status.ERROR_MAC)


def test_edhoc_downgrade(library):
    """Message 1 proposes suite 3; an attacker makes it 2, which has shorter tags. The responder takes it; its message 2
    shows it to the initiator. What the responder has not, it refuses at once."""
    case = Case("edhoc", suites=(3, 2))
    altered = lambda number, message: message[:1] + b"\2" + message[2:] if number == 1 else message  # noqa: E731
    assert case.sides(library)[0].write(1)[1] == 3
    initiator, responder = case.sides(library)
    responder.read(1, altered(1, initiator.write(1)))
    with pytest.raises(Failed):
        initiator.read(2, responder.write(2))
    only = Case("edhoc", suites=(3,))
    assert refusal(*only.sides(library), altered) == Status.ERROR_UNSUPPORTED


def test_edhoc_other_method(library):
    """A responder with static keys takes no message 1 that asks for signatures."""
    altered = lambda number, message: b"\0" + message[1:] if number == 1 else message  # noqa: E731
    assert refusal(*EDHOC.sides(library), altered) == Status.ERROR_UNSUPPORTED


def test_edhoc_message_3_replayed(library):
    """In a session of the same nodes with the same first message: the responder's ephemeral key is another."""
    initiator, responder = EDHOC.sides(library)
    heard = run(initiator, responder)
    later = EDHOC.side(library, 258, 3)
    later.seed += " later"
    later.read(1, heard[0])
    later.write(2)
    with pytest.raises(Failed) as found:
        later.read(3, heard[2])
    assert found.value.status == Status.ERROR_MAC
    with pytest.raises(Failed) as found:
        responder.read(3, heard[2])
    assert found.value.status == Status.ERROR_ABANDONED


@pytest.mark.parametrize("suites", ((2,), (0,)), ids=str)
def test_edhoc_identity_without_key(library, suites):
    """A node that the provision has not."""
    case = Case("edhoc", suites=suites)
    stranger = case.stores(ids=(3, 258, 259, 4000))[259]
    status = refusal(case.side(library, 3, 259), case.side(library, 259, 3, stranger))
    assert status == Status.ERROR_CERTIFICATE


def test_ecdsa_certificates_by_another_library():
    """The authority's signature, by `cryptography`."""
    store = Case("ecdsa_ecdh", "secp256r1").stores()[258]
    assert store[8:24] == b"secp256r1".ljust(16, b"\0")
    authority = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), store[24:89])
    private, point, signature = store[89:121], store[121:154], store[154:218]
    numbers = (int.from_bytes(signature[:32]), int.from_bytes(signature[32:]))
    digest = hashlib.sha256(store[:8] + point).digest()
    prehashed = ec.ECDSA(utils.Prehashed(hashes.SHA256()))
    authority.verify(utils.encode_dss_signature(*numbers), digest, prehashed)
    own = ec.derive_private_key(int.from_bytes(private), ec.SECP256R1()).public_key().public_numbers()
    assert point == bytes([2 + own.y % 2]) + own.x.to_bytes(32)
    assert len(store) == 218


@one_of_each
def test_a_provision_that_is_refused(library, case):
    """Another curve than the build has; a method or a number of suites that there is not."""
    for place, octet, status in (
        ((8, 0xFF, Status.ERROR_UNSUPPORTED),)
        if case.scheme != "edhoc"
        else ((8, 1, Status.ERROR_UNSUPPORTED), (8, 9, Status.ERROR_UNSUPPORTED), (9, 3, Status.ERROR_ENCODING))
    ):
        store = bytearray(case.stores()[3])
        store[place] = octet
        assert case.side(library, 3, 258, bytes(store)).start() == status


@pytest.mark.parametrize(
    ("method", "suites", "what"), ((1, (2,), "method"), (3, (2, 0), "suites"), (3, (), "suites"), (3, (4,), "suites"))
)
def test_options_that_are_refused(method, suites, what):
    with pytest.raises(MotecurveError, match=what):
        certificates.edhoc_curve(method, suites)


@one_of_each
def test_no_secret_stays_in_the_state(library, case):
    """After an exchange neither state has an own private key, and EDHOC's has nothing of its session."""
    initiator, responder = case.sides(library)
    run(initiator, responder)
    for side, node in ((initiator, 3), (responder, 258)):
        store = case.stores()[node]
        private = store[14:46] if case.scheme == "edhoc" else store[8 + 16 + 43 : 8 + 16 + 43 + 21]
        assert private in store and private not in side.state.raw
        if case.scheme == "edhoc":
            assert not any(ctypes.string_at(side.exchange.state, 200))


@pytest.mark.parametrize("case", (ECQV, SIGNED, EDHOC, Case("edhoc", method=0, suites=(0,))), ids=str)
def test_parts_of_a_network(case):
    """With the scheme's options, which default to the usual; one that it has not is refused."""
    is_usual = case in (ECQV, SIGNED, EDHOC)
    options = {} if is_usual else {"method": case.method, "suites": case.suites}
    network = types.SimpleNamespace(scheme=case.scheme, ids=IDS, pan=PAN, options=options, draw=draw("network"))
    assert case.curve == certificates.CURVE
    parts = certificates.PARTS[case.scheme](network)
    assert {node: store[8:] for node, store in case.stores().items()} == parts
    assert set(provision.provision(case.scheme, IDS, b"seed", options=options)) == set(IDS)
    network.options = {"colour": "red"}
    with pytest.raises(MotecurveError, match="colour"):
        certificates.of_network(network)


@pytest.mark.parametrize(
    "case", [Case(s, c) for s in ("ecqv", "ecdsa_ecdh") for c in ("sect163k1", "secp256r1")], ids=str
)
def test_lengths_in_simulations(library, case):
    """`network simulate` counts the octets that the C files write."""
    table = schemes.on(case.scheme.replace("_", "-"), case.curve)
    assert tuple(map(len, run(*case.sides(library)))) == table.messages
