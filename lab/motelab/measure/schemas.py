"""Schema of data/operand_times.toml, the list of instructions that ctcheck allows."""

import re
from typing import Any, Literal

from motelab.common.schema_types import Table, Text, checked


def pattern_fault(value: Any) -> str | None:
    """Why a value is no pattern of names; None if it is one."""
    try:
        re.compile(value)
    except (TypeError, re.error) as error:
        return f"a regular expression ({error})"
    return None


class Allowed(Table):
    kind: Literal["division", "long multiplication", "multiplication"]
    routines: checked(pattern_fault, "a regular expression of whole names of routines")
    reason: Text
    board: Text = None


class OperandTimesFile(Table):
    allowed: list[Allowed]


FILES = {"lab/motelab/data/operand_times.toml": OperandTimesFile}
