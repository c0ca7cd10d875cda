"""The known answers that somebody else's code must give: the bench's own, as far as the claims reach."""

import re

from motelab.boards.implementations.manifest import Work
from motelab.common.errors import MotecurveError
from motelab.subjects.curves import Curve
from motelab.subjects.operations_of_groups import OF_OTHER_GROUPS

ACCEPTED, REFUSED = 0, 1
OVERRUN = 0xEE  # the status by which boards/firmware/implementation.c tells that code wrote past its result
# Values of mc_status that say that a public key is no point of the curve, or no encoding of one.
KEY_ERRORS = frozenset(range(1, 7))

Case = dict[str, int]


def fitted(cases: list[Case], operation: str, curve: Curve, work: Work) -> list[Case]:
    """The cases whose answers count. A refusal is a refusal, whatever its number; refusals of public keys count if the
    code claims to validate them; points at infinity are left out, since many interfaces have no encoding for them."""
    kept = [case for case in cases if not any(meets(case, text, curve) for text in work.fails_for)]
    kept = [case for case in kept if work.validates_keys or case.get("status", ACCEPTED) not in KEY_ERRORS]
    if operation == "scalar-mult":
        kept = [case for case in kept if case["rx"] or case["ry"]]
    return [case | {"status": REFUSED if case.get("status") else ACCEPTED} for case in kept]


def meets(case: Case, text: str, curve: Curve) -> bool:
    """Whether a case is the one of a text such as "d = n - 1", or "px = gx"; MotecurveError for another form."""
    found = re.fullmatch(r"(\w+) = (?:(n) - )?(\d+)|(px) = (gx)", text)
    if not found or (found[1] or found[4]) not in case:
        raise MotecurveError(
            f"fails_for: {text!r} is not such as 'd = 1', 'd = n - 1' or 'px = gx', with one of {', '.join(case)}"
        )
    if found[5]:
        return case["px"] == curve.generator[0]
    return case[found[1]] == (curve.order - int(found[3]) if found[2] else int(found[3]))


def beside_the_curve(cases: list[Case], operation: str, curve: Curve, work: Work) -> list[Case]:
    """Public keys that are no points, which key agreement must refuse if the code claims to validate keys. Those of
    GLS254 are encodings; its known answers have refusals."""
    if operation != "ecdh" or not work.validates_keys or curve.form != "Weierstrass" or curve.family in OF_OTHER_GROUPS:
        return []
    return [case | {"py": case["py"] ^ 1, "status": REFUSED, "secret": 0} for case in cases[:1]]
