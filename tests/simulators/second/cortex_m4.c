/* Cortex-M4: cycles. */
#include "arm.h"

enum { REFILL = 2 };

unsigned core_cycles(const struct happened *now)
{
    static struct happened last;
    unsigned cycles = 1, refill = now->is_taken ? REFILL : 0;
    switch (now->kind) {
    case LOAD:
        cycles = 2;
        break;
    case STORE:
        cycles = now->has_index ? 2 : 1;
        break;
    case MULTIPLE:
        cycles = 1 + now->words;
        break;
    case TABLE_BRANCH:
        cycles = 2;
        break;
    case DIVIDE:
        cycles = 12;
        break;
    default:
        break;
    }
    int follows = now->kind == LOAD || (now->kind == STORE && now->has_index);
    if (follows && last.kind == LOAD && !(last.written & now->address_from))
        cycles--;
    last = *now;
    return now->is_skipped ? 1 : cycles + refill;
}
