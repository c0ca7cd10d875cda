"""The goals' table `parallel`: its figures, measured now on this computer. The two sides of a figure are measured in
one process, one after the other, and the least times of both count."""

from collections.abc import Callable, Sequence
from typing import Any

from motelab.common.errors import MotecurveError
from motelab.common.names import one_of
from motelab.measure.parallel_request import ParallelRequest
from motelab.parallel import binary, modmul, programs, scalar_mult, topology

Record = dict[str, Any]
RUNS = 2000  # of each test, of 10 microseconds and more
TAU_ADIC_SPLITS = ("tau-split-wide", "tau-split")
BASES = ("sequential", "reference")  # the fastest on one thread; the same method there
HANDOVER_RUNS = 5  # how far apart a virtual machine's processors lie may change from one run to the next
SPINNING = {"OMP_WAIT_POLICY": "active"}  # threads of OpenMP spin between its regions, as those of the pool do


def record(request: ParallelRequest) -> Record:
    """The figure by its name, `note` with the times behind it, and `topology`, where the threads ran. MotecurveError if
    this computer cannot measure it, or a result was wrong."""
    one_of("figure of the parallel goals", request.figure, FIGURES)
    return {"verified": True} | FIGURES[request.figure](request)


def hand_over(request: ParallelRequest) -> Record:
    """A call of two threads that does nothing: the pool's time divided by that of an OpenMP region. Raises what
    two_processors and programs.run raise."""
    places = two_processors()
    with topology.running_on(places):
        runs = [programs.run("handover", "--threads", 2, environment=SPINNING) for _ in range(HANDOVER_RUNS)]
    lines = [line for run in runs for line in run]
    least = {
        engine: min(float(line["minimum_nanoseconds"]) for line in lines if line["engine"] == engine)
        for engine in ("pool", "openmp")
    }
    note = f"pool {least['pool']:.0f} ns; openmp {least['openmp']:.0f} ns"
    return {"handover_ratio": round(least["pool"] / least["openmp"], 3), **_where(places, note)}


def two_threads(request: ParallelRequest) -> Record:
    """A multiplication on two threads of the pool, by the fastest algorithm: the speedup over the fastest of GMP's
    product and division, Montgomery's reduction over GMP's products, and OpenSSL."""
    places = two_processors()
    parallel = [_test(offer.algorithm, 2, "pool") for offer in modmul.offers() if _fits(offer, "pool", 2)]
    base = [_test(name, 1, "sequential") for name in ("gmp", "montgomery", "openssl") if has(name)]
    ours, theirs = fastest(request, [parallel, base], places)
    return _speedup(ours, theirs, places)


def lanes(request: ParallelRequest) -> Record:
    """Independent multiplications side by side in vector registers: the speedup over GMP's product and division, as
    often. Without AVX-512 IFMA a processor has no such figure."""
    if not has("lanes-ifma"):
        raise MotecurveError("this processor has no AVX-512 IFMA")
    ours, theirs = fastest(request, [[_test("lanes-ifma", 1, "simd")], [_test("gmp", 1, "sequential")]])
    return _speedup(ours, theirs, one_processor())


def residues(request: ParallelRequest) -> Record:
    """One multiplication in residues, whose operands stay so: the speedup over OpenSSL's, whose operands stay in
    Montgomery's form. Without AVX-512 IFMA a processor has no such figure."""
    if not has("rns-ifma"):
        raise MotecurveError("this processor has no AVX-512 IFMA")
    _need_openssl()
    ours, theirs = fastest(request, [[_test("rns-ifma", 1, "simd")], [_test("openssl", 1, "sequential")]])
    return _speedup(ours, theirs, one_processor())


def sequential(request: ParallelRequest) -> Record:
    """Montgomery's multiplication on one thread, by the fastest of our algorithms: the speedup over OpenSSL's."""
    _need_openssl()
    offers = [offer for offer in modmul.offers() if _fits(offer, "sequential", 1)]
    ours = [_test(offer.algorithm, 1, "sequential") for offer in offers if offer.algorithm.startswith("montgomery")]
    return _speedup(*fastest(request, [ours, [_test("openssl", 1, "sequential")]]), one_processor())


def tau_adic_split(request: ParallelRequest) -> Record:
    """A multiplication of a random point on a Koblitz curve on two threads, by the faster split: the speedup over the
    fastest on one thread, of ours and OpenSSL's. Raises what binary.measure raises."""
    rows = [row for method in TAU_ADIC_SPLITS for row in binary.measure(str(request.curve), method)]
    return _of_points(request, rows, "sequential")


def independent_points(request: ParallelRequest) -> Record:
    """As many independent multiplications as binary.BATCH_COUNT on two threads: the speedup over the same on one. The
    note has the fastest on one thread, too. Raises what binary.measure raises."""
    return _of_points(request, binary.measure(str(request.curve), binary.BATCH), "reference")


def fixed_point(request: ParallelRequest) -> Record:
    """A multiplication of a fixed point by the table of arruda2014 on two threads, with a key of the paper's weight
    whose bits fill the table: the speedup over the same on one. Raises what scalar_mult.measure raises."""
    wanted = scalar_mult.Request(str(request.curve), "fixed", ("table",), (2,), key="full")
    return _of_points(request, scalar_mult.measure(wanted), "reference")


def random_point(request: ParallelRequest) -> Record:
    """A multiplication of a random point by the fastest binary method on two threads: the speedup over the same on one.
    The note has the fastest on one thread, which is not binary, too. Raises what scalar_mult.measure raises."""
    wanted = scalar_mult.Request(str(request.curve), "random", threads=(2,), window=1)
    return _of_points(request, scalar_mult.measure(wanted), "reference")


def fastest(
    request: ParallelRequest, sides: Sequence[Sequence[str]], places: Sequence[topology.Processor] = ()
) -> list[programs.Line]:
    """The line of the fastest test of each side; all are measured in one process, on these processors if any are given.
    MotecurveError if a result was wrong."""
    arguments = ["--bits", request.bits, "--runs", RUNS, *(test for side in sides for test in side)]
    with topology.running_on(places or topology.System().processors):
        lines = programs.run("modmul_times", *arguments, environment=SPINNING)
    for line in lines:
        if line["verified"] != "1":
            raise MotecurveError(f"{_test_of(line)} gave a wrong result with {line['bits']} bits")
    return [
        min((line for line in lines if _test_of(line) in side), key=lambda line: float(line["minimum"]))
        for side in sides
    ]


def _of_points(request: ParallelRequest, records: Sequence[Record], base: str) -> Record:
    """The figure of the fastest of these records on two threads. base is `sequential` for the speedup over the fastest
    on one thread, `reference` for that over the same method."""
    two_processors()
    rows = [row for row in records if row["threads"] == 2]
    for row in rows:
        if not row["verified"]:
            raise MotecurveError(f"{row['method']} gave a wrong result on {request.curve}")
    best = min(rows, key=lambda row: row["microseconds"])
    times = f"{best['method']} {best['microseconds']:.4g} us ({best['median']:.4g}, {best['spread']:.2g})"
    bases = {name: f"{best[f'{name}_algorithm']} {best[f'{name}_microseconds']:.4g} us" for name in BASES}
    note = f"{times}; on one thread: {'; '.join(dict.fromkeys(bases.values()))}; {best['topology']}"
    speedup = best[f"{base}_microseconds"] / best["microseconds"]
    return {"speedup": round(speedup, 3), "note": note, "topology": best["topology"]}


def has(algorithm: str) -> bool:
    """Whether this build and this processor have an algorithm."""
    return any(offer.algorithm == algorithm for offer in modmul.offers())


def _need_openssl() -> None:
    if not has("openssl"):
        raise MotecurveError("OpenSSL is not part of this build; on Debian: apt-get install libssl-dev")


def two_processors() -> tuple[topology.Processor, ...]:
    """Two, each on a core of its own if there are such; MotecurveError if the process may use only one."""
    places = topology.System().chosen(2)
    if len(places) < 2:
        raise MotecurveError("two threads need two processors, and this process may use one")
    return places


def one_processor() -> tuple[topology.Processor, ...]:
    return topology.System().chosen(1)


def _speedup(ours: programs.Line, theirs: programs.Line, places: Sequence[topology.Processor]) -> Record:
    """Theirs divided by ours, with both times: the least, the middle one, the distance of the quartiles."""
    note = "; ".join(f"{line['algorithm']} {_times(line)}" for line in (ours, theirs))
    return {"speedup": round(float(theirs["minimum"]) / float(ours["minimum"]), 3), **_where(places, note)}


def _times(line: programs.Line) -> str:
    least, middle, spread = (float(line[name]) for name in ("minimum", "median", "spread"))
    return f"{least:.4g} us ({middle:.4g}, {spread:.2g})"


def _where(places: Sequence[topology.Processor], note: str) -> Record:
    in_words = topology.in_words(places)
    return {"note": f"{note}; {in_words}", "topology": in_words}


def _fits(offer: modmul.Offer, engine: str, threads: int) -> bool:
    return offer.engine == engine and threads in offer.threads and not offer.squares


def _test(algorithm: str, threads: int, engine: str) -> str:
    return f"{algorithm}:{threads}:{engine}"


def _test_of(line: programs.Line) -> str:
    return _test(line["algorithm"], int(line["threads"]), line["engine"])


FIGURES: dict[str, Callable[[ParallelRequest], Record]] = {
    "hand-over": hand_over,
    "two-threads": two_threads,
    "lanes": lanes,
    "residues": residues,
    "sequential": sequential,
    "fixed-point": fixed_point,
    "random-point": random_point,
    "tau-adic-split": tau_adic_split,
    "independent-points": independent_points,
}
