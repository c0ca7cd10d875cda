"""What is reported of each mote: its counts, and its energy by the currents of the data sheets."""

import functools
from typing import Any

from motelab import ROOT
from motelab.boards import board as boards
from motelab.boards.board import Board
from motelab.common.names import one_of
from motelab.common.schema import Schema
from motelab.network import radios
from motelab.network.emulation.emulation import Outcome

Row = dict[str, Any]
POWER_SAVE = ROOT / "lab/motelab/network/power_save.toml"
POWER_SAVE_FILE = Schema("motelab.network.schemas", "PowerSaveFile")


@functools.cache
def power_save_a(board: str) -> float:
    """Current of the board's sleeping processor, in amperes; MotecurveError for a board without a known one."""
    known = POWER_SAVE_FILE.read(POWER_SAVE)
    return known[one_of("current of a sleeping processor for the board", board, known)]["power_save_a"]


def radio_mj(device: Board, seconds: dict[str, float]) -> Row:
    """Energy of a radio by its seconds in each state: `send_s`, `listen_s` (receiving, too), `idle_s`, `off_s`."""
    of, volts = radios.find(radios.USUAL), device.power["voltage_v"]
    currents = {"send": of["send_a"], "listen": of["receive_a"], "idle": of["start_a"], "off": of["off_a"]}
    return {state: 1e3 * volts * current * seconds[f"{state}_s"] for state, current in currents.items()}


def sleeping(device: Board, mote: dict[str, Any]) -> Row:
    """Fields of a mote whose radio sleeps: seconds and energy by states of its radio, and what its radio took until all
    links were keyed; None if some never were."""
    known, seconds = mote["radio_until_keyed"], mote["radio"]
    energies = radio_mj(device, seconds)
    until_keyed = sum(radio_mj(device, known).values()) if any(known.values()) else None
    return {
        **{f"radio_{name}": seconds[name] for name in ("send_s", "listen_s", "idle_s", "off_s")},
        **{f"energy_{state}_mj": round(energies[state], 6) for state in ("idle", "off")},
        "energy_radio_keyed_mj": None if until_keyed is None else round(until_keyed, 6),
    }


def energies_mj(device: Board, mote: dict[str, Any]) -> Row:
    """Energy of a mote's processor and of its radio, which listens while it neither sends nor receives nor sleeps.
    Derived from times and the currents of data sheets, never measured."""
    power = device.power
    active_s = mote["cycles"] / device.clock_hz
    sleeps_s = mote["radio"]["idle_s"] + mote["radio"]["off_s"]
    listen_s = mote["on_s"] - mote["send_s"] - mote["receive_s"] - sleeps_s
    charges = {
        "energy_cpu_mj": active_s * power["active_a"] + (mote["on_s"] - active_s) * power_save_a(device.name),
        "energy_send_mj": mote["send_s"] * power["radio_send_a"],
        "energy_receive_mj": mote["receive_s"] * power["radio_receive_a"],
        "energy_listen_mj": listen_s * power["radio_receive_a"],
    }
    return {name: round(charge * power["voltage_v"] * 1e3, 6) for name, charge in charges.items()}


def of(outcome: Outcome) -> list[Row]:
    """A row for each mote, in the order of their numbers."""
    request, sizes = outcome.request, outcome.firmware.sizes
    device = boards.load(request.board)
    rows = []
    for mote in outcome.results["motes"]:
        neighbours = mote["neighbours"]
        rows.append(
            {
                "mote": mote["id"], "scheme": request.scheme, "board": request.board, "cycles": mote["cycles"],
                **energies_mj(device, mote),
                "bytes_sent": mote["bytes_sent"], "bytes_received": mote["bytes_received"],
                "broadcasts": mote["broadcasts"], "neighbours": len(neighbours),
                "neighbours_keyed": sum(n["keyed_s"] is not None for n in neighbours),
                "messages_authenticated": sum(n["messages"] for n in neighbours),
                "flash_bytes": sizes.flash, "ram_bytes": sizes.ram_static + mote["stack_bytes"],
                "stack_bytes": mote["stack_bytes"], "task_stack_bytes": mote["task_stack_bytes"],
                "frames_sent": mote["frames_sent"], "frames_received": mote["frames_received"],
                "frames_collided": mote["frames_collided"], "frames_lost": mote["frames_lost"],
                "time_to_all_keyed_s": outcome.results["time_to_all_keyed_s"], "end_s": outcome.results["end_s"],
                "seed": request.seed, "mac": request.mac, "wake_interval_ms": request.cycle_ms or None,
                **sleeping(device, mote),
            }
        )  # fmt: skip
    return rows
