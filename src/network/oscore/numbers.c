/* Numbers of requests, five octets each: own ones, which never come twice, and the window of the peer's (7.4). */
#include "network/oscore/terms.h"

#include <string.h>

uint8_t mc_oscore_number_bytes(const uint8_t number[NUMBER_BYTES])
{
    uint8_t zeros = 0;
    while (zeros < NUMBER_BYTES - 1 && !number[zeros])
        zeros++;
    return (uint8_t)(NUMBER_BYTES - zeros);
}

void mc_oscore_open_request(mc_oscore_request *request, const uint8_t *kid, uint8_t kid_bytes,
                            const uint8_t number[NUMBER_BYTES])
{
    *request =
        (mc_oscore_request){.is_open = 1, .kid_bytes = kid_bytes, .number_bytes = mc_oscore_number_bytes(number)};
    memcpy(request->kid, kid, kid_bytes);
    memcpy(request->number, number, NUMBER_BYTES);
}

/* number += count; all ones where that is more than there are. */
static void add(uint8_t number[NUMBER_BYTES], uint8_t count)
{
    uint16_t carry = count;
    for (uint8_t i = NUMBER_BYTES; i-- > 0; carry >>= 8) {
        carry = (uint16_t)(carry + number[i]);
        number[i] = (uint8_t)carry;
    }
    if (carry)
        memset(number, 0xff, NUMBER_BYTES);
}

mc_status mc_oscore_use_number(mc_oscore *context)
{
    uint8_t kept[NUMBER_BYTES], used[NUMBER_BYTES];
    memset(used, 0xff, sizeof used);
    if (!memcmp(context->next, used, NUMBER_BYTES))
        return MC_ERROR_ABANDONED;
    if (context->store && memcmp(context->next, context->kept, NUMBER_BYTES) >= 0) {
        memcpy(kept, context->next, NUMBER_BYTES);
        add(kept, MC_OSCORE_STRIDE);
        const mc_status status = context->store(context->store_context, kept);
        if (status != MC_OK)
            return status;
        memcpy(context->kept, kept, NUMBER_BYTES);
    }
    add(context->next, 1);
    return MC_OK;
}

/* greater - less, or MC_OSCORE_WINDOW if that is less than it. */
static uint8_t distance(const uint8_t greater[NUMBER_BYTES], const uint8_t less[NUMBER_BYTES])
{
    uint8_t difference[NUMBER_BYTES], above = 0;
    int16_t borrow = 0;
    for (uint8_t i = NUMBER_BYTES; i-- > 0;) {
        const int16_t digit = (int16_t)(greater[i] - less[i] - borrow);
        difference[i] = (uint8_t)digit;
        borrow = digit < 0;
    }
    for (uint8_t i = 0; i < NUMBER_BYTES - 1; i++)
        above |= difference[i];
    return above || difference[NUMBER_BYTES - 1] > MC_OSCORE_WINDOW ? MC_OSCORE_WINDOW : difference[NUMBER_BYTES - 1];
}

uint8_t mc_oscore_is_new(const mc_oscore *context, const uint8_t number[NUMBER_BYTES])
{
    if (!(context->flags & MC_OSCORE_HAS_NEWEST) || memcmp(number, context->newest, NUMBER_BYTES) > 0)
        return 1;
    const uint8_t below = distance(context->newest, number);
    return below < MC_OSCORE_WINDOW && !(context->window >> below & 1);
}

void mc_oscore_came(mc_oscore *context, const uint8_t number[NUMBER_BYTES])
{
    const uint8_t is_first = !(context->flags & MC_OSCORE_HAS_NEWEST);
    if (!is_first && memcmp(number, context->newest, NUMBER_BYTES) <= 0) {
        context->window |= (uint32_t)1 << distance(context->newest, number);
        return;
    }
    const uint8_t above = is_first ? MC_OSCORE_WINDOW : distance(number, context->newest);
    context->window = (above < MC_OSCORE_WINDOW ? context->window << above : 0) | 1;
    context->flags |= MC_OSCORE_HAS_NEWEST;
    memcpy(context->newest, number, NUMBER_BYTES);
}
