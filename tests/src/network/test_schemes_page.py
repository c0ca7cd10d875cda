"""The tables of docs/network/schemes.md: every figure computed."""

import hmac
import re
import subprocess

import pytest

from motelab import INCLUDE_FLAGS, ROOT
from motelab.network import certificates
from tests.src.network.exchange import PAN, Side, run
from tests.src.network.test_certificate_schemes import Case

PAGE = (ROOT / "docs/network/schemes.md").read_text()
NETWORK = ROOT / "src/network"
ROW = re.compile(r"^\| `(\w+)` \|(.*)\| (\d) \| ([\d, ]+) \| (\d+) \|$", re.MULTILINE)
MOTE_ROW = re.compile(r"^\| `(\w+)`(?:, method 3)? \| `(\w+)` \| (\d+) \| (\d+) \|$", re.MULTILINE)
# On a task of 2,400: what the deepest call of the library takes (`./motecurve stack --op ... --curve ...`), by curve.
STACK_BYTES = 2400
INTERRUPTS_BYTES = 64
TASK_BYTES = 48  # the task's own, and the engine's frames above the scheme
VERIFY = {"sect163k1": 1534, "secp256r1": 2243}
ECDH = {"sect163k1": 1506, "secp256r1": 1734}


def stores_of_shared_keys(scheme: str) -> dict[int, bytes]:
    """global: the key; leap: t, that it runs, the transitory key and the node's own, room for pairs."""
    key, stores = bytes(range(16)), {}
    for node in (3, 258):
        own = hmac.digest(key, b"leap\1" + node.to_bytes(2), "sha256")[:16]
        part = key if scheme == "global" else b"\0\x3c\2" + key + own + bytes(19 * 8)
        stores[node] = certificates.said({"global": 1, "leap": 2}[scheme], node, PAN) + part
    return stores


def sides(library, scheme: str, parameters: str) -> tuple[Side, Side]:
    if scheme in ("global", "leap"):
        stores = stores_of_shared_keys(scheme)
        return Side(library, scheme, stores[3], 3, 258), Side(library, scheme, stores[258], 258, 3)
    if scheme == "edhoc":
        method, suite = map(int, re.findall(r"\d", parameters))
        return Case("edhoc", method=method, suites=(suite,)).sides(library)
    return Case(scheme, parameters.strip("` ")).sides(library)


@pytest.mark.parametrize("row", ROW.findall(PAGE), ids=lambda row: f"{row[0]}-{re.sub(r'[^a-z0-9]', '', row[1])}")
def test_table_of_messages(library, row):
    scheme, parameters, messages, octets, together = row
    lengths = [len(message) for message in run(*sides(library, scheme, parameters))]
    assert (len(lengths), ", ".join(map(str, lengths)), sum(lengths)) == (int(messages), octets, int(together))


def compiled(folder, curve: str) -> dict[str, int]:
    """Octets of stack of each function of the schemes on an ATmega128; and of each state and message, as `sizes`."""
    (folder / "image.h").write_text(f"#define MC_SINGLE_CURVE {curve}\n")
    flags = ["-mmcu=atmega128", "-Os", "-std=gnu11", "-DMC_WORD_BITS=8", f'-DMC_CONFIG_HEADER="{folder}/image.h"']
    sources = [NETWORK / "schemes" / f"{name}.c" for name in ("on_curve", "ecqv", "ecdsa_ecdh", "edhoc")]
    sources += sorted((NETWORK / "edhoc").glob("*.c"))
    subprocess.run(["avr-gcc", *flags, *INCLUDE_FLAGS, "-fstack-usage", "-c", *sources], cwd=folder, check=True)
    found = {}
    for path in folder.glob("*.su"):
        for line in path.read_text().splitlines():
            place, count, _ = line.split("\t")
            found[f"{path.stem}.{place.split(':')[-1].partition('.')[0]}"] = int(count)
    return found


@pytest.mark.parametrize("curve", ("sect163k1", "secp256r1"))
def test_stack(tmp_path, curve):
    """The frames that stay while the library's deepest calls run, with 2 octets for each return."""
    own = compiled(tmp_path, curve)
    free = STACK_BYTES - INTERRUPTS_BYTES - TASK_BYTES
    paths = [(VERIFY, "ecdsa_ecdh.read", "ecdsa_ecdh.check", "ecdsa_ecdh.verify")]
    paths += [(ECDH, "ecqv.read", "ecqv.agree", "ecqv.share"), (ECDH, "ecdsa_ecdh.write", "ecdsa_ecdh.agree")]
    second, third, shared = "message_2.mc_edhoc_", "message_3.", "session.mc_edhoc_mix_static"
    paths.append((ECDH, "edhoc.write", f"{second}write_2", "message_2.begin", "suite.mc_edhoc_agree_x"))
    paths.append((ECDH, "edhoc.read", f"{second}read_2", "message_2.check", shared, "suite.mc_edhoc_agree"))
    paths.append(
        (ECDH, "edhoc.write", f"{third}mc_edhoc_write_3", "message_3.compose", shared, "suite.mc_edhoc_agree_x")
    )
    for deepest, *names in paths:
        assert names[0] in own
        assert sum(own.get(name, 0) + 2 for name in names) + deepest[curve] <= free, names


@pytest.mark.parametrize("row", MOTE_ROW.findall(PAGE), ids=lambda row: "-".join(row[:2]))
def test_table_of_motes(tmp_path, row):
    """Sizes as the compiler for the ATmega128 has them, out of an assertion that it cannot hold."""
    scheme, curve, state, message = row
    (tmp_path / "image.h").write_text(f"#define MC_SINGLE_CURVE {curve}\n")
    text = f'#include "network/schemes/{scheme}.c"\n'
    text += f'_Static_assert(sizeof({scheme}_state) == {state}, "state");\n'
    largest = {
        "ecqv": "ON_CURVE_COMPRESSED_BYTES + TAG_BYTES",
        "ecdsa_ecdh": "2 * ON_CURVE_COMPRESSED_BYTES + 2 * MC_MAX_SIGNATURE_BYTES",
        "edhoc": "MESSAGE_BYTES",
    }[scheme]
    text += f'_Static_assert({largest} == {message}, "message");\n'
    (tmp_path / "sizes.c").write_text(text)
    flags = ["-mmcu=atmega128", "-std=gnu11", "-DMC_WORD_BITS=8", f'-DMC_CONFIG_HEADER="{tmp_path}/image.h"']
    done = subprocess.run(
        ["avr-gcc", *flags, *INCLUDE_FLAGS, "-fsyntax-only", tmp_path / "sizes.c"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
