"""The commands of ./motecurve that the pages and the help texts show, and what each costs to type."""

import dataclasses
import functools
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from motelab import ROOT, cli
from tests.project import documented

PAGES = sorted([*ROOT.glob("docs/**/*.md"), *ROOT.glob("*.md"), ROOT / "bindings/python/README.md"])
NAMES = {page.relative_to(ROOT).as_posix(): page for page in PAGES}
# Pages that other tests type wholly.
ELSEWHERE = {
    "docs/adding-a-board.md": "tests/boards/test_adding_a_board.py",
    "docs/encryption.md": "tests/lab/keys/test_encryption_commands.py",
    "docs/parallel/multiplication.md": "tests/parallel/test_page.py",
    "docs/keys.md": "tests/lab/keys/test_key_commands.py",
    "docs/use/openssl-provider.md": "tests/project/test_openssl_provider.py",
    "docs/pairings/quick-start.md": "tests/lab/ibe/test_ibe_pages.py",
    **{f"docs/start/{page.name}": "tests/project/test_start_pages.py" for page in ROOT.glob("docs/start/*.md")},
    "bindings/python/README.md": "tests/bindings/python/test_package.py",
}
NO_PAGES_OF_COMMANDS = ("CHANGELOG.md", "README.md", "CONTRIBUTING.md")  # test_key_commands.py types README.md
TO_FILL_IN = re.compile(r"\.\.\.|\b(NAME|FILE|ROW|OLD|NEW|DIR|SQL|OPERATION)\b|/path")
REMARK = re.compile(r"\s+#\s.*$|\s{2,}.*$|\s+\(then .*$")
COSTS = Path(__file__).with_name("costs_of_commands.toml")


@dataclasses.dataclass(frozen=True)
class Cost:
    """A kind of command that is not typed in every commit: which, why, and the file that tests it instead if no test
    of this folder types it. verdict: columns of its output; it exits with 1 exactly if one of them has a false."""

    commands: str
    why: str
    tested: str = ""
    verdict: tuple[str, ...] = ()

    @property
    def takes_turns(self) -> bool:
        """Whether `make test-slow` types it by turns."""
        return not self.tested


@functools.cache
def costs() -> tuple[Cost, ...]:
    """The kinds, in the order in which they are tried."""
    kinds = tomllib.loads(COSTS.read_text())["cost"]
    return tuple(Cost(**one | {"verdict": tuple(one.get("verdict", ()))}) for one in kinds)


def cost_of(command: str) -> Cost | None:
    """The kind of a command; None if it is cheap, and typed in every commit."""
    return next((one for one in costs() if re.search(one.commands, command)), None)


def lines_of(page: Path) -> list[str]:
    """The lines of a page's blocks that are commands of ./motecurve, without remarks, if they can be typed as they
    stand."""
    texts = (documented.joined(block.text) for block in documented.blocks(page) if block.language == "sh")
    return typable(line for text in texts for line in text.splitlines())


def typable(lines: Iterable[str]) -> list[str]:
    found = (REMARK.sub("", line.strip()) for line in lines)
    return [line for line in found if line.startswith("./motecurve ") and not TO_FILL_IN.search(line)]


def of_pages() -> dict[str, list[str]]:
    """The commands of each page that no other test types."""
    found = {name: lines_of(page) for name, page in NAMES.items() if name not in (*ELSEWHERE, *NO_PAGES_OF_COMMANDS)}
    return {name: lines for name, lines in found.items() if lines}


def of_help() -> dict[str, list[str]]:
    """The examples of each command's help."""
    found = {" ".join(words): typable(examples(command.help or "")) for words, command in walked(cli.lab, ())}
    return {words: lines for words, lines in found.items() if lines}


def examples(text: str) -> list[str]:
    """The lines of a help text's examples."""
    return re.sub(r"^.*?Examples?: ?", "", text, flags=re.S).splitlines() if "Example" in text else []


def walked(group: click.Command, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """A command and all below it, each with the words that lead to it."""
    yield words, group
    if isinstance(group, click.Group):
        context = click.Context(group)
        for name in group.list_commands(context):
            yield from walked(group.get_command(context, name), (*words, name))
