/* The encryption of OSCORE: nonces (5.2), additional data (5.4), AES-CCM. */
#include "network/oscore/terms.h"

#include <string.h>

#include "motecurve/aes_ccm.h"
#include "network/cbor.h"

/* [1, [alg_aead], kid, number, no options], and Enc_structure (RFC 9052, 5.3) around it. */
#define EXTERNAL_BYTES_MAX (1 + 1 + 2 + 1 + MC_OSCORE_MAX_ID_BYTES + 1 + NUMBER_BYTES + 1)
#define DATA_BYTES_MAX     (11 + 1 + EXTERNAL_BYTES_MAX)

typedef struct {
    uint8_t nonce[IV_BYTES], data[DATA_BYTES_MAX];
    size_t data_bytes;
} inputs;

/* Length of the identifier, the identifier in 7 octets, the number in 5: all with the common IV. */
static void make_nonce(uint8_t nonce[IV_BYTES], const mc_oscore_seal *seal, const uint8_t iv[IV_BYTES])
{
    memset(nonce, 0, IV_BYTES);
    nonce[0] = seal->id_bytes;
    memcpy(nonce + IV_BYTES - NUMBER_BYTES - seal->id_bytes, seal->id, seal->id_bytes);
    memcpy(nonce + IV_BYTES - NUMBER_BYTES, seal->number, NUMBER_BYTES);
    for (uint8_t i = 0; i < IV_BYTES; i++)
        nonce[i] ^= iv[i];
}

static void put_external(mc_cbor_writer *writer, const mc_oscore_request *request)
{
    static const uint8_t head[] = {MC_CBOR_ARRAY | 5, 1, MC_CBOR_ARRAY | 1, AEAD_CCM};
    mc_cbor_put(writer, head, sizeof head);
    mc_cbor_put_octets(writer, request->kid, request->kid_bytes);
    mc_cbor_put_octets(writer, request->number + NUMBER_BYTES - request->number_bytes, request->number_bytes);
    mc_cbor_put_octets(writer, NULL, 0);
}

static void make(inputs *own, const mc_oscore_seal *seal, const uint8_t iv[IV_BYTES])
{
    static const uint8_t head[] = {MC_CBOR_ARRAY | 3, MC_CBOR_TEXT | 8, 'E', 'n', 'c', 'r', 'y', 'p', 't', '0',
                                   MC_CBOR_OCTETS};
    mc_cbor_writer count = {NULL, 0, 0}, writer = {own->data, sizeof own->data, 0};
    make_nonce(own->nonce, seal, iv);
    put_external(&count, seal->request);
    mc_cbor_put(&writer, head, sizeof head);
    mc_cbor_put_head(&writer, MC_CBOR_OCTETS, (uint32_t)count.used);
    put_external(&writer, seal->request);
    own->data_bytes = writer.used;
}

mc_status mc_oscore_encrypt(uint8_t *text, size_t bytes, const mc_oscore_seal *seal, const uint8_t iv[IV_BYTES])
{
    inputs own;
    make(&own, seal, iv);
    return mc_aes_ccm_encrypt(text, seal->key, own.nonce, text, own.data, MC_OSCORE_KEY_BYTES, IV_BYTES, bytes,
                              own.data_bytes, MC_OSCORE_TAG_BYTES);
}

mc_status mc_oscore_decrypt(uint8_t *text, size_t bytes, const mc_oscore_seal *seal, const uint8_t iv[IV_BYTES])
{
    inputs own;
    make(&own, seal, iv);
    const mc_status status = mc_aes_ccm_decrypt(text, seal->key, own.nonce, text, own.data, MC_OSCORE_KEY_BYTES,
                                                IV_BYTES, bytes, own.data_bytes, MC_OSCORE_TAG_BYTES);
    return status == MC_ERROR_LENGTH ? MC_ERROR_ENCODING : status; /* shorter than a tag */
}
