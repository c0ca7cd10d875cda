"""Schemes of key establishment side by side: two motes with the firmware that would be shipped, for each scheme, curve
and board. The rows are committed, each with the command that gives its figures again."""

import functools
from typing import Any

from motelab import DATA
from motelab.boards import board as boards
from motelab.common.errors import DoesNotFit
from motelab.compare import committed
from motelab.measure.bench import Progress
from motelab.network import strength
from motelab.network.emulation import emulation, image, rows
from motelab.network.simulation import battery
from motelab.network.simulation import schemes as tables
from motelab.subjects import security

Row = dict[str, Any]
FILE = DATA / "network/rivals.jsonl"
OTHER_CURVES = {"ecqv": ("secp256r1",), "ecdsa-ecdh": ("secp256r1",)}  # besides a scheme's usual one
SECONDS_OF_A_DAY = 86_400
DAYS = (1, 3, 10, 30, 100, 300, 1000)  # handshakes a day
HANDSHAKE = ("energy_cpu_mj", "energy_send_mj", "energy_receive_mj")
FORWARD_SECRET = ("ecdsa-ecdh", "edhoc")  # docs/network/schemes.md


def planned() -> list[emulation.Request]:
    """Every scheme on every board, with its usual curve and with others."""
    return [
        emulation.Request(2, name, board, curve=curve)
        for board in image.BOARD_NAMES
        for name in image.SCHEMES
        for curve in ("", *OTHER_CURVES.get(name, ()))
    ]


def command_for(request: emulation.Request) -> str:
    """The command that repeats a measurement."""
    curve = f" --curve {request.curve}" if request.curve else ""
    return f"./motecurve network emulate --motes 2 --scheme {request.scheme} --board {request.board}{curve}"


def curve_of(request: emulation.Request) -> str | None:
    """The curve or group on which the scheme computes; None if it only hashes."""
    return request.curve or image.SCHEMES[request.scheme].curve


def warning(row: Row) -> str:
    """A word, with a blank before it, where the security is not enough."""
    bits = row["security_bits"]
    return " (insecure)" if bits < security.INSECURE_BITS else " (weak)" if bits < security.WEAK_BITS else ""


def measured(request: emulation.Request) -> Row:
    """The row of two motes: `energy_*` and `cycles` of the mote that spends more, `bytes` sent by both, until each has
    got one authenticated message. Of a firmware that does not fit, `does_not_fit` says the bytes, and the rest is
    None. Raises as emulation.emulate."""
    curve = curve_of(request)
    row: Row = {
        "board": request.board, "scheme": request.scheme, "curve": curve, "security_bits": strength.bits(curve),
        "forward_secret": request.scheme in FORWARD_SECRET, "reveals": tables.SCHEMES[request.scheme].reveals,
    }  # fmt: skip
    try:
        motes = rows.of(emulation.emulate(request))
    except DoesNotFit as error:
        return row | {"does_not_fit": str(error), "command": command_for(request)}
    most = max(motes, key=handshake_mj)
    row |= {"time_to_all_keyed_s": most["time_to_all_keyed_s"], "cycles": most["cycles"]}
    row |= {name: most[name] for name in (*HANDSHAKE, "energy_listen_mj")}
    row |= {"bytes": sum(mote["bytes_sent"] for mote in motes), "flash_bytes": most["flash_bytes"]}
    row |= {"ram_bytes": max(mote["ram_bytes"] for mote in motes)}
    return row | {"does_not_fit": None, "command": command_for(request)}


def handshake_mj(row: Row) -> float:
    """Energy of a handshake and a message each way: processor, sending, receiving, and no listening."""
    return sum(row[name] for name in HANDSHAKE)


def handshakes_of_battery(row: Row) -> int:
    """Handshakes that the cells of a mote pay for, if they pay for nothing else."""
    return int(battery.battery_mj() / handshake_mj(row))


def battery_years(row: Row, handshakes_a_day: int) -> float:
    """Life of a mote's cells that pay for handshakes and for the sleeping processor. The radio is off otherwise, and
    the cells keep their charge: batteries lose theirs within some ten years."""
    power = boards.load(row["board"]).power
    sleeping_mj = 1e3 * power["voltage_v"] * rows.power_save_a(row["board"]) * SECONDS_OF_A_DAY
    return battery.battery_mj() / (handshakes_a_day * handshake_mj(row) + sleeping_mj) / 365.25


def listening_days(board: str) -> float:
    """Life of a mote's cells that pay for a radio which always listens, and for nothing else."""
    power = boards.load(board).power
    return battery.battery_mj() / (1e3 * power["voltage_v"] * power["radio_receive_a"] * SECONDS_OF_A_DAY)


def label(row: Row) -> str:
    """The scheme and its curve, with a word where its security is not enough."""
    return f"{row['scheme']}, {row['curve']}{warning(row)}" if row["curve"] else row["scheme"]


def derived(row: Row) -> Row:
    """The row with its label and, if the firmware fits, with `handshake_mj` and the `battery_years` by handshakes a
    day."""
    if not fits(row):
        return row | {"label": label(row)}
    years = {count: battery_years(row, count) for count in DAYS}
    return row | {"label": label(row), "handshake_mj": handshake_mj(row), "battery_years": years}


@functools.cache
def of_file() -> list[Row]:
    """The committed rows."""
    return committed.read_lines(FILE)


def fits(row: Row) -> bool:
    return row["does_not_fit"] is None


def write(progress: Progress) -> bool:
    """Measures every row and writes the file; returns whether anything in it is new."""
    found, wanted = [], planned()
    for done, request in enumerate(wanted, start=1):
        found.append(measured(request))
        progress(done, len(wanted), command_for(request).removeprefix("./motecurve network "))
    changed = committed.write_lines(FILE, found)
    of_file.cache_clear()
    return changed


def stale(requests: list[emulation.Request]) -> list[str]:
    """Measures these again; a line for each that differs from its committed row, or has none."""
    kept = {row["command"]: row for row in of_file()}
    return [
        f"{FILE.name} is stale ({command_for(request)}); rewrite it with ./motecurve network compare --write"
        for request in requests
        if kept.get(command_for(request)) != measured(request)
    ]
