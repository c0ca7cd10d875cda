"""A cable that is pulled in the middle: the same command goes on where it was."""

import pytest

from motelab.common.errors import MotecurveError
from motelab.device import silicon, unfinished
from motelab.measure.bench import Request, command_for

PORT = "/dev/ttyNONE"
REQUESTS = [
    Request("uno", operation, backend="asm", curve="secp256r1", profile="balanced")
    for operation in ("fp-mul-reduce", "fp-sqr-reduce")
]


class Boards:
    """In the place of a board: says which builds were asked, and fails at the second one, once."""

    def __init__(self):
        self.asked: list[str] = []

    def measure(self, simulated, builder, *others) -> dict:
        self.asked.append(builder.build_id.hex())
        if len(self.asked) == 2:
            raise MotecurveError(f"{PORT} is gone")
        return {"build_id": builder.build_id.hex(), "turn": len(self.asked)}


def test_the_next_run_takes_what_is_done(tmp_path, monkeypatch):
    board = Boards()
    monkeypatch.setattr(unfinished, "FOLDER", tmp_path / "device")
    monkeypatch.setattr(silicon, "_measured_one", board.measure)
    monkeypatch.setattr(silicon.bench, "measure_one", lambda chosen: {})
    with pytest.raises(MotecurveError, match="is gone"):
        silicon.measured(REQUESTS, PORT, False, lambda *_: None)
    found = silicon.measured(REQUESTS, PORT, False, lambda *_: None)
    assert [record["turn"] for record in found] == [1, 3]
    assert [record["command"] for record in found] == [command_for(request) for request in REQUESTS]
    assert len(board.asked) == 3 and not list((tmp_path / "device").iterdir())
    silicon.measured(REQUESTS, PORT, False, lambda *_: None)
    assert len(board.asked) == 5  # what is done at the end of a run is measured anew
    for _ in range(2):  # an emulated board's port may be another one's next time: nothing is taken
        silicon.measured(REQUESTS[:1], PORT, True, lambda *_: None)
    assert len(board.asked) == 7
