#include "curve/prime/fp_list.h"

void EC(list_run)(mc_word (*elements)[EC_WORDS], const MC_FLASH uint8_t *list)
{
    for (; list[0] < LIST_END; list += 2) {
        mc_word *r = elements[list[0] & 15];
        const mc_word *a = elements[list[1] >> 4], *b = elements[list[1] & 15];
        if (FP_HAS_SQUARING && list[0] < 0x10 && a == b)
            fp_sqr(r, a);
        else if (list[0] < 0x10)
            fp_mul(r, a, b);
        else if (list[0] < 0x20)
            fp_add(r, a, b);
        else
            fp_sub(r, a, b);
    }
}
