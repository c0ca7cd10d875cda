"""Times of this library and of OpenSSL on a host by size of the field: the committed runs of goals, as records that
laws are fitted to. Both times of a curve are of one run, in turns."""

from motelab.compare import committed_host, goals
from motelab.measure.bench import Request
from motelab.measure.records import Record, new_record
from motelab.report.site import fits
from motelab.subjects import curves

HOST, OPENSSL = "host", "openssl"
OURS, THEIRS = "ours", "OpenSSL"
COMMAND = "./motecurve tables --source goals --table host"


def records() -> list[Record]:
    """Two for each goal beside OpenSSL on a curve of a family, in constant time where the operation can be, if it is
    committed."""
    asked = (match.request for _, match in goals.paired(HOST))
    own = (r for r in asked if isinstance(r, Request) and r.versus == OPENSSL and not r.choices and not r.algorithm)
    return [record for request in dict.fromkeys(own) for record in both(request)]


def both(request: Request) -> list[Record]:
    """Our time of a request and OpenSSL's; none of a curve without family, or that is not committed."""
    curve, found = curves.find(request.curve), committed_host.find(request)
    family = fits.family_of(curve)
    if not family or not found:
        return []
    times = {OURS: found["microseconds"], THEIRS: found["microseconds"] * found["ratio"]}
    known = {"board": HOST, "curve": curve.name, "field": curve.field_notation, "operation": request.operation}
    known |= {"profile": "fast", "unit": "microseconds", "verified": True}
    return [
        new_record(algorithm=f"{whose} on {family}", microseconds=time, median=time, **known)
        for whose, time in times.items()
    ]
