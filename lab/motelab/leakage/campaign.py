"""The traces of one question, in a folder of build/leakage/ that its digest names: the index of samples, sums of
powers, stored traces. Nothing there is made again, so an interrupted run goes on where it was."""

import dataclasses
import functools
import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from motelab import BUILD
from motelab.boards import ibex_open
from motelab.boards.image import Image
from motelab.boards.implementations.image import builder_of
from motelab.common.errors import ImageFailed, MotecurveError
from motelab.common.files import digest
from motelab.leakage import elmo, inputs, routines, simulator
from motelab.leakage.inputs import Inputs
from motelab.leakage.models import MODELS
from motelab.leakage.moments import Sums
from motelab.measure import bench, run_limits

FOLDER = BUILD / "leakage"
CHUNK_S = 60.0  # of work that an interruption may lose
SPARE_BYTES = 1 << 30  # of the disk, which stay free
Progress = Callable[[int, int, str], None]


@dataclasses.dataclass(frozen=True)
class Window:
    """The samples that are kept: each end is a number or a routine, whose first entry or last exit it is."""

    begin: str = ""
    end: str = ""

    def limits(self, addresses: np.ndarray, elf: Path) -> tuple[int, int]:
        """First sample, and the one after the last; MotecurveError for an empty window or an unknown routine."""
        names = routines.of(elf)
        first = self._place(self.begin, 0, addresses, names, 0)
        last = self._place(self.end, len(addresses), addresses, names, -1)
        if not 0 <= first < last <= len(addresses):
            raise MotecurveError(f"no samples from {first:,} to {last:,}; the run has {len(addresses):,}")
        return first, last

    @staticmethod
    def _place(text: str, default: int, addresses: np.ndarray, names: routines.Routines, which: int) -> int:
        if not text or text.isdigit():
            return int(text or default)
        where = np.flatnonzero(names.holds(text, addresses))
        if not len(where):
            raise MotecurveError(f"the run has no routine {text}; it has {', '.join(names.run(addresses))}")
        return int(where[which]) - which


class Campaign:
    """The traces of a selection's inputs in one model. Samples are instructions, or with `calls` stays in a routine, or
    with `has_modules` the modules of a netlist in each instruction."""

    def __init__(self, asked: Inputs, model: str, window: Window, calls: bool = False, has_modules: bool = False):
        self.asked, self.model, self.window, self.calls, self.has_modules = asked, model, window, calls, has_modules
        self.core = simulator.core(asked.chosen.board)
        self.image: Image = builder_of(asked.chosen).build()
        chosen = asked.chosen
        self.random_source = inputs.random_source(self.image, chosen.random_variable)
        self.is_blinded = self.random_source is not None
        blinding = "their own" if self.is_blinded and chosen.blinding == "none" else chosen.blinding
        secret = [asked.classes, asked.is_public_drawn, asked.seed, asked.limit, asked.known, blinding]
        image = [simulator.fingerprint(self.core), self.image.sha256, self.image.symbol]
        figures = [digest(elmo.packed())] if model == "elmo" else []
        modules = ["modules"] if has_modules else []
        known = json.dumps([*image, model, *figures, calls, *modules, secret])
        self.folder = FOLDER / digest(known)
        self.seconds = 0.0  # of the first run

    @property
    def machine(self) -> list[str]:
        """The words of the command line that say what runs."""
        machine = self.asked.chosen.board.machine
        words = ["--core", self.core, "--mcu", machine["mcu"], "--frequency", str(machine["frequency_hz"])]
        words += ["--measure", self.image.symbol, "--model", self.model, "--index", str(self.folder / "index")]
        words += ["--max-cycles", str(run_limits.limit(self.asked.chosen, 1))]
        words += ["--coefficients", str(elmo.file())] if self.model == "elmo" else []
        words += ["--calls"] if self.calls else ["--modules"] if self.has_modules else []
        return words + (["--poke", str(self.random_source)] if self.is_blinded else [])

    @functools.cached_property
    def addresses(self) -> np.ndarray:
        """The instruction of each sample of a whole run, and its module above MODULE_SHIFT. The run that makes the
        index is that of the known answer; its result must be right."""
        path, out = self.folder / "index", self.folder / "known"
        self.folder.mkdir(parents=True, exist_ok=True)
        out.unlink(missing_ok=True)
        case = self.asked.known
        poke = self.asked.job(0, self.is_blinded).poke
        job = simulator.Job(simulator.FULL_RUN | simulator.NOT_KEPT, bench.inputs(self.asked.chosen, [case]), poke)
        began = time.monotonic()
        simulator.run(self.image.path, self.machine, ["--outputs", str(out)], [job])
        self.seconds = time.monotonic() - began
        if out.read_bytes() != bench.outputs(self.asked.chosen, [case]):
            raise ImageFailed(f"{self.image.symbol} gives a wrong result for its known answer")
        return np.fromfile(path, np.uint32)

    @functools.cached_property
    def limits(self) -> tuple[int, int]:
        """First kept sample, and the one after the last."""
        each = len(ibex_open.MODULES) if self.has_modules else 1
        instructions = self.addresses[::each] & simulator.ADDRESS_MASK
        begin, end = self.window.limits(instructions, self.image.path)
        return begin * each, end * each

    @property
    def kept(self) -> np.ndarray:
        """The instructions of the kept samples."""
        return self.addresses[slice(*self.limits)]

    @property
    def sample_type(self) -> type:
        return MODELS[self.model].sample_type(self.calls)

    def sums(self, traces: int, order: int, progress: Progress | None = None) -> Sums:
        """Sums over so many traces, half of them in each class. They are kept, and further traces are added to them;
        MotecurveError if there are more already, or the disk has no room."""
        path = self._part(f"order{order}", "sums")
        known = Sums.done(path)
        needed = Sums.bytes_of(len(self.kept), order)
        self.require_room(2 * needed - (path.stat().st_size if path.exists() else 0), f"sums over {traces:,} traces")
        if known > traces:
            path.unlink()
            known = 0
        self._make(traces, known, ["--sums", str(path), "--order", str(order)], progress)
        return Sums(path)

    def matrix(self, traces: int, progress: Progress | None = None) -> np.ndarray:
        """So many traces, a row each, read from their file; MotecurveError if the disk has no room."""
        return self._stored(self._part("all", "samples"), None, traces, progress)

    def matrix_with_outputs(self, traces: int, progress: Progress | None = None) -> tuple[np.ndarray, list[bytes]]:
        """The same of whole runs, with what each of them gave."""
        outputs = self._part("whole", "outputs")
        found = self._stored(self._part("whole", "samples"), outputs, traces, progress)
        told, size = outputs.read_bytes(), self._output_bytes
        return found, [told[i * size : (i + 1) * size] for i in range(traces)]

    @property
    def _output_bytes(self) -> int:
        return len(bench.outputs(self.asked.chosen, [self.asked.known]))

    def missing_bytes(self, traces: int) -> int:
        """What `matrix` will write of so many traces."""
        path, one = self._part("all", "samples"), len(self.kept) * np.dtype(self.sample_type).itemsize
        return max(0, traces * one - (path.stat().st_size if path.exists() else 0))

    def _stored(self, path: Path, outputs: Path | None, traces: int, progress: Progress | None) -> np.ndarray:
        size = len(self.kept) * np.dtype(self.sample_type).itemsize
        files = {path: size} | ({outputs: self._output_bytes} if outputs else {})
        have = min(file.stat().st_size // one if file.exists() else 0 for file, one in files.items())
        for file, one in files.items():  # an interrupted run leaves part of a trace
            if file.exists():
                os.truncate(file, have * one)
        self.require_room((traces - have) * size, f"{traces:,} traces of {len(self.kept):,} samples")
        options = ["--samples", str(path), *(["--outputs", str(outputs)] if outputs else [])]
        self._make(traces, have, options, progress)
        return np.memmap(path, self.sample_type, "r", shape=(max(traces, have), len(self.kept)))[:traces]

    def _part(self, what: str, ending: str) -> Path:
        begin, end = self.limits
        return self.folder / f"{what}-{begin}-{end}.{ending}"

    def _make(self, traces: int, done: int, options: list[str], progress: Progress | None) -> None:
        """Makes the traces done .. traces - 1, a chunk at a time."""
        begin, end = self.limits
        window = ["--from", str(begin), "--to", str(end)]
        chunk = max(2, int(CHUNK_S / max(self.seconds, 1e-3)))
        while done < traces:
            upto = min(done + chunk, traces)
            simulator.run(
                self.image.path, self.machine, [*window, *options], self.asked.jobs(done, upto, self.is_blinded)
            )
            done = upto
            if progress:
                progress(done, traces, "traces")

    def require_room(self, needed: int, what: str, folder: Path | None = None) -> None:
        """MotecurveError, before anything is made, if the disk of a folder, or of the campaign, has less room."""
        self.folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(folder or self.folder).free - SPARE_BYTES
        if needed > free:
            raise MotecurveError(
                f"{what} take {needed / 1e9:,.1f} GB; the disk has room for {max(free, 0) / 1e9:,.1f} GB; take fewer, "
                "or a window (--from, --to), or sums over calls (--calls)"
            )
