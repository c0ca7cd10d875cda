#include "modmul/shared_product.h"

typedef struct {
    size_t from, count;
} range;

/* Part i of k of n limbs: floor(n / k), and the rest for the last. */
static range part(size_t n, unsigned i, unsigned k)
{
    size_t each = n / k;
    return (range){i * each, i + 1 == k ? n - i * each : each};
}

/* Which limbs of a and b thread `thread` multiplies, and how many of the product's lower limbs are wanted. Limbs that
 * reach above these are left out. */
static size_t factors(const mc_parallel_shared_product *shared, range *a, range *b, unsigned thread, unsigned threads)
{
    bool halves_both = threads == 4;
    *a = part(shared->an, halves_both ? thread / 2 : 0, halves_both ? 2 : 1);
    *b = part(shared->bn, halves_both ? thread % 2 : thread, halves_both ? 2 : threads);
    size_t offset = a->from + b->from;
    size_t wanted = shared->low > offset ? shared->low - offset : 0;
    a->count = mc_limbs_least(a->count, wanted);
    b->count = mc_limbs_least(b->count, wanted);
    return mc_limbs_least(a->count + b->count, wanted);
}

void mc_parallel_shared_product_prepare(mc_parallel_shared_product *shared, size_t an, size_t bn, unsigned threads,
                                        mc_limbs_product *multiply, mc_parallel_arena *arena)
{
    *shared = (mc_parallel_shared_product){.multiply = multiply, .product = mc_parallel_take_limbs(arena, an + bn)};
    for (unsigned i = 1; i < threads; i++)
        shared->parts[i] = mc_parallel_take_limbs(arena, an + bn);
}

void mc_parallel_share(const mc_parallel_shared_product *shared, unsigned thread, unsigned threads)
{
    range a, b;
    size_t wanted = factors(shared, &a, &b, thread, threads);
    mp_limb_t *product = thread == 0 ? shared->product : shared->parts[thread];
    shared->multiply(product, shared->a + a.from, a.count, shared->b + b.from, b.count, wanted);
}

void mc_parallel_join(const mc_parallel_shared_product *shared, unsigned threads)
{
    range a, b;
    if (threads == 1)
        return;
    size_t filled = factors(shared, &a, &b, 0, threads);
    mc_limbs_clear(shared->product + filled, shared->low - filled);
    for (unsigned i = 1; i < threads; i++) {
        size_t count = factors(shared, &a, &b, i, threads), offset = a.from + b.from;
        if (count > 0)
            mc_limbs_add(shared->product + offset, shared->low - offset, shared->parts[i], count);
    }
}
