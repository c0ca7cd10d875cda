"""The costs of a scheme on a board, by its committed records: computations in microseconds, frames in octets."""

from collections.abc import Mapping

from motelab.boards import board as boards
from motelab.boards.board import Board
from motelab.common import names
from motelab.common.errors import MotecurveError
from motelab.network.parameters import parameters
from motelab.network.parameters import scheme as scheme_in_c
from motelab.network.parameters import schemes as schemes_in_c
from motelab.network.simulation import records
from motelab.network.simulation.engine import Kind
from motelab.network.simulation.schemes import CONFIRMATION, SCHEMES, Operations, Scheme, on
from motelab.subjects import curves

HKDF_BLOCKS, CCM_ENCRYPT_BLOCKS, CCM_DECRYPT_BLOCKS = 8, 6, 4  # of the recorded symmetric operations


def board(name: str) -> Board:
    """The board of that name; MotecurveError if it has no radio."""
    names.one_of("simulated board", name, boards.simulated())
    if name not in records.boards_with_radio():
        raise MotecurveError(f"{name} has no radio in its board.toml; those with one: {records.with_radio()}")
    return boards.load(name)


def scheme(name: str, curve: str = "") -> Scheme:
    """The scheme of that name, on that curve if it takes one; MotecurveError with similar names if there is none."""
    return on(names.one_of("scheme", name, SCHEMES), curve)


def built() -> list[str]:
    """The schemes of the table that the C library has."""
    return [name for name, chosen in SCHEMES.items() if chosen.c_name in schemes_in_c()]


def unit_cycles(operation: str, chosen: Scheme, known: Mapping[tuple[str, str | None], float]) -> float:
    """Cycles of one operation of the table; KeyError with the missing records, (operation, curve or field)."""
    if operation == "hash-block":
        return known["hkdf-sha-256", None] / HKDF_BLOCKS
    if operation in ("aes-block", "aes-key"):
        encrypt, decrypt = known["aes-ccm-encrypt", None], known["aes-ccm-decrypt", None]
        block = (encrypt - decrypt) / (CCM_ENCRYPT_BLOCKS - CCM_DECRYPT_BLOCKS)
        return block if operation == "aes-block" else encrypt - CCM_ENCRYPT_BLOCKS * block
    if operation == "field-inv":
        return known["fb-inv", notation(chosen)]
    if operation == "square-root":
        return squares_of_a_root(chosen) * known["fp-sqr-reduce", notation(chosen)]
    return known[operation, chosen.curve]


def notation(chosen: Scheme) -> str:
    """The field of the scheme's curve as records of field operations have it, which have no curve."""
    return curves.find(chosen.curve or "").field_notation


def squares_of_a_root(chosen: Scheme) -> int:
    """Of x^((p + 1) / 4), for p = 3 modulo 4; its few products count as squares, too."""
    return curves.find(chosen.curve or "").bits - 2


def cycles(operations: Operations, chosen: Scheme, known: Mapping[tuple[str, str | None], float]) -> float:
    """Cycles of a sum of operations; KeyError for the first record that is missing."""
    return sum(count * unit_cycles(operation, chosen, known) for operation, count in operations.items())


def missing(chosen: Scheme, device: Board) -> list[tuple[str, str | None]]:
    """The records that the scheme lacks on the board."""
    known, found = records.cycles(device.name), []
    for operation in dict.fromkeys(name for part in (*chosen.computations, CONFIRMATION) for name in part):
        try:
            unit_cycles(operation, chosen, known)
        except KeyError as error:
            found.append(error.args[0])
    return list(dict.fromkeys(found))


def require(chosen: Scheme, device: Board) -> None:
    """MotecurveError that names the missing records, and the command that makes them."""
    absent = missing(chosen, device)
    if not absent:
        return
    named = ", ".join(operation + (f" on {subject}" if subject else "") for operation, subject in absent)
    made = " && ".join(dict.fromkeys(command(pair, device) for pair in absent))
    raise MotecurveError(f"{device.name} lacks records of {named}; make them with: {made}")


def command(pair: tuple[str, str | None], device: Board) -> str:
    """The command that makes a record of an operation and a curve, or field."""
    if pair[0].startswith("ibe-"):
        return f"./motecurve records --pairings --board {device.name}"
    if pair in records.ASYMMETRIC or pair[0] in records.SYMMETRIC:
        return records.REWRITE.format(device.name)
    return f"./motecurve records --board {device.name}"


def fragments(octets: int) -> list[int]:
    """Octets of the frames that carry a message, whole."""
    numbers = parameters()
    most = numbers["fragment_bytes"]
    parts = [most] * (octets // most) + ([octets % most] if octets % most or not octets else [])
    around = numbers["mac_header_bytes"] + numbers["exchange_header_bytes"] + numbers["fcs_bytes"]
    return [around + part for part in parts]


def microseconds(operations: Operations, chosen: Scheme, device: Board) -> int:
    """What a sum of operations takes on the board."""
    return round(1e6 * cycles(operations, chosen, records.cycles(device.name)) / device.clock_hz)


def kind(chosen: Scheme, device: Board, more_answer_us: int = 0) -> Kind:
    """The scheme's costs on the board, where an answer takes so much longer on its way. MotecurveError for missing
    records."""
    require(chosen, device)
    numbers = parameters()
    prefix = numbers["prefix_bytes"] + numbers["nonce_bytes"] * chosen.has_initiator_nonce
    octets = (prefix + chosen.messages[0], *chosen.messages[1:])
    confirms = microseconds(CONFIRMATION, chosen, device)
    return Kind(
        [microseconds(part, chosen, device) for part in chosen.computations], confirms, confirms,
        [[], *map(fragments, octets)], 1000 * scheme_in_c(chosen.c_name)["answer_ms"] + more_answer_us,
    )  # fmt: skip
