/* Identifiers and what messages 2 and 3 hold, in CBOR. */
#include "network/edhoc/plaintext.h"

#include "word/word.h"

/* {4: string}, the map of a key identifier alone. */
#define KID_MAP 0xa1
#define KID     0x04

/* Whether the byte is a whole integer in CBOR, from -24 to 23. */
static uint8_t is_integer(uint8_t octet)
{
    return octet < 0x18 || (octet >= 0x20 && octet < 0x38);
}

void mc_edhoc_put_identifier(mc_cbor_writer *writer, const uint8_t *identifier, size_t bytes)
{
    if (bytes == 1 && is_integer(*identifier))
        mc_cbor_put(writer, identifier, 1);
    else
        mc_cbor_put_octets(writer, identifier, bytes);
}

/* A string that ought to be an integer is refused, since there is one encoding. */
size_t mc_edhoc_get_identifier(mc_cbor_reader *reader, const uint8_t **identifier)
{
    if (reader->at < reader->end && is_integer(*reader->at)) {
        *identifier = reader->at++;
        return 1;
    }
    const size_t bytes = mc_cbor_get_octets(reader, identifier);
    if (reader->status == MC_OK && bytes == 1 && is_integer(**identifier))
        reader->status = MC_ERROR_ENCODING;
    return bytes;
}

/* The key identifier of the map, with the rest of the reader at its end; 0 bytes if the map is another. */
static size_t key_identifier(const uint8_t **kid, const uint8_t *map, size_t bytes)
{
    mc_cbor_reader reader = {map + 2, map + bytes, MC_OK};
    if (bytes < 3 || map[0] != KID_MAP || map[1] != KID)
        return 0;
    const size_t kid_bytes = mc_cbor_get_octets(&reader, kid);
    return reader.status == MC_OK && reader.at == reader.end ? kid_bytes : 0;
}

void mc_edhoc_put_id_cred(mc_cbor_writer *writer, const mc_edhoc_credential *credential)
{
    const uint8_t *kid;
    const size_t bytes = key_identifier(&kid, credential->id_cred, credential->id_cred_bytes);
    if (bytes)
        mc_edhoc_put_identifier(writer, kid, bytes);
    else
        mc_cbor_put(writer, credential->id_cred, credential->id_cred_bytes);
}

/* A key identifier, from which the map is made again, or a map that is none of a key identifier alone. */
static void get_id_cred(mc_edhoc_plaintext *plaintext, mc_cbor_reader *reader)
{
    const uint8_t *kid;
    if (mc_cbor_next(reader) == MC_CBOR_MAP) {
        plaintext->id_cred.octets = reader->at;
        mc_cbor_skip(reader);
        plaintext->id_cred.bytes = (size_t)(reader->at - plaintext->id_cred.octets);
        if (key_identifier(&kid, plaintext->id_cred.octets, plaintext->id_cred.bytes) && reader->status == MC_OK)
            reader->status = MC_ERROR_ENCODING;
        return;
    }
    const size_t bytes = mc_edhoc_get_identifier(reader, &kid);
    if (reader->status == MC_OK && (bytes == 0 || bytes > KID_BYTES_MAX))
        reader->status = MC_ERROR_CERTIFICATE;
    if (reader->status != MC_OK)
        return;
    mc_cbor_writer writer = {plaintext->map, sizeof plaintext->map, 0};
    mc_cbor_put_head(&writer, MC_CBOR_MAP, 1);
    mc_cbor_put_head(&writer, MC_CBOR_UNSIGNED, KID);
    mc_cbor_put_octets(&writer, kid, bytes);
    plaintext->id_cred = (mc_edhoc_part){plaintext->map, writer.used};
}

void mc_edhoc_skip_ead(mc_cbor_reader *reader)
{
    const uint8_t *value;
    while (reader->at < reader->end) {
        if (mc_cbor_get_int(reader) < 0 && reader->status == MC_OK)
            reader->status = MC_ERROR_UNSUPPORTED;
        if (mc_cbor_next(reader) == MC_CBOR_OCTETS)
            mc_cbor_get_octets(reader, &value);
    }
}

void mc_edhoc_get_plaintext(mc_edhoc_plaintext *plaintext, mc_cbor_reader *reader)
{
    get_id_cred(plaintext, reader);
    plaintext->proof.bytes = mc_cbor_get_octets(reader, &plaintext->proof.octets);
    plaintext->ead.octets = reader->at;
    plaintext->ead.bytes = (size_t)(reader->end - reader->at);
    mc_edhoc_skip_ead(reader);
}
