"""Fuzzes the readers of bytes from outside: builds the targets of tests/fuzz/ with libFuzzer and runs them over the
corpora of tests/fuzz/corpus/. A finding is kept in build/fuzz/findings/, and the status is then 1.

  make fuzz                                        every target, a minute each
  .venv/bin/python tools/fuzz.py --seconds 600 der     one target, ten minutes
  .venv/bin/python tools/fuzz.py --keep verify         adds inputs that reached new code to its corpus
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "fuzz"
CORPUS = ROOT / "tests" / "fuzz" / "corpus"
NO_TARGETS = ("fuzz", "peer", "pairing", "seeds", "seeds_pairing", "seed_write")
# By field: Koblitz and random, cofactor 65390; order longer than the field, special prime, Montgomery's form;
# Montgomery and Edwards curves.
FIELDS = "fb163;fb176;fp160r1;fp256r1;fp256bp;fp255;fp448"
PAIRINGS = "bls12-381;tate-256;tate-512;eta-271"
LARGEST_INPUT_BYTES = 512


def targets() -> list[str]:
    """Names of all targets, in alphabetical order."""
    return sorted(p.stem for p in (ROOT / "tests/fuzz").glob("*.c") if p.stem not in NO_TARGETS)


def build() -> None:
    """Builds all targets; raises click.ClickException with the compiler's last lines."""
    if not shutil.which("clang"):
        raise click.ClickException("clang is missing; install clang libclang-rt-14-dev")
    options = ["-DMC_FUZZ=ON", "-DMC_SANITIZE=ON", "-DMC_TINY_FIELDS=ON", f"-DMC_FIELDS={FIELDS}"]
    options += ["-DMC_NETWORK=ON", f"-DMC_PAIRINGS={PAIRINGS}"]
    options += ["-DCMAKE_C_COMPILER=clang", "-DCMAKE_C_FLAGS_RELEASE=-O1", "-DMC_WARNINGS_AS_ERRORS=OFF"]
    for command in (
        ["cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", *options],
        ["cmake", "--build", BUILD, "--parallel", "2"],
    ):
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode:
            raise click.ClickException("the fuzz targets did not build:\n" + run.stdout[-2000:] + run.stderr[-2000:])


def run(target: str, seconds: int) -> tuple[bool, str]:
    """Runs one target over its corpus; whether there was no finding, and libFuzzer's report."""
    found = BUILD / "found" / target
    findings = BUILD / "findings"
    for folder in (found, findings):
        folder.mkdir(parents=True, exist_ok=True)
    command = [
        BUILD / "fuzz" / target, found, CORPUS / target, f"-max_total_time={seconds}",
        f"-artifact_prefix={findings}/{target}-", f"-max_len={LARGEST_INPUT_BYTES}",
        "-timeout=20", "-print_final_stats=1",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    return done.returncode == 0, done.stderr


def executions(report: str) -> int:
    """Inputs that a run has tried."""
    count = re.search(r"number_of_executed_units:\s*(\d+)", report)
    return int(count.group(1)) if count else 0


def keep(target: str) -> int:
    """Adds to the corpus the inputs of the last run that reach new code; returns how many were added."""
    with tempfile.TemporaryDirectory() as folder:
        merged = Path(folder) / target
        shutil.copytree(CORPUS / target, merged)
        before = set(os.listdir(merged))
        command = [BUILD / "fuzz" / target, "-merge=1", "-timeout=20", merged, BUILD / "found" / target]
        subprocess.run(command, capture_output=True, check=True)
        added = set(os.listdir(merged)) - before
        for name in added:
            shutil.copy(merged / name, CORPUS / target / name)
    return len(added)


def write_seeds() -> None:
    """Writes the first inputs of every target into the corpora."""
    for target in targets():
        (CORPUS / target).mkdir(parents=True, exist_ok=True)
    subprocess.run([BUILD / "fuzz" / "seeds", CORPUS], check=True)


@click.command(help=__doc__.replace("\n\n  ", "\n\n\b\n  "), context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("names", nargs=-1, metavar="[TARGET]...")
@click.option("--seconds", default=60, show_default=True, type=click.IntRange(min=1), help="Time of each target.")
@click.option("--keep", "is_keeping", is_flag=True, help="Add to the corpora what reached new code.")
@click.option("--seeds", is_flag=True, help="First write the first inputs of every target anew.")
def main(names: tuple[str, ...], seconds: int, is_keeping: bool, seeds: bool) -> None:
    for name in names:
        if name not in targets():
            raise click.UsageError(f"no target {name!r}; the targets are {', '.join(targets())}")
    build()
    if seeds:
        write_seeds()
    status = 0
    for name in names or targets():
        is_clean, report = run(name, seconds)
        added = f", {keep(name)} inputs added" if is_clean and is_keeping else ""
        click.echo(f"{name}: {executions(report):,} inputs, {'no finding' if is_clean else 'FINDING'}{added}")
        if not is_clean:
            click.echo(report[-3000:])
            status = 1
    sys.exit(status)


if __name__ == "__main__":
    main()
