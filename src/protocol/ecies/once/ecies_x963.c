#include "protocol/ecies/ecies.h"

const mc_ecies_kdf mc_ecies_x963 = {.blocks_max = UINT32_MAX - 1, .block = mc_kdf_x963_block};
