/* The hardware multipliers: 16 x 16 bits (SLAU049, chapter 7) and MPY32 (SLAU208, chapter 25) without its fractional
 * and saturating modes. Reading a result before it is ready is an error here; on the chip it gives a wrong number. */
#ifndef MC_MSP430_MULTIPLIER_H
#define MC_MSP430_MULTIPLIER_H

#include <stdbool.h>
#include <stdint.h>

enum { MULTIPLIER_BYTES = 0x10, MPY32_BYTES = 0x30, RESULT_WORDS = 4 };

struct multiplier {
    bool is_mpy32;
    bool is_signed, accumulates;
    bool is_short; /* of 16 bits by 16, after which RES2 and RES3 are refused: the guide does not say enough about
                      them */
    uint8_t first_bits, second_bits; /* 16 or 32 */
    uint32_t first, second;
    uint64_t result;
    uint16_t extension;                            /* SUMEXT */
    uint64_t ready[RESULT_WORDS], extension_ready; /* the first cycle in which a word can be read */
};

/* A word is written at an offset from the first register, or read; the access happens in `cycle`. Both return false
 * if there is no such register, `multiplier_read` also if the result is not ready yet: then *early is set. */
bool multiplier_write(struct multiplier *multiplier, uint32_t offset, uint16_t value, uint64_t cycle);
bool multiplier_read(const struct multiplier *multiplier, uint32_t offset, uint64_t cycle, uint16_t *value,
                     bool *early);

#endif
