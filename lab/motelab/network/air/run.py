"""Runs attacks on schemes: rows with what each came to.

An attack of availability runs twice: one of the honest nodes is alone with the attacker for a while, and then the other
one comes; the worse of both counts. The same without an attacker is the peace that it is compared with."""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

from motelab.network import strength
from motelab.network.air.attacks import (
    Fooled,
    first_messages,
    forged_busy,
    forged_fragment,
    forged_hello,
    identity_swap,
    jamming,
    live_first_messages,
    live_hello,
    one_stranger_many_nonces,
    other_nonce,
    places_by_traffic,
    reflection,
    replay_after_restart,
    unknown_key_share,
)
from motelab.network.air.impersonation import key_compromise
from motelab.network.air.world import GREATER, LESSER, World
from motelab.network.simulation import costs

Row = dict[str, Any]
HOLDS, COSTS, WORKS = "holds", "costs", "works"
ALONE_ANSWERS, ALONE_S = 20, 60  # how long one node is alone: so many answers of the scheme, and so many seconds
LIMIT_ANSWERS, LIMIT_S = 100, 60  # how long both may take to a key
TRUST_ANSWERS, TRUST_S = 80, 120
DEARER = 2  # times peace: more than that is a cost


@dataclasses.dataclass(frozen=True)
class Attack:
    """`set_up` in a world; `is_of_trust`: it returns what tells whether somebody is fooled."""

    name: str
    set_up: Callable[[World], Fooled | None]
    is_of_trust: bool = False


ATTACKS = {
    attack.name: attack
    for attack in (
        Attack("forged-hello", forged_hello),
        Attack("nonces-of-one", one_stranger_many_nonces),
        Attack("places-by-traffic", places_by_traffic),
        Attack("first-messages", first_messages),
        Attack("live-hello", live_hello),
        Attack("live-first-messages", live_first_messages),
        Attack("forged-busy", forged_busy),
        Attack("forged-fragment", forged_fragment),
        Attack("jamming", jamming),
        Attack("replay-after-restart", replay_after_restart, True),
        Attack("key-compromise", key_compromise, True),
        Attack("reflection", reflection, True),
        Attack("identity-swap", identity_swap, True),
        Attack("unknown-key-share", unknown_key_share, True),
        Attack("other-nonce", other_nonce, True),
    )
}


@functools.cache
def summary(name: str) -> str:
    """The first sentence of what it does."""
    return " ".join((ATTACKS[name].set_up.__doc__ or "").split()).split(". ")[0].rstrip(".")


@dataclasses.dataclass(frozen=True)
class Course:
    """How it went: seconds from the second node's start to the key, None without one; frames, seconds of processor and
    millijoules of the node that was alone, a minute; the attacker's frames a minute."""

    keyed_s: float | None
    frames: float
    work_s: float
    mj: float
    forged: float


def limit_s(world: World) -> float:
    """What the page promises."""
    return LIMIT_S + LIMIT_ANSWERS * world.answer_s


def course(scheme: str, attack: Attack | None, first: int, seed: int) -> Course:
    """One of both nodes is `first`."""
    world = World(scheme, seed)
    if attack:
        attack.set_up(world)
    alone_s, late = ALONE_S + ALONE_ANSWERS * world.answer_s, GREATER if first == LESSER else LESSER
    world.motes[first].start()
    world.run(alone_s)
    minutes = alone_s / 60
    spent = world.frames() / minutes, world.work[first] / minutes, world.mj() / minutes, world.forged / minutes
    world.motes[late].start()
    is_keyed = world.run(limit_s(world), world.is_keyed)
    return Course(world.seconds() - alone_s if is_keyed else None, *spent)


@functools.cache
def peace(scheme: str, seed: int) -> tuple[Course, Course]:
    return course(scheme, None, LESSER, seed), course(scheme, None, GREATER, seed)


def worst(found: tuple[Course, Course]) -> Course:
    """Of both, member by member."""
    keyed = [one.keyed_s for one in found]
    slowest = None if None in keyed else max(filter(None, keyed), default=0.0)
    return Course(slowest, *(max(getattr(one, name) for one in found) for name in ("frames", "work_s", "mj", "forged")))


def of_availability(scheme: str, attack: Attack, seed: int) -> Row:
    calm = worst(peace(scheme, seed))
    found = worst((course(scheme, attack, LESSER, seed), course(scheme, attack, GREATER, seed)))
    if found.keyed_s is None:
        verdict = WORKS
    elif found.keyed_s > DEARER * (calm.keyed_s or 0) or found.mj > DEARER * calm.mj:
        verdict = COSTS
    else:
        verdict = HOLDS
    return {
        "result": verdict,
        "keyed_s": rounded(found.keyed_s),
        "peace_keyed_s": rounded(calm.keyed_s),
        "frames_a_minute": rounded(found.frames),
        "processor_s_a_minute": rounded(found.work_s),
        "mj_a_minute": rounded(found.mj),
        "peace_mj_a_minute": rounded(calm.mj),
        "forged_a_minute": rounded(found.forged),
    }


def of_trust(scheme: str, attack: Attack, seed: int) -> Row:
    world = World(scheme, seed)
    is_fooled = attack.set_up(world)
    for own, mote in world.motes.items():
        if own not in world.kept_off:
            mote.start()
    span = TRUST_S + TRUST_ANSWERS * world.answer_s
    fooled = world.run(span, is_fooled)
    minutes = world.seconds() / 60
    return {
        "result": WORKS if fooled else HOLDS,
        "keyed_s": None,
        "peace_keyed_s": None,
        "frames_a_minute": rounded(world.frames() / minutes),
        "processor_s_a_minute": rounded(max(world.work.values()) / minutes),
        "mj_a_minute": rounded(world.mj() / minutes),
        "peace_mj_a_minute": None,
        "forged_a_minute": rounded(world.forged / minutes),
    }


def rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def run(scheme: str, name: str, seed: int = 0) -> Row:
    """The row of an attack on a scheme."""
    attack, chosen = ATTACKS[name], costs.scheme(scheme)
    row = of_trust(scheme, attack, seed) if attack.is_of_trust else of_availability(scheme, attack, seed)
    first = {"attack": name, "scheme": scheme, "curve": chosen.curve, "security_bits": strength.bits(chosen.curve)}
    return {**first, **row, "seed": seed, "command": f"./motecurve network attack --scheme {scheme} --attack {name}"}
