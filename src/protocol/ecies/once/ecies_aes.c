#include "protocol/ecies/ecies.h"

const mc_ecies_cipher mc_ecies_aes128_ctr = {.key_bytes = 16, .ctr = mc_aes_ctr};
const mc_ecies_cipher mc_ecies_aes192_ctr = {.key_bytes = 24, .ctr = mc_aes_ctr};
const mc_ecies_cipher mc_ecies_aes256_ctr = {.key_bytes = 32, .ctr = mc_aes_ctr};
