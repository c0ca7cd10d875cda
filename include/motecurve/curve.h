/* The curves of this build, and the sizes of their keys.
 *
 * On a host a curve is found at run time among all that the library holds. A mote image is compiled for one
 * curve: its configuration header sets MC_SINGLE_CURVE, the functions below become constants, and a program
 * that asks for its curve by a literal name keeps no string of it. The same program compiles for both. */
#ifndef MOTECURVE_CURVE_H
#define MOTECURVE_CURVE_H

#include <stddef.h>
#include <stdint.h>

#ifdef MC_CONFIG_HEADER
#include MC_CONFIG_HEADER
#endif
#include "motecurve/api.h"
#include "motecurve/curve_table.h" /* generated: MC_MAX_FIELD_BYTES, _SCALAR_BYTES, _PUBLIC_KEY_BYTES, ... */
#include "motecurve/status.h"

typedef struct mc_curve mc_curve;

#ifdef MC_SINGLE_CURVE
#include "motecurve/single_curve.h"
#else

/* The curve with this name or alias ("sect163k1", "K-163", "ansit163k1", "wtls3") or OID ("1.3.132.0.1"),
 * or null if it is not part of this build. Upper and lower case differ. */
MC_API const mc_curve *mc_curve_find(const char *name);

/* All curves: mc_curve_at(index) for index below mc_curve_count(), null from there on. */
MC_API size_t mc_curve_count(void);
MC_API const mc_curve *mc_curve_at(size_t index);

/* The curve's first name, such as "sect163k1". */
MC_API const char *mc_curve_name(const mc_curve *curve);

/* Bytes of a field element, and so of a shared secret; of a private key; of an uncompressed public key; of
 * a signature, 0 if there are none. On Curve25519 and Curve448 keys are those of X25519 and X448 (RFC 7748), without
 * signatures; on Edwards curves sizes are those of EdDSA (RFC 8032), without signatures where there is no EdDSA. For a
 * null curve they are 0 and its name is null, but in a mote image, where they are constants. */
MC_API size_t mc_curve_field_bytes(const mc_curve *curve);
MC_API size_t mc_curve_scalar_bytes(const mc_curve *curve);
MC_API size_t mc_curve_public_key_bytes(const mc_curve *curve);
MC_API size_t mc_curve_signature_bytes(const mc_curve *curve);

#endif
#endif
