//! ECMQV (SEC 1, 3.4; SP 800-56A, 5.7.2.3, with the cofactor), on curves of SEC 1: a key agreement that authenticates
//! both parties by their static keys, without signatures.

use motecurve_sys as sys;

use crate::{Error, PrivateKey, PublicKey, Secret};

/// The common secret, by the own static and ephemeral key and the peer's. Derive keys from it ([`kdf`](crate::kdf)).
///
/// Ephemeral keys are made for one agreement ([`PrivateKey::generate`]). In one pass, to a peer that is not there to
/// answer, its static key takes the place of its ephemeral one. `Error::NotOnCurve` for keys of several curves.
pub fn agree(
    own: &PrivateKey,
    ephemeral: &PrivateKey,
    peer: &PublicKey,
    peer_ephemeral: &PublicKey,
) -> Result<Secret, Error> {
    let curve = own.curve().shared_with(ephemeral.curve())?.shared_with(peer.curve())?;
    let curve = curve.shared_with(peer_ephemeral.curve())?;
    let public = ephemeral.public_key().as_bytes();
    // SAFETY: the output has the size that the curve tells; keys of one curve and kind have one length.
    Secret::written(curve.field_bytes(), |out| unsafe {
        sys::mc_ecmqv(
            out,
            own.as_bytes().as_ptr(),
            ephemeral.as_bytes().as_ptr(),
            public.as_ptr(),
            peer.as_bytes().as_ptr(),
            peer_ephemeral.as_bytes().as_ptr(),
            own.as_bytes().len(),
            public.len(),
            curve.as_ptr(),
        )
    })
}
