"""Plants faults by rule (tools/mutation_rules.py) in hand-written C and in committed kernels, one at a time in a copy
of the tree, runs the tests nearest to each (tools/mutate.toml) and prints those that no test noticed.

  make mutate                                                       a sample of C, half an hour on two cores
  .venv/bin/python tools/mutate.py --files 'src/fp/*'               in these files alone
  .venv/bin/python tools/mutate.py --kernels --files 'generated/native/avr/*' --sample 40

A fault that the compiler refuses is invalid, and one that leaves every object unchanged is no fault. Both are left
out of the score, which is killed / (killed + survived). So is a fault in a file whose tests need instructions that
this processor does not have. tools/mutate_equivalent.toml names faults that are proved to change no result, with the
proof; they are left out too. Results go to build/mutate/results.jsonl as they come. A run that was stopped continues
where it was, and survivors are tried again after tests have changed. The status is 1 below --minimum."""

import bisect
import dataclasses
import fnmatch
import functools
import hashlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click
import mutation_rules

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "mutate"
RESULTS = BUILD / "results.jsonl"
EQUIVALENT = ROOT / "tools" / "mutate_equivalent.toml"
WORD_SIZES = (64, 8)  # those of `make test`
OF_TYPE_1 = "type 1"  # the pairings of tests/src/pairing/library.py
BUILD_SECONDS = 600
KILLED, SURVIVED, INVALID, SAME_OBJECTS, NOT_BUILT, PROVED, NOT_RUN = (
    *("killed", "survived", "invalid", "same objects", "not built", "proved equivalent", "not run here"),
)


_running: set[subprocess.Popen] = set()  # in sessions of their own, so that all of each can be ended


class Stopped(Exception):
    """The tests cannot decide anything: they fail without a fault."""


@dataclasses.dataclass(frozen=True)
class Nearest:
    """A row of tools/mutate.toml: for files that match, the fields or pairings to build (none for files with an
    `assembler`), the arguments of pytest, nearest tests first, and the instructions, as /proc/cpuinfo names them,
    without which no test runs the file. Files of parallel/ belong to the library of that name; with fields, to its
    part over these."""

    files: str
    tests: tuple[tuple[str, ...], ...]
    fields: str = ""
    pairings: str = ""
    assembler: tuple[str, ...] = ()
    processor: tuple[str, ...] = ()

    @property
    def is_run_here(self) -> bool:
        return set(self.processor) <= set(Path("/proc/cpuinfo").read_text().split())

    @property
    def is_of_kernels(self) -> bool:
        return self.files.startswith("generated/native/")

    def is_for(self, file: str) -> bool:
        """Whether the file matches, and its folder has the test that the row names after it."""
        own = [word for tests in self.tests for word in tests if "{folder}" in word]
        names = (ROOT / word.replace("{folder}", Path(file).parent.name) for word in own)
        return fnmatch.fnmatch(file, self.files) and all(path.exists() for path in names)

    def selections(self, file: str) -> list[list[str]]:
        """The arguments of pytest for a file of the row: nearest tests first."""
        field, _, function = Path(file).stem.partition("_")
        parts = {"{stem}": Path(file).stem, "{field}": field, "{function}": function}
        parts["{folder}"] = Path(file).parent.name
        return [
            [functools.reduce(lambda text, part: text.replace(*part), parts.items(), w) for w in t] for t in self.tests
        ]


@dataclasses.dataclass(frozen=True)
class Mutant:
    file: str
    line: int
    before: str
    after: str
    site: mutation_rules.Site

    @property
    def rule(self) -> str:
        return self.site.rule

    def lot(self, seed: int) -> bytes:
        """Its place in the drawing. It depends on the fault alone: changes elsewhere do not change a sample."""
        return hashlib.sha256("\0".join((str(seed), self.file, self.rule, self.before, self.after)).encode()).digest()

    def key(self, text: str) -> str:
        """Its name in the results; it changes when the file's code changes, comments aside."""
        parts = (self.file, self.rule, self.site.new, without_comments(text[: self.site.start]), without_comments(text))
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def without_comments(text: str) -> str:
    """The words of C, or of a kernel, separated by spaces."""
    return " ".join(re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S).split())


def tracked() -> list[str]:
    """Files that git tracks or would track."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    return [name for name in names if (ROOT / name).is_file()]


def table() -> dict:
    return tomllib.loads((ROOT / "tools/mutate.toml").read_text())


def nearest() -> list[Nearest]:
    rows = table()["nearest"]
    return [Nearest(**{k: v if isinstance(v, str) else tuple(map(_frozen, v)) for k, v in row.items()}) for row in rows]


def _frozen(value):
    return tuple(value) if isinstance(value, list) else value


def row_of(file: str, rows: list[Nearest]) -> Nearest | None:
    return next((row for row in rows if row.is_for(file)), None)


def is_kernel(file: str) -> bool:
    """Whether it is a committed kernel, or code that kernels share."""
    return bool(re.fullmatch(r"generated/native/\w+/(\w+\.S|(mul|sqr)_\w+\.h)", file))


def is_hand_written(file: str) -> bool:
    """Whether it is hand-written C of a library."""
    return bool(re.fullmatch(r"(parallel/)?src/(?!.*/firmware/).*\.[ch]", file))


def is_parallel(file: str) -> bool:
    """Whether it belongs to the library of parallel multiplication."""
    return file.startswith("parallel/")


def mutants_of(file: str) -> list[Mutant]:
    """Every fault of a file, in its order."""
    text = (ROOT / file).read_text()
    sites = mutation_rules.of_kernel(text, Path(file).parts[2]) if is_kernel(file) else mutation_rules.of_c(text)
    starts = [0, *(match.end() for match in re.finditer("\n", text)), len(text) + 1]
    found = []
    for site in sites:
        number = bisect.bisect_right(starts, site.start)
        start, end = starts[number - 1], starts[bisect.bisect_right(starts, site.end)] - 1
        after = (text[start : site.start] + site.new + text[site.end : end]).split("\n")[0]
        found.append(Mutant(file, number, text[start : starts[number] - 1].strip(), after.strip(), site))
    return found


def equivalents() -> list[dict[str, str]]:
    """Faults proved to change nothing, each with its file, line, rule, reason and perhaps `becomes`, the line after."""
    return tomllib.loads(EQUIVALENT.read_text()).get("equivalent", []) if EQUIVALENT.exists() else []


def proof(mutant: Mutant, entries: list[dict[str, str]]) -> dict[str, str] | None:
    """The entry that proves a mutant equivalent."""
    for entry in entries:
        same = (entry["file"], entry["line"], entry["rule"]) == (mutant.file, mutant.before, mutant.rule)
        if same and entry.get("becomes", mutant.after) == mutant.after:
            return entry
    return None


def tests_digest() -> str:
    """Digest of everything that can kill it: a survivor is tried again when that has changed."""
    files = sorted(name for name in tracked() if name.startswith("tests/") or name == "tools/mutate.toml")
    return hashlib.sha256(b"".join((ROOT / name).read_bytes() for name in files)).hexdigest()[:24]


class Tree:
    """A copy of the tree, in which one worker plants its faults."""

    def __init__(self, number: int):
        self.root = BUILD / f"tree-{number}"
        self.digests: dict[tuple[str, str, int], str] = {}
        self._copy()

    def _copy(self) -> None:
        names = set(tracked())
        for path in [p for p in self.root.rglob("*") if p.is_file() and not p.is_symlink()]:
            name = str(path.relative_to(self.root))
            if not name.startswith("build/") and name not in names:
                path.unlink()
        for name in names:
            target = self.root / name
            if not target.exists() or target.read_bytes() != (ROOT / name).read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, target)
        environment = self.root / ".venv"
        if not environment.exists():
            environment.symlink_to((ROOT / ".venv").resolve())
        self._as_generated()

    def _as_generated(self) -> None:
        """The registry is made the newest file; otherwise the generators would run and write kernels anew."""
        os.utime(self.root / "generated/registry.json")

    def write(self, file: str, text: str) -> None:
        (self.root / file).write_text(text)
        self._as_generated()

    def run(
        self, command: list[str], fields: str, seconds: float, settings: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess | None:
        """Runs a command in the tree; None if it took longer. All processes that it started end with it."""
        folders = (self.root, self.root / "lab", self.root / "bindings/python")
        environment = dict(os.environ, PYTHONPATH=":".join(map(str, folders)), CCACHE_BASEDIR=str(self.root))
        environment |= {"MC_FIELDS": fields, "PYTHONDONTWRITEBYTECODE": "1", "CCACHE_NOHASHDIR": "1"}
        environment["MC_STALE_ALLOWED"] = "1"  # a planted kernel differs from its generator's text
        environment |= settings or {}
        process = subprocess.Popen(
            command, cwd=self.root, env=environment, text=True, errors="replace", start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        _running.add(process)
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
            _running.discard(process)
        return subprocess.CompletedProcess(command, process.returncode, output)

    def build(self, row: Nearest, word_bits: int) -> str | None:
        """Digest of the host library with the row's fields or pairings; None if it does not compile."""
        if row.pairings:
            names = f"of_type_1({word_bits})" if row.pairings == OF_TYPE_1 else repr(row.pairings)
            build = f"from tests.src.pairing.library import build, of_type_1; print(build({names}, {word_bits}).parent)"
            return self.built(build, "libmotecurve.so")
        build = f"from motelab.library import host; print(host.build({word_bits}))"
        return self.built(build, "libmotecurve_catalogue.so", row.fields)

    def build_parallel(self, fields: str) -> str | None:
        """Digest of the library in parallel/, or of its part over the library of these fields; None if it does not
        compile."""
        build = (
            f"from motelab.library import parallel_build; print(parallel_build.build(tests=True, fields={fields!r}))"
        )
        return self.built(build, f"libmotecurve_parallel{'_curves' if fields else ''}.a")

    def built(self, code: str, library: str, fields: str = "") -> str | None:
        """Runs Python code that builds a library and prints its folder; the library's digest, None without one."""
        done = self.run([sys.executable, "-c", code], fields, BUILD_SECONDS)
        if done is None or done.returncode:
            return None
        return hashlib.sha256((Path(done.stdout.splitlines()[-1]) / library).read_bytes()).hexdigest()

    def sound(self, row: Nearest, word_bits: int) -> str:
        """Digest of the library without a fault."""
        key = (row.fields, row.pairings, word_bits)
        if key not in self.digests:
            digest = self.build(row, word_bits)
            if digest is None:
                raise Stopped(f"the library of {row.fields or row.pairings} does not build without a fault")
            self.digests[key] = digest
        return self.digests[key]


@dataclasses.dataclass
class Baseline:
    """The result of a selection of tests without a fault: the seconds, the number that pass, and the tests that fail
    all the same."""

    seconds: float
    passed: int
    failing: list[str]


def compiled_with(root: Path, file: str) -> list[Path]:
    """The files to compile for the objects of a file: itself, or those beside or below src/ that include it."""
    path = root / file
    if path.suffix in (".S", ".c"):
        return [path]
    among = sorted(path.parent.glob("*.S")) if is_kernel(file) else sorted((root / "src/network").rglob("*.[ch]"))
    among = [other for other in among if "firmware" not in other.parts]
    users, names = set(), {path.name}
    while added := {u for u in among if u not in users and any(f'{name}"' in u.read_text() for name in names)}:
        users |= added
        names |= {user.name for user in added if user.suffix == ".h"}
    return sorted(user for user in users if user.suffix != ".h")


def nonsense(mutant: Mutant, text: str) -> str:
    """The text with what no compiler takes in the place of a fault."""
    return f"{text[: mutant.site.start]} @ {text[mutant.site.start :]}"


def at_size(chosen: list[str], name: str) -> list[str]:
    """A selection of tests, of these those whose names match as well."""
    if "-k" not in chosen:
        return [*chosen, "-k", name]
    at = chosen.index("-k") + 1
    return [*chosen[:at], f"({chosen[at]}) and {name}", *chosen[at + 1 :]]


class Runner:
    """Tries mutants, in one tree for each worker."""

    def __init__(self, jobs: int):
        BUILD.mkdir(parents=True, exist_ok=True)
        self.free = [Tree(number) for number in range(jobs)]
        self.lock = threading.Lock()
        self.baselines: dict[tuple, Baseline] = {}
        self.rows = nearest()
        self.of_lines = {word: tuple(tests) for word, tests in table()["of_lines"].items()}
        self.tests_digest = tests_digest()

    def pytest(self, tree: Tree, row: Nearest, chosen: list[str], more: list[str], seconds: float):
        """Runs tests; of kernels all, whatever other tests take turns."""
        command = [sys.executable, "-m", "pytest", "-m", "not slow", "-p", "no:cacheprovider", "--tb=no", "-rfE"]
        settings = {"MC_TEST_ALL": "1"} if row.is_of_kernels else {}
        return tree.run([*command, *chosen, *more], row.fields, seconds, settings)

    def baseline(self, tree: Tree, row: Nearest, chosen: list[str]) -> Baseline:
        """Results for the tree without a fault, once."""
        with self.lock:
            key = (row.fields, *chosen)
            if key not in self.baselines:
                start = time.monotonic()
                done = self.pytest(tree, row, chosen, [], 3600)
                if done is None or done.returncode not in (0, 1, 5):
                    raise Stopped(f"pytest {' '.join(chosen)}: {done.stdout[-300:] if done else 'took an hour'}")
                failing = re.findall(r"^(?:FAILED|ERROR) (\S+?::\S.*?)(?: - .*)?$", done.stdout, re.M)
                passed = re.search(r"(\d+) passed", done.stdout)
                count = int(passed[1] if passed else 0)
                if len(failing) > count:
                    raise Stopped(f"without a fault most tests fail: pytest {' '.join(chosen)}: {failing[0]}")
                self.baselines[key] = Baseline(time.monotonic() - start, count, failing)
                if failing:
                    click.echo(
                        f"{len(failing)} tests fail without a fault and are left out: {failing[0]} ...", err=True
                    )
            return self.baselines[key]

    @staticmethod
    def require(baselines: list[Baseline], row: Nearest, chosen: list[str]) -> None:
        """Some test must run: none would let every fault survive."""
        if not any(baseline.passed for baseline in baselines):
            raise Stopped(f"tools/mutate.toml, {row.files}: no test runs by pytest {shlex.join(chosen)}")

    def kills(self, tree: Tree, mutant: Mutant, row: Nearest, chosen: list[str], sound: Baseline) -> str:
        """The test that fails with the fault planted, or "timeout"; nothing if none does."""
        left_out = [word for name in sound.failing for word in ("--deselect", name)]
        done = self.pytest(tree, row, chosen, ["-x", *left_out], 60 + 5 * sound.seconds)
        if done is None:
            return "timeout"
        if done.returncode in (0, 5):
            return ""
        found = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.M)
        return found.group(1) if found else f"pytest ended with status {done.returncode}"

    def assembles(self, tree: Tree, mutant: Mutant, row: Nearest) -> str | None:
        """Digest of the object of a kernel, or of C that is in no host library; None if it does not assemble. A shared
        text is assembled in all that include it."""
        target = tree.root / "build" / "mutant.o"
        target.parent.mkdir(exist_ok=True)
        objects = hashlib.sha256()
        for source in compiled_with(tree.root, mutant.file):
            words = [word.replace("{file}", str(source)).replace("{object}", str(target)) for word in row.assembler]
            done = tree.run(words, "", 60)
            if done is None or done.returncode:
                return None
            objects.update(target.read_bytes())
        return objects.hexdigest()

    def outcome(self, tree: Tree, mutant: Mutant, row: Nearest, text: str) -> tuple[str, str]:
        """The fate of a mutant, and the test that decided it."""
        planted, wider, is_changed = mutant.site.planted(text), row.selections(mutant.file), False
        if row.assembler or is_parallel(mutant.file):
            of_parallel = functools.partial(tree.build_parallel, row.fields)
            build = of_parallel if is_parallel(mutant.file) else lambda: self.assembles(tree, mutant, row)
            sound_object = build()
            tree.write(mutant.file, planted)
            planted_object = build()
            if planted_object is None:
                return INVALID, ""
            if planted_object == sound_object:
                return SAME_OBJECTS, ""
            is_changed = True
        elif row.fields or row.pairings:
            is_changed, status, by = self.outcome_in_library(tree, mutant, row, text)
            if status:
                return status, by
            wider = wider[1:] if is_changed else wider
        others = (list(tests) for word, tests in self.of_lines.items() if word in mutant.before)
        for chosen in (*wider, *others):
            tree.write(mutant.file, text)
            baseline = self.baseline(tree, row, chosen)
            self.require([baseline], row, chosen)
            tree.write(mutant.file, planted)
            by = self.kills(tree, mutant, row, chosen, baseline)
            if by:
                return KILLED, by
        if row.fields or row.pairings or is_parallel(mutant.file):
            return (SURVIVED if is_changed else NOT_BUILT), ""
        return (SURVIVED if self.is_read(tree, mutant, row, text) else NOT_BUILT), ""

    def outcome_in_library(self, tree: Tree, mutant: Mutant, row: Nearest, text: str) -> tuple[bool, str, str]:
        """Whether the fault changes the host library at some word size; its fate, if that is known by the nearest
        tests, and the test that decided it."""
        steps = [(word_bits, f"{'not ' if word_bits == 64 else ''}w8") for word_bits in WORD_SIZES]
        chosen = [at_size(row.selections(mutant.file)[0], name) for _, name in steps]
        sound = [tree.sound(row, word_bits) for word_bits, _ in steps]
        baselines = [self.baseline(tree, row, tests) for tests in chosen]
        self.require(baselines, row, chosen[0])
        tree.write(mutant.file, mutant.site.planted(text))
        is_changed = False
        for (word_bits, _), tests, digest, baseline in zip(steps, chosen, sound, baselines, strict=True):
            built = tree.build(row, word_bits)
            if built is None:
                return True, INVALID, ""
            is_changed |= built != digest
            by = self.kills(tree, mutant, row, tests, baseline) if built != digest and baseline.passed else ""
            if by:
                return True, KILLED, by
        if not is_changed and self.is_compiled(tree, mutant, row, text):
            return False, SAME_OBJECTS, ""
        return is_changed, "", ""

    def is_compiled(self, tree: Tree, mutant: Mutant, row: Nearest, text: str) -> bool:
        """Whether nonsense in the place of the fault stops a build of the host library; it does not if the place is
        for motes."""
        tree.write(mutant.file, nonsense(mutant, text))
        stops = any(tree.build(row, word_bits) is None for word_bits in WORD_SIZES)
        tree.write(mutant.file, mutant.site.planted(text))
        return stops

    def is_read(self, tree: Tree, mutant: Mutant, row: Nearest, text: str) -> bool:
        """Whether nonsense in the place of the fault fails a test: else no test compiles the place."""
        tree.write(mutant.file, nonsense(mutant, text))
        for chosen in row.selections(mutant.file):
            if self.kills(tree, mutant, row, chosen, self.baselines[row.fields, *chosen]):
                return True
        return False

    def try_one(self, mutant: Mutant) -> dict:
        """The line of the results."""
        with self.lock:
            tree = self.free.pop()
        text, start = (tree.root / mutant.file).read_text(), time.monotonic()
        try:
            status, by = self.outcome(tree, mutant, row_of(mutant.file, self.rows), text)
        finally:
            tree.write(mutant.file, text)
            with self.lock:
                self.free.append(tree)
        entry = {"key": mutant.key(text), "status": status, "by": by, "tests": self.tests_digest}
        entry |= {name: getattr(mutant, name) for name in ("file", "line", "rule", "before", "after")}
        return entry | {"seconds": round(time.monotonic() - start, 1)}


def known() -> dict[str, dict]:
    """Results of earlier runs that still hold."""
    if not RESULTS.exists():
        return {}
    digest, found = tests_digest(), {}
    for line in RESULTS.read_text().splitlines():
        if not line.endswith("}"):
            continue  # a run was stopped in the middle of writing
        entry = json.loads(line)
        if entry["status"] not in (SURVIVED, NOT_BUILT) or entry["tests"] == digest:
            found[entry["key"]] = entry
    return found


def chosen_mutants(files: str, kernels: bool, count: int, seed: int) -> list[Mutant]:
    rows, belongs = nearest(), is_kernel if kernels else is_hand_written
    names = [name for name in tracked() if fnmatch.fnmatch(name, files) and belongs(name)]
    names = [name for name in sorted(names) if row_of(name, rows)]
    found = [mutant for name in names for mutant in mutants_of(name)]
    if not found:
        raise click.UsageError(
            f"no faults to plant in {files!r}; C is in src/ and parallel/src/; kernels, with --kernels, are in "
            "generated/native/"
        )
    drawn = sorted(found, key=lambda mutant: mutant.lot(seed))[:count]
    return sorted(drawn, key=lambda m: (m.file, m.line, m.site.start))


def show(entry: dict) -> str:
    return f"{entry['file']}:{entry['line']}: {entry['rule']}\n    {entry['before']}\n -> {entry['after'] or ';'}"


def summary(entries: list[dict]) -> dict:
    counts = {status: sum(e["status"] == status for e in entries) for status in (KILLED, SURVIVED, NOT_BUILT, PROVED)}
    counts |= {status: sum(e["status"] == status for e in entries) for status in (INVALID, SAME_OBJECTS, NOT_RUN)}
    survived = counts[SURVIVED] + counts[NOT_BUILT]
    tried = counts[KILLED] + survived
    return {"score_percent": round(100 * counts[KILLED] / tried, 1) if tried else 100.0, **counts}


@click.command(help=__doc__.replace("\n\n  ", "\n\n\b\n  "), context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--files", default="*", show_default=True, help="Files to plant faults in; * is for / too.")
@click.option("--kernels", is_flag=True, help="Of these the committed kernels instead of C.")
@click.option("--sample", default=120, show_default=True, type=click.IntRange(min=1), help="Faults drawn from all.")
@click.option("--seed", default=1, show_default=True, help="Of the drawing.")
@click.option("--jobs", default=min(2, os.cpu_count() or 1), show_default=True, type=click.IntRange(min=1))
@click.option("--minimum", default=97.0, show_default=True, help="Per cent that must be killed.")
@click.option("--format", "form", default="text", show_default=True, type=click.Choice(["text", "json"]))
@click.option("--list", "is_list", is_flag=True, help="Only print the faults, and plant none.")
def main(
    files: str, kernels: bool, sample: int, seed: int, jobs: int, minimum: float, form: str, is_list: bool
) -> None:
    mutants = chosen_mutants(files, kernels, sample, seed)
    if is_list:
        for mutant in mutants:
            click.echo(f"{mutant.file}:{mutant.line}: {mutant.rule}: {mutant.before}  ->  {mutant.after or ';'}")
        return
    entries = measured(mutants, jobs)
    totals = summary(entries)
    survivors = [entry for entry in entries if entry["status"] in (SURVIVED, NOT_BUILT)]
    if form == "json":
        click.echo(json.dumps({**totals, "mutants": entries}, indent=1))
    else:
        click.echo("\n".join(show(entry) for entry in survivors))
        click.echo(", ".join(f"{name} {value}" for name, value in totals.items()))
    sys.exit(totals["score_percent"] < minimum)


def measured(mutants: list[Mutant], jobs: int) -> list[dict]:
    """The fate of each mutant, from earlier runs or tried now."""
    proved, earlier, rows = equivalents(), known(), nearest()
    entries, waiting = [], []
    for mutant in mutants:
        entry = {name: getattr(mutant, name) for name in ("file", "line", "rule", "before", "after")}
        if proof(mutant, proved):
            entries.append(entry | {"status": PROVED})
        elif not row_of(mutant.file, rows).is_run_here:
            entries.append(entry | {"status": NOT_RUN})
        elif mutant.key((ROOT / mutant.file).read_text()) in earlier:
            entries.append(earlier[mutant.key((ROOT / mutant.file).read_text())] | entry)
        else:
            waiting.append(mutant)
    if not waiting:
        return entries
    runner = Runner(min(jobs, len(waiting)))

    def tried(mutant: Mutant) -> dict:
        entry = runner.try_one(mutant)
        with runner.lock, RESULTS.open("a") as stream:
            stream.write(json.dumps(entry) + "\n")
        done = (
            f"{entry['status']:<12} {entry['file']}:{entry['line']} {entry['rule']} {entry['by']} {entry['seconds']} s"
        )
        click.echo(done, err=True)
        return entry

    with ThreadPoolExecutor(len(runner.free)) as pool:
        return entries + list(pool.map(tried, waiting))


def stop(number: int, _frame) -> None:
    """Ends running tests; the next start repairs the trees."""
    for process in list(_running):
        os.killpg(process.pid, signal.SIGKILL)
    os._exit(128 + number)


if __name__ == "__main__":
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    try:
        main()
    except Stopped as stopped:
        sys.exit(f"mutate: {stopped}")
