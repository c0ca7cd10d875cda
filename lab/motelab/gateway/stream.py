"""One source of requests with its answers, in the order of the requests. A thread reads and gives the pool what it
reads; another writes answers. At most `WAITING` jobs lie between the two: if a peer reads its answers slowly, its
requests are read slowly, and nobody else waits."""

import collections
import contextlib
import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future

from motelab.gateway import lines as texts
from motelab.gateway.pool import AT_ONCE, Pool

WAITING = 16
READ_BYTES = 65_536
UNFINISHED = b"- error the last line has no end: it was not verified\n"
ENDED = b"- error the connection is ended: %s\n"

Counts = collections.Counter  # of "valid", "invalid" and "error" answers, and of answers "unsent"


def batches(receive: Callable[[int], bytes], counts: Counts, is_cut_refused: bool) -> Iterator[list[bytes]]:
    """Request lines as they come, at most AT_ONCE together, until the end or a line that is too long. A last line
    without an end is a request, unless it is refused because the peer may have been cut off: then counts["cut"] is
    1."""
    rest = b""
    while data := receive(READ_BYTES):
        *found, rest = (rest + data).split(b"\n")
        if len(rest) > texts.MOST_LINE_BYTES:
            yield from portions([*found, rest])
            return
        yield from portions(found)
    if rest and is_cut_refused:
        counts["cut"] = 1
    elif rest:
        yield from portions([rest])


def portions(found: list[bytes]) -> Iterator[list[bytes]]:
    asked = [line for line in found if texts.is_request(line)]
    for start in range(0, len(asked), AT_ONCE):
        yield asked[start : start + AT_ONCE]


class Stream:
    """Answers all requests of a source. `send` writes answers; where it raises OSError, `stop` is called, which ends
    `receive`, and the answers that come later count as unsent. `failure` is then the error."""

    def __init__(
        self,
        pool: Pool,
        receive: Callable[[int], bytes],
        send: Callable[[bytes], object],
        stop: Callable[[], object] = lambda: None,
        is_cut_refused: bool = False,
    ) -> None:
        self._pool, self._receive, self._send, self._stop = pool, receive, send, stop
        self._is_cut_refused = is_cut_refused
        self._waiting: queue.Queue[tuple[Future[list[bytes]], int] | None] = queue.Queue(WAITING)
        self.counts: Counts = Counts()
        self.failure: Exception | None = None
        self.first_error = ""  # the first answer that says error
        self._asked = self._settled = 0  # requests, and those that are answered or given up

    @property
    def is_owed(self) -> bool:
        """Whether the peer waits for answers."""
        return self._asked > self._settled

    def run(self) -> Counts:
        """Until the source ends; then every request read has been answered, or counts as unsent."""
        writer = threading.Thread(target=self._write, daemon=True)
        writer.start()
        broken = None
        try:
            for lines in batches(self._receive, self.counts, self._is_cut_refused):
                self._asked += len(lines)
                self._waiting.put((self._pool.submit(lines), len(lines)))
        except OSError as error:  # what was read before is answered nonetheless
            broken = error
        finally:
            self._waiting.put(None)
            writer.join()
        if broken and not self.failure:
            with contextlib.suppress(OSError):
                self._send(ENDED % str(broken).encode())
            self.failure = broken
        if self.counts.pop("cut", 0):
            self._give([UNFINISHED])
        return self.counts

    def _write(self) -> None:
        while (waiting := self._waiting.get()) is not None:
            job, count = waiting
            try:
                found = job.result()
            except Exception as error:  # of the library
                self._fail(error, count)
            else:
                self._give(found)
            self._settled += count

    def _give(self, answers: list[bytes]) -> None:
        if self.failure:
            self.counts["unsent"] += len(answers)
            return
        try:
            self._send(b"".join(answers))
        except OSError as error:
            self._fail(error, len(answers))
            return
        for answer in answers:
            kind = answer.split(None, 2)[1].decode()
            self.counts[kind] += 1
            if kind == "error" and not self.first_error:
                self.first_error = answer.decode().strip()

    def _fail(self, error: Exception, unsent: int) -> None:
        self.failure = self.failure or error
        self.counts["unsent"] += unsent
        self._stop()
