/* beside FOLDER SEED SEQUENCES [all]: as many sequences drawn at random, after every variant of each call and every
 * pair of calls in every order. FOLDER has motecurve.so. Prints how many calls were compared, and each known difference
 * with the number of times that it was met; stops at the first other one, with the calls that lead to it. */
#include "world.h"

#define STEPS_MAX 24
#define CALLS_MAX 64

static struct {
    const call *calls;
    unsigned first, count; /* in `calls` */
} tables[] = {{key_calls, 0, 0},
              {generation_calls, 0, 0},
              {signature_calls, 0, 0},
              {agreement_calls, 0, 0},
              {encoding_calls, 0, 0}};
#define TABLES (sizeof tables / sizeof *tables)

static call calls[CALLS_MAX];
static unsigned call_count;
static unsigned long compared, met[DIFFERENCES];

typedef struct {
    unsigned call;
    choice by;
} step;

static step steps[STEPS_MAX + 8];
static unsigned step_count;

static void end_contexts(world *in)
{
    EVP_PKEY_CTX_free(in->generation);
    EVP_PKEY_CTX_free(in->signing);
    EVP_PKEY_CTX_free(in->verifying);
    EVP_PKEY_CTX_free(in->agreement);
    EVP_MD_CTX_free(in->message_signing);
    EVP_MD_CTX_free(in->message_verifying);
    in->generation = in->signing = in->verifying = in->agreement = NULL;
    in->message_signing = in->message_verifying = NULL;
    in->is_copy[0] = in->is_copy[1] = in->is_room_asked = 0;
    in->is_curve_fixed = in->is_curve_later = in->is_form_given = 0;
}

static void end(world *in)
{
    end_contexts(in);
    for (unsigned slot = 0; slot < KEYS; slot++)
        put(in, slot, NULL);
    in->signature_bytes = in->encoding_bytes = 0;
}

/* Contexts for all that key 0 does, with key 1 as its peer. Nothing is said of a key that cannot. */
static void begin_contexts(world *in)
{
    EVP_PKEY *key = in->keys[0];
    in->generation = EVP_PKEY_CTX_new_from_name(NULL, "EC", in->properties);
    CHECK(EVP_PKEY_keygen_init(in->generation) == 1);
    if (!key)
        return;
    in->signing = EVP_PKEY_CTX_new_from_pkey(NULL, key, in->properties);
    in->verifying = EVP_PKEY_CTX_new_from_pkey(NULL, key, in->properties);
    in->agreement = EVP_PKEY_CTX_new_from_pkey(NULL, key, in->properties);
    in->message_signing = EVP_MD_CTX_new();
    in->message_verifying = EVP_MD_CTX_new();
    CHECK(EVP_PKEY_sign_init(in->signing) == 1 && EVP_PKEY_verify_init(in->verifying) == 1);
    CHECK(EVP_PKEY_derive_init(in->agreement) == 1);
    if (in->keys[1])
        EVP_PKEY_derive_set_peer(in->agreement, in->keys[1]);
    CHECK(EVP_DigestSignInit_ex(in->message_signing, NULL, "SHA256", NULL, in->properties, key, NULL) == 1);
    CHECK(EVP_DigestVerifyInit_ex(in->message_verifying, NULL, "SHA256", NULL, in->properties, key, NULL) == 1);
}

/* A private key with its public one, a peer's public key, and by turns a key on the same curve or on one that is not
 * ours. */
static void begin(world *in, unsigned turn)
{
    put(in, 0, made(in, turn / 2 % CURVES, 2, EVP_PKEY_KEYPAIR));
    put(in, 1, made(in, turn / 2 % CURVES, 3, EVP_PKEY_PUBLIC_KEY));
    put(in, 2, made(in, turn % 2 ? 2 : turn / 2 % CURVES, 4, EVP_PKEY_KEYPAIR));
    begin_contexts(in);
}

static void say(const world worlds[2], const outcome outs[2])
{
    size_t at = 0;
    while (at < outs[0].length && at < outs[1].length && outs[0].bytes[at] == outs[1].bytes[at])
        at++;
    fprintf(stderr, "ours gives %d and %zu bytes, OpenSSL's %d and %zu, from byte %zu on other ones, after\n",
            outs[0].value, outs[0].length, outs[1].value, outs[1].length, at);
    for (unsigned i = 0; i < step_count; i++)
        fprintf(stderr, "  %s: slot %u, to %u, a %u, b %u\n", calls[steps[i].call].name, steps[i].by.slot,
                steps[i].by.to, steps[i].by.a, steps[i].by.b);
    for (int i = 0; i < 2; i++) {
        fprintf(stderr, "%s:", worlds[i].properties);
        for (size_t j = at > 40 ? at - 40 : 0; j < outs[i].length && j < at + 40; j++)
            fprintf(stderr, outs[i].bytes[j] >= 32 && outs[i].bytes[j] < 127 ? "%c" : "<%02x>", outs[i].bytes[j]);
        fprintf(stderr, "\n");
    }
    ERR_print_errors_fp(stderr);
    exit(1);
}

/* What one world has drawn, the other gets. */
static void share(world worlds[2], const outcome *out, const choice *by)
{
    const unsigned from = by->b & 1;
    if (out->is_key) {
        EVP_PKEY *key = copied(worlds[from].keys[by->to], worlds[!from].properties);
        CHECK(key);
        put(&worlds[!from], by->to, key);
        put(&worlds[from], by->to, copied(key, worlds[from].properties)); /* as in level */
    }
    if (out->is_signature) {
        memcpy(worlds[!from].signature, worlds[from].signature, worlds[from].signature_bytes);
        worlds[!from].signature_bytes = worlds[from].signature_bytes;
    }
}

/* After a known difference both worlds go on with the keys of ours, ours too with copies: where a call of OpenSSL's own
 * has set one half of a key's form, a copy has it whole. */
static void level(world worlds[2])
{
    for (unsigned slot = 0; slot < KEYS; slot++) {
        EVP_PKEY *key = copied(worlds[0].keys[slot], worlds[1].properties);
        put(&worlds[0], slot, copied(key, worlds[0].properties));
        if (!worlds[0].keys[slot]) {
            EVP_PKEY_free(key);
            key = NULL;
        }
        put(&worlds[1], slot, key);
    }
    for (int i = 0; i < 2; i++) {
        end_contexts(&worlds[i]);
        begin_contexts(&worlds[i]);
        worlds[i].signature_bytes = worlds[i].encoding_bytes = 0;
    }
}

static void take(world worlds[2], unsigned which, choice by)
{
    static outcome outs[2];
    steps[step_count++] = (step){which, by};
    for (int i = 0; i < 2; i++) {
        outs[i].value = -5;
        outs[i].length = 0;
        outs[i].may_differ = NONE;
        outs[i].is_key = outs[i].is_signature = 0;
        calls[which].run(&worlds[i], &by, &outs[i]);
    }
    compared++;
    if (outs[0].is_key && outs[1].is_key && outs[0].length == outs[1].length &&
        memcmp(outs[0].bytes, outs[1].bytes, outs[0].length) == 0)
        share(worlds, &outs[0], &by);
    if (outs[0].is_signature && outs[1].is_signature)
        share(worlds, &outs[0], &by);
    for (int i = 0; i < 2; i++) {
        note_key(&outs[i], worlds[i].keys[by.slot]);
        note_key(&outs[i], worlds[i].keys[by.to]);
    }
    if (outs[0].value == outs[1].value && outs[0].length == outs[1].length &&
        memcmp(outs[0].bytes, outs[1].bytes, outs[0].length) == 0) {
        ERR_clear_error();
        return;
    }
    const difference may_differ = outs[1].may_differ;
    if (may_differ == NONE || !known_differences[may_differ].is(&outs[0], &outs[1]))
        say(worlds, outs);
    met[may_differ]++;
    level(worlds);
    ERR_clear_error();
}

static uint64_t state;

static unsigned drawn(unsigned below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)((state >> 20) % below);
}

static choice chosen(unsigned which)
{
    return (choice){drawn(KEYS), drawn(KEYS), drawn(calls[which].variants), drawn(1u << 16)};
}

static void start(world worlds[2], unsigned turn)
{
    step_count = 0;
    for (int i = 0; i < 2; i++)
        begin(&worlds[i], turn);
}

static void finish(world worlds[2])
{
    end(&worlds[0]);
    end(&worlds[1]);
}

/* Each variant of each call twice, then another call, then the first again. */
static void every_pair(world worlds[2])
{
    for (unsigned first = 0; first < call_count; first++)
        for (unsigned second = 0; second < call_count; second++) {
            start(worlds, first + second);
            const choice by = chosen(first);
            take(worlds, first, by);
            take(worlds, first, by);
            take(worlds, second, chosen(second));
            take(worlds, first, by);
            finish(worlds);
        }
}

static void every_variant(world worlds[2])
{
    for (unsigned which = 0; which < call_count; which++)
        for (unsigned a = 0; a < calls[which].variants; a++)
            for (unsigned turn = 0; turn < 2 * CURVES; turn++) {
                choice by = chosen(which);
                by.a = a;
                by.slot = turn % 2 * 2;
                start(worlds, turn);
                take(worlds, which, by);
                take(worlds, which, by);
                finish(worlds);
            }
}

/* Of all calls, or, in most steps of a sequence, of one table's. */
static unsigned call_of(unsigned table)
{
    return drawn(4) ? tables[table].first + drawn(tables[table].count) : drawn(call_count);
}

static void at_random(world worlds[2], unsigned long sequences)
{
    for (unsigned long i = 0; i < sequences; i++) {
        start(worlds, drawn(2 * CURVES));
        for (unsigned j = 0; j < STEPS_MAX; j++) {
            const unsigned which = call_of((unsigned)(i % TABLES));
            take(worlds, which, chosen(which));
        }
        finish(worlds);
    }
}

static void collect(void)
{
    for (size_t i = 0; i < TABLES; i++) {
        tables[i].first = call_count;
        for (const call *of = tables[i].calls; of->name; of++) {
            CHECK(call_count < CALLS_MAX);
            calls[call_count++] = *of;
        }
        tables[i].count = call_count - tables[i].first;
    }
}

int main(int argc, char **argv)
{
    static world worlds[2] = {{.properties = OURS, .preferred = "?" OURS}, {.properties = THEIRS, .preferred = THEIRS}};
    CHECK(argc == 4 || (argc == 5 && strcmp(argv[4], "all") == 0));
    OSSL_PROVIDER *ours = loaded(argv[1]), *theirs = OSSL_PROVIDER_load(NULL, "default");
    CHECK(ours && theirs);
    state = strtoull(argv[2], NULL, 10) * 0x9e3779b97f4a7c15 + 1;
    collect();
    if (argc == 5) {
        every_variant(worlds);
        every_pair(worlds);
    }
    at_random(worlds, strtoul(argv[3], NULL, 10));
    printf("%u calls, compared %lu times\n", call_count, compared);
    for (difference i = NONE + 1; i < DIFFERENCES; i++)
        printf("%lu %s\n", met[i], known_differences[i].title);
    CHECK(OSSL_PROVIDER_unload(ours) == 1 && OSSL_PROVIDER_unload(theirs) == 1);
    return 0;
}
