"""Facts about one run of the benches that vary and so stay out of records: commit, date, host, failures."""

import datetime
import json
import platform
import shutil
import subprocess

from motelab import BUILD, ROOT
from motelab.common.files import digest, write_atomically

RUN_FILE = BUILD / "run.json"


def commit() -> str | None:
    """The checked-out commit, with -dirty if files differ; None outside a git checkout."""
    if shutil.which("git") is None:
        return None
    run = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True)
    return run.stdout.strip() if run.returncode == 0 else None


def day() -> str | None:
    """The day of the checked-out commit, such as 2026-11-29; None outside a git checkout."""
    if shutil.which("git") is None:
        return None
    run = subprocess.run(["git", "show", "-s", "--format=%cs", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return run.stdout.strip() if run.returncode == 0 else None


# Folders of what is measured: a change of the tests alone, or of a page, draws no other share.
MEASURED = ("boards", "codegen", "curves", "generated", "include", "lab", "simulators", "src")


def draw() -> str:
    """A hash that chooses what this commit tries of all that is tried by turns: of what is measured, as committed;
    nothing outside a git checkout."""
    if shutil.which("git") is None:
        return ""
    names = [f"HEAD:{folder}" for folder in MEASURED]
    run = subprocess.run(["git", "rev-parse", *names], cwd=ROOT, capture_output=True, text=True)
    return digest(run.stdout) if run.returncode == 0 else ""


def write(failures: dict[str, str]) -> None:
    """Writes build/run.json; `failures` maps the command of each failed measurement to the reason."""
    facts = {
        "commit": commit(),
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "host": f"{platform.system()} {platform.release()} {platform.machine()}",
        "failures": failures,
    }
    write_atomically(RUN_FILE, json.dumps(facts, indent=1) + "\n")


def failures() -> dict[str, str]:
    """The failures of the last run."""
    return json.loads(RUN_FILE.read_text())["failures"] if RUN_FILE.exists() else {}
