/* Base64 of private keys under valgrind, as poisoned_secrets.c: characters are marked undefined, and no jump and no
 * address may depend on them. Which of them are white space is public, and not tested here. fields: none */
#include <stdio.h>
#include <valgrind/memcheck.h>

#include "encoding/once/base64.h"

int main(void)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    int failures = 0;
    for (unsigned i = 0; i < 256; i++) {
        uint8_t character = (uint8_t)i, expected = 0xff;
        for (uint8_t j = 0; j < sizeof alphabet - 1; j++)
            expected = (uint8_t)alphabet[j] == i ? j : expected;
        VALGRIND_MAKE_MEM_UNDEFINED(&character, 1);
        uint8_t value = mc_base64_value(character);
        VALGRIND_MAKE_MEM_DEFINED(&value, 1);
        if (value != expected) {
            printf("character %u: %u, not %u\n", i, value, expected);
            failures++;
        }
    }
    return failures != 0;
}
