//! Elliptic curves: keys, ECDH, X25519 and X448, ECDSA, EdDSA, Schnorr signatures, ECIES, ElGamal, ECMQV, implicit
//! certificates and batches, on all curves of the library.
//!
//! ```
//! let curve = motecurve::Curve::find("secp256r1").expect("a curve of this build");
//! let key = motecurve::PrivateKey::generate(curve)?;
//! let signature = key.sign_ecdsa(b"node 17: 21.5 degrees")?;
//! key.public_key().verify_ecdsa(b"node 17: 21.5 degrees", &signature)?;
//! # Ok::<(), motecurve::Error>(())
//! ```
//!
//! The functions are constant time where they take secrets. Secrets are zeroized when they are dropped, and never printed.
//! Random bytes are the system's. Calls in steps (`motecurve/stepwise.h`) are for motes, which have no threads: this crate
//! leaves them to `motecurve-sys`.

pub mod batch;
mod curve;
pub mod ecdsa;
pub mod ecies;
pub mod ecmqv;
pub mod ecqv;
mod eddsa;
pub mod elgamal;
mod error;
mod hash;
pub mod kdf;
mod key;
mod random;
pub mod schnorr;
mod secret;

pub use curve::Curve;
pub use eddsa::ExpandedKey;
pub use error::Error;
pub use hash::Hash;
pub use key::{PrivateKey, PublicKey};
pub use secret::Secret;
