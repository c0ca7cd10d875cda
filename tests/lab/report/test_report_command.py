"""The command that writes the site."""

import pytest


def test_contradictory_options(lab):
    status, _, error = lab("report --fresh --committed")
    assert status == 2 and "--fresh measures, --committed does not" in error


def test_a_file_in_the_place_of_the_folder(lab):
    status, _, error = lab("report --committed -o message")
    assert status == 2 and "message" in error and "Traceback" not in error


@pytest.mark.slow
def test_committed_records_alone(lab, tmp_path):
    """Nothing is measured; a second call changes nothing."""
    status, out, error = lab("report --committed -o pages")
    assert (status, out) == (0, b"") and error.strip().endswith("pages/index.html written")
    shown = (tmp_path / "pages/boards.html").read_text()
    assert "telosb" in shown and "measured now" not in shown
    assert lab("report --committed -o pages")[2].strip().endswith("pages/index.html shows these figures already")
