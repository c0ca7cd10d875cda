//! EC-ElGamal: points, and messages embedded in points or hidden by a hash, encrypted for the owner of a public key.
//!
//! This is not authenticated encryption: whoever changes a ciphertext changes the message in a way of his choice, and
//! nobody notices. Use it only where that is wanted, for sums of encrypted points or votes; else [`ecies`](crate::ecies).

use std::ptr;

use motecurve_sys as sys;

use crate::error::{check, written};
use crate::{random, Curve, Error, Hash, PrivateKey, PublicKey, Secret};

/// Bytes of the longest message that fits in a point (30 on secp256r1). `Error::Unsupported` if there are no such points.
pub fn capacity(curve: Curve) -> Result<usize, Error> {
    let mut bytes = 0;
    // SAFETY: the output is one number.
    check(unsafe { sys::mc_elgamal_capacity(&mut bytes, curve.as_ptr()) })?;
    Ok(bytes)
}

/// The point of a message (Koblitz 1987, 3). The time depends on the message: embed no secret where others can time it.
/// `Error::MessageLength` for more than `capacity`.
pub fn embed(curve: Curve, message: &[u8]) -> Result<PublicKey, Error> {
    // SAFETY: the output has the size that the curve tells.
    PublicKey::written(curve, |out| unsafe {
        sys::mc_elgamal_embed(out, message.as_ptr(), message.len(), curve.as_ptr())
    })
}

/// The message of a point; `Error::Encoding` if nothing is embedded in it.
pub fn extract(point: &PublicKey) -> Result<Secret, Error> {
    let (given, curve, mut bytes) = (point.as_bytes(), point.curve(), 0);
    // SAFETY: the output has the size that the library tells.
    let message = Secret::written(capacity(curve)?, |out| unsafe {
        sys::mc_elgamal_extract(out, &mut bytes, given.as_ptr(), given.len(), curve.as_ptr())
    })?;
    Ok(message.truncated(bytes))
}

/// The ciphertext of a point: two points. Errors: `NotOnCurve` if key and point are of two curves, `Random`.
pub fn encrypt_point(key: &PublicKey, point: &PublicKey) -> Result<Vec<u8>, Error> {
    let curve = key.curve().shared_with(point.curve())?;
    let (public, given) = (key.as_bytes(), point.as_bytes());
    // SAFETY: a ciphertext has that size.
    written(2 * curve.public_key_bytes(), |out| unsafe {
        sys::mc_elgamal_encrypt_point(
            out,
            public.as_ptr(),
            given.as_ptr(),
            public.len(),
            given.len(),
            random::SYSTEM,
            ptr::null_mut(),
            curve.as_ptr(),
        )
    })
}

/// The point of a ciphertext. Errors: `Length`, those of [`PublicKey::from_bytes`] for both its points, `Infinity`.
pub fn decrypt_point(key: &PrivateKey, ciphertext: &[u8]) -> Result<PublicKey, Error> {
    let (own, curve) = (key.as_bytes(), key.curve());
    // SAFETY: the output has the size that the curve tells.
    PublicKey::written(curve, |out| unsafe {
        sys::mc_elgamal_decrypt_point(
            out,
            own.as_ptr(),
            ciphertext.as_ptr(),
            own.len(),
            ciphertext.len(),
            curve.as_ptr(),
        )
    })
}

/// The ciphertext of a message, which is embedded in a point.
pub fn encrypt(key: &PublicKey, message: &[u8]) -> Result<Vec<u8>, Error> {
    let (public, curve) = (key.as_bytes(), key.curve());
    // SAFETY: a ciphertext has that size.
    written(2 * curve.public_key_bytes(), |out| unsafe {
        sys::mc_elgamal_encrypt(
            out,
            public.as_ptr(),
            message.as_ptr(),
            public.len(),
            message.len(),
            random::SYSTEM,
            ptr::null_mut(),
            curve.as_ptr(),
        )
    })
}

/// The message of a ciphertext; the errors of `decrypt_point` and `extract`.
pub fn decrypt(key: &PrivateKey, ciphertext: &[u8]) -> Result<Secret, Error> {
    let (own, curve, mut bytes) = (key.as_bytes(), key.curve(), 0);
    // SAFETY: the output has the size that the library tells.
    let message = Secret::written(capacity(curve)?, |out| unsafe {
        sys::mc_elgamal_decrypt(
            out,
            &mut bytes,
            own.as_ptr(),
            ciphertext.as_ptr(),
            own.len(),
            ciphertext.len(),
            curve.as_ptr(),
        )
    })?;
    Ok(message.truncated(bytes))
}

/// A message of any length XOR the key derivation of X9.63, behind the ephemeral key, on all curves with keys but those
/// of EdDSA.
pub fn hashed_encrypt(key: &PublicKey, message: &[u8], hash: Hash) -> Result<Vec<u8>, Error> {
    let (public, curve) = (key.as_bytes(), key.curve());
    // SAFETY: a ciphertext has that size.
    written(curve.public_key_bytes() + message.len(), |out| unsafe {
        sys::mc_elgamal_hashed_encrypt(
            out,
            public.as_ptr(),
            message.as_ptr(),
            public.len(),
            message.len(),
            hash.as_ptr(),
            random::SYSTEM,
            ptr::null_mut(),
            curve.as_ptr(),
        )
    })
}

/// Its message. A ciphertext that was changed, or another key, gives another message and no error.
pub fn hashed_decrypt(key: &PrivateKey, ciphertext: &[u8], hash: Hash) -> Result<Secret, Error> {
    let (own, curve) = (key.as_bytes(), key.curve());
    // SAFETY: the message has that size; of a shorter ciphertext nothing is written.
    Secret::written(ciphertext.len().saturating_sub(curve.public_key_bytes()), |out| unsafe {
        sys::mc_elgamal_hashed_decrypt(
            out,
            own.as_ptr(),
            ciphertext.as_ptr(),
            own.len(),
            ciphertext.len(),
            hash.as_ptr(),
            curve.as_ptr(),
        )
    })
}
