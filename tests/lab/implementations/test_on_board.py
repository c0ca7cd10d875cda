"""Somebody else's code on an emulated board, through its serial port."""

import json


def test_their_figures_are_those_of_the_simulator(folder, lab):
    folder.replace("implementation.toml", '"micaz", "cortex-m4"', '"uno"')
    status, output, told = lab(f"bench --implementation {folder} --op fb-mul-reduce --board uno --device emulator")
    assert status == 0, told
    (record,) = json.loads(output)
    assert record["implementation"] == "shift-and-add" and record["origin"] == "emulated" and record["verified"]
    assert 0 <= record["cycles"] - record["simulated"] < 40
    assert record["stack_bytes"] == record["simulated_stack_bytes"]
    folder.replace("multiply.c", "0xc9", "0xc8")
    status, _, told = lab(f"bench --implementation {folder} --op fb-mul-reduce --board uno --device emulator")
    assert status == 2 and "gives a wrong result" in told and "is due" in told
