"""The routines that a call through a pointer reaches. The source determines them, so they are listed here: for the
name of each calling routine, the names of those that it may call. A call that is not listed has no bound.

Names are the source's; a static function has its file in front, sha256.c/begin. In an image that is optimised as a
whole the file is lost, and a routine may hold those that it alone calls."""

import dataclasses
import re


@dataclasses.dataclass(frozen=True)
class Rule:
    """Calls by routines named `caller` go to those named `targets`. If `optional`, an image may have none of them,
    and then it never makes the call."""

    caller: str
    targets: str
    optional: bool = False


RULES = (
    # hash/framing.h: the compression of a hash over words of 32 or 64 bits; hash/hash.c: of any hash.
    Rule(r"(hash(32|64)\.c/)?compress_block", r"mc_sha\d+_compress\w*|(sha1\.c/)?compress"),
    Rule(r"mc_hash_begin", r"sha\d+\.c/begin"),
    Rule(r"mc_hash_feed", r"sha\d+\.c/feed"),
    Rule(r"mc_hash_finish", r"sha\d+\.c/finish"),
    # scalar/binary/sum_from_left.c: the readers of the digits.
    Rule(r"mc_\w+_sum_from_left_var", r"\w+\.c/mc_\w+_read_\w+"),
    # The application's source of random bytes, and its reader of messages: their use of stack is the application's.
    # The bench's own are counted; it has no reader.
    Rule(
        r"mc_\w+_(draw_scalar|draw_octets|check_source|sign_digest_random)|mc_key_generate|mc_\w*hedged\w*",
        r"\w+\.c/source",
    ),
    Rule(r"(ed_hash\.c/)?ed_(hash_parts|feed_read)", r"\w+\.c/reader", optional=True),
    # protocol/ecies/ecies.h: key derivation, cipher, agreement, encoding of a point.
    Rule(r"mc_ecies_stream_begin", r"mc_hkdf_extract", optional=True),
    Rule(r"mc_ecies_stream_read", r"mc_(kdf_x963|hkdf)_block"),
    Rule(r"mc_ecies_apply", r"mc_aes_ctr", optional=True),
    Rule(
        r"mc_ecies_(check|decrypt|encrypt\w*)|ecies_\w+\.c/\w+",
        r"mc_ecdh\w*|mc_point_decode|ecies_compressed\.c/encode",
    ),
    # protocol/hpke/hpke.h: the AEAD.
    Rule(r"mc_hpke_seal", r"mc_(aes_gcm|chacha20_poly1305)_encrypt"),
    Rule(r"mc_hpke_open", r"mc_(aes_gcm|chacha20_poly1305)_decrypt"),
)
# Routines that jump forward into straight-line code of their own by a computed address: assembly of Euclid's
# algorithm, divisions of libgcc.
FORWARD = re.compile(r"mc_fb\d+\w*_inv_euclid_var_avr|__\w*(div|mod)\w*")


def rule_of(caller: str) -> Rule | None:
    """The rule for calls by a routine."""
    return next((rule for rule in RULES if re.fullmatch(rule.caller, caller)), None)
