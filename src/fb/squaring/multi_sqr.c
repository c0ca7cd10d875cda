#include "fb/fb.h"

/* Bos, Kleinjung, Niederhagen and Schwabe 2010, Section 4: a -> a^(2^k) is linear, so the table holds the images of all
 * values of each digit of 4 bits. The image of z^e is the power e of the image of z. */
void FB(multi_sqr_table)(mc_word (*table)[FB_WORDS], unsigned k)
{
    mc_word image_of_z[FB_WORDS], image[FB_WORDS];
    FB(set_small)(image_of_z, 2);
    fb_sqr_times(image_of_z, image_of_z, k);
    FB(set_small)(image, 1);
    for (uint8_t digit = 0; digit < FB_MULTI_SQR_DIGITS; digit++, table += 16) {
        FB(set_small)(table[0], 0);
        for (uint8_t bit = 1; bit < 16; bit *= 2) {
            for (uint8_t u = 0; u < bit; u++)
                fb_add(table[bit + u], table[u], image);
            fb_mul(image, image, image_of_z);
        }
    }
}

void FB(multi_sqr_var)(mc_word *r, const mc_word *a, const mc_word (*table)[FB_WORDS])
{
    mc_word sum[FB_WORDS] = {0};
    for (uint8_t digit = 0; digit < FB_MULTI_SQR_DIGITS; digit++, table += 16)
        fb_add(sum, sum, table[a[digit / (MC_WORD_BITS / 4)] >> 4 * (digit % (MC_WORD_BITS / 4)) & 15]);
    FB(copy)(r, sum);
}
