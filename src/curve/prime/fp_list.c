#include "curve/prime/fp_list.h"

void EC(list_run)(mc_word (*elements)[EC_WORDS], const MC_FLASH uint8_t *list)
{
    list_run_by(elements, list, FP_HAS_SQUARING);
}
