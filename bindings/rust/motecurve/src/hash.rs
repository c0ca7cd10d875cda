use motecurve_sys as sys;

/// A hash function (FIPS 180-4). SHA-1 is for what exists already: collisions of it are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hash {
    Sha1,
    Sha224,
    Sha256,
    Sha384,
    Sha512,
}

impl Hash {
    /// Bytes of a digest.
    pub fn digest_bytes(self) -> usize {
        // SAFETY: the hash is one of the library.
        unsafe { sys::mc_hash_digest_bytes(self.as_ptr()) }
    }

    /// The digest of a message.
    pub fn digest(self, message: &[u8]) -> Vec<u8> {
        let mut digest = vec![0; self.digest_bytes()];
        let mut context = std::mem::MaybeUninit::uninit();
        // SAFETY: the first call sets the context, and the output has the size that the hash tells.
        unsafe {
            sys::mc_hash_begin(context.as_mut_ptr(), self.as_ptr());
            sys::mc_hash_feed(context.as_mut_ptr(), message.as_ptr(), message.len());
            sys::mc_hash_finish(digest.as_mut_ptr(), context.as_mut_ptr());
        }
        digest
    }

    pub(crate) fn as_ptr(self) -> *const sys::mc_hash {
        // SAFETY: these are constants of the library, and nothing of them is read.
        unsafe {
            match self {
                Hash::Sha1 => &sys::mc_sha1,
                Hash::Sha224 => &sys::mc_sha224,
                Hash::Sha256 => &sys::mc_sha256,
                Hash::Sha384 => &sys::mc_sha384,
                Hash::Sha512 => &sys::mc_sha512,
            }
        }
    }
}
