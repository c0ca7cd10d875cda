/* Like basic.h: in line on hosts. */

FB_BASIC void FB(add_words)(mc_word *r, const mc_word *a, const mc_word *b)
{
    for (uint8_t i = 0; i < FB_WORDS; i++)
        r[i] = a[i] ^ b[i];
}
