/* Protocols over one field: mc_name of the public interface calls EC(name), on hosts through the curve's descriptor, in
 * a mote image directly (codegen/interface.py makes both). The prototypes stand in the protocols' folders. Arguments
 * and errors are those of mc_name. An output is written when every input has been read, for they may overlap; on error
 * mc_name zeroes it. */
#ifndef MC_PROTOCOL_H
#define MC_PROTOCOL_H

#include "curve/curve.h"
#include "protocol/batch/prototypes.h"
#include "protocol/ecdh/prototypes.h"
#include "protocol/ecdsa/prototypes.h"
#include "protocol/ecmqv/prototypes.h"
#include "protocol/ecqv/prototypes.h"
#include "protocol/eddsa/prototypes.h"
#include "protocol/elgamal/prototypes.h"
#include "protocol/key/prototypes.h"
#include "protocol/nonce/prototypes.h"
#include "protocol/schnorr/prototypes.h"
#include "protocol/spake2plus/prototypes.h"
#include "protocol/xdh/prototypes.h"

/* At the end of a protocol, wipes numbers modulo the order that compilers spilled in frames of the steps before. The
 * deepest are products; multiplications of points go deeper. On words of 8 bits single bytes are spilled. */
#if defined(MC_SINGLE_CURVE) && MC_WORD_BITS != 8
void EC(wipe_spilled)(void); /* protocol/wipe_spilled.c */
#define EC_WIPE_SPILLED() EC(wipe_spilled)()
#else
#define EC_WIPE_SPILLED() ((void)0)
#endif

/* protocol/multiply_cofactor.c: d = h d mod n, which is h times d for points of order n; nothing if h is 1. */
void EC(multiply_cofactor)(mc_word *d, const MC_FLASH EC(curve) *curve);

/* protocol/x_number.c: the field element x as an integer, which has as many words as a scalar or fewer. */
void EC(x_number)(mc_word *number, const mc_word *x);
/* protocol/ecdsa/ecdsa_numbers.c: r = that integer mod n. */
void EC(x_mod_order)(mc_word *r, const mc_word *x, const MC_FLASH EC(curve) *curve);

#endif
