/* Quotients and remainders that the compiler calls (MSP430 EABI, SLAA534), bit by bit, as many as the library's
 * divisions by constants need. They are of public numbers: their time is not constant. */
#include <stdint.h>

/* Quotient or remainder of unsigned numbers of a type; the divisor is below its half. */
#define DIVISION(name, type, bits, result)                                                                             \
    type name(type dividend, type divisor);                                                                            \
    type name(type dividend, type divisor)                                                                             \
    {                                                                                                                  \
        type quotient = 0, remainder = 0;                                                                              \
        for (uint8_t i = 0; i < (bits); i++) {                                                                         \
            remainder = (type)(remainder + remainder + (dividend >> ((bits) - 1)));                                    \
            dividend = (type)(dividend + dividend);                                                                    \
            quotient = (type)(quotient + quotient);                                                                    \
            if (remainder >= divisor) {                                                                                \
                remainder = (type)(remainder - divisor);                                                               \
                quotient |= 1;                                                                                         \
            }                                                                                                          \
        }                                                                                                              \
        (void)quotient, (void)remainder;                                                                               \
        return result;                                                                                                 \
    }

DIVISION(__mspabi_divu, uint16_t, 16, quotient)
DIVISION(__mspabi_remu, uint16_t, 16, remainder)
DIVISION(__mspabi_divul, uint32_t, 32, quotient)
DIVISION(__mspabi_remul, uint32_t, 32, remainder)

/* Towards zero; the remainder has the sign of the dividend. */
int16_t __mspabi_divi(int16_t dividend, int16_t divisor);
int16_t __mspabi_remi(int16_t dividend, int16_t divisor);

static uint16_t magnitude(int16_t value)
{
    return value < 0 ? (uint16_t)-(uint16_t)value : (uint16_t)value;
}

int16_t __mspabi_divi(int16_t dividend, int16_t divisor)
{
    uint16_t quotient = __mspabi_divu(magnitude(dividend), magnitude(divisor));
    return (int16_t)((dividend ^ divisor) < 0 ? -quotient : quotient);
}

int16_t __mspabi_remi(int16_t dividend, int16_t divisor)
{
    uint16_t remainder = __mspabi_remu(magnitude(dividend), magnitude(divisor));
    return (int16_t)(dividend < 0 ? -remainder : remainder);
}
