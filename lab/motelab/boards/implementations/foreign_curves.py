"""Key exchange and signatures on do255e and FourQ, as c-do255 and FourQlib do them. Known answers: motelab.foreign. A
manifest names the curve of ours that stands beside them."""

from motelab.boards.implementations.blocks import Texts

DO255E = Texts("do255e", {"d": 32, "own": 32, "other": 32, "secret": 32, "digest": 32, "signature": 64})
FOURQ = Texts("fourq", {"d": 32, "own": 32, "other": 32, "secret": 32, "message": 32, "signature": 64})
KEYS = "random keys"
OPERATIONS = {
    **DO255E.operation("do255e-keygen", "foreign_keygen", (("d",),), ("own",), KEYS),
    **DO255E.operation("do255e-ecdh", "foreign_ecdh", (("d",), ("own",), ("other",)), ("secret",), KEYS),
    **DO255E.operation("do255e-sign", "foreign_sign", (("d",), ("own",), ("digest",)), ("signature",), KEYS),
    **DO255E.operation("do255e-verify", "foreign_verify", (("signature",), ("own",), ("digest",)), (), KEYS),
    **FOURQ.operation("fourq-keygen", "foreign_keygen", (("d",),), ("own",), KEYS),
    **FOURQ.operation("fourq-ecdh", "foreign_ecdh", (("d",), ("own",), ("other",)), ("secret",), KEYS),
    **FOURQ.operation("fourq-sign", "foreign_sign", (("d",), ("own",), ("message",)), ("signature",), KEYS),
    **FOURQ.operation("fourq-verify", "foreign_verify", (("signature",), ("own",), ("message",)), (), KEYS),
}
