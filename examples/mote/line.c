#include "line.h"

#include <stdio.h>
#include <string.h>

void line_send(const char *word, const uint8_t *data, size_t bytes)
{
    printf("%s ", word);
    for (size_t i = 0; i < bytes; i++)
        printf("%02x", data[i]);
    printf("\n");
    fflush(stdout);
}

size_t line_receive(const char *word, uint8_t *data, size_t room)
{
    char text[2 * LINE_BYTES + 20], digits[2 * LINE_BYTES + 1], found[17];
    if (!fgets(text, sizeof text, stdin) || sscanf(text, "%16s %400[0-9a-f]", found, digits) != 2 ||
        strcmp(found, word) != 0)
        return 0;
    size_t bytes = strlen(digits) / 2;
    if (strlen(digits) % 2 || bytes > room)
        return 0;
    for (size_t i = 0; i < bytes; i++) {
        unsigned value;
        if (sscanf(digits + 2 * i, "%2x", &value) != 1)
            return 0;
        data[i] = (uint8_t)value;
    }
    return bytes;
}

int line_random(void *context, uint8_t *out, size_t bytes)
{
    (void)context;
    FILE *source = fopen("/dev/urandom", "rb");
    if (!source)
        return 1;
    size_t got = fread(out, 1, bytes, source);
    fclose(source);
    return got != bytes;
}
