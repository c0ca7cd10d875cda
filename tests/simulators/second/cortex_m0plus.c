/* Cortex-M0+: ARMv6-M and no more; cycles of table 3-1 of its manual (DDI 0484), with the multiplier of one cycle and
 * memories without wait states. */
#include "arm.h"

int core_short(uint16_t op)
{
    (void)op;
    return 0;
}

int core_long(uint16_t first, uint16_t second)
{
    (void)first, (void)second;
    return 0;
}

unsigned core_cycles(const struct happened *now)
{
    switch (now->kind) {
    case LOAD:
    case STORE:
        return 2;
    case MULTIPLE: /* 1+N; POP of PC 3+N */
        return now->words + (now->is_taken ? 3u : 1u);
    case BRANCH_IF:
        return now->is_taken ? 2 : 1;
    case BRANCH:
    case EXCHANGE:
    case TO_PC:
        return 2;
    case CALL:
    case BARRIER:
        return 3;
    default:
        return 1;
    }
}
