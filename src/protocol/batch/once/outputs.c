#include "protocol/batch/common.h"

uint8_t mc_batch_overlaps(const mc_batch_outputs *outputs, const void *octets, size_t bytes)
{
    return mc_octets_overlap(octets, bytes, outputs->memory, outputs->memory_bytes) ||
           mc_octets_overlap(octets, bytes, outputs->results, outputs->count * sizeof *outputs->results);
}

void mc_batch_fail(mc_status *results, size_t count, mc_status status)
{
    for (size_t i = 0; i < count; i++)
        results[i] = status;
}

mc_status mc_batch_status(const mc_status *results, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (results[i] != MC_OK)
            return MC_ERROR_SIGNATURE;
    return MC_OK;
}
