"""Writes the tables of docs/network/choose.md from the committed rows of `./motecurve network compare`, and of networks
whose radios sleep; of docs/network/deployed.md and lifetime.md as `compare --deployed` and `lifetime` compute them; or
with --check says whether they are stale. --measure computes the rows of sleeping radios first.

.venv/bin/python tools/network_costs.py [--check|--measure]
"""

import argparse
import re
import sys
from collections.abc import Iterable

from motelab import ROOT
from motelab.common import markdown
from motelab.network import rivals
from motelab.network import sleeping as sleeping_rows
from motelab.network.deployed import measured
from motelab.network.deployed import rows as deployed_rows
from motelab.network.emulation import image
from motelab.network.lifetime import year as lifetime
from motelab.network.rivals import Row
from motelab.network.simulation.schemes import SCHEMES

PAGE = ROOT / "docs/network/choose.md"
PAGES = (PAGE, PAGE.with_name("deployed.md"), PAGE.with_name("lifetime.md"))
NAMES = "costs|energy|batteries|sleeping|platforms|periods|octets|deployed|year"
BLOCK = re.compile(rf"(<!-- ({NAMES}) -->\n).*?(<!-- end -->)", re.S)
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


def of_sleeping(row: Row) -> str:
    """The scheme of a simulated network, and its curve."""
    return subject({"security_bits": row["security_bits"], "scheme": row["scheme"], "curve": row["curve"]})


def sleeping() -> str:
    """Every scheme under every MAC."""
    headings = ("MAC", "scheme", "J a day", "years", "years of the worst", "for handshakes, %", "keyed after s")
    rows = []
    for access in sleeping_rows.MACS:
        for scheme in SCHEMES:
            row = sleeping_rows.row(scheme=scheme, mac=access)
            figures = (f"{row['energy_day_mj'] / 1e3:.1f}", f"{row['battery_years']:.2f}",
                       f"{row['battery_years_worst']:.2f}", f"{100 * row['handshake_share']:.1f}")  # fmt: skip
            keyed = row["time_to_all_keyed_s"]
            rows.append((f"`{access}`", of_sleeping(row), *figures, NOTHING if keyed is None else f"{keyed:,.0f}"))
    return markdown.table(headings, rows, texts=2)


def life(row: Row) -> str:
    """Years of the mean node and of the worst; nothing if the MAC cannot carry the frames."""
    if row["battery_years"] is None:
        return NOTHING
    return f"{row['battery_years']:.2f} ({row['battery_years_worst']:.2f})"


def platforms() -> str:
    """Years with other processors and radios."""
    headings = ("processor, radio", "MAC", *(f"`{scheme}`" for scheme in sleeping_rows.SOME))
    rows = [
        (f"`{board}`, `{radio}`", f"`{access}`",
         *(life(sleeping_rows.row(scheme=scheme, mac=access, board=board, radio=radio))
           for scheme in sleeping_rows.SOME))
        for board, radio in sleeping_rows.PLATFORMS
        for access in sleeping_rows.MACS
    ]  # fmt: skip
    return markdown.table(headings, rows, texts=2)


def periods() -> str:
    """Years with other periods."""
    asked = [(scheme, rekey) for scheme in sleeping_rows.SOME[1:] for rekey in sleeping_rows.REKEYS]
    headings = ("MAC", "a reading every", *(f"`{scheme}`, {rekey}" for scheme, rekey in asked))
    rows = [
        (f"`{access}`", reading,
         *(life(sleeping_rows.row(scheme=scheme, mac=access, reading=reading, rekey=rekey))
           for scheme, rekey in asked))
        for access in sleeping_rows.MACS
        for reading in sleeping_rows.READINGS
    ]  # fmt: skip
    return markdown.table(headings, rows, texts=2)


def octets() -> str:
    """What each protocol sends, on any board."""
    headings = ("protocol", "octets of each datagram", "frames", "bytes on the air", "forward secret")
    rows = [
        (f"`{row['protocol']}`", ", ".join(map(str, row["messages"])), str(row["frames"]), f"{row['bytes']:,}",
         "yes" if row["forward_secret"] else "no")
        for row in deployed_rows.rows("micaz")
    ]  # fmt: skip
    return markdown.table(headings, rows, texts=2)


def deployed() -> str:
    """What it costs, a table for each board."""
    energy = ("processor mJ", "radio mJ", "together", "under `lpl`")
    found = []
    for board, radio in deployed_rows.BOARDS.items():
        rows = []
        for row in deployed_rows.rows(board):
            figures = [NOTHING] * 6
            if row["why_none"] is None:
                on_air = row["energy_send_mj"] + row["energy_receive_mj"]
                values = (
                    row["time_s"],
                    row["cycles"] / 1e6,
                    row["energy_cpu_mj"],
                    on_air,
                    row["handshake_mj"],
                    row["lpl_mj"],
                )
                figures = [f"{value:,.2f}" for value in values]
            sizes = measured.shown(row)
            rows.append((f"`{row['protocol']}`", *figures, *sizes.values()))
        headings = ("protocol", "s", "Mcycles", *energy, *sizes)
        found.append(f"On `{board}` with `{radio}`:\n\n{markdown.table(headings, rows, texts=1)}")
    return "\n\n".join(found)


def year() -> str:
    """The usual year of each scheme."""
    headings = ("scheme", "stores rewritten", "bytes in them", "lists", "bytes of lists", "of handshakes",
                "J of a node", "for handshakes, %", "for lists, %", "sessions opened", "of others")  # fmt: skip
    rows = []
    asked = [lifetime.Request(scheme=scheme) for scheme in SCHEMES] + [lifetime.Request(scheme="edhoc", update=True)]
    for request in asked:
        row = lifetime.simulate(request)
        counts = [f"{row[name]:,}" for name in (
            "stores_rewritten", "octets_rewritten", "lists", "list_octets", "handshake_octets")]  # fmt: skip
        shares = [f"{100 * row['handshake_share']:.2f}", f"{100 * row['list_share']:.3f}"]
        opened = [f"{row[name]:,}" for name in ("sessions_opened", "others_opened")]
        label = of_sleeping(row) + ", `--update`" * request.update
        rows.append((label, *counts, f"{row['energy_mean_j']:,.0f}", *shares, *opened))
    return markdown.table(headings, rows, texts=1)


WHOLE = {"sleeping": sleeping, "platforms": platforms, "periods": periods, "octets": octets, "deployed": deployed,
         "year": year}  # fmt: skip
TABLES = {"costs": costs, "energy": energy, "batteries": batteries}


def block(name: str) -> str:
    """One kind of table; of those of two motes one for each board."""
    if name in WHOLE:
        return WHOLE[name]()
    return "\n\n".join(f"On `{board}`:\n\n{TABLES[name](board)}" for board in image.BOARD_NAMES)


def written(text: str) -> str:
    """The page with its tables as the rows have them."""
    return BLOCK.sub(lambda found: f"{found[1]}\n{block(found[2])}\n\n{found[3]}", text)


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/network_costs.py", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the page is stale")
    parser.add_argument("--measure", action="store_true", help="compute the rows of sleeping radios first")
    asked = parser.parse_args()
    if asked.measure:
        sleeping_rows.write()
    stale = [page for page in PAGES if written(page.read_text()) != page.read_text()]
    for page in stale:
        if asked.check:
            print(f"{page.relative_to(ROOT)}: stale; run tools/network_costs.py")
        else:
            page.write_text(written(page.read_text()))
    return int(asked.check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
