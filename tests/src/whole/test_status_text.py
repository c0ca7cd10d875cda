"""mc_status_text: every status has its own line, the header's; images that do not call it have no texts."""

import ctypes
import re

from motelab import ROOT
from motelab.boards import sizes
from motelab.boards.image import Builder
from motelab.library import host, native_build
from motelab.measure import bench
from motelab.measure.bench import Request

COMMENTS = re.findall(
    r"^    MC_\w+(?: = 0)?,? *(?:/\* (.*) \*/)?$", (ROOT / "include/motecurve/status.h").read_text(), re.M
)


def text_of(status: int) -> str:
    function = native_build.library(64).mc_status_text
    function.restype = ctypes.c_char_p
    return function(status).decode()


def test_every_status_has_its_own_line():
    lines = [text_of(status) for status in host.Status]
    assert lines == [comment or "done" for comment in COMMENTS]
    assert len(set(lines)) == len(lines) > 25
    assert all(line and line.isprintable() and len(line) < 100 and not line.endswith(".") for line in lines)


def test_what_is_no_status_is_called_so():
    others = {text_of(number) for number in (-1, len(host.Status), 1 << 31, -(1 << 31))}
    assert others == {"no status of this version of the library"}


def test_images_without_a_call_have_no_text():
    chosen = bench.select(Request(operation="ecdh", curve="sect163k1"))
    image = Builder(chosen).build()
    assert "mc_status_text" not in sizes.defined_symbols(image.path)
    text = COMMENTS[host.Status.ERROR_SUBGROUP].encode()
    assert text not in image.path.read_bytes()
    assert text in (ROOT / "src/word/status_text.c").read_bytes()
