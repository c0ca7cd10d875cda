"""The Rust crates, with Debian's compiler and crates: they pass their own tests with a library that they build, and
with an installed one; the committed bindings match the headers."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from motelab import ROOT
from motelab.library import host
from tests.bindings.rust import offline

CRATES = ROOT / "bindings/rust"
GENERATOR = CRATES / "generate.py"
FIELDS = "fb163;fp256r1;fp255"
has_cargo = pytest.mark.skipif(not offline.IS_INSTALLED, reason=offline.REASON)


@pytest.fixture(scope="module")
def cargo_home(tmp_path_factory) -> Path:
    """A folder with the settings that make cargo use Debian's crates."""
    folder = tmp_path_factory.mktemp("cargo")
    (folder / "config.toml").write_text(offline.SETTINGS)
    return folder


@pytest.fixture
def cargo(cargo_home, monkeypatch):
    """Debian's compiler, even if another is installed; all output goes to a folder of the tests."""
    for name in [name for name in os.environ if name.startswith(("CARGO", "RUST"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PATH", f"/usr/bin:{os.environ['PATH']}")
    monkeypatch.setenv("CARGO_HOME", str(cargo_home))
    monkeypatch.setenv("CARGO_TARGET_DIR", str(cargo_home / "target"))
    monkeypatch.setenv("MOTECURVE_FIELDS", FIELDS)


@pytest.fixture
def workspace(tmp_path) -> Path:
    """A copy of the crates, at their place below the library: cargo writes a Cargo.lock beside them."""
    for name in ("CMakeLists.txt", "cmake", "generated", "include", "src"):
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copytree(CRATES, tmp_path / "bindings/rust", ignore=shutil.ignore_patterns("target", "Cargo.lock"))
    return tmp_path / "bindings/rust"


def passed(folder: Path, *options: str) -> str:
    command = ["cargo", "test", *options]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-3000:]
    assert "warning" not in run.stderr, run.stderr
    return run.stdout


@has_cargo
@pytest.mark.slow
def test_with_a_library_of_their_own(cargo, workspace):
    said = passed(workspace)
    assert "test ecdsa ... ok" in said and "test schnorr_signatures ... ok" in said
    assert "test src/lib.rs - (line 4) ... ok" in said


@has_cargo
@pytest.mark.slow
def test_with_an_installed_library(cargo, workspace, tmp_path, monkeypatch):
    built = host.build(64, tests=False, fields=FIELDS)
    prefix = tmp_path / "installed"
    subprocess.run(["cmake", "--install", built, "--prefix", prefix], check=True, capture_output=True)
    monkeypatch.setenv("PKG_CONFIG_PATH", str(prefix / "lib/pkgconfig"))
    monkeypatch.setenv("LD_LIBRARY_PATH", str(prefix / "lib"))
    monkeypatch.setenv("CMAKE", "/bin/false")  # nothing is built
    assert "test ecdsa ... ok" in passed(workspace / "motecurve", "--features", "system")


def test_bindings_are_those_of_the_headers():
    run = subprocess.run([sys.executable, GENERATOR, "--check"], capture_output=True, text=True)
    assert run.returncode == 0, f"run {GENERATOR.relative_to(ROOT)}{run.stderr}"


@pytest.mark.skipif(not Path("/usr/bin/rustc").exists(), reason="Debian's rustc is not installed")
def test_records_have_the_sizes_of_c(tmp_path):
    bindings = CRATES / "motecurve-sys/src/bindings.rs"
    records = re.findall(r"^pub struct (\w+) \{\n    pub", bindings.read_text(), re.M)
    assert len(records) >= 10
    rows = "".join(f'println!("{{}}", std::mem::size_of::<bindings::{name}>());' for name in records)
    module = f'#[allow(warnings)] #[path = "{bindings}"] mod bindings;'
    (tmp_path / "sizes.rs").write_text(f"{module}\nfn main() {{ {rows} }}\n")
    headers = sorted(path.name for path in (ROOT / "include/motecurve").glob("*.h") if path.name != "single_curve.h")
    includes = "".join(f"#include <motecurve/{name}>\n" for name in headers)
    rows = "".join(f'printf("%zu\\n", sizeof({name}));' for name in records)
    (tmp_path / "sizes.c").write_text(f"{includes}#include <stdio.h>\nint main(void) {{ {rows} }}\n")
    environment = {"PATH": "/usr/bin"}
    for command in (["rustc", "sizes.rs", "-o", "rust"], ["gcc", f"-I{ROOT / 'include'}", "sizes.c", "-o", "c"]):
        subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
    rust, c = (subprocess.run(tmp_path / name, check=True, capture_output=True).stdout for name in ("rust", "c"))
    assert rust == c
