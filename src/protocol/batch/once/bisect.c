/* Bad signatures of a batch, by halves (Pastuszak, Michalek, Pieprzyk and Seberry 2000: divide and conquer). */
#include "protocol/batch/common.h"

#define FEWEST 8 /* signatures that are not halved: to verify each is as fast */

typedef struct {
    const mc_batch_judge *judge;
    void *batch;
    const void *curve;
    size_t left; /* signatures that may still be tested in sums */
} search;

/* Among these is a bad one. If the first half is good, it is in the second, which need not be tested. All halves have
 * the random numbers of the whole: they were drawn after the signatures were chosen. */
static void search_among(search *own, size_t first, size_t count)
{
    const size_t half = count / 2;
    if (count <= FEWEST || own->left < count) {
        own->judge->verify_each(own->batch, first, count, own->curve);
        return;
    }
    own->left -= count;
    const uint8_t is_first_good = own->judge->holds(own->batch, first, half, own->curve);
    const uint8_t is_second_good =
        !is_first_good && own->judge->holds(own->batch, first + half, count - half, own->curve);
    if (!is_first_good)
        search_among(own, first, half);
    if (!is_second_good)
        search_among(own, first + half, count - half);
}

/* One bad signature takes tests of count + count/2 + count/4 + ... signatures, below twice their number. With more bad
 * ones these are soon used up: so whoever sends them cannot make a batch cost more than that. */
void mc_batch_judge_all(const mc_batch_judge *judge, void *batch, size_t count, const void *curve)
{
    search own = {judge, batch, curve, 2 * count};
    if (count == 1)
        judge->verify_each(batch, 0, count, curve);
    else if (count && !judge->holds(batch, 0, count, curve))
        search_among(&own, 0, count);
}
