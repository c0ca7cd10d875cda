#include "protocol/ecies/ecies.h"

const mc_ecies_kdf mc_ecies_hkdf = {.blocks_max = 255, .extract = mc_hkdf_extract, .block = mc_hkdf_block};
