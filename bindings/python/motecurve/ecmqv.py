"""ECMQV: key agreement that authenticates both parties by their static keys, without signatures (SEC 1, 3.4; SP
800-56A, 5.7.2.3, with the cofactor)."""

from motecurve.keys import PrivateKeyLike, PublicKeyLike, one_curve, private_key_of, public_key_of
from motecurve.secret import SharedSecret


def agree(
    static_key: PrivateKeyLike, ephemeral_key: PrivateKeyLike, peer_static: PublicKeyLike, peer_ephemeral: PublicKeyLike
) -> SharedSecret:
    """The shared secret, curve.field_bytes bytes: of the own static and ephemeral key and the peer's. Make the
    ephemeral key for this agreement alone.

    One pass, to a peer that is not there to answer: its static key takes the place of its ephemeral one.

    Constant time in the private keys. Raises SharedInfinityError; UnsupportedError on curves of Montgomery and Edwards
    form."""
    own = private_key_of(static_key)
    library = own.curve.library
    own_ephemeral = private_key_of(ephemeral_key, library)
    peer, its_ephemeral = public_key_of(peer_static, library), public_key_of(peer_ephemeral, library)
    curve = one_curve(own, own_ephemeral, peer, its_ephemeral)
    secret = SharedSecret(library, library.buffer(curve.field_bytes))
    public = [library.given(key.to_bytes()) for key in (own_ephemeral.public_key, peer, its_ephemeral)]
    sizes = (curve.scalar_bytes, curve.public_key_bytes)
    library.raw("ecmqv", secret.memory, own.memory, own_ephemeral.memory, *public, *sizes, curve.pointer)
    return secret
