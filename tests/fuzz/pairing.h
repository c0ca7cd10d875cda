/* Common part of the targets of pairings. Their inputs begin with two bytes as all others do; the first chooses a curve
 * for those, and nothing here. OpenSSL has no pairings, but curves over prime fields of any coefficients, and numbers:
 * it says which points and values are in a group of prime order. */
#ifndef MC_FUZZ_PAIRING_H
#define MC_FUZZ_PAIRING_H

#include <openssl/bn.h>
#include <openssl/ec.h>

#include "motecurve/status.h"

/* y^2 = x^3 + a x + b modulo p with a generator (x, y) of prime order r; numbers in hexadecimal. */
typedef struct {
    const char *p, *a, *b, *r, *x, *y;
} pairing_curve;

/* OpenSSL's group, made once for each curve. */
const EC_GROUP *pairing_group(const pairing_curve *curve);
/* A number, which the caller frees. */
BIGNUM *pairing_number(const char *hexadecimal);
/* Prints the condition that failed, and aborts. */
void pairing_require(int holds, const char *what);

#endif
