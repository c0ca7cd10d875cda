/* Parts that the tasks of stepwise.h share. */
#ifndef MC_PROTOCOL_STEPS_H
#define MC_PROTOCOL_STEPS_H

#include "motecurve/stepwise.h"
#include "word/word.h"

/* An input or output of the call. */
typedef struct {
    const void *octets;
    size_t bytes;
} mc_steps_buffer;

/* MC_ERROR_OVERLAP if the object with the task, the first buffer, or the stack, the second, is not apart from all
 * others: these two are written before, and while, the call reads its inputs. */
static inline mc_status mc_steps_check(const mc_steps_buffer *buffers, uint8_t count)
{
    for (uint8_t i = 0; i < 2; i++)
        for (uint8_t j = (uint8_t)(i + 1); j < count; j++)
            if (mc_octets_overlap(buffers[i].octets, buffers[i].bytes, buffers[j].octets, buffers[j].bytes))
                return MC_ERROR_OVERLAP;
    return MC_OK;
}

#endif
