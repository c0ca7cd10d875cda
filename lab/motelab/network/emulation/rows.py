"""What is reported of each mote: its counts, and its energy by the currents of the data sheets."""

import functools
from typing import Any

from motelab import ROOT
from motelab.boards import board as boards
from motelab.boards.board import Board
from motelab.common.names import one_of
from motelab.common.schema import Schema
from motelab.network.emulation.emulation import Outcome

Row = dict[str, Any]
POWER_SAVE = ROOT / "lab/motelab/network/power_save.toml"
POWER_SAVE_FILE = Schema("motelab.network.schemas", "PowerSaveFile")


@functools.cache
def power_save_a(board: str) -> float:
    """Current of the board's sleeping processor, in amperes; MotecurveError for a board without a known one."""
    known = POWER_SAVE_FILE.read(POWER_SAVE)
    return known[one_of("current of a sleeping processor for the board", board, known)]["power_save_a"]


def energies_mj(device: Board, mote: dict[str, Any]) -> Row:
    """Energy of a mote's processor and of its radio, which is on all the time and listens while it neither sends nor
    receives. Derived from times and the currents of data sheets, never measured."""
    power = device.power
    active_s = mote["cycles"] / device.clock_hz
    listen_s = mote["on_s"] - mote["send_s"] - mote["receive_s"]
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
                "seed": request.seed,
            }
        )  # fmt: skip
    return rows
