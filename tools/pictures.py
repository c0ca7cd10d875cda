"""Makes the pictures of the documentation in docs/assets/: a recording of `make run` as an SVG, and a page of the
report that it writes as a browser shows it, light and dark. It needs Chromium, and minutes where nothing has been
measured yet."""

import argparse
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from rich.console import Console
from rich.text import Text

from motelab import BUILD, ROOT
from motelab.common.files import write_atomically

FOLDER = ROOT / "docs/assets"
REPORT = BUILD / "report/curves.html"
COMMAND = ("make", "run")
COLUMNS = 100
LINES_FIRST, LINES_LAST = 14, 20  # of what is printed; the rest is left out
SCHEMES = {"light": 1, "dark": 0}  # Chromium's preferredColorScheme
WIDTH, HEIGHT = 1180, 860  # of a browser's window, in pixels
BROWSER = "chromium"
DRAWN_MS = 10_000  # in which charts are drawn, by the clock of the page


def printed(command: tuple[str, ...]) -> str:
    """What a command prints on a terminal, with its colours, without its progress; CalledProcessError if it fails."""
    ours, its = pty.openpty()
    parts: list[bytes] = []
    environment = os.environ | {"COLUMNS": str(COLUMNS), "TERM": "xterm-256color"}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=its, stdout=its, stderr=subprocess.DEVNULL) as run:
        os.close(its)
        reader = threading.Thread(target=read_all, args=(ours, parts))
        reader.start()
        run.wait()
        reader.join()
    if run.returncode:
        raise subprocess.CalledProcessError(run.returncode, command)
    return b"".join(parts).decode().replace("\r\n", "\n")


def read_all(descriptor: int, parts: list[bytes]) -> None:
    """Appends what a terminal is given, until its last writer has ended."""
    while True:
        try:
            part = os.read(descriptor, 65536)
        except OSError:  # as Linux says that nobody writes any more
            return
        if not part:
            return
        parts.append(part)


def recording(command: tuple[str, ...], output: str) -> str:
    """An SVG of a terminal with a command and the first and the last lines of its output. It loads no font."""
    lines = output.replace(f"{ROOT}/", "").rstrip("\n").split("\n")
    left_out = len(lines) - LINES_FIRST - LINES_LAST
    if left_out > 1:
        lines[LINES_FIRST:-LINES_LAST] = ["", f"... {left_out} more lines ...", ""]
    console = Console(record=True, width=COLUMNS, file=open(os.devnull, "w"), force_terminal=True)  # noqa: SIM115
    console.print(Text.from_ansi("\n".join([f"$ {' '.join(command)}", *lines])))
    svg = console.export_svg(title=" ".join(command), unique_id="recording")
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.S).replace("Fira Code, monospace", "monospace")
    return re.sub(r"[ \t]+$", "", svg, flags=re.M)


def screenshot(page: Path, picture: Path, scheme: str) -> None:
    """The top of a page as a browser of a colour scheme shows it."""
    with tempfile.TemporaryDirectory() as profile:
        made = Path(profile) / "page.png"
        command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                   f"--virtual-time-budget={DRAWN_MS}",
                   f"--user-data-dir={profile}", f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}",
                   f"--window-size={WIDTH},{HEIGHT}", f"--screenshot={made}", page.as_uri()]  # fmt: skip
        subprocess.run(command, check=True, capture_output=True)
        picture.write_bytes(made.read_bytes())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--report-only", action="store_true", help="run nothing; take the report that is there")
    arguments = parser.parse_args()
    if not shutil.which(BROWSER):
        print(f"pictures: {BROWSER} is not installed; sudo apt-get install -y {BROWSER}", file=sys.stderr)
        return 2
    if not arguments.report_only:
        write_atomically(FOLDER / "make-run.svg", recording(COMMAND, printed(COMMAND)))
    elif not REPORT.exists():
        print(f"pictures: no {REPORT.relative_to(ROOT)}; make run writes it", file=sys.stderr)
        return 2
    for scheme in SCHEMES:
        screenshot(REPORT, FOLDER / f"report-{scheme}.png", scheme)
    return 0


if __name__ == "__main__":
    sys.exit(main())
