"""doctor: it names each missing tool with the package that brings it; optional tools do not make it fail."""

import json
import shutil
import subprocess

import pytest
from click.testing import CliRunner

from motelab import ROOT
from motelab.boards import doctor
from motelab.boards.doctor import Component, Finding
from motelab.commands.doctor import command


def test_this_machine_has_what_the_tests_need():
    findings = {finding.component: finding for finding in doctor.examine()}
    for name in ("python", "gcc", "cmake", "avr-gcc", "avr-libc", "binutils-avr", "libsimavr", "qemu-arm"):
        assert findings[name].ok, findings[name]
        assert findings[name].version


def test_a_missing_program_is_named_with_its_package():
    finding = Component("x", doctor.first_number("no-such-program"), "x-package").examine()
    assert finding == Finding("x", None, False, "apt-get install x-package")


def test_a_missing_optional_program_says_what_it_is_for():
    finding = Component("x", doctor.first_number("no-such-program"), "x-package", "an oracle").examine()
    assert not finding.ok and finding.optional
    assert finding.hint == "optional: an oracle; apt-get install x-package"


def test_a_program_that_fails_has_no_version():
    assert doctor.first_number("false")() is None


def test_a_package_needs_its_file():
    assert doctor.package_version("gcc", "/no/such/file")() is None


def test_packages_that_differ_from_the_lock_are_named(tmp_path):
    lock = tmp_path / "requirements.lock"
    lock.write_text("click==0.0.1 \\\n    --hash=sha256:00\nno-such-package==1.0\n")
    finding = doctor.examine_packages(lock)
    assert not finding.ok
    assert "click, no-such-package" in finding.hint and "tools/setup.sh" in finding.hint


GOOD = Finding("a", "1.0", True, "")


@pytest.mark.parametrize(
    ("other", "code"),
    [(GOOD, 0), (Finding("b", None, False, "apt-get install b", optional=True), 0), (Finding("b", None, False, ""), 1)],
)
@pytest.mark.parametrize("form", ["json", "table"])
def test_exit_code(monkeypatch, other, code, form):
    monkeypatch.setattr(doctor, "examine", lambda: [GOOD, other])
    result = CliRunner().invoke(command, ["--format", form])
    assert result.exit_code == code


def test_json_has_the_four_fields(monkeypatch):
    monkeypatch.setattr(doctor, "examine", lambda: [GOOD])
    result = CliRunner().invoke(command, ["--format", "json"])
    assert json.loads(result.stdout) == [{"component": "a", "version": "1.0", "ok": True, "hint": ""}]


@pytest.mark.parametrize(
    ("words", "level"),
    [
        (("curves", "show", "P-256"), "host"),
        (("key", "generate"), "host"),
        (("--version",), "host"),
        (("bench",), "run"),
        ((), "run"),
        (("bench", "--board", "ibex-b"), "ibex"),
        (("bench", "--board=ibex", "--op", "ecdh"), "ibex"),
        (("ctcheck", "--board", "micaz"), "run"),
        (("records", "--check"), "ibex"),
        (("records", "--board", "micaz"), "run"),
    ],
)
def test_commands_without_simulated_boards_need_no_cross_compiler(tmp_path, words, level):
    """The question that ./motecurve asks the set-up."""
    shutil.copy(ROOT / "motecurve", tmp_path)
    for name, text in (("tools/setup.sh", "echo $1"), (".venv/bin/python", "true")):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
    run = subprocess.run([tmp_path / "motecurve", *words], capture_output=True, text=True)
    assert run.stdout == f"{level}\n"
    packages = (ROOT / "tools/setup.sh").read_text().partition("host_packages=(")[2].partition(")")[0].split()
    assert "cmake" in packages and not [name for name in packages if "arm" in name or "avr" in name or "qemu" in name]
