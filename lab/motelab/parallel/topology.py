"""Processors, their cores and the governors of their clocks, as Linux shows them below /sys/devices/system/cpu.

A processor is what the system schedules a thread on; a core with simultaneous multithreading has several. Nothing here
depends on the machine: the folder is a parameter."""

import contextlib
import dataclasses
import os
import signal
from collections.abc import Collection, Iterator
from pathlib import Path

from motelab.common import names
from motelab.common.errors import MotecurveError

SYSTEM = Path("/sys/devices/system/cpu")
UNKNOWN = "unknown"
WITHOUT_OWN_CLOCK = {"userspace"}  # takes the clock that a program sets, and none does here

ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclasses.dataclass(frozen=True)
class Processor:
    """One that this process may run on. Package and core are the system's names; None where it shows none."""

    number: int
    package: str | None
    core: str | None


class System:
    """The processors below a folder that the process may use: those that `allowed` numbers, by default its affinity."""

    def __init__(self, root: Path | None = None, allowed: Collection[int] | None = None):
        self.root = SYSTEM if root is None else root
        numbers = sorted(os.sched_getaffinity(0) if allowed is None else allowed)
        self.processors = tuple(self._processor(number) for number in numbers)

    def _processor(self, number: int) -> Processor:
        folder = self.root / f"cpu{number}" / "topology"
        siblings = _line(folder / "core_cpus_list") or _line(folder / "thread_siblings_list")
        core = siblings or _line(folder / "core_id")
        return Processor(number, _line(folder / "physical_package_id"), core)

    def chosen(self, threads: int, siblings: bool = False) -> tuple[Processor, ...]:
        """Processors for so many threads: each on a core of its own as long as there are enough, or with `siblings` on
        as few cores as possible; all processors if there are fewer than threads."""
        cores: dict[tuple, list[Processor]] = {}
        for processor in self.processors:
            cores.setdefault((processor.package, processor.core), []).append(processor)
        by_core = sorted(cores.values(), key=len, reverse=True) if siblings else list(cores.values())
        most = max(map(len, by_core), default=0)
        by_turn = [one[turn] for turn in range(most) for one in by_core if turn < len(one)]
        order = [processor for one in by_core for processor in one] if siblings else by_turn
        return tuple(sorted(order[:threads], key=lambda processor: processor.number))

    def require_siblings(self) -> None:
        """MotecurveError if no core has several processors."""
        if len({(processor.package, processor.core) for processor in self.processors}) == len(self.processors):
            raise MotecurveError("no core of this machine has two processors; leave out --siblings")

    def governor(self) -> str | None:
        """The governor of the processors; of several, each once. None where the system shows none."""
        found = {_line(self._governor_file(processor)) for processor in self.processors} - {None}
        return ", ".join(sorted(found)) or None

    def governors(self) -> list[str]:
        """The governors that every processor may have, as the system lists them; MotecurveError if it shows none."""
        lists = [_line(self._governor_file(one, "scaling_available_governors")) for one in self.processors]
        if None in lists or not lists:
            raise MotecurveError(
                f"the system shows no governors of its clocks below {self.root}; measure without --governor"
            )
        return [name for name in lists[0].split() if all(name in other.split() for other in lists)]

    def wanted(self, governor: str | None) -> list[str | None]:
        """The governors to measure with: none to switch to without a wish, the one, or for "all" each that has a clock
        of its own. MotecurveError for one that the system does not have."""
        if governor is None:
            return [None]
        known = self.governors()
        if governor != "all":
            return [names.one_of("governor", governor, known)]
        return [name for name in known if name not in WITHOUT_OWN_CLOCK]

    @contextlib.contextmanager
    def governed(self, governor: str | None) -> Iterator[None]:
        """All processors with this governor, and at the end each with its own again, an interruption or a request to
        end included. Does nothing for None. MotecurveError if the system refuses."""
        if governor is None:
            yield
            return
        before = {path: _line(path) for path in map(self._governor_file, self.processors)}
        with _ending_by_exception():
            try:
                for path in before:
                    _write(path, governor)
                yield
            finally:
                _ignore_ends()
                self._restore(before)

    def _restore(self, before: dict[Path, str | None]) -> None:
        """Every file that can be written has its old line again; then MotecurveError for those that cannot."""
        refused = []
        for path, governor in before.items():
            try:
                if _line(path) != governor:
                    _write(path, governor or "")
            except MotecurveError:
                refused.append(f"{path} to {governor}")
        if refused:
            raise MotecurveError(f"a governor could not be set back; set {' and '.join(refused)}")

    def _governor_file(self, processor: Processor, name: str = "scaling_governor") -> Path:
        return self.root / f"cpu{processor.number}" / "cpufreq" / name


def in_words(processors: Collection[Processor]) -> str:
    """Where threads run: "2 physical cores", "2 threads of 1 core", "4 threads of 3 cores", of several packages too;
    "unknown" where the system shows no cores."""
    if not processors or any(processor.core is None for processor in processors):
        return UNKNOWN
    cores = len({(processor.package, processor.core) for processor in processors})
    packages = len({processor.package for processor in processors})
    of_cores = f"{cores} core{'s' * (cores > 1)}"
    what = f"{len(processors)} threads of {of_cores}"
    if cores == len(processors):
        what = of_cores.replace("core", "physical core")
    return f"{what} in {packages} packages" if packages > 1 else what


@contextlib.contextmanager
def running_on(processors: Collection[Processor]) -> Iterator[None]:
    """This process, and programs that it starts, on these processors alone."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {processor.number for processor in processors})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextlib.contextmanager
def _ending_by_exception() -> Iterator[None]:
    """Requests to end raise KeyboardInterrupt in the block, so that what stands in `finally` is done."""

    def end(number, frame):
        raise KeyboardInterrupt

    before = {number: signal.signal(number, end) for number in ENDS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _ignore_ends() -> None:
    """A second Ctrl-C does not interrupt the answer to the first."""
    for number in ENDS:
        signal.signal(number, signal.SIG_IGN)


def _line(path: Path) -> str | None:
    try:
        return path.read_text().strip() or None
    except OSError:
        return None


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(f"{text}\n")
    except OSError as error:
        raise MotecurveError(f"{path}: {error.strerror}; only root may set a governor") from error
