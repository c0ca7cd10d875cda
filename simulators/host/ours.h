/* The side of the measured library: its functions by name, through the loader. There are six kinds of operation, a
 * file each: on field elements, scalar multiplications, the public interface with points and with keys as bytes,
 * pairings, and the schemes over them. */
#ifndef MC_NATIVE_OURS_H
#define MC_NATIVE_OURS_H

#include "kind.h"

extern const struct side ours;

/* A symbol of the library: mc_<scope>_<name>, or mc_<scope> without a name; null if there is none. */
void *library_symbol(const char *scope, const char *name);

/* The curve's object, or with name "order" the modulus of its order. */
void *library_curve(const struct subject *subject, const char *name);

extern const struct kind field_kind, curve_kind, protocol_kind, raw_kind, pairing_kind, identity_kind;

#endif
