/* Hash functions: SHA-1 and SHA-2 (FIPS 180-4), SHAKE256 (FIPS 202).
 *
 * A context is begun, fed any number of times, and finished; finishing wipes it. Time and addresses depend on lengths
 * alone. Protocols take a hash function as `const mc_hash *`; a program that uses one alone may call it directly, which
 * takes less flash and memory. SHA-1 is broken for collisions and is here for old vectors and old peers only.
 *
 * MC_WITH_SHA512 says whether there are SHA-384 and SHA-512, whose context is twice as large: by default on hosts, and
 * not in mote images. */
#ifndef MOTECURVE_HASH_H
#define MOTECURVE_HASH_H

#include <stddef.h>
#include <stdint.h>

#ifdef MC_CONFIG_HEADER
#include MC_CONFIG_HEADER
#endif
#include "motecurve/api.h"

#ifndef MC_WITH_SHA512
#ifdef MC_SINGLE_CURVE
#define MC_WITH_SHA512 0
#else
#define MC_WITH_SHA512 1
#endif
#endif

#define MC_SHA1_BYTES   20
#define MC_SHA256_BYTES 32
#define MC_SHA512_BYTES 64

/* Of every hash function here, whether the build has it or not. */
#define MC_HASH_MAX_DIGEST_BYTES 64

#define MC_SHA256_BLOCK_BYTES 64
#define MC_SHA512_BLOCK_BYTES 128
#if MC_WITH_SHA512
#define MC_HASH_MAX_BLOCK_BYTES MC_SHA512_BLOCK_BYTES
#else
#define MC_HASH_MAX_BLOCK_BYTES MC_SHA256_BLOCK_BYTES
#endif

/* Bytes hashed so far; a mote hashes less than 512 MiB, a host less than 2^61 bytes. */
#if SIZE_MAX > 0xffff
typedef uint64_t mc_hash_length;
#else
typedef uint32_t mc_hash_length;
#endif

/* Of SHA-224 and of SHA-1, which uses five words of the state, too. */
typedef struct {
    uint32_t state[8];
    mc_hash_length length;
    union {
        uint8_t bytes[MC_SHA256_BLOCK_BYTES];
        uint32_t words[16];
    } block;
} mc_sha256_context;

/* Of SHA-384, too. */
typedef struct {
    uint64_t state[8];
    mc_hash_length length;
    union {
        uint8_t bytes[MC_SHA512_BLOCK_BYTES];
        uint64_t words[16];
    } block;
} mc_sha512_context;

/* A hash function: its sizes and its functions. */
typedef struct mc_hash mc_hash;

MC_API_DATA const mc_hash mc_sha1, mc_sha224, mc_sha256;
#if MC_WITH_SHA512
MC_API_DATA const mc_hash mc_sha384, mc_sha512;
#endif

typedef struct {
    const mc_hash *hash;
    union {
        mc_sha256_context sha256;
#if MC_WITH_SHA512
        mc_sha512_context sha512;
#endif
    } of;
} mc_hash_context;

/* Bytes of a digest, and of the blocks that HMAC fills up keys to; 0 for a null hash. */
MC_API size_t mc_hash_digest_bytes(const mc_hash *hash);
MC_API size_t mc_hash_block_bytes(const mc_hash *hash);

/*---
out: context
---*/
MC_API void mc_hash_begin(mc_hash_context *context, const mc_hash *hash);
/*---
inout: context secret
in: data[bytes] secret
apart: context and data
---*/
MC_API void mc_hash_feed(mc_hash_context *context, const uint8_t *data, size_t bytes);
/* Writes mc_hash_digest_bytes bytes. The context must be begun again before it is used again. */
/*---
out: digest[digest] secret
inout: context secret
---*/
MC_API void mc_hash_finish(uint8_t *digest, mc_hash_context *context);

#ifndef MC_SINGLE_CURVE
/* The hash function of that name: "SHA-1", "SHA-224", "SHA-256", "SHA-384" or "SHA-512"; null for others. */
MC_API const mc_hash *mc_hash_find(const char *name);
#endif

/*---
out: context
---*/
MC_API void mc_sha1_begin(mc_sha256_context *context);
/*---
inout: context secret
in: data[bytes] secret
apart: context and data
---*/
MC_API void mc_sha1_feed(mc_sha256_context *context, const uint8_t *data, size_t bytes);
/*---
out: digest secret
inout: context secret
---*/
MC_API void mc_sha1_finish(uint8_t digest[MC_SHA1_BYTES], mc_sha256_context *context);

/*---
out: context
---*/
MC_API void mc_sha256_begin(mc_sha256_context *context);
/*---
inout: context secret
in: data[bytes] secret
apart: context and data
---*/
MC_API void mc_sha256_feed(mc_sha256_context *context, const uint8_t *data, size_t bytes);
/*---
out: digest secret
inout: context secret
---*/
MC_API void mc_sha256_finish(uint8_t digest[MC_SHA256_BYTES], mc_sha256_context *context);

/* In every build; only the description mc_sha512 is left out without MC_WITH_SHA512. */
/*---
out: context
---*/
MC_API void mc_sha512_begin(mc_sha512_context *context);
/*---
inout: context secret
in: data[bytes] secret
apart: context and data
---*/
MC_API void mc_sha512_feed(mc_sha512_context *context, const uint8_t *data, size_t bytes);
/*---
out: digest secret
inout: context secret
---*/
MC_API void mc_sha512_finish(uint8_t digest[MC_SHA512_BYTES], mc_sha512_context *context);

/* SHAKE256 gives as many bytes as are asked for, at once or in pieces; it is fed before the first. */
typedef struct {
    uint64_t lanes[25];
    uint8_t place; /* of the next byte in the first lanes, in or out */
    uint8_t is_squeezed;
} mc_shake256_context;

/*---
out: context
---*/
MC_API void mc_shake256_begin(mc_shake256_context *context);
/*---
inout: context secret
in: data[bytes] secret
apart: context and data
---*/
MC_API void mc_shake256_feed(mc_shake256_context *context, const uint8_t *data, size_t bytes);
/*---
out: out[bytes] secret
inout: context secret
apart: out and context
---*/
MC_API void mc_shake256_squeeze(uint8_t *out, size_t bytes, mc_shake256_context *context);
/* Wipes the context. */
/*---
inout: context secret
---*/
MC_API void mc_shake256_finish(mc_shake256_context *context);

#endif
