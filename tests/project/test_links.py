"""Links between pages within the repository, which the test of the site does not see: each ends at a file, and at one
of its headings."""

import re
from pathlib import Path

import pytest

from motelab import ROOT

PAGES = sorted(path for pattern in ("*.md", "docs/**/*.md", "bindings/**/*.md", "tests/**/*.md")
               for path in ROOT.glob(pattern))  # fmt: skip
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)")
OF_THE_SITE = ROOT / "docs/reference"  # pages that tools/site/ makes


def anchors(text: str) -> set[str]:
    """Of the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def dead(page: Path, text: str) -> list[str]:
    """Links of a page without a target."""
    found = []
    for file, anchor in LINK.findall(re.sub(r"^```.*?^```$|`[^`\n]*`", "", text, flags=re.M | re.S)):
        target = (page.parent / file).resolve() if file else page
        if target.is_relative_to(OF_THE_SITE):
            continue
        if not target.exists():
            found.append(file)
        elif anchor and anchor not in ("only-light", "only-dark") and anchor not in anchors(target.read_text()):
            found.append(f"{file}#{anchor}")
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_ends_somewhere(page):
    assert not dead(page, page.read_text())


def test_a_dead_link_is_noticed():
    text = "# One two\n[a](none.md) [b](README.md#no-such) [c](#one-two) [d](https://x.org) `[e](f.md)`\n"
    assert dead(ROOT / "page.md", text.replace("(#one-two)", "(README.md#motecurve)")) == [
        "none.md",
        "README.md#no-such",
    ]
