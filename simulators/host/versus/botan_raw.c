/* X25519 and Ed25519; what is made before is as in botan_group.c. */
#include <string.h>

#include "../raw.h"
#include "botan.h"

#define PADDING "Pure"

enum { KEY_BYTES = 32 };

static int run_ecdh(struct raw_call *c)
{
    const uint8_t salt = 0;
    size_t count = KEY_BYTES;
    return botan_pk_op_key_agreement(c->objects, c->secret, &count, c->public_key, KEY_BYTES, &salt, 0);
}

static int run_public_key(struct raw_call *c)
{
    botan_privkey_t key;
    uint8_t both[2 * KEY_BYTES];
    int status = botan_privkey_load_ed25519(&key, c->private_key);
    if (status)
        return status;
    status = botan_privkey_ed25519_get_privkey(key, both);
    memcpy(c->public_key, both + KEY_BYTES, KEY_BYTES);
    botan_privkey_destroy(key);
    return status;
}

static int run_sign(struct raw_call *c)
{
    return botan_sign(c->objects, c->signature, 2 * KEY_BYTES, c->message, RAW_MESSAGE_BYTES);
}

static int run_verify(struct raw_call *c)
{
    botan_pubkey_t key;
    int status = botan_pubkey_load_ed25519(&key, c->public_key);
    if (status)
        return status;
    status = botan_verify(key, PADDING, c->signature, 2 * KEY_BYTES, c->message, RAW_MESSAGE_BYTES);
    botan_pubkey_destroy(key);
    return status;
}

/* The operation on the private key, which lives as long as the process. */
static int make(struct raw_call *c, enum raw_function function)
{
    botan_privkey_t key;
    botan_pk_op_ka_t agreement;
    botan_pk_op_sign_t signing;
    int status = 0;
    if (function == RAW_ECDH) {
        status = botan_privkey_load_x25519(&key, c->private_key);
        status = status ? status : botan_pk_op_key_agreement_create(&agreement, key, "Raw", 0);
        c->objects = agreement;
    } else if (function == RAW_SIGN) {
        status = botan_privkey_load_ed25519(&key, c->private_key);
        status = status ? status : botan_pk_op_sign_create(&signing, key, PADDING, 0);
        c->objects = signing;
    }
    return status;
}

static const struct raw_library functions = {make, {run_ecdh, run_public_key, run_sign, run_verify}};

static const char *open_raw(const struct subject *subject)
{
    return raw_open_25519(&functions, subject);
}

const struct kind botan_raw = {open_raw, raw_prepare, raw_run, raw_results};
