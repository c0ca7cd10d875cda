/* Messages of EDHOC, method 3 with suite 2; the curve does not matter. Bits 0 and 1 of the flags say which message the
 * input is, or with bit 2 what it is added to, by XOR: so it changes a plaintext of the second message, which a key
 * stream alone encrypts. With bit 3 it is an error message. A message that differs from the true one ends no session
 * with a key, and a session that ended is zeroed. */
#include "motecurve/network/edhoc.h"

#include <string.h>

#include "fuzz.h"
#include "motecurve/key.h"

#define MESSAGE_BYTES 256

static const uint8_t suites[] = {2}, identifier[] = {0x0e}, id_cred[] = {0xa1, 0x04, 0x41, 0x2b},
                     cred[] = {0x43, 'o', 'n', 'e'};
static uint8_t private_key[MC_EDHOC_KEY_BYTES], public_key[1 + 2 * MC_EDHOC_KEY_BYTES];
static const mc_edhoc_credential own = {.id_cred = id_cred,
                                        .cred = cred,
                                        .public_key = public_key,
                                        .id_cred_bytes = sizeof id_cred,
                                        .cred_bytes = sizeof cred,
                                        .public_key_bytes = sizeof public_key};

static const mc_edhoc_credential *find(void *context, const uint8_t *id, size_t id_bytes)
{
    (void)context;
    return id_bytes == sizeof id_cred && !memcmp(id, id_cred, id_bytes) ? &own : NULL;
}

static const mc_edhoc_profile profile = {.method = MC_EDHOC_STATIC_STATIC,
                                         .methods = 1 << MC_EDHOC_STATIC_STATIC,
                                         .suites = suites,
                                         .suites_count = sizeof suites,
                                         .identifier = identifier,
                                         .identifier_bytes = sizeof identifier,
                                         .own = &own,
                                         .private_key = private_key,
                                         .find = find};

/* Message `number`, from 0, of the exchange, by its writer. */
static mc_status write_message(uint8_t *message, size_t *bytes, mc_edhoc *session, unsigned number)
{
    uint32_t counter = number;
    switch (number) {
    case 0:
        return mc_edhoc_write_1(message, bytes, MESSAGE_BYTES, session, fuzz_random, &counter);
    case 1:
        return mc_edhoc_write_2(message, bytes, MESSAGE_BYTES, session, fuzz_random, &counter);
    case 2:
        return mc_edhoc_write_3(message, bytes, MESSAGE_BYTES, session);
    default:
        return mc_edhoc_write_4(message, bytes, MESSAGE_BYTES, session);
    }
}

static mc_status read_message(mc_edhoc *session, uint8_t *message, size_t bytes, unsigned number)
{
    switch (number) {
    case 0:
        return mc_edhoc_read_1(session, message, bytes);
    case 1:
        return mc_edhoc_read_2(session, message, bytes);
    case 2:
        return mc_edhoc_read_3(session, message, bytes);
    default:
        return mc_edhoc_read_4(session, message, bytes);
    }
}

/* The input in the place of the message, or added to it; whether that is another message. */
static int put_input(uint8_t *message, size_t *bytes, const fuzz_input *input)
{
    uint8_t before[MESSAGE_BYTES];
    const size_t before_bytes = *bytes, taken = input->bytes < MESSAGE_BYTES ? input->bytes : MESSAGE_BYTES;
    memcpy(before, message, before_bytes);
    if (input->flags & 4) {
        for (size_t i = 0; i < taken && i < *bytes; i++)
            message[i] ^= input->octets[i];
    } else {
        memcpy(message, input->octets, taken);
        *bytes = taken;
    }
    return *bytes != before_bytes || memcmp(before, message, before_bytes);
}

static void exchange(const fuzz_input *input, const mc_curve *curve)
{
    mc_edhoc sessions[2];
    uint8_t message[MESSAGE_BYTES];
    int is_other = 0;
    if (mc_edhoc_begin(&sessions[0], MC_EDHOC_INITIATOR, &profile) != MC_OK ||
        mc_edhoc_begin(&sessions[1], MC_EDHOC_RESPONDER, &profile) != MC_OK)
        fuzz_require(0, "sessions begin", curve);
    for (unsigned number = 0; number < 4; number++) {
        size_t bytes = 0;
        mc_edhoc *reader = &sessions[1 - number % 2];
        mc_status status = write_message(message, &bytes, &sessions[number % 2], number);
        fuzz_require(status == MC_OK || is_other, "a true message is written", curve);
        if (status == MC_OK) {
            if (number == (input->flags & 3))
                is_other = put_input(message, &bytes, input);
            status = read_message(reader, message, bytes, number);
            fuzz_require(fuzz_is_zero(message, number ? bytes : 0), "a message that was read is wiped", curve);
            fuzz_require(status == MC_OK || is_other, "a true message is read", curve);
        }
        if (status != MC_OK)
            return;
    }
    fuzz_require(!is_other, "no key from a changed message", curve);
}

void fuzz_one(fuzz_input *input)
{
    const mc_curve *curve = mc_curve_find("secp256r1");
    memset(private_key, 1, sizeof private_key);
    if (mc_public_key(public_key, private_key, sizeof private_key, curve) != MC_OK)
        fuzz_require(0, "the key pair", curve);
    if (input->flags & 8) {
        int32_t code;
        uint8_t selected;
        const mc_status status = mc_edhoc_read_error(&code, &selected, input->octets, input->bytes, &profile);
        fuzz_require(status == MC_OK ? code != 0 && selected < sizeof suites : !code && !selected, "an error message",
                     curve);
    } else {
        exchange(input, curve);
    }
}
