/* MC_API marks the functions that a shared library shows and that C++ may call; MC_API_DATA its objects. MC_MUST_CHECK
 * marks those with a status: compilers warn where one is ignored.
 *
 * Where buffers may lie, in every function of these headers:
 *
 * 1. An output of bytes may overlap inputs of bytes in any way. The result is the same as with separate buffers: a
 *    message may be signed, and a key derived, in its own place.
 * 2. Two outputs lie apart. If they do not, the call gives MC_ERROR_OVERLAP and has written nothing.
 * 3. The same for objects of a type of their own: the object and the stack of a task; memory, results and signatures
 *    of a batch, and the buffers that these point to; the counter of AES and its output; the options of ECIES, the
 *    buffers that they point to, and its output.
 * 4. A key derivation of more than one digest gives MC_ERROR_OVERLAP, and has written nothing, if its output overlaps
 *    an input that is hashed again for each digest (kdf.h).
 * 5. Functions without a status cannot refuse. A digest or tag may overlap its context and its key, and a key the
 *    object that it is made ready in. But bytes fed to a context, or squeezed out of one, lie apart from it, and so do
 *    the context and the key made ready of one call.
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

#define MC_MUST_CHECK __attribute__((warn_unused_result))

#endif
