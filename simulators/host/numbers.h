/* Named numbers: the inputs and outputs of an operation, the same for every side of a comparison. */
#ifndef MC_NATIVE_NUMBERS_H
#define MC_NATIVE_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

#define NUMBER_BYTES 400 /* the longest number: a signature by a name in the group tate-1536; a multiple of 8 */
#define MAX_NUMBERS  16  /* of a case: a value of 12 coordinates */
#define NAME_BYTES   16

struct number {
    char name[NAME_BYTES];
    uint8_t bytes[NUMBER_BYTES]; /* least significant first */
};

struct numbers {
    size_t count;
    struct number list[MAX_NUMBERS];
};

/* The NUMBER_BYTES bytes of a number, or null if there is none of that name. */
const uint8_t *numbers_find(const struct numbers *numbers, const char *name);

/* Copies `count` bytes of a number, least significant first, or big-endian. Returns 0 if there is none of that name,
 * else 1. */
int numbers_get_little(const struct numbers *numbers, const char *name, void *bytes, size_t count);
int numbers_get_big(const struct numbers *numbers, const char *name, uint8_t *octets, size_t count);

/* Adds a number of at most NUMBER_BYTES bytes. Returns 0 if there is no room, else 1. */
int numbers_add_little(struct numbers *numbers, const char *name, const void *bytes, size_t count);
int numbers_add_big(struct numbers *numbers, const char *name, const void *octets, size_t count);

/* Adds the numbers of a text such as "k=1f px=0"; cuts the text in pieces. Returns 0 if it is malformed, else 1. */
int numbers_parse(struct numbers *numbers, char *text);

/* octets = the number, big-endian. */
void number_to_octets(uint8_t *octets, const uint8_t *bytes, size_t count);

#endif
