"""How strong the curve or the group is on which a scheme computes, and what users of a weak one are told."""

from motelab.subjects import security

SYMMETRIC_BITS = 128  # of schemes that compute on no curve


def bits(curve: str | None) -> int:
    """The scheme's security by its curve or group."""
    return security.of(curve).bits if curve else SYMMETRIC_BITS


def told(scheme: str, curve: str | None) -> str:
    """The line for a scheme on a curve below 112 bits; nothing for another one."""
    if bits(curve) >= security.LEGACY_BITS:
        return ""
    return f"motecurve: {scheme} computes on {curve}, of {security.of(curve or '').words}"
