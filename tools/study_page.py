"""Writes the figures of docs/study-anomalous.md from the committed study, or with --check says whether they are stale.

A block begins with `<!-- study: NAME -->` and ends with `<!-- end -->`; NAME is a function of BLOCKS here. The
command under a block prints the same figures in full. The pictures of the page are written, too.

  .venv/bin/python tools/study_page.py [--check]
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from motelab import ROOT
from motelab.common import markdown
from motelab.study import (
    claims,
    conclusion,
    decisions,
    fair_claims,
    figures,
    hypotheses,
    measuring,
    missing,
    names,
    tables,
    trade,
    twins,
)
from motelab.study.decisions import Decision
from motelab.study.hypotheses import OPENSSL, OURS
from motelab.study.measuring import BEST, WNAF
from motelab.subjects import security

PAGE = ROOT / "docs/study-anomalous.md"
PICTURES = {number: ROOT / f"docs/assets/study-figure-{number}.svg" for number in figures.NAMES}
BLOCK = re.compile(r"(<!-- study: (\w+) -->\n).*?(<!-- end -->)", re.S)
WORD_BITS = 32  # of OpenSSL on the board rpi2
SIDES = (("cortex-m0plus", OURS), ("msp430f5438a", OURS), ("rpi2", OPENSSL), ("host", OPENSSL))


def answer() -> str:
    return "\n".join(f"{place}. {text}" for place, text in enumerate(conclusion.sentences(), 1))


def pairs() -> str:
    """One line for each hypothesis: on each side the changes of all its pairs, and how many have an effect."""
    found = decisions.decided()
    rows = []
    for hypothesis in hypotheses.load()["hypothesis"]:
        cells = []
        for board, implementation in SIDES:
            of_side = conclusion.chosen(found, implementation, hypothesis["name"])
            cells.append(in_short([one for one in of_side if one.pair.curve.board == board]))
        rows.append([f"`{hypothesis['name']}`", hypothesis["changed"], *cells])
    return markdown.table(["hypothesis", "twin against curve", *(f"`{board}`, {side}" for board, side in SIDES)], rows)


def in_short(found: Sequence[Decision]) -> str:
    """The span of the changes, and the verdicts."""
    if not found:
        return ""
    verdicts = Counter(one.verdict for one in found)
    counts = (words if len(verdicts) == 1 else f"{count} {words}" for words, count in verdicts.items())
    return f"{conclusion.span(found)}: {', '.join(counts)}"


def words() -> str:
    """Where OpenSSL's cost depends on a short a, b or x over prime fields: words of its Montgomery form, and change."""
    rows = []
    for one in decisions.decided():
        pair, place = one.pair, {"prime-small-a": "a", "prime-small-b": "b", "prime-small-point": "x"}
        if pair.curve.board == "rpi2" and pair.hypothesis in place:
            number = place[pair.hypothesis]
            curve = twins.twin(pair.twin)
            values = {**dict(curve.coefficients), "x": twins.base_point(pair.twin)[0]}
            size = -(-curve.bits // WORD_BITS)
            held = values[number] * (1 << size * WORD_BITS) % curve.modulus
            used = -(-held.bit_length() // WORD_BITS)
            rows.append([f"`{curve.name}`", number, f"{used} of {size}", conclusion.span([one]).removesuffix(" %")])
    return markdown.table(["curve", "short", "words of 32 bits in Montgomery form", "instructions, %"], rows, texts=3)


def tests() -> str:
    """Claim by claim: the sides on which its test holds, and on which it does not."""
    rows = []
    known = claims.rows()
    for claim in hypotheses.load()["claim"]:
        of_claim = [row for row in known if row["claim"] == claim["name"]]
        sides = {
            holds: [f"{row['board']}, {row['implementation']}" for row in of_claim if row["holds"] == holds]
            for holds in (True, False)
        }
        rows.append([f"`{claim['name']}`", claim["test"], "; ".join(sides[True]), "; ".join(sides[False])])
    return markdown.table(["claim", "test", "holds on", "does not hold on"], rows)


def fair() -> str:
    """The claims one-sided and by the paper's delta: on printed figures, on its platforms here, and elsewhere."""
    rows = []
    for claim, row in zip(fair_claims.load(), fair_claims.summaries(), strict=True):
        name = f"`{claim.name}`" + ("" if claim.of == fair_claims.OWN else f" ({claim.of})")
        cells = [name, claim.quote, row["on_printed"], row["on_ours"], row["note"].rpartition("elsewhere: ")[2]]
        rows.append(cells)
    heads = ["claim", "in the paper's words", "as printed", "its platforms, here", "elsewhere"]
    return markdown.table(heads, rows)


def noise() -> str:
    """The noise floor of every side with rows."""
    rows = []
    for implementation, boards in measuring.BOARDS.items():
        for board in boards:
            percent = decisions.noise_percent(board, implementation)
            rows += [] if percent is None else [[f"`{board}`", implementation, f"{percent:.2f}"]]
    printed = decisions.printed_noise_percent()
    rows += [
        ["Raspberry Pi 2", "as printed", f"{printed['pi']:.2f}"],
        ["MSP430", "as printed", f"{printed['msp430']:.2f}"],
    ]
    return markdown.table(["board", "library", "largest difference of twin names, %"], rows, texts=2)


def table_i() -> str:
    return deltas("I", "pi_microseconds", (("rpi2", OPENSSL), ("cortex-m0plus", WNAF), ("cortex-m0plus", BEST)))


def table_ii() -> str:
    sides = (("rpi2", OPENSSL), ("msp430f5438a", WNAF), ("cortex-m0plus", WNAF), ("cortex-m0plus", BEST))
    return deltas("II", "pi_microseconds", sides)


def deltas(table: str, column: str, sides: Sequence[tuple[str, str]]) -> str:
    """How much more a name takes than the fastest of its group, printed and measured."""
    printed = {"Pi": tables.in_groups(tables.printed_times(column))}
    printed |= {"MSP430": tables.in_groups(tables.printed_times("msp430_microseconds"))} if table == "II" else {}
    ours = {
        side: {row["curve"]: row["delta_percent"] for row in tables.rows(side[0]) if row["implementation"] == side[1]}
        for side in sides
    }
    rows = [
        [security.marked(one.name), one.curve.field_notation, str(one.small_parameters)]
        + [percent(found.get(one.name)) for found in (*printed.values(), *ours.values())]
        for one in names.load()
        if one.table == table
    ]
    heads = [f"printed, {device}" for device in printed] + [f"`{board}`, {library}" for board, library in sides]
    return markdown.table(["name", "field", "No.", *heads], rows, texts=2)


def percent(value: float | None) -> str:
    return "" if value is None else f"{value:+.2f}"


def algorithms() -> str:
    """Cycles with a = -3, and the changes of the other forms."""
    known: dict[str, list[tables.Row]] = {}
    for row in tables.algorithms():
        known.setdefault(row["algorithm"], []).append(row)
    rows = [
        [f"`{algorithm}`", "" if first["cycles"] is None else f"{first['cycles']:,}"]
        + ["" if one["ratio"] is None else f"{100 * (one['ratio'] - 1):+.1f}" for one in others]
        for algorithm, (first, *others) in known.items()
    ]
    heads = [f"{trade.FORMS[0]}, cycles", *(f"{form}, %" for form in trade.FORMS[1:])]
    return markdown.table(["algorithm", *heads], rows, texts=1)


def absent() -> str:
    """Lines that are not measured yet, by board."""
    lines: dict[str, int] = {}
    for task in missing.tasks():
        lines[task.board] = lines.get(task.board, 0) + task.lines
    if not lines:
        return "Nothing is missing."
    rows = [[f"`{board}`", str(count), f"`{tables.COMMAND.format(board)}`"] for board, count in sorted(lines.items())]
    return markdown.table(["board", "lines not measured yet", "measured by"], rows)


BLOCKS: dict[str, Callable[[], str]] = {
    made.__name__: made for made in (answer, pairs, words, fair, tests, noise, table_i, table_ii, algorithms, absent)
}


def filled(text: str) -> str:
    """The page with every block as the committed study has it."""
    return BLOCK.sub(lambda found: f"{found[1]}\n{BLOCKS[found[2]]()}\n\n{found[3]}", text)


def written() -> dict[Path, bytes]:
    """The page and its pictures."""
    pictures = {path: figures.drawn(number, "svg") for number, path in PICTURES.items()}
    return {PAGE: filled(PAGE.read_text()).encode(), **pictures}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if something is stale")
    check = parser.parse_args().check
    stale = [path for path, data in written().items() if not path.exists() or path.read_bytes() != data]
    for path in stale:
        if check:
            print(f"{path.relative_to(ROOT)}: stale; run tools/study_page.py")
        else:
            path.write_bytes(written()[path])
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
