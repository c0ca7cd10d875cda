/* What the provider gains: ECDSA and ECDH through OpenSSL's interface, by turns from the default provider and from
 * motecurve, in one process. Each call makes its context, as servers do. Results are checked first: signatures by the
 * other provider, secrets by equality.
 *
 *   motecurve-provider-speed FOLDER CURVE...        FOLDER has motecurve.so */
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS    11
#define BLOCK_NS  10000000 /* of each provider in each round */
#define OUT_BYTES 256
#define CALLS_MAX 100000
#define PROVIDERS 2

static const char *const queries[PROVIDERS] = {"provider=default", "provider=motecurve"};
static const unsigned char digest[32] = {1, 2, 3};

typedef struct {
    EVP_PKEY *key, *peer;
    const char *query;
    unsigned char signature[OUT_BYTES], secret[OUT_BYTES];
    size_t signature_bytes, secret_bytes;
} subject;

static void stop(const char *what)
{
    fprintf(stderr, "motecurve-provider-speed: %s\n", what);
    ERR_print_errors_fp(stderr);
    exit(2);
}

static EVP_PKEY_CTX *context_of(const subject *of)
{
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, of->key, of->query);
    if (!context)
        stop("no context");
    return context;
}

static int sign(subject *of)
{
    EVP_PKEY_CTX *context = context_of(of);
    of->signature_bytes = OUT_BYTES;
    const int done = EVP_PKEY_sign_init(context) == 1 &&
                     EVP_PKEY_sign(context, of->signature, &of->signature_bytes, digest, sizeof digest) == 1;
    EVP_PKEY_CTX_free(context);
    return done;
}

static int verify(subject *of)
{
    EVP_PKEY_CTX *context = context_of(of);
    const int done = EVP_PKEY_verify_init(context) == 1 &&
                     EVP_PKEY_verify(context, of->signature, of->signature_bytes, digest, sizeof digest) == 1;
    EVP_PKEY_CTX_free(context);
    return done;
}

static int derive(subject *of)
{
    EVP_PKEY_CTX *context = context_of(of);
    of->secret_bytes = OUT_BYTES;
    const int done = EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, of->peer) == 1 &&
                     EVP_PKEY_derive(context, of->secret, &of->secret_bytes) == 1;
    EVP_PKEY_CTX_free(context);
    return done;
}

static int copy_to(const OSSL_PARAM params[], void *argument)
{
    subject *to = argument;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", to->query);
    const int done = context && EVP_PKEY_fromdata_init(context) == 1 &&
                     EVP_PKEY_fromdata(context, &to->key, EVP_PKEY_KEYPAIR, (OSSL_PARAM *)params) == 1;
    EVP_PKEY_CTX_free(context);
    return done;
}

static double now_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

/* Microseconds of one call, over a block of calls. */
static double block_us(int call(subject *), subject *of)
{
    int calls = 0;
    const double begin = now_ns();
    double taken = 0;
    for (; taken < BLOCK_NS && calls < CALLS_MAX; taken = now_ns() - begin, calls++)
        if (!call(of))
            stop("a call failed");
    return taken / calls / 1000;
}

static int by_size(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static void measure(const char *curve, const char *name, int call(subject *), subject of[PROVIDERS])
{
    double us[PROVIDERS][ROUNDS], ratios[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < PROVIDERS; i++)
            us[i][round] = block_us(call, &of[i]);
        ratios[round] = us[0][round] / us[1][round];
    }
    for (int i = 0; i < PROVIDERS; i++)
        qsort(us[i], ROUNDS, sizeof **us, by_size);
    qsort(ratios, ROUNDS, sizeof *ratios, by_size);
    printf("%-10s  %-7s  %10.1f  %12.1f  %5.1f  (%.1f to %.1f)\n", curve, name, us[0][ROUNDS / 2], us[1][ROUNDS / 2],
           ratios[ROUNDS / 2], ratios[0], ratios[ROUNDS - 1]);
}

static void check(subject of[PROVIDERS])
{
    for (int i = 0; i < PROVIDERS; i++)
        if (!sign(&of[i]) || !derive(&of[i]))
            stop("a call failed");
    for (int i = 0; i < PROVIDERS; i++) {
        subject crossed = of[1 - i];
        memcpy(crossed.signature, of[i].signature, OUT_BYTES);
        crossed.signature_bytes = of[i].signature_bytes;
        if (!verify(&crossed))
            stop("a signature that the other provider does not verify");
    }
    if (of[0].secret_bytes != of[1].secret_bytes || memcmp(of[0].secret, of[1].secret, of[0].secret_bytes) != 0)
        stop("secrets differ");
}

static void compare(const char *curve)
{
    subject of[PROVIDERS];
    memset(of, 0, sizeof of);
    of[0].key = EVP_PKEY_Q_keygen(NULL, queries[0], "EC", curve);
    for (int i = 0; i < PROVIDERS; i++)
        of[i].query = queries[i];
    if (!of[0].key || EVP_PKEY_export(of[0].key, EVP_PKEY_KEYPAIR, copy_to, &of[1]) != 1)
        stop(curve);
    for (int i = 0; i < PROVIDERS; i++)
        of[i].peer = EVP_PKEY_dup(of[i].key); /* the key's own public key is the peer's, too */
    check(of);
    measure(curve, "sign", sign, of);
    measure(curve, "verify", verify, of);
    measure(curve, "derive", derive, of);
    for (int i = 0; i < PROVIDERS; i++) {
        EVP_PKEY_free(of[i].key);
        EVP_PKEY_free(of[i].peer);
    }
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "motecurve-provider-speed: arguments are the folder of motecurve.so and names of curves\n");
        return 2;
    }
    OSSL_PROVIDER *theirs = OSSL_PROVIDER_load(NULL, "default");
    OSSL_PROVIDER_set_default_search_path(NULL, argv[1]);
    OSSL_PROVIDER *ours = OSSL_PROVIDER_load(NULL, "motecurve");
    if (!theirs || !ours)
        stop("the providers default and motecurve do not both load");
    printf("curve       call     default, us  motecurve, us  ratio  (all rounds)\n");
    for (int i = 2; i < argc; i++)
        compare(argv[i]);
    OSSL_PROVIDER_unload(ours);
    OSSL_PROVIDER_unload(theirs);
    return 0;
}
