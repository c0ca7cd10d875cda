/* The last step of signing with a check: what was verified is what leaves the library. */
#ifndef MC_PROTOCOL_RELEASE_H
#define MC_PROTOCOL_RELEASE_H

#include "motecurve/status.h"
#include "word/word.h"

#include <string.h>

/* With the status MC_OK copies `own` to `signature` and compares that with `verified`, the copy that was found valid: a
 * bit that flips in one of the two after the verification, or on the way out, shows as MC_ERROR_FAULT. On any error the
 * signature is zeros. Wipes own and verified. The octets come back through pointers that other functions know, so that
 * no compiler may take them for equal. */
MC_INLINE mc_status release_verified(uint8_t *signature, uint8_t *own, uint8_t *verified, size_t bytes,
                                     size_t own_bytes, mc_status status)
{
    if (status == MC_OK) {
        memcpy(signature, own, bytes);
        status = mc_octets_equal(signature, verified, bytes) ? MC_OK : MC_ERROR_FAULT;
    }
    if (status != MC_OK)
        mc_wipe(signature, bytes);
    mc_wipe(own, own_bytes);
    mc_wipe(verified, own_bytes);
    return status;
}

#endif
