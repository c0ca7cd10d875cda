/* The provider's life: loaded and unloaded again and again, in children of fork, in threads that share keys. */
#include "program.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS  5
#define THREADS 4
#define CALLS   25

static const uint8_t digest[32] = {1, 2, 3};

static void use_one(EVP_PKEY *key)
{
    uint8_t signature[ROOM], secret[ROOM];
    EVP_PKEY *peer = EVP_PKEY_Q_keygen(NULL, OURS, "EC", CURVE);
    CHECK(peer && is_ours(peer));
    size_t length = sign(key, OURS, signature, digest, sizeof digest);
    CHECK(verify(key, OURS, signature, length, digest, sizeof digest));
    signature[length - 1] ^= 1;
    CHECK(!verify(key, OURS, signature, length, digest, sizeof digest));
    CHECK(derive(key, peer, OURS, 0, secret) == 30);
    EVP_PKEY_free(peer);
}

static void *use_many(void *key)
{
    for (int i = 0; i < CALLS; i++)
        use_one(key);
    OPENSSL_thread_stop();
    return NULL;
}

static void in_threads(EVP_PKEY *key)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, use_many, key) == 0);
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
}

/* A hedged signature takes random bytes: parent and child must not draw the same. */
static void in_a_child(EVP_PKEY *key)
{
    int ends[2], status;
    uint8_t own[ROOM], its[ROOM];
    CHECK(pipe(ends) == 0);
    const pid_t child = fork();
    CHECK(child >= 0);
    const size_t length = sign(key, OURS, own, digest, sizeof digest);
    if (child == 0) {
        use_one(key);
        _exit(write(ends[1], own, length) != (ssize_t)length);
    }
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    const ssize_t its_length = read(ends[0], its, sizeof its);
    CHECK(its_length > 0 && verify(key, THEIRS, its, (size_t)its_length, digest, sizeof digest));
    CHECK((size_t)its_length != length || memcmp(own, its, length) != 0);
    close(ends[0]);
    close(ends[1]);
}

int main(int argc, char **argv)
{
    CHECK(argc == 2);
    OSSL_PROVIDER *theirs = OSSL_PROVIDER_load(NULL, "default");
    for (int round = 0; round < ROUNDS; round++) {
        OSSL_PROVIDER *ours = loaded(argv[1]);
        CHECK(theirs && ours && OSSL_PROVIDER_self_test(ours));
        EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, OURS, "EC", CURVE);
        CHECK(key && is_ours(key));
        use_one(key);
        in_threads(key);
        in_a_child(key);
        EVP_PKEY_free(key);
        CHECK(OSSL_PROVIDER_unload(ours) == 1);
        CHECK(!EVP_PKEY_Q_keygen(NULL, OURS, "EC", CURVE)); /* it has gone */
        ERR_clear_error();
    }
    CHECK(OSSL_PROVIDER_unload(theirs) == 1);
    return 0;
}
