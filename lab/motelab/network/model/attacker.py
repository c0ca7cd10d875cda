"""What the attacker of Dolev and Yao makes of what it has heard: it opens what it has keys for, and composes."""

from collections.abc import Iterable

from motelab.network.model.terms import Term, exp, extracted, log, secret

AUTHORITY = secret("the authority's secret")


class Knowledge:
    """What follows from the terms that the attacker has. Opened parts are kept; what can be composed is asked for."""

    def __init__(self, terms: Iterable[Term], before: "Knowledge | None" = None):
        self.known = set(before.known) if before else set()
        self.asked: dict[Term, bool] = {}
        self._add(set(terms) - self.known)

    def _add(self, new: set[Term]) -> None:
        """Opens until nothing new comes out: a key may come after what it opens."""
        while new:
            self.known |= new
            self.asked = {}
            new = {part for one in self.known for part in self._parts(one) if part not in self.known}

    def _parts(self, of: Term) -> tuple[Term, ...]:
        args = of.args
        if of.head == "sealed":
            return args[1:] if self.can(args[0]) else ()
        if of.head == "encrypted":
            return args[1:] if self.can(extracted("encryption", args[0])) else ()
        if of.head == "padded":
            return (args[1],) if self.can(args[0]) else (args[0],) if self.can(args[1]) else ()
        if of.head == "exp" and len(args) > 1:
            return tuple(exp(*args[:at], *args[at + 1 :]) for at, factor in enumerate(args) if self.can(factor))
        return ()

    def can(self, wanted: Term) -> bool:
        """Whether the attacker has the term, or composes it."""
        if wanted in self.known:
            return True
        found = self.asked.get(wanted)
        if found is None:
            found = self.asked[wanted] = any(all(map(self.can, way)) for way in ways(wanted))
        return found

    def leaves(self, wanted: Term) -> list[Term]:
        """From which terms that it has the attacker composes one that it can."""
        if wanted in self.known:
            return [wanted]
        for way in ways(wanted):
            if all(map(self.can, way)):
                return list(dict.fromkeys(leaf for part in way for leaf in self.leaves(part)))
        return []


def ways(wanted: Term) -> Iterable[tuple[Term, ...]]:
    """Each way to compose a term: what it takes."""
    head, args = wanted.head, wanted.args
    if head == "public":
        return [()]
    if head in ("hash", "sealed", "padded", "signed", "encrypted"):
        return [tuple(arg for arg in args if isinstance(arg, Term))]
    if head == "exp":
        return _ways_of_point(args)
    if head == "paired":
        return [(extracted("agreement", of),) for of in args]
    if head == "extracted":
        return [(AUTHORITY,)]
    if head == "certified":  # d = e k + d_CA with e known, k the point's logarithm (SEC 4, 2.4)
        return [(AUTHORITY, log(args[1]))]
    return []


def _ways_of_point(factors: tuple[Term, ...]) -> list[tuple[Term, ...]]:
    """Of a point: any of its factors, and the rest; the generator for nothing. The public key of an implicit
    certificate follows from that (SEC 4, 3.5)."""
    if not factors:
        return [()]
    found = [(factor, exp(*factors[:at], *factors[at + 1 :])) for at, factor in enumerate(factors)]
    if len(factors) == 1 and factors[0].head == "certified":
        found.append(factors[0].args)
    return found
