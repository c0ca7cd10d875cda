"""`./motecurve vectors` on damaged files. Whatever is changed in a valid one, it ends with exit status 0, 1 or 2, one
line for each fault, and no traceback. Unpacked data is limited in size, and no input controls the terminal."""

import copy
import gzip
import json
import random
import re
import time

import pytest
from click.testing import CliRunner

from motelab.commands.vectors import command
from motelab.common import plain
from motelab.vectors import cavp, checks, decisions, files
from tests.conftest import VECTORS, limited
from tests.lab.test_vector_files import MODERN, case, wycheproof, xdh_group

SEED = 20261122
ROUNDS = 60  # of each file
JSON_FILES = sorted((VECTORS / "wycheproof").glob("*.json.gz")) + sorted(
    path for folder in ("kat", "gec2", "rfc") for path in (VECTORS / folder).glob("*.json")
)
# One file of each schema, and all of ours.
CHOSEN = [
    path
    for path in JSON_FILES
    if path.suffix == ".json"
    or re.search(
        r"secp256r1_(sha256_)?(test|pem|webcrypto|ecpoint|p1363)|x25519|x448|ed25519|eddsa|ed448|ec_prime", path.name
    )
]
CAVP_FILES = sorted([*(VECTORS / "cavp").rglob("*.rsp"), *(VECTORS / "cavp").rglob("KAS*.txt")])
ODD = (
    None, True, 0, -1, 10**3999, 1.5, "", "zz", "0", "f" * 5001, "9" * 5001, "-1", "\x1b[31m", "\udcff", "é", "[/]",
    [], {}, [[]], ["x"], {"curve": 7}, "ecdh", "SHA-256", "P-256",
)  # fmt: skip


def places(value, found):
    """Every container with one of its keys."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in entries:
        found.append((value, key))
        places(part, found)
    return found


def shortened(content: dict, source: random.Random) -> dict:
    """The same schema with few cases."""
    content = copy.deepcopy(content)
    for holder, key in places(content, []):
        part = holder[key]
        if isinstance(part, list) and len(part) > 3 and not isinstance(part[0], str):
            holder[key] = source.sample(part, 2)
        elif key in ("curves", "instances") and len(part) > 3:
            holder[key] = dict(source.sample(sorted(part.items()), 3))
    if isinstance(content.get("functions"), dict):
        for answers in content["functions"].values():
            answers["iterated"] = {"1": answers["iterated"]["1"]}
    return content


def mutated(content: dict, source: random.Random) -> dict:
    """One to three values are replaced, removed or exchanged."""
    content = shortened(content, source)
    for _ in range(source.randint(1, 3)):
        holder, key = source.choice(places(content, []))
        if (isinstance(holder, dict) and key not in holder) or (isinstance(holder, list) and key >= len(holder)):
            continue
        action = source.randrange(4)
        if action == 0:
            del holder[key]
        elif action == 1:
            other, name = source.choice(places(content, []) or [(holder, key)])
            holder[key] = copy.deepcopy(other[name])
        elif action == 2 and isinstance(holder[key], str) and holder[key]:
            at = source.randrange(len(holder[key]))
            holder[key] = holder[key][:at] + source.choice(("", "0", "z", "f" * 400)) + holder[key][at + 1 :]
        else:
            holder[key] = source.choice(ODD)
    return content


def mutated_text(text: str, source: random.Random) -> str:
    """The same for lines of a NIST file."""
    lines = [line.strip() for line in text.split("\n")]
    lines += [""] * 60
    start = lines.index("", source.randrange(len(lines) - 120))  # between two cases, like the end
    end = lines.index("", start + 40)
    lines = [*(line for line in lines[:start] if line.startswith("["))][-2:] + lines[start:end]
    for _ in range(source.randint(1, 4)):
        at = source.randrange(len(lines))
        key = lines[at].partition("=")[0]
        odd = ("", f"{key}= zz", f"{key}= {'9' * 5001}", f"{key}=", "[", "[]", f"[P-256,{' ' * 500}!]", "\x1b[2J", key)
        lines[at] = source.choice((*odd, source.choice(lines), lines[at][:-1], lines[at].swapcase()))
    return "\n".join(lines)


def outcome(data: bytes, label: str) -> str:
    """The result of a file; the lines of an error are counted as one."""
    try:
        checks.run(files.parse(data, "made"))
    except checks.Malformed as error:
        assert str(error).startswith("made"), (label, error)
        assert "\n" not in plain.text(str(error))
        return "malformed"
    return "run"


@pytest.mark.parametrize("path", CHOSEN, ids=lambda path: path.name)
def test_mutations_of_json(path):
    source = random.Random(f"{SEED} {path.name}")
    content = json.loads(gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_text())
    found = {
        outcome(json.dumps(mutated(content, source)).encode(), f"{path.name} {number}") for number in range(ROUNDS)
    }
    assert found == {"malformed", "run"}


@pytest.mark.parametrize("path", CAVP_FILES, ids=lambda path: path.name)
def test_mutations_of_cavp(path):
    source, text = random.Random(f"{SEED} {path.name}"), path.read_text()
    found = {outcome(mutated_text(text, source).encode(), f"{path.name} {number}") for number in range(ROUNDS)}
    assert found == {"malformed", "run"}


def test_mutations_of_octets():
    """Text and gzip, whole and cut off."""
    source, content = random.Random(SEED), json.loads((VECTORS / "gec2/gec2.json").read_text())
    text = json.dumps(shortened(content, source)).encode()
    for data in (text, gzip.compress(text, mtime=0)):
        for number in range(ROUNDS):
            changed = bytearray(data[: source.randint(1, len(data))] if number % 4 == 0 else data)
            for _ in range(source.randint(1, 4)):
                changed[source.randrange(len(changed))] = source.randrange(256)
            outcome(bytes(changed), str(number))


# ---- Each fault on its own


def ran(folder, **contents) -> tuple[int, str, list[str]]:
    """Exit status, stdout and the lines of stderr for files of these contents."""
    for name, content in contents.items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    result = CliRunner().invoke(command, [str(folder / name) for name in contents])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr.splitlines()


def parameters(**changed) -> dict:
    """A curve's parameters in Wycheproof's form, among others."""
    names = ("p", "n", "a", "b", "gx", "gy")
    return wycheproof(case(name="secp256r1", oid="", **dict.fromkeys(names, "1f"), **{"h": 1} | changed))


@pytest.mark.parametrize("value", ["zz", "", "-1", "0x1f", "1_0", "9" * 5001, None, [1]])
@pytest.mark.parametrize("member", ["p", "gy", "h"])
def test_parameters_that_are_no_numbers(tmp_path, member, value):
    content = parameters() | {}
    content["testGroups"][0]["tests"][0][member] = value
    status, _, lines = ran(tmp_path, odd=content)
    assert status == 2
    assert lines == [f"motecurve: {tmp_path}/odd: group 1, tcId 1: {member} is no number of such a curve"]


def test_numbers_of_five_thousand_digits(tmp_path):
    text = json.dumps(parameters()).replace('"h": 1', f'"h": {"9" * 5000}')
    status, _, lines = ran(tmp_path, odd=text.encode())
    assert (status, lines) == (
        2,
        [f"motecurve: {tmp_path}/odd has a number of 5000 digits, where none has more than 4000"],
    )


def test_other_files_are_run_where_a_case_of_one_cannot_be(tmp_path):
    """A fault that shows only when the case is run."""
    kat = json.loads((VECTORS / "gec2/gec2.json").read_text())
    for answers in kat["curves"].values():
        for entry in answers.get("ecdh", []):
            entry["hash"] = "SHA-9"
    sound = (VECTORS / "rfc/rfc7748.json").read_bytes()
    status, output, lines = ran(tmp_path, odd=kat, sound=sound)
    assert status == 2 and len(lines) == 1 and "ecdh 1: no hash function 'SHA-9'" in lines[0]
    assert [row.get("failed") for row in json.loads(output)] == [0, None]


def test_what_gzip_unpacks_to_is_bounded(tmp_path):
    """3 MB that would unpack to 3 GB, within the memory of a small process."""
    piece = gzip.compress(bytes(1 << 26), mtime=0)
    (tmp_path / "large.gz").write_bytes(piece * 48)
    run = limited(600 << 20, "vectors", str(tmp_path / "large.gz"))
    assert (run.status, run.error) == (
        2, f"motecurve: {tmp_path}/large.gz has more than 16,777,216 bytes unpacked: too many\n"
    )  # fmt: skip
    assert run.peak_bytes < 200 << 20


@pytest.mark.parametrize("form", ["table", "json"])
def test_escape_sequences_do_not_reach_the_terminal(tmp_path, form):
    odd = "\x1b[2J\x1b]0;title\x07 \x9b31m \u202e [red] [/] \ud800"
    group, test = xdh_group("XdhComp", MODERN["curve25519"])
    content = wycheproof(case("invalid", **test | {"comment": odd}), **group | {"type": odd})
    cases = f"# {odd}\n[{odd}]\nQx = {odd}\n".encode("utf-8", "surrogatepass")
    name = tmp_path / "\x1b[31mname"
    name.write_text(json.dumps(content))
    (tmp_path / "cavp").write_bytes(cases.replace(b"\xed\xa0\x80", b""))
    result = CliRunner().invoke(command, [str(name), str(tmp_path / "cavp"), "--format", form])
    assert result.exit_code == 2 and "title" in result.stdout
    for character in result.stdout + result.stderr:
        assert character == "\n" or not plain._steers(character), repr(character)
    if form == "json":
        assert json.loads(result.stdout)[0]["failures"][0]["comment"] == odd


def test_sections_without_end():
    """The time is no power of the length of a line."""
    began = time.process_time()
    cavp.parse(f"[P-256,{' ' * 100_000}!]\n[P{'-A' * 100_000}!]\n", "made")
    assert time.process_time() - began < 1


def test_open_cases_of_small_order_are_decided_by_their_secret():
    assert decisions.decide("XDH", ("LowOrderPublic", "Twist"), has_zero_secret=True) is False
    assert decisions.decide("XDH", ("LowOrderPublic", "Twist"), has_zero_secret=False) is True
    group, test = xdh_group("XdhComp", MODERN["curve25519"])
    content = wycheproof(case("acceptable", ("LowOrderPublic",), **test), **group)
    report = checks.run(files.parse(json.dumps(content).encode(), "made"))
    assert (report.passed, report.decided[checks.ACCEPTED]) == (1, 1)
