"""`./motecurve ibe` on files, stdin and stdout: every command, dates, split secrets, what each writes with which mode,
and bad input, which is one line. The schemes themselves are tested in tests/src/ibe."""

import base64
import datetime
import json
import os
import re
from pathlib import Path

import pytest

from codegen.fields import load_pairings
from motelab.ibe import dates, documents, groups
from tests.lab.conftest import MESSAGE
from tests.lab.keys.test_key_commands import mode

IN_TIME, LATE = "--at 2027-01-15", "--at 2027-02-01"


@pytest.fixture
def files(lab):
    """A master secret, its parameters, keys of "node 17" for each use, the last with days; the command line."""
    for line in (
        "ibe setup -o master.pem --parameters parameters.pem",
        'ibe extract master.pem "node 17" -o opens.pem',
        'ibe extract master.pem "node 17" --for signatures -o signs.pem',
        'ibe extract master.pem "node 17" --for agreement --from 2027-01-01 --until 2027-01-31 --at 2027-01-01 '
        "-o agrees.pem",
    ):
        status, output, error = lab(line)
        assert (status, output) == (0, b"") and not BUILDING.sub("", error)
    return lab


BUILDING = re.compile(r"motecurve: (building the host library for bls12-381|still building, .*)\n")


def blocks(name: str) -> dict[str, bytes]:
    """Label -> bytes, by the rules of RFC 7468 alone."""
    found = re.findall(r"-----BEGIN ([A-Z ]+)-----\n(.*?)-----END \1-----\n", Path(name).read_text(), re.S)
    return {label: base64.b64decode(text) for label, text in found}


def test_files_and_modes(files):
    assert {name: mode(f"{name}.pem") for name in ("master", "opens", "parameters")} == {
        "master": 0o600,
        "opens": 0o600,
        "parameters": 0o644,
    }
    assert list(blocks("opens.pem")) == ["MOTECURVE IBE IDENTITY", "MOTECURVE IBE PRIVATE KEY"]
    assert blocks("opens.pem")["MOTECURVE IBE IDENTITY"] == b"\1\7node 17"
    days = (1798761600, 1801439999)  # date -u -d 2027-01-01 +%s, date -u -d "2027-02-01 - 1 second" +%s
    expected = b"\2\7node 17" + b"".join(time.to_bytes(8, "big") for time in days)
    assert blocks("agrees.pem")["MOTECURVE IBE IDENTITY"] == expected
    assert files("ibe public master.pem") == (0, Path("parameters.pem").read_bytes(), "")
    assert files("ibe setup -o parameters.pem")[0] == 2
    before = Path("master.pem").read_bytes()
    assert files("ibe setup -o master.pem --force") == (0, b"", "") and Path("master.pem").read_bytes() != before


def test_encryption(files):
    assert files('ibe encrypt parameters.pem "node 17" message -o sealed') == (0, b"", "")
    assert files("ibe decrypt opens.pem sealed -o opened") == (0, b"", "")
    assert Path("opened").read_bytes() == MESSAGE and (mode("opened"), mode("sealed")) == (0o600, 0o644)
    sealed = files('ibe encrypt parameters.pem "node 17"', b"")[1]
    assert files("ibe decrypt opens.pem -", sealed) == (0, b"", "")
    assert files('ibe encrypt parameters.pem "node 17"', b"")[1] != sealed


def test_changed_ciphertexts(files):
    """Exit status 1, one line, and nothing written; even an older file stays."""
    files('ibe encrypt parameters.pem "node 17" message -o sealed')
    sealed = Path("sealed").read_bytes()
    Path("opened").write_bytes(b"older")
    line = "motecurve: sealed was changed, or was not encrypted for this key\n"
    for place in (-1, -len(MESSAGE) - 1):
        changed = bytearray(sealed)
        changed[place] ^= 1
        Path("sealed").write_bytes(changed)
        assert files("ibe decrypt opens.pem sealed -o opened") == (1, b"", line)
    assert Path("opened").read_bytes() == b"older"
    for other in ('"node 4" message', '"node 17" message --until 2099-12-31'):
        assert files(f"ibe encrypt parameters.pem {other} -o sealed")[0] == 0
        assert files("ibe decrypt opens.pem sealed") == (1, b"", line)


def test_signatures(files):
    assert files("ibe sign signs.pem message -o signature") == (0, b"", "")
    verify = 'ibe verify parameters.pem "node 17" signature message'
    assert files(verify) == (0, b"the signature is valid\n", "")
    line = "motecurve: the signature is not valid for these parameters, name, days and file\n"
    for wrong in (verify.replace("17", "4"), verify + " --until 2099-12-31", verify.replace("message", "passphrase")):
        assert files(wrong) == (1, b"", line)
    made = [files(f"ibe sign signs.pem message {how}")[1] for how in ("", "", "--deterministic", "--deterministic")]
    assert made[0] != made[1] and made[2] == made[3]
    for one in made:
        assert files(verify.replace("signature", "-"), one)[0] == 0
    assert files("ibe sign signs.pem - --deterministic", MESSAGE)[1] == made[2]


def test_agreement(files):
    files('ibe extract master.pem "node 4" --for agreement -o other.pem')
    status, ours, _ = files(f'ibe agree agrees.pem "node 4" {IN_TIME}')
    assert status == 0 and len(ours) == 32
    days = "--from 2027-01-01 --until 2027-01-31"
    assert files(f'ibe agree other.pem "node 17" {days} {IN_TIME}')[1] == ours
    assert files(f'ibe agree other.pem "node 17" {IN_TIME}')[1] != ours
    assert files(f'ibe agree agrees.pem "node 4" {IN_TIME} --bytes 100 -o key')[0] == 0
    assert mode("key") == 0o600 and len(Path("key").read_bytes()) == 100


def test_dates(files):
    """Each command judges them, by now or by --at; the first and the last second of a span count."""
    expired = (
        "motecurve: the identity 'node 17' has expired: it was valid until 2027-01-31, and --at judges it by another"
    )
    early = (
        "motecurve: the identity 'node 17' is not valid yet: it is from 2027-01-01 on, and --at judges it by another"
    )
    days = "--from 2027-01-01 --until 2027-01-31"
    files(f'ibe extract master.pem "node 17" {days} -o opens.pem --force {IN_TIME}')
    files(f'ibe extract master.pem "node 17" --for signatures {days} -o signs.pem --force {IN_TIME}')
    files(f'ibe encrypt parameters.pem "node 17" message {days} {IN_TIME} -o sealed')
    files(f"ibe sign signs.pem message {IN_TIME} -o signature")
    for line in (
        f'ibe encrypt parameters.pem "node 17" message {days}',
        "ibe decrypt opens.pem sealed",
        "ibe sign signs.pem message",
        f'ibe verify parameters.pem "node 17" signature message {days}',
        'ibe agree agrees.pem "node 4"',
    ):
        for day, message in (("2027-02-01", expired), ("2026-12-31", early)):
            status, output, error = files(f"{line} --at {day}")
            assert (status, output, error) == (2, b"", f"{message} date\n")
        for day in ("2027-01-01", "2027-01-31"):
            assert files(f"{line} --at {day}")[0] == 0
    assert dates.end_of("2027-01-31", "") + 1 == dates.begin_of("2027-02-01", "")


def test_a_key_of_a_span_that_has_ended(files):
    """It is of no use, and a typing error of the year: refused, unless --at says that it is wanted. A span to come is
    not."""
    past, line = "2026-01-31", 'ibe extract {} "node 17" --for signatures --until {} -o late.pem'
    expired = f"the identity 'node 17' has expired: it was valid until {past}, and --at judges it by another date"
    files("ibe split master.pem --threshold 1 --shares 1 -o shares")
    for secret in ("master.pem", "shares/share-1.pem"):
        assert files(line.format(secret, past)) == (2, b"", f"motecurve: {expired}\n")
        assert not Path("late.pem").exists()
    assert files(line.format("master.pem", past) + " --at 2026-01-31") == (0, b"", "")
    assert files("ibe sign late.pem message")[0] == 2 and files("ibe sign late.pem message --at 2026-01-31")[0] == 0
    yesterday = (datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=1)).date().isoformat()
    assert files(line.format("master.pem", yesterday) + " --force")[0] == 2
    assert files(line.format("master.pem", "2099-12-31") + " --from 2098-01-01 --force") == (0, b"", "")


def test_a_split_secret(files):
    assert files("ibe split master.pem --threshold 2 --shares 3 -o shares") == (0, b"", "")
    assert sorted(os.listdir("shares")) == ["public-shares.pem", "share-1.pem", "share-2.pem", "share-3.pem"]
    assert (mode("shares/share-1.pem"), mode("shares/public-shares.pem")) == (0o600, 0o644)
    for i in (1, 2, 3):
        files(f'ibe extract shares/share-{i}.pem "node 17" -o part-{i}.pem')
        line = f"ibe check part-{i}.pem parameters.pem --public-shares shares/public-shares.pem"
        assert files(line) == (0, b"a part of a private key of these parameters\n", "")
    for pair in ((1, 2), (3, 1), (2, 3)):
        parts = " ".join(f"part-{i}.pem" for i in pair)
        assert files(f"ibe combine parameters.pem {parts}") == (0, Path("opens.pem").read_bytes(), "")
        shares = " ".join(f"shares/share-{i}.pem" for i in pair)
        assert files(f"ibe combine parameters.pem {shares}") == (0, Path("master.pem").read_bytes(), "")
    for name in ("shares/public-shares.pem", "master.pem", "opens.pem"):
        assert files(f"ibe check {name} parameters.pem")[0] == 0
    assert files("ibe split master.pem --threshold 2 --shares 3 -o shares")[0] == 2
    assert files("ibe split master.pem --threshold 2 --shares 3 -o shares --force")[0] == 0
    line = "ibe check part-1.pem parameters.pem --public-shares shares/public-shares.pem"
    assert files(line)[0] == 2  # the part is of the older split


def test_passphrases(files):
    """Every secret can be encrypted; every command that reads one opens it, and is refused without the passphrase."""
    new, old = "--new-passphrase-file passphrase", "--passphrase-file passphrase"
    assert files(f"ibe setup {new} -o locked.pem --parameters public.pem") == (0, b"", "")
    assert list(blocks("locked.pem")) == ["MOTECURVE IBE ENCRYPTED PRIVATE KEY"] and mode("locked.pem") == 0o600
    for use in ("encryption", "signatures", "agreement"):
        assert files(f"ibe extract locked.pem me --for {use} {old} {new} -o {use}.pem") == (0, b"", "")
    assert list(blocks("agreement.pem")) == ["MOTECURVE IBE IDENTITY", "MOTECURVE IBE ENCRYPTED PRIVATE KEY"]
    Path("sealed").write_bytes(files("ibe encrypt public.pem me message")[1])
    Path("wrong").write_text("another\n")
    for name, line in (
        ("locked", "ibe public locked.pem"),
        ("locked", "ibe extract locked.pem you"),
        ("encryption", "ibe decrypt encryption.pem sealed"),
        ("signatures", "ibe sign signatures.pem message"),
        ("agreement", "ibe agree agreement.pem you"),
        ("agreement", "ibe info agreement.pem"),
        ("encryption", "ibe check encryption.pem public.pem"),
        ("locked", "ibe split locked.pem --threshold 1 --shares 1 -o shares"),
    ):
        status, output, error = files(line)
        assert (status, output) == (2, b"") and f"{name}.pem is encrypted: name the file of its passphrase" in error
        status, output, error = files(f"{line} --passphrase-file wrong")
        assert (status, output) == (2, b"") and f"wrong passphrase for {'' if 'info' in line else 'the '}" in error
        assert files(f"{line} {old}")[0] == 0, line
    assert files(f"ibe combine public.pem shares/share-1.pem {new} -o again.pem") == (0, b"", "")
    assert files(f"ibe public again.pem {old}")[1] == Path("public.pem").read_bytes()
    assert files(f"ibe extract locked.pem me {old} -o locked.pem --force")[0] == 2
    status, _, error = files(f"ibe setup --encrypt {new}")
    assert status == 2 and "--encrypt asks for the passphrase on the terminal" in error


def test_information(files):
    (row,) = json.loads(files("ibe info agrees.pem --format json")[1])
    security = load_pairings()["bls12-381"]["security"]
    assert row["curve_bits"] == int(security["curve_bits"])
    assert row["extension_field_bits"] == int(security["extension_field_bits"])
    expected = {"kind": "a private key", "group": "bls12-381", "use": "agreement", "name": "node 17"}
    expected |= {"valid_from": "2027-01-01", "valid_until": "2027-01-31", "sha256": None}
    assert {name: row[name] for name in expected} == expected
    files("ibe split master.pem --threshold 2 --shares 3 -o shares")
    for name, kind in (
        ("master.pem", "a master secret"),
        ("parameters.pem", "public parameters"),
        ("shares/share-2.pem", "a share of a master secret"),
        ("shares/public-shares.pem", "public shares"),
    ):
        (row,) = json.loads(files(f"ibe info {name} --format json")[1])
        assert row["kind"] == kind
        assert (row["sha256"] is None) == (kind in ("a master secret", "a share of a master secret"))
    sealed = files('ibe encrypt parameters.pem "node 17" message')[1]
    assert json.loads(files("ibe info - --format json", sealed)[1])[0]["kind"] == "a ciphertext"
    assert b"126 bits on the curve, 126 in the extension field" in files("ibe info opens.pem --format table")[1]


def test_groups_of_the_library():
    """Their numbers are those of the C library, and every record of a group is in the list."""
    assert {*groups.NUMBERS, groups.ONLY_PAIRING} == set(load_pairings())
    assert groups.group("bls12-381").number == groups.NUMBERS["bls12-381"]
    assert groups.security("tate-512").level == "legacy" and groups.security("tate-1536").level == "fine"


def test_insecure_groups(lab):
    """Refused unless asked for, in each command that uses them; a line on stderr says so."""
    words = "(79 bits on the curve, 54 in the extension field; for comparisons alone)"
    refusal = f"motecurve: tate-256 is insecure {words}; take bls12-381, or say --insecure\n"
    assert lab("ibe setup --group tate-256 -o master.pem") == (2, b"", refusal)
    warning = f"motecurve: tate-256 is insecure: {words[1:-1]}\n"
    status, output, error = lab("ibe setup --group tate-256 --insecure -o master.pem --parameters parameters.pem")
    assert (status, output) == (0, b"") and error.startswith(warning)
    for line in (
        'ibe extract master.pem "node 17"',
        'ibe encrypt parameters.pem "node 17" message',
        "ibe public master.pem",
    ):
        assert lab(line) == (2, b"", refusal)
    assert lab('ibe extract master.pem "node 17" --insecure -o key.pem') == (0, b"", warning)
    sealed = lab('ibe encrypt parameters.pem "node 17" message --insecure')[1]
    assert lab("ibe decrypt key.pem --insecure", sealed) == (0, MESSAGE, warning)
    assert json.loads(lab("ibe info key.pem --format json")[1])[0]["security"] == "insecure"
    assert groups.group("tate-256").number == groups.NUMBERS["tate-256"]
    assert "eta-271 is insecure since 2013" in lab("ibe setup --group eta-271 --insecure -o other.pem")[2]


BAD = (
    ("ibe setup --group p-256", "no group is named 'p-256'; the groups are bls12-381, tate-1536"),
    ("ibe setup -o master.pem", "master.pem exists and holds a private key; --force replaces it"),
    ("ibe setup -o new.pem --parameters ./new.pem", "-o and --parameters name the same file"),
    ("ibe public none", "cannot read the master secret none: No such file or directory"),
    ("ibe public parameters.pem", "the master secret parameters.pem is public parameters; a master secret is needed"),
    ("ibe extract opens.pem x", "is a private key; a master secret or a share of a master secret is needed"),
    ("ibe extract master.pem ''", "the name has 0 bytes in UTF-8; it must have 1 to 255"),
    (f"ibe extract master.pem {'x' * 256}", "the name has 256 bytes in UTF-8; it must have 1 to 255"),
    ("ibe extract master.pem x --until 2027-02-30", "--until '2027-02-30' is no date such as 2027-01-31"),
    ("ibe extract master.pem x --until 20270131", "--until '20270131' is no date such as 2027-01-31"),
    ("ibe extract master.pem x --from 1969-12-31", "--from '1969-12-31' is no date such as 2027-01-31"),
    ("ibe extract master.pem x --from 2027-02-01 --until 2027-01-31", "--from is after --until"),
    ("ibe extract master.pem x --for payment", "'payment' is not one of"),
    ("ibe extract master.pem x -o master.pem", "master.pem is an input of the command: write to another file"),
    ("ibe encrypt opens.pem x message", "the parameters opens.pem is a private key; public parameters is needed"),
    ("ibe encrypt parameters.pem x none", "cannot read the file none: No such file or directory"),
    ("ibe encrypt - x -", "only one of the inputs can be -, which is stdin"),
    ("ibe encrypt parameters.pem x message -o opens.pem", "opens.pem holds a private key, which would be lost"),
    ("ibe encrypt other-group.pem x message", "other-group.pem is of a group that is not known here"),
    ("ibe encrypt outside.pem x message", "outside.pem: the point is outside the subgroup"),
    ("ibe encrypt two-secrets.pem x message", "two-secrets.pem: the public values do not belong together"),
    ("ibe encrypt torn.pem x message", "torn.pem: damaged PEM: a line BEGIN without the line END"),
    ("ibe decrypt signs.pem sealed", "the key signs.pem is for signatures; extract one --for encryption"),
    ("ibe decrypt opens.pem message", "message is no file of ./motecurve ibe, or one of a later version"),
    ("ibe decrypt opens.pem short", "short is cut off, or bytes follow its end"),
    ("ibe decrypt opens.pem long", "long is cut off, or bytes follow its end"),
    ("ibe decrypt opens.pem later", "later is no file of ./motecurve ibe, or one of a later version"),
    ("ibe decrypt opens.pem bad-point", "bad-point: "),
    ("ibe decrypt opens.pem of-tate", "of-tate is of tate-1536, the key or the parameters of bls12-381"),
    ("ibe decrypt opens.pem signature", "signature is a signature; a ciphertext is needed"),
    ("ibe decrypt nameless.pem sealed", "nameless.pem holds 0 identities; a key has one"),
    ("ibe decrypt named-twice.pem sealed", "named-twice.pem holds 2 identities; a key has one"),
    ("ibe decrypt raw.key sealed", "raw.key is a private key without PEM"),
    ("ibe decrypt rsa.pem sealed", "the key rsa.pem is no file of ./motecurve ibe: it holds 'rsa private key'"),
    ("ibe sign opens.pem message", "the key opens.pem is for encryption; extract one --for signatures"),
    ("ibe verify parameters.pem x sealed message", "the signature sealed is a ciphertext; a signature is needed"),
    ("ibe verify parameters.pem x - -", "only one of the inputs can be -, which is stdin"),
    ("ibe agree agrees.pem x --bytes 0", "0 is not in the range"),
    (
        f'ibe agree agrees.pem "node 17" --from 2027-01-01 --until 2027-01-31 {IN_TIME}',
        "no common key of agrees.pem and 'node 17': both identities are the same",
    ),
    ("ibe split master.pem --threshold 3 --shares 2 -o s", "--threshold 3 is more than --shares 2"),
    ("ibe combine parameters.pem part-1.pem", "2 parts are needed, and there are 1"),
    ("ibe combine parameters.pem part-1.pem part-1.pem", "two of the parts are of the same share"),
    ("ibe combine parameters.pem part-1.pem shares/share-2.pem", "the parts are not all of one key"),
    ("ibe combine strange.pem part-1.pem part-2.pem", "the parts: the key does not belong to this identity"),
    ("ibe combine strange.pem shares/share-1.pem shares/share-2.pem", "another master secret than that of the para"),
    ("ibe check part-1.pem parameters.pem", "is a part of a private key: name the public shares by --public-shares"),
    ("ibe check opens.pem strange.pem", "opens.pem: the key does not belong to this identity and authority"),
    ("ibe check master.pem strange.pem", "master.pem is another master secret than that of the parameters"),
    ("ibe info message", "message is no file of ./motecurve ibe, or one of a later version"),
    ("ibe info mixed.pem", "mixed.pem holds objects of several kinds or groups"),
)


@pytest.fixture
def damaged(files):
    """Files that are wrong in one way each."""
    files('ibe encrypt parameters.pem "node 17" message -o sealed')
    files("ibe sign signs.pem message -o signature")
    files("ibe setup -o strange-master.pem --parameters strange.pem")
    files("ibe split master.pem --threshold 2 --shares 3 -o shares")
    for i in (1, 2):
        files(f'ibe extract shares/share-{i}.pem "node 17" -o part-{i}.pem')
    sealed, parameters = Path("sealed").read_bytes(), blocks("parameters.pem")["MOTECURVE IBE PARAMETERS"]
    strange = blocks("strange.pem")["MOTECURVE IBE PARAMETERS"]
    key, own = Path("opens.pem").read_text(), blocks("opens.pem")
    named = key[: key.index("-----BEGIN MOTECURVE IBE PRIVATE")]
    outside = bytes([0x80]) + bytes(46) + b"\4"  # x = 4 is on the curve, not in G1
    Path("raw.key").write_bytes(own["MOTECURVE IBE PRIVATE KEY"])
    Path("nameless.pem").write_text(key.removeprefix(named))
    Path("named-twice.pem").write_text(named + key)
    Path("rsa.pem").write_text("-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n")
    Path("torn.pem").write_text(Path("parameters.pem").read_text()[:-20])
    Path("mixed.pem").write_text(Path("parameters.pem").read_text() + Path("shares/public-shares.pem").read_text())
    for name, octets in (
        ("other-group", parameters[:2] + b"\x7f" + parameters[3:]),
        ("outside", parameters[:7] + outside + parameters[55:]),
        ("two-secrets", parameters[:55] + strange[55:]),
    ):
        encoded = base64.encodebytes(octets).decode()
        text = f"-----BEGIN MOTECURVE IBE PARAMETERS-----\n{encoded}-----END MOTECURVE IBE PARAMETERS-----\n"
        Path(f"{name}.pem").write_text(text)
    for name, octets in (
        ("short", sealed[:-1]),
        ("long", sealed + b"\0"),
        ("later", b"\2" + sealed[1:]),
        ("bad-point", sealed[:7] + outside + sealed[55:]),
        ("of-tate", sealed[:2] + b"\4" + sealed[3:]),
    ):
        Path(name).write_bytes(octets)
    return files


def test_bad_input(damaged):
    """Exit status 2, one line, nothing on stdout, and no file made or changed."""
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    for line, message in BAD:
        status, output, error = damaged(line)
        assert (status, output) == (2, b"") and message in error, (line, error)
        lines = [part for part in error.splitlines() if part and not part.startswith(("Usage:", "Try "))]
        assert len(lines) == 1, error
        assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before, line


def test_long_messages_are_refused(files, monkeypatch):
    monkeypatch.setattr(documents, "WHOLE_BYTES_MAX", len(MESSAGE) - 1)
    status, _, error = files('ibe encrypt parameters.pem "node 17" message')
    assert status == 2 and f"has more than {len(MESSAGE) - 1} bytes, too many to hold" in error


def test_every_command_has_examples(lab):
    status, output, _ = lab("ibe --help")
    names = re.findall(r"^  (\w+) {2,}", output.decode().partition("Commands:")[2], re.M)
    assert status == 0 and len(names) == 12
    for name in names:
        text = lab(f"ibe {name} --help")[1].decode()
        assert re.search(rf"Examples?:\s+(?:\S.* )?\.?/?\S*motecurve ibe {name} ", text), name
