/* On hosts, all that a call on secrets left below its caller's frame and in registers is overwritten at its end:
 * compilers keep copies of secrets where no source names them, and so do the C library and the loader. In a mote image,
 * where every byte and cycle counts, functions wipe the variables that they name and nothing is done here. */
#ifndef MC_NATIVE_BURN_H
#define MC_NATIVE_BURN_H

#include <stddef.h>
#include <stdint.h>

#include "word/config.h"

/* How deep calls go, by kind of work: hashes; ciphers and the derivation of keys; a curve over a field whose elements
 * have so many bytes. A loader that binds names at their first call saves all vector registers there, with AVX-512 over
 * 3 KB. tests/src/whole/test_host_wiping.py measures it. */
#define MC_BURN_HASH_BYTES               512
#define MC_BURN_CIPHER_BYTES             6144
#define MC_BURN_CURVE_BYTES(field_bytes) (4096 + 400 * (field_bytes))

#ifdef MC_SINGLE_CURVE
#define mc_burn(bytes) ((void)0)
#else
/* Zeros in so many bytes of the stack below the caller's frame and, on 64-bit x86 and Arm, in all registers that a
 * function need not keep. */
void mc_burn(size_t bytes);
#endif

#endif
