use std::ptr;

use motecurve_sys as sys;

use crate::error::{check, written};
use crate::{random, Curve, Error, Secret};

/// A private key, with its public key.
#[derive(Debug)]
pub struct PrivateKey {
    secret: Secret,
    public_key: PublicKey,
}

/// A public key that was found valid on its curve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey {
    bytes: Vec<u8>,
    curve: Curve,
}

impl PrivateKey {
    /// A new key, of the system's random bytes; `Error::Random` if it has none.
    pub fn generate(curve: Curve) -> Result<PrivateKey, Error> {
        // SAFETY: both outputs have the sizes that the curve tells.
        PrivateKey::written(curve, |secret, public| unsafe {
            sys::mc_key_generate(secret, public, random::SYSTEM, ptr::null_mut(), curve.as_ptr())
        })
    }

    /// The key with these bytes: a number, most significant byte first, below the order of the curve; the keys of RFC
    /// 7748 and RFC 8032 on their curves.
    pub fn from_bytes(curve: Curve, bytes: &[u8]) -> Result<PrivateKey, Error> {
        // SAFETY: the output has the size that the curve tells.
        let public = written(curve.public_key_bytes(), |out| unsafe {
            sys::mc_public_key(out, bytes.as_ptr(), bytes.len(), curve.as_ptr())
        })?;
        Ok(PrivateKey { secret: Secret::of(bytes), public_key: PublicKey { bytes: public, curve } })
    }

    /// The key pair that a call writes to the places for its private and its public key.
    pub(crate) fn written(
        curve: Curve,
        call: impl FnOnce(*mut u8, *mut u8) -> sys::mc_status,
    ) -> Result<PrivateKey, Error> {
        let mut bytes = vec![0; curve.public_key_bytes()];
        let secret = Secret::written(curve.private_key_bytes(), |out| call(out, bytes.as_mut_ptr()))?;
        Ok(PrivateKey { secret, public_key: PublicKey { bytes, curve } })
    }

    /// The bytes of the key, to be kept in a safe place.
    pub fn as_bytes(&self) -> &[u8] {
        self.secret.as_bytes()
    }

    pub fn public_key(&self) -> &PublicKey {
        &self.public_key
    }

    pub fn curve(&self) -> Curve {
        self.public_key.curve
    }

    /// The common secret with another's key: ECDH (SEC 1, 3.3.1), or X25519 and X448 (RFC 7748) on their curves. Derive
    /// keys from it ([`kdf`](crate::kdf)). `Error::NotOnCurve` if the other key is of another curve.
    pub fn agree(&self, peer: &PublicKey) -> Result<Secret, Error> {
        self.agree_by(sys::mc_ecdh, peer)
    }

    /// The same with the cofactor (SEC 1, 3.3.2; SP 800-56A, 5.7.1.2).
    pub fn agree_with_cofactor(&self, peer: &PublicKey) -> Result<Secret, Error> {
        self.agree_by(sys::mc_ecdh_cofactor, peer)
    }

    fn agree_by(&self, function: sys::mc_ecies_agreement, peer: &PublicKey) -> Result<Secret, Error> {
        let curve = self.curve().shared_with(peer.curve)?;
        let (own, other) = (self.as_bytes(), peer.as_bytes());
        // SAFETY: the output has the size that the curve tells.
        Secret::written(curve.field_bytes(), |out| unsafe {
            function(out, own.as_ptr(), other.as_ptr(), own.len(), other.len(), curve.as_ptr())
        })
    }
}

impl PublicKey {
    /// The key with these bytes, as `as_bytes` gives them: an uncompressed point, or the key of RFC 7748 or RFC 8032.
    /// It is refused if it is not a valid key of the curve.
    pub fn from_bytes(curve: Curve, bytes: &[u8]) -> Result<PublicKey, Error> {
        // SAFETY: the library reads so many bytes.
        check(unsafe { sys::mc_public_key_validate(bytes.as_ptr(), bytes.len(), curve.as_ptr()) })?;
        Ok(PublicKey { bytes: bytes.to_vec(), curve })
    }

    /// The key of a compressed, an uncompressed or a hybrid point.
    pub fn from_point(curve: Curve, encoded: &[u8]) -> Result<PublicKey, Error> {
        // SAFETY: the output has the size that the curve tells.
        let point = written(curve.public_key_bytes(), |out| unsafe {
            sys::mc_point_decode(out, encoded.as_ptr(), encoded.len(), curve.as_ptr())
        })?;
        PublicKey::from_bytes(curve, &point)
    }

    /// The key that a call writes, which has found it valid.
    pub(crate) fn written(curve: Curve, call: impl FnOnce(*mut u8) -> sys::mc_status) -> Result<PublicKey, Error> {
        Ok(PublicKey { bytes: written(curve.public_key_bytes(), call)?, curve })
    }

    /// The compressed point, of a byte and a field element.
    pub fn to_compressed(&self) -> Result<Vec<u8>, Error> {
        // SAFETY: a compressed point has that size.
        written(1 + self.curve.field_bytes(), |out| unsafe {
            sys::mc_point_encode(
                out,
                self.bytes.as_ptr(),
                sys::MC_POINT_COMPRESSED,
                self.bytes.len(),
                self.curve.as_ptr(),
            )
        })
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn curve(&self) -> Curve {
        self.curve
    }
}
