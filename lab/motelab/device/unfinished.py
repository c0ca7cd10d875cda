"""What a run with a board has measured so far: after a pulled cable the same command goes on where it was."""

import json
from pathlib import Path

from motelab import BUILD
from motelab.common.files import digest, write_atomically
from motelab.measure.records import Record

FOLDER = BUILD / "device"


class Unfinished:
    """The records of one command by the commands that repeat each. An image that is built anew has another name, and
    its record is not taken. Of an emulated board nothing is kept: its port may be another one's next time."""

    def __init__(self, port: str, commands: list[str], is_emulated: bool):
        self.path: Path = FOLDER / f"{digest(port, *commands)}.json"
        self.is_emulated = is_emulated
        is_begun = self.path.exists() and not is_emulated
        self.records: dict[str, Record] = json.loads(self.path.read_text()) if is_begun else {}

    def of(self, command: str, build_id: str) -> Record | None:
        """The record of a command, if the image is the same."""
        record = self.records.get(command)
        return record if record and record["build_id"] == build_id else None

    def keep(self, record: Record) -> None:
        if self.is_emulated:
            return
        self.records[record["command"]] = record
        FOLDER.mkdir(parents=True, exist_ok=True)
        write_atomically(self.path, json.dumps(self.records))

    def finish(self) -> None:
        """Forgets all: the next run with these commands measures anew."""
        self.path.unlink(missing_ok=True)
