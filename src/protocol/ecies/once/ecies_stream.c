#include "protocol/ecies/ecies.h"

#include <string.h>

void mc_ecies_stream_begin(mc_ecies_stream *stream, const mc_ecies_kdf *kdf, const mc_hash *hash, const uint8_t *secret,
                           size_t secret_bytes, mc_kdf_input info1, mc_kdf_input info2)
{
    const size_t digest_bytes = mc_hash_digest_bytes(hash);
    stream->kdf = kdf;
    stream->number = 0;
    stream->used = (uint8_t)digest_bytes;
    stream->inputs =
        (mc_kdf_inputs){hash, {stream->secret, kdf->extract ? digest_bytes : secret_bytes}, {info1, info2}};
    if (kdf->extract)
        kdf->extract(stream->secret, hash, NULL, 0, secret, secret_bytes);
    else
        memcpy(stream->secret, secret, secret_bytes);
}

void mc_ecies_stream_read(uint8_t *out, const uint8_t *in, size_t bytes, mc_ecies_stream *stream)
{
    const size_t digest_bytes = mc_hash_digest_bytes(stream->inputs.hash);
    for (size_t i = 0; i < bytes; i++) {
        if (stream->used == digest_bytes) {
            stream->kdf->block(stream->block, &stream->inputs, ++stream->number);
            stream->used = 0;
        }
        const uint8_t octet = stream->block[stream->used++];
        if (out)
            out[i] = in ? in[i] ^ octet : octet;
    }
}
