/* Recodings of base 2 for every scalar below 2^16 and every window: the sum of the digits, which digits occur, and
 * how far apart. fields: fb163 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scalar/recodings.h"
#include "scalar/scalar.h"

#define SCALARS (1UL << 16)
#define GUARD   4

typedef uint16_t recoding(int8_t *, const mc_word *, uint8_t);

/* Properties of nonzero digits: size below limit; odd; of either sign; at places that `step` divides; `apart` places
 * or more from the next, `third` or more from the next but one. */
typedef struct {
    const char *name;
    recoding *recode;
    unsigned window, limit;
    unsigned odd, with_signs, step, apart, third;
    unsigned always_odd; /* no digit is 0; for even k they are the digits of k + 1 */
} promise;

static unsigned failures;

static void fail(const promise *promised, unsigned long k, const char *what)
{
    if (failures++ < 10)
        printf("FAIL %s, window %u, k = %lu: %s\n", promised->name, promised->window, k, what);
}

static void check_digit(const promise *promised, unsigned long k, int digit, unsigned place)
{
    if ((unsigned)abs(digit) >= promised->limit || (digit < 0 && !promised->with_signs))
        fail(promised, k, "size of a digit");
    if (promised->odd && digit % 2 == 0)
        fail(promised, k, "even digit");
    if (place % promised->step)
        fail(promised, k, "place of a digit");
}

static void check(const promise *promised, unsigned long k)
{
    mc_word scalar[EC_SCALAR_WORDS] = {0};
    int8_t digits[RECODE_DIGITS + GUARD];
    long long sum = 0;
    unsigned before = ~0U, earlier = ~0U; /* places of the last two digits */
    for (unsigned i = 0; i < 16; i++)
        scalar[i / MC_WORD_BITS] |= (mc_word)((mc_word)(k >> i & 1) << (i % MC_WORD_BITS));
    memset(digits, 0x55, sizeof digits);
    const unsigned length = promised->recode(digits, scalar, (uint8_t)promised->window);
    for (unsigned i = 0; i < RECODE_DIGITS; i++) {
        const int digit = digits[i];
        if (digit == 0) {
            if (promised->always_odd && i < length && i % promised->step == 0)
                fail(promised, k, "digit 0");
            continue;
        }
        check_digit(promised, k, digit, i);
        if ((before != ~0U && i - before < promised->apart) || (earlier != ~0U && i - earlier < promised->third))
            fail(promised, k, "neighbours");
        earlier = before;
        before = i;
        if (!promised->always_odd)
            sum += digit * (1LL << i);
    }
    if (promised->always_odd) { /* more places than the number has, but every sum from the top is small */
        sum = 0;
        for (unsigned i = length; i--;)
            sum = llabs(sum) < 2 * (long long)SCALARS ? 2 * sum + digits[i] : sum;
    }
    if (sum != (long long)(promised->always_odd ? k | 1 : k))
        fail(promised, k, "sum");
    if (length != before + 1)
        fail(promised, k, "length");
    for (unsigned i = RECODE_DIGITS; i < RECODE_DIGITS + GUARD; i++)
        if (digits[i] != 0x55)
            fail(promised, k, "written beyond the buffer");
}

static void check_all(promise promised)
{
    for (unsigned long k = 0; k < SCALARS; k++)
        check(&promised, k);
}

#define CHECK(name, function, ...) check_all((promise){name, EC(function), __VA_ARGS__});

int main(void)
{
    MC_RECODE_PROMISES(CHECK)
    return failures != 0;
}
