/* MC_API marks the functions that a shared library shows and that C++ may call; MC_API_DATA its objects.
 *
 * Where buffers may lie, in every function of these headers:
 *
 * (a) An output of octets may overlap inputs of octets in any way. The result is that of buffers that lie apart, and of
 *     an input that lay in the output nothing else remains. So a message is signed, and a key derived, in its own
 * place. (b) Two outputs lie apart. If they do not, the call gives MC_ERROR_OVERLAP and has written nothing. (c) The
 * same for what a call works in or reads by a pointer of its own type: the stack and the object of a task, the memory,
 * results and signatures of a batch (and the octets that these point to), the counter of AES, the options of ECIES with
 * what they point to. (d) The output of a key derivation of more than one digest lies apart from what every digest is
 * made of (kdf.h); else MC_ERROR_OVERLAP, before anything is written. (e) Functions without a status cannot refuse. A
 * digest or tag may overlap the context that it comes of, and a key that which it is made ready in; but what is fed to
 * a context, or squeezed out of one, lies apart from it, and so do the contexts and keys of one call. (f) What a
 * caller's own function gets as its context is the caller's: it is called before outputs are written, but for
 *     mc_shake256_squeeze none is written in pieces.
 *
 * Pointers may be null where their length is 0; a null curve or hash is an error with a status of its own, but for the
 * functions without a status, which take no null. */
#ifndef MOTECURVE_API_H
#define MOTECURVE_API_H

#ifdef __cplusplus
#define MC_API      extern "C" __attribute__((visibility("default")))
#define MC_API_DATA MC_API
#else
#define MC_API      __attribute__((visibility("default")))
#define MC_API_DATA extern MC_API
#endif

#endif
