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

#if EC_SCALAR_BITS <= 8 /* of tests: an octet may be above the order */

void EC(octets_mod_order)(mc_word *e, const uint8_t *octets, size_t count, const MC_FLASH EC(curve) *curve)
{
    ORDER(from_octets)(e, octets, count, EC_CURVE_MODULUS(curve));
}

#else

/* Horner's rule by chunks of as many octets as are below the order, whatever they are. */
void EC(octets_mod_order)(mc_word *e, const uint8_t *octets, size_t count, const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH ORDER(modulus) *m = EC_CURVE_MODULUS(curve);
    const size_t chunk = (size_t)(curve->order_bits - 1) / 8, first = count % chunk;
    mc_word radix[EC_SCALAR_WORDS] = {0}, digit[EC_SCALAR_WORDS];
    radix[8 * chunk / MC_WORD_BITS] = (mc_word)((mc_word)1 << (8 * chunk % MC_WORD_BITS));
    ORDER(to_form)(radix, radix, m);
    mc_words_from_octets(e, EC_SCALAR_WORDS, octets, first);
    for (size_t i = first; i < count; i += chunk) {
        order_mul(e, e, radix, m);
        mc_words_from_octets(digit, EC_SCALAR_WORDS, octets + i, chunk);
        order_add(e, e, digit, m);
    }
}

#endif
