use std::fmt;

use motecurve_sys as sys;
use zeroize::Zeroizing;

use crate::error::check;
use crate::Error;

/// Secret bytes. They are zeroized when dropped and not printed.
pub struct Secret(Zeroizing<Vec<u8>>);

impl Secret {
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    pub(crate) fn of(bytes: &[u8]) -> Secret {
        Secret(Zeroizing::new(bytes.to_vec()))
    }

    /// What a call writes to the place that it is given, which has room for so many bytes.
    pub(crate) fn written(bytes: usize, call: impl FnOnce(*mut u8) -> sys::mc_status) -> Result<Secret, Error> {
        let mut secret = Secret(Zeroizing::new(vec![0; bytes]));
        check(call(secret.0.as_mut_ptr()))?;
        Ok(secret)
    }

    pub(crate) fn truncated(mut self, bytes: usize) -> Secret {
        self.0.truncate(bytes);
        self
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Secret({} bytes)", self.0.len())
    }
}
