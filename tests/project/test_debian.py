"""The Debian packages: they build, lintian finds no error, and programs are built from the files that they install."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from motelab import ROOT

EXAMPLE = ROOT / "examples/ecdh.c"
PACKAGES = ("libmotecurve0.2", "libmotecurve-dev", "openssl-provider-motecurve")
NEEDED = ("dpkg-buildpackage", "dh", "lintian")
VERSION = re.search(r"project\(motecurve VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not all(map(shutil.which, NEEDED)), reason="no tools for Debian packages"),
]


def run(*command, cwd=None, **variables: str) -> str:
    environment = os.environ | variables
    done = subprocess.run([str(c) for c in command], cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    """The folder of the packages, built for one field."""
    folder = tmp_path_factory.mktemp("debian")
    source = folder / "motecurve"
    for name in run("git", "ls-files", "-z", cwd=ROOT).rstrip("\0").split("\0"):
        if (ROOT / name).exists():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    run("dpkg-buildpackage", "-us", "-uc", "-b", cwd=source, MC_FIELDS="fb233", DEB_BUILD_OPTIONS="parallel=2")
    return folder


@pytest.fixture(scope="module")
def root(built) -> Path:
    """A folder with the files that the packages install."""
    for name in PACKAGES:
        run("dpkg-deb", "-x", next(built.glob(f"{name}_*.deb")), built / "root")
    return built / "root"


def test_lintian_finds_no_error(built):
    run("lintian", "--fail-on", "error", next(built.glob("*.changes")))


def test_versions_agree(built):
    for name in PACKAGES:
        package = next(built.glob(f"{name}_*.deb"))
        assert run("dpkg-deb", "-f", package, "Version").strip() == f"{VERSION}-1"
    depends = run("dpkg-deb", "-f", next(built.glob("libmotecurve-dev_*.deb")), "Depends")
    assert f"libmotecurve{VERSION.rpartition('.')[0]} (= {VERSION}-1)" in depends


def test_a_program_is_built_with_them(root, tmp_path):
    libraries = next(root.glob("usr/lib/*/libmotecurve.so")).parent
    assert {path.name for path in libraries.glob("*.so.*")} == {"libmotecurve.so.0.2", f"libmotecurve.so.{VERSION}"}
    flags = run("pkg-config", "--cflags", "--libs", "motecurve", PKG_CONFIG_PATH=str(libraries / "pkgconfig")).split()
    run("gcc", EXAMPLE, *flags, "-o", tmp_path / "example")
    assert "both have the secret" in run(tmp_path / "example", LD_LIBRARY_PATH=str(libraries))
    (tmp_path / "CMakeLists.txt").write_text(
        f"cmake_minimum_required(VERSION 3.25)\nproject(consumer C)\nfind_package(motecurve {VERSION} REQUIRED)\n"
        f"add_executable(found {EXAMPLE})\ntarget_link_libraries(found motecurve::motecurve)\n"
    )
    run("cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={root}/usr")
    run("cmake", "--build", tmp_path / "build")
    assert "both have the secret" in run(tmp_path / "build/found")


def test_openssl_finds_the_provider(root):
    folder = next(root.glob("usr/lib/*/ossl-modules"))
    ours = ("-provider-path", folder, "-provider", "motecurve", "-provider", "default")
    assert re.search(
        rf"name: Motecurve.*\n *version: {VERSION}\n *status: active", run("openssl", "list", "-providers", *ours)
    )
    assert "PRIVATE KEY" in run("openssl", "genpkey", *ours, "-algorithm", "EC", "-pkeyopt", "group:sect233k1")


def test_pages_are_in_the_package_for_developers(root):
    assert (root / "usr/share/doc/libmotecurve-dev/docs/keys.md").exists()
    licence = (ROOT / "LICENSE").read_text().split("\n\n", 2)[2]
    copyright_file = (root / "usr/share/doc/libmotecurve0.2/copyright").read_text()
    ours = copyright_file.partition("License: Expat")[2].partition("\n\nFiles:")[0]  # behind it, those of data
    assert licence.split() == ours.replace("\n .\n", "\n").split()
