use std::ffi::CStr;
use std::fmt;

use motecurve_sys as sys;

macro_rules! errors {
    ($($name:ident = $status:ident,)*) => {
        /// Why a call failed: one for each status of `motecurve/status.h`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Error {
            $($name,)*
            /// A status that a newer library has.
            Unknown(u32),
        }

        impl Error {
            /// The number of the status.
            pub fn status(self) -> u32 {
                match self {
                    $(Error::$name => sys::$status,)*
                    Error::Unknown(status) => status,
                }
            }

            pub(crate) fn of(status: u32) -> Error {
                match status {
                    $(sys::$status => Error::$name,)*
                    other => Error::Unknown(other),
                }
            }
        }
    };
}

errors! {
    Length = MC_ERROR_LENGTH,
    Encoding = MC_ERROR_ENCODING,
    CoordinateRange = MC_ERROR_COORDINATE_RANGE,
    Infinity = MC_ERROR_INFINITY,
    NotOnCurve = MC_ERROR_NOT_ON_CURVE,
    Subgroup = MC_ERROR_SUBGROUP,
    ScalarZero = MC_ERROR_SCALAR_ZERO,
    ScalarRange = MC_ERROR_SCALAR_RANGE,
    SharedInfinity = MC_ERROR_SHARED_INFINITY,
    Random = MC_ERROR_RANDOM,
    DigestLength = MC_ERROR_DIGEST_LENGTH,
    Signature = MC_ERROR_SIGNATURE,
    Unsupported = MC_ERROR_UNSUPPORTED,
    Trailing = MC_ERROR_TRAILING,
    NotMinimal = MC_ERROR_NOT_MINIMAL,
    YBit = MC_ERROR_Y_BIT,
    Fault = MC_ERROR_FAULT,
    Busy = MC_BUSY,
    Stack = MC_ERROR_STACK,
    Reentered = MC_ERROR_REENTERED,
    Abandoned = MC_ERROR_ABANDONED,
    ContextLength = MC_ERROR_CONTEXT_LENGTH,
    Reader = MC_ERROR_READER,
    Certificate = MC_ERROR_CERTIFICATE,
    Mac = MC_ERROR_MAC,
    MessageLength = MC_ERROR_MESSAGE_LENGTH,
    Overlap = MC_ERROR_OVERLAP,
    HighS = MC_ERROR_HIGH_S,
    Pem = MC_ERROR_PEM,
    KeyKind = MC_ERROR_KEY_KIND,
    CurveNotNamed = MC_ERROR_CURVE_NOT_NAMED,
    Encrypted = MC_ERROR_ENCRYPTED,
    KeyPair = MC_ERROR_KEY_PAIR,
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: the text is the library's, ends with a zero and is never freed; any number is allowed.
        let text = unsafe { CStr::from_ptr(sys::mc_status_text(self.status())) };
        formatter.write_str(&text.to_string_lossy())
    }
}

impl std::error::Error for Error {}

/// The result of a call with this status.
pub(crate) fn check(status: sys::mc_status) -> Result<(), Error> {
    match status {
        sys::MC_OK => Ok(()),
        other => Err(Error::of(other)),
    }
}

/// What a call writes to the place that it is given, which has room for so many bytes.
pub(crate) fn written(bytes: usize, call: impl FnOnce(*mut u8) -> sys::mc_status) -> Result<Vec<u8>, Error> {
    let mut out = vec![0; bytes];
    check(call(out.as_mut_ptr()))?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_has_a_name_and_a_text() {
        for &status in sys::STATUSES.iter().filter(|&&status| status != sys::MC_OK) {
            let error = Error::of(status);
            assert_ne!(error, Error::Unknown(status));
            assert_eq!(error.status(), status);
            assert!(!error.to_string().is_empty());
        }
        assert_eq!(Error::of(999), Error::Unknown(999));
        assert!(check(sys::MC_OK).is_ok());
    }
}
