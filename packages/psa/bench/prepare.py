"""Prepares the source of psa-motecurve: TF-PSA-Crypto with the driver registered, the driver, and a firmware drop for a
board that verifies on P-256.

    prepare.py TF_PSA_CRYPTO BOARD PREFER FOLDER

TF_PSA_CRYPTO is a release, or a checkout in which framework/scripts/make_generated_files.py ran. PREFER is small,
balanced or fast. FOLDER is made."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parent
PSA, ROOT = BENCH.parent, BENCH.parents[2]
DRIVER = ("motecurve_psa.c", "motecurve_psa.h", "motecurve_psa_config.h")
# What a program has in place of these: its own random bytes, and a check of its stack.
NOT_USED = ("example.c", "motecurve_random.c", "motecurve_fits.c", "motecurve_fits.ld")


def lay_drop(board: str, prefer: str, into: Path) -> None:
    """The drop, each of its parts by a file of its own."""
    request = ["--board", board, "--curve", "secp256r1", "--ops", "verify", "--prefer", prefer]
    request += ["--out", into, "--format", "json"]
    subprocess.run([ROOT / "motecurve", "firmware", *request], check=True, stdout=subprocess.DEVNULL)
    for name in NOT_USED:
        (into / name).unlink()
    makefile = (into / "Makefile").read_text()
    files = [("UNITS", "motecurve.c"), *(("KERNELS", path.name) for path in into.glob("motecurve_*.S"))]
    for kind, whole in files:
        text = (into / whole).read_text()
        parts = into / "parts" / whole
        parts.parent.mkdir(exist_ok=True)
        parts.write_text(text)
        (into / whole).unlink()
        for unit in re.search(rf"^{kind} = (.*)$", makefile, re.M)[1].split():
            part = into / f"unit_{unit}{parts.suffix}"
            part.write_text(f'#define MC_UNIT {unit}\n#include "parts/{whole}"\n')


def main() -> int:
    if len(sys.argv) != 5 or not Path(sys.argv[1], "core").is_dir() or Path(sys.argv[4]).exists():
        words = "TF-PSA-Crypto, a board, one of small, balanced and fast, and a folder that does not exist"
        print(f"prepare.py: give {words}", file=sys.stderr)
        return 2
    into = Path(sys.argv[4])
    shutil.copytree(sys.argv[1], into)
    subprocess.run([sys.executable, PSA / "register.py", into], check=True)
    lay_drop(sys.argv[2], sys.argv[3], into / "motecurve")
    for name in DRIVER:
        shutil.copy(PSA / name, into / "motecurve")
    return 0


if __name__ == "__main__":
    sys.exit(main())
