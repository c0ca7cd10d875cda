//! EdDSA (RFC 8032; FIPS 186-5, 7): Ed25519 and Ed448, with a context, or of a digest.

use motecurve_sys as sys;

use crate::error::{check, written};
use crate::{Curve, Error, PrivateKey, PublicKey, Secret};

const CHECK_BYTES: usize = 16; // MC_EDDSA_CHECK_BYTES

/// A private key with what every signature needs of it: for who signs often, since a signature then takes one
/// multiplication instead of two. The signatures are those of `PrivateKey::sign_eddsa_context`.
#[derive(Debug)]
pub struct ExpandedKey {
    secret: Secret,
    curve: Curve,
}

impl ExpandedKey {
    /// `Error::Unsupported` on other curves than Ed25519 and Ed448.
    pub fn new(key: &PrivateKey) -> Result<ExpandedKey, Error> {
        let (bytes, curve) = (key.as_bytes(), key.curve());
        // SAFETY: the output has the size of an expanded key.
        let secret = Secret::written(3 * bytes.len() + CHECK_BYTES, |out| unsafe {
            sys::mc_eddsa_key_expand(out, bytes.as_ptr(), bytes.len(), curve.as_ptr())
        })?;
        Ok(ExpandedKey { secret, curve })
    }

    /// The signature of a message, under a context of at most 255 bytes; an empty one is as none.
    pub fn sign(&self, message: &[u8], context: &[u8]) -> Result<Vec<u8>, Error> {
        let key = self.secret.as_bytes();
        // SAFETY: the output has the size that the curve tells.
        written(self.curve.signature_bytes(), |out| unsafe {
            sys::mc_eddsa_sign_expanded(
                out,
                key.as_ptr(),
                message.as_ptr(),
                context.as_ptr(),
                key.len(),
                message.len(),
                context.len(),
                self.curve.as_ptr(),
            )
        })
    }
}

type Sign = unsafe extern "C" fn(
    *mut u8,
    *const u8,
    *const u8,
    *const u8,
    usize,
    usize,
    usize,
    *const sys::mc_curve,
) -> sys::mc_status;
type Verify = unsafe extern "C" fn(
    *const u8,
    *const u8,
    *const u8,
    *const u8,
    usize,
    usize,
    usize,
    usize,
    *const sys::mc_curve,
) -> sys::mc_status;

impl PrivateKey {
    /// EdDSA: Ed25519, Ed448.
    pub fn sign_eddsa(&self, message: &[u8]) -> Result<Vec<u8>, Error> {
        self.sign_eddsa_context(message, b"")
    }

    /// EdDSA with a context of at most 255 bytes, which name the purpose of the signature: Ed25519ctx, Ed448. An empty
    /// one is as none. `Error::ContextLength` for a longer one.
    pub fn sign_eddsa_context(&self, message: &[u8], context: &[u8]) -> Result<Vec<u8>, Error> {
        self.sign_eddsa_by(sys::mc_eddsa_sign_context, message, context)
    }

    /// EdDSA of a digest of 64 bytes: Ed25519ph, of SHA-512; Ed448ph, of SHAKE256. `Error::DigestLength` for another.
    pub fn sign_eddsa_digest(&self, digest: &[u8], context: &[u8]) -> Result<Vec<u8>, Error> {
        self.sign_eddsa_by(sys::mc_eddsa_sign_digest, digest, context)
    }

    fn sign_eddsa_by(&self, function: Sign, message: &[u8], context: &[u8]) -> Result<Vec<u8>, Error> {
        let key = self.as_bytes();
        // SAFETY: the output has the size that the curve tells.
        written(self.curve().signature_bytes(), |out| unsafe {
            function(
                out,
                key.as_ptr(),
                message.as_ptr(),
                context.as_ptr(),
                key.len(),
                message.len(),
                context.len(),
                self.curve().as_ptr(),
            )
        })
    }
}

impl PublicKey {
    /// Whether EdDSA signed the message; `Error::Signature` if not.
    pub fn verify_eddsa(&self, message: &[u8], signature: &[u8]) -> Result<(), Error> {
        self.verify_eddsa_context(message, b"", signature)
    }

    /// The same with a context.
    pub fn verify_eddsa_context(&self, message: &[u8], context: &[u8], signature: &[u8]) -> Result<(), Error> {
        self.verify_eddsa_by(sys::mc_eddsa_verify_context, message, context, signature)
    }

    /// The same of a digest of 64 bytes.
    pub fn verify_eddsa_digest(&self, digest: &[u8], context: &[u8], signature: &[u8]) -> Result<(), Error> {
        self.verify_eddsa_by(sys::mc_eddsa_verify_digest, digest, context, signature)
    }

    fn verify_eddsa_by(&self, function: Verify, message: &[u8], context: &[u8], signature: &[u8]) -> Result<(), Error> {
        let key = self.as_bytes();
        // SAFETY: the library reads so many bytes of each.
        check(unsafe {
            function(
                signature.as_ptr(),
                key.as_ptr(),
                message.as_ptr(),
                context.as_ptr(),
                signature.len(),
                key.len(),
                message.len(),
                context.len(),
                self.curve().as_ptr(),
            )
        })
    }
}
