/* Errors on OpenSSL's stack, and its random bytes. */
#include "provider.h"

#include <openssl/rand.h>
#include <stdarg.h>

static const OSSL_ITEM own[] = {
    {REASON_OPENSSL_VERSION, "this is not OpenSSL 3"},
    {REASON_SETTING, "a setting of the provider's section is wrong"},
    {REASON_RANDOM, "no random bytes"},
    {REASON_MEMORY, "out of memory"},
    {REASON_PARAMETER, "a parameter is wrong"},
    {REASON_GROUP, "no such curve"},
    {REASON_NO_KEY, "no key is set"},
    {REASON_NO_PRIVATE_KEY, "the key has no private key"},
    {REASON_OTHER_CURVE, "the keys are of different curves"},
    {REASON_BUFFER, "the buffer is too small"},
    {REASON_DIGEST, "the digest cannot be used"},
    {REASON_OTHERS, "no other provider does this for a curve that motecurve does not serve"},
    {REASON_ENCODING, "the key cannot be encoded so"},
};
#define OWN (sizeof own / sizeof *own)

_Static_assert((int)MC_ERROR_KEY_PAIR < (int)REASON_OPENSSL_VERSION, "numbers of errors are apart");
_Static_assert(MC_ERROR_KEY_PAIR + OWN < REASONS_MAX, "all fit");

void reasons_fill(OSSL_ITEM reasons[REASONS_MAX])
{
    size_t count = 0;
    for (int status = MC_OK + 1; status <= MC_ERROR_KEY_PAIR; status++)
        reasons[count++] = (OSSL_ITEM){(unsigned)status, (void *)(uintptr_t)mc_status_text((mc_status)status)};
    for (size_t i = 0; i < OWN; i++)
        reasons[count++] = own[i];
    reasons[count] = (OSSL_ITEM){0, NULL};
}

int raise_error(const provider *of, const char *file, int line, const char *function, int reason, const char *text, ...)
{
    va_list arguments;
    va_start(arguments, text);
    of->new_error(of->handle);
    of->set_error_debug(of->handle, file, line, function);
    of->set_error(of->handle, (uint32_t)reason, text, arguments);
    va_end(arguments);
    return 0;
}

int is_done(const provider *of, const char *file, int line, const char *function, mc_status status, const char *doing)
{
    if (status == MC_OK)
        return 1;
    if (status == MC_ERROR_RANDOM)
        return raise_error(of, file, line, function, REASON_RANDOM,
                           "%s: OpenSSL gives no random bytes; is the default provider loaded, too?", doing);
    return raise_error(of, file, line, function, status, "%s", doing);
}

int draw_private(void *context, uint8_t *out, size_t bytes)
{
    const provider *of = context;
    return RAND_priv_bytes_ex(of->library, out, bytes, 0) != 1;
}
