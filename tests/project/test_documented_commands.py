"""Commands in pages and in help texts do what they are shown for: they are typed, and exit with 0.

Those that cost little are typed in every commit, each page's in a folder that resembles the repository's, each example
of a help text beside the files that such examples name. costs_of_commands.toml lists the others, and why."""

import json
import re
import shutil
from pathlib import Path

import pytest

from motelab import ROOT
from tests.conftest import share
from tests.project import commands, documented, typist

CHEAP_MAX_S = 10  # processor seconds of a command that is typed in every commit, its builds included
ONE_IN = 8  # of the others
OUTPUTS = re.compile(r"(?:-o|--out|--output|--parameters|--build|--plot|--capture) (\S+)|> (\S+)$")
# What examples of help texts name, made by commands that they show, too.
DESK = (
    "echo 'node 17: 21.5 degrees' > letter.txt && echo 'correct horse' > passphrase",
    "./motecurve key generate --curve P-256 -o own.pem",
    "./motecurve key generate --curve P-256 -o peer.pem",
    "./motecurve key generate --curve Ed25519 -o ed25519.pem",
    "./motecurve key public own.pem -o own-public.pem",
    "./motecurve key public peer.pem -o peer-public.pem",
    "./motecurve sign own.pem letter.txt -o letter.sig",
    "./motecurve encrypt own-public.pem letter.txt -o letter.enc",
    "tar c letter.txt | ./motecurve encrypt own-public.pem - -o folder.enc",
    "openssl req -x509 -key own.pem -subj '/CN=node 17' -out certificate.pem",
    "./motecurve ibe setup -o master.pem --parameters parameters.pem",
    './motecurve ibe extract master.pem "node 17" -o node-17.pem',
    './motecurve ibe extract master.pem "node 17" --for signatures -o node-17-signs.pem',
    './motecurve ibe extract master.pem "node 17" --for agreement -o node-17-agrees.pem',
    './motecurve ibe encrypt parameters.pem "node 17" letter.txt -o letter.ibe',
    "mkdir ibe && ./motecurve ibe sign node-17-signs.pem letter.txt -o ibe/letter.sig",
)


def failures(results: list[typist.Result]) -> list[str]:
    return [f"{one.command} exits with {one.status}: {one.stderr}" for one in results if one.status]


def dear(results: list[typist.Result]) -> list[str]:
    """Those for which costs_of_commands.toml lacks a line."""
    return [f"{one.command} takes {one.processor_s} s" for one in results if one.processor_s > CHEAP_MAX_S]


def cheap(lines: list[str]) -> list[str]:
    return [line for line in lines if commands.cost_of(line) is None]


def with_cheap(found: dict[str, list[str]]) -> dict[str, list[str]]:
    return {name: lines for name, lines in found.items() if cheap(lines)}


@pytest.fixture(scope="module")
def desk(tmp_path_factory) -> Path:
    """A folder with the files of DESK."""
    folder = documented.checkout(tmp_path_factory.mktemp("desk"))
    assert not failures(typist.typed([(line, folder) for line in DESK]))
    return folder


def place_for(command: str, desk: Path, number: int | str) -> Path:
    """A copy of the desk without what the command writes. `letter.sig` is by a name for commands on names."""
    folder = desk.with_name(f"{desk.name}-{number}")
    shutil.copytree(desk, folder, symlinks=True)
    if command.startswith("./motecurve ibe "):
        shutil.copy(folder / "ibe/letter.sig", folder)
    for names in OUTPUTS.findall(command):
        for name in filter(None, names):
            (folder / name).unlink(missing_ok=True)
    return folder


@pytest.mark.parametrize("name", with_cheap(commands.of_pages()))
def test_commands_of_a_page(name, tmp_path):
    folder = documented.checkout(tmp_path)
    results = typist.typed([(line, folder) for line in cheap(commands.of_pages()[name])])
    assert results and not failures(results) and not dear(results)


def test_examples_of_help(desk):
    """Those that no page has, in one process, so that the lab is loaded once."""
    examples = [line for lines in commands.of_help().values() for line in cheap(lines)]
    of_pages = {line for lines in commands.of_pages().values() for line in lines}
    distinct = [line for line in dict.fromkeys(examples) if line not in of_pages]
    results = typist.typed([(line, place_for(line, desk, number)) for number, line in enumerate(distinct)])
    assert len(results) == len(distinct) > 40 and not failures(results) and not dear(results)


TURNS = [
    line
    for found in (commands.of_pages(), commands.of_help())
    for lines in found.values()
    for line in lines
    if (cost := commands.cost_of(line)) and cost.takes_turns
]


@pytest.mark.slow
@pytest.mark.parametrize("command", share(list(dict.fromkeys(TURNS)), ONE_IN))
def test_dear_command(command, desk, tmp_path):
    folder = place_for(command, desk, "dear")
    verdict = commands.cost_of(command).verdict
    (result,) = typist.typed([(f"{command} > {tmp_path}/shown" if verdict else command, folder)])
    shutil.rmtree(folder)
    missed = bool(verdict) and is_missed(json.loads((tmp_path / "shown").read_text()), verdict)
    assert result.status == int(missed), failures([result])


def is_missed(rows: list[dict], verdict: tuple[str, ...]) -> bool:
    """Whether a column of a verdict has a false; AssertionError for rows without one of the columns."""
    assert rows and all(column in row for row in rows for column in verdict)
    return any(row[column] is False for row in rows for column in verdict)


def test_a_verdict_is_read_from_the_rows():
    good, bad = {"reached": True, "verified": None}, {"reached": False, "verified": True}
    assert not is_missed([good], ("reached", "verified")) and is_missed([good, bad], ("reached", "verified"))
    with pytest.raises(AssertionError):
        is_missed([good], ("met",))


def test_every_kind_of_cost_is_of_a_command():
    """No line of the list is left over, and the tests that it names exist."""
    lines = [line for found in (commands.of_pages(), commands.of_help()) for of in found.values() for line in of]
    used = {commands.cost_of(line) for line in lines}
    assert set(commands.costs()) <= used
    assert all((ROOT / cost.tested).is_file() for cost in commands.costs() if cost.tested)


def test_commands_are_typed_in_every_commit():
    """Not fewer than there were; those of ELSEWHERE come on top."""
    lines = {line for found in (commands.of_pages(), commands.of_help()) for of in found.values() for line in of}
    assert len(cheap(sorted(lines))) >= 95


PAGE = """# A page

```sh
./motecurve curves show P-256 # a remark
./motecurve sweep --query "SELECT window FROM sweep"
./motecurve curves show NAME
```
"""


def test_a_command_that_fails_is_noticed(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    lines = commands.lines_of(page)
    assert lines == ["./motecurve curves show P-256", './motecurve sweep --query "SELECT window FROM sweep"']
    good, bad = typist.typed([(line, tmp_path) for line in lines])
    (why,) = failures([good, bad])
    assert (good.status, bad.status) == (0, 2) and "the query is wrong" in why


def test_a_command_of_the_shell_that_fails_is_noticed(tmp_path):
    folder = documented.checkout(tmp_path)
    lines = ("./motecurve curves show P-255 | cat > shown", "./motecurve curves show P-256 | cat > shown")
    bad, good = typist.typed([(line, folder) for line in lines])
    assert bad.status and not good.status and (folder / "shown").stat().st_size


def test_a_dear_command_is_noticed():
    assert dear([typist.Result("./motecurve bench", 0, "", CHEAP_MAX_S + 1)])
