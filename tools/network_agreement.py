"""Prints how far `./motecurve network simulate` is from the firmware that `network emulate` runs, as Markdown: of each
network the error of the model's mean time and mean energy, and the standard error of the firmware's means. With --mac
lpl the energy is that of the radio; a dash is a network that had no key for some link.

.venv/bin/python tools/network_agreement.py [--seeds 48] [--board micaz] [--mac lpl] [--scheme leap]
"""

import argparse
import sys
import tempfile
from pathlib import Path

from motelab.common import markdown
from motelab.network import agreement
from motelab.network.agreement import Case
from motelab.network.emulation import emulation

SCHEMES = ("global", "leap", "ecqv")
TAIL = "1 2\n2 3\n3 1\n3 4\n"  # a triangle, and a node behind it
MODEL_SEEDS = 1000


def topologies(folder: Path, mac: str = "always") -> dict[str, tuple[str, int]]:
    """Name of each -> what `--topology` takes, and its motes."""
    if mac != "always":
        return {"pair": ("line", 2), "line of 5": ("line", 5), "star of 5": ("star", 5)}
    links = folder / "links"
    links.write_text(TAIL)
    return {"line of 3": ("line", 3), "star of 4": ("star", 4), "triangle and a node behind it": (str(links), 4)}


def cell(case: Case, seeds: int) -> str:
    """Errors of time and energy, and the larger standard error."""
    try:
        found = agreement.differences(case, range(1, seeds + 1), range(MODEL_SEEDS))
    except agreement.Unkeyed as error:
        print(error, file=sys.stderr)
        return "-"
    errors = ", ".join(f"{100 * one.error:+.1f} %" for one in found)
    return f"{errors} ({100 * max(one.spread for one in found):.1f})"


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/network_agreement.py", description=__doc__)
    parser.add_argument("--seeds", type=int, default=48, help="of the firmware (default: 48)")
    parser.add_argument("--board", default="micaz", help="default: micaz")
    parser.add_argument("--scheme", action="append", help=f"may be repeated (default: {', '.join(SCHEMES)})")
    parser.add_argument("--mac", choices=emulation.MACS, default="always", help="default: always")
    asked = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        forms = topologies(Path(folder), asked.mac)
        for scheme in asked.scheme or SCHEMES:
            cells = [
                cell(Case(scheme, form, motes, asked.board, asked.mac), asked.seeds) for form, motes in forms.values()
            ]
            rows.append((f"`{scheme}`", *cells))
            print(f"{scheme} done", file=sys.stderr)
    print(markdown.table(("", *forms), rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
