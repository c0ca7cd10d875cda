"""Writes the tables of docs/network/choose.md from the committed rows of `./motecurve network compare`, or with --check
says whether they are stale.

.venv/bin/python tools/network_costs.py [--check]
"""

import argparse
import re
import sys
from collections.abc import Iterable

from motelab import ROOT
from motelab.common import markdown
from motelab.network import rivals
from motelab.network.emulation import image
from motelab.network.rivals import Row

PAGE = ROOT / "docs/network/choose.md"
BLOCK = re.compile(r"(<!-- (costs|energy|batteries) -->\n).*?(<!-- end -->)", re.S)
DAYS = (1, 10, 100)  # handshakes a day
MOST_YEARS = 10  # that cells keep their charge
NOTHING = "-"


def subject(row: Row) -> str:
    """The scheme and its curve, with a word where its security is not enough."""
    return f"`{row['scheme']}`" + (f" on `{row['curve']}`{rivals.warning(row)}" if row["curve"] else "")


def by_security(rows: Iterable[Row]) -> list[Row]:
    """The strongest first, the cheaper of the same strength before the dearer."""
    return sorted(rows, key=lambda row: (-row["security_bits"], row.get("cycles") or 0))


def costs(board: str) -> str:
    """A row for each scheme on a board."""
    headings = ("scheme", "bits", "s", "Mcycles", "bytes", "flash B", "RAM B")
    rows = []
    for row in by_security(of(board)):
        if rivals.fits(row):
            figures = (f"{row['time_to_all_keyed_s']:.2f}", f"{row['cycles'] / 1e6:,.1f}")
            sizes = (f"{row[name]:,}" for name in ("bytes", "flash_bytes", "ram_bytes"))
            rows.append((subject(row), str(row["security_bits"]), *figures, *sizes))
        else:
            rows.append((subject(row), str(row["security_bits"]), row["does_not_fit"], *[NOTHING] * 4))
    return markdown.table(headings, rows, texts=1)


def energy(board: str) -> str:
    """Where the energy of a handshake goes."""
    headings = ("scheme", "processor mJ", "sending mJ", "receiving mJ", "together", "listening meanwhile mJ")
    names = (*rivals.HANDSHAKE, None, "energy_listen_mj")
    rows = [
        (subject(row), *(f"{rivals.handshake_mj(row) if name is None else row[name]:,.2f}" for name in names))
        for row in by_security(of(board))
        if rivals.fits(row)
    ]
    return markdown.table(headings, rows, texts=1)


def batteries(board: str) -> str:
    """Handshakes of a battery, and its life."""
    headings = ("scheme", "handshakes", *(f"years at {count} a day" for count in DAYS))
    rows = [
        (subject(row), f"{rivals.handshakes_of_battery(row):,}",
         *(years(rivals.battery_years(row, count)) for count in DAYS))
        for row in by_security(of(board))
        if rivals.fits(row)
    ]  # fmt: skip
    return markdown.table(headings, rows, texts=1)


def years(life: float) -> str:
    return f"over {MOST_YEARS}" if life > MOST_YEARS else f"{life:.1f}"


def of(board: str) -> list[Row]:
    return [row for row in rivals.of_file() if row["board"] == board]


TABLES = {"costs": costs, "energy": energy, "batteries": batteries}


def block(name: str) -> str:
    """One kind of table, for each board."""
    return "\n\n".join(f"On `{board}`:\n\n{TABLES[name](board)}" for board in image.BOARD_NAMES)


def written(text: str) -> str:
    """The page with its tables as the rows have them."""
    return BLOCK.sub(lambda found: f"{found[1]}\n{block(found[2])}\n\n{found[3]}", text)


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/network_costs.py", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the page is stale")
    old = PAGE.read_text()
    new = written(old)
    if parser.parse_args().check:
        if new != old:
            print(f"{PAGE.relative_to(ROOT)}: stale; run tools/network_costs.py")
        return int(new != old)
    PAGE.write_text(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
