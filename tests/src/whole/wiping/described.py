"""All calls on a curve: those of calls.py, and by its description alone that of any other function. Its secrets on the
way have no formula yet; private keys in every form, other secret inputs and secret outputs must not stay behind."""

from codegen.interface import PREFIXES, field_functions
from codegen.interface.descriptions import Argument, Description, described, length_of
from tests.src.whole.wiping import protocols  # noqa: F401, its calls are among CALLS
from tests.src.whole.wiping.calls import CALLS, MESSAGE_BYTES, Call, Subject, count, octet, out


def value(subject: Subject, own: Argument, quantities: dict[str, int]) -> bytes:
    """A valid input: keys by their names, else as many random bytes as it has."""
    if own.name.endswith("private_key"):
        return subject.nonce if own.name.startswith("ephemeral") else subject.key
    if own.length == "public_key":
        return subject.public(subject.peer_key)
    is_free = own.length == f"{own.name}_bytes"
    return subject.draw.randbytes(MESSAGE_BYTES if is_free else length_of(own, quantities))


def call(subject: Subject, one: Description) -> Call:
    """AssertionError for a parameter that needs a maker in calls.py."""
    sizes = {"field": subject.field_bytes, "scalar": subject.scalar_bytes, "public_key": subject.point_bytes}
    sizes |= {"signature": 2 * subject.scalar_bytes, "digest": 32}
    given = {own.name: value(subject, own, sizes) for own in one.arguments if own.kind == "in"}
    numbers = sizes | {f"{name}_bytes": len(octets) for name, octets in given.items()}
    outputs = [own for own in one.arguments if own.kind == "out"]
    words = {name: octet(octets) for name, octets in given.items()}
    words |= {f"{name}_bytes": count(octets) for name, octets in given.items()}
    words |= {own.name: out(8 if own.type == "size_t" else length_of(own, numbers)) for own in outputs}
    words |= {"hash": "hSHA-256", "curve": subject.curve, "form": "i0"}
    words |= dict(zip(("random", "context"), subject.tape(subject.nonce), strict=True))
    names = [parameter.partition("[")[0].rpartition(" ")[2].lstrip("*") for parameter in one.parameters]
    if missing := [name for name in names if name not in words]:
        raise AssertionError(f"mc_{one.name} has a parameter {missing[0]} that wiping/described.py does not know")
    known = {}
    for own in one.arguments:
        if own.is_secret and own.kind == "in":
            is_key = own.name.endswith("private_key")
            known |= subject.key_secrets(given[own.name], own.name) if is_key else {own.name: given[own.name]}
    secret = [(i, own.name) for i, own in enumerate(outputs) if own.is_secret]
    made = lambda written: {name: written[i] for i, name in secret}  # noqa: E731
    return Call(f"mc_{one.name}", tuple(words[name] for name in names), known, made)


def calls_on(subject: Subject) -> list[Call]:
    """Every call on a curve."""
    return calls_by_hand(subject) + [call(subject, one) for one in without_maker(subject.form)]


def calls_by_hand(subject: Subject) -> list[Call]:
    """The calls on a curve that have makers."""
    makers = {maker: None for forms, maker in CALLS.values() if subject.form in forms}
    return [made for maker in makers for made in maker(subject)]


def without_maker(form: str) -> list[Description]:
    """The functions with secrets on curves of a form that have no maker: their description makes the call."""
    prefix, known = PREFIXES["EDDSA" if form == "Edwards" else form.upper()], field_functions()
    every = (one for one in described().values() if one.has_secrets and not one.is_in_steps)
    return [one for one in every if f"mc_{one.name}" not in CALLS and prefix + one.name in known]


def calls_without_curve(subject: Subject) -> list[Call]:
    makers = {maker: None for forms, maker in CALLS.values() if not forms}
    return [call for maker in makers for call in maker(subject)]
