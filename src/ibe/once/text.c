#include "motecurve/pairing/ibe.h"

const char *mc_ibe_status_text(mc_status status)
{
    static const char *const texts[] = {
        "the object is of another version of these formats",
        "the object is of another kind",
        "the object is of another group",
        "the private key is for another use",
        "the bytes are not an identity",
        "the identity has expired",
        "the identity is not valid yet",
        "both identities are the same",
        "the key does not belong to this identity and authority",
        "the public values do not belong together",
        "the threshold is out of its range, or there are fewer parts than it",
        "the index of a share is out of its range, or there twice",
    };
    const unsigned place = (unsigned)status - (unsigned)MC_IBE_ERROR_VERSION;
    return place < sizeof texts / sizeof *texts ? texts[place] : mc_status_text(status);
}
