/* expand_message_xmd of RFC 9380, 5.3.1, with SHA-256. */
#ifndef MC_PAIRING_EXPAND_MESSAGE_H
#define MC_PAIRING_EXPAND_MESSAGE_H

#include <stddef.h>
#include <stdint.h>

#include "motecurve/status.h"

/* A message in up to three pieces, which are hashed one after another, and the domain separation tag. */
typedef struct {
    struct {
        const uint8_t *octets;
        size_t bytes;
    } pieces[3];
    const uint8_t *domain;
    size_t domain_bytes;
} mc_message;

#define MC_EXPANDED_MAX (255 * 32)

/* Writes out_bytes, at most MC_EXPANDED_MAX. A tag longer than 255 bytes is hashed (5.3.3); an empty one is
 * MC_ERROR_CONTEXT_LENGTH. Time depends on lengths alone. */
mc_status mc_expand_message(uint8_t *out, size_t out_bytes, const mc_message *message);

#endif
