"""Facts of one run of the benches that vary and so stay out of records: commit, date, host, failures."""

import datetime
import json
import platform
import shutil
import subprocess

from motecurve import BUILD, ROOT
from motecurve.common.files import write_atomically

RUN_FILE = BUILD / "run.json"


def commit() -> str | None:
    """The checked-out commit, with -dirty if files differ; None outside a git checkout."""
    if shutil.which("git") is None:
        return None
    run = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True)
    return run.stdout.strip() if run.returncode == 0 else None


def head() -> str:
    """The whole hash of the checked-out commit; nothing outside a git checkout."""
    if shutil.which("git") is None:
        return ""
    run = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return run.stdout.strip() if run.returncode == 0 else ""


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
