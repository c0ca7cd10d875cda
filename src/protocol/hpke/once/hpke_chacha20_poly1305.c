#include "motecurve/chacha20_poly1305.h"
#include "protocol/hpke/hpke.h"

const mc_hpke_aead mc_hpke_chacha20_poly1305 = {
    .id = 0x0003, .key_bytes = 32, .encrypt = mc_chacha20_poly1305_encrypt, .decrypt = mc_chacha20_poly1305_decrypt};
