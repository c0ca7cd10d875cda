#include "numbers.h"

#include <string.h>

const uint8_t *numbers_find(const struct numbers *numbers, const char *name)
{
    for (size_t i = 0; i < numbers->count; i++)
        if (strcmp(numbers->list[i].name, name) == 0)
            return numbers->list[i].bytes;
    return NULL;
}

int numbers_get_little(const struct numbers *numbers, const char *name, void *bytes, size_t count)
{
    const uint8_t *found = numbers_find(numbers, name);
    if (found)
        memcpy(bytes, found, count);
    return found != NULL;
}

int numbers_get_big(const struct numbers *numbers, const char *name, uint8_t *octets, size_t count)
{
    const uint8_t *found = numbers_find(numbers, name);
    if (found)
        number_to_octets(octets, found, count);
    return found != NULL;
}

/* A new number of that name, 0 until it is written; null if there is no room. */
static struct number *numbers_add(struct numbers *numbers, const char *name, size_t count)
{
    if (numbers->count == MAX_NUMBERS || count > NUMBER_BYTES || strlen(name) >= NAME_BYTES)
        return NULL;
    struct number *number = &numbers->list[numbers->count++];
    memset(number, 0, sizeof *number);
    strcpy(number->name, name);
    return number;
}

int numbers_add_little(struct numbers *numbers, const char *name, const void *bytes, size_t count)
{
    struct number *number = numbers_add(numbers, name, count);
    if (number)
        memcpy(number->bytes, bytes, count);
    return number != NULL;
}

int numbers_add_big(struct numbers *numbers, const char *name, const void *octets, size_t count)
{
    struct number *number = numbers_add(numbers, name, count);
    for (size_t i = 0; number && i < count; i++)
        number->bytes[i] = ((const uint8_t *)octets)[count - 1 - i];
    return number != NULL;
}

static int hex_digit(char c)
{
    const char *digits = "0123456789abcdef", *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

int numbers_parse(struct numbers *numbers, char *text)
{
    for (char *rest = text, *word; (word = strtok_r(rest, " \n", &rest));) {
        char *value = strchr(word, '=');
        if (!value)
            return 0;
        *value++ = '\0';
        size_t digits = strlen(value);
        struct number *number = numbers_add(numbers, word, (digits + 1) / 2);
        if (!number || digits == 0)
            return 0;
        for (size_t i = 0; i < digits; i++) {
            int digit = hex_digit(value[digits - 1 - i]);
            if (digit < 0)
                return 0;
            number->bytes[i / 2] |= (uint8_t)(digit << (i % 2 * 4));
        }
    }
    return 1;
}

void number_to_octets(uint8_t *octets, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        octets[i] = bytes[count - 1 - i];
}
