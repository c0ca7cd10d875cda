/* Operations whose keys are plain bytes: X25519 and X448 (RFC 7748), Ed25519 and Ed448 (RFC 8032). The inputs and
 * outputs are the same for every side of a comparison; bytes are little-endian numbers, except a message. */
#ifndef MC_NATIVE_RAW_H
#define MC_NATIVE_RAW_H

#include "side.h"

#define RAW_BYTES         57 /* the longest key: Ed448's */
#define RAW_MESSAGE_BYTES 32

enum raw_function { RAW_ECDH, RAW_PUBLIC_KEY, RAW_SIGN, RAW_VERIFY, RAW_FUNCTIONS };

struct raw_call {
    uint8_t private_key[RAW_BYTES], public_key[RAW_BYTES], secret[RAW_BYTES];
    uint8_t signature[2 * RAW_BYTES], message[RAW_MESSAGE_BYTES];
    int status;
    void *objects; /* of the library, made before */
};

/* The inputs and outputs of an operation, a letter each: d the private key, q the public key, p the peer's; r and s
 * the halves of a signature; m the message; z the shared secret. */
struct raw_operation {
    const char *name;
    enum raw_function function;
    const char *inputs, *outputs;
};

/* Null if there is none of that name. */
const struct raw_operation *raw_find(const char *name);

/* Reads a case whose keys are `octets` long. Returns 0 if a number of it is missing, else 1. */
int raw_read(struct raw_call *call, const struct raw_operation *operation, const struct numbers *in, size_t octets);

/* Adds the status and the outputs. */
void raw_write(struct numbers *out, const struct raw_operation *operation, const struct raw_call *call, size_t octets);

/* A library's functions, in the order of enum raw_function; each returns 0 for success. */
struct raw_library {
    int (*make)(struct raw_call *call, enum raw_function function); /* makes the objects; null if there are none */
    int (*functions[RAW_FUNCTIONS])(struct raw_call *call);         /* the timed part */
};

/* Opens the operation; returns null on success, else the reason why it cannot. */
const char *raw_open(const struct raw_library *library, const struct subject *subject);

/* The same for a library that has X25519 and Ed25519 alone. */
const char *raw_open_25519(const struct raw_library *library, const struct subject *subject);

/* The other functions of struct side, by those of the library. */
void *raw_prepare(const struct numbers *in);
void raw_run(void *prepared, size_t count);
void raw_results(const void *prepared, struct numbers *out);

#endif
