"""`./motecurve network attack`: the attacker program is able to do what it claims, results are what its page says."""

import json

import pytest

from motelab.commands.network import attack as command
from motelab.network.air import attacks, run
from motelab.network.air.world import GREATER, LESSER, World

SLOWEST_S = 60


def started(scheme: str, set_up) -> World:
    world = World(scheme, 1)
    set_up(world)
    for own in (LESSER, GREATER):
        if own not in world.kept_off:
            world.motes[own].start()
    return world


@pytest.mark.parametrize("scheme", ["global", "edhoc"])
def test_the_man_in_the_middle_passes_on(scheme):
    """Without other names the pair is keyed through the attacker, so that what fails otherwise fails by the names."""
    world = started(scheme, lambda world: attacks.between(world, {}, {}))
    assert world.run_until_keyed(SLOWEST_S) and world.forged > 4


@pytest.mark.parametrize(
    ("scheme", "name", "result"),
    [
        ("global", "forged-hello", "costs"),
        ("global", "forged-busy", "holds"),
        ("global", "jamming", "works"),
        ("global", "replay-after-restart", "holds"),
        ("global", "key-compromise", "works"),
        ("global", "identity-swap", "works"),
        ("leap", "identity-swap", "holds"),
        ("ecqv", "key-compromise", "works"),
        ("ecqv", "places-by-traffic", "costs"),
        ("ecqv", "forged-fragment", "holds"),
        ("edhoc", "key-compromise", "holds"),
        ("edhoc", "forged-fragment", "works"),
        ("edhoc", "other-nonce", "holds"),
        ("edhoc", "replay-after-restart", "holds"),
    ],
)
def test_results(scheme, name, result):
    assert run.run(scheme, name)["result"] == result


def test_a_well_formed_first_message_is_answered():
    """The attacker's messages are no noise that a node passes over: it computes, and answers."""
    for scheme in ("leap", "ecqv", "ecdsa-ecdh", "edhoc"):
        world = started(scheme, attacks.live_first_messages)
        world.motes[LESSER].kill()
        world.run(2 + 2 * world.answer_s)
        assert world.work[GREATER] > 0
        assert any(heard.sender == GREATER and heard.octets[9:11][1] & 15 == 2 for heard in world.capture), scheme


def test_the_page_has_what_the_command_prints():
    """The whole table takes seconds; one scheme's column is compared here."""
    rows = [run.run("global", name) for name in run.ATTACKS]
    lines = {line["attack"]: line["global"] for line in command.pivot(rows)}
    page = command.PAGE.read_text()
    for name, cell in lines.items():
        assert f"| `{name}` | {cell} |" in page, name


def test_the_command(lab):
    status, output, _ = lab("network attack --scheme global --attack jamming --format json")
    (row,) = json.loads(output)
    assert (status, row["result"], row["keyed_s"]) == (0, "works", None)
    status, _, told = lab("network attack --attack nothing")
    assert status == 2 and "jamming" in told
    status, _, told = lab("network attack --write --seed 3")
    assert status == 2 and "--write" in told
