"""Conditions of algorithms on a field (the key `requires` of their headers), evaluated by a board's preprocessor."""

import functools
import re
import shutil
import subprocess

from codegen.fields import GROUP_FIELDS
from motelab import INCLUDE_FLAGS
from motelab.boards.board import Board
from motelab.common.errors import MissingTool, MotecurveError
from motelab.subjects import registry


@functools.cache
def met(board: Board, field: str) -> frozenset[str]:
    """The conditions that a field, or the template of orders of a size, meets in builds for the board. Raises
    MissingTool without the board's compiler."""
    compiler = board.compiler
    if shutil.which(compiler.command) is None:
        raise MissingTool(compiler.command, compiler.package)
    conditions = sorted({algorithm.requires for algorithm in registry.load()})
    header = f"{field[:2]}/{field[:2]}.h" if field in GROUP_FIELDS else "curve/curve.h"
    question = f'#include "{"fp/fp.h" if field.startswith("order") else header}"\n'
    question += "".join(f'#if {condition}\n"met {i}"\n#endif\n' for i, condition in enumerate(conditions))
    command = [
        compiler.command,
        *compiler.flags,
        "-E",
        "-P",
        f"-DMC_FIELD={field}",
        f"-DMC_WORD_BITS={board.word_bits}",
        *(f"-D{name}={value}" for name, value in board.form_macros.items()),
    ]
    command += [*INCLUDE_FLAGS, "-x", "c", "-"]
    run = subprocess.run(command, input=question, capture_output=True, text=True)
    if run.returncode:
        raise MotecurveError(f"{field}: {(run.stderr.splitlines() or ['no message'])[0]}")
    return frozenset(conditions[int(i)] for i in re.findall(r'^"met (\d+)"', run.stdout, re.M))
