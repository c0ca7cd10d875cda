//! ECQV implicit certificates (SEC 4 v1.0), on curves of SEC 1: a certificate of the size of one point, from which
//! everybody computes the public key of its subject, and only the subject the private key.
//!
//! 1. The subject draws a key pair, the request, and sends its public key with its identity.
//! 2. The authority, sure of the identity, makes the certificate and the contribution ([`issue`]), and sends both.
//! 3. The subject computes its key pair ([`receive`]). Anyone computes its public key ([`public_key`]). That it belongs
//!    to the identity shows when its owner proves to have the private key, by a signature or an agreement.

use std::ptr;

use motecurve_sys as sys;

use crate::error::check;
use crate::{random, Error, Hash, PrivateKey, PublicKey};

/// What the authority sends to the subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issued {
    /// The bytes that the authority binds to the key, and then a compressed point.
    pub certificate: Vec<u8>,
    /// A number of as many bytes as a private key. It is public.
    pub contribution: Vec<u8>,
}

/// A certificate for the request, with the bytes `info`: identity, validity, use, in whatever form the parties have agreed
/// on. `Error::NotOnCurve` if authority and request are of two curves, `Error::Random` if the source fails.
pub fn issue(authority: &PrivateKey, request: &PublicKey, info: &[u8], hash: Hash) -> Result<Issued, Error> {
    let curve = authority.curve().shared_with(request.curve())?;
    let (own, subject) = (authority.as_bytes(), request.as_bytes());
    let mut certificate = vec![0; info.len() + 1 + curve.field_bytes()];
    let mut contribution = vec![0; curve.private_key_bytes()];
    // SAFETY: the outputs have these sizes (MC_ECQV_CERTIFICATE_BYTES).
    check(unsafe {
        sys::mc_ecqv_issue(
            certificate.as_mut_ptr(),
            contribution.as_mut_ptr(),
            own.as_ptr(),
            subject.as_ptr(),
            info.as_ptr(),
            own.len(),
            subject.len(),
            info.len(),
            hash.as_ptr(),
            random::SYSTEM,
            ptr::null_mut(),
            curve.as_ptr(),
        )
    })?;
    Ok(Issued { certificate, contribution })
}

/// The subject's key pair, by the private key of its request. `Error::Certificate` if what was issued is of another
/// request, of another authority, or changed; the errors of `public_key`, and of a private key for the contribution.
pub fn receive(issued: &Issued, request: &PrivateKey, authority: &PublicKey, hash: Hash) -> Result<PrivateKey, Error> {
    let curve = request.curve().shared_with(authority.curve())?;
    let (own, public) = (request.as_bytes(), authority.as_bytes());
    // SAFETY: both outputs have the sizes that the curve tells.
    PrivateKey::written(curve, |private_key, public_key| unsafe {
        sys::mc_ecqv_receive(
            private_key,
            public_key,
            issued.certificate.as_ptr(),
            issued.contribution.as_ptr(),
            own.as_ptr(),
            public.as_ptr(),
            issued.certificate.len(),
            issued.contribution.len(),
            own.len(),
            public.len(),
            hash.as_ptr(),
            curve.as_ptr(),
        )
    })
}

/// The public key that a certificate of the authority stands for. Errors: `Length` for a certificate without room for a
/// point, those of [`PublicKey::from_point`] for its point, `Infinity` if there is no such key.
pub fn public_key(certificate: &[u8], authority: &PublicKey, hash: Hash) -> Result<PublicKey, Error> {
    let (public, curve) = (authority.as_bytes(), authority.curve());
    // SAFETY: the output has the size that the curve tells.
    PublicKey::written(curve, |out| unsafe {
        sys::mc_ecqv_public_key(
            out,
            certificate.as_ptr(),
            public.as_ptr(),
            certificate.len(),
            public.len(),
            hash.as_ptr(),
            curve.as_ptr(),
        )
    })
}
