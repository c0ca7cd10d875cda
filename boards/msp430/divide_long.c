/* Quotients and remainders of 32 bits that the compiler calls (MSP430 EABI, SLAA534), bit by bit. They serve public
 * numbers: their time is not constant. */
#include <stdint.h>

#define BITS 32

static uint32_t divide(uint32_t dividend, uint32_t divisor, uint32_t *remainder)
{
    uint32_t quotient = 0, rest = 0;
    for (uint8_t i = 0; i < BITS; i++) {
        const uint8_t is_larger = (uint8_t)(rest >> (BITS - 1)); /* than any divisor, when it is doubled */
        rest = rest + rest + (dividend >> (BITS - 1));
        dividend += dividend;
        quotient += quotient;
        if (is_larger || rest >= divisor) {
            rest -= divisor;
            quotient |= 1;
        }
    }
    *remainder = rest;
    return quotient;
}

uint32_t __mspabi_divul(uint32_t dividend, uint32_t divisor);
uint32_t __mspabi_remul(uint32_t dividend, uint32_t divisor);

uint32_t __mspabi_divul(uint32_t dividend, uint32_t divisor)
{
    uint32_t remainder;
    return divide(dividend, divisor, &remainder);
}

uint32_t __mspabi_remul(uint32_t dividend, uint32_t divisor)
{
    uint32_t remainder;
    divide(dividend, divisor, &remainder);
    return remainder;
}
