/* Message 1 (5.2): METHOD, SUITES_I, G_X, C_I, ?EAD_1. */
#include "network/edhoc/session.h"

#include <string.h>

#include "motecurve/hash.h"
#include "network/edhoc/plaintext.h"
#include "network/edhoc/suite.h"

#define SUITES_MAX 16 /* that a peer may name */

/* One suite as an integer, several as an array. */
static void put_suites(mc_cbor_writer *writer, const uint8_t *suites, uint8_t count)
{
    if (count > 1)
        mc_cbor_put_head(writer, MC_CBOR_ARRAY, count);
    for (uint8_t i = 0; i < count; i++)
        mc_cbor_put_head(writer, MC_CBOR_UNSIGNED, suites[i]);
}

static void put_message(mc_cbor_writer *writer, const mc_edhoc *session)
{
    const mc_edhoc_profile *profile = session->profile;
    mc_cbor_put_head(writer, MC_CBOR_UNSIGNED, session->method);
    put_suites(writer, profile->suites, profile->selected + 1);
    mc_cbor_put_octets(writer, session->own_x, KEY_BYTES);
    mc_edhoc_put_identifier(writer, profile->identifier, profile->identifier_bytes);
}

/* H(message_1), until the responder's key makes it TH_2. */
static void hash(uint8_t transcript[HASH_BYTES], const uint8_t *message, size_t bytes)
{
    mc_sha256_context context;
    mc_sha256_begin(&context);
    mc_sha256_feed(&context, message, bytes);
    mc_sha256_finish(transcript, &context);
}

mc_status mc_edhoc_write_1(uint8_t *message, size_t *bytes, size_t size, mc_edhoc *session, mc_random random,
                           void *context)
{
    mc_cbor_writer writer = {message, size, 0}, count = {NULL, 0, 0};
    *bytes = 0;
    mc_status status = mc_edhoc_expect(session, MC_EDHOC_TO_WRITE_1);
    if (status != MC_OK)
        return status;
    put_message(&count, session);
    if (count.used > size)
        return MC_ERROR_LENGTH;
    status = mc_edhoc_ephemeral(session, random, context);
    if (status == MC_OK) {
        put_message(&writer, session);
        hash(session->transcript, message, writer.used);
        *bytes = writer.used;
    }
    return mc_edhoc_go_on(session, MC_EDHOC_TO_READ_2, status);
}

static uint8_t supports(const mc_edhoc_profile *profile, int32_t suite)
{
    for (uint8_t i = 0; i < profile->suites_count; i++)
        if (profile->suites[i] == suite)
            return mc_edhoc_has_suite((uint8_t)suite);
    return 0;
}

/* The suites of a message; their number. The last one counts, and an array has at least two. */
static uint8_t get_suites(mc_cbor_reader *reader, int32_t suites[SUITES_MAX])
{
    uint32_t count = 1;
    if (mc_cbor_next(reader) == MC_CBOR_ARRAY) {
        count = mc_cbor_get(reader, MC_CBOR_ARRAY);
        if (reader->status == MC_OK && (count < 2 || count > SUITES_MAX))
            reader->status = count < 2 ? MC_ERROR_ENCODING : MC_ERROR_UNSUPPORTED;
    }
    if (reader->status != MC_OK)
        return 0;
    for (uint8_t i = 0; i < count; i++)
        suites[i] = mc_cbor_get_int(reader);
    return (uint8_t)count;
}

/* The suite selected; MC_ERROR_UNSUPPORTED if this side has it not, or has one that the initiator prefers to it: else
 * an attacker could have them take a worse one (5.2.3). */
static void select_suite(mc_edhoc *session, mc_cbor_reader *reader)
{
    int32_t suites[SUITES_MAX];
    const uint8_t count = get_suites(reader, suites);
    if (reader->status != MC_OK)
        return;
    for (uint8_t i = 0; i < count; i++)
        if (supports(session->profile, suites[i]) != (i == count - 1))
            reader->status = MC_ERROR_UNSUPPORTED;
    session->suite = (uint8_t)suites[count - 1];
}

mc_status mc_edhoc_read_1(mc_edhoc *session, const uint8_t *message, size_t bytes)
{
    mc_cbor_reader reader = {message, message + bytes, MC_OK};
    const uint8_t *x, *identifier;
    const mc_status expected = mc_edhoc_expect(session, MC_EDHOC_TO_READ_1);
    if (expected != MC_OK)
        return expected;
    const int32_t method = mc_cbor_get_int(&reader);
    if (reader.status == MC_OK && (method < 0 || method > 3 || !(session->profile->methods >> method & 1)))
        reader.status = MC_ERROR_UNSUPPORTED;
    session->method = (uint8_t)method;
    select_suite(session, &reader);
    if (mc_cbor_get_octets(&reader, &x) == KEY_BYTES)
        memcpy(session->peer_x, x, KEY_BYTES);
    else if (reader.status == MC_OK)
        reader.status = MC_ERROR_ENCODING;
    session->peer_identifier_bytes = (uint8_t)mc_edhoc_get_identifier(&reader, &identifier);
    if (reader.status == MC_OK && reader.at - identifier > MC_EDHOC_MAX_IDENTIFIER_BYTES)
        reader.status = MC_ERROR_UNSUPPORTED;
    if (reader.status == MC_OK)
        memcpy(session->peer_identifier, identifier, session->peer_identifier_bytes);
    mc_edhoc_skip_ead(&reader);
    if (reader.status == MC_OK)
        hash(session->transcript, message, bytes);
    return mc_edhoc_go_on(session, MC_EDHOC_TO_WRITE_2, reader.status);
}

mc_status mc_edhoc_write_error(uint8_t *message, size_t *bytes, size_t size, mc_status error,
                               const mc_edhoc_profile *profile)
{
    static const uint8_t text[] = {MC_CBOR_TEXT | 5, 'e', 'r', 'r', 'o', 'r'};
    static const uint8_t yes = MC_CBOR_TRUE;
    mc_cbor_writer writer = {message, size, 0};
    const uint8_t code = error == MC_ERROR_UNSUPPORTED ? 2 : error == MC_ERROR_CERTIFICATE ? 3 : 1;
    mc_cbor_put_head(&writer, MC_CBOR_UNSIGNED, code);
    if (code == 1)
        mc_cbor_put(&writer, text, sizeof text);
    else if (code == 2)
        put_suites(&writer, profile->suites, profile->suites_count);
    else
        mc_cbor_put(&writer, &yes, 1);
    *bytes = writer.used > size ? 0 : writer.used;
    return writer.used > size ? MC_ERROR_LENGTH : MC_OK;
}

mc_status mc_edhoc_read_error(int32_t *code, uint8_t *selected, const uint8_t *message, size_t bytes,
                              const mc_edhoc_profile *profile)
{
    mc_cbor_reader reader = {message, message + bytes, MC_OK};
    int32_t suites[SUITES_MAX];
    *selected = 0;
    *code = mc_cbor_get_int(&reader);
    if (reader.status == MC_OK && *code == 0)
        reader.status = MC_ERROR_ENCODING;
    if (*code != 2) {
        mc_cbor_skip(&reader);
        mc_cbor_finish(&reader);
    } else {
        const uint8_t count = get_suites(&reader, suites);
        mc_cbor_finish(&reader);
        for (; reader.status == MC_OK && *selected < profile->suites_count; ++*selected)
            for (uint8_t i = 0; i < count; i++)
                if (suites[i] == profile->suites[*selected] && mc_edhoc_has_suite((uint8_t)suites[i]))
                    return MC_OK;
        if (reader.status == MC_OK)
            reader.status = MC_ERROR_UNSUPPORTED;
    }
    if (reader.status != MC_OK)
        *code = *selected = 0;
    return reader.status;
}
