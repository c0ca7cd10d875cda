"""What the library is to reach on a board: the limits of data/goals.toml, as rows of a table."""

import tomllib

from motecurve import board
from motecurve.bench import Request
from motecurve.errors import MotecurveError
from motecurve.pairings import Pairing
from motecurve.published import DATA, PublishedRow

GOALS = "goals"  # source of these rows; their table is the board
TITLE = "What this library is to reach: at most so many cycles or bytes"
CONSTANT_TIME = "constant time"
KEYS = {"subject", "operation", "algorithm", "language", "limits", "request"}


def paired() -> list[tuple[PublishedRow, Pairing]]:
    """Every limit, with what is measured for it. A goal in constant time counts nothing else. MotecurveError for a goal
    with a word too many or too few."""
    rows = []
    for goal in tomllib.loads((DATA / "goals.toml").read_text())["goal"]:
        if set(goal) - {"others"} != KEYS:
            raise MotecurveError(f"goals.toml: {goal} needs {', '.join(sorted(KEYS))} and may have others")
        choices = tuple(map(tuple, goal["request"].get("choices", ())))
        request = Request(**goal["request"] | {"choices": choices})
        pairing = Pairing(request, constant_time=goal["algorithm"] == CONSTANT_TIME)
        device = board.load(request.board)
        described = (goal["subject"], goal["operation"], goal["algorithm"], goal["language"])
        for metric, limit in goal["limits"].items():
            note = goal.get("others", {}).get(metric, "")
            row = PublishedRow(GOALS, device.name, device.device, None, *described, metric, limit, note)
            rows.append((row, pairing))
    return rows
