/* Products on curves over binary fields: each line of the input, K X Y in hexadecimal digits, gives one of the output,
 * X and Y of K times the point. Infinity is 0 0. The last line is the number of products that had to be made again.
 *
 *     test_binary CURVE METHOD THREADS sequential|openmp|pool
 *     test_binary --bad      wrong input */
#include "support.h"

#include "binary/binary.h"

#define WORDS_MOST  9
#define DIGITS_MOST (16 * WORDS_MOST)

static bool read_number(uint64_t *words, size_t count)
{
    char text[DIGITS_MOST + 1];
    if (scanf("%144s", text) != 1)
        return false;
    const size_t digits = strlen(text);
    memset(words, 0, count * sizeof *words);
    for (size_t i = 0; i < digits && i / 16 < count; i++) {
        const char digit[2] = {text[digits - 1 - i]};
        words[i / 16] |= strtoull(digit, NULL, 16) << 4 * (i % 16);
    }
    return true;
}

static void write_number(const uint64_t *words, size_t count)
{
    for (size_t i = count; i-- > 0;)
        printf("%016lx", words[i]);
}

static mc_parallel_engine *engine_by_name(const char *name, unsigned threads)
{
    unsigned kind = MC_PARALLEL_SEQUENTIAL;
    while (strcmp(mc_parallel_engine_name(kind), name) != 0)
        kind++;
    return engine_of(kind, threads);
}

static int multiply_all(const char *name, const char *method_name, unsigned threads, const char *engine_name)
{
    const mc_parallel_binary_curve *curve = mc_parallel_binary_find(name);
    const mc_parallel_binary_method *method = curve == NULL ? NULL : mc_parallel_binary_method_of(curve, method_name);
    mc_parallel_binary *made;
    uint64_t k[WORDS_MOST], p[2 * WORDS_MOST];
    if (method == NULL) {
        puts("none");
        return 0;
    }
    mc_parallel_engine *engine = engine_by_name(engine_name, threads);
    const size_t words = curve->field->words;
    CHECK(mc_parallel_binary_new(&made, curve, method, threads) == MC_PARALLEL_OK);
    while (read_number(k, curve->field->scalar_words) && read_number(p, words) && read_number(p + words, words)) {
        CHECK(mc_parallel_binary_multiply_var(made, engine, p, k, p) == MC_PARALLEL_OK); /* in its own place */
        write_number(p, words);
        putchar(' ');
        write_number(p + words, words);
        putchar('\n');
    }
    printf("%lu\n", mc_parallel_binary_repeats(made));
    mc_parallel_binary_free(made);
    mc_parallel_engine_free(engine);
    return failures > 0;
}

/* Every wrong input has its status, and leaves the result as it was. */
static int check_bad(void)
{
    const mc_parallel_binary_curve *koblitz = mc_parallel_binary_find("sect163k1");
    const mc_parallel_binary_curve *random = mc_parallel_binary_find("sect163r2");
    mc_parallel_binary *made = (mc_parallel_binary *)&failures;
    uint64_t k[WORDS_MOST], p[2 * WORDS_MOST], r[2 * WORDS_MOST] = {5};
    CHECK(koblitz != NULL && random != NULL && mc_parallel_binary_find("secp256r1") == NULL);
    CHECK(mc_parallel_binary_method_of(koblitz, "halve-double") == NULL);
    CHECK(mc_parallel_binary_method_of(random, "tau-split") == NULL);
    CHECK(mc_parallel_binary_method_of(random, "tau-split-wide") == NULL);
    CHECK(mc_parallel_binary_method_of(random, "tau") == NULL);
    const mc_parallel_binary_method *split = mc_parallel_binary_method_of(koblitz, "tau-split");
    const mc_parallel_binary_method *halve = mc_parallel_binary_method_of(random, "halve-double");
    CHECK(mc_parallel_binary_new(&made, koblitz, split, 0) == MC_PARALLEL_ERROR_THREADS && made == NULL);
    CHECK(mc_parallel_binary_new(&made, koblitz, split, 5) == MC_PARALLEL_ERROR_THREADS && made == NULL);
    CHECK(mc_parallel_binary_new(&made, random, halve, 3) == MC_PARALLEL_ERROR_THREADS && made == NULL);
    CHECK(mc_parallel_binary_new(&made, koblitz, split, 2) == MC_PARALLEL_OK);
    mc_parallel_engine *one = engine_of(MC_PARALLEL_SEQUENTIAL, 1), *two = engine_of(MC_PARALLEL_SEQUENTIAL, 2);
    memset(k, 0xff, sizeof k);
    koblitz->field->generator(p, koblitz->parameters);
    CHECK(mc_parallel_binary_multiply_var(made, two, r, k, p) == MC_PARALLEL_ERROR_RANGE && r[0] == 5);
    k[koblitz->field->scalar_words - 1] = 0;
    CHECK(mc_parallel_binary_multiply_var(made, one, r, k, p) == MC_PARALLEL_ERROR_TEAM && r[0] == 5);
    CHECK(mc_parallel_binary_multiply_var(made, two, r, k, p) == MC_PARALLEL_OK && r[0] != 5);
    mc_parallel_binary_free(made);
    mc_parallel_binary_free(NULL);
    mc_parallel_engine_free(one);
    mc_parallel_engine_free(two);
    return failures > 0;
}

int main(int argc, char **argv)
{
    if (argc == 2)
        return check_bad();
    return argc == 5 ? multiply_all(argv[1], argv[2], (unsigned)atoi(argv[3]), argv[4]) : 2;
}
