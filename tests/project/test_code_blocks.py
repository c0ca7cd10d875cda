"""The code blocks of every page: commands are understood (test_documented_commands.py types them); C compiles; pages
that are typed from their first line to their last have a test that ELSEWHERE names."""

import contextlib
import io
import json
import re
import shlex
import subprocess
from collections.abc import Iterable
from pathlib import Path

import click
import pytest

from motelab import INCLUDE_FLAGS, ROOT, cli
from motelab.common.errors import MotecurveError
from tests.project import documented
from tests.project.commands import ELSEWHERE, NAMES, TO_FILL_IN

# Not of ./motecurve, and where they are run.
OTHER_COMMANDS = (
    r"sudo apt-get install ",
    r"make (run|records|pictures|test|test-slow|test-all|mutate|generate|check|docs)\b",  # .ci/run, test_mutate.py
    r"\.venv/bin/python (tools/mutate\.py|tools/figures\.py|-m pytest) ",  # test_mutate.py, test_documented_figures.py
    r"python3 (-m codegen|curves/check(_pairings)?\.py)",  # make check
    r"\.venv/bin/python tools/new\.py ",  # tests/codegen/test_new_curve.py
    r"\.venv/bin/python -m tests\.budget ",  # tests/project/test_budget.py
    r"sh record\.sh ",  # tests/lab/parallel/test_recorder.py
    r"(cmake|ctest) ",  # tests/project/test_install.py, tests/src/native/test_aarch64.py
    r"\.venv/bin/dask (scheduler|worker) ",  # tests/lab/sweep/test_cluster.py
    r"openssl ",  # typed with README.md by tests/lab/keys/test_key_commands.py
)
C_FLAGS = ("-std=gnu11", "-Wall", "-Wextra", "-Werror", "-Wno-unused", "-Wno-maybe-uninitialized", "-fsyntax-only")
# What stands around a fragment of C; it is the body of a function unless it is a function itself.
SETTING = """
#include <motecurve/curve.h>
#include <motecurve/ecdh.h>
#include <motecurve/ecies.h>
#include <motecurve/ecdsa.h>
#include <motecurve/eddsa.h>
#include <motecurve/key.h>
#include <stdbool.h>
extern const mc_curve *curve;
#define MC_THE_CURVE curve
extern uint8_t private_key[30], peer_key[61], public_key[61], signature[60], digest[32], *ciphertext, *message;
extern size_t private_key_bytes, public_key_bytes, message_bytes;
extern mc_random random;
extern void *context;
bool trng_read(uint8_t *out);
"""
OF_A_DROP = ("motecurve.h",)  # not of the library


def commands(lines: Iterable[str]) -> list[str]:
    """Those of ./motecurve, without redirections and remarks, if they can be typed as they stand."""
    parts = [part.strip() for line in lines for part in re.split(r"\s#\s|\||&&|[<>]", line)]
    return [part for part in parts if part.startswith("./motecurve ") and not TO_FILL_IN.search(part)]


def in_blocks(page: Path) -> list[str]:
    """Commands in the blocks of a page."""
    texts = (documented.joined(block.text) for block in documented.blocks(page) if block.language == "sh")
    return commands(line for text in texts for line in text.splitlines())


def in_text(page: Path) -> list[str]:
    """Commands in the sentences of a page, which may leave out what a command cannot do without."""
    return commands(found.replace("\n", " ") for found in re.findall(r"`(\./motecurve [^`]+)`", page.read_text()))


def understood(command: str) -> None:
    """click.ClickException if there is no such command, option or value; nothing is run."""
    words = shlex.split(command)[1:]
    with contextlib.redirect_stdout(io.StringIO()), click.Context(cli.lab, info_name="motecurve") as context:
        current: click.Command = cli.lab
        while isinstance(current, click.Group) and words and not words[0].startswith("-"):
            _, current, words = current.resolve_command(context, words)
        with contextlib.suppress(click.exceptions.Exit, click.exceptions.NoArgsIsHelpError):
            current.make_context(current.name, words, parent=context)


def compiled(text: str, folder) -> subprocess.CompletedProcess:
    """A block of C as the compiler sees it."""
    includes = "".join(f"{line}\n" for line in text.splitlines() if line.startswith("#include"))
    if '"fb/' in includes:
        program = text
    else:
        rest = "".join(f"{line}\n" for line in text.splitlines() if not line.startswith("#include"))
        is_outside = bool(re.match(r"(int|void) \w+\(", rest))
        includes = includes if not any(name in includes for name in OF_A_DROP) else ""
        program = includes + SETTING + (rest if is_outside else f"void fragment(void)\n{{\n{rest}}}\n")
    (folder / "block.c").write_text(program)
    flags = (*INCLUDE_FLAGS, "-DMC_FIELD=fb163", "-DMC_WORD_BITS=64", *C_FLAGS)
    return subprocess.run(["gcc", *flags, "block.c"], cwd=folder, capture_output=True, text=True)


@pytest.mark.parametrize("name", NAMES)
def test_every_block_has_a_test(name):
    """Of a language that is tested here, or on a page that another test types."""
    assert name not in ELSEWHERE or (ROOT / ELSEWHERE[name]).exists()
    for language, file, text in documented.BLOCK.findall(NAMES[name].read_text()):
        if name in ELSEWHERE:
            continue
        assert language in ("sh", "c", "json") and not file, text
        assert language != "json" or json.loads(text)
        for line in documented.joined(text).splitlines() if language == "sh" else ():
            known = ("./motecurve ", "echo ", *OTHER_COMMANDS)
            assert any(re.match(one, line) for one in known), f"no test runs: {line}"
    assert not re.search(r"\n\n    \./motecurve", NAMES[name].read_text()), "a command outside a block of sh"


@pytest.mark.parametrize("name", sorted(NAMES.keys() - {"CHANGELOG.md"}))
def test_commands_are_understood(name):
    for command in in_blocks(NAMES[name]):
        understood(command)
    for command in in_text(NAMES[name]) if name not in ELSEWHERE or "start/" in name else ():
        with contextlib.suppress(click.MissingParameter):
            understood(command)


@pytest.mark.parametrize("words", ["bench --oops", "bench --board nowhere", "none", "key nothing", "curves sect233k1"])
def test_a_wrong_command_is_noticed(words):
    with pytest.raises((click.ClickException, MotecurveError)):
        understood(f"./motecurve {words}")


PROGRAMS_ELSEWHERE = ("docs/adding-a-board.md", "docs/parallel/multiplication.md")
FRAGMENTS = [
    (name, block.text)
    for name, page in NAMES.items()
    for block in documented.blocks(page)
    if block.language == "c" and not block.file and name not in PROGRAMS_ELSEWHERE
]


@pytest.mark.parametrize(("name", "text"), FRAGMENTS, ids=[f"{n}-{i}" for i, (n, _) in enumerate(FRAGMENTS)])
def test_c_compiles(name, text, tmp_path):
    done = compiled(text, tmp_path)
    assert done.returncode == 0, done.stderr


def test_wrong_c_is_noticed(tmp_path):
    assert compiled("uint8_t secret[32];\nreturn mc_ecdh(secret);\n", tmp_path).returncode
    assert not compiled("int f(void)\n{\n    return 0;\n}\n", tmp_path).returncode
