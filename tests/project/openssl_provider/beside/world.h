/* One sequence of calls in two worlds: on keys of this provider, and on keys of OpenSSL's default one. What a call
 * returns, what it writes, and what can be asked of its key afterwards must be equal, but for the differences that
 * differences.c lists. */
#ifndef WORLD_H
#define WORLD_H

#include "../program.h"

#define KEYS      3
#define OUT_BYTES 8192

/* What a sequence works on. The names of the worlds' providers differ, and nothing else. */
typedef struct {
    const char *properties, *preferred; /* only this provider; this one first */
    EVP_PKEY *keys[KEYS];
    EVP_PKEY_CTX *generation, *signing, *verifying, *agreement;
    EVP_MD_CTX *message_signing, *message_verifying;
    uint8_t signature[ROOM], encoding[OUT_BYTES];
    size_t signature_bytes, encoding_bytes;
    int is_curve_fixed, is_curve_later; /* the generation has a template or made a key; a curve was named after that */
    int is_copy[2];                     /* the signing and the verifying context */
    int is_room_asked;                  /* of the message to be signed */
    int is_form_given;                  /* to the generation */
} world;

/* The differences that are kept: differences.c. */
typedef enum {
    NONE,
    PRIVATE_ALONE,
    PUBLIC_OF_ANOTHER,
    NOT_IN_SUBGROUP,
    LATER_CURVE,
    FORM_OF_GENERATED,
    EMPTY_DIGEST,
    EXTENDABLE_DIGEST,
    CHANGED_DIGEST,
    ALL_OR_NONE,
    PLAIN_SEC1,
    DIFFERENCES,
} difference;

/* The numbers that a call chooses its arguments by; the same in both worlds. */
typedef struct {
    unsigned slot, to, a, b;
} choice;

typedef struct {
    int value;
    size_t length; /* of what was written, one after the other */
    uint8_t bytes[OUT_BYTES];
    difference may_differ;    /* of OpenSSL's own: ours may differ in this way */
    int is_key, is_signature; /* drawn at random: key `to`, or the signature, is copied from one world to the other */
} outcome;

typedef struct {
    const char *name;
    void (*run)(world *in, const choice *by, outcome *out);
    unsigned variants; /* of `a`, all of which are tried where every pair of calls is */
} call;

extern const call key_calls[], generation_calls[], signature_calls[], agreement_calls[], encoding_calls[];

/* Adds to what a call has written. */
void note(outcome *out, const void *bytes, size_t length);
void note_number(outcome *out, int number);
/* Notes all that can be asked of a key, null too. */
void note_key(outcome *out, EVP_PKEY *key);
/* Puts the key into a slot, and takes the one away that was there. */
void put(world *in, unsigned slot, EVP_PKEY *key);
/* A key of that curve, number 0 to CURVES - 1, by its private number, with the parts of the selection; null if it was
 * refused. */
#define CURVES 3
extern const char *const curves[CURVES];
EVP_PKEY *made(const world *in, unsigned curve, unsigned number, int selection);
/* A copy in the other world, null if there is none. */
EVP_PKEY *copied(const EVP_PKEY *key, const char *properties);

typedef struct {
    const char *title; /* as docs/use/openssl-provider.md has it */
    /* Whether two outcomes that may differ in this way do. */
    int (*is)(const outcome *ours, const outcome *theirs);
} known_difference;
extern const known_difference known_differences[DIFFERENCES];

#endif
