/* The field of a template: its size, and the names that are the same for binary and prime fields.
 *
 * Files of fb/ fp/ curve/ scalar/ encoding/ protocol/ are templates: each is compiled once per field with
 * -DMC_FIELD=<field>, such as fb163 or fp256r1, and its names contain the field's: EC(f) is mc_fb163_f. */
#ifndef MC_FIELD_H
#define MC_FIELD_H

#include "word/word.h"

#ifndef MC_FIELD
#error "compile this file with -DMC_FIELD=<field>, such as -DMC_FIELD=fb163"
#endif
/* FIELD_IS_PRIME, EC_SCALAR_BITS, and the constants of a field of its kind: fb/fb.h, fp/fp.h. */
#include MC_STRINGIFY(field/MC_FIELD.h)
/* Whether the curves over the field have Edwards form, instead of Weierstrass form, and whether there are curves of
 * Montgomery form besides. */
#ifndef FIELD_HAS_EDWARDS_CURVES
#define FIELD_HAS_EDWARDS_CURVES 0
#endif
#ifndef FIELD_HAS_EDDSA_CURVES
#define FIELD_HAS_EDDSA_CURVES 0
#endif
#ifndef FIELD_HAS_MONTGOMERY_CURVES
#define FIELD_HAS_MONTGOMERY_CURVES 0
#endif

#define EC(name) MC_CONCATENATE(MC_CONCATENATE(mc_, MC_FIELD), MC_CONCATENATE(_, name))

#if FIELD_IS_PRIME
#define EC_FIELD_BITS FP_BITS
#else
#define EC_FIELD_BITS FB_M
#endif
#define EC_WORDS MC_WORDS(EC_FIELD_BITS)
#define EC_BYTES ((EC_FIELD_BITS + 7) / 8)
/* The bits that an element has in its highest word. */
#define EC_TOP_WORD_MASK ((mc_word) ~(mc_word)0 >> (EC_WORDS * MC_WORD_BITS - EC_FIELD_BITS))
/* Scalars have EC_SCALAR_BITS bits: those of an element, or of the largest group order where that is longer. */
#define EC_SCALAR_WORDS MC_WORDS(EC_SCALAR_BITS)

#endif
