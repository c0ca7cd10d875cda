"""An exception for each status of the C library (motecurve/status.h).

All are a MotecurveError, which is a ValueError: `except motecurve.MotecurveError` catches whatever makes a key, a
signature or a ciphertext bad. Their text says no secret."""

from typing import ClassVar


class MotecurveError(ValueError):
    """What all errors of this package are. Itself it is raised for arguments that do not go together."""

    status: ClassVar[int | None] = None
    """The number of the mc_status; None for this class."""


class LengthError(MotecurveError):
    """An encoding is shorter or longer than its curve demands."""

    status = 1


class EncodingError(MotecurveError):
    """An encoding starts with, or contains, a byte that its form does not have there."""

    status = 2


class CoordinateRangeError(MotecurveError):
    """A coordinate is not a reduced field element."""

    status = 3


class PointAtInfinityError(MotecurveError):
    """The point at infinity where a proper point is needed."""

    status = 4


class NotOnCurveError(MotecurveError):
    """No point of the curve has these coordinates, or this x."""

    status = 5


class SubgroupError(MotecurveError):
    """The point is outside the subgroup of prime order."""

    status = 6


class ScalarZeroError(MotecurveError):
    """A private key, scalar or half of a signature is zero."""

    status = 7


class ScalarRangeError(MotecurveError):
    """A private key, scalar or half of a signature lies outside its range."""

    status = 8


class SharedInfinityError(MotecurveError):
    """Key agreement arrived at the point at infinity."""

    status = 9


class RandomError(MotecurveError):
    """The random source failed, or repeats itself."""

    status = 10


class DigestLengthError(MotecurveError):
    """A digest of a length that the call does not take."""

    status = 11


class SignatureError(MotecurveError):
    """The signature is not valid for this digest and key."""

    status = 12


class UnsupportedError(MotecurveError):
    """The curve or algorithm is not part of this build."""

    status = 13


class TrailingError(MotecurveError):
    """Bytes follow the end of an encoding."""

    status = 14


class NotMinimalError(MotecurveError):
    """A DER length or integer has more bytes than it needs."""

    status = 15


class YBitError(MotecurveError):
    """The bit of y, on Edwards curves of x, in an encoding contradicts the coordinates."""

    status = 16


class FaultError(MotecurveError):
    """A result that the library checked is not right: a fault, or a key of another pair."""

    status = 17


class BusyError(MotecurveError):
    """A task has paused. No call of this package makes tasks."""

    status = 18


class StackError(MotecurveError):
    """The stack of a task is too small. No call of this package makes tasks."""

    status = 19


class ReenteredError(MotecurveError):
    """A task was stepped from within its own step. No call of this package makes tasks."""

    status = 20


class AbandonedError(MotecurveError):
    """The task was abandoned before its end. No call of this package makes tasks."""

    status = 21


class ContextLengthError(MotecurveError):
    """A context string of a length that the call does not take."""

    status = 22


class ReaderError(MotecurveError):
    """The caller's reader of a message failed."""

    status = 23


class CertificateError(MotecurveError):
    """A certificate does not give the key that its receiver or its issuer has."""

    status = 24


class MacError(MotecurveError):
    """The ciphertext or its tag was changed, or the key is another."""

    status = 25


class MessageLengthError(MotecurveError):
    """A message longer than the call takes."""

    status = 26


class OverlapError(MotecurveError):
    """Buffers overlap that must lie apart. No call of this package lets them."""

    status = 27


class HighSError(MotecurveError):
    """The second half of a signature is above n/2, which strict verification refuses."""

    status = 28


class PemError(MotecurveError):
    """The text is not one key in PEM, or its base64 is damaged."""

    status = 29


class KeyKindError(MotecurveError):
    """A key file holds another kind of key than was asked for, or none."""

    status = 30


class CurveNotNamedError(MotecurveError):
    """A key file gives its curve by all parameters, or not at all, and not by name."""

    status = 31


class EncryptedError(MotecurveError):
    """A private key is encrypted, and the call takes no passphrase."""

    status = 32


class KeyPairError(MotecurveError):
    """The public key beside a private key is not its own."""

    status = 33


class VersionError(MotecurveError):
    """An object of identity-based cryptography is of another version of its format."""

    status = 48


class ObjectKindError(MotecurveError):
    """Another kind of object of identity-based cryptography than the call takes."""

    status = 49


class GroupError(MotecurveError):
    """An object of identity-based cryptography is of another group."""

    status = 50


class UseError(MotecurveError):
    """A private key of an identity is for another use."""

    status = 51


class IdentityError(MotecurveError):
    """The bytes, or the parts, are not those of an identity."""

    status = 52


class ExpiredError(MotecurveError):
    """The identity's validity has ended."""

    status = 53


class NotYetValidError(MotecurveError):
    """The identity's validity has not begun."""

    status = 54


class SameIdentityError(MotecurveError):
    """Both parties of an agreement have one identity."""

    status = 55


class KeyMismatchError(MotecurveError):
    """A private key, a part of one or a share does not fit its identity or its public values."""

    status = 56


class ParametersError(MotecurveError):
    """Public parameters or public shares do not fit one another."""

    status = 57


class ThresholdError(MotecurveError):
    """A threshold is outside its range, or there are fewer parts than it."""

    status = 58


class ShareIndexError(MotecurveError):
    """The index of a share is outside its range, or comes twice."""

    status = 59


_BY_STATUS: dict[int | None, type[MotecurveError]] = {kind.status: kind for kind in MotecurveError.__subclasses__()}


def of_status(status: int, text: str) -> MotecurveError:
    """The exception of a status other than MC_OK, with that text."""
    return _BY_STATUS.get(status, MotecurveError)(text)
