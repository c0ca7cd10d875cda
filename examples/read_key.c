/* Reads a private key in PEM, such as `openssl genpkey` writes, and prints its curve and its public key:
 * read_key FILE. Without a file, it reads a key of its own, on sect233k1. */
#include <stdio.h>
#include <string.h>

#include "motecurve/key.h"
#include "motecurve/key_file.h"

#define FILE_BYTES_MAX 4096

static char text[FILE_BYTES_MAX] = "-----BEGIN PRIVATE KEY-----\n"
                                   "MDsCAQAwEAYHKoZIzj0CAQYFK4EEABoEJDAiAgEBBB0AAQIDBAUGBwgJCgsMDQ4P\n"
                                   "EBESExQVFhcYGRobHA==\n"
                                   "-----END PRIVATE KEY-----\n";

/* Bytes read of the file, 0 if it cannot be read or has more than the buffer. */
static size_t read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return 0;
    size_t bytes = fread(text, 1, sizeof text, file);
    fclose(file);
    return bytes < sizeof text ? bytes : 0;
}

static void print_public(const uint8_t *public_key, const mc_curve *curve)
{
    printf("%s ", mc_curve_name(curve));
    for (size_t i = 0; i < mc_curve_public_key_bytes(curve); i++)
        printf("%02x", public_key[i]);
    printf("\n");
}

int main(int count, char **arguments)
{
    uint8_t private_key[MC_MAX_SCALAR_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES];
    const mc_curve *curve;
    size_t bytes = count > 1 ? read_file(arguments[1]) : strlen(text);
    mc_status status = mc_private_key_from_pem(private_key, &curve, text, bytes);
    memset(text, 0, sizeof text); /* the file is as secret as the key */
    if (status == MC_OK)
        status = mc_public_key(public_key, private_key, mc_curve_scalar_bytes(curve), curve);
    memset(private_key, 0, sizeof private_key);
    if (status != MC_OK) {
        fprintf(stderr, "no private key: %s\n", mc_status_text(status));
        return 2;
    }
    print_public(public_key, curve);
    return 0;
}
