/* Numbers modulo a group order n, as layers above fp/ use them: fp/fp.h compiled for order<EC_SCALAR_BITS>. They are
 * EC_SCALAR_WORDS words, below n. */
#ifndef MC_FP_ORDER_H
#define MC_FP_ORDER_H

#include "field/field.h"
#include "native/api.h"
#include "word/pace.h"

#define ORDER(name) MC_CONCATENATE(MC_CONCATENATE(mc_order, EC_SCALAR_BITS), MC_CONCATENATE(_, name))

/* FP(modulus) of fp/fp.h. */
typedef struct {
    mc_word n[EC_SCALAR_WORDS];
#if !MC_PREFER_SIZE
    mc_word r[EC_SCALAR_WORDS];
#endif
#if MC_HAS_R_SQUARED
    mc_word r_squared[EC_SCALAR_WORDS];
#endif
    mc_word minus_n_inverse;
} ORDER(modulus);

/* As fp/fp.h binds them for the size. */
#ifndef MC_ORDER_ADD
#if MC_NATIVE_MONTGOMERY(EC_SCALAR_WORDS)
#define MC_ORDER_ADD add_native
#elif MC_PREFER_SIZE
#define MC_ORDER_ADD add_sums
#else
#define MC_ORDER_ADD add_modular
#endif
#endif
#ifndef MC_ORDER_SUB
#if MC_NATIVE_MONTGOMERY(EC_SCALAR_WORDS)
#define MC_ORDER_SUB sub_native
#elif MC_PREFER_SIZE
#define MC_ORDER_SUB sub_sums
#else
#define MC_ORDER_SUB sub_modular
#endif
#endif
#ifndef MC_ORDER_MUL_REDUCE
#if MC_NATIVE_MONTGOMERY(EC_SCALAR_WORDS)
#define MC_ORDER_MUL_REDUCE mul_reduce_montgomery_native
#else
#define MC_ORDER_MUL_REDUCE mul_reduce_montgomery_cios
#endif
#endif

#define order_add ORDER(MC_ORDER_ADD)
#define order_mul ORDER(MC_PACED(MC_ORDER_MUL_REDUCE, mul_paced)) /* a b / R mod n */
#define order_inv ORDER(MC_ORDER_INV) /* of a Montgomery form, in Montgomery form; the inverse of 0 is 0 */
/* The same of public numbers: by the same member, or by its form for these (fp/inversion/inv_binary_gcd.c). */
#define ORDER_INVERTS_BY_GCD_inv_binary_gcd 1
#if MC_PREFER_SIZE && MC_CONCATENATE(ORDER_INVERTS_BY_GCD_, MC_ORDER_INV)
#define order_inv_var ORDER(inv_binary_gcd_var)
void order_inv_var(mc_word *r, const mc_word *a, const MC_FLASH ORDER(modulus) *m);
#else
#define order_inv_var order_inv
#endif
void order_add(mc_word *r, const mc_word *a, const mc_word *b, const MC_FLASH ORDER(modulus) *m);
void order_mul(mc_word *r, const mc_word *a, const mc_word *b, const MC_FLASH ORDER(modulus) *m);
void order_inv(mc_word *r, const mc_word *a, const MC_FLASH ORDER(modulus) *m);

void ORDER(sub_sums)(mc_word *r, const mc_word *a, const mc_word *b, const MC_FLASH ORDER(modulus) *m);
void ORDER(copy)(mc_word *r, const mc_word *a);
void ORDER(from_flash)(mc_word *r, const MC_FLASH mc_word *a);
void ORDER(select)(mc_word *r, const mc_word *a, mc_word mask);
void ORDER(swap)(mc_word *a, mc_word *b, mc_word mask);
void ORDER(set_small)(mc_word *r, mc_word value, const MC_FLASH ORDER(modulus) *m);
void ORDER(neg)(mc_word *r, const mc_word *a, const MC_FLASH ORDER(modulus) *m);
mc_word ORDER(mask_zero)(const mc_word *a);
mc_word ORDER(sum)(mc_word *r, const mc_word *a, const mc_word *b, mc_word factor); /* fp/fp.h, of images for size */
mc_word ORDER(mask_equal)(const mc_word *a, const mc_word *b);
mc_word ORDER(mask_below)(const mc_word *a, const MC_FLASH ORDER(modulus) *m);
void ORDER(reduce_once)(mc_word *r, const mc_word *a, mc_word carry, const MC_FLASH ORDER(modulus) *m);
void ORDER(mod)(mc_word *r, const mc_word *a, uint16_t modulus_bits, const MC_FLASH ORDER(modulus) *m);
void ORDER(to_form)(mc_word *r, const mc_word *a, const MC_FLASH ORDER(modulus) *m);
void ORDER(from_form)(mc_word *r, const mc_word *a, const MC_FLASH ORDER(modulus) *m);
void ORDER(from_octets)(mc_word *r, const uint8_t *octets, size_t count, uint16_t modulus_bits,
                        const MC_FLASH ORDER(modulus) *m);
void ORDER(from_octets_little)(mc_word *r, const uint8_t *octets, size_t count, uint16_t modulus_bits,
                               const MC_FLASH ORDER(modulus) *m);

#endif
