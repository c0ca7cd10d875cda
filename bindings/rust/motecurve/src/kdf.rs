//! Keys derived from shared secrets, by any hash function.

use motecurve_sys as sys;

use crate::{Error, Hash, Secret};

/// So many bytes by the key derivation function of ANSI X9.63 (SEC 1, 3.6.1). `info` is what both parties know.
pub fn x963(secret: &Secret, info: &[u8], bytes: usize, hash: Hash) -> Result<Secret, Error> {
    let secret = secret.as_bytes();
    // SAFETY: the output has the size that is told.
    Secret::written(bytes, |out| unsafe {
        sys::mc_kdf_x963(out, bytes, hash.as_ptr(), secret.as_ptr(), secret.len(), info.as_ptr(), info.len())
    })
}

/// So many bytes by HKDF (RFC 5869); an empty salt is as one of zeros. `Error::Length` for more than 255 digests.
pub fn hkdf(secret: &Secret, salt: &[u8], info: &[u8], bytes: usize, hash: Hash) -> Result<Secret, Error> {
    let secret = secret.as_bytes();
    // SAFETY: the output has the size that is told.
    Secret::written(bytes, |out| unsafe {
        sys::mc_hkdf(
            out,
            bytes,
            hash.as_ptr(),
            salt.as_ptr(),
            salt.len(),
            secret.as_ptr(),
            secret.len(),
            info.as_ptr(),
            info.len(),
        )
    })
}
