/* OpenSSL with random numbers that are the same every time, since signatures, blinding and the number of instructions
 * depend on them. A generator of a few instructions a byte replaces OpenSSL's own. */
#define OPENSSL_API_COMPAT 0x10100000L
#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <string.h>

#include "library.h"

static uint64_t state;
static const uint8_t *first_draw; /* little-endian, or null after it is drawn */

/* xorshift64*. */
static uint8_t next_octet(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint8_t)(state * 0x2545f4914f6cdd1du >> 56);
}

static int draw(unsigned char *out, int count)
{
    if (first_draw && count <= NUMBER_BYTES) {
        number_to_octets(out, first_draw, (size_t)count);
        first_draw = NULL;
        return 1;
    }
    for (int i = 0; i < count; i++)
        out[i] = next_octet();
    return 1;
}

static int is_ready(void)
{
    return 1;
}

void library_draw(const char *operation, const struct numbers *in)
{
    static const RAND_METHOD method = {.bytes = draw, .pseudorand = draw, .status = is_ready};
    RAND_set_rand_method(&method);
    state = 0x9e3779b97f4a7c15u;
    first_draw = strcmp(operation, "ecdsa-keygen") == 0 ? numbers_find(in, "d") : NULL;
}

const char *library_processor(void)
{
    const char *text = OpenSSL_version(OPENSSL_CPU_INFO), *value = strchr(text, ' ');
    return value ? value + 1 : text;
}
