"""The pages of docs/start/ do what they say, in the time that they say: all that they have to type is typed, as it
stands there."""

import subprocess
import sys
from pathlib import Path

import pytest

from motelab import ROOT
from tests.bindings.rust import offline
from tests.project import documented

FOLDER = ROOT / "docs/start"
PRINTED = {
    "firmware": ("ecdsa-sign", '"verified": true'),
    "host": ("the signature is valid",),
    "research": ("sect233k1", "fb-mul-reduce", "least_mj"),
    "first-signature": ("ecdsa-sign", "motecurve: ok"),
    "bare-avr": ("motecurve: ok", "bytes_of_stack_in_motecurve' will not fit in region"),
    "arduino": ("of program storage space", "motecurve: ok"),
    "cortex-m": ("libmotecurve.a", "node"),
    "esp32": ("idf_component.yml", "(TOTALS)"),
    "msp430": ("ecdh", "at most 1186 B of stack"),
    "c-program": ("signature: valid\n" * 2,),
    "rust": ("signature: valid",),
    "own-implementation": ("108,453 cycles", "gives a wrong result", "caught"),
    "own-board": ("ATmega328P at 16 MHz, emulated", "+0.0001"),
    "mote-and-gateway": ("by the key that both have", "by its certificate"),
    "verified-boot": ("application: started", "boot: refused, reason 8"),
    "python": ("the signature is not valid for this digest and key",),
}
IN_EVERY_RUN = ("arduino", "c-program", "own-implementation", "research")
# What pip gets for environments that pages make: the build system of our package, or a program.
BY_PIP = {"python": "scikit-build-core", "mote-and-gateway": "scikit-build-core", "verified-boot": "imgtool"}


def test_every_page_is_typed():
    assert {page.stem for page in FOLDER.glob("*.md")} == set(PRINTED)


@pytest.mark.parametrize(
    "name",
    [n if n in IN_EVERY_RUN else pytest.param(n, marks=(pytest.mark.slow, pytest.mark.turns(2))) for n in PRINTED],
)
def test_page(name, tmp_path, capsys):
    page, folder = FOLDER / f"{name}.md", documented.checkout(tmp_path)
    if name == "rust":
        offline.require(folder / "home")
    if name in BY_PIP:
        require_package(tmp_path, BY_PIP[name])
    typed = documented.typed(page, folder)
    limit = documented.limit_minutes(page)
    report = f"{page.relative_to(ROOT)}: {typed.clock_s:.0f} s by the clock, {typed.processor_s:.0f} s of processors"
    with capsys.disabled():  # on stderr, which workers of a run share
        print(f"{report}; it promises {limit} minutes", file=sys.stderr)
    assert all(words in typed.said for words in PRINTED[name]), typed.said
    assert not documented.uninstalled(page)
    assert typed.minutes <= limit


def require_package(folder: Path, package: str) -> None:
    """The test is skipped where pip cannot get the package, as without a network."""
    get = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder / "wheels")
    if subprocess.run([*get, package], capture_output=True).returncode:
        pytest.skip(f"pip cannot get {package} here")


@pytest.fixture
def page(tmp_path) -> Path:
    return tmp_path / "page.md"


PYTHON = """```sh
mkdir bin && ln -s /usr/bin/python3 bin
mv bin/python3 bin/python
./bin/python
```
```python
1 / 0
```
"""


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("```sh\ntrue\nfalse\ntrue\n```\n", r"page\.md: true"),
        ("```sh\necho one\n```\n\n```text\ntwo\n```\n", r"page\.md: not printed: two"),
        (PYTHON, "ZeroDivisionError"),
    ],
)
def test_a_page_that_fails_is_noticed(page, tmp_path, text, complaint):
    page.write_text(text)
    with pytest.raises(AssertionError, match=complaint):
        documented.typed(page, tmp_path)


def test_what_a_page_installs_and_promises(page):
    page.write_text("Done in three minutes, or in ten minutes.\n```sh\nsudo apt-get install -y make none-such\n```\n")
    assert documented.uninstalled(page) == {"none-such"} and documented.limit_minutes(page) == 3
    assert documented.Typed("", clock_s=600, processor_s=60).minutes == 1
