//! Many signatures of ECDSA at once, on many processors.
//!
//! Signatures of one curve share inversions and the tables of keys. Extended ones
//! ([`PrivateKey::sign_ecdsa_digest_extended`](crate::PrivateKey::sign_ecdsa_digest_extended),
//! [`ecdsa::extend`](crate::ecdsa::extend)) are verified in one equation, times random numbers, so that a bad one passes
//! once in 2^126 times.

use std::num::NonZeroUsize;
use std::ptr;
use std::thread;

use motecurve_sys as sys;

use crate::error::check;
use crate::{random, Curve, Error, PublicKey};

/// Signatures that a thread takes at a time: more share no more.
const AT_ONCE: usize = 1024;

/// A signature with what it is verified by.
#[derive(Clone, Copy, Debug)]
pub struct SignedDigest<'a> {
    pub public_key: &'a PublicKey,
    pub digest: &'a [u8],
    pub signature: &'a [u8],
}

/// For each signature, in their order, what `verify_ecdsa_digest` gives. Keys may be on any curves; those without ECDSA
/// give `Error::Unsupported`. `threads`: as many as there are processors, if none.
pub fn verify_many(signed: &[SignedDigest], threads: Option<NonZeroUsize>) -> Vec<Result<(), Error>> {
    verify(signed, threads, false)
}

/// The same for extended signatures. `Error::Random` of all of a curve if the system's source of random bytes fails.
pub fn verify_many_extended(signed: &[SignedDigest], threads: Option<NonZeroUsize>) -> Vec<Result<(), Error>> {
    verify(signed, threads, true)
}

fn verify(signed: &[SignedDigest], threads: Option<NonZeroUsize>, extended: bool) -> Vec<Result<(), Error>> {
    let threads = threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let jobs = jobs(signed, threads);
    let mut results = vec![Ok(()); signed.len()];
    // Each thread takes every so many-th job.
    thread::scope(|scope| {
        let jobs = &jobs;
        let workers: Vec<_> = (0..threads.min(jobs.len()))
            .map(|first| {
                let own = jobs.iter().skip(first).step_by(threads);
                scope.spawn(move || own.map(|job| job.verify(signed, extended)).collect::<Vec<_>>())
            })
            .collect();
        for (first, worker) in workers.into_iter().enumerate() {
            let found = worker.join().expect("a verification does not panic");
            for (job, found) in jobs.iter().skip(first).step_by(threads).zip(found) {
                for (&index, result) in job.indices.iter().zip(found) {
                    results[index] = result;
                }
            }
        }
    });
    results
}

/// The work of one call: signatures of one curve, by their places.
struct Job {
    curve: Curve,
    indices: Vec<usize>,
}

/// The work cut up so that all threads have of it.
fn jobs(signed: &[SignedDigest], threads: usize) -> Vec<Job> {
    let mut by_curve: Vec<Job> = Vec::new();
    for (index, one) in signed.iter().enumerate() {
        let curve = one.public_key.curve();
        match by_curve.iter_mut().find(|job| job.curve == curve) {
            Some(job) => job.indices.push(index),
            None => by_curve.push(Job { curve, indices: vec![index] }),
        }
    }
    let mut jobs = Vec::new();
    for Job { curve, indices } in by_curve {
        let share = (indices.len() + threads - 1) / threads;
        jobs.extend(indices.chunks(share.min(AT_ONCE)).map(|part| Job { curve, indices: part.to_vec() }));
    }
    jobs
}

impl Job {
    fn verify(&self, signed: &[SignedDigest], extended: bool) -> Vec<Result<(), Error>> {
        let (count, curve) = (self.indices.len(), self.curve.as_ptr());
        let mut bytes = 0;
        // SAFETY: the output is one number.
        if let Err(error) = check(unsafe { sys::mc_ecdsa_batch_bytes(&mut bytes, count, curve) }) {
            return vec![Err(error); count];
        }
        let mut memory = vec![0_u8; bytes];
        let mut statuses = vec![sys::MC_ERROR_UNSUPPORTED; count];
        let rows: Vec<_> = self.indices.iter().map(|&index| in_c(&signed[index])).collect();
        let (results, room) = (statuses.as_mut_ptr(), memory.as_mut_ptr().cast());
        // The statuses say all that the result does.
        // SAFETY: statuses and rows have `count` elements, the memory has the size that the library tells, and the rows
        // point to what `signed` borrows.
        let _ = unsafe {
            if extended {
                let source = (random::SYSTEM, ptr::null_mut());
                sys::mc_ecdsa_verify_extended_batch(
                    results,
                    room,
                    rows.as_ptr(),
                    bytes,
                    count,
                    source.0,
                    source.1,
                    curve,
                )
            } else {
                sys::mc_ecdsa_verify_batch(results, room, rows.as_ptr(), bytes, count, curve)
            }
        };
        statuses.into_iter().map(check).collect()
    }
}

fn in_c(signed: &SignedDigest) -> sys::mc_signed_digest {
    let key = signed.public_key.as_bytes();
    sys::mc_signed_digest {
        signature: signed.signature.as_ptr(),
        public_key: key.as_ptr(),
        digest: signed.digest.as_ptr(),
        signature_bytes: signed.signature.len(),
        public_key_bytes: key.len(),
        digest_bytes: signed.digest.len(),
    }
}
