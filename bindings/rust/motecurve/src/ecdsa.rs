//! ECDSA (FIPS 186-5, 6; SEC 1, 4.1): signing and verification are methods of the keys, and here is what else can be done
//! with a signature: r and then s, most significant byte first, each of as many bytes as a private key.

use std::os::raw::c_void;
use std::ptr;

use motecurve_sys as sys;

use crate::error::{check, written};
use crate::{random, Curve, Error, Hash, PrivateKey, PublicKey};

type Sign = unsafe extern "C" fn(*mut u8, *const u8, *const u8, usize, usize, *const sys::mc_curve) -> sys::mc_status;
type SignWithRandom = unsafe extern "C" fn(
    *mut u8,
    *const u8,
    *const u8,
    usize,
    usize,
    sys::mc_random,
    *mut c_void,
    *const sys::mc_curve,
) -> sys::mc_status;
type Verify =
    unsafe extern "C" fn(*const u8, *const u8, *const u8, usize, usize, usize, *const sys::mc_curve) -> sys::mc_status;

impl PrivateKey {
    /// ECDSA of a message that is hashed by SHA-256, with the nonce of RFC 6979: r and s, one behind the other.
    pub fn sign_ecdsa(&self, message: &[u8]) -> Result<Vec<u8>, Error> {
        self.sign_ecdsa_by(sys::mc_ecdsa_sign_message, message)
    }

    /// The same by another hash function, which makes the nonce, too.
    pub fn sign_ecdsa_with_hash(&self, message: &[u8], hash: Hash) -> Result<Vec<u8>, Error> {
        let (key, curve) = (self.as_bytes(), self.curve());
        // SAFETY: the output has the size that the curve tells.
        written(curve.signature_bytes(), |out| unsafe {
            sys::mc_ecdsa_sign_message_with_hash(
                out,
                key.as_ptr(),
                message.as_ptr(),
                key.len(),
                message.len(),
                hash.as_ptr(),
                curve.as_ptr(),
            )
        })
    }

    /// ECDSA of a digest of 1 to 64 bytes, of any hash function, with the nonce of RFC 6979 by HMAC-SHA-256.
    /// `Error::DigestLength` for another.
    pub fn sign_ecdsa_digest(&self, digest: &[u8]) -> Result<Vec<u8>, Error> {
        self.sign_ecdsa_by(sys::mc_ecdsa_sign_digest, digest)
    }

    /// The same with a nonce that also depends on 32 random bytes (RFC 6979, 3.6): attacks that need one nonce twice do
    /// not get it, and a poor source does no harm. `Error::Random` if it fails.
    pub fn sign_ecdsa_digest_hedged(&self, digest: &[u8]) -> Result<Vec<u8>, Error> {
        self.sign_ecdsa_with_random(sys::mc_ecdsa_sign_digest_hedged, digest)
    }

    /// With a random nonce, where a standard forbids the others. `Error::Random` if the source fails.
    pub fn sign_ecdsa_digest_random(&self, digest: &[u8]) -> Result<Vec<u8>, Error> {
        self.sign_ecdsa_with_random(sys::mc_ecdsa_sign_digest_random, digest)
    }

    /// `sign_ecdsa_digest`, whose signature is verified before it is given out: one wrong signature can tell the private
    /// key. `Error::Fault` if it is not valid.
    pub fn sign_ecdsa_digest_checked(&self, digest: &[u8]) -> Result<Vec<u8>, Error> {
        let (key, public, curve) = (self.as_bytes(), self.public_key().as_bytes(), self.curve());
        // SAFETY: the output has the size that the curve tells.
        written(curve.signature_bytes(), |out| unsafe {
            sys::mc_ecdsa_sign_digest_checked(
                out,
                key.as_ptr(),
                public.as_ptr(),
                digest.as_ptr(),
                key.len(),
                public.len(),
                digest.len(),
                curve.as_ptr(),
            )
        })
    }

    /// `sign_ecdsa_digest_hedged`, checked in the same way.
    pub fn sign_ecdsa_digest_hedged_checked(&self, digest: &[u8]) -> Result<Vec<u8>, Error> {
        let (key, public, curve) = (self.as_bytes(), self.public_key().as_bytes(), self.curve());
        // SAFETY: the output has the size that the curve tells.
        written(curve.signature_bytes(), |out| unsafe {
            sys::mc_ecdsa_sign_digest_hedged_checked(
                out,
                key.as_ptr(),
                public.as_ptr(),
                digest.as_ptr(),
                key.len(),
                public.len(),
                digest.len(),
                random::SYSTEM,
                ptr::null_mut(),
                curve.as_ptr(),
            )
        })
    }

    /// `sign_ecdsa_digest` with an extension, for [`batch`](crate::batch): the signature, and then the few bits that r
    /// lacks to be a point.
    pub fn sign_ecdsa_digest_extended(&self, digest: &[u8]) -> Result<Vec<u8>, Error> {
        let (key, curve) = (self.as_bytes(), self.curve());
        // SAFETY: the output has the size that the library tells.
        written(extended_signature_bytes(curve)?, |out| unsafe {
            sys::mc_ecdsa_sign_digest_extended(
                out,
                key.as_ptr(),
                digest.as_ptr(),
                key.len(),
                digest.len(),
                curve.as_ptr(),
            )
        })
    }

    fn sign_ecdsa_by(&self, function: Sign, message: &[u8]) -> Result<Vec<u8>, Error> {
        let (key, curve) = (self.as_bytes(), self.curve());
        // SAFETY: the output has the size that the curve tells.
        written(curve.signature_bytes(), |out| unsafe {
            function(out, key.as_ptr(), message.as_ptr(), key.len(), message.len(), curve.as_ptr())
        })
    }

    fn sign_ecdsa_with_random(&self, function: SignWithRandom, digest: &[u8]) -> Result<Vec<u8>, Error> {
        let (key, curve) = (self.as_bytes(), self.curve());
        // SAFETY: the output has the size that the curve tells.
        written(curve.signature_bytes(), |out| unsafe {
            function(
                out,
                key.as_ptr(),
                digest.as_ptr(),
                key.len(),
                digest.len(),
                random::SYSTEM,
                ptr::null_mut(),
                curve.as_ptr(),
            )
        })
    }
}

impl PublicKey {
    /// Whether ECDSA signed the message, hashed by SHA-256; `Error::Signature` if not.
    pub fn verify_ecdsa(&self, message: &[u8], signature: &[u8]) -> Result<(), Error> {
        self.verify_ecdsa_by(sys::mc_ecdsa_verify_message, message, signature)
    }

    /// The same by another hash function.
    pub fn verify_ecdsa_with_hash(&self, message: &[u8], signature: &[u8], hash: Hash) -> Result<(), Error> {
        let key = self.as_bytes();
        // SAFETY: the library reads so many bytes of each.
        check(unsafe {
            sys::mc_ecdsa_verify_message_with_hash(
                signature.as_ptr(),
                key.as_ptr(),
                message.as_ptr(),
                signature.len(),
                key.len(),
                message.len(),
                hash.as_ptr(),
                self.curve().as_ptr(),
            )
        })
    }

    /// The same of a digest.
    pub fn verify_ecdsa_digest(&self, digest: &[u8], signature: &[u8]) -> Result<(), Error> {
        self.verify_ecdsa_by(sys::mc_ecdsa_verify_digest, digest, signature)
    }

    /// The same, of the two valid signatures of a digest only that with s < n/2; `Error::HighS` for the other.
    pub fn verify_ecdsa_digest_strict(&self, digest: &[u8], signature: &[u8]) -> Result<(), Error> {
        self.verify_ecdsa_by(sys::mc_ecdsa_verify_digest_strict, digest, signature)
    }

    fn verify_ecdsa_by(&self, function: Verify, message: &[u8], signature: &[u8]) -> Result<(), Error> {
        let key = self.as_bytes();
        // SAFETY: the library reads so many bytes of each.
        check(unsafe {
            function(
                signature.as_ptr(),
                key.as_ptr(),
                message.as_ptr(),
                signature.len(),
                key.len(),
                message.len(),
                self.curve().as_ptr(),
            )
        })
    }
}

/// The signature in DER, as X.509 and OpenSSL have it (RFC 3279, 2.2.3). Errors: `Length`, `ScalarZero`, `ScalarRange`.
pub fn to_der(curve: Curve, signature: &[u8]) -> Result<Vec<u8>, Error> {
    let mut bytes = 0;
    // SAFETY: the output has room for the longest encoding (MC_DER_SIGNATURE_BYTES).
    let mut der = written(curve.signature_bytes() + 9, |out| unsafe {
        sys::mc_ecdsa_signature_to_der(out, &mut bytes, signature.as_ptr(), signature.len(), curve.as_ptr())
    })?;
    der.truncate(bytes);
    Ok(der)
}

/// The signature of its encoding in DER, of which each signature has one. Errors: `Encoding`, `Length`, `Trailing`,
/// `NotMinimal`, `ScalarZero`, `ScalarRange`.
pub fn from_der(curve: Curve, der: &[u8]) -> Result<Vec<u8>, Error> {
    // SAFETY: the output has the size that the curve tells.
    written(curve.signature_bytes(), |out| unsafe {
        sys::mc_ecdsa_signature_from_der(out, der.as_ptr(), der.len(), curve.as_ptr())
    })
}

/// That of the signatures (r, s) and (r, n - s) with s < n/2: whoever sees one valid signature can write the other.
/// Errors: `Length`, `ScalarZero`, `ScalarRange`.
pub fn normalise(curve: Curve, signature: &[u8]) -> Result<Vec<u8>, Error> {
    // SAFETY: the output has the size that the curve tells.
    written(curve.signature_bytes(), |out| unsafe {
        sys::mc_ecdsa_signature_normalise(out, signature.as_ptr(), signature.len(), curve.as_ptr())
    })
}

/// Bytes of an extended signature: 1 more than those of a signature, or 3 on curves with a cofactor above 126.
pub fn extended_signature_bytes(curve: Curve) -> Result<usize, Error> {
    let mut bytes = 0;
    // SAFETY: the output is one number.
    check(unsafe { sys::mc_ecdsa_extended_signature_bytes(&mut bytes, curve.as_ptr()) })?;
    Ok(bytes)
}

/// The extended form of a valid signature of a digest. It takes a verification, and no secret; its errors are those of
/// `verify_ecdsa_digest`.
pub fn extend(key: &PublicKey, digest: &[u8], signature: &[u8]) -> Result<Vec<u8>, Error> {
    let (public, curve) = (key.as_bytes(), key.curve());
    // SAFETY: the output has the size that the library tells.
    written(extended_signature_bytes(curve)?, |out| unsafe {
        sys::mc_ecdsa_extend(
            out,
            signature.as_ptr(),
            public.as_ptr(),
            digest.as_ptr(),
            signature.len(),
            public.len(),
            digest.len(),
            curve.as_ptr(),
        )
    })
}
