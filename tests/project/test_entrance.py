"""A newcomer finds the way in: README.md fits a screen, and it and docs/README.md begin with the three doors."""

import re

import pytest

from motelab import ROOT

DOORS = ("firmware", "host", "research")
README_LINES_MAX = 60
FIRST_LINES = 25  # of docs/README.md, in which the doors stand
DOOR_LINES_MAX = 40
DOCS_MAX = 30  # pages that lie in docs/ itself


def linked(text: str) -> set[str]:
    """The pages of a text's links, without the folder of docs."""
    return {target.removeprefix("docs/") for target in re.findall(r"\]\(([^)#]+)", text)}


def test_readme_fits_a_screen():
    lines = (ROOT / "README.md").read_text().splitlines()
    assert len(lines) <= README_LINES_MAX
    assert linked("\n".join(lines)) >= {f"start/{door}.md" for door in DOORS}


def test_two_commands_do_everything():
    """Both stand in the first block of README.md."""
    block = (ROOT / "README.md").read_text().split("```")[1]
    commands = [line.partition("#")[0].strip() for line in block.splitlines()]
    assert {"make run", "make test"} <= set(commands)


def test_doors_come_first():
    lines = (ROOT / "docs/README.md").read_text().splitlines()[: FIRST_LINES - 1]
    assert linked("\n".join(lines)) >= {f"start/{door}.md" for door in DOORS}


@pytest.mark.parametrize("door", DOORS)
def test_a_door_is_short(door):
    """Three commands and five pages to read next."""
    text = (ROOT / f"docs/start/{door}.md").read_text()
    (commands,) = re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S)
    assert len(commands.splitlines()) == 3 and len(text.splitlines()) <= DOOR_LINES_MAX
    assert re.findall(r"^(\d)\. .*\]\(", text, re.M) == list("12345")


def test_docs_stay_within_one_look():
    assert len(list((ROOT / "docs").glob("*.md"))) < DOCS_MAX


def test_every_page_is_listed():
    """docs/README.md leads to each page, but for the doors' own lists."""
    listed = linked((ROOT / "docs/README.md").read_text())
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert not pages - listed - {"README.md"}
