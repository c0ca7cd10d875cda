/* The table of a constant factor (fb/fb.h). */
#include "fb/fb.h"

void FB(constant_table)(mc_word (*table)[FB_WORDS], const mc_word *b)
{
    FB(set_small)(table[0], 0);
    FB(copy)(table[1], b);
    for (unsigned u = 2; u < FB_CONSTANT_ROWS; u++) {
        if (u % 2)
            fb_add(table[u], table[u - 1], b);
        else
            FB(mul_z)(table[u], table[u / 2]);
    }
}
