#include "protocol/ecies/ecies.h"

const mc_ecies_cipher mc_ecies_xor = {.key_bytes = 0};
