#include "fb/fb.h"

/* prefixes[i] is the product of the values up to i; the inverse of the whole product, multiplied by the values
 * from the end, gives each single inverse (Montgomery 1987): 3 (count - 1) M + I. */
void FB(inv_each_var)(mc_word (*values)[FB_WORDS], mc_word (*prefixes)[FB_WORDS], uint8_t count)
{
    mc_word inverse[FB_WORDS];
    FB(copy)(prefixes[0], values[0]);
    for (uint8_t i = 1; i < count; i++)
        fb_mul(prefixes[i], prefixes[i - 1], values[i]);
    fb_inv_var(inverse, prefixes[count - 1]);
    for (uint8_t i = count - 1; i > 0; i--) {
        fb_mul(prefixes[i], prefixes[i - 1], inverse);
        fb_mul(inverse, inverse, values[i]);
        FB(copy)(values[i], prefixes[i]);
    }
    FB(copy)(values[0], inverse);
}
