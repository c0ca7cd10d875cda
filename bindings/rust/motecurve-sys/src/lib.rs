//! The C functions of Motecurve as they are: the headers in `include/motecurve/` describe them. The crate `motecurve`
//! is a safe interface.
#![allow(non_camel_case_types)]

#[rustfmt::skip]
mod bindings;
pub use bindings::*;
