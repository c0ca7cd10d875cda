"""The page of the study: its figures and pictures are made of the committed study."""

from motelab.study import claims, figures, hypotheses, names, tables
from tools import study_page


def test_page_and_pictures_are_fresh():
    for path, data in study_page.written().items():
        assert path.read_bytes() == data, f"{path.name}: run tools/study_page.py"


def test_a_wrong_figure_is_noticed():
    """A digit of a block is put right; text outside of blocks stays."""
    page = study_page.PAGE.read_text()
    assert len(study_page.BLOCK.findall(page)) == len(study_page.BLOCKS)
    wrong = page.replace(": no effect", ": some effect")
    assert wrong != page and study_page.filled(wrong) == page


def test_order_of_figure_4():
    """Printed, the names with short parameters are the slowest of their group; measured here, they are the fastest."""
    what = figures.BARS["4"]
    known = [one for one in names.load() if (one.table, one.group) == (what.table, what.group)]
    rows = {row["curve"]: row for row in tables.rows(what.board) if row["implementation"] == what.implementation}
    short = {one.name for one in known if one.small_parameters}
    printed = sorted(known, key=lambda one: one.msp430_microseconds)
    ours = sorted(known, key=lambda one: rows[one.name]["cycles"])
    assert {one.name for one in printed[-len(short) :]} == {one.name for one in ours[: len(short)]} == short


def test_openssl_is_slowest_with_short_parameters():
    """In every size of prime field that has both kinds of curves, as printed and measured here."""
    measured = {row["curve"]: row["instructions"] for row in tables.rows("rpi2") if row["implementation"] == "openssl"}
    for costs in (tables.printed_times("pi_microseconds"), measured):
        for known in claims.by_field("II", {}).values():
            short, other = ([costs[one.name] for one in part] for part in claims.split(known))
            assert not short or min(short) > max(other)


def test_openssl_is_slower_where_the_montgomery_form_is_short():
    """As the page says: more instructions where fewer words are used, and no change where all are."""
    rows = [line.strip("|").split("|") for line in study_page.words().splitlines()[2:]]
    assert len(rows) == 3 * len(hypotheses.load()["plan"]["prime"]["openssl"])
    for _, _, words, change in rows:
        used, size = map(int, words.split("of"))
        assert float(change) > 2 if used < size else abs(float(change)) < 0.5
