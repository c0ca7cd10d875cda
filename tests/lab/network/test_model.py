"""`./motecurve network model`: the search finds what is broken on purpose, its results are those of the engine under
attack and of docs/network/schemes.md, and its page is what the command writes."""

import dataclasses
import functools
import json
import re

import pytest

from motelab import ROOT
from motelab.commands.network import model as command
from motelab.common import markdown
from motelab.network.model import exchange, search
from motelab.network.model.attacker import AUTHORITY, Knowledge
from motelab.network.model.exchange import Exchange, Message, Scheme
from motelab.network.model.properties import FAILS, HOLDS, PROPERTIES, examined
from motelab.network.model.schemes import SCHEMES, ecdsa_ecdh, ecqv, edhoc, ibe, leap, on_curve, shared_secret
from motelab.network.model.search import A, B, E, Search, pairs
from motelab.network.model.terms import (
    certified,
    drawn,
    encrypted_to,
    exp,
    extracted,
    hashed,
    log,
    padded,
    paired,
    public,
    raised,
    sealed,
    secret,
    signed,
)

pytestmark = pytest.mark.drawn_together  # the first that asks for all rows searches all runs

ROWS = re.compile(r"^\| `([\w-]+)`((?:, before t|, after t)?) \|(.*)\|$", re.M)


@functools.cache
def rows() -> dict[tuple[str, str], dict]:
    """All of the command's, by scheme and property."""
    found = command.searched(list(SCHEMES), list(PROPERTIES))
    return {(row["scheme"], row["property"]): row for row in found}


K, X, Y, M = secret("k"), secret("x"), secret("y"), public("m")


@pytest.mark.parametrize(
    ("known", "wanted", "can"),
    [
        ([], M, True),
        ([], K, False),
        ([K], hashed("HMAC", K, M), True),
        ([hashed("HMAC", K, M)], K, False),
        ([sealed(K, Y), K], Y, True),
        ([sealed(K, Y)], Y, False),
        ([sealed(hashed("HKDF", K), Y), K], Y, True),
        ([sealed(K, Y), sealed(X, K), X], Y, True),  # by a key that comes out later
        ([padded(K, Y), Y], padded(K, M), True),
        ([padded(K, Y)], Y, False),
        ([exp(X), Y], raised(exp(X), Y), True),
        ([exp(X), exp(Y)], exp(X, Y), False),
        ([exp(X, Y), Y], exp(X), True),  # by the inverse
        ([exp(X)], X, False),
        ([X], signed(X, M), True),
        ([signed(X, M), exp(X)], signed(X, public("n")), False),
        ([encrypted_to(A, Y), extracted("encryption", A)], Y, True),
        ([encrypted_to(A, Y), extracted("signatures", A)], Y, False),
        ([encrypted_to(A, Y), AUTHORITY], Y, True),
        ([extracted("agreement", A)], paired(B, A), True),
        ([extracted("agreement", E)], paired(A, B), False),
        ([exp(X)], exp(certified(A, exp(X))), True),  # a public key of a certificate is everybody's
        ([X, AUTHORITY], certified(A, exp(X)), True),
        ([X], certified(A, exp(X)), False),
    ],
)
def test_the_attacker_knows_what_follows_and_nothing_else(known, wanted, can):
    assert Knowledge(known).can(wanted) is can


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=list(SCHEMES))
def test_two_honest_nodes_come_to_a_key(scheme):
    """What holds does not hold because nothing ever happens."""
    one = Search(scheme, search.Scenario(pairs(1, 1)))
    for state in one.states():
        if all(map(one.is_installed, state.stands)):
            first, second = (one.key(stand[1]) for stand in state.stands)
            assert first is second
            return
    raise AssertionError("no state in which both have a session")


# Broken on purpose: a variant for each property, of a scheme that has it.


def mac_of(*names: str):
    """The code of shared_secret.c with these of its parts alone."""

    def mac(pair, number, x):
        parts = {"number": public(str(number)), "ids": exchange.NONE, **dict(x.values)}
        ids = (x.initiator, x.responder) if "ids" in names else ()
        return hashed("HMAC", pair, *ids, *(parts[name] for name in names if name != "ids"))

    return mac


def of_leap(**others) -> Scheme:
    return shared_secret.scheme("leap", "", leap.pair, **{"store": leap.store, "accepts": leap.accepts, **others})


def with_messages(scheme: Scheme, **messages: Message) -> Scheme:
    """With other messages, by `m` and their number."""
    found = {f"m{number}": message for number, message in enumerate(scheme.messages, 1)} | messages
    return dataclasses.replace(scheme, messages=tuple(found.values()))


def short_key(name: str, secret, x: Exchange):
    """The engine's key without ids."""
    return hashed("HKDF", secret, x["nonce_r"])


def transcript_of_points(x: Exchange):
    return hashed("SHA-256", x["G_X"], x["G_Y"])


def proof_of_points(role: str, key, x: Exchange):
    return signed(log(key), public(role), transcript_of_points(x))


def second(x: Exchange):
    own = x["Q_R"]
    return x["G_Y"], own, ecdsa_ecdh.certificate(x.responder, own), proof_of_points("1", own, x)


def third(x: Exchange):
    own = x["Q_I"]
    return own, ecdsa_ecdh.certificate(x.initiator, own), proof_of_points("0", own, x)


STS = dataclasses.replace(
    with_messages(
        ecdsa_ecdh.SCHEME,
        m2=Message(second, {"G_Y": "point", "Q_R": "point"}),
        m3=Message(third, {"Q_I": "point"}),
    ),
    secret=lambda x: hashed("HKDF", ecdsa_ecdh.agreed(x), transcript_of_points(x)),
    session_key=short_key,
)


def anonymous(certificate_of) -> Scheme:
    """ecdsa-ecdh whose certificates are of other things than an id and a key."""

    def fields(role: str, name: str, x: Exchange):
        return x[name], certificate_of(x[name]), ecdsa_ecdh.proof(role, x[name], x)

    scheme = with_messages(
        ecdsa_ecdh.SCHEME,
        m2=Message(lambda x: (x["G_Y"], *fields("1", "Q_R", x)), {"G_Y": "point", "Q_R": "point"}),
        m3=Message(lambda x: fields("0", "Q_I", x), {"Q_I": "point"}),
    )
    own = on_curve.own_scalar
    return dataclasses.replace(
        scheme,
        store=lambda node, others: (own(node), certificate_of(on_curve.public_key(node))),
        public=lambda node: (on_curve.public_key(node), certificate_of(on_curve.public_key(node))),
    )


def static_mac(number: str, x: Exchange):
    return hashed("MAC", raised(on_curve.public_key(x.peer), on_curve.own_scalar(x.own)), edhoc.th_2(x), public(number))


STATIC = dataclasses.replace(
    with_messages(
        edhoc.SCHEME,
        m2=Message(lambda x: (x["G_Y"], static_mac("2", x)), {"G_Y": "point"}),
        m3=Message(lambda x: (static_mac("3", x),)),
    ),
    secret=lambda x: hashed("HKDF", edhoc.g_xy(x), edhoc.th_2(x)),
)


def kept_scalars(node, others):
    """A store in which ephemeral keys are left."""
    return on_curve.own_scalar(node), *(drawn("scalar", node, f"1.{count}") for count in (1, 2))


def without_nonce(x: Exchange):
    said = x.initiator, x.responder, x["k"]
    return (encrypted_to(x.responder, *said, signed(extracted("signatures", x.initiator), *said)),)


WITHOUT_NONCE = dataclasses.replace(
    with_messages(ibe.SCHEME, m1=Message(without_nonce, {"k": "key"})), session_key=lambda name, secret, x: secret
)
SECRET_SENT = of_leap()
SECRET_SENT = dataclasses.replace(SECRET_SENT, secret=lambda x: shared_secret.make_mac(leap.pair(x), 2, x))
SWAPPED = with_messages(
    ecqv.SCHEME,
    m2=Message(lambda x: (x["P_R"], ecqv.tag_of_initiator(x)), {"P_R": "point"}),
    m3=Message(lambda x: (ecqv.tag_of_initiator(x),)),
)

BROKEN = {
    "secret is message 2": (SECRET_SENT, "secrecy"),
    "code of one nonce": (of_leap(mac=mac_of("number", "ids", "nonce_i")), "agreement"),
    "no nonce in what is signed": (WITHOUT_NONCE, "agreement"),
    "certificate of no id": (anonymous(lambda key: signed(AUTHORITY, key)), "identity"),
    "no certificate": (anonymous(lambda key: key), "identity"),
    "ids left out of what is signed": (STS, "unknown-key-share"),
    "codes by static keys": (STATIC, "key-compromise"),
    "codes without their number": (of_leap(mac=mac_of("ids", "nonce_i", "nonce_r")), "reflection"),
    "tags of messages 2 and 3 the same": (SWAPPED, "reflection"),
    "ephemeral keys left in the store": (dataclasses.replace(edhoc.SCHEME, store=kept_scalars), "forward-secrecy"),
    "the authority knows all halves": (
        dataclasses.replace(ecqv.SCHEME, authority=(AUTHORITY, secret("halves of", A))),
        "authority",
    ),
    "starts are not counted": (dataclasses.replace(edhoc.SCHEME, counts_starts=False), "old-key"),
    "starts are not counted, static secret": (dataclasses.replace(leap.SCHEME, counts_starts=False), "old-key"),
}


@pytest.mark.parametrize(("scheme", "name"), BROKEN.values(), ids=list(BROKEN))
def test_a_broken_variant_is_found(scheme, name):
    (row,) = examined(scheme, [PROPERTIES[name]])
    assert row["result"] == FAILS
    assert len(row["trace"]) > 1


def test_each_property_has_a_broken_variant_and_a_scheme_that_has_it():
    assert {name for _, name in BROKEN.values()} == set(PROPERTIES)
    assert {name for (_, name), row in rows().items() if row["result"] == HOLDS} == set(PROPERTIES)


def test_edhoc_agrees_by_the_nonce_in_its_credentials(monkeypatch):
    """Credentials of public keys alone let a forged HELLO end in two keys, as `network attack` found, too."""
    monkeypatch.setattr(edhoc, "cred", lambda of, x: on_curve.public_key(of))
    (row,) = examined(edhoc.SCHEME, [PROPERTIES["agreement"]])
    assert row["result"] == FAILS
    assert "nonce_r = nonce_E0" in row["trace"][0]


# The model, the engine under attack and the page of schemes say the same.


def table_of_attacks() -> dict[tuple[str, str], str]:
    text = (ROOT / "docs/network/attacks.md").read_text()
    block = text.split("<!-- attack_results -->")[1].split("<!-- end -->")[0]
    heading, _, *lines = [line for line in block.splitlines() if line.startswith("|")]
    schemes = re.findall(r"`([\w-]+)`", heading)
    found = {}
    for line in lines:
        name, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        found |= {(scheme, name.strip("`")): cell for scheme, cell in zip(schemes, cells, strict=True)}
    return found


def test_the_engine_under_attack_comes_to_the_same():
    attacked = table_of_attacks()
    tried = [one for one in PROPERTIES.values() if one.experiment]
    assert len(tried) == 6
    for one in tried:
        for scheme in {scheme for scheme, _ in attacked}:
            expected = HOLDS if attacked[scheme, one.experiment] == "holds" else FAILS
            assert rows()[scheme, one.name]["result"] == expected, (scheme, one.name)


def table_of_schemes() -> dict[str, tuple[str, str, str]]:
    """Forward secrecy, what a captured node and what the base station give away; "the same" is resolved."""
    found, before = {}, ""
    text = (ROOT / "docs/network/schemes.md").read_text().split("- **Captured**")[0]
    for name, when, rest in ROWS.findall(text):
        _, forward, captured, station = (cell.strip() for cell in rest.split("|"))
        key = "leap-early" if when == ", before t" else name.replace("_", "-")
        captured = found["global"][1] if captured == "the same" and key == "leap-early" else captured
        before = (before or captured) if station.startswith("the same") else station
        found[key] = forward, captured, before
    return found


def test_the_page_of_schemes_claims_the_same():
    claims = table_of_schemes()
    assert set(claims) == set(SCHEMES) - {"edhoc-0"}
    for scheme, (forward, captured, station) in claims.items():
        found = {name: rows()[scheme, name]["result"] for name in PROPERTIES}
        assert (found["forward-secrecy"] == HOLDS) == (forward == "yes"), scheme
        assert (found["identity"] == HOLDS) == ("pretend to be any node" not in captured), scheme
        assert (found["authority"] == HOLDS) == ("no recorded link" in station or "nothing" in station), scheme
        if "anyone can be pretended to it" in captured:
            assert found["key-compromise"] == FAILS, scheme


def test_methods_of_edhoc_have_the_same_properties():
    for name in PROPERTIES:
        assert rows()["edhoc", name]["result"] == rows()["edhoc-0", name]["result"], name


def test_models_name_functions_that_there_are():
    for scheme in SCHEMES.values():
        for file, names in re.findall(r"([\w/]+\.c)(?::((?: \w+,?)+))?", scheme.of):
            folder = "src/network" if "/" in file else "src/network/schemes"
            path = ROOT / folder / file
            path = path if path.exists() else ROOT / "src/network/edhoc" / file
            text = path.read_text()
            for name in re.findall(r"\w+", names):
                assert re.search(rf"\b{name}\(", text), (scheme.name, file, name)


def test_the_page_has_what_the_command_finds():
    page = command.PAGE.read_text()
    found = list(rows().values())
    blocks = {name: functools.partial(made, found) for name, made in command.TABLES.items()}
    assert markdown.filled(page, blocks) == page
    wrong = page.replace("| fails |", "| holds |", 1)
    assert wrong != page and markdown.filled(wrong, blocks) == page


def test_the_command(lab):
    status, output, _ = lab("network model --scheme global --property identity --format json")
    (row,) = json.loads(output)
    assert (status, row["result"]) == (0, FAILS)
    assert "the store of E" in row["trace"][0]
    status, output, _ = lab("network model --scheme ibe --format table")
    assert status == 0 and b"holds (33 states)" in output and b"1. A begins with B" in output
    status, _, told = lab("network model --property nothing")
    assert status == 2 and "secrecy" in told
    status, _, told = lab("network model --write --scheme ibe")
    assert status == 2 and "--write" in told
