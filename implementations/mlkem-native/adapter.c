/* mlkem-native: the calls that take their random octets from the caller. */
#include "implementation.h"
#include "mlkem_native.h"

uint8_t implementation_kem_keygen(uint8_t *keys, const uint8_t *seeds)
{
    return mlkem_keypair_derand(keys + MLKEM512_SECRETKEYBYTES, keys, seeds) != 0;
}

uint8_t implementation_kem_encaps(uint8_t *sent, const uint8_t *public_key, const uint8_t *seed)
{
    return mlkem_enc_derand(sent, sent + MLKEM512_CIPHERTEXTBYTES, public_key, seed) != 0;
}

uint8_t implementation_kem_decaps(uint8_t *secret, const uint8_t *received, const uint8_t *private_key)
{
    return mlkem_dec(secret, received, private_key) != 0;
}
