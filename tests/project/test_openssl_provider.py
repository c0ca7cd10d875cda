"""The OpenSSL provider (packages/openssl-provider): its keys, signatures, secrets and handshakes beside those of
OpenSSL's default provider, which is the oracle."""

import functools
import hashlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from motelab import ROOT
from motelab.library import host
from tests.conftest import VECTORS
from tests.project import documented

SOURCES, HERE = ROOT / "packages/openssl-provider", ROOT / "tests/project/openssl_provider"
PAGE = ROOT / "docs/use/openssl-provider.md"
FIELDS = "fb233;fp256r1"  # which test_install.py builds, too
CURVE = "sect233k1"
C_FLAGS = ("-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'include'}")
SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-g")
VALGRIND = ("valgrind", "--quiet", "--leak-check=full", "--error-exitcode=1")
CONFIGURATION = """
openssl_conf = settings
[settings]
providers = providers
alg_section = algorithms
[providers]
motecurve = ours
default = theirs
[ours]
module = {folder}/motecurve.so
{setting}
[theirs]
activate = 1
[algorithms]
default_properties = ?provider=motecurve
"""
# In one command line of TLS 1.2, whose OpenSSL has the provider: the server, the client, or both.
ENDS = {"server": ("ours", "theirs"), "client": ("theirs", "ours"), "both": ("ours", "ours")}

pytestmark = [
    pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed"),
    pytest.mark.skipif(
        not Path("/usr/include/openssl/core_dispatch.h").exists(), reason="libssl-dev of OpenSSL 3 is not installed"
    ),
]


def run(*command, **how) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300, **how)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout + done.stderr


def provider(library: Path, folder: Path, *flags: str) -> None:
    """motecurve.so over that library, in the folder."""
    files = [path for path in SOURCES.glob("*.c") if path.name != "speed.c"]
    linking = ("-shared", "-fPIC", "-fvisibility=hidden", "-Wl,--exclude-libs,ALL", "-Wl,--gc-sections", "-lcrypto")
    run("gcc", *C_FLAGS, *flags, '-DMOTECURVE_VERSION="test"', *files, library, *linking, "-o", folder / "motecurve.so")


def compiled(library: Path, folder: Path) -> Path:
    """The folder, with the provider over that library, and the test programs."""
    provider(library, folder)
    for file in HERE.glob("*.c"):
        run("gcc", *C_FLAGS, file, "-pthread", "-lcrypto", "-o", folder / file.stem)
    return folder


@pytest.fixture(scope="module")
def modules(tmp_path_factory) -> Path:
    library = host.build(64, tests=False, fields=FIELDS) / "libmotecurve.a"
    return compiled(library, tmp_path_factory.mktemp("modules"))


class Shell:
    """OpenSSL's command line in a folder, with the provider in its configuration ("ours") or without ("theirs")."""

    def __init__(self, folder: Path, modules: Path, setting: str = "activate = 1"):
        self.folder = folder
        (folder / "ours").write_text(CONFIGURATION.format(folder=modules, setting=setting))
        (folder / "theirs").write_text("")

    def started(self, configuration: str, *words, **how) -> subprocess.Popen:
        environment = os.environ | {"OPENSSL_CONF": str(self.folder / configuration)}
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE) | how
        return subprocess.Popen(["openssl", *map(str, words)], cwd=self.folder, env=environment, **pipes)

    def tried(self, configuration: str, *words) -> tuple[int, str]:
        """Status and all output."""
        command = self.started(configuration, *words)
        out, err = command.communicate(timeout=60)
        return command.returncode, (out + err).decode(errors="replace")

    def __call__(self, configuration: str, *words) -> str:
        status, said = self.tried(configuration, *words)
        assert status == 0, f"{configuration}: {words}\n{said}"
        return said

    def key(self, name: str, curve: str, configuration: str = "ours") -> None:
        """NAME.pem and NAME-public.pem."""
        self(configuration, "genpkey", "-algorithm", "EC", "-pkeyopt", f"group:{curve}", "-out", f"{name}.pem")
        self(configuration, "pkey", "-in", f"{name}.pem", "-pubout", "-out", f"{name}-public.pem")

    def same(self, *words) -> bytes:
        """The file `out` that both configurations write alike."""
        written = []
        for configuration in ("ours", "theirs"):
            self(configuration, *words, "-out", "out")
            written.append((self.folder / "out").read_bytes())
        assert written[0] == written[1], words
        return written[0]


@pytest.fixture
def shell(tmp_path, modules) -> Shell:
    return Shell(tmp_path, modules)


def test_agreement_with_the_default_provider(modules):
    """On two curves of ours, one of them under its name of WAP."""
    run(modules / "agreement", modules, CURVE, "sect233r1", "wap-wsg-idm-ecid-wtls11")


def test_keys_on_other_curves_are_the_default_providers(modules):
    """prime256v1 is in this library, but nobody asked for it; sect409k1 is not, and its secrets are longer than its
    order."""
    run(modules / "agreement", modules, "prime256v1", "brainpoolP256t1", "sect409k1")


@pytest.mark.parametrize("program", ["life", "bad_input", "halves"])
def test_program(modules, program):
    run(modules / program, modules)


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory) -> Path:
    """The provider and the program `beside` under sanitizers."""
    folder = tmp_path_factory.mktemp("sanitized")
    provider(host.build(64, tests=False, fields=FIELDS) / "libmotecurve.a", folder, *SANITIZERS)
    run("gcc", *C_FLAGS, *SANITIZERS, *HERE.glob("beside/*.c"), "-lcrypto", "-o", folder / "beside")
    return folder


def differences(said: str) -> dict[str, int]:
    """The known differences that `beside` met, by their titles."""
    return {title: int(count) for count, title in re.findall(r"^(\d+) ([A-Z].*)$", said, re.M)}


def test_beside_the_default_provider(sanitized):
    """Every variant of every call twice, every pair of calls in every order, and sequences at random: both providers
    return and write the same, but for the differences that the page has. Each of these is met."""
    said = run(sanitized / "beside", sanitized, 1, 200, "all")
    assert int(re.search(r"(\d+) calls, compared", said)[1]) == 48
    met = differences(said)
    assert len(met) == 10 and all(met.values()), met
    page = " ".join(PAGE.read_text().split())
    assert [title for title in met if f"**{title}" not in page] == []


@pytest.mark.slow
@pytest.mark.turns(4)
@pytest.mark.parametrize("seed", range(2, 6))
def test_beside_the_default_provider_longer(sanitized, seed):
    run(sanitized / "beside", sanitized, seed, 3000)


@pytest.mark.parametrize(("first", "last"), [("P-256", "sect233k1"), ("sect233k1", "P-256"), ("oops", "sect233k1")])
def test_last_curve_counts(shell, first, last):
    """Of curves that are ours, another's, and nobody's."""
    curves = ("-pkeyopt", f"ec_paramgen_curve:{first}", "-pkeyopt", f"ec_paramgen_curve:{last}")
    shell("ours", "genpkey", "-propquery", "provider=motecurve", "-algorithm", "EC", *curves, "-out", "k.pem")
    name = {"P-256": "prime256v1"}.get(last, last)
    assert f"ASN1 OID: {name}" in shell("theirs", "pkey", "-in", "k.pem", "-noout", "-text")


def test_errors_do_not_name_the_folder_of_the_build(tmp_path):
    """As CMake has the compiler called."""
    options = ("-DMC_OPENSSL_PROVIDER=ON", f"-DMC_FIELDS={FIELDS}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
    run("cmake", "-S", ROOT, "-B", tmp_path, *options)
    for step in json.loads((tmp_path / "compile_commands.json").read_text()):
        if Path(step["file"]) == SOURCES / "key.c":
            command = re.sub(r" -o \S+", f" -o {tmp_path / 'key.o'}", step["command"])
            run("sh", "-c", command, cwd=step["directory"])
    strings = run("strings", "-a", tmp_path / "key.o")
    assert "packages/openssl-provider/key.c" in strings.split()
    assert str(ROOT) not in strings


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("valgrind"), reason="valgrind is not installed")
@pytest.mark.parametrize("program", ["life", "bad_input", "halves"])
def test_memory(modules, program):
    """No byte is read that was not written, and none is lost, over reloads, forks and refusals."""
    run(*VALGRIND, modules / program, modules)


def test_another_openssl_is_refused(modules):
    for version in ("4.0.0", "1.1.1w"):
        told = run(modules / "other_version", modules / "motecurve.so", version)
        assert told == f"motecurve was built for OpenSSL 3.x, and this is OpenSSL {version}"


def test_one_name_is_exported(modules):
    assert run("nm", "-D", "--defined-only", modules / "motecurve.so").split()[1:] == ["T", "OSSL_provider_init"]


@pytest.mark.parametrize("curve", [CURVE, "secp384r1"])
def test_key_files(shell, curve):
    """As the default provider writes them, and each reads the other's; encrypted ones have a salt and differ."""
    shell.key("a", curve)
    for form in ("DER", "PEM"):
        for words in (("pkey",), ("pkey", "-pubout"), ("ec",), ("ec", "-conv_form", "compressed")):
            shell.same(*words, "-in", "a.pem", "-outform", form)
    shell.same("genpkey", "-genparam", "-algorithm", "EC", "-pkeyopt", f"group:{curve}")
    assert "ASN1 OID" in shell.same("pkey", "-in", "a.pem", "-noout", "-text").decode()
    plain = (shell.folder / "a.pem").read_text()
    for writer, reader in (("ours", "theirs"), ("theirs", "ours"), ("ours", "ours")):
        for command, header in (("pkey", "ENCRYPTED PRIVATE KEY"), ("ec", "Proc-Type: 4,ENCRYPTED")):
            secret = ("-aes-256-cbc", "-passout", "pass:secret", "-out", "e.pem")
            shell(writer, command, "-in", "a.pem", *secret)
            assert header in (shell.folder / "e.pem").read_text()
            shell(reader, "pkey", "-in", "e.pem", "-passin", "pass:secret", "-out", "b.pem")
            assert (shell.folder / "b.pem").read_text() == plain
        assert shell.tried(reader, "pkey", "-in", "e.pem", "-passin", "pass:wrong", "-noout")[0] == 1
    shell("ours", "genpkey", "-algorithm", "EC", "-pkeyopt", f"group:{curve}", "-pkeyopt", "ec_param_enc:explicit",
          "-out", "x.pem")  # fmt: skip
    assert "Generator" in shell("ours", "pkey", "-in", "x.pem", "-noout", "-text")


@pytest.mark.parametrize("curve", [CURVE, "prime256v1"])
def test_commands(shell, curve):
    """Signatures of digests and messages, secrets and certificates from one provider to the other."""
    (shell.folder / "m").write_text("node 17: 21.5 degrees\n")
    (shell.folder / "d").write_bytes(bytes(range(32)))
    shell.key("a", curve)
    shell.key("b", curve, "theirs")
    for one, other in (("ours", "theirs"), ("theirs", "ours")):
        shell(one, "pkeyutl", "-sign", "-inkey", "a.pem", "-in", "d", "-out", "s")
        shell(other, "pkeyutl", "-verify", "-pubin", "-inkey", "a-public.pem", "-in", "d", "-sigfile", "s")
        shell(one, "dgst", "-sha512", "-sign", "b.pem", "-out", "s", "m")
        shell(other, "dgst", "-sha512", "-verify", "b-public.pem", "-signature", "s", "m")
        shell(one, "req", "-x509", "-config", "ours", "-new", "-key", "a.pem", "-subj", "/CN=node 17", "-out", "c.pem")
        assert "ecdsa-with-SHA256" in shell(other, "x509", "-in", "c.pem", "-noout", "-text")
        shell(other, "verify", "-CAfile", "c.pem", "c.pem")
    for mode in (0, 1):
        options = ("-pkeyopt", f"ecdh_cofactor_mode:{mode}")
        secret = shell.same("pkeyutl", "-derive", "-inkey", "a.pem", "-peerkey", "b-public.pem", *options)
        assert len(secret) in (30, 32)


def test_wrong_signature_is_told_by_us(shell):
    """What the command line does is done by this provider: the error is its own."""
    (shell.folder / "d").write_bytes(bytes(32))
    (shell.folder / "s").write_bytes(b"\x30\x06\x02\x01\x01\x02\x01")
    shell.key("a", CURVE)
    verify = ("pkeyutl", "-verify", "-pubin", "-inkey", "a-public.pem", "-in", "d", "-sigfile", "s")
    status, said = shell.tried("ours", *verify)
    assert status == 1 and ":motecurve:verify_by_library:an encoding is shorter or longer" in said
    status, said = shell.tried("theirs", *verify)
    assert status == 1 and "motecurve" not in said


def rfc6979(curve: str) -> tuple[int, list[dict]]:
    record = json.loads((VECTORS / "rfc/rfc6979.json").read_text())["curves"][curve]
    return int(record["private_key"], 16), record["signatures"]


@pytest.mark.parametrize(("name", "curve"), [("K-233", CURVE), ("B-233", "sect233r1"), ("P-256", "prime256v1")])
def test_deterministic_signatures(tmp_path, modules, name, curve):
    """RFC 6979's, with nonce-type 1 as OpenSSL 3.2 calls it; prime256v1 is served because a setting says so."""
    shell = Shell(tmp_path, modules, "activate = 1\nprime_curves = P-256")
    number, vectors = rfc6979(name)
    key = written_key(shell, number, curve)
    for vector in vectors[1::2]:
        name = vector["hash"].replace("-", "")
        (tmp_path / "d").write_bytes(hashlib.new(name, vector["message"].encode()).digest())
        words = ("-pkeyopt", f"digest:{name}", "-pkeyopt", "nonce-type:1", "-out", "s")
        shell("ours", "pkeyutl", "-sign", "-inkey", key, "-in", "d", *words)
        numbers = re.findall(r"INTEGER +:([0-9A-F]+)", shell("theirs", "asn1parse", "-inform", "DER", "-in", "s"))
        assert [int(number, 16) for number in numbers] == [int(vector[part], 16) for part in "rs"]


def written_key(shell: Shell, key: int, curve: str) -> str:
    """The name of a file with that private key as SEC 1 has it, without its public key."""
    size = {"sect233k1": 29, "sect233r1": 30, "prime256v1": 32}[curve]
    lines = ("asn1=SEQUENCE:k", "[k]", "version=INTEGER:1", f"key=FORMAT:HEX,OCTETSTRING:{key:0{2 * size}x}")
    (shell.folder / "k.conf").write_text("\n".join((*lines, f"curve=EXPLICIT:0,OID:{curve}")))
    shell("theirs", "asn1parse", "-genconf", "k.conf", "-out", "k.der", "-noout")
    return "k.der"


def test_settings_with_faults(tmp_path, modules):
    """A curve that the library lacks, or that is none; deterministic signatures on a curve that is not served. OpenSSL
    says nothing of a provider that its configuration is to activate, so here the command line names it."""
    for setting in ("prime_curves = secp384r1", "prime_curves = P-256, oops"):
        shell = Shell(tmp_path, modules, setting)
        status, said = shell.tried("ours", "list", "-providers", "-provider", "motecurve")
        name = setting.split()[-1]
        assert status == 1 and f"prime_curves names {name}, which Motecurve and OpenSSL do not both have" in said
    shell = Shell(tmp_path, modules)
    shell.key("a", "prime256v1")
    (tmp_path / "d").write_bytes(bytes(32))
    status, said = shell.tried("ours", "pkeyutl", "-sign", "-inkey", "a.pem", "-in", "d", "-pkeyopt", "nonce-type:1")
    assert status == 1 and "signatures with nonce-type 1" in said


def test_without_the_default_provider(shell, modules):
    """It has the random bytes: there is a line that says so."""
    ours_alone = ("-provider-path", modules, "-provider", "motecurve")
    command = ("genpkey", *ours_alone, "-algorithm", "EC", "-pkeyopt", f"group:{CURVE}")
    status, said = shell.tried("theirs", *command)
    assert status == 1 and "OpenSSL gives no random bytes; is the default provider loaded, too?" in said


def handshake(shell: Shell, server: str, client: str, curve: str) -> str:
    """What the client says after a handshake of TLS 1.2 with certificate and secret on that curve."""
    shell.key("a", curve)
    shell("ours", "req", "-x509", "-config", "ours", "-new", "-key", "a.pem", "-subj", "/CN=localhost", "-out", "c.pem")
    common = ("-tls1_2", "-groups", curve)
    its_words = ("-accept", "0", "-naccept", "1", "-cert", "c.pem", "-key", "a.pem", *common)
    with shell.started(server, "s_server", *its_words, stderr=subprocess.STDOUT) as serving:
        try:
            address = next(line for line in serving.stdout if b"ACCEPT" in line)
            port = address.decode().rsplit(":", 1)[1].strip()
            to = ("-connect", f"localhost:{port}", "-CAfile", "c.pem", "-verify_return_error")
            talking = shell.started(client, "s_client", *to, *common, stderr=subprocess.STDOUT)
            return talking.communicate(b"Q\n", timeout=60)[0].decode()
        finally:
            serving.kill()


@pytest.mark.parametrize("end", ENDS)
def test_tls(shell, end):
    said = handshake(shell, *ENDS[end], CURVE)
    assert "Verify return code: 0 (ok)" in said and "Peer signature type: ECDSA" in said
    assert f"Server Temp Key: ECDH, {CURVE}" in said


def test_tls_on_other_curves(shell):
    """prime256v1, whose keys pass through this provider to the default one."""
    assert "Server Temp Key: ECDH, prime256v1" in handshake(shell, "ours", "ours", "prime256v1")


@pytest.mark.slow
def test_build_without_openssl(tmp_path):
    """CMake says so in one line, and goes on."""
    options = ("-DMC_OPENSSL_PROVIDER=ON", "-DMC_FIELDS=fb233", "-DCMAKE_DISABLE_FIND_PACKAGE_OpenSSL=ON")
    said = run("cmake", "-S", ROOT, "-B", tmp_path, *options)
    assert "OpenSSL 3 is not installed (Debian: libssl-dev): no provider is built\n" in said


@functools.cache
def binary_curves() -> list[str]:
    """Those of OpenSSL by its own names, but Oakley's, which have no object identifier."""
    known = re.findall(r"^ *(\S+) *:\s*([^\n]*)$", run("openssl", "ecparam", "-list_curves"), re.M)
    return [name for name, text in known if text.endswith("binary field") and not name.startswith("Oakley")]


@pytest.mark.slow
def test_every_binary_curve(tmp_path):
    """All of OpenSSL's are ours, by the names and the numbers that it has."""
    assert len(binary_curves()) > 30
    folder = compiled(host.build(64, tests=False, fields="") / "libmotecurve.a", tmp_path)
    run(folder / "agreement", folder, *binary_curves())


@pytest.mark.slow
def test_page(tmp_path):
    """docs/use/openssl-provider.md, typed as it stands."""
    typed = documented.typed(PAGE, documented.checkout(tmp_path))
    assert not documented.uninstalled(PAGE)
    assert typed.said.count("Verified OK") == 2 and "Verify return code: 0 (ok)" in typed.said
    ratios = re.findall(r"^sect283k1 +(\w+) +[\d.]+ +[\d.]+ +([\d.]+)", typed.said, re.M)
    assert [name for name, _ in ratios] == ["sign", "verify", "derive"]
    assert all(float(ratio) > 5 for _, ratio in ratios), ratios
