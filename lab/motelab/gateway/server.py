"""Peers on a socket of TCP or of the Unix domain, each with a stream of its own, all with one pool."""

import contextlib
import os
import socket
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path

from motelab.common.errors import MotecurveError
from motelab.gateway.pool import Pool
from motelab.gateway.stream import Stream

MOST_PEERS = 256  # at a time; others wait for their turn
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


class Server:
    """Serves every peer until `stop`; `report` takes a line for each that has ended."""

    def __init__(self, listener: socket.socket, pool: Pool, report: Callable[[str], object]) -> None:
        self._listener, self._pool, self._report = listener, pool, report
        self._peers: dict[threading.Thread, socket.socket] = {}
        self._lock, self._places = threading.Lock(), threading.BoundedSemaphore(MOST_PEERS)

    def run(self) -> None:
        """Until another thread, or a signal, calls `stop` or raises KeyboardInterrupt here. What was read by then is
        answered."""
        try:
            for number in range(1, 1 << 62):
                self._places.acquire()
                peer, _ = self._listener.accept()
                thread = threading.Thread(target=self._serve, args=(peer, number), daemon=True)
                with self._lock:
                    self._peers[thread] = peer
                thread.start()
        except (OSError, KeyboardInterrupt):  # of a listener that was closed, or on Ctrl-C
            pass
        finally:
            self._end()

    def stop(self) -> None:
        """Ends `run`."""
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
        stream = Stream(self._pool, peer.recv, peer.sendall, lambda: _shut(peer), is_cut_refused=True)
        try:
            with peer:
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
