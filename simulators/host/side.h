/* A side of a comparison: one library that computes the operation. This library is one; every other is a shared
 * object of its own that exports `mc_native_side`. */
#ifndef MC_NATIVE_SIDE_H
#define MC_NATIVE_SIDE_H

#include <stddef.h>

#include "numbers.h"

/* The subject of a measurement. Names without value are null or empty. */
struct subject {
    const char *operation;     /* as the bench names it, such as scalar-mult */
    const char *curve;         /* name of the curve */
    const char *aliases;       /* other names and object identifiers of it, with commas between */
    const char *field;         /* such as fp256r1 */
    const char *order;         /* order<bits>: arithmetic modulo the group order */
    const char *function;      /* of the member, without mc_<field>_ */
    size_t element_bytes;      /* of a field element in words */
    size_t scalar_bytes;       /* of a scalar in words */
    size_t octets;             /* of a field element in the interface */
    size_t raw_octets;         /* bytes of a key, if keys are bytes as in RFC 7748 and RFC 8032; else 0 */
    struct numbers parameters; /* p (prime or polynomial), a, b, gx, gy, n, h */
};

struct side {
    const char *name;

    /* Version, and the processor features that it uses, as text. */
    const char *(*version)(void);

    /* Prepares for the operation; returns null on success, else the reason why this side cannot compute it. `library`
     * is the file of the measured library; other sides know their own. */
    const char *(*open)(const struct subject *subject, const char *library);

    /* One case, ready to be run any number of times; the side keeps it. Null if its numbers are not those expected. */
    void *(*prepare)(const struct numbers *in);

    /* Computes it `count` times: the timed part. */
    void (*run)(void *prepared, size_t count);

    /* Results of the last time, by the names of the known answers. */
    void (*results)(const void *prepared, struct numbers *out);
};

#endif
