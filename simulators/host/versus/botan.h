/* Botan's side has two kinds of operation: curves of Weierstrass form, and keys that are bytes. */
#ifndef MC_NATIVE_BOTAN_H
#define MC_NATIVE_BOTAN_H

#include <botan/ffi.h>

#include "../kind.h"

extern const struct kind botan_group, botan_raw;
extern botan_rng_t botan_source; /* of nonces and blinding */

/* Signs and verifies what is hashed already, or, of Ed25519, the message; returns Botan's status, 0 for success. */
int botan_sign(botan_pk_op_sign_t operation, uint8_t *signature, size_t octets, const uint8_t *text, size_t count);
int botan_verify(botan_pubkey_t key, const char *padding, const uint8_t *signature, size_t octets, const uint8_t *text,
                 size_t count);

#endif
