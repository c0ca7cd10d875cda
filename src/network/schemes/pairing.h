/* What the schemes with pairings share: the group of the provision, nodes' identities, lengths of objects.
 *
 * Their part of the provision is the group's number (motecurve/pairing/ibe.h), and then objects as the authority made
 * them. Objects are read where they are needed, into the stack of the task. */
#ifndef MC_NETWORK_SCHEMES_PAIRING_H
#define MC_NETWORK_SCHEMES_PAIRING_H

#include "ibe/once/object.h"
#include "network/scheme.h"

/* The longest private key and the longest parameters, which are shorter by the use. An image has one group, of type 1.
 */
#ifdef MC_IBE_POINT_MAX_BYTES
#define NETWORK_OBJECT_MAX_BYTES    (MC_IBE_HEAD_BYTES + 1 + MC_IBE_POINT_MAX_BYTES)
#define NETWORK_OVERHEAD_MAX_BYTES  (MC_IBE_HEAD_BYTES + MC_IBE_POINT_MAX_BYTES + MC_SHA256_BYTES)
#define NETWORK_SIGNATURE_MAX_BYTES (MC_IBE_HEAD_BYTES + 2 * MC_IBE_POINT_MAX_BYTES)
#else
#define NETWORK_OBJECT_MAX_BYTES    MC_IBE_MAX_PRIVATE_KEY_BYTES
#define NETWORK_OVERHEAD_MAX_BYTES  MC_IBE_MAX_OVERHEAD_BYTES
#define NETWORK_SIGNATURE_MAX_BYTES MC_IBE_MAX_SIGNATURE_BYTES
#endif

/* A node's identity, as mc_ibe_identity_encode writes it: without dates, its name the two octets of its id. */
#define NETWORK_IDENTITY_BYTES 4
void mc_network_identity(uint8_t encoded[NETWORK_IDENTITY_BYTES], uint16_t id);

/* The group that the provision names. MC_ERROR_UNSUPPORTED for one that this build has not, and those of the store. */
mc_status mc_network_group(const mc_ibe_group **group, const mc_network_platform *platform);

/* The provision's object `at`. */
mc_status mc_network_object(const mc_network_platform *platform, size_t at, uint8_t *object, size_t bytes);

/* At the beginning of a node: that an object of this kind, use and group stands there. Its points are checked at each
 * use, and that it is a right one by whoever makes the provision: both would take a mote seconds. */
mc_status mc_network_object_check(const mc_network_platform *platform, size_t at, size_t bytes, mc_ibe_kind kind,
                                  mc_ibe_use use, const mc_ibe_group *group);

#endif
