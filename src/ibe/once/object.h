/* Objects of motecurve/pairing/ibe.h as bytes, and the hash functions of RFC 5091.
 *
 *   master secret        s
 *   share                index, threshold, s_i
 *   parameters           s P of each side
 *   public share         index, threshold, s_i P of each side
 *   private key          use, s Q of each side of the use
 *   partial key          index, threshold, use, s_i Q of each side of the use
 *   ciphertext           U of side 0, V, W
 *   basic ciphertext     U of side 0, W
 *   signature            U, V of side 0
 *
 * after the head. */
#ifndef MC_IBE_OBJECT_H
#define MC_IBE_OBJECT_H

#include "ibe/group.h"

/* All points of a private key or of public parameters. */
#ifndef IBE_POINTS_MAX_BYTES
#define IBE_POINTS_MAX_BYTES 193
#endif

/* Whether private keys for a use have a point of a side: type 1 has one side. */
uint8_t mc_ibe_has_side(mc_ibe_use use, uint8_t side, const mc_ibe_group *group);
/* Bytes of these points; 0 for an unknown use. Of all sides: those for agreement. */
size_t mc_ibe_points_bytes(mc_ibe_use use, const mc_ibe_group *group);
/* The bytes of an object of a kind, but for its message; of keys, for the use. 0 for a null group or a use of none. */
size_t mc_ibe_object_bytes(mc_ibe_kind kind, mc_ibe_use use, const mc_ibe_group *group);

void mc_ibe_write_head(uint8_t *object, mc_ibe_kind kind, size_t object_bytes, const mc_ibe_group *group);
/* The head, the length and, of keys, the use; of shares and parts the index and the threshold. Not the points. */
mc_status mc_ibe_read_head(const uint8_t *object, size_t object_bytes, mc_ibe_kind kind, mc_ibe_use use,
                           const mc_ibe_group *group);

/* The point of a side among the points of parameters, public shares or keys for agreement. */
MC_INLINE const uint8_t *ibe_side(const uint8_t *points, uint8_t side, const mc_ibe_group *group)
{
    return points + (side < group->sides ? side * group->point_bytes[0] : 0);
}

/* points = k P of each side; k Q of each side of the use. */
mc_status mc_ibe_write_public(uint8_t *points, const uint8_t *k, const mc_ibe_group *group);
mc_status mc_ibe_write_private(uint8_t *points, mc_ibe_use use, const uint8_t *k, const uint8_t *identity,
                               size_t identity_bytes, const mc_ibe_group *group);
/* MC_OK if the points are those of the identity and of the secret that the public points tell, else MC_IBE_ERROR_KEY.
 */
mc_status mc_ibe_check_private(const uint8_t *points, mc_ibe_use use, const uint8_t *identity, size_t identity_bytes,
                               const uint8_t *public_points, const mc_ibe_group *group);

/* MC_OK for the encoding of an identity, else MC_IBE_ERROR_IDENTITY. */
mc_status mc_ibe_check_identity(const uint8_t *encoded, size_t encoded_bytes);

#define IBE_SEED_BYTES MC_SHA256_BYTES
/* MC_ERROR_RANDOM if the source fails or is null. */
mc_status mc_ibe_draw(uint8_t *out, size_t bytes, mc_random random, void *context);
/* A number below the order, from 64 bytes of the source. */
mc_status mc_ibe_draw_scalar(uint8_t *k, mc_random random, void *context, const mc_ibe_group *group);

/* k = HashToRange(a || b) (RFC 5091, 4.1.1). */
void mc_ibe_hash_to_range(uint8_t *k, const uint8_t *a, size_t a_bytes, const uint8_t *b, size_t b_bytes,
                          const mc_ibe_group *group);
/* data = data XOR HashBytes(bytes, seed) (4.2.1); the seed lies apart from it. */
void mc_ibe_xor_hash_bytes(uint8_t *data, size_t bytes, const uint8_t seed[IBE_SEED_BYTES]);

/* The status of a call, whose outputs are zeroed if it is none of success. */
mc_status mc_ibe_end(mc_status status, uint8_t *output, size_t bytes);

#endif
