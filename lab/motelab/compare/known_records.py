"""All records of a board, which advice is from: of the board itself, or of the board whose figures hold for a chip."""

from collections.abc import Sequence

from motelab.boards.board import Board
from motelab.common.errors import MotecurveError
from motelab.compare import committed, record_files
from motelab.measure.records import FIELDS, Record
from motelab.sweep import store


def of(board: Board, files: Sequence[str]) -> list[Record]:
    """The records of the sweep of a board, its committed ones, and those of further files: of the same measurement the
    later ones count, for rows of the sweep may be older. MotecurveError for a board with words of another size, and
    for a file of another version."""
    if board.file_word_bits:
        raise MotecurveError(f"records are of boards with their own words: name {board.name}, not {board.loaded_as}")
    measured_on = board.follows or board.name
    found = store.records(measured_on) + committed.of(measured_on)
    found = [here(record, board) for record in found] if board.follows else found
    for name in files:
        more = record_files.read(name)
        if lacking := [field for field in FIELDS for record in more if field not in record]:
            raise MotecurveError(f"{name} has records of another version, without {lacking[0]}; measure them anew")
        found += [record for record in more if record["board"] == board.name]
    return found


def here(record: Record, board: Board) -> Record:
    """A record of the core that a board follows, with the board's own clock, time and energy."""
    facts = {"board": board.name, "device": board.device, "clock_hz": board.clock_hz}
    facts |= {"flash_wait_states": board.flash_wait_states, "cycle_model": board.cycle_model}
    times = {"microseconds": board.microseconds(record["cycles"]), "energy_mj": board.energy_mj(record["cycles"])}
    return {**record, **facts, **times}
