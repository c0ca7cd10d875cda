"""The cost of a test run: the slowest ten tests and files by processor seconds, including the programs that they run.
Unlike wall time these seconds hardly depend on other load. Builds of the host library are counted by build, not with
the test that came first. build/processor-seconds*.csv keeps all costs of the last run."""

import collections
import csv
import functools
import io
import resource
import time

import pytest

from motelab import BUILD
from motelab.common.files import write_atomically
from motelab.library import host

SLOWEST = 10
PROPERTY = "processor seconds of "  # in a report's user_properties; xdist carries them to the controller


def seconds(children: bool = True) -> float:
    """Seconds of processor so far, of this process and of its children that have ended."""
    parts = [resource.RUSAGE_SELF, *([resource.RUSAGE_CHILDREN] if children else [])]
    return sum(usage.ru_utime + usage.ru_stime for usage in map(resource.getrusage, parts))


class ProcessorTime:
    """The plugin, in every worker and in the controller."""

    def __init__(self, config):
        self.worker_output = getattr(config, "workeroutput", None)
        self.begun, self.last = time.monotonic(), seconds()
        self.builds = collections.Counter()  # since the last report, in a worker; over all reports, in the controller
        self.tests, self.files = collections.Counter(), collections.Counter()
        self.of_workers = 0.0
        self.part = "-slow" if config.option.markexpr == "slow" else ""
        host.build = self.counted(host.build)

    def counted(self, build):
        """host.build, with its seconds recorded under the folder's name."""

        @functools.wraps(build)
        def counting(*values, **named) -> object:
            before = seconds()
            folder = build(*values, **named)
            self.builds[folder.name] += seconds() - before
            return folder

        counting.__wrapped__ = build.__wrapped__  # has no cache, unlike host.build
        return counting

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item, nextitem):
        self.last = seconds()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item, call):
        """For setup, call and teardown, the seconds since the report before."""
        report = yield
        now, built = seconds(), sum(self.builds.values())
        report.user_properties += [(PROPERTY + name, spent) for name, spent in self.builds.items() if spent > 0.1]
        report.user_properties.append((PROPERTY, now - self.last - built))
        self.last = now
        self.builds.clear()
        return report

    def pytest_runtest_logreport(self, report):
        if self.worker_output is not None:
            return
        for name, spent in report.user_properties:
            if name == PROPERTY:
                self.tests[report.nodeid] += spent
                self.files[report.nodeid.partition("::")[0]] += spent
            elif name.startswith(PROPERTY):
                self.files["build of " + name.removeprefix(PROPERTY)] += spent

    def pytest_sessionfinish(self):
        if self.worker_output is not None:
            self.worker_output["processor_seconds"] = seconds()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node, error):
        self.of_workers += getattr(node, "workeroutput", {}).get("processor_seconds", 0)

    def pytest_terminal_summary(self, terminalreporter):
        if not self.files:
            return
        terminalreporter.section("processor seconds")
        for costs in (self.tests, self.files):
            for name, spent in costs.most_common(SLOWEST):
                terminalreporter.write_line(f"{spent:7.1f} {name}")
            terminalreporter.write_line("")
        self.write()
        # Workers have ended; with the controller's children they would count twice.
        in_tests, total = sum(self.files.values()), seconds(children=not self.of_workers) + self.of_workers
        wall = time.monotonic() - self.begun
        terminalreporter.write_line(
            f"{total:7.1f} in all, {in_tests:.1f} of them in tests and builds; {wall:.1f} by the clock"
        )

    def write(self):
        """All costs; those of `make test-slow` in a separate file."""
        rows = io.StringIO()
        costs = ((f"{spent:.2f}", name) for name, spent in (self.tests + self.files).most_common())
        csv.writer(rows, lineterminator="\n").writerows([("processor_seconds", "name"), *costs])
        write_atomically(BUILD / f"processor-seconds{self.part}.csv", rows.getvalue())
