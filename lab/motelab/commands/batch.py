"""`./motecurve batch`: rates of verification of many signatures on this computer, and a gateway's work: requests from a
file or a socket."""

import functools
import os
import signal
import sys
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Table

from motelab.common import plain
from motelab.common.errors import MotecurveError
from motelab.gateway import lines as texts
from motelab.gateway import rates, server
from motelab.gateway.pool import AT_ONCE, Answerer, Pool
from motelab.gateway.stream import Stream
from motelab.library.other_libraries import PACKAGED
from motelab.measure import batch_rates
from motelab.report.display import for_programs, format_option
from motelab.subjects import curves, security

DEFAULT_CURVES = ("sect163k1", "sect283k1", "sect283r1", "secp256r1", "Ed25519")
SIZES = (1, 16, 64, 256)
MOST_THREADS = 256


@click.command("batch")
@click.option("--curve", "names", multiple=True, help="Curve by name or alias; may be repeated.")
@click.option("--signatures", default=64, show_default=True, help="Signatures in a batch.")
@click.option("--signers", type=int, multiple=True, help="Keys that made them; may be repeated.  [default: 1, and all]")
@click.option("--agreements", type=int, help="Agreements in a batch, in place of signatures, beside OpenSSL's.")
@click.option("--versus", type=click.Choice(PACKAGED), help="Another library to compare with, singly.")
@click.option("--requests", "file", metavar="FILE", help="Answer the requests in a file; - is standard input.")
@click.option("--listen", "address", metavar="ADDRESS", help="Answer those of peers on HOST:PORT or a Unix path.")
@click.option("--der", is_flag=True, help="Signatures of ECDSA in requests are in DER.")
@click.option("--peers", type=click.IntRange(1, 65_536), help=f"Peers at a time.  [default: {server.MOST_PEERS}]")
@click.option(
    "--idle",
    type=click.FloatRange(0, 1_000_000, min_open=True),
    metavar="SECONDS",
    help=f"End a peer that sends and takes nothing for so long.  [default: {server.IDLE_SECONDS}]",
)
@click.option("--throughput", is_flag=True, help="Requests answered in a second, by curve and batch size.")
@click.option("--size", "sizes", type=int, multiple=True, help="Batch size of --throughput.  [default: 1, 16, 64, 256]")
@click.option("--threads", type=int, help="Threads that verify.  [default: one for each core]")
@format_option
@click.pass_context
def command(
    context: click.Context,
    names,
    signatures,
    signers,
    agreements,
    versus,
    file,
    address,
    der,
    peers,
    idle,
    throughput,
    sizes,
    threads,
    form,
):
    """Measures how many signatures are verified in a second, and verifies those of a gateway.

    They are verified one by one; as a batch of standard signatures of ECDSA (a); as a batch of extended ones (b), a
    format of this library; as a batch of signatures of EdDSA (c). Each way has first named a bad signature.
    --agreements measures X25519 or X448 instead: one by one, as a batch (d), and by OpenSSL, with the same secrets.

    With --requests or --listen, each line IDENTIFIER CURVE PUBLIC-KEY SIGNATURE MESSAGE, the last three in hexadecimal
    (- is empty), is answered in turn by IDENTIFIER and valid, invalid or error with the reason. All cores verify.
    A peer that reads its answers slowly is served slowly. Exits with 1 if a signature in a file is invalid, with 2 if a
    line is no request, or its key or signature is malformed.

    The library is built first: for --requests with the fields that the file names, for --listen with all fields, or
    with those of each --curve, whose peers get no other.

    \b
    Examples:
      ./motecurve batch
      ./motecurve batch --curve secp256r1 --signatures 64 --signers 64 --format json
      ./motecurve batch --curve sect283k1 --signatures 1024 --versus openssl
      ./motecurve batch --curve Curve25519 --agreements 16
      ./motecurve batch --throughput --curve Ed25519 --size 64 --format csv
      ./motecurve batch --throughput --threads 2 --size 64          does a second core give twice as many?
      ./motecurve batch --requests requests.txt > answers.txt
      ./motecurve batch --listen 127.0.0.1:8032
    """
    if sum((file is not None, address is not None, throughput)) > 1:
        raise MotecurveError("--requests, --listen and --throughput exclude each other: give one")
    if sizes and not throughput:
        raise MotecurveError("--size is of --throughput: give both")
    threads = thread_count(threads)
    if (peers or idle) and address is None:
        raise MotecurveError("--peers and --idle are of --listen: give both")
    if der and file is None and address is None:
        raise MotecurveError("--der is of --requests and --listen: give one")
    answer = functools.partial(texts.answers, is_der=der)
    if file is not None:
        context.exit(answer_file(file, answer, threads))
    if address is not None:
        answer_peers(address, names, answer, threads, peers or server.MOST_PEERS, idle or server.IDLE_SECONDS)
    elif throughput:
        chosen = [curves.find(name, curves.built()).name for name in names or DEFAULT_CURVES]
        found = [rates.measure(name, size, threads) for name in chosen for size in sizes or SIZES]
        shown_or_given(found, form, table_of_throughput)
    elif agreements is not None:
        chosen = [curves.find(name, curves.built()) for name in names or ("Curve25519",)]
        rows = [batch_rates.measure_agreements(curve, agreements) for curve in chosen]
        shown_or_given(rows, form, table_of_agreements)
    else:
        shown_or_given(rates_of_batches(names, signatures, signers, versus), form, table)


def rates_of_batches(names, signatures, signers, versus) -> list[batch_rates.Record]:
    chosen = [curves.find(name, curves.built()) for name in names or DEFAULT_CURVES]
    records = [
        batch_rates.measure(curve, signatures, count)
        for curve in chosen
        for count in (signers or dict.fromkeys((1, signatures)))
    ]
    if versus:
        records = [record | batch_rates.beside(record, curves.find(record["curve"]), versus) for record in records]
    return records


def shown_or_given(records: list[dict[str, Any]], form: str, table_of) -> None:
    if not for_programs(records, form):
        Console(width=None if sys.stdout.isatty() else 100).print(table_of(records))


def thread_count(threads: int | None) -> int:
    """The number asked for, or that of the processors that this process may use."""
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise MotecurveError(f"--threads {threads}: give 1 to {MOST_THREADS}")
    return threads or len(os.sched_getaffinity(0))


def answer_file(name: str, answer: Answerer, threads: int) -> int:
    """Answers on stdout; returns the exit status. Libraries are built when a line names their curve."""
    try:
        source = sys.stdin.buffer if name == "-" else open(name, "rb")  # noqa: SIM115
    except OSError as error:
        raise MotecurveError(f"{name}: {error.strerror}") from None
    with source, Pool(answer, threads) as pool:
        stream = Stream(pool, source.read1, print_answers)
        counts = stream.run()
    if stream.failure:
        raise stream.failure
    if counts["error"]:
        raise MotecurveError(
            f"{plain.text(name)}: {counts['error']} lines are no requests, or malformed; first: {stream.first_error}"
        )
    return 1 if counts["invalid"] else 0


def print_answers(answers: bytes) -> None:
    sys.stdout.buffer.write(answers)
    sys.stdout.buffer.flush()


def answer_peers(
    address: str, names: tuple[str, ...], answer: Answerer, threads: int, peers: int, idle_seconds: float
) -> None:
    """Until a signal ends it; a line on stderr for each peer. No request makes the server build: what is not there
    before the first peer is no curve."""
    with server.listening(address) as listener, Pool(answer, threads) as pool:
        texts.prepare(names)
        say(
            f"listening on {server.name_of(listener)}, {threads} threads, batches of up to {AT_ONCE}, at most {peers} "
            f"peers, ended after {idle_seconds:g} s of silence; Ctrl-C ends"
        )
        serving = server.Server(listener, pool, say, peers, idle_seconds)
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        serving.run()
    if "/" in address:
        os.unlink(address)


def say(text: str) -> None:
    click.echo(f"motecurve: {plain.text(text)}", err=True)


WAYS = {"standard": "(a)", "extended": "(b)", "eddsa": "(c)"}
TITLE = "signatures verified in a second: (a) standard, (b) extended, (c) EdDSA"


def table(records: list[batch_rates.Record]) -> Table:
    """The records for people."""
    result = Table(title=TITLE, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    ways = {way: name for way, name in WAYS.items() if any(f"{way}_ratio" in r for r in records)}
    headings = ["curve", "signatures", "signers", "singly"]
    headings += [heading for name in ways.values() for heading in (name, f"{name} ratio")]
    if any("versus" in r for r in records):
        headings += [next((r["versus"] for r in records if r["versus"]), "the other library"), "to it"]
    for heading in headings:
        result.add_column(heading, justify="left" if heading == "curve" else "right")
    for r in records:
        cells = [r["signatures"], r["signers"], r["single_per_second"]]
        cells += [cell for way in ways for cell in (r.get(f"{way}_per_second"), r.get(f"{way}_ratio"))]
        cells += [r["versus_per_second"], r["versus_ratio"]] if "versus" in r else []
        result.add_row(security.marked(r["curve"]), *map(shown, cells))
    return result


def table_of_agreements(records: list[batch_rates.Record]) -> Table:
    """The records for people."""
    title = "agreements in a second of processor time; reach is the time of one in a batch by OpenSSL's of one"
    result = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("curve", "agreements", "singly", "(d)", "(d) ratio", records[0]["versus"], "to it", "reach"):
        result.add_column(heading, justify="left" if heading == "curve" else "right")
    names = ("agreements", "single_per_second", "together_per_second", "together_ratio", "versus_per_second")
    for r in records:
        cells = (*(r[name] for name in names), r["versus_ratio"])
        result.add_row(security.marked(r["curve"]), *map(shown, cells), f"{r['reach']:.3f}")
    return result


def shown(cell: float | None) -> str:
    """A figure, or what stands for one that does not exist."""
    return "-" if cell is None else f"{cell:.2f}" if isinstance(cell, float) else f"{cell:,}"


def table_of_throughput(records: list[rates.Record]) -> Table:
    """The records for people."""
    title = "requests answered in a second of wall time, with their text"
    result = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("curve", "batch", "threads", "per second", "one thread", "times", "per cpu s", "efficiency"):
        result.add_column(heading, justify="left" if heading == "curve" else "right")
    for r in records:
        cells = (
            r["batch"],
            r["threads"],
            r["per_second"],
            r["one_thread_per_second"],
            r["speedup"],
            r["per_processor_second"],
            r["efficiency"],
        )
        result.add_row(security.marked(str(r["curve"])), *map(shown, cells))
    return result
