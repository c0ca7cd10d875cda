"""src/cipher alone as a shared library, by bits and by table."""

import ctypes
import subprocess

import pytest

from motelab import ROOT


@pytest.fixture(scope="session", params=("bits", "table"))
def cipher_library(request, tmp_path_factory) -> ctypes.CDLL:
    path = tmp_path_factory.mktemp("cipher") / "cipher.so"
    sources = [*(ROOT / "src/cipher").glob("*.c"), *(ROOT / "src/word").glob("*.c"), ROOT / "src/native/burn.c"]
    cached = f"-DMC_HAS_DATA_CACHE={int(request.param == 'bits')}"
    flags = ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-shared", "-fPIC", cached]
    folders = [f"-I{ROOT}/{folder}" for folder in ("src", "generated", "include")]
    subprocess.run(["cc", *flags, *folders, *sources, "-o", path], check=True)
    return ctypes.CDLL(str(path))
