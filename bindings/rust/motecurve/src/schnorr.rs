//! EC-Schnorr signatures: EC-SDSA (BSI TR-03111 v2.1, 4.2.3; ISO/IEC 14888-3), on curves of SEC 1.
//!
//! A signature is a digest, r, and then s, of as many bytes as a private key.

use std::ptr;

use motecurve_sys as sys;

use crate::error::{check, written};
use crate::{random, Curve, Error, Hash, PrivateKey, PublicKey};

/// What is hashed with the message: a signature of one form is none of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Both coordinates of the nonce's point.
    Sdsa,
    /// Its x alone.
    Optimised,
}

impl Form {
    fn in_c(self) -> sys::mc_schnorr_form {
        match self {
            Form::Sdsa => sys::MC_SCHNORR_SDSA,
            Form::Optimised => sys::MC_SCHNORR_OPTIMISED,
        }
    }
}

/// Bytes of a signature.
pub fn signature_bytes(curve: Curve, hash: Hash) -> usize {
    hash.digest_bytes() + curve.private_key_bytes()
}

/// The signature of a message, with a nonce made of the private key and the message. One key may serve ECDSA, too.
pub fn sign(key: &PrivateKey, message: &[u8], form: Form, hash: Hash) -> Result<Vec<u8>, Error> {
    let (own, curve) = (key.as_bytes(), key.curve());
    // SAFETY: a signature has that size.
    written(signature_bytes(curve, hash), |out| unsafe {
        sys::mc_schnorr_sign(
            out,
            own.as_ptr(),
            message.as_ptr(),
            own.len(),
            message.len(),
            form.in_c(),
            hash.as_ptr(),
            curve.as_ptr(),
        )
    })
}

/// The same with a random nonce; `Error::Random` if the source fails.
pub fn sign_random(key: &PrivateKey, message: &[u8], form: Form, hash: Hash) -> Result<Vec<u8>, Error> {
    let (own, curve) = (key.as_bytes(), key.curve());
    // SAFETY: a signature has that size.
    written(signature_bytes(curve, hash), |out| unsafe {
        sys::mc_schnorr_sign_random(
            out,
            own.as_ptr(),
            message.as_ptr(),
            own.len(),
            message.len(),
            form.in_c(),
            hash.as_ptr(),
            random::SYSTEM,
            ptr::null_mut(),
            curve.as_ptr(),
        )
    })
}

/// Whether the signature is valid; errors: `Length`, `ScalarZero`, `ScalarRange`, `Signature`.
pub fn verify(key: &PublicKey, message: &[u8], signature: &[u8], form: Form, hash: Hash) -> Result<(), Error> {
    let public = key.as_bytes();
    // SAFETY: the library reads so many bytes of each.
    check(unsafe {
        sys::mc_schnorr_verify(
            signature.as_ptr(),
            public.as_ptr(),
            message.as_ptr(),
            signature.len(),
            public.len(),
            message.len(),
            form.in_c(),
            hash.as_ptr(),
            key.curve().as_ptr(),
        )
    })
}
