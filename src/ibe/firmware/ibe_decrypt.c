/* status, message, zero after an error: of FullIdent. */
#include "ibe.h"

static uint8_t message[MESSAGE_BYTES], private_key[PRIVATE_KEY_BYTES], ciphertext[CIPHERTEXT_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(private_key, sizeof private_key);
    bench_read(ciphertext, sizeof ciphertext);
    BENCH_CALL(status = mc_ibe_decrypt(message, private_key, ciphertext, sizeof private_key, sizeof ciphertext, GROUP));
    bench_write(&status, sizeof status);
    bench_write(message, sizeof message);
}
