"""MACs played one event after the other, by a second hand: what radios do in hours of a few frames. It shares nothing
with the lab's formulas but the timings of a standard or a paper, which stand here again. Times are in seconds.

A play returns, for each role, the seconds in which the radio sends and listens."""

import dataclasses
import random

OCTET = 32e-6
STRIDE = 7919  # a prime
ACK = (6 + 5) * OCTET


@dataclasses.dataclass
class Radio:
    """Seconds of one radio."""

    send: float = 0.0
    listen: float = 0.0


def frame(octets: int) -> float:
    return (6 + octets) * OCTET


@dataclasses.dataclass(frozen=True)
class Played:
    sender: Radio
    target: Radio
    other: Radio  # hears the sender, and is not meant
    frames: int
    seconds: float


def sampled(draw: random.Random, cycle: float, octets: int, frames: int, to_all: bool) -> Played:
    """Preamble sampling: copies until the target has one; then it acknowledges. Frames are far from each other. The
    sender's own wakings go on, and are not counted here; those of listeners are, with two looks of 320 us each."""
    copy, gap = max(frame(octets), 28 * OCTET), 400e-6
    sender, target, other = Radio(), Radio(), Radio()
    for number in range(frames):
        sender.listen += 320e-6  # senses before it begins
        parts = {id(target): number, id(other): number * STRIDE % frames}  # of the cycle: each once
        wakes = {node: (part + draw.random()) / frames * cycle for node, part in parts.items()}
        begins, done = 0.0, False
        while not done:  # a copy
            sender.send += copy
            ends = begins + copy
            for node in (target, other):
                meant = to_all or node is target
                if begins - copy - gap < wakes[id(node)] <= begins:  # the first copy since it woke
                    node.listen += (begins - wakes[id(node)]) + (copy if meant else frame(7))
                    if node is target and not to_all:
                        node.listen += 192e-6
                        node.send += ACK
                        sender.listen += 192e-6 + ACK
                        done = True
            if to_all and begins >= cycle:
                done = True
            if not done:
                sender.listen += gap
                begins = ends + gap
    looks = cycle * frames / cycle * 2 * 320e-6
    target.listen += looks
    other.listen += looks
    return Played(sender, target, other, frames, cycle * frames)


def invited(draw: random.Random, cycle: float, octets: int, frames: int) -> Played:
    """Receiver-initiated: the receiver's beacons come and go, and a frame that is due waits for the next one."""
    beacon, dwell, turn = frame(11), 2 * 192e-6 + 160e-6, 192e-6
    sender, target = Radio(), Radio()
    apart = 10 * cycle  # so that no two wait for one beacon
    due = [apart * (number + draw.random() / 2) for number in range(frames)]
    clock, served = draw.uniform(0, cycle), 0
    while served < frames:
        target.listen += turn + 128e-6
        target.send += beacon
        ready = [at for at in due[served:] if at <= clock][:1]
        if ready:
            sender.listen += clock - ready[0] + beacon + turn
            sender.send += frame(octets)
            target.listen += turn + frame(octets) + turn
            target.send += beacon
            sender.listen += turn + beacon
            served += 1
        target.listen += dwell
        clock += draw.uniform(0.5, 1.5) * cycle
    return Played(sender, target, Radio(), served, clock)


def slotted(draw: random.Random, cycle: float, octets: int, frames: int, seconds: float, ppm: float) -> Played:
    """TSCH with one cell: all listen in it, unless they send. The sender's clock drifts against the target's, and each
    acknowledgement sets it; whether a frame still falls into the guard is asserted."""
    ack, half = frame(13), 1.1e-3
    sender, target, other = Radio(), Radio(), Radio()
    cells = int(seconds / cycle)
    used = set(draw.sample(range(cells), frames))
    set_at, drift = 0.0, ppm * 1e-6
    for cell in range(cells):
        if cell not in used:
            for node in (sender, target, other):
                node.listen += 2 * half
            continue
        late = (cell * cycle - set_at) * drift
        assert abs(late) <= half, "the frame missed the guard"
        set_at = cell * cycle
        sender.send += frame(octets)
        sender.listen += 200e-6 + ack
        target.listen += half + late + frame(octets)
        target.send += ack
        other.listen += half + late + frame(7)
    return Played(sender, target, other, frames, cells * cycle)
