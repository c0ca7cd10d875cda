"""The days on which an identity is valid, all of them in UTC: from the first second of one to the last of another."""

import datetime
import time

import motecurve
from motecurve.ibe import TIME_MAX, Group, Identity
from motelab.common.errors import MotecurveError

DAY_S = 86400
LAST_YEAR = 9999


def begin_of(day: str, option: str) -> int:
    """The first second of a day as YYYY-MM-DD, in seconds since 1970; MotecurveError, which names the option."""
    try:
        found = datetime.date.fromisoformat(day)
    except ValueError:
        found = None
    if found is None or found.isoformat() != day or found.year < 1970:
        raise MotecurveError(f"{option} {day!r} is no date such as 2027-01-31")
    return int(datetime.datetime(found.year, found.month, found.day, tzinfo=datetime.UTC).timestamp())


def end_of(day: str, option: str) -> int:
    """The last second of a day."""
    return begin_of(day, option) + DAY_S - 1


def words(seconds: int | None) -> str | None:
    """A day's end or beginning as the day, another time with its seconds; None for none, and for the ends of time."""
    if seconds is None or seconds in (0, TIME_MAX):
        return None
    try:
        found = datetime.datetime.fromtimestamp(seconds, datetime.UTC)
    except (ValueError, OverflowError, OSError):
        return f"{seconds} s after 1970"
    is_whole = seconds % DAY_S in (0, DAY_S - 1)
    return found.date().isoformat() if is_whole else found.strftime("%Y-%m-%dT%H:%M:%SZ")


def moment(day: str | None) -> int:
    """The time that identities are judged by: now, or the first second of a day."""
    return int(time.time()) if day is None else begin_of(day, "--at")


def require_not_expired(identity: Identity, now: int) -> None:
    """MotecurveError if the last day of the identity is over at that time; the first may be to come."""
    if identity.not_after is not None and identity.not_after < now:
        raise MotecurveError(_expired(identity))


def _expired(identity: Identity) -> str:
    name = identity.octets.decode(errors="backslashreplace")
    until = words(identity.not_after)
    return f"the identity {name!r} has expired: it was valid until {until}, and --at judges it by another date"


def require_valid(group: Group, identity: Identity, now: int) -> None:
    """MotecurveError if the identity is not valid at that time."""
    name = identity.octets.decode(errors="backslashreplace")
    try:
        group.check_identity(identity, now)
    except motecurve.ExpiredError as error:
        raise MotecurveError(_expired(identity)) from error
    except motecurve.NotYetValidError as error:
        raise MotecurveError(f"the identity {name!r} is not valid yet: it is from {words(identity.not_before)} on, "
                             "and --at judges it by another date") from error  # fmt: skip
