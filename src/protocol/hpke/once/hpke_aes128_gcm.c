#include "motecurve/aes_gcm.h"
#include "protocol/hpke/hpke.h"

const mc_hpke_aead mc_hpke_aes128_gcm = {
    .id = 0x0001, .key_bytes = 16, .encrypt = mc_aes_gcm_encrypt, .decrypt = mc_aes_gcm_decrypt};
