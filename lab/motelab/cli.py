"""The command line: a click group that loads every module of motelab.commands, each with one `command`."""

import errno
import importlib
import os
import pkgutil
import re
import sys
from pathlib import Path
from typing import Any

import click

from motelab import BUILD, ROOT, commands
from motelab.common import plain, schema
from motelab.common.errors import MotecurveError
from motelab.common.whole_help import WholeHelp

CURVE_DATA = "motelab.subjects"  # whose schemas accept the data that the generators read as they are imported
BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 2, 130, 141  # exit statuses; the latter two are the shells' for signals
VERSION = re.search(r"^project\(motecurve VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]


class Lab(WholeHelp):
    """Finds `motelab.commands.<name>.command`; a new command is a new file there."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(module.name for module in pkgutil.iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(ctx):
            return None
        return importlib.import_module(f"motelab.commands.{name}").command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # the reader has enough, like `head`
            sys.exit(BROKEN_PIPE)


@click.group(cls=Lab, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(VERSION, prog_name="motecurve", message="%(prog)s %(version)s")
def lab() -> None:
    """Measures every algorithm of Motecurve on simulated devices; each figure is from a verified run.

    Example: ./motecurve bench --op fb-mul --algorithm all
    """


def main() -> None:
    """Runs the command line; a user's or the system's error becomes one line on stderr and exit status 2."""
    status = outcome()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        status = BROKEN_PIPE
    except OSError as error:
        status = status or told(fault(error))  # the cause was reported before, and may be this
    else:
        sys.exit(status)
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # takes the text that is left in the buffer
    sys.exit(status)


def outcome() -> int:
    """Exit status of the command."""
    try:
        # Context.exit in a command comes back as a value; commands themselves return None.
        return lab.main(prog_name="motecurve", standalone_mode=False) or 0
    except SystemExit as ended:
        return int(ended.code or 0)
    except click.ClickException as error:
        error.message = plain.text(error.message)
        error.show()
        return error.exit_code
    except MotecurveError as error:
        return told(*error.lines)
    except (click.Abort, KeyboardInterrupt):
        return told("stopped", status=INTERRUPTED)
    except (MemoryError, SystemError):  # some imports of CPython 3.11 lose the MemoryError and raise the other
        return told("not enough memory; a limit, such as that of ulimit -v, may be too low")
    except (OSError, ImportError) as error:
        return told(fault(error))
    except (LookupError, TypeError, ValueError, AttributeError):  # as the generators end on wrong data of curves
        if faults := [fault for kind, path in schema.committed(CURVE_DATA) for fault in schema.faults_of(kind, path)]:
            return told(*faults)
        raise


def told(*messages: str, status: int = BAD_INPUT) -> int:
    """Reports them, each in one line on stderr; returns the status."""
    for message in messages:
        click.echo(f"motecurve: {plain.text(message)}", err=True)
    return status


def fault(error: OSError | ImportError) -> str:
    """The request that the system refused, and its file; of the folder of builds and results also what to set."""
    if not isinstance(error, OSError) or not error.strerror:
        return str(error)
    if error.filename and is_unwritable(error):
        place = f"{error.filename}: {error.strerror}; {BUILD}, for builds and results, cannot be written"
        return f"{place}; set XDG_CACHE_HOME to a folder of yours" if not BUILD.is_relative_to(ROOT) else place
    where = error.filename or ("cannot write" if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) else "")
    return f"{where}: {error.strerror}" if where else error.strerror


def is_unwritable(error: OSError) -> bool:
    """Whether the folder of builds and results, or one around it, refused a file."""
    path = Path(os.fsdecode(error.filename)) if isinstance(error.filename, str | bytes) else None
    refused = error.errno in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.ENOENT)
    return bool(path and refused and (path.is_relative_to(BUILD) or BUILD.is_relative_to(path)))
