/* How a verdict is written (motecurve/verdict.h): shared by the verifications that have one. */
#ifndef MC_PROTOCOL_VERDICT_H
#define MC_PROTOCOL_VERDICT_H

#include "motecurve/verdict.h"

/* protocol/verdict/once/verdict.c: 0 if the octets are equal, at another place, and not all zeros, which a skipped call
 * leaves. */
uint32_t mc_verdict_differs(const volatile uint8_t *octets, const uint8_t *others, size_t bytes);

/* The verdict by a status, a comparison that gave 0 for equal, and the same comparison made again; and the status that
 * all three make, MC_ERROR_SIGNATURE where only a comparison fails. */
mc_status mc_verdict_put(uint8_t *verdict, mc_status status, uint32_t first, uint32_t second);

#endif
