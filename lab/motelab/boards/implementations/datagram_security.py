"""A side of a handshake of DTLS 1.2 on the bench. Its known answers: motelab.network.deployed.dtls_answers."""

from motelab.boards.implementations.blocks import Texts

MAX_CYCLES = 100_000_000_000  # of an image with all cases: TinyDTLS on an MSP430 takes half of it
ARGUMENTS = (("key",), ("other",), ("drawn",), ("text",), ("received",))
# A key is d, x, y. `drawn` are the secret of cookies (12 octets), the random octets, the private key of the exchange,
# the nonce; the last two in words of the processor, which is little-endian.
TEXTS = Texts("dtls-1.2", {"key": 96, "other": 64, "drawn": 128, "text": 32, "received": 704, "heard": 32, "sent": 704})
OPERATIONS = {
    name: found
    for side in ("client", "server")
    for name, found in TEXTS.operation(
        f"dtls-1.2-{side}", f"dtls_{side}", ARGUMENTS, ("heard", "sent"), "random keys, and a datagram each way"
    ).items()
}
