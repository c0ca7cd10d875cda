"""The simulated radio channel and the lockstep of motes, with a firmware of its own: times, collisions, losses,
acknowledgements, the address filter, kill and restart, captures, and what fails."""

import itertools

import pytest

from motelab.common.errors import ImageFailed
from motelab.network.emulation import simulator
from tests.simulators.network import pcap
from tests.simulators.network.firmware import BROADCAST, BUSY, FAIL, HURRIES, RETRY, SLEEPS, Mote, run

TURNAROUND, ACKNOWLEDGEMENT_WAIT = 192, 864  # microseconds
PAIR = ((0, 1),)
LINE = ((0, 1), (1, 2))
STAR = ((0, 1), (0, 2))
FULL = (*LINE, (0, 2))


def of(results, own):
    return next(mote for mote in results["motes"] if mote["id"] == own)


def messages(results, own, peer):
    return next(n["messages"] for n in of(results, own)["neighbours"] if n["id"] == peer)


@pytest.mark.parametrize("boards", [("micaz", "micaz"), ("telosb", "telosb"), ("micaz", "telosb")])
def test_frames_and_acknowledgements(boards, tmp_path):
    path = tmp_path / "two.pcap"
    motes = [Mote(1, 2, 3, board=boards[0]), Mote(2, 1, 3, delay=1 / 50, board=boards[1])]
    results = run(motes, PAIR, messages=3, capture=path)
    assert results["done"] and messages(results, 1, 2) == messages(results, 2, 1) == 3
    frames = pcap.read(path)
    assert [f.is_acknowledgement for f in frames][:10] == [False, True] * 5
    assert {f.source for f in frames if not f.is_acknowledgement} == {1, 2}
    for sent, answer in zip(frames[:10:2], frames[1:10:2], strict=True):
        assert answer.sequence == sent.sequence and len(sent.octets) == 30
        assert answer.microseconds - sent.microseconds in range(*two(sent.air_microseconds + TURNAROUND))


def two(microseconds):
    """A time in a capture, whose times are rounded down."""
    return microseconds - 1, microseconds + 2


def test_first_frame_is_on_time(tmp_path):
    path = tmp_path / "one.pcap"
    run([Mote(1, 2, 1, delay=1 / 4, boot=0.5), Mote(2)], PAIR, limit=1, capture=path)
    (frame, _) = pcap.read(path)
    assert 0 <= frame.microseconds - (750_000 + TURNAROUND) < 500  # the firmware starts and copies 30 octets
    assert of(run([Mote(1), Mote(2)], PAIR, limit=1), 1)["cycles"] < 5000  # it sleeps


def test_hidden_terminals_collide():
    motes = [Mote(1, 2, 1), Mote(2), Mote(3, 2, 1)]
    results = run(motes, LINE, limit=1)
    assert (of(results, 2)["frames_received"], of(results, 2)["frames_collided"]) == (0, 2)
    assert [of(results, own)["unacknowledged"] for own in (1, 3)] == [1, 1]
    apart = run([Mote(1, 2, 1), Mote(2), Mote(3, 2, 1, delay=1 / 32)], LINE, limit=1)
    assert (of(apart, 2)["frames_received"], of(apart, 2)["frames_collided"]) == (2, 0)


@pytest.mark.parametrize("order", [0, 1])
def test_carrier_is_sensed(order):
    """Whichever mote the simulator lets run first."""
    frame = 38 * 32e-6  # seconds on the air
    for later, busy in ((frame / 2, 1), (2 * frame, 0)):
        first, last = Mote(1, 2, 1, flags=BROADCAST), Mote(3, 2, 1, boot=TURNAROUND * 1e-6 + later)
        motes = [first, Mote(2), last] if order else [last, Mote(2), first]
        results = run(motes, FULL, limit=1)
        assert of(results, 3)["channel_busy"] == busy and of(results, 2)["frames_received"] == 2 - busy


def test_simultaneous_senders_do_not_sense_one_another():
    """Both turn to sending at a time: neither carrier is there yet."""
    results = run([Mote(1, 2, 1), Mote(2), Mote(3, 2, 1)], FULL, limit=1)
    assert of(results, 2)["frames_received"] == 0 and of(results, 1)["channel_busy"] == 0


def test_acknowledgement_is_missed_in_time(tmp_path):
    path = tmp_path / "missed.pcap"
    results = run([Mote(1, 9, 20, delay=0), Mote(2)], PAIR, limit=1, capture=path)
    starts = [frame.microseconds for frame in pcap.read(path)]
    period = 38 * 32 + ACKNOWLEDGEMENT_WAIT + TURNAROUND
    assert all(0 < later - start - period < 400 for start, later in itertools.pairwise(starts))
    sender = of(results, 1)
    assert sender["unacknowledged"] == 20 and of(results, 2)["frames_received"] == 0
    assert sender["bytes_sent"] == 20 * 32 and of(results, 2)["acknowledgements_sent"] == 0


def test_broadcasts_want_no_acknowledgement():
    results = run([Mote(1, 2, 4, flags=BROADCAST), Mote(2), Mote(3)], STAR, limit=1)
    assert of(results, 1)["broadcasts"] == 4 and of(results, 2)["acknowledgements_sent"] == 0
    assert messages(results, 2, 1) == messages(results, 3, 1) == 4


def test_only_neighbours_hear():
    results = run([Mote(1, 3, 2), Mote(2), Mote(3)], LINE, limit=1)
    assert of(results, 3)["frames_received"] == of(results, 2)["frames_received"] == 0
    assert of(results, 2)["receive_s"] > 0 and of(results, 3)["receive_s"] == 0


def test_losses_are_as_frequent_as_asked():
    results = run([Mote(1, 2, 250, flags=BROADCAST, delay=1 / 256), Mote(2)], PAIR, limit=5, loss=0.3, messages=99)
    assert of(results, 2)["frames_lost"] + of(results, 2)["frames_received"] == 250
    assert 46 <= of(results, 2)["frames_lost"] <= 104  # four standard deviations


def test_repetitions_overcome_losses():
    results = run([Mote(1, 2, 40, flags=RETRY), Mote(2, 1, 40, flags=RETRY)], PAIR, loss=0.4, messages=40)
    assert results["done"] and of(results, 1)["unacknowledged"] > 5


def test_one_seed_gives_the_same_octets(tmp_path):
    motes = [Mote(1, 2, 20, flags=RETRY), Mote(2, 3, 20, flags=RETRY), Mote(3, 1, 20, flags=RETRY, board="telosb")]
    found = []
    for number, seed in enumerate((1, 1, 2)):
        path = tmp_path / f"{number}.pcap"
        found.append((run(motes, FULL, loss=0.2, seed=seed, messages=20, limit=2, capture=path), path.read_bytes()))
    assert found[0] == found[1]
    assert found[0] != found[2]


def test_a_mote_is_killed_and_restarted(tmp_path):
    """Its store, which counts the starts in the sequence numbers, stays; its memory does not."""
    path = tmp_path / "kill.pcap"
    motes = [Mote(1, 2, 200, delay=1 / 16, flags=BROADCAST), Mote(2)]
    run(motes, PAIR, limit=3, more=["off\t0\t0.7\t1.5"], capture=path, messages=99)
    frames = pcap.read(path)
    assert {f.sequence >> 4 for f in frames if f.microseconds < 700_000} == {1}
    assert not [f for f in frames if 700_000 < f.microseconds < 1_500_000]
    after = [f.sequence for f in frames if f.microseconds > 1_500_000]
    assert after[0] == 0x20 and len(after) > 20


def test_a_killed_mote_answers_nothing():
    results = run([Mote(1, 2, 10, delay=1 / 16), Mote(2), Mote(3)], STAR, limit=2, more=["off\t1\t0.3"])
    assert messages(results, 2, 1) == 0  # what it got was lost with its memory
    assert of(results, 1)["unacknowledged"] == 6 and of(results, 2)["on_s"] == 0.3
    assert not of(results, 1)["neighbours"][0]["expected"]


def test_a_kill_breaks_a_frame_off():
    middle = 1 / 64 + (TURNAROUND + 600) * 1e-6
    results = run([Mote(1, 2, 1), Mote(2), Mote(3)], LINE, limit=1, more=[f"off\t0\t{middle}"])
    assert of(results, 2)["frames_received"] == 0


def test_half_a_frame_is_not_received():
    for boot, received in ((1 / 64 - 0.005, 1), (1 / 64 + 0.001, 0)):
        results = run([Mote(1, 2, 1, octets=120), Mote(2, boot=boot), Mote(3)], LINE, limit=1)
        assert of(results, 2)["frames_received"] == received


def test_frames_that_wait_fill_the_radio():
    """Two of 53 octets with their lengths fit into 128; a third is dropped, and not acknowledged."""
    motes = [Mote(1, 2, 3, octets=50), Mote(2, flags=BUSY), Mote(3)]
    results = run(motes, LINE, limit=1)
    assert (of(results, 2)["frames_dropped"], messages(results, 2, 1)) == (1, 2)
    assert of(results, 1)["unacknowledged"] == 1


def test_a_radio_that_sleeps_hears_nothing():
    """For half a second: of frames at 1/64 s from each other, whose repetitions take no time, it misses the first ones.
    Seconds of its states are those of a second."""
    results = run([Mote(1, 2, 40, flags=BROADCAST), Mote(2, flags=SLEEPS), Mote(3)], LINE, limit=1)
    assert 0 < messages(results, 2, 1) < 20 < of(results, 1)["frames_sent"]
    radio = of(results, 2)["radio"]
    assert radio["off_s"] == pytest.approx(0.5, abs=1e-3) and radio["idle_s"] == pytest.approx(49 / 32768, abs=1e-4)
    assert sum(radio.values()) == pytest.approx(1.0) and of(results, 3)["radio"]["listen_s"] == 1.0


def test_a_radio_does_not_listen_before_its_oscillator_runs():
    with pytest.raises(ImageFailed, match="the radio is to listen before its oscillator runs, in mote 2"):
        run([Mote(1), Mote(2, flags=HURRIES)], PAIR)


@pytest.mark.parametrize("board", ["micaz", "telosb"])
def test_a_firmware_that_gives_up(board):
    with pytest.raises(ImageFailed, match=r"cannot go on: asked to fail, in mote 2 at 0\.\d+ s"):
        run([Mote(1), Mote(2, flags=FAIL, board=board)], PAIR)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("link\t0\t0", "no neighbour of itself"),
        ("link\t0\t5", "a lesser one"),
        ("loss\tmuch", "a number is needed"),
        ("mote\t1", "number of words"),
        ("off\t0\t2\t1", "switched on before"),
        ("fly\t1", "unknown"),
        ("mote\t9\tz80\t1\t0\tx\t-\t-", "no motes with MCU z80"),
        ("mote\t9\tatmega128\t7372800\t0\t/nonexistent\t-\t-", "cannot read /nonexistent"),
        ("mote\t9\tatmega128\t7372800\t0\tx\t0g\t-", "hexadecimal"),
    ],
)
def test_bad_scenarios(line, message):
    with pytest.raises(ImageFailed, match=message):
        run([Mote(1), Mote(2)], (), more=[line])


def test_program_follows_its_sources():
    assert simulator.program().name == "mc-network"
    assert len(simulator.fingerprint()) == 16
