/* Reads calls of public functions from stdin, a line each, makes them and prints what came of them. calls.py writes the
 * program around it, with a case for each function. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILLER       0xaa
#define MEMORY_BYTES ((size_t)1 << 20)
#define PARAMETERS   24

/* An argument: the members of its kind. */
typedef struct {
    char kind;
    void *octets;
    size_t bytes, number;
    const mc_curve *curve;
    const mc_hash *hash;
    mc_random random;
    mc_reader reader;
} argument;

static argument at[PARAMETERS];
static char line[1 << 18];
static uint8_t reader_message[256];
static uint32_t drawn;

/* The same octets in every call. */
static int draw(void *context, uint8_t *out, size_t bytes)
{
    (void)context;
    for (size_t i = 0; i < bytes; i++) {
        drawn = drawn * 1103515245u + 12345u;
        out[i] = (uint8_t)(drawn >> 16);
    }
    return 0;
}

static int draw_nothing(void *context, uint8_t *out, size_t bytes)
{
    (void)context, (void)out, (void)bytes;
    return 1;
}

static int draw_the_same(void *context, uint8_t *out, size_t bytes)
{
    (void)context;
    memset(out, 7, bytes);
    return 0;
}

static int read_message(void *context, uint8_t *out, size_t offset, size_t bytes)
{
    memcpy(out, (uint8_t *)context + offset, bytes);
    return 0;
}

static int read_nothing(void *context, uint8_t *out, size_t offset, size_t bytes)
{
    (void)context, (void)out, (void)offset, (void)bytes;
    return 1;
}

/* Memory of its own, so that a byte read beyond is another allocation's. */
static void *allocated(size_t bytes)
{
    void *octets = malloc(bytes + !bytes);
    if (!octets)
        exit(2);
    return octets;
}

static uint8_t *from_hex(const char *text, size_t *bytes)
{
    *bytes = strlen(text) / 2;
    uint8_t *octets = allocated(*bytes);
    for (size_t i = 0; i < *bytes; i++) {
        unsigned octet;
        sscanf(text + 2 * i, "%2x", &octet);
        octets[i] = (uint8_t)octet;
    }
    return octets;
}

/* "=8": an output of 8 bytes; "-": null; else bytes in hexadecimal digits. */
static void read_octets(argument *own, const char *text)
{
    own->bytes = 0;
    own->octets = NULL;
    if (*text == '=') {
        own->bytes = strtoul(text + 1, NULL, 10);
        own->octets = allocated(own->bytes);
        memset(own->octets, FILLER, own->bytes);
    } else if (*text != '-') {
        own->octets = from_hex(text, &own->bytes);
    }
}

/* Two equal members. */
static void *signed_digests(void)
{
    size_t bytes[3];
    uint8_t *parts[3];
    for (unsigned i = 0; i < 3; i++)
        parts[i] = from_hex(strtok(NULL, " \n"), &bytes[i]);
    mc_signed_digest *made = allocated(2 * sizeof *made);
    made[0] = made[1] = (mc_signed_digest){parts[0], parts[1], parts[2], bytes[0], bytes[1], bytes[2]};
    return made;
}

static void *signed_messages(void)
{
    size_t bytes[3];
    uint8_t *parts[3];
    for (unsigned i = 0; i < 3; i++)
        parts[i] = from_hex(strtok(NULL, " \n"), &bytes[i]);
    mc_signed_message *made = allocated(2 * sizeof *made);
    made[0] = made[1] = (mc_signed_message){.signature = parts[0],
                                            .public_key = parts[1],
                                            .message = parts[2],
                                            .signature_bytes = bytes[0],
                                            .public_key_bytes = bytes[1],
                                            .message_bytes = bytes[2]};
    return made;
}

static void *options(void)
{
    mc_ecies_options *made = allocated(sizeof *made);
    *made = (mc_ecies_options){.hash = &mc_sha256,
                               .kdf = &mc_ecies_x963,
                               .cipher = &mc_ecies_xor,
                               .agree = mc_ecdh,
                               .tag_bytes = 16,
                               .binds_ephemeral = 1};
    return made;
}

static void read_pointer(argument *own)
{
    if (own->kind == 'G') {
        own->octets = signed_digests();
    } else if (own->kind == 'E') {
        own->octets = signed_messages();
    } else if (own->kind == 'O') {
        own->octets = options();
    } else if (own->kind == 'X') {
        own->octets = reader_message;
    } else { /* sizes, statuses, the curve found, memory to work in */
        own->octets = allocated(MEMORY_BYTES);
        memset(own->octets, FILLER, MEMORY_BYTES);
    }
}

/* Reads the arguments of these kinds: `calls.py` says which there are. */
static void read_arguments(const char *kinds)
{
    static const mc_random sources[] = {draw, draw_nothing, draw_the_same};
    static const mc_reader readers[] = {read_message, read_nothing};
    memset(at, 0, sizeof at);
    for (size_t i = 0; kinds[i]; i++) {
        argument *own = &at[i];
        own->kind = kinds[i];
        const char *text = strchr("ionchrRM", own->kind) ? strtok(NULL, " \n") : "";
        own->number = strtoul(text, NULL, 10);
        if (own->kind == 'i' || own->kind == 'o')
            read_octets(own, text);
        else if (own->kind == 'c')
            own->curve = *text == '-' ? NULL : mc_curve_find(text);
        else if (own->kind == 'h')
            own->hash = *text == '-' ? NULL : &mc_sha256;
        else if (own->kind == 'r')
            own->random = sources[own->number];
        else if (own->kind == 'R')
            own->reader = readers[own->number];
        else if (own->kind == 'M')
            own->number = own->number ? MEMORY_BYTES : 0;
        else if (!strchr("nx", own->kind))
            read_pointer(own);
    }
    drawn = 1;
}

static void print_output(const argument *own)
{
    if (own->kind == 'o') {
        putchar(' ');
        for (size_t i = 0; i < own->bytes; i++)
            printf("%02x", ((uint8_t *)own->octets)[i]);
    } else if (own->kind == 's') {
        printf(" %lu", (unsigned long)*(size_t *)own->octets);
    } else if (own->kind == 'S') {
        printf(" %d,%d", (int)((mc_status *)own->octets)[0], (int)((mc_status *)own->octets)[1]);
    } else if (own->kind == 'f') {
        const mc_curve *curve = *(const mc_curve **)own->octets;
        printf(" %s", curve ? mc_curve_name(curve) : "none");
    }
}

static void print_outputs(const char *name, long result)
{
    printf("%s %ld", name, result);
    for (size_t i = 0; i < PARAMETERS; i++) {
        print_output(&at[i]);
        if (at[i].octets != reader_message)
            free(at[i].octets);
    }
    putchar('\n');
}

static void print_digest(const char *kind, const char *name, size_t fed, const uint8_t *digest, size_t bytes)
{
    printf("%s %s %lu ", kind, name, (unsigned long)fed);
    for (size_t i = 0; i < bytes; i++)
        printf("%02x", digest[i]);
    putchar('\n');
}

static void print_hash(const char *name, const uint8_t *text, size_t bytes)
{
    const mc_hash *hash = mc_hash_find(name);
    mc_hash_context context;
    mc_hmac_context keyed;
    uint8_t digest[MC_SHA512_BYTES];
    mc_hash_begin(&context, hash);
    mc_hash_feed(&context, text, bytes / 3);
    mc_hash_feed(&context, text + bytes / 3, bytes - bytes / 3);
    mc_hash_finish(digest, &context);
    print_digest("hash", name, bytes, digest, mc_hash_digest_bytes(hash));
    mc_hmac_begin(&keyed, hash, text, bytes);
    mc_hmac_feed(&keyed, text, bytes / 2);
    mc_hmac_finish(digest, &keyed);
    print_digest("hmac", name, bytes, digest, mc_hash_digest_bytes(hash));
}

static void print_shake256(const uint8_t *text, size_t bytes)
{
    mc_shake256_context context;
    uint8_t out[150];
    mc_shake256_begin(&context);
    mc_shake256_feed(&context, text, bytes / 3);
    mc_shake256_feed(&context, text + bytes / 3, bytes - bytes / 3);
    mc_shake256_squeeze(out, 1, &context);
    mc_shake256_squeeze(out + 1, sizeof out - 1, &context);
    mc_shake256_finish(&context);
    print_digest("xof", "shake_256", bytes, out, sizeof out);
}

/* Messages of 0 to 300 bytes, fed in two parts. */
static void print_hashes(void)
{
    static const char *const names[] = {"SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512"};
    uint8_t text[300];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (uint8_t)(i * 7);
    for (size_t bytes = 0; bytes <= sizeof text; bytes += 20) {
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            print_hash(names[i], text, bytes);
        print_shake256(text, bytes);
    }
}

static void call(const char *name);

int main(void)
{
    for (size_t i = 0; i < sizeof reader_message; i++)
        reader_message[i] = (uint8_t)(i + 7);
    print_hashes();
    while (fgets(line, sizeof line, stdin))
        call(strtok(line, " \n"));
    return 0;
}
