"""Peers on a socket of TCP or of the Unix domain, each with a stream of its own, all with one pool."""

import contextlib
import math
import os
import select
import socket
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path

from motelab.common.errors import MotecurveError
from motelab.gateway.pool import Pool
from motelab.gateway.stream import Stream

MOST_PEERS = 256  # at a time; others wait until one has ended
IDLE_SECONDS = 60  # without a request, with half a line, or with answers that are not read
SOON_SECONDS = 0.5
TOLD_EVERY_SECONDS = 60  # that all places are taken
GRACE_SECONDS = 5  # for peers to read their last answers when the server ends


def listening(address: str) -> socket.socket:
    """A socket that listens: HOST:PORT (port 0: any free one), or a path with a slash. Raises MotecurveError."""
    try:
        if "/" in address:
            return _listening_on_path(Path(address))
        host, colon, port = address.rpartition(":")
        if not colon or not port.isdecimal() or int(port) > 0xFFFF:
            raise MotecurveError(
                f"{address!r} is no address; give HOST:PORT, such as 127.0.0.1:8032, or a path with a /"
            )
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host.strip("[]"), int(port)), family=family)
    except OSError as error:
        raise MotecurveError(f"cannot listen on {address}: {error.strerror or error}") from None


def _listening_on_path(path: Path) -> socket.socket:
    """Takes the place of a socket that nobody listens on any more, and of nothing else."""
    with contextlib.suppress(FileNotFoundError):
        if stat.S_ISSOCK(path.stat().st_mode) and not _is_answering(path):
            path.unlink()
    found = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        found.bind(os.fspath(path))
        found.listen()
    except OSError:
        found.close()
        raise
    return found


def _is_answering(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(os.fspath(path))
        except OSError:
            return False
    return True


def name_of(listener: socket.socket) -> str:
    """The address as a peer gives it."""
    own = listener.getsockname()
    return own if isinstance(own, str) else f"{own[0]}:{own[1]}"


class Silence(OSError):
    """A peer was ended because nothing came from it, or because it took nothing."""


class Patience:
    """Receives from a peer for as long as it asks or waits for answers; Silence where it does neither for `seconds`, or
    leaves a line half for as long. Its socket must have that timeout, which ends a `sendall` to one that reads
    nothing, too."""

    def __init__(self, peer: socket.socket, seconds: float, is_owed: Callable[[], bool]) -> None:
        self._peer, self._seconds, self._is_owed = peer, seconds, is_owed
        self._poll = select.poll()
        self._poll.register(peer, select.POLLIN)
        self._half_since: float | None = None  # when the last line began, if its end has not come

    def receive(self, most: int) -> bytes:
        """The next bytes; none at the end."""
        while True:
            left = self._seconds if self._half_since is None else self._half_since + self._seconds - time.monotonic()
            if left <= 0:
                raise Silence(f"half a line for {self._seconds:g} s")
            if self._poll.poll(left * 1000):
                data = self._peer.recv(most)
                self._note(data)
                return data
            if self._half_since is None and not self._is_owed():
                raise Silence(f"no request for {self._seconds:g} s")

    def _note(self, data: bytes) -> None:
        if data.endswith(b"\n"):
            self._half_since = None
        elif self._half_since is None or b"\n" in data:
            self._half_since = time.monotonic()

    def send(self, answers: bytes) -> None:
        """Sends all of them."""
        try:
            self._peer.sendall(answers)
        except TimeoutError:
            raise Silence(f"answers unread for {self._seconds:g} s") from None


class Server:
    """Serves every peer until `stop`, at most `most_peers` at a time; one that is silent for `idle_seconds` is ended.
    `report` takes a line for each that has ended, and one when all places are taken."""

    def __init__(
        self,
        listener: socket.socket,
        pool: Pool,
        report: Callable[[str], object],
        most_peers: int = MOST_PEERS,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self._listener, self._pool, self._report = listener, pool, report
        self._most_peers, self._idle_seconds = most_peers, idle_seconds
        self._peers: dict[threading.Thread, socket.socket] = {}
        self._lock, self._places = threading.Lock(), threading.BoundedSemaphore(most_peers)
        self._is_stopped = False
        self._told_at = -math.inf

    def run(self) -> None:
        """Until another thread, or a signal, calls `stop` or raises KeyboardInterrupt here. What was read by then is
        answered."""
        try:
            for number in range(1, 1 << 62):
                self._wait_for_a_place()
                peer, _ = self._listener.accept()
                thread = threading.Thread(target=self._serve, args=(peer, number), daemon=True)
                with self._lock:
                    self._peers[thread] = peer
                thread.start()
        except (OSError, KeyboardInterrupt):  # of a listener that was closed, or on Ctrl-C
            pass
        finally:
            self._end()

    def _wait_for_a_place(self) -> None:
        """Takes one of the places, and says that none is free, but not again for a while. OSError once the server is
        stopped."""
        if not self._places.acquire(timeout=SOON_SECONDS):
            if time.monotonic() - self._told_at > TOLD_EVERY_SECONDS:
                self._told_at = time.monotonic()
                self._report(f"{self._most_peers} peers, the most at a time; others wait until one has ended")
            while not self._places.acquire(timeout=SOON_SECONDS):
                if self._is_stopped:
                    raise OSError("stopped")

    def stop(self) -> None:
        """Ends `run`."""
        self._is_stopped = True
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _end(self) -> None:
        self.stop()
        with self._lock:
            peers = dict(self._peers)
        for peer in peers.values():
            with contextlib.suppress(OSError):
                peer.shutdown(socket.SHUT_RD)
        end = time.monotonic() + GRACE_SECONDS
        for thread, peer in peers.items():
            thread.join(max(0, end - time.monotonic()))
            _shut(peer)
            thread.join()

    def _serve(self, peer: socket.socket, number: int) -> None:
        patience = Patience(peer, self._idle_seconds, lambda: stream.is_owed)
        stream = Stream(self._pool, patience.receive, patience.send, lambda: _shut(peer), is_cut_refused=True)
        try:
            with peer:
                peer.settimeout(self._idle_seconds)
                peer.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
                counts = stream.run()
                _shut(peer)
            told = ", ".join(f"{counts[kind]} {kind}" for kind in ("valid", "invalid", "error"))
            if stream.failure:
                told += f"; broken off ({stream.failure}) with {counts['unsent']} answers unsent"
            self._report(f"peer {number}: {told}")
        finally:
            with self._lock:
                del self._peers[threading.current_thread()]
            self._places.release()


def _shut(peer: socket.socket) -> None:
    with contextlib.suppress(OSError):
        peer.shutdown(socket.SHUT_RDWR)
