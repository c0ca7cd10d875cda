"""`./motecurve parallel record` and `import`: times of another machine for the tables of arruda2014."""

import tempfile
from pathlib import Path

import click

from motelab.common.errors import MotecurveError
from motelab.keys.targets import Target
from motelab.parallel.recorder import folder as recorder
from motelab.parallel.recorder import recording
from motelab.report import parallel_rows
from motelab.report.display import for_programs, format_option


@click.command("record")
@click.option("--out", "output", metavar="FILE", help="Measure on this machine, and write the file.")
@click.option("--folder", metavar="FOLDER", help="Write the folder that measures elsewhere: sh record.sh FILE there.")
@click.option("--runs", type=click.IntRange(1, 100_000), help="Runs of each test. Without it, the paper's 1000.")
def record(output: str | None, folder: str | None, runs: int | None) -> None:
    """Records what the tables of arruda2014 need, on this machine or on another.

    --folder writes a static program, a plan and one script. On any Linux machine with a processor of the same kind the
    script writes one file, and needs neither this project nor a network. Tests with more threads than its processors
    are left out. `parallel import` takes the file in.

    \b
    Examples:
      ./motecurve parallel record --folder elsewhere
      ./motecurve parallel record --out here.txt
    """
    if (output is None) == (folder is None):
        raise click.UsageError("give one of --out FILE and --folder FOLDER")
    if folder is not None:
        recorder.write(Path(folder), runs)
        click.echo(f"{folder}: copy it to the machine, and run there: sh {recorder.SCRIPT} machine.txt", err=True)
        return
    target = Target(output)
    with tempfile.TemporaryDirectory() as place:
        recorder.write(Path(place) / "recorder", runs)
        made = Path(place) / "file"
        recorder.run(Path(place) / "recorder", made)
        target.write(made.read_bytes())


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--machine", required=True, metavar="NAME", help="A short name of the machine, such as epyc-8.")
@format_option
def take_in(file: Path, machine: str, form: str) -> None:
    """Takes in a file of `parallel record` as records of a machine, with its processor and topology.

    The tables of arruda2014 show them in a column of their own. Prints the rows of `parallel modmul` with `machine`,
    `processor` and `cores`.

    Example: ./motecurve parallel import machine.txt --machine epyc-8
    """
    try:
        text = file.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise MotecurveError(f"{file} cannot be read: {getattr(error, 'strerror', None) or 'it is no text'}") from error
    rows = recording.keep(text, machine)
    click.echo(f"{len(rows)} rows of {machine} are kept", err=True)
    if not for_programs(rows, form):
        parallel_rows.times(rows, ())
