"""What a file of traces holds."""

from typing import Any, NamedTuple

import numpy as np


class Traces(NamedTuple):
    """Samples without noise, a trace a row; the input of each trace; what they are."""

    samples: np.ndarray
    data: list[bytes]
    facts: dict[str, Any]
