"""What an attacker with a radio does to two honest nodes. Each attack is a function that sets it up in a World before
the nodes start.

An attack of availability has reached its end if the honest pair has no key in time, or loses the one that it has; an
attack of trust, if its `is_fooled` says so."""

from collections.abc import Callable

from motelab.network.air.ether import BROADCAST, TICKS, Heard
from motelab.network.air.world import (
    EXCHANGE,
    GREATER,
    HELLO,
    INSIDER,
    LESSER,
    NONCE_BYTES,
    PREFIX_BYTES,
    TRAFFIC,
    VERSION,
    World,
    kind_of,
    payload_of,
)
from motelab.network.parameters import parameters
from motelab.network.provision import LEAP_SECONDS

Fooled = Callable[[], bool]
STRANGERS = 1000  # ids that the attacker makes up, on both sides of the honest ones
PERIOD_S = 1.0  # of frames that are forged


def stranger(count: int, is_lesser: bool) -> int:
    """An id that is no node's: 1 to 99 are lesser than both honest ones."""
    return 1 + count % (LESSER - 1) if is_lesser else GREATER + 1 + count % STRANGERS


def forged_hello(world: World) -> None:
    """HELLOs of nodes that do not exist."""
    world.every(PERIOD_S, lambda count: world.hello(stranger(count, count % 2 == 0)))


def one_stranger_many_nonces(world: World) -> None:
    """A node that does not exist says ever other nonces."""
    world.every(PERIOD_S, lambda count: world.hello(stranger(0, count % 2 == 0)))


def places_by_traffic(world: World) -> None:
    """Traffic of strangers, whose keys nobody has."""

    def act(count: int) -> None:
        for own in (LESSER, GREATER):
            payload = bytes([VERSION | TRAFFIC]) + count.to_bytes(4) + world.drawn(24)
            world.forge(stranger(count, own == GREATER), own, payload)

    world.every(PERIOD_S, act)


def on_first_message(world: World, act: Callable[[Heard], None]) -> None:
    """The attacker acts as soon as it has heard a fragment of message 1."""

    def tap(heard: Heard) -> list[tuple[float, bytes]]:
        if kind_of(heard.octets) == EXCHANGE and payload_of(heard.octets)[1] & 15 == 1:
            world.at(1, lambda: act(heard))
        return [(0, heard.octets)]

    world.tap = tap


def forged_busy(world: World) -> None:
    """Busy, for every message 1 and in the name of its receiver."""
    on_first_message(
        world,
        lambda heard: world.forge(GREATER, LESSER, bytes([VERSION | 2]) + payload_of(heard.octets)[1:4]),
    )


def forged_fragment(world: World) -> None:
    """For every message 1, a message 2 of noise before the true one; of schemes with one message, a part of that."""
    messages = world.true.messages

    def act(heard: Heard) -> None:
        payload, number = payload_of(heard.octets), min(2, messages)
        octets = world.drawn(world.lengths[number - 1] + (PREFIX_BYTES if number == 1 else 0))
        source, destination = (GREATER, LESSER) if number == 2 else (LESSER, GREATER)
        if number == 2 or payload[4] >> 4 == 0:
            send_message(world, source, destination, number, payload[2:4], octets, first=2 - number)

    on_first_message(world, act)


def send_message(
    world: World, source: int, destination: int, number: int, tag: bytes, octets: bytes, first: int = 0
) -> None:
    """A message in fragments, without those before the first one named."""
    count = parameters()["fragment_bytes"]
    parts = [octets[at : at + count] for at in range(0, len(octets), count)]
    for at, part in enumerate(parts):
        if at >= first or len(parts) == 1:
            head = bytes([VERSION | EXCHANGE, world.number << 4 | number]) + tag
            world.forge(source, destination, head + bytes([at << 4 | len(parts) - 1]) + part)


def well_formed(world: World) -> bytes:
    """A message 1 that is one, with a point of the insider's. That of ibe is noise: only its receiver can tell."""
    store, nonce = bytes(world.motes[INSIDER].store), world.drawn(NONCE_BYTES)
    if world.scheme_name == "ecqv":
        return nonce + store[121:154]
    if world.scheme_name == "ecdsa_ecdh":
        return store[121:154]
    if world.scheme_name == "edhoc":
        at = store.index(INSIDER.to_bytes(2), 46)
        return bytes.fromhex("03025820") + store[at + 3 : at + 35] + b"\x40"
    return world.drawn(world.lengths[0]) if world.scheme_name == "ibe" else nonce + b"\0"


def first_messages(world: World) -> None:
    """First messages of strangers, well-formed, for nonces that were heard."""
    prefix = {}

    def tap(heard: Heard) -> list[tuple[float, bytes]]:
        if kind_of(heard.octets) == HELLO and heard.sender == GREATER:
            prefix[0] = payload_of(heard.octets)[8:10]
        return [(0, heard.octets)]

    def act(count: int) -> None:
        octets = prefix.get(0, b"\0\0") + well_formed(world)
        send_message(world, stranger(count, True), GREATER, 1, world.drawn(2), octets)

    world.tap = tap
    world.every(PERIOD_S, act)


def live_hello(world: World) -> None:
    """HELLOs as in forged-hello, and a radio that acknowledges what strangers are sent."""
    world.acknowledges = lambda destination: destination not in world.motes
    forged_hello(world)


def live_first_messages(world: World) -> None:
    """First messages as in first-messages, and a radio that acknowledges what strangers are sent."""
    world.acknowledges = lambda destination: destination not in world.motes
    first_messages(world)


def jamming(world: World) -> None:
    """Nothing that is sent arrives."""
    world.tap = lambda heard: []


def renamed(octets: bytes, places: dict[int, dict[int, int]]) -> bytes:
    """The frame with other addresses: 5 is the place of the destination, 7 of the source."""
    changed = bytearray(octets)
    for at, names in places.items():
        address = int.from_bytes(octets[at : at + 2], "little")
        changed[at : at + 2] = names.get(address, address).to_bytes(2, "little")
    return bytes(changed)


def reflection(world: World) -> Fooled:
    """A node hears its own frames as those of its neighbour, which is switched off."""
    own, absent = LESSER, GREATER
    world.kept_off.add(absent)

    def tap(heard: Heard) -> list[tuple[float, bytes]]:
        octets = renamed(heard.octets, {5: {absent: own}, 7: {own: absent}})
        world.at(2, lambda: world.inject(own, octets))
        world.forged += 1
        return [(0, heard.octets)]

    world.tap, world.acknowledges = tap, lambda destination: True
    world.every(PERIOD_S, lambda count: world.hello(absent, own, bytes(8)))
    return lambda: world.has_key(own, absent) is not None


def between(world: World, of_one: dict[int, int], of_other: dict[int, int]) -> None:
    """The attacker, who is a node of the network itself, stands between the honest ones, who do not hear each other:
    frames of the lesser one reach the greater with other names, and back."""

    def tap(heard: Heard) -> list[tuple[float, bytes]]:
        names = of_one if heard.sender == LESSER else of_other
        octets = renamed(heard.octets, {5: names, 7: names})
        for own in (LESSER, GREATER):
            if own != heard.sender and int.from_bytes(octets[5:7], "little") in (own, BROADCAST):
                world.at(2, lambda own=own: world.inject(own, octets))
        world.forged += 1
        return []

    world.tap, world.acknowledges = tap, lambda destination: True


def unknown_key_share(world: World) -> Fooled:
    """The frames of the lesser node reach the greater one as those of an insider, and back."""
    between(world, {LESSER: INSIDER}, {INSIDER: LESSER})
    return lambda: world.has_key(GREATER, INSIDER) is not None


def other_nonce(world: World) -> Fooled:
    """HELLOs of the greater node reach the lesser one with another nonce. The greater node is fooled if it has a
    session that the lesser one does not come to: in peace it has that for as long as an answer takes."""
    alone_since: dict[bytes, float] = {}

    def tap(heard: Heard) -> list[tuple[float, bytes]]:
        octets = bytearray(heard.octets)
        if kind_of(heard.octets) == HELLO and heard.sender == GREATER:
            octets[-NONCE_BYTES] ^= 1  # the octets that message 1 names are the last ones
            world.forged += 1
        return [(0, bytes(octets))]

    def is_fooled() -> bool:
        key = world.has_key(GREATER, LESSER)
        if key is None or key == world.has_key(LESSER, GREATER):
            return False
        return world.seconds() - alone_since.setdefault(key, world.seconds()) > 10 + 4 * world.answer_s

    world.tap = tap
    return is_fooled


ID = slice(4, 6)  # of a store


def identity_swap(world: World) -> Fooled:
    """A node of the network, with its own keys and right ones, takes the greater node's name."""
    insider = world.motes[INSIDER]
    if world.scheme_name == "leap":  # it is captured after its minute
        insider.start()
        world.run(LEAP_SECONDS + 2)
        insider.kill()
    other = world.motes[GREATER]
    other.store[:] = insider.store
    other.store[ID] = GREATER.to_bytes(2)
    return lambda: world.has_key(LESSER, GREATER) is not None


def replay_after_restart(world: World) -> Fooled:
    """Both nodes restart with random octets that repeat, and all that was heard of their first lives comes again. They
    are fooled if a key of the first life is there: its counters, and so the nonces of AES-CCM, would begin again."""
    heard_before: list[Heard] = []
    seen: dict[bytes, bytes] = {}
    fooled: list[str] = []

    def note() -> None:
        for own, peer in ((LESSER, GREATER), (GREATER, LESSER)):
            if (key := world.has_key(own, peer)) is not None:
                life = bytes([world.motes[LESSER].lives])
                if seen.setdefault(key, life) != life:
                    fooled.append("an old key")
        world.at(TICKS / 8, note)

    def restart() -> None:
        heard_before.extend(world.capture)
        for mote in world.motes.values():
            mote.kill()
            mote.random.seed("the same")
            mote.start()
        for count, old in enumerate(heard_before):
            world.at((1 + count) * TICKS / 4, lambda old=old: replay(old))

    def replay(old: Heard) -> None:
        destination = int.from_bytes(old.octets[5:7], "little")
        for own in (LESSER, GREATER):
            if own != old.sender and destination in (own, BROADCAST):
                world.forged += 1
                world.inject(own, old.octets)

    for mote in world.motes.values():
        mote.random.seed("the same")
    world.at(0, note)
    world.at((10 + 20 * world.answer_s) * TICKS, restart)
    return lambda: bool(fooled)
