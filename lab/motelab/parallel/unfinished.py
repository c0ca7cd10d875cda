"""Work that was interrupted: the lines of each process that ended, kept until all of the same request have.

The file is a line with the request's digest, then a line for each process. It is only appended; a line that was cut off
ends the reading, and what follows is measured again."""

import json
from pathlib import Path

from motelab import BUILD
from motelab.common.files import digest, sources_digest, write_atomically
from motelab.library import parallel_build

FILE = BUILD / "parallel-modmul.jsonl"
Lines = list[dict[str, str]]


class Unfinished:
    """The lines of a request's processes by the process in words. Those of another request, or of other sources, are
    forgotten with the first line that is kept."""

    def __init__(self, request: object, file: Path | None = None, is_fresh: bool = False):
        self.file = FILE if file is None else file
        self.request = digest(repr(request), sources_digest(parallel_build.SOURCES))
        self.lines: dict[str, Lines] = {} if is_fresh else self._read()
        self.is_begun = False

    def _read(self) -> dict[str, Lines]:
        """What the file holds for the request, to the first damaged line."""
        try:
            request, *lines = self.file.read_text().splitlines()
        except (OSError, ValueError):
            return {}
        found: dict[str, Lines] = {}
        for line in lines if request == self.request else ():
            try:
                process, printed = json.loads(line)
            except ValueError:
                break
            found[process] = printed
        return found

    def keep(self, process: str, lines: Lines) -> None:
        """Adds the lines that a process has printed."""
        if not self.is_begun:
            known = [json.dumps(item) for item in self.lines.items()]
            write_atomically(self.file, "".join(f"{line}\n" for line in (self.request, *known)))
            self.is_begun = True
        self.lines[process] = lines
        with self.file.open("a") as stream:
            stream.write(f"{json.dumps([process, lines])}\n")

    def finish(self) -> None:
        """Nothing is left to continue."""
        self.file.unlink(missing_ok=True)
