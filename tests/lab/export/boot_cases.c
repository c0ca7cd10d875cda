/* Checks many slots in one run: of each 4 bytes of its length, little-endian, and its bytes; a length of all ones ends.
 * Writes the result of each, little-endian, and how far behind the slot's start the image lies that was found.
 *
 * On a computer a slot is in memory of its exact length, so that the sanitizer sees every read beyond it. */
#include "motecurve_image.h"
#ifdef __arm__
#include "io.h"
enum { MOST_BYTES = 8192 };
static uint8_t memory[MOST_BYTES];
#else
#include <stdio.h>
#include <stdlib.h>
static uint8_t bench_read_byte(void)
{
    return (uint8_t)getchar();
}

static void bench_write_byte(uint8_t byte)
{
    putchar(byte);
}

static void bench_exit(int status)
{
    exit(status);
}
#endif

extern const unsigned char KEY[];
extern const unsigned int KEY_LENGTH;

static uint32_t read_word(void)
{
    uint32_t word = 0;
    for (unsigned i = 0; i < 4; i++)
        word |= (uint32_t)bench_read_byte() << 8 * i;
    return word;
}

static void write_word(uint32_t word)
{
    for (unsigned i = 0; i < 4; i++)
        bench_write_byte((uint8_t)(word >> 8 * i));
}

static void check(uint32_t bytes)
{
    motecurve_image found = {(const uint8_t *)&found, 1};
#ifdef __arm__
    uint8_t *slot = memory;
    if (bytes > MOST_BYTES)
        bench_exit(1);
#else
    uint8_t *slot = malloc(bytes);
#endif
    for (uint32_t i = 0; i < bytes; i++)
        slot[i] = bench_read_byte();
    write_word(motecurve_image_check(&found, slot, bytes, KEY, KEY_LENGTH));
    write_word(found.start ? (uint32_t)(found.start - slot) : 0);
    write_word(found.bytes);
#ifndef __arm__
    free(slot);
#endif
}

int main(void)
{
    for (uint32_t bytes; (bytes = read_word()) != 0xffffffff;)
        check(bytes);
    bench_exit(0);
    return 0;
}
