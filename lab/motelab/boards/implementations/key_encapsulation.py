"""ML-KEM-512 on the bench. It computes on no curve; a manifest names the one that stands beside it in a hybrid
agreement."""

from motelab.boards.implementations.blocks import Texts

# FIPS 203, table 3.
TEXTS = Texts("ml-kem-512", {"d": 32, "z": 32, "m": 32, "ss": 32, "ek": 800, "dk": 1632, "ct": 768})
OPERATIONS = {
    **TEXTS.operation(
        "ml-kem-512-keygen", "kem_keygen", (("d", "z"),), ("dk", "ek"), "random octets: seeds d and z"
    ),
    **TEXTS.operation(
        "ml-kem-512-encaps", "kem_encaps", (("ek",), ("m",)), ("ct", "ss"), "random octets: a public key and a seed"
    ),
    **TEXTS.operation(
        "ml-kem-512-decaps", "kem_decaps", (("ct",), ("dk",)), ("ss",), "random octets: a ciphertext and its key"
    ),
}  # fmt: skip
