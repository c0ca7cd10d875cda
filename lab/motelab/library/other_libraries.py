"""Other libraries that the host library is measured beside (simulators/host/versus/): Debian's packages, and one whose
source is given."""

import dataclasses
import functools
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

from motelab.common.errors import MissingTool, MotecurveError

COMMIT_CHARACTERS = 12
SIGNATURES = ("ecdsa-sign", "ecdsa-verify")
PRIMES_OF_NIST = ("secp256r1", "secp384r1", "secp521r1")
OF_BYTES = (
    ("ecdh", "Curve25519"), ("eddsa-keygen", "Ed25519"), ("eddsa-sign", "Ed25519"), ("eddsa-verify", "Ed25519"),
)  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Other:
    """A library: its Debian package, or the address of its source; options of the compiler for its side, after the
    sources; `compared`, the operations and curves that are measured if none are named (none: those of the board);
    `tells_no_version`, whether it cannot be asked for its version."""

    package: str = ""
    options: tuple[str, ...] = ()
    address: str = ""
    compared: tuple[tuple[str, str], ...] = ()
    tells_no_version: bool = False
    of_source: Callable[[Path], tuple[str, ...]] | None = None  # the options for the source in a folder

    def build_options(self, name: str, source: str) -> tuple[str, ...]:
        """Options of the compiler. MotecurveError if the source is missing or not that of the library, or given for a
        library of a package."""
        if self.of_source is None:
            if source:
                raise MotecurveError(f"{name} is Debian's {self.package}; --source is for code that is no package")
            known = (f'-DMC_OTHER_VERSION="{packaged_version(name)}"',) if self.tells_no_version else ()
            return (*self.options, *known)
        if not source:
            raise MotecurveError(f"{name} is no package: git clone {self.address}, and give its folder with --source")
        return (*self.of_source(Path(source).resolve()), *self.options)


@functools.cache
def packaged_version(name: str) -> str:
    """The version that pkg-config knows, such as 0.2.0."""
    try:
        run = subprocess.run(["pkg-config", "--modversion", name], capture_output=True, text=True)
    except FileNotFoundError:
        return "of unknown version"
    return run.stdout.strip() or "of unknown version"


def commit(folder: Path) -> str:
    """The start of the commit that is checked out in the folder, with a plus if its files are changed."""
    try:
        words = ["git", "-C", str(folder), "describe", "--always", "--dirty=+", "--exclude=*"]
        run = subprocess.run([*words, f"--abbrev={COMMIT_CHARACTERS}"], capture_output=True, text=True)
    except FileNotFoundError as error:
        raise MissingTool("git", "git") from error
    return run.stdout.strip() or "of unknown commit"


# Functions of s2n-bignum, by folder; those with a second form for processors without BMI2 and ADX, and those without.
S2N_FOLDER, S2N_HEADER = "x86_att", "include/s2n-bignum.h"
S2N_OF_LEVELS = {
    "curve25519": ("curve25519_x25519",),
    "p256": ("p256_scalarmul",),
    "p384": ("p384_montjscalarmul", "bignum_tomont_p384", "bignum_montmul_p384", "bignum_montsqr_p384",
             "bignum_deamont_p384"),
    "p521": ("p521_jscalarmul", "bignum_mul_p521", "bignum_sqr_p521"),
}  # fmt: skip
S2N_ALIKE = {"p384": ("bignum_montinv_p384",), "p521": ("bignum_inv_p521",)}


def s2n_bignum(folder: Path) -> tuple[str, ...]:
    """Options that compile s2n-bignum's functions for this processor."""
    if not (folder / S2N_HEADER).exists() or not (folder / S2N_FOLDER).exists():
        raise MotecurveError(f"{folder} holds no source of s2n-bignum: {S2N_HEADER} or {S2N_FOLDER}/ is missing")
    known = re.search(r"^flags\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M)
    if known is None:
        raise MotecurveError("s2n-bignum is measured on x86-64 alone")
    is_alt = not {"bmi2", "adx"} <= set(known[1].split())
    ends = {name: "_alt" if is_alt else "" for names in S2N_OF_LEVELS.values() for name in names}
    files = [
        str(folder / S2N_FOLDER / place / f"{name}{ends.get(name, '')}.S")
        for functions in (S2N_OF_LEVELS, S2N_ALIKE)
        for place, names in functions.items()
        for name in names
    ]
    options = (f"-I{folder / 'include'}", f'-DMC_OTHER_VERSION="{commit(folder)}"')
    return (*files, *options, *(("-DMC_S2N_ALT",) if is_alt else ()))


# By name; simulators/host/versus/<name>*.c call them.
OTHERS = {
    "openssl": Other("libssl-dev", ("-lcrypto",)),
    "libsecp256k1": Other(
        "libsecp256k1-dev", ("-lsecp256k1",),
        compared=tuple((operation, "secp256k1") for operation in ("ecdh", *SIGNATURES)), tells_no_version=True,
    ),
    "libsodium": Other("libsodium-dev", ("-lsodium",), compared=OF_BYTES),
    "botan": Other(
        "libbotan-2-dev", ("-I/usr/include/botan-2", "-lbotan-2"),
        compared=(*((o, c) for c in PRIMES_OF_NIST for o in ("ecdh", *SIGNATURES)), *OF_BYTES),
    ),
    "s2n-bignum": Other(
        address="https://github.com/awslabs/s2n-bignum", of_source=s2n_bignum,
        compared=(("ecdh", "Curve25519"), *(("scalar-mult", curve) for curve in PRIMES_OF_NIST)),
    ),
}  # fmt: skip
PACKAGED = sorted(name for name, other in OTHERS.items() if other.package)
