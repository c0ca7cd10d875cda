"""Cargo without a network: Debian's compiler and crates."""

from pathlib import Path

import pytest

REGISTRY = Path("/usr/share/cargo/registry")
NEEDED = ("cmake", "pkg-config", "getrandom", "zeroize")
SETTINGS = f"""[source.crates-io]
replace-with = "debian"
[source.debian]
directory = "{REGISTRY}"
[net]
offline = true
"""
IS_INSTALLED = Path("/usr/bin/cargo").exists() and all(list(REGISTRY.glob(f"{name}-[0-9]*")) for name in NEEDED)
REASON = "Debian's cargo or its crates are not installed"


def require(home: Path) -> None:
    """Settings of cargo in a home folder; the test is skipped without Debian's cargo and crates."""
    if not IS_INSTALLED:
        pytest.skip(REASON)
    (home / ".cargo").mkdir(parents=True)
    (home / ".cargo/config.toml").write_text(SETTINGS)
