"""The frames of IEEE 802.15.4 that carry a datagram between neighbours: of the project's engine, or of 6LoWPAN (RFC
4944, RFC 6282) with compressed headers of IPv6 and UDP."""

from motelab.network.parameters import parameters
from motelab.network.simulation import costs

HEADERS_BYTES = 2 + 1 + 4 + 2  # IPHC with addresses of the link, UDP's: form, both ports, check sequence
WHOLE_HEADERS_BYTES = 40 + 8  # what they stand for, which the places of fragments count
FIRST_BYTES, FURTHER_BYTES = 4, 5  # headers of fragments
BLOCK = 8  # fragments but the last hold whole blocks


def around() -> int:
    """Octets of the MAC around a payload, the check sequence too."""
    return parameters()["mac_header_bytes"] + parameters()["fcs_bytes"]


def of_6lowpan(octets: int) -> list[int]:
    """Octets of each frame, whole, of a UDP datagram."""
    most = parameters()["frame_bytes"] - parameters()["mac_header_bytes"]
    if HEADERS_BYTES + octets <= most:
        return [around() + HEADERS_BYTES + octets]
    room = WHOLE_HEADERS_BYTES + most - FIRST_BYTES - HEADERS_BYTES
    taken = room - room % BLOCK - WHOLE_HEADERS_BYTES
    found, further = [around() + FIRST_BYTES + HEADERS_BYTES + taken], most - FURTHER_BYTES
    further -= further % BLOCK
    while taken < octets:
        part = min(further, octets - taken)
        found.append(around() + FURTHER_BYTES + part)
        taken += part
    return found


def of_engine(octets: int) -> list[int]:
    """The same of a message of the project's engine."""
    return costs.fragments(octets)


def on_air(octets: int) -> int:
    """Octets of a frame with the radio's header."""
    return octets + parameters()["phy_header_bytes"]


def acknowledgement() -> int:
    return on_air(parameters()["acknowledgement_bytes"])
