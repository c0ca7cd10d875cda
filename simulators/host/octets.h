/* Operations on curves of Weierstrass form whose keys and signatures are bytes, most significant first (SEC 1): for
 * libraries whose interface takes such. The private key and the halves of a signature have `scalar_octets` bytes. */
#ifndef MC_NATIVE_OCTETS_H
#define MC_NATIVE_OCTETS_H

#include "numbers.h"

#define OCTETS        72 /* of the longest coordinate or scalar, and a few more */
#define DIGEST_OCTETS 32

enum octets_function { OCTETS_ECDH, OCTETS_SIGN, OCTETS_VERIFY, OCTETS_FUNCTIONS };

struct octets_sizes {
    size_t field, scalar;
};

struct octets_call {
    uint8_t private_key[OCTETS], public_key[1 + 2 * OCTETS], secret[OCTETS];
    uint8_t signature[2 * OCTETS], digest[DIGEST_OCTETS];
    int status;
};

/* The inputs and outputs of an operation, a letter each: d the private key, P a public key, e the digest, s the
 * signature, z the shared secret. */
struct octets_operation {
    const char *name;
    enum octets_function function;
    const char *inputs, *outputs;
};

/* Null if there is none of that name. */
const struct octets_operation *octets_find(const char *name);

/* The sizes for a field of so many octets and the order n among the parameters of the curve. */
struct octets_sizes octets_sizes_of(size_t field, const struct numbers *parameters);

/* Reads a case. Returns 0 if a number of it is missing, else 1. */
int octets_read(struct octets_call *call, const struct octets_operation *operation, const struct numbers *in,
                struct octets_sizes sizes);

/* Adds the status and the outputs. */
void octets_write(struct numbers *out, const struct octets_operation *operation, const struct octets_call *call,
                  struct octets_sizes sizes);

#endif
