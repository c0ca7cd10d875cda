"""What firmware is exported with by default compiles without warnings on conversions, at words of 8, 16 and 32 bits."""

import pytest

from motelab.boards import image
from motelab.compare import committed
from motelab.measure import bench
from tests.conftest import part

# Clang's warning on pointers does not know macros in preprocessed text.
WARNINGS = ("-Wconversion", "-Werror=conversion", "-Wno-pointer-bool-conversion")


@pytest.mark.slow
@pytest.mark.parametrize("board", ["micaz", "telosb", "msp430f5438a", "cortex-m0plus", "cortex-m4", "ibex", "rpi2"])
def test_records_link_no_source_that_warns(board, tmp_path, monkeypatch):
    monkeypatch.setattr(image, "STRICT", WARNINGS)
    requests, _ = committed.planned(board)
    for request in part(requests, 8):
        builder = image.Builder(bench.select(request))
        builder.folder = tmp_path  # where nothing is compiled yet
        builder.link(())
