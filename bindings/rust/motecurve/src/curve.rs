use std::ffi::{CStr, CString};
use std::fmt;

use motecurve_sys as sys;

use crate::Error;

/// A curve of this build.
#[derive(Clone, Copy)]
pub struct Curve(&'static sys::mc_curve);

impl Curve {
    /// The curve with this name, alias or OID, such as "secp256r1", "P-256" or "1.2.840.10045.3.1.7"; none if the build
    /// has no such curve. Upper and lower case differ.
    pub fn find(name: &str) -> Option<Curve> {
        let name = CString::new(name).ok()?;
        // SAFETY: the name ends with a zero; curves are constants of the library, or the pointer is null.
        unsafe { sys::mc_curve_find(name.as_ptr()).as_ref() }.map(Curve)
    }

    /// All curves of this build.
    pub fn all() -> impl Iterator<Item = Curve> {
        // SAFETY: any index is allowed, and curves are constants of the library.
        (0..unsafe { sys::mc_curve_count() }).filter_map(|index| unsafe { sys::mc_curve_at(index).as_ref() }.map(Curve))
    }

    /// Its first name.
    pub fn name(self) -> &'static str {
        // SAFETY: names are constants of the library that end with a zero.
        unsafe { CStr::from_ptr(sys::mc_curve_name(self.0)) }.to_str().unwrap_or("")
    }

    /// Bytes of a field element, and so of a shared secret.
    pub fn field_bytes(self) -> usize {
        // SAFETY: the curve is one of the library.
        unsafe { sys::mc_curve_field_bytes(self.0) }
    }

    /// Bytes of a private key.
    pub fn private_key_bytes(self) -> usize {
        // SAFETY: the curve is one of the library.
        unsafe { sys::mc_curve_scalar_bytes(self.0) }
    }

    /// Bytes of an uncompressed public key.
    pub fn public_key_bytes(self) -> usize {
        // SAFETY: the curve is one of the library.
        unsafe { sys::mc_curve_public_key_bytes(self.0) }
    }

    /// Bytes of a signature, 0 if the curve has none.
    pub fn signature_bytes(self) -> usize {
        // SAFETY: the curve is one of the library.
        unsafe { sys::mc_curve_signature_bytes(self.0) }
    }

    /// The curve of keys that must be of one: the other's, or `Error::NotOnCurve` if that is another.
    pub(crate) fn shared_with(self, other: Curve) -> Result<Curve, Error> {
        if self == other {
            Ok(self)
        } else {
            Err(Error::NotOnCurve)
        }
    }

    pub(crate) fn as_ptr(self) -> *const sys::mc_curve {
        self.0
    }
}

impl PartialEq for Curve {
    fn eq(&self, other: &Curve) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Curve {}

impl fmt::Debug for Curve {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Curve({})", self.name())
    }
}
