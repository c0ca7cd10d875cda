"""Requests from files and peers: answers agree with OpenSSL's signatures, come in order and are all there, whoever
reads slowly, dies or sends nonsense; who is not read waits."""

import contextlib
import hashlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

import motecurve
from motelab import ROOT
from motelab.common.errors import MotecurveError
from motelab.gateway import lines as texts
from motelab.gateway import pool as pools
from motelab.gateway import rates, server, stream
from motelab.gateway.pool import Pool
from motelab.gateway.stream import Counts, Stream
from motelab.library import bindings, host

SOON = 20  # seconds, for what takes milliseconds


def edwards(identifier: str, message: bytes) -> bytes:
    """A request with a signature of OpenSSL on Ed25519."""
    key = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(identifier[-1:].encode()).digest())
    public = key.public_key().public_bytes_raw()
    return f"{identifier} Ed25519 {public.hex()} {key.sign(message).hex()} {message.hex() or '-'}".encode()


def weierstrass(identifier: str, message: bytes) -> bytes:
    """The same on secp256r1."""
    key = ec.derive_private_key(7 + len(message), ec.SECP256R1())
    r, s = decode_dss_signature(key.sign(message, ec.ECDSA(hashes.SHA256())))
    public = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return f"{identifier} P-256 {public.hex()} {r:064x}{s:064x} {message.hex() or '-'}".encode()


@pytest.fixture(scope="module", autouse=True)
def library():
    for field in ("fp255", "fp256r1"):
        host.require(field)
    bindings.library()


# Lines


def test_answers_are_those_of_the_signatures():
    asked = [edwards("e1", b"letter"), weierstrass("w1", b"letter"), edwards("e2", b""), weierstrass("w2", b"")]
    assert texts.answers(asked) == [b"e1 valid\n", b"w1 valid\n", b"e2 valid\n", b"w2 valid\n"]
    bad = [line.replace(b" " + b"letter".hex().encode(), b" 00") for line in asked[:2]]
    assert [line.split()[1] for line in texts.answers([*asked, *bad])] == [b"valid"] * 4 + [b"invalid"] * 2


def in_der(line: bytes) -> bytes:
    """A request on secp256r1 with its signature in DER, by the package `cryptography`."""
    identifier, curve, key, signature, message = line.split()
    r, s = int(signature[:64], 16), int(signature[64:], 16)
    return b" ".join((identifier, curve, key, encode_dss_signature(r, s).hex().encode(), message))


def with_part(line: bytes, place: int, part: bytes) -> bytes:
    words = line.split()
    return b" ".join((*words[:place], part, *words[place + 1 :]))


LENGTH, HINT = b"an encoding is shorter or longer than its curve demands", b"; --der takes those in DER"


def test_what_lacks_the_form_is_an_error_with_its_reason():
    """A malformed key or signature is not taken for a wrong signature; its neighbours are judged."""
    e, w = edwards("e", b"m"), weierstrass("w", b"m")
    signature = w.split()[3]
    for line, reason in (
        (with_part(e, 2, b"00"), b"e error the public key: " + LENGTH),
        (with_part(e, 2, b"-"), b"e error the public key: " + LENGTH),
        (
            with_part(w, 2, b"04" + b"01" * 64),
            b"w error the public key: no point of the curve has these coordinates, or this x",
        ),
        (with_part(e, 3, e.split()[3][2:]), b"e error the signature: " + LENGTH),
        (with_part(w, 3, signature + b"00"), b"w error the signature: " + LENGTH),
        (with_part(w, 3, b"00" * 64), b"w error the signature: a private key, scalar or half of a signature is zero"),
        (in_der(w), b"w error the signature: " + LENGTH + HINT),
    ):
        assert texts.answers([e, line, w]) == [b"e valid\n", reason + b"\n", b"w valid\n"]


def test_signatures_in_der():
    e, w = edwards("e", b"m"), in_der(weierstrass("w", b"m"))
    wrong, damaged = with_part(w, 4, b"00"), with_part(w, 3, w.split()[3] + b"00")
    assert texts.answers([e, w, wrong, damaged], is_der=True) == [
        *(b"e valid\n", b"w valid\n", b"w invalid\n"),
        b"w error the signature: bytes follow the end of an encoding\n",
    ]


@pytest.fixture
def libraries(monkeypatch):
    """No curve is found yet; the fields whose libraries were asked for since."""
    asked, curve, library = [], bindings.curve, bindings.library

    def recorded(name: str, field: str = "") -> motecurve.Curve:
        asked.append(field)
        return curve(name, field=field)

    monkeypatch.setattr(texts, "LIBRARIES", texts.Libraries())
    monkeypatch.setattr(texts.bindings, "curve", recorded)
    monkeypatch.setattr(texts.bindings, "library", lambda *one: library(*one) if one else asked.append("all"))
    for cached in (texts.curve_of, texts.key_of):
        cached.cache_clear()
    yield asked
    for cached in (texts.curve_of, texts.key_of):
        cached.cache_clear()


def test_a_file_builds_the_fields_that_it_names(libraries):
    """And those of other curves never, minutes of work."""
    unknown = b"u c2onb239v5 00 00 00"
    assert [line.split()[1] for line in texts.answers([edwards("e", b"m"), unknown])] == [b"valid", b"error"]
    assert libraries == ["fp255"]
    texts.answers([weierstrass("w", b"m"), edwards("e", b"n"), weierstrass("w", b"n")])
    assert libraries == ["fp255", "fp256r1"]


def test_peers_name_what_is_prepared(libraries):
    """None makes the server build."""
    texts.prepare(("ed25519",))
    assert libraries == ["fp255"]
    answers = texts.answers([edwards("e", b"m"), weierstrass("w", b"m")])
    assert answers == [
        b"e valid\n",
        b"w error there is no curve 'P-256' here; ./motecurve curves lists those that are known\n",
    ]
    texts.prepare(())
    assert set(libraries) == {"fp255", "all"} and texts.answers([weierstrass("w", b"m")]) == [b"w valid\n"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (b"x Ed25519 00", b"x error 3 words; a request is IDENTIFIER CURVE PUBLIC-KEY SIGNATURE MESSAGE\n"),
        (
            b"y no-curve 00 00 00",
            b"y error there is no curve 'no-curve' here; ./motecurve curves lists those that are known\n",
        ),
        (b"y X25519 00 00 00", b"y error there are no signatures on Curve25519\n"),
        (b"z Ed25519 0g 00 -", b"z error the public key is not hexadecimal\n"),
        (b"z Ed25519 00 0 -", b"z error the signature is not hexadecimal\n"),
        (b"\xff Ed25519 00 00 00", b"- error the identifier is not 1 to 64 letters, digits or signs of ASCII\n"),
        (
            b"a" * 65 + b" Ed25519 00 00 00",
            b"- error the identifier is not 1 to 64 letters, digits or signs of ASCII\n",
        ),
        (b"l " + b"0" * texts.MOST_LINE_BYTES, b"l error a line above 65536 bytes\n"),
    ],
)
def test_lines_that_are_no_requests(line, answer):
    """Their answer stands at its place among the others."""
    good = edwards("g", b"m")
    assert texts.answers([good, line, good]) == [b"g valid\n", answer, b"g valid\n"]


def test_lines_are_cut_anywhere():
    """Whatever portions a source gives, the lines are the same; comments and empty lines are none."""
    text = b"a 1\n\n# no\nb 2\r\n" + b"c 3\n" * 600 + b"d 4"
    for size in (1, 7, 4096):
        parts = [text[i : i + size] for i in range(0, len(text), size)]
        for is_cut_refused in (False, True):
            left, counts = iter(parts), Counts()
            found = list(stream.batches(lambda _most, left=left: next(left, b""), counts, is_cut_refused))
            assert max(map(len, found)) <= pools.AT_ONCE
            expected = [b"a 1", b"b 2\r", *[b"c 3"] * 600] + ([] if is_cut_refused else [b"d 4"])
            assert [line for part in found for line in part] == expected and counts["cut"] == is_cut_refused


# Pool


def test_a_full_pool_takes_no_more():
    """While its threads are held up, the pool takes what they hold and its queue, and then `submit` waits."""
    go, submitted = threading.Event(), []

    def held(lines: list[bytes]) -> list[bytes]:
        go.wait(SOON)
        return [line + b"!" for line in lines]

    with Pool(held, threads=2, at_once=1) as pool:
        feeder = threading.Thread(
            target=lambda: [submitted.append(pool.submit([b"%d" % i])) for i in range(100)], daemon=True
        )
        feeder.start()
        most = 2 + 2 * pools.JOBS_FOR_A_THREAD
        wait_until(lambda: len(submitted) == most)
        time.sleep(0.1)
        assert len(submitted) == most
        go.set()
        feeder.join(SOON)
    assert [job.result() for job in submitted] == [[b"%d!" % i] for i in range(100)]


def test_waiting_jobs_are_answered_together():
    """Of many small jobs one call is made, of no more than `at_once` requests and a job."""
    go, sizes = threading.Event(), []

    def held(lines: list[bytes]) -> list[bytes]:
        go.wait(SOON)
        sizes.append(len(lines))
        return lines

    with Pool(held, threads=1, at_once=6) as pool:
        jobs = [pool.submit([b"a"] * 3) for _ in range(8)]
        go.set()
    assert [len(job.result()) for job in jobs] == [3] * 8 and set(sizes) <= {3, 6} and 6 in sizes


def test_an_error_of_the_library_reaches_everyone_who_waits():
    def failing(_lines: list[bytes]) -> list[bytes]:
        raise RuntimeError("no random bytes")

    with Pool(failing, 1) as pool:
        source = iter([b"a 1\nb 2\n"])
        own = Stream(pool, lambda _most: next(source, b""), lambda _answers: None)
        assert own.run() == Counts(unsent=2) and str(own.failure) == "no random bytes"


def wait_until(is_true) -> None:
    end = time.monotonic() + SOON
    while not is_true():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.005)


# Peers


class Served:
    """A server in this process, on a Unix socket or TCP."""

    def __init__(self, address: str, answer=texts.answers, **limits):
        self.listener, self.said = server.listening(address), []
        self.pool = Pool(answer, 2)
        self.server = server.Server(self.listener, self.pool, self.said.append, **limits)
        self.name = server.name_of(self.listener)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()

    def connect(self) -> socket.socket:
        if "/" in self.name:
            peer = socket.socket(socket.AF_UNIX)
            peer.connect(self.name)
        else:
            peer = socket.create_connection(self.name.rsplit(":", 1))
        peer.settimeout(SOON)
        return peer

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.stop()
        self.thread.join(SOON)
        assert not self.thread.is_alive()
        self.pool.close()


@pytest.fixture(params=["127.0.0.1:0", "unix"])
def served(request, tmp_path):
    with Served(request.param if ":" in request.param else f"{tmp_path}/gateway") as own:
        yield own


def everything(peer: socket.socket) -> bytes:
    """All answers until the server closes."""
    return b"".join(iter(lambda: peer.recv(65_536), b""))


def test_peers_have_their_own_answers_in_order(served):
    """Some at a time, each with good and bad requests, until each has ended its side."""
    kinds = {"valid": edwards("x", b"m"), "invalid": with_part(edwards("x", b"m"), 4, b"00"), "error": b"x Ed25519"}
    order = [list(kinds)[(i * i + i // 3) % 3] for i in range(300)]
    peers = [served.connect() for _ in range(3)]
    for number, peer in enumerate(peers):
        peer.sendall(b"".join(b"%d.%d" % (number, i) + kinds[kind][1:] + b"\n" for i, kind in enumerate(order)))
        peer.shutdown(socket.SHUT_WR)
    for number, peer in enumerate(peers):
        with peer:
            found = [line.split()[:2] for line in everything(peer).splitlines()]
        assert found == [[b"%d.%d" % (number, i), kind.encode()] for i, kind in enumerate(order)]
    wait_until(lambda: len(served.said) == 3)
    told = ", ".join(f"{order.count(kind)} {kind}" for kind in kinds)
    assert sorted(served.said) == [f"peer {i}: {told}" for i in (1, 2, 3)]


def test_an_answer_does_not_wait_for_more_requests(served):
    with served.connect() as peer:
        for i in range(3):
            peer.sendall(edwards(f"q{i}", b"m") + b"\n")
            assert peer.recv(100) == b"q%d valid\n" % i


def test_a_line_that_was_cut_is_not_verified(served):
    with served.connect() as peer:
        peer.sendall(edwards("a", b"m") + b"\n" + edwards("b", b"m"))
        peer.shutdown(socket.SHUT_WR)
        assert everything(peer) == b"a valid\n" + stream.UNFINISHED
    with served.connect() as peer:
        peer.sendall(b"long " + b"0" * (texts.MOST_LINE_BYTES + 1))
        assert everything(peer).startswith(b"long error a line above")


def test_a_slow_reader_is_read_slowly_and_holds_up_nobody(tmp_path):
    """It sends more than all queues and buffers hold and reads nothing: the server takes a bounded number of its
    requests, and answers another peer meanwhile. When it reads, no answer is missing."""
    taken = []

    def echo(lines: list[bytes]) -> list[bytes]:
        taken.append(len(lines))
        return long_answers(lines)

    count = 8_000
    with Served(f"{tmp_path}/gateway", echo) as own, own.connect() as slow:
        slow.settimeout(None)
        text = b"".join(b"%d\n" % i for i in range(count))
        sender = threading.Thread(target=lambda: (slow.sendall(text), slow.shutdown(socket.SHUT_WR)), daemon=True)
        sender.start()
        before = -1
        while before != sum(taken):
            before = sum(taken)
            time.sleep(0.3)
        assert before < count - 2 * pools.AT_ONCE
        with own.connect() as other:
            other.sendall(b"other\n")
            assert other.recv(600).startswith(b"other valid")
        found = [line.split()[0] for line in everything(slow).splitlines()]
        sender.join(SOON)
    assert found == [b"%d" % i for i in range(count)]


def test_a_peer_that_dies_is_reported_and_harms_nobody(served):
    """It breaks off with answers under way. Its line says how many were not sent; others are served."""
    dying, line = served.connect(), edwards("d", b"m") + b"\n"
    dying.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    dying.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # close() resets
    dying.sendall(line * 200)
    dying.close()
    wait_until(lambda: served.said)
    with served.connect() as peer:
        peer.sendall(edwards("p", b"m") + b"\n")
        peer.shutdown(socket.SHUT_WR)
        assert everything(peer) == b"p valid\n"
    wait_until(lambda: len(served.said) == 2)
    assert served.said[1] == "peer 2: 1 valid, 0 invalid, 0 error"


IDLE = 1.0  # seconds, in the tests that follow


def test_a_peer_that_asks_nothing_is_ended(tmp_path):
    """Each request begins the time anew. Who waits for an answer is not idle, however long that takes."""
    go = threading.Event()

    def held(lines: list[bytes]) -> list[bytes]:
        if lines[0].startswith(b"slow"):
            go.wait(SOON)
        return texts.answers(lines)

    with Served(f"{tmp_path}/gateway", held, idle_seconds=IDLE) as own, own.connect() as idle, own.connect() as patient:
        patient.sendall(edwards("slow", b"m") + b"\n")
        for i in range(3):
            time.sleep(IDLE * 0.4)
            idle.sendall(edwards(f"q{i}", b"m") + b"\n")
            assert idle.recv(100) == b"q%d valid\n" % i
        assert everything(idle) == b"- error the connection is ended: no request for 1 s\n"
        wait_until(lambda: own.said)
        assert own.said == [
            "peer 1: 3 valid, 0 invalid, 0 error; broken off (no request for 1 s) with 0 answers unsent"
        ]
        go.set()
        assert patient.recv(100) == b"slow valid\n"


def test_half_a_line_is_not_waited_for(tmp_path):
    """However its bytes trickle in; what came before it is answered."""
    with Served(f"{tmp_path}/gateway", idle_seconds=IDLE) as own, own.connect() as peer:
        peer.sendall(edwards("a", b"m") + b"\nb")
        start = time.monotonic()
        with contextlib.suppress(BrokenPipeError):
            while time.monotonic() - start < 10 * IDLE:
                peer.sendall(b"b")
                time.sleep(IDLE / 8)
        assert time.monotonic() - start < 5 * IDLE
        assert everything(peer) == b"a valid\n- error the connection is ended: half a line for 1 s\n"


def test_answers_that_nobody_takes(tmp_path):
    """A peer that reads nothing is ended, with the number of its answers that were lost."""
    with Served(f"{tmp_path}/gateway", long_answers, idle_seconds=IDLE) as own, own.connect() as peer:
        peer.settimeout(None)
        with contextlib.suppress(OSError):
            peer.sendall(b"".join(b"%d\n" % i for i in range(8_000)))
        wait_until(lambda: own.said)
        assert "broken off (answers unread for 1 s) with " in own.said[0]


def long_answers(lines: list[bytes]) -> list[bytes]:
    return [line.split()[0] + b" valid" + b"." * 500 + b"\n" for line in lines]


def test_idle_peers_do_not_shut_others_out(tmp_path):
    """All places are taken by peers that say nothing: one line tells, and the next peer has its answer after the idle
    time."""
    with Served(f"{tmp_path}/gateway", most_peers=3, idle_seconds=IDLE) as own:
        silent = [own.connect() for _ in range(3)]
        with own.connect() as peer:
            peer.sendall(edwards("a", b"m") + b"\n")
            assert peer.recv(100) == b"a valid\n"
        for one in silent:
            one.close()
    told = [line for line in own.said if "the most at a time" in line]
    assert told in ([], ["3 peers, the most at a time; others wait until one has ended"])


def test_a_full_server_says_so_once_and_can_be_stopped(tmp_path):
    with Served(f"{tmp_path}/gateway", most_peers=1) as own, own.connect(), own.connect():
        wait_until(lambda: own.said)
        time.sleep(2 * server.SOON_SECONDS)
        assert own.said == ["1 peers, the most at a time; others wait until one has ended"]


def test_what_cannot_be_sent_is_counted():
    """Every request read is a valid answer or an unsent one."""
    sent, source = [], iter([edwards("a", b"m") + b"\n"] * 40)

    def send(answers: bytes) -> None:
        if len(sent) == 3:
            raise BrokenPipeError(32, "Broken pipe")
        sent.append(answers)

    with Pool(texts.answers, 2, at_once=1) as pool:
        own = Stream(pool, lambda _most: next(source, b""), send)
        counts = own.run()
    assert isinstance(own.failure, BrokenPipeError) and counts["valid"] == 3 and counts.total() == 40


def test_the_end_gives_time_for_what_was_read(tmp_path):
    go = threading.Event()

    def held(lines: list[bytes]) -> list[bytes]:
        go.wait(SOON)
        return texts.answers(lines)

    with Served(f"{tmp_path}/gateway", held) as own:
        peer = own.connect()
        peer.sendall(edwards("a", b"m") + b"\n")
        wait_until(lambda: own.pool._jobs.empty() and own.server._peers)
        time.sleep(0.1)
        own.server.stop()
        go.set()
        assert peer.recv(100) == b"a valid\n" and peer.recv(100) == b""
        peer.close()


@pytest.mark.parametrize("address", ["8032", "host:port", "127.0.0.1:65536", "/no/such/folder/socket"])
def test_addresses_that_are_none(address):
    with pytest.raises(MotecurveError, match=r"is no address|cannot listen on"):
        server.listening(address)


def test_paths_that_are_taken(tmp_path):
    """A socket that is served and a file stay as they are; a socket left over gives way."""
    path = tmp_path / "gateway"
    first = server.listening(str(path))
    with pytest.raises(MotecurveError, match=r"cannot listen on .*in use"):
        server.listening(str(path))
    first.close()
    server.listening(str(path)).close()
    path.unlink()
    path.write_text("letter")
    with pytest.raises(MotecurveError, match=r"cannot listen on .*in use"):
        server.listening(str(path))
    assert path.read_text() == "letter"


# Command


def batch(*arguments: str, **options) -> subprocess.CompletedProcess:
    environment = os.environ | {"PYTHONPATH": f"{ROOT}/lab:{ROOT}/bindings/python:{ROOT}"}
    command = [sys.executable, "-m", "motelab", "batch", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, **options)


def test_a_file(tmp_path: Path):
    path = tmp_path / "requests.txt"
    good = [edwards("a", b"m"), weierstrass("b", b"m")]
    for lines, status in ((good, 0), ([*good, with_part(edwards("c", b"m"), 4, b"00")], 1), ([*good, b"c"], 2)):
        path.write_bytes(b"\n".join(lines))
        done = batch("--requests", str(path), "--threads", "2")
        assert done.returncode == status and done.stdout.startswith("a valid\nb valid\n"), done.stderr
        assert len(done.stdout.splitlines()) == len(lines)
        assert len(done.stderr.splitlines()) == (status == 2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--requests", "no-file"), "no-file: No such file or directory"),
        (("--listen", "8032"), "'8032' is no address; give HOST:PORT"),
        (("--requests", "-", "--throughput"), "exclude each other"),
        (("--threads", "0", "--throughput"), "--threads 0: give 1 to 256"),
        (("--size", "4"), "--size is of --throughput"),
        (("--requests", "-", "--idle", "5"), "--peers and --idle are of --listen"),
        (("--throughput", "--der"), "--der is of --requests and --listen"),
        (("--throughput", "--curve", "Ed25519", "--size", "0"), "batches of 0 signatures: give 1 to 4096"),
        (("--throughput", "--curve", "X25519"), "there are no signatures on Curve25519"),
    ],
)
def test_bad_input(arguments, message):
    done = batch(*arguments)
    assert done.returncode == 2 and message in done.stderr and len(done.stderr.splitlines()) == 1


def test_a_signal_ends_the_server(tmp_path: Path):
    address = f"{tmp_path}/gateway"
    environment = os.environ | {"PYTHONPATH": f"{ROOT}/lab:{ROOT}/bindings/python:{ROOT}"}
    command = [sys.executable, "-m", "motelab", "batch", "--listen", address, "--threads", "2"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        limits = "2 threads, batches of up to 256, at most 256 peers, ended after 60 s of silence"
        assert process.stderr.readline() == f"motecurve: listening on {address}, {limits}; Ctrl-C ends\n"
        with socket.socket(socket.AF_UNIX) as peer:
            peer.connect(address)
            peer.sendall(edwards("a", b"m") + b"\n")
            assert peer.recv(100) == b"a valid\n"
            process.send_signal(signal.SIGTERM)
            assert peer.recv(100) == b""
        assert process.wait(SOON) == 0
        assert process.stderr.read() == "motecurve: peer 1: 1 valid, 0 invalid, 0 error\n"
    assert not os.path.exists(address)


def test_throughput(monkeypatch):
    monkeypatch.setattr(rates, "SECONDS", 0.1)
    monkeypatch.setattr(rates, "TURNS", 2)
    record = rates.measure("Ed25519", 16, 2)
    assert record["verified"] and record["per_second"] > 100 and (record["batch"], record["threads"]) == (16, 2)
    assert 0.3 < record["efficiency"] < 1.5 and json.dumps(record)


def test_throughput_takes_turns(monkeypatch):
    """One thread, several, one, ...: a disturbance of one turn moves no median. Rates are of wall and processor
    time."""
    made = iter([(100, 100), (180, 99), (10, 100), (18, 98), (100, 100), (190, 90)])
    calls = []

    def answered(asked, at_once, threads):
        calls.append(threads)
        return next(made)

    monkeypatch.setattr(rates, "TURNS", 3)
    monkeypatch.setattr(rates, "answered", answered)
    record = rates.measure("Ed25519", 4, 2)
    assert calls == [1, 2, 1, 2, 1, 2]
    figures = ("per_second", "one_thread_per_second", "speedup", "per_processor_second", "efficiency")
    assert [record[name] for name in figures] == [180, 100, 1.8, 98, 0.98]
