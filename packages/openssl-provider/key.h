/* Keys: their parts, their lives. */
#ifndef MOTECURVE_OPENSSL_KEY_H
#define MOTECURVE_OPENSSL_KEY_H

#include "groups.h"

#include <openssl/evp.h>
#include <stdatomic.h>

#define KEY_PARTS (OSSL_KEYMGMT_SELECT_PUBLIC_KEY | OSSL_KEYMGMT_SELECT_PRIVATE_KEY)

/* A key is empty, or ours (with a group, with a public key or not, and then with a private key or not), or another
 * provider's. Every key of ours that is here has been validated.
 *
 * Contexts of signatures and agreements hold a key that its owner may change meanwhile, as in OpenSSL itself. So the
 * functions of key.c alone write these parts, all of them together, and no call relies on a part that was there when
 * its context began. */
typedef struct {
    const group *group;   /* null if the key is another's or empty */
    EVP_PKEY *other;      /* null if the key is ours or empty */
    int other_selection;  /* the parts that the other has */
    uint8_t *private_key; /* big-endian, null if there is none; in OpenSSL's secure memory if it was set up */
    int has_public_key;
    uint8_t public_key[MC_MAX_PUBLIC_KEY_BYTES];
} key_parts;

/* Whether the curve must have a name, or one of NIST's. All of ours have one. */
typedef enum { CHECK_DEFAULT, CHECK_NAMED, CHECK_NAMED_NIST } group_check;

/* How a key of ours is written and used. As in OpenSSL's own keys there are two forms of points: reading an encoded
 * public key sets one of them, setting a form sets both. */
typedef struct {
    point_conversion_form_t form;       /* of the public key */
    point_conversion_form_t curve_form; /* of the generator */
    int is_cofactor_used;
    int is_public_left_out; /* of an encoded private key */
    group_check check;      /* of the curve, where a key is validated */
} key_flags;

typedef struct {
    provider *provider;
    atomic_int references;
    key_parts its;
    key_flags flags;
} ec_key;

ec_key *key_new(provider *of);
ec_key *key_share(ec_key *key);
void key_free(void *key);

/* Each of these sets all parts of a key, or fails and leaves the key as it was. */

/* A key of ours, validated. Any of the two halves may be null: the public key of a private key is computed, or, if
 * given, must be that. The private key is big-endian, of any length: its value counts. */
int key_set(ec_key *key, const group *its_group, const uint8_t *private_key, size_t private_key_bytes,
            const uint8_t *public_key, size_t public_key_bytes);
/* The private key stays; the public key must be its own. */
int key_set_public(ec_key *key, const uint8_t *public_key, size_t public_key_bytes);
int key_generate(ec_key *key, const group *its_group);
/* Takes over the other provider's key, which has these parts. */
void key_set_other(ec_key *key, EVP_PKEY *other, int selection);
/* The other provider's key has got a public key. */
void key_note_public_of_other(ec_key *key);
/* Of another key of ours those parts that are selected. How the key is written goes with its parts alone. */
int key_set_copy(ec_key *key, const ec_key *from, int selection);

/* The parts and the domain parameters that a key has, null too, as a selection. */
int key_selection(const ec_key *key);
/* Whether it has all of the parts and domain parameters that are asked for. */
int key_has(const void *key, int selection);
/* The form of an encoded point, by its first byte. */
point_conversion_form_t form_of_point(const uint8_t *encoded);
/* The public key in the key's form or another; returns its bytes, 0 on errors. */
size_t key_encode_point(uint8_t encoded[MC_MAX_PUBLIC_KEY_BYTES], const ec_key *key, point_conversion_form_t form);

#endif
