"""The wheel of the Python package, built once a run from the source distribution, and an environment with it
installed."""

import dataclasses
import importlib.metadata
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

import pytest

from motelab import BUILD, ROOT
from motelab.common import locks

collect_ignore = ["installed"]  # the environment's own interpreter runs these: test_package.py
PAGE = ROOT / "docs/start/python.md"
FOLDER = BUILD / "python-package"
# Packages that tests need there, copied from the project's environment, which has the pinned versions.
PACKAGES = ("cffi", "pycparser", "cryptography", "pytest", "pluggy", "iniconfig", "packaging", "pygments")


@dataclasses.dataclass(frozen=True)
class Package:
    """The source distribution, the wheel built from it, and the interpreter that has the wheel installed."""

    sdist: Path
    wheel: Path
    python: Path

    def run(self, *arguments: object) -> subprocess.CompletedProcess:
        """Runs the interpreter, which sees neither the repository nor the caller's settings."""
        command = [self.python, "-I", *map(str, arguments)]
        return subprocess.run(command, cwd=self.python.parent, capture_output=True, text=True)


@pytest.fixture(scope="session")
def package(tmp_path_factory) -> Package:
    base = tmp_path_factory.getbasetemp()
    is_one_of_several = bool(os.environ.get("PYTEST_XDIST_WORKER"))
    done = (base.parent if is_one_of_several else base) / "python-package-is-built"
    with locks.held(BUILD / "python-package.lock"):
        if not done.exists():
            build()
            done.touch()
    return Package(next(FOLDER.glob("*.tar.gz")), next(FOLDER.glob("*.whl")), FOLDER / "environment/bin/python")


def build() -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    run(sys.executable, "-c", f"from scikit_build_core.build import build_sdist; build_sdist({str(FOLDER)!r})")
    with tarfile.open(next(FOLDER.glob("*.tar.gz"))) as archive:
        archive.extractall(FOLDER / "source")
    source = next((FOLDER / "source").iterdir())
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    wheel = (*pip, "wheel", "--no-build-isolation", "--no-deps", "--no-index", "--wheel-dir", FOLDER)
    run(*wheel, settings(), f"--config-settings=build-dir={FOLDER / 'objects'}", source)
    environment = FOLDER / "environment"
    venv.create(environment, symlinks=True)
    run(*pip, "--python", environment, "install", "--no-deps", "--no-index", next(FOLDER.glob("*.whl")))
    target = next(environment.glob("lib/python3*/site-packages"))
    for name in PACKAGES:
        copy(name, target)


def settings() -> str:
    """The option of pip that chooses fields, as the documentation page gives it."""
    (line,) = re.findall(r"^ +(--config-settings=.*)$", PAGE.read_text(), re.M)
    return shlex.split(line)[0]


def copy(name: str, target: Path) -> None:
    """Copies an installed package."""
    for file in importlib.metadata.distribution(name).files:
        if ".." not in file.parts and "__pycache__" not in file.parts:
            (target / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file.locate(), target / file)


def run(*command: object) -> None:
    environment = os.environ | {"CMAKE_C_COMPILER_LAUNCHER": "ccache"} if shutil.which("ccache") else os.environ
    done = subprocess.run(list(map(str, command)), cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
