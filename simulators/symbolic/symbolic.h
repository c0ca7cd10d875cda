/* Arithmetic that records what it is asked, for `./motecurve prove --formulas`: an element of two words is an
 * expression. Word 1 is the number of a record; word 0 is 0 or 1 and is added to it, so that code which changes the
 * lowest bit of an element of a binary field, by r[0] ^= 1, adds 1 as it should. Sums and products are records. A
 * question for a mask is one as well, and is answered by the next of the answers that were given. Copies, choices and
 * exchanges by masks are those of words. */
#ifndef MC_SYMBOLIC_H
#define MC_SYMBOLIC_H

#include "field/field.h"
#include "native/api.h"
#include "word/pace.h"

enum {
    SYMBOLIC_INPUT,
    SYMBOLIC_ADD,
    SYMBOLIC_SUB,
    SYMBOLIC_MUL,
    SYMBOLIC_INV,
    SYMBOLIC_IS_ZERO,
    SYMBOLIC_SQRT,
    SYMBOLIC_SOLVE
};

void EC(symbolic_add)(mc_word *r, const mc_word *a, const mc_word *b);
void EC(symbolic_sub)(mc_word *r, const mc_word *a, const mc_word *b);
void EC(symbolic_mul)(mc_word *r, const mc_word *a, const mc_word *b);
void EC(symbolic_sqr)(mc_word *r, const mc_word *a);
void EC(symbolic_inv)(mc_word *r, const mc_word *a); /* the inverse of 0 is 0 */

void EC(copy)(mc_word *r, const mc_word *a);
void EC(from_flash)(mc_word *r, const MC_FLASH mc_word *a);
void EC(set_small)(mc_word *r, mc_word value);
void EC(select)(mc_word *r, const mc_word *a, mc_word mask);
void EC(swap)(mc_word *a, mc_word *b, mc_word mask);
mc_word EC(mask_zero)(const mc_word *a);
mc_word EC(mask_equal)(const mc_word *a, const mc_word *b);

#endif
