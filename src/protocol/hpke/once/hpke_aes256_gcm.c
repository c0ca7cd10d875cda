#include "motecurve/aes_gcm.h"
#include "protocol/hpke/hpke.h"

const mc_hpke_aead mc_hpke_aes256_gcm = {
    .id = 0x0002, .key_bytes = 32, .encrypt = mc_aes_gcm_encrypt, .decrypt = mc_aes_gcm_decrypt};
