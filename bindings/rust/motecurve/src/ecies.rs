//! ECIES (SEC 1 version 2, 5.1): messages encrypted for the owner of a public key, and authenticated. Whoever has the
//! public key can make a ciphertext: it does not say who did. All curves with keys have it but those of EdDSA.

use std::ptr;

use motecurve_sys as sys;

use crate::error::written;
use crate::{random, Curve, Error, Hash, PrivateKey, PublicKey, Secret};

/// A key derivation function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kdf {
    /// ANSI X9.63 (SEC 1, 3.6.1).
    X963,
    /// HKDF (RFC 5869) without a salt.
    Hkdf,
}

/// How the message is encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cipher {
    Aes128Ctr,
    Aes192Ctr,
    Aes256Ctr,
    /// The message XOR the derived bytes; for messages of one length, known to the receiver.
    Xor,
}

/// What both parties have agreed on. The defaults give 128 bits of security on a curve that has them.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Of the key derivation and of HMAC.
    pub hash: Hash,
    pub kdf: Kdf,
    pub cipher: Cipher,
    /// Whether Diffie-Hellman is with the cofactor.
    pub cofactor: bool,
    /// Whether the ephemeral key is compressed; not on Curve25519 and Curve448.
    pub compressed: bool,
    /// From 8 to a digest's.
    pub tag_bytes: u8,
    /// Whether the ephemeral key is part of what the keys are derived from, so that a ciphertext cannot be written in
    /// another way; false for peers that do without.
    pub binds_ephemeral: bool,
    /// Whether AES's first counter is derived, too (3GPP TS 33.501, C.3); else it is 0.
    pub derives_counter: bool,
    /// What both know, for the key derivation.
    pub shared_info1: &'a [u8],
    /// What both know, for the tag; it should always have one length, or end with it.
    pub shared_info2: &'a [u8],
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            hash: Hash::Sha256,
            kdf: Kdf::X963,
            cipher: Cipher::Aes128Ctr,
            cofactor: false,
            compressed: false,
            tag_bytes: 16,
            binds_ephemeral: true,
            derives_counter: false,
            shared_info1: b"",
            shared_info2: b"",
        }
    }
}

impl Options<'_> {
    fn in_c(&self) -> sys::mc_ecies_options {
        // SAFETY: these are constants of the library, and nothing of them is read.
        let (kdf, cipher, compressed): (*const _, *const _, *const _) = unsafe {
            let kdf = match self.kdf {
                Kdf::X963 => &sys::mc_ecies_x963,
                Kdf::Hkdf => &sys::mc_ecies_hkdf,
            };
            let cipher = match self.cipher {
                Cipher::Aes128Ctr => &sys::mc_ecies_aes128_ctr,
                Cipher::Aes192Ctr => &sys::mc_ecies_aes192_ctr,
                Cipher::Aes256Ctr => &sys::mc_ecies_aes256_ctr,
                Cipher::Xor => &sys::mc_ecies_xor,
            };
            (kdf, cipher, &sys::mc_ecies_compressed)
        };
        sys::mc_ecies_options {
            hash: self.hash.as_ptr(),
            kdf,
            cipher,
            agree: Some(if self.cofactor { sys::mc_ecdh_cofactor } else { sys::mc_ecdh }),
            compression: if self.compressed { compressed } else { ptr::null() },
            tag_bytes: self.tag_bytes,
            binds_ephemeral: self.binds_ephemeral.into(),
            derives_counter: self.derives_counter.into(),
            shared_info1: self.shared_info1.as_ptr(),
            shared_info2: self.shared_info2.as_ptr(),
            shared_info1_bytes: self.shared_info1.len(),
            shared_info2_bytes: self.shared_info2.len(),
        }
    }
}

/// Bytes of a ciphertext beyond those of its message; 0 where the other functions give `Error::Unsupported`.
pub fn overhead_bytes(curve: Curve, options: &Options) -> usize {
    // SAFETY: the library reads options and curve.
    unsafe { sys::mc_ecies_overhead_bytes(&options.in_c(), curve.as_ptr()) }
}

/// The ciphertext: the ephemeral public key, the encrypted message, the tag. Errors: those of
/// [`PrivateKey::generate`] and [`PrivateKey::agree`]; `MessageLength` for more than the key derivation gives, which
/// with `Xor` and `Hkdf` is 254 digests; `Unsupported` for options that are none.
pub fn encrypt(key: &PublicKey, message: &[u8], options: &Options) -> Result<Vec<u8>, Error> {
    let (public, curve) = (key.as_bytes(), key.curve());
    // SAFETY: a ciphertext has that size.
    written(message.len() + overhead_bytes(curve, options), |out| unsafe {
        sys::mc_ecies_encrypt(
            out,
            public.as_ptr(),
            message.as_ptr(),
            public.len(),
            message.len(),
            &options.in_c(),
            random::SYSTEM,
            ptr::null_mut(),
            curve.as_ptr(),
        )
    })
}

/// The same with a given ephemeral key, for known answers. One that was used before, or is known to others, gives the
/// messages away.
pub fn encrypt_given(
    key: &PublicKey,
    message: &[u8],
    ephemeral: &PrivateKey,
    options: &Options,
) -> Result<Vec<u8>, Error> {
    let curve = key.curve().shared_with(ephemeral.curve())?;
    let (public, given) = (key.as_bytes(), ephemeral.as_bytes());
    // SAFETY: a ciphertext has that size.
    written(message.len() + overhead_bytes(curve, options), |out| unsafe {
        sys::mc_ecies_encrypt_given(
            out,
            public.as_ptr(),
            message.as_ptr(),
            given.as_ptr(),
            public.len(),
            message.len(),
            given.len(),
            &options.in_c(),
            curve.as_ptr(),
        )
    })
}

/// The message. Nothing is decrypted before the tag is found right. Errors: `Mac` for another key, a changed ciphertext
/// or other options (of these the tag does not tell AES-256 from AES-128 with a derived counter); `Length` for a
/// ciphertext that is too short; for its ephemeral key those of [`PublicKey::from_bytes`] and `SharedInfinity`.
pub fn decrypt(key: &PrivateKey, ciphertext: &[u8], options: &Options) -> Result<Secret, Error> {
    let (own, curve) = (key.as_bytes(), key.curve());
    // SAFETY: the message has that size; of a shorter ciphertext nothing is written.
    Secret::written(ciphertext.len().saturating_sub(overhead_bytes(curve, options)), |out| unsafe {
        sys::mc_ecies_decrypt(
            out,
            own.as_ptr(),
            ciphertext.as_ptr(),
            own.len(),
            ciphertext.len(),
            &options.in_c(),
            curve.as_ptr(),
        )
    })
}
