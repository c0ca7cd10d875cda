"""The rows of `./motecurve network compare --deployed`: octets, frames, computations and energy of a handshake and a
message each way, computed for every protocol in one way, ours among them."""

import functools
from typing import Any

from motelab.boards import board as boards
from motelab.boards.board import Board
from motelab.compare import committed_implementations
from motelab.measure.records import Record
from motelab.network import parameters, radios, strength
from motelab.network.deployed import frames, measured, more_records, protocols, tinydtls
from motelab.network.deployed.protocols import Protocol
from motelab.network.simulation import battery, costs, records
from motelab.network.simulation.mac.interface import Spent
from motelab.network.simulation.radio import OCTET_US
from motelab.network.simulation.schemes import Operations, on
from motelab.network.simulation.steady import Power

Row = dict[str, Any]
BOARDS = {"micaz": "cc2420", "telosb": "cc2420", "msp430f5438a": "cc2420", "nrf52840": "nrf52840"}
KEM = "mlkem-native"
SLEEPING = "lpl"
PRIVATE_KEY, PUBLIC_KEY = 1632, 800  # of ML-KEM-512, which an initiator keeps between two messages


def kem_records(board: str) -> dict[str, Record]:
    """Those of ML-KEM-512 on a board, by operation."""
    return {row["operation"]: row for row in committed_implementations.of(KEM) if row["board"] == board}


@functools.cache
def known(board: str) -> dict[tuple[str, str | None], int]:
    """Cycles by operation and curve."""
    found = dict(records.cycles(board))
    for row in more_records.of_file():
        if row["board"] == board:
            found[row["operation"], row["curve"]] = row["cycles"]
    return found


def cycles(operations: Operations, protocol: Protocol, device: Board) -> float:
    """Of a sum of operations; KeyError for a record that is missing."""
    kem = kem_records(device.name)
    own = {name: count for name, count in operations.items() if not name.startswith("ml-kem")}
    chosen = on("ecqv", protocol.curve or "")  # any scheme on that curve: its operations are the curve's
    total = costs.cycles(own, chosen, known(device.name))
    return total + sum(count * kem[name]["cycles"] for name, count in operations.items() if name.startswith("ml-kem"))


def sides(protocol: Protocol, device: Board) -> tuple[float, float]:
    """Cycles of the initiator and of the responder. The last computation is that of the last datagram's reader."""
    if protocol.by_others:
        return tinydtls.sides(device.name)
    each = [cycles(part, protocol, device) for part in protocol.computations]
    return sum(each[0::2]), sum(each[1::2])


def sent(protocol: Protocol) -> tuple[list[int], list[int]]:
    """Frames that the initiator and the responder send. Of ours the responder's HELLO goes first, and traffic each way
    last."""
    initiator, responder = [], []
    for number, octets in enumerate(protocol.datagrams):
        sender = protocol.senders[number] if protocol.senders else number % 2
        (responder if sender else initiator).extend(protocol.frames_of(octets))
    if protocol.is_ours:
        numbers = parameters.parameters()
        traffic = frames.around() + numbers["traffic_header_bytes"] + numbers["tag_bytes"]
        initiator.append(traffic + len(protocols.READING))
        responder += [frames.around() + numbers["hello_bytes"], traffic]
    return initiator, responder


def lacking(protocol: Protocol, device: Board) -> str | None:
    """Why there are no figures on the board."""
    if protocol.by_others:
        return tinydtls.lacking(device)
    if not protocol.hybrid:
        return None
    made = kem_records(device.name)
    if len(made) == 3:
        return None
    small = min(committed_implementations.of(KEM), key=lambda row: row["stack_bytes"], default=None)
    if small is None:
        return f"no records of ML-KEM-512 on {device.name}"
    most = max(row["stack_bytes"] for row in committed_implementations.of(KEM) if row["board"] == small["board"])
    keys = PRIVATE_KEY + PUBLIC_KEY
    return (
        f"ML-KEM-512 of {KEM} takes {most:,} B of stack ({small['board']}) and {keys:,} B of keys; {device.name} has "
        f"{device.ram_bytes:,} B of RAM"
    )


def row(protocol: Protocol, board: str) -> Row:
    """The row of a protocol on two nodes of a board. Energy is of the node that spends more."""
    device, radio = boards.load(board), radios.find(BOARDS[board]) | {"name": BOARDS[board]}
    found: Row = {
        "board": board, "protocol": protocol.name, "curve": protocol.curve,
        "security_bits": strength.bits(protocol.curve), "forward_secret": protocol.forward_secret,
        "is_hybrid": protocol.hybrid, "messages": list(protocol.datagrams),
    }  # fmt: skip
    each = sent(protocol)
    count = sum(map(len, each))
    octets = sum(map(sum, each)) + count * parameters.parameters()["acknowledgement_bytes"]
    found |= {"frames": count, "bytes": octets, "checked": protocol.checked}
    why = lacking(protocol, device)
    if why is None:
        try:
            found |= figures(protocol, device, radio, each)
        except KeyError as error:
            operation, subject = error.args[0]
            why = f"{board} has no record of {operation} on {subject}"
    found |= {"why_none": why, "radio": BOARDS[board], "command": command_for(board)}
    return found | measured.columns(protocol.name, board)


def figures(protocol: Protocol, device: Board, radio: dict[str, Any], each: tuple[list[int], list[int]]) -> Row:
    """Computation, time and energy."""
    computed = sides(protocol, device)
    on_air = [sum(map(frames.on_air, own)) for own in each]
    acknowledged = [len(own) * frames.acknowledgement() for own in each]
    volts, spent = device.power["voltage_v"], []
    for side, cycles_ in enumerate(computed):
        sends, hears = on_air[side] + acknowledged[1 - side], on_air[1 - side] + acknowledged[side]
        processor = device.energy_mj(cycles_) or 0.0
        by_octet = 1e3 * volts * OCTET_US / 1e6
        spent.append((processor, by_octet * sends * radio["send_a"], by_octet * hears * radio["receive_a"]))
    worst = max(range(2), key=lambda side: sum(spent[side]))
    air_s = (sum(on_air) + sum(acknowledged)) * OCTET_US / 1e6
    time = sum(computed) / device.clock_hz + air_s
    kem = kem_records(device.name) if protocol.hybrid else {}
    return {
        "time_s": round(time, 3),
        "cycles": round(computed[worst]),
        **{name: round(value, 6) for name, value in zip(
            ("energy_cpu_mj", "energy_send_mj", "energy_receive_mj"), spent[worst], strict=True)},
        "handshake_mj": round(sum(spent[worst]), 6),
        "lpl_mj": round(max(
            spent[side][0] + sleeping_mj(device, radio["name"], each[side], each[1 - side]) for side in range(2)), 6),
        "kem_flash_bytes": max((one["flash_bytes"] for one in kem.values()), default=None),
        "kem_stack_bytes": max((one["stack_bytes"] for one in kem.values()), default=None),
    }  # fmt: skip


def sleeping_mj(device: Board, radio_name: str, own: list[int], others: list[int]) -> float:
    """Energy of these frames, its own and those for it, where the radio sleeps and samples the carrier: `lpl` of
    network simulate, with its usual cycle. The processor is awake while the radio works."""
    mac, radio, spent = battery.mac_of(SLEEPING, None, radio_name), radios.find(radio_name), Spent()
    for octets in own:
        spent += mac.sends(octets)
    for octets in others:
        spent += mac.receives(octets)
    volts, active = device.power["voltage_v"], device.power["active_a"]
    power = Power(volts, radio["send_a"], radio["receive_a"], radio["start_a"], active, 0.0, 0.0)
    return power.mj(spent, 0.0, 0.0)


def command_for(board: str) -> str:
    return f"./motecurve network compare --deployed --board {board}"


def rows(board: str = "") -> list[Row]:
    """Of every protocol on the board, or on all."""
    return [row(protocol, name) for name in BOARDS if board in ("", name) for protocol in protocols.all_of_them()]
