use std::os::raw::{c_int, c_void};

use motecurve_sys as sys;

/// The system's source of random bytes, for calls that take one; its context is null.
pub(crate) const SYSTEM: sys::mc_random = Some(system_random);

extern "C" fn system_random(_context: *mut c_void, out: *mut u8, bytes: usize) -> c_int {
    // SAFETY: the library hands over room for so many bytes, which are set before they are seen as a slice.
    let room = unsafe {
        std::ptr::write_bytes(out, 0, bytes);
        std::slice::from_raw_parts_mut(out, bytes)
    };
    c_int::from(getrandom::getrandom(room).is_err())
}
