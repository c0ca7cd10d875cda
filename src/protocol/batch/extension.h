/* Extensions of signatures: include/motecurve/batch.h. */
#ifndef MC_PROTOCOL_EXTENSION_H
#define MC_PROTOCOL_EXTENSION_H

#include "curve/curve.h"
#include "motecurve/batch.h"

/* Bytes of an extension. */
size_t EC(extension_bytes)(const MC_FLASH EC(curve) *curve);
/* The extension of R, which is not infinity. */
void EC(extension_encode)(uint8_t *octets, const EC(affine) *point, const MC_FLASH EC(curve) *curve);
/* -R of r and an extension; MC_ERROR_SIGNATURE if they stand for no point of the subgroup of prime order. */
mc_status EC(extension_decode)(EC(affine) *point, const uint8_t *octets, const mc_word *r,
                               const MC_FLASH EC(curve) *curve);

#endif
