#include "protocol/protocol.h"

#include "encoding/encoding.h"

/* Feeds a coordinate; R is public, as everybody finds it who verifies. */
static void feed_element(mc_hash_context *context, const mc_word *a)
{
    uint8_t octets[EC_BYTES];
    EC(element_encode)(octets, a);
    mc_hash_feed(context, octets, sizeof octets);
}

void EC(schnorr_challenge)(uint8_t *r, const EC(affine) *p, const mc_schnorr_message *message)
{
    mc_hash_context context;
    mc_hash_begin(&context, message->hash);
    feed_element(&context, p->x);
    if (message->form == MC_SCHNORR_SDSA)
        feed_element(&context, p->y);
    mc_hash_feed(&context, message->octets, message->bytes);
    mc_hash_finish(r, &context);
}
