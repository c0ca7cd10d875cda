"""The command line: a click group that loads every module of motecurve.commands, each with one `command`."""

import errno
import importlib
import os
import pkgutil
import re
import sys
from typing import Any

import click

from motecurve import ROOT, commands
from motecurve.common import plain
from motecurve.common.errors import MotecurveError
from motecurve.common.whole_help import WholeHelp

BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 2, 130, 141  # exit status; the latter two as shells tell of the signals
VERSION = re.search(r"^project\(motecurve VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]


class Lab(WholeHelp):
    """Finds `motecurve.commands.<name>.command`; a new command is a new file there."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(module.name for module in pkgutil.iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(ctx):
            return None
        return importlib.import_module(f"motecurve.commands.{name}").command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # who reads has enough, as `head` has
            sys.exit(BROKEN_PIPE)


@click.group(cls=Lab, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(VERSION, prog_name="motecurve", message="%(prog)s %(version)s")
def lab() -> None:
    """Measures every algorithm of Motecurve on simulated devices; each figure is from a verified run.

    Example: ./motecurve bench --op fb-mul --algorithm all
    """


def main() -> None:
    """Runs the command line; a user's error, or the system's, is one line on stderr and exit status 2."""
    status = outcome()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        status = BROKEN_PIPE
    except OSError as error:
        status = status or told(fault(error))  # what failed before was told, and may be this
    else:
        sys.exit(status)
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # where what is left in the buffer goes
    sys.exit(status)


def outcome() -> int:
    """Exit status of the command."""
    try:
        # What a command ends with by Context.exit comes back as a value; commands themselves return None.
        return lab.main(prog_name="motecurve", standalone_mode=False) or 0
    except SystemExit as ended:
        return int(ended.code or 0)
    except click.ClickException as error:
        error.message = plain.text(error.message)
        error.show()
        return error.exit_code
    except MotecurveError as error:
        return told(str(error))
    except (click.Abort, KeyboardInterrupt):
        return told("stopped", INTERRUPTED)
    except MemoryError:
        return told("not enough memory; a limit, such as that of ulimit -v, may be too low")
    except (OSError, ImportError) as error:
        return told(fault(error))


def told(message: str, status: int = BAD_INPUT) -> int:
    """Says it in one line on stderr; the status."""
    click.echo(f"motecurve: {plain.text(message)}", err=True)
    return status


def fault(error: OSError | ImportError) -> str:
    """What the system refused, and of which file."""
    if not isinstance(error, OSError) or not error.strerror:
        return str(error)
    where = error.filename or ("cannot write" if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) else "")
    return f"{where}: {error.strerror}" if where else error.strerror
