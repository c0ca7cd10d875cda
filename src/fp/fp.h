/* Integers modulo an odd n of MC_FP_BITS bits, the prime order of a group: what signatures compute with.
 *
 * Files of fp/ that include this are templates: each is compiled once per size with -DMC_FP_BITS=<bits>, and
 * FP(f) makes its names (FP(mul) is mc_fp163_mul). A residue is FP_WORDS words, least significant first,
 * below n in every input and every output. Every function is constant time; outputs may alias inputs.
 *
 * The Montgomery form of a is a R mod n with R = 2^(FP_WORDS MC_WORD_BITS). Addition and subtraction keep
 * either form. */
#ifndef MC_FP_H
#define MC_FP_H

#include "word/word.h"

#ifndef MC_FP_BITS
#error "compile this file with -DMC_FP_BITS=<bits>, such as -DMC_FP_BITS=163"
#endif

#define FP(name) MC_CONCATENATE(MC_CONCATENATE(mc_fp, MC_FP_BITS), MC_CONCATENATE(_, name))
#define FP_WORDS MC_WORDS(MC_FP_BITS)

/* Generated into fp/data/, kept in flash. */
typedef struct {
    mc_word n[FP_WORDS];
    mc_word r_squared[FP_WORDS]; /* R^2 mod n */
    mc_word minus_n_inverse;     /* -1/n mod 2^MC_WORD_BITS */
} FP(modulus);
#include MC_STRINGIFY(fp/data/MC_CONCATENATE(fp, MC_FP_BITS).h) /* generated: mc_<curve>_order */

/* fp/basic.c */
void FP(add)(mc_word *r, const mc_word *a, const mc_word *b, const MC_FLASH FP(modulus) *m); /* a + b mod n */
void FP(sub)(mc_word *r, const mc_word *a, const mc_word *b, const MC_FLASH FP(modulus) *m); /* a - b mod n */
/* r = a + carry R for a number below 2 n, carry 0 or 1, with n taken off if it is not below n. */
void FP(reduce_once)(mc_word *r, const mc_word *a, mc_word carry, const MC_FLASH FP(modulus) *m);
mc_word FP(mask_zero)(const mc_word *a);                    /* ~0 if a = 0, else 0 */
mc_word FP(mask_equal)(const mc_word *a, const mc_word *b); /* ~0 if a = b, else 0 */
/* ~0 if a < n, else 0; for any a of FP_WORDS words. */
mc_word FP(mask_below)(const mc_word *a, const MC_FLASH FP(modulus) *m);

/* fp/octets.c: r = the big-endian number of `count` octets, of any length, mod n. r apart from octets. */
void FP(from_octets)(mc_word *r, const uint8_t *octets, size_t count, const MC_FLASH FP(modulus) *m);

/* fp/montgomery.c: a b / R mod n, and the ways between a and its Montgomery form. */
void FP(mul)(mc_word *r, const mc_word *a, const mc_word *b, const MC_FLASH FP(modulus) *m);
void FP(to_montgomery)(mc_word *r, const mc_word *a, const MC_FLASH FP(modulus) *m);
void FP(from_montgomery)(mc_word *r, const mc_word *a, const MC_FLASH FP(modulus) *m);

/* Inverses: family fp-inv. a and its inverse are in Montgomery form; the inverse of 0 is 0. */
#include "fp/algorithms.h" /* generated: prototypes of every member */
#define fp_inv FP(MC_FP_INV)

#endif
