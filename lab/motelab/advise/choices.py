"""Choices: a curve and its members, with one record for each call that the device makes."""

import dataclasses
import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence

from motelab.advise import counterparts
from motelab.boards.protection import takes_secret
from motelab.measure.records import Record, cost, identity
from motelab.subjects import groups, security
from motelab.subjects.curves import Curve
from motelab.subjects.security import Security

# Curves over one field whose code is shared, and of which one has the key agreement and the other the signatures.
PAIRS = (("Curve25519", "Ed25519"), ("Curve448", "Ed448"))
# Operations that do it, such as ecdsa-sign and eddsa-sign; the first that a curve has counts.
Call = tuple[str, ...]


@dataclasses.dataclass(frozen=True, eq=False)
class Choice:
    """One record for each call, all on one curve, or on the two of a pair, and of one profile, with the same member in
    every slot they share."""

    records: tuple[Record, ...]

    @functools.cached_property
    def curves(self) -> tuple[Curve, ...]:
        """In the order of the calls."""
        return tuple(map(groups.find, dict.fromkeys(record["curve"] for record in self.records)))

    @property
    def names(self) -> set[str]:
        """Of its curves."""
        return {curve.name for curve in self.curves}

    @functools.cached_property
    def name(self) -> str:
        """Of its curve, or of both."""
        return "+".join(curve.name for curve in self.curves)

    @property
    def standards(self) -> list[str]:
        """Of its curve; those that both have."""
        first, *others = (curve.standards for curve in self.curves)
        return [one for one in first if all(one in other for other in others)]

    @property
    def is_prime(self) -> bool:
        """Whether it is over a prime field. Curves of a pair share theirs."""
        return self.curves[0].is_prime

    @functools.cached_property
    def security(self) -> Security:
        """The lesser one of a pair."""
        return min((security.of(curve.name) for curve in self.curves), key=lambda one: one.bits)

    @functools.cached_property
    def peers(self) -> list[str]:
        """The counterparts that can do the other side of every call."""
        return counterparts.of((record["operation"], record["curve"]) for record in self.records)

    @property
    def profile(self) -> str:
        return self.records[0]["profile"]

    @property
    def blinding(self) -> str:
        return next((r["blinding"] for r in self.records if r["blinding"] != "none"), "none")

    @property
    def backend(self) -> str:
        """asm if any member of it is assembly."""
        return max((r["backend"] for r in self.records), key=lambda backend: backend == "asm")

    @property
    def members(self) -> dict[str, str]:
        """Slot -> member, of all that take part."""
        return {slot: spec for record in self.records for slot, spec in record["choices"].items()}

    def members_on(self, curve: Curve) -> dict[str, str]:
        """Slot -> member, of all that take part on one of its curves."""
        own = (record for record in self.records if record["curve"] == curve.name)
        return {slot: spec for record in own for slot, spec in record["choices"].items()}

    @functools.cached_property
    def count(self) -> int:
        """Cycles of all calls, each made once; instructions on boards that count these."""
        return sum(cost(record) for record in self.records)

    @property
    def milliseconds(self) -> float | None:
        """Time of all calls, each made once; None on boards without times."""
        return _sum(_milliseconds(record) for record in self.records)

    @property
    def energy_mj(self) -> float | None:
        """Energy of all calls, each made once; None on boards without it."""
        return _sum(record["energy_mj"] for record in self.records)

    @property
    def slowest(self) -> str:
        """The operation of the slowest call, which also takes the most energy."""
        return max(self.records, key=cost)["operation"]

    @property
    def longest_ms(self) -> float | None:
        """Time of the slowest call."""
        return None if self.milliseconds is None else max(_milliseconds(record) for record in self.records)

    @property
    def most_mj(self) -> float | None:
        """Energy of the slowest call."""
        return None if self.energy_mj is None else max(record["energy_mj"] for record in self.records)

    @property
    def images(self) -> list[Record]:
        """Its records, each once: two calls may be the same operation."""
        return list({record["operation"]: record for record in self.records}.values())

    @functools.cached_property
    def flash_bytes(self) -> int:
        """Flash of all calls. Of several calls an upper bound, since they share code."""
        return sum(record["flash_bytes"] for record in self.images)

    @property
    def ram_static_bytes(self) -> int:
        """Static RAM of all calls; of several an upper bound."""
        return sum(record["ram_static_bytes"] for record in self.images)

    @functools.cached_property
    def ram_bytes(self) -> int:
        """Static RAM, and the most stack that a call can take."""
        return self.ram_static_bytes + max(map(stack_bytes, self.records))

    @functools.cached_property
    def is_constant_time(self) -> bool:
        """Whether every call that takes a secret is constant time; without such a call, whether all are."""
        secret = [record for record in self.records if takes_secret(record["operation"])]
        return all(record["constant_time"] for record in secret or self.records)

    @property
    def telling(self) -> list[str]:
        """The calls whose time tells a secret."""
        found = (r for r in self.records if not r["constant_time"])
        return [r["operation"] for r in found if takes_secret(r["operation"])]

    @property
    def is_sum(self) -> bool:
        """Whether its sizes are sums over several calls."""
        return len(self.images) > 1


def stack_bytes(record: Record) -> int:
    """The most stack that the call can take: its bound or, without one, as measured."""
    return record["stack_bound_bytes"] or record["stack_bytes"]


def candidates(records: Iterable[Record], calls: Sequence[Call], pairs: bool = False) -> list[Choice]:
    """Every choice that the records hold, curve by curve, and with `pairs` those of PAIRS. Of records that answer the
    same request the last counts."""
    of_curve: dict[str, list[Record]] = {}
    for record in {identity(r): r for r in records if r["verified"] and r["curve"]}.values():
        of_curve.setdefault(record["curve"], []).append(record)
    alone = [choice for found in of_curve.values() for choice in _on_curve(found, calls)]
    able = {choice.name for choice in alone}
    in_need = [pair for pair in PAIRS if pairs and not able & set(pair)]
    of_pairs = ([record for name in pair for record in of_curve.get(name, [])] for pair in in_need)
    return alone + [choice for found in of_pairs for choice in _on_curve(found, calls)]


def _on_curve(records: Sequence[Record], calls: Sequence[Call]) -> Iterator[Choice]:
    ways = [next(filter(None, map(of_operation(records), call)), []) for call in calls]
    for together in itertools.product(*ways):
        if all(go_together(*pair) for pair in itertools.combinations(together, 2)):
            yield Choice(together)


def of_operation(records: Sequence[Record]) -> Callable[[str], list[Record]]:
    """The records of an operation, as a function of its name."""
    return lambda operation: [record for record in records if record["operation"] == operation]


def go_together(one: Record, other: Record) -> bool:
    """Whether one build can hold both: the same profile, the same member in every slot that both use, and the same
    blinding if both take secrets."""
    blindings = {record["blinding"] for record in (one, other) if takes_secret(record["operation"])}
    shared = one["choices"].keys() & other["choices"].keys()
    same = all(one["choices"][slot] == other["choices"][slot] for slot in shared)
    return same and one["profile"] == other["profile"] and len(blindings) < 2


def _milliseconds(record: Record) -> float | None:
    return None if record["microseconds"] is None else record["microseconds"] / 1000


def _sum(values: Iterable[float | None]) -> float | None:
    """The sum, rounded so that it is printed without tails; None if a value is unknown."""
    found = list(values)
    return None if None in found else round(sum(found), 6)
