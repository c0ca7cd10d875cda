"""Whether somebody else's code leaves its inputs as they were: a key, a digest and a peer's point belong to the caller.
An image of its own tells it, whose copy of the inputs takes RAM; the measured image stays as it is."""

from motelab.boards.execution import Execution
from motelab.boards.implementations import operations
from motelab.boards.implementations.image import ImplementationBuilder
from motelab.boards.implementations.selection import ImplementationSelection
from motelab.common.errors import ImageFailed
from motelab.subjects.layouts import encode

FLAG = ("-DMC_BENCH_CHECKS_INPUTS",)
PLACE_BYTES = 2  # the first octet that changed, after the output; the number of octets for none
WORDS = {
    "d": "the private key", "px": "the public key", "q": "the public key", "k": "the scalar", "r": "the signature",
    "digest": "the digest", "nonce": "the nonce", "message": "the message",
}  # fmt: skip


def changed(chosen: ImplementationSelection, execution: Execution) -> str | None:
    """The input that the first run of an image with FLAG changed, in words; None for none."""
    place = int.from_bytes(execution.output[-PLACE_BYTES:], "little")
    for argument in operations.call_of(chosen.operation.name, chosen.curve).arguments:
        length = len(encode(argument, {}, operations.octet_sizes(chosen.curve)))
        if place < length:
            names = [name for name, _ in argument if name]
            return f"{next((WORDS[name] for name in names if name in WORDS), names[0])}, at octet {place}"
        place -= length
    return None


def image_of(chosen: ImplementationSelection):
    """The path of the image with FLAG."""
    return ImplementationBuilder(chosen).link(FLAG)


def require(chosen: ImplementationSelection, execution: Execution, symbol: str) -> None:
    """ImageFailed if the run changed an input."""
    if what := changed(chosen, execution):
        raise ImageFailed(f"{symbol} changes its input: {what}; an adapter gives it a copy (implementation.h)")
